"""Features: what legs, payments and targets lead to, how mercenaries stand, and of which actions they tell."""

import numpy as np
import pytest

from flank_envs.engine import kernels
from flank_envs.engine.positions import features, need_features
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.features.layout import FRONT, MAY_FALL, ONE_TURN, OPEN, RAZES, STANDING
from flank_envs.games.mercy_frontier.layout import LEG
from tests.conformance.play import masks, positions, sample
from tests.games.mercy_frontier.board import BULWARK, DONE, GAME, PAY_C, PAY_F, PAY_S, Board, contract, enemy, leg

Values = dict[str, np.ndarray]
LAYOUTS = need_features(GAME)


def of_actions(state: np.ndarray) -> dict[int, Values]:
    """The features of each action of a position, by action."""
    found = features(GAME, np.array([state], GAME.state))
    return {int(a): LAYOUTS.actions.split(v) for a, v in zip(found.actions, found.values, strict=True)}


def in_phase(phase: int, wanted: int) -> np.ndarray:
    states = positions(GAME, wanted)
    return states[(states["phase"] == phase) & (states["over"] == 0)]


def after(state: np.ndarray, action: int) -> np.ndarray:
    result = state[None].copy()
    kernels.decide(result, np.array([action]))
    return result[0]


def test_all_legal_legs_have_features_and_no_others() -> None:
    states = in_phase(t.MOVE, sample(3000, 200))
    found, legal = features(GAME, states), masks(GAME, states)
    legal[:, :LEG] = 0
    assert legal[found.rows, found.actions].all()
    assert 0 < len(found.actions) == legal.sum()


def test_legs_lead_where_features_say() -> None:
    for state in in_phase(t.MOVE, sample(1500, 150)):
        for action, values in of_actions(state).items():
            _check_leg(state, int(state["to_act"]), action, values)


def _check_leg(state: np.ndarray, seat: int, action: int, values: Values) -> None:
    zone = (action - LEG) // (t.DIRECTIONS * t.DISTANCES)
    result = after(state, action)
    wins, fell = result["winner"] == seat, result["card"] != state["card"]
    strength = (1 + t.ATTACK[state["card"]] + state["health"]) / 12  # and 1 or 2 more by overcharge and Void Forge
    assert values["wins"] == wins
    assert values["dies"] == (fell[seat, zone] and not wins)
    assert values["killed"] >= strength[1 - seat][fell[1 - seat]].sum() - 1e-6
    assert bool(values["killed"]) == bool(values["urgent"]) == fell[1 - seat].any()
    trampled = fell[seat] & (np.arange(5) != zone)
    most = (strength[seat] + 2 / 12)[trampled].sum()
    assert strength[seat][trampled].sum() - 1e-6 <= values["trampled"] <= most + 1e-6
    lost = state["lost"][1 - seat]
    assert values["razed"] == (result["lost"][1 - seat] - lost) * (1 + lost) / 2
    assert values["workers_hit"] == (state["owned"] - result["owned"])[1 - seat] / 2
    if not values["dies"]:
        assert values["spent"] == pytest.approx((state["health"] - result["health"])[seat, zone] / 12, abs=1e-6)
    if not values["dies"] and not wins:
        row, size = int(result["row"][seat, zone]), int(t.SIDE[state["card"][seat, zone]])
        way = t.ROWS - size - row if seat == 0 else row
        assert values["there"][FRONT] == pytest.approx(1 - way / t.ROWS, abs=1e-6)
        if result["phase"] == t.MOVE and result["to_act"] == seat:
            assert values["goes_on"] == (result["legs"][seat, zone] > 0 and result["left"][seat, zone] > 0)
            own = LAYOUTS.state.split(features(GAME, np.array([result], GAME.state), seat).state[0])["own_mercs"]
            assert (values["there"] == own[zone, -STANDING:]).all()


