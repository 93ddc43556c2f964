"""The features come true: who is left in a lane, now and after one more card, told from the observation
alone.
"""

import numpy as np
import pytest
from flank_envs.games.hold_the_line.features import values as told
from flank_envs.games.hold_the_line.features.values import LANE, LANE_NEXT, LANE_VALUES, WITH_IT
from flank_envs.opponents.policy.part_encoder import symmetric_parts_of

from flank_envs.engine import kernels
from flank_envs.engine.positions import observations
from flank_envs.games.hold_the_line.layout import ACTIONS, OBSERVATION
from flank_envs.games.hold_the_line.tables import COMBAT, KINDS, LANES, STAGING
from flank_envs.opponents.policy.features import FeatureReader, FeatureRows
from tests.conformance.play import masks, positions, sample
from tests.games.hold_the_line.board import DONE, GAME, Board, action_name

INFANTRY, ANTI_ARMOR, TANK = range(3)


def look(states: np.ndarray) -> FeatureRows:
    """What the seat to act foresees in each record."""
    return FeatureReader(GAME).read(observations(GAME, states))


def of(board: Board) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """The values of each lane (the sum of all last), and those of each choice by name."""
    found = look(np.array([board.state], GAME.state))
    choices = dict(zip(map(action_name, found.actions), found.values, strict=True))
    return found.state[0].reshape(LANES + 1, LANE_VALUES), choices


def situation(lane: np.ndarray) -> int:
    (found,) = np.flatnonzero(lane[: told.SITUATIONS])
    return int(found)


def stands(values: np.ndarray, start: int) -> list[str]:
    """Who is left by what the enemy adds (nothing, I, A, T): "own", "enemy", "both" or "none"."""
    names = {(1, 0): "own", (0, 1): "enemy", (1, 1): "both", (0, 0): "none"}
    own, enemy = values[start : start + 4], values[start + 4 : start + 8]
    return [names[int(a), int(b)] for a, b in zip(own, enemy, strict=True)]


def test_all_cards_and_targets_are_told_and_no_others() -> None:
    states = positions(GAME, sample(3000, 50))
    states = states[states["over"] == 0]
    found, legal = look(states), masks(GAME, states)
    told_of = np.zeros_like(legal)
    told_of[found.rows, found.actions] = 1
    legal[:, DONE] = 0
    combat = states["phase"] == COMBAT  # of equal targets all are told of
    assert (told_of[~combat] == legal[~combat]).all()
    assert (told_of[combat] >= legal[combat]).all()
    assert combat.any()


def test_the_duels() -> None:
    """I beats A, A beats T, T beats I; equals fall together, Tanks take several rounds."""
    lanes = {0: "I5 v A3/1", 1: "A3/1 v T4/5", 2: "I5 v I5", 3: "T4/5 v T4/5", 4: "A3/1 v I5"}
    for seat, mine, yours in ((0, told.ALONE, told.BEATEN), (1, told.BEATEN, told.ALONE)):
        state_features, _ = of(Board(lanes, ("I", "I"), to_act=seat))
        middle = told.LINES // 2
        assert [situation(lane) for lane in state_features[:LANES]] == [
            mine + middle,
            mine + middle,
            told.EMPTY,
            told.FOUGHT_OVER,
            yours + middle,
        ]
        left = state_features[:LANES, told.OWN_LEFT if seat == 0 else told.ENEMY_LEFT] * 20
        assert left == pytest.approx([2, 2, 0, 4 + 4 + 3, 0])  # I1, A1/0, T4/3: damage, HP and armor
        assert state_features[LANES] == pytest.approx(state_features[:LANES].sum(0) / 5)


@pytest.mark.parametrize("front", [-2, -1, 0, 1, 2])
def test_the_front_is_told_of_who_holds_a_lane(front: int) -> None:
    lanes = {0: "I5 v A3/1", 1: "v I5"}
    for seat, side in ((0, 1), (1, -1)):
        state_features, _ = of(Board(lanes, ("I", "I"), front=(front, front, 0, 0, 0), to_act=seat))
        alone, beaten = (0, 1) if seat == 0 else (1, 0)
        assert situation(state_features[alone]) == told.ALONE + 2 + side * front
        assert situation(state_features[beaten]) == told.BEATEN + 2 + side * front


