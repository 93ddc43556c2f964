"""The features come true: legs, payments and targets, told from the observation alone."""

import numpy as np
import pytest
from flank_envs.games.mercy_frontier.features import values as told
from flank_envs.games.mercy_frontier.features.values import HERE, MOVER, PRICE, THERE

from flank_envs.engine import kernels
from flank_envs.engine.positions import observations
from flank_envs.games.mercy_frontier.layout import LEG
from flank_envs.games.mercy_frontier.tables import DIRECTIONS, DISTANCES, MOVE, PAY, ROWS, SIDE, ZONES
from flank_envs.opponents.policy.features import FeatureReader, FeatureRows
from tests.conformance.play import masks, positions, sample
from tests.games.mercy_frontier.board import (
    BACK,
    DONE,
    FORWARD,
    GAME,
    LEFT,
    PAY_C,
    PAY_F,
    PAY_S,
    RIGHT,
    Board,
    contract,
    enemy,
    leg,
)


def look(states: np.ndarray) -> FeatureRows:
    """What the seat to act foresees in each record."""
    return FeatureReader(GAME).read(observations(GAME, states))


def action_features(board: Board) -> dict[int, np.ndarray]:
    """The values of each choice, by action."""
    found = look(np.array([board.state], GAME.state))
    return dict(zip(found.actions.tolist(), found.values, strict=True))


def in_phase(phase: int, wanted: int) -> np.ndarray:
    """Random positions without enemy workers: on tiles with two nodes nobody sees on which side they stand."""
    states = positions(GAME, wanted)
    states = states[(states["phase"] == phase) & (states["over"] == 0)]
    rows = np.arange(len(states))
    states["workers"][rows, 1 - states["to_act"]] = 0
    states["worker_rows"][rows, 1 - states["to_act"]] = 0
    assert len(states)
    return states


def after(state: np.ndarray, action: int) -> np.ndarray:
    result = state[None].copy()
    kernels.decide(result, np.array([action]))
    return result[0]


def test_all_legs_are_told_and_no_others() -> None:
    """But for second legs (MF-8.5): in which direction the first one went, nobody sees."""
    states = in_phase(MOVE, sample(3000, 200))
    found, legal = look(states), masks(GAME, states)
    told_of = np.zeros_like(legal)
    told_of[found.rows, found.actions] = 1
    turned = (states["gone"][np.arange(len(states)), states["to_act"]] >= 0).any(axis=1)
    assert (told_of[~turned, LEG:] == legal[~turned, LEG:]).all()
    assert (told_of[:, LEG:] >= legal[:, LEG:]).all()
    assert not turned.all()


def test_legs_lead_where_it_is_told() -> None:
    for state in in_phase(MOVE, sample(600, 100)):
        seat = int(state["to_act"])
        found = look(np.array([state], GAME.state))
        legal = masks(GAME, np.array([state], GAME.state))[0]
        if (state["token_rows"][1 - seat] & state["block_rows"][1 - seat]).any():
            continue  # the map shows the tokens, not what is below
        for action, values in zip(found.actions, found.values, strict=True):
            if legal[action]:
                _check_leg(state, seat, int(action), values)


def _check_leg(state: np.ndarray, seat: int, action: int, values: np.ndarray) -> None:
    zone = (action - LEG) // (DIRECTIONS * DISTANCES)
    result = after(state, action)
    assert bool(values[told.WINS]) == (result["winner"] == seat)
    if result["winner"] == seat:
        return
    card = state["card"][seat, zone]
    assert bool(values[told.DIES]) == (result["card"][seat, zone] != card)
    fallen = ((state["card"][1 - seat] >= 0) & (result["card"][1 - seat] < 0)).sum()
    assert bool(values[told.KILLED] > 0) == bool(fallen)
    trampled = [z for z in range(ZONES) if z != zone and state["card"][seat, z] >= 0 > result["card"][seat, z]]
    assert bool(values[told.TRAMPLED] > 0) == bool(trampled)
    if not values[told.DIES]:
        row, size = int(result["row"][seat, zone]), int(SIDE[card])
        way = ROWS - size - row if seat == 0 else row
        assert values[THERE + told.FRONT] == pytest.approx(1 - way / ROWS, abs=1e-6)
        assert values[MOVER + 2] == size / 4


def test_a_fight_and_a_place_in_numbers() -> None:
    """A Blaze Captain (4/4, charge) kills a Rig Hound and goes on; a Pike Lancer behind may fell it."""
    board = Board(({0: "Blaze Captain 4,6"}, {1: "Rig Hound 4,11", 3: "Steel Titan 4,16"}))
    choices = action_features(board)
    near, far = choices[leg(0, FORWARD, 1)], choices[leg(0, FORWARD, 3)]
    assert (near[told.KILLED], near[told.WINS], near[told.DIES]) == (0, 0, 0)
    assert far[told.KILLED] == pytest.approx(5 / 12)
    assert far[told.SPENT] == pytest.approx(2 / 12)
    assert far[told.URGENT] == pytest.approx(1 / (1 + 11 / 3))
    assert far[HERE + told.OPEN] == far[THERE + told.OPEN] == 0
    assert far[THERE + told.MAY_FALL] == 1
    assert near[THERE + told.MAY_FALL] == 0
    assert choices[leg(0, LEFT, 3)][THERE + told.OPEN] == 1
    assert choices[leg(0, RIGHT, 1)][THERE + told.OPEN] == 0
    assert far[told.TOWARDS + FORWARD] == choices[leg(0, BACK, 1)][told.TOWARDS + BACK] == 1


def test_a_runner_sees_the_edge() -> None:
    board = Board(({0: "Blaze Captain 4,20"}, {}))
    choices = action_features(board)
    assert choices[leg(0, FORWARD, 2)][told.WINS] == 1
    assert choices[leg(0, FORWARD, 1)][told.WINS] == 0
    assert choices[leg(0, FORWARD, 1)][THERE + told.ONE_TURN] == 1


def test_payments_say_when_it_is_enough() -> None:
    for state in in_phase(PAY, sample(600, 100)):
        found = look(np.array([state], GAME.state))
        legal = masks(GAME, np.array([state], GAME.state))[0]
        for action, values in zip(found.actions, found.values, strict=True):
            if legal[action]:
                assert bool(values[PRICE + 2]) == (after(state, int(action))["phase"] != PAY)
    board = Board(resources=((9, 9, 9), (0, 0, 0)), phase="HIRE", market=["Rig Hound", "Iron Warden"])
    board.play(contract(0))
    rates = {action: values[PRICE + 1] * 5 for action, values in action_features(board).items()}
    assert rates == pytest.approx({PAY_F: 3, PAY_S: 2, PAY_C: 4})


def test_targets_say_who_falls() -> None:
    mercenaries = ({0: "Mortar Crew 4,6"}, {1: "Rig Hound 4,9 1/2", 2: "Iron Warden 8,8"})
    board = Board(mercenaries, phase="HIRE", resources=((1, 1, 0), (0, 0, 0))).play(DONE)
    assert board.turn() == ("ABILITY", 0)
    choices = action_features(board)
    assert choices[enemy(1)][told.KILLED] == 1
    assert choices[enemy(2)][told.KILLED] == 0