def test_a_fight_and_a_place_in_numbers() -> None:
    """A Blaze Captain (4/4, charge) kills a Rig Hound and goes on; a Steel Titan behind may fell it."""
    board = Board(({0: "Blaze Captain 4,6"}, {1: "Rig Hound 4,11", 3: "Steel Titan 4,16"}))
    choices = of_actions(board.state)
    near, far = choices[leg(0, t.FORWARD, 1)], choices[leg(0, t.FORWARD, 3)]
    assert (near["killed"], near["wins"], near["dies"]) == (0, 0, 0)
    assert far["killed"] == pytest.approx(5 / 12)
    assert far["spent"] == pytest.approx(2 / 12)
    assert far["urgent"] == pytest.approx(1 / (1 + 11 / 3))
    assert far["here"][OPEN] == far["there"][OPEN] == 0
    assert (near["there"][MAY_FALL], far["there"][MAY_FALL]) == (0, 1)
    assert choices[leg(0, t.LEFT, 3)]["there"][OPEN] == 1
    assert choices[leg(0, t.RIGHT, 1)]["there"][OPEN] == 0
    assert far["towards"][t.FORWARD] == choices[leg(0, t.BACK, 1)]["towards"][t.BACK] == 1


def test_a_runner_sees_the_edge() -> None:
    choices = of_actions(Board(({0: "Blaze Captain 4,20"}, {})).state)
    assert (choices[leg(0, t.FORWARD, 1)]["wins"], choices[leg(0, t.FORWARD, 2)]["wins"]) == (0, 1)
    assert choices[leg(0, t.FORWARD, 1)]["there"][ONE_TURN] == 1


def test_a_token_that_several_steps_run_over_is_trampled_once() -> None:
    choices = of_actions(Board(({0: "Rig Hound 4,6", 1: "Rig Hound 4,8"}, {})).state)
    near, far = choices[leg(0, t.FORWARD, 1)], choices[leg(0, t.FORWARD, 3)]
    assert near["trampled"] == far["trampled"] == pytest.approx(5 / 12)


def test_a_building_below_an_enemy_token_is_ahead_until_it_is_razed() -> None:
    board = Board(({0: "Blaze Captain 5,6"}, {1: "Rig Hound 5,10"}), outposts=({}, {7: 0}), uncovered=(7,))
    choices = of_actions(board.state)
    assert choices[leg(0, t.FORWARD, 1)]["razed"] == pytest.approx(1 / 2)
    assert choices[leg(0, t.FORWARD, 1)]["here"][RAZES] == 1
    assert choices[leg(0, t.FORWARD, 1)]["there"][RAZES] == 0


def test_a_contract_that_cannot_be_paid_has_no_row_but_counts_among_the_best() -> None:
    board = Board(resources=((2, 0, 1), (0, 0, 0)), phase="HIRE", market=["Rig Hound", "Steel Titan"])
    found = features(GAME, np.array([board.state], GAME.state))
    best = LAYOUTS.actions.split(LAYOUTS.state.split(found.state[0])["best"])
    assert found.actions.tolist() == [contract(0)]
    assert best["mercenary"][0] == pytest.approx(5 / 12)


def test_payments_say_when_it_is_enough() -> None:
    for state in in_phase(t.PAY, sample(600, 100)):
        for action, values in of_actions(state).items():
            assert bool(values["price"][2]) == (after(state, action)["phase"] != t.PAY)
    board = Board(resources=((9, 9, 9), (0, 0, 0)), phase="HIRE", market=["Rig Hound", "Iron Warden"])
    board.play(contract(0))
    rates = {action: values["price"][1] * 5 for action, values in of_actions(board.state).items()}
    assert rates == pytest.approx({PAY_F: 3, PAY_S: 2, PAY_C: 4})


def test_a_mercenary_is_placed_with_its_full_health() -> None:
    """MF-6.3: Bulwark Core counts."""
    hound = ({0: "Rig Hound"}, {})
    board = Board(hound, phase="DEPLOY_TILE", relics=(BULWARK, 0, 1), outposts=({6: 12}, {}), checked=False)
    board.state.zone = 0
    assert [round(13 * values["mercenary"][1]) for values in of_actions(board.state).values()] == [3, 3, 3, 3]


def test_targets_say_who_falls() -> None:
    mercenaries = ({0: "Mortar Crew 4,6"}, {1: "Rig Hound 4,9 1/2", 2: "Iron Warden 8,8"})
    board = Board(mercenaries, phase="HIRE", resources=((1, 1, 0), (0, 0, 0))).play(DONE)
    assert board.turn() == ("ABILITY", 0)
    choices = of_actions(board.state)
    assert (choices[enemy(1)]["killed"], choices[enemy(2)]["killed"]) == (1, 0)