def test_what_a_card_would_change_in_the_next_combat() -> None:
    """After combat an Infantry with 1 HP holds lane 0, and lane 1 is empty."""
    state_features, choices = of(Board({0: "I5 v A3/1", 1: "I5 v I5"}, ("IAT", "IAT")))
    assert stands(state_features[0], LANE_NEXT) == ["own", "enemy", "enemy", "enemy"]
    assert stands(choices["I@0"], WITH_IT) == ["own", "none", "own", "both"]
    assert stands(choices["T@0"], WITH_IT) == ["own", "own", "own", "both"]
    assert stands(state_features[1], LANE_NEXT) == ["none", "enemy", "enemy", "enemy"]
    assert stands(choices["A@1"], WITH_IT) == ["own", "enemy", "none", "own"]
    assert choices["A@1"][LANE : LANE + LANE_VALUES] == pytest.approx(state_features[1])
    assert choices["A@1"][[told.STAGED, told.KIND + ANTI_ARMOR, told.SHOT_AT]].tolist() == [1, 1, 0]


def test_a_staged_card_counts() -> None:
    board = Board({1: "I5 v I5"}, ("IAT", "IAT"))
    before, choices = of(board)
    board.play("A@1")
    state_features, later = of(board)
    assert stands(state_features[1], LANE_NEXT) == stands(choices["A@1"], WITH_IT) != stands(before[1], LANE_NEXT)
    assert {action[-1] for action in later} == set("0234")


def test_lanes_that_have_fought_do_not_fight_again() -> None:
    board = Board({0: "I5 v T4/5", 1: "A3/1 A3/1 v I5 T4/5"}, ("I", "I"))
    board.play("done", "done")
    assert board.state.phase == COMBAT
    state_features, _ = of(board)
    assert state_features[0, [told.OWN_LEFT, told.ENEMY_LEFT]] * 20 == pytest.approx([2, 4 + 4 + 3])


def test_what_a_shot_does() -> None:
    """The Infantry's sweep of 2 and the first shot count; the Tank falls by one piercing shot."""
    board = Board({0: "I2 A3/1 A3/1 v I5 T4/5"}, ("I", "I"))
    board.play("done", "done")
    _, choices = of(board)
    infantry, tank = choices["slot 0"], choices["slot 1"]
    assert (infantry[told.FALLS_ANYWAY], infantry[told.FALLS]) == (0, 1)
    assert (tank[told.FALLS_ANYWAY], tank[told.FALLS]) == (0, 1)
    assert (infantry[told.KIND + INFANTRY], tank[told.KIND + TANK], tank[told.SHOT_AT]) == (1, 1, 1)
    assert infantry[told.DANGER] == 1
    assert tank[told.DANGER] == tank[told.TAKES] == pytest.approx(4 / 5)
    board.play("slot 0")
    infantry = of(board)[1]["slot 0"]
    assert (infantry[told.FALLS_ANYWAY], infantry[told.FALLS]) == (1, 1)


def test_where_nobody_chooses_it_comes_true() -> None:
    """Nobody stages: what is told of each lane is what the round leaves there, as long as no target is chosen."""
    states = positions(GAME, sample(2000, 50))
    states = states[(states["phase"] == STAGING) & (states["to_act"] == 0) & (states["over"] == 0)]
    states = states[(states["staged"] < 0).all(axis=(1, 2))]
    state_features = look(states).state.reshape(len(states), LANES + 1, LANE_VALUES)
    after = states.copy()
    for _ in range(2):
        kernels.decide(after, np.full(len(after), DONE))
    passed = (after["round_number"] == states["round_number"] + 1) & (after["over"] == 0)
    assert passed.sum() > sample(50, 0)
    own, enemy = after["stack_size"][passed, 0] > 0, after["stack_size"][passed, 1] > 0
    action_features = state_features[passed, :LANES]
    assert (action_features[:, :, told.ALONE : told.ALONE + told.LINES].any(2) == (own & ~enemy)).all()
    assert (action_features[:, :, told.BEATEN : told.BEATEN + told.LINES].any(2) == (enemy & ~own)).all()
    assert (action_features[:, :, told.FOUGHT_OVER] == (own & enemy)).all()


def test_what_is_told_of_a_lane_is_part_of_that_lane() -> None:
    """Every block of the observation that has an entry for each lane; of the choices, the cards to be staged there."""
    alike = symmetric_parts_of(GAME)
    blocks = {block.name for block in OBSERVATION.blocks if block.shape[:1] == (LANES,)} - {"shooter"}  # five values
    for lane, (places, actions) in enumerate(zip(alike.seen, alike.actions, strict=True)):
        seen = [OBSERVATION.locate(place) for place in places if place < OBSERVATION.size]
        assert {block.name for block, _ in seen} == blocks
        assert {at[0] for _, at in seen} == {lane}
        state_features = [place - OBSERVATION.size for place in places if place >= OBSERVATION.size]
        assert state_features == list(range(lane * LANE_VALUES, (lane + 1) * LANE_VALUES))
        assert [ACTIONS.locate(action)[1] for action in actions] == [(kind, lane) for kind in range(KINDS)]
