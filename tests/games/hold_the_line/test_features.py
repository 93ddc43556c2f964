"""The features come true: who is left in a lane, now and after one more card."""

import numpy as np
import pytest

from flank_envs.engine import kernels
from flank_envs.engine.positions import features
from flank_envs.games.hold_the_line import features as lane_features
from flank_envs.games.hold_the_line.features import ACTION_FEATURES, CARDS, LANE, STATE_FEATURES
from flank_envs.games.hold_the_line.layout import ACTIONS, OBSERVATION
from flank_envs.games.hold_the_line.tables import COMBAT, INFANTRY, LANES, STAGING, TANK
from tests.conformance.play import masks, positions, sample
from tests.games.hold_the_line.board import DONE, GAME, Board, action_name

Values = dict[str, np.ndarray]


def of(board: Board) -> tuple[Values, dict[str, Values]]:
    """By block, the values of the lanes and those of each action by its name."""
    found = features(GAME, np.array([board.state], GAME.state))
    actions = zip(map(action_name, found.actions), map(ACTION_FEATURES.split, found.values), strict=True)
    return LANE.split(STATE_FEATURES.split(found.state[0])["lanes"]), dict(actions)


def situations(lanes: Values) -> list[str]:
    """Who has troops in each lane after combat, and the own Front where one side holds it alone."""
    words = [f"{who} {front}" for who in ("alone", "beaten") for front in range(-2, 3)] + ["empty", "both"]
    one_hot = np.column_stack([lanes[name] for name in ("alone", "beaten", "empty", "both")])
    assert (one_hot.sum(1) == 1).all()
    return [words[k] for k in one_hot.argmax(1)]


def stands(own: np.ndarray, enemy: np.ndarray) -> list[str]:
    """Who is left by what the enemy adds (nothing, I, A, T): "own", "enemy", "both" or "none"."""
    words = {(1, 0): "own", (0, 1): "enemy", (1, 1): "both", (0, 0): "none"}
    return [words[int(a), int(b)] for a, b in zip(own, enemy, strict=True)]


def with_it(card: Values) -> list[str]:
    return stands(card["own_stands_with_it"], card["opp_stands_with_it"])


def test_all_legal_actions_but_the_end_of_staging_have_features() -> None:
    states = positions(GAME, sample(3000, 50))
    found, legal = features(GAME, states), masks(GAME, states)
    described = np.zeros_like(legal)
    described[found.rows, found.actions] = 1
    legal[:, DONE] = 0
    assert (described == legal).all()
    assert (states["phase"] == COMBAT).any()


def test_the_duels() -> None:
    """I beats A, A beats T, T beats I; equals fall together, Tanks take several rounds."""
    fights = {0: "I5 v A3/1", 1: "A3/1 v T4/5", 2: "I5 v I5", 3: "T4/5 v T4/5", 4: "A3/1 v I5"}
    for seat, mine, yours in ((0, "alone 0", "beaten 0"), (1, "beaten 0", "alone 0")):
        board = Board(fights, ("I", "I"), to_act=seat)
        lanes, _ = of(board)
        assert situations(lanes) == [mine, mine, "empty", "both", yours]
        left = lanes["own_left" if seat == 0 else "opp_left"] * 20
        assert left == pytest.approx([2, 2, 0, 4 + 4 + 3, 0])  # I1, A1/0, T4/3: damage, HP and armor
        all_values = STATE_FEATURES.split(features(GAME, np.array([board.state], GAME.state)).state[0])
        assert all_values["all_lanes"] == pytest.approx(all_values["lanes"].sum(0) / 5)


@pytest.mark.parametrize("front", [-2, -1, 0, 1, 2])
def test_who_holds_a_lane_sees_its_front(front: int) -> None:
    fights = {0: "I5 v A3/1", 1: "v I5"}
    for seat, side in ((0, 1), (1, -1)):
        lanes, _ = of(Board(fights, ("I", "I"), front=(front, front, 0, 0, 0), to_act=seat))
        alone, beaten = (0, 1) if seat == 0 else (1, 0)
        assert situations(lanes)[alone] == f"alone {side * front}"
        assert situations(lanes)[beaten] == f"beaten {side * front}"


def test_what_a_card_would_change_in_the_next_combat() -> None:
    """After combat an Infantry with 1 HP holds lane 0, and lane 1 is empty."""
    lanes, cards = of(Board({0: "I5 v A3/1", 1: "I5 v I5"}, ("IAT", "IAT")))
    assert stands(lanes["own_stands"][0], lanes["opp_stands"][0]) == ["own", "enemy", "enemy", "enemy"]
    assert with_it(cards["I@0"]) == ["own", "none", "own", "both"]
    assert with_it(cards["T@0"]) == ["own", "own", "own", "both"]
    assert stands(lanes["own_stands"][1], lanes["opp_stands"][1]) == ["none", "enemy", "enemy", "enemy"]
    card = cards["A@1"]
    assert with_it(card) == ["own", "enemy", "none", "own"]
    assert all((card[name] == values[1]).all() for name, values in lanes.items())
    assert (card["stage"], card["target"], card["kind"].tolist()) == (1, 0, [0, 1, 0])


def test_what_is_not_fought_is_what_a_fight_would_show() -> None:
    """Few numbers decide most combats; lane 0 of these records is taken for what the last combat has left."""
    states = positions(GAME, sample(2000, 50))
    fought = []
    for state in states[states["phase"] == STAGING][: sample(400, 40)].copy().view(np.recarray):
        numbers = np.zeros(2 * lane_features.SIDE, np.int64)
        lane_features._weigh(state, numbers)
        for seat, card, other in np.ndindex(2, CARDS, CARDS):
            known = numbers[seat * lane_features.SIDE + lane_features.NEXT + other] >> card
            fought.append(known >> CARDS & 1)
            assert fought[-1] or known & 1 == lane_features._fight_next(state, seat, card, other)
    assert 0 < np.mean(fought) < 0.2


def test_a_staged_card_counts() -> None:
    board = Board({1: "I5 v I5"}, ("IAT", "IAT"))
    before, cards = of(board)
    board.play("A@1")
    lanes, later = of(board)
    assert (
        stands(lanes["own_stands"][1], lanes["opp_stands"][1])
        == with_it(cards["A@1"])
        != stands(before["own_stands"][1], before["opp_stands"][1])
    )
    assert {action[-1] for action in later} == set("0234")


def test_lanes_that_have_fought_do_not_fight_again() -> None:
    board = Board({0: "I5 v T4/5", 1: "A3/1 A3/1 v I5 T4/5"}, ("I", "I"))
    board.play("done", "done")
    assert board.state.phase == COMBAT
    lanes, _ = of(board)
    assert (lanes["own_left"][0] * 20, lanes["opp_left"][0] * 20) == pytest.approx((2, 4 + 4 + 3))


def test_what_a_shot_does() -> None:
    """The Infantry's sweep of 2 and the first shot count; the Tank falls by one piercing shot."""
    board = Board({0: "I2 A3/1 A3/1 v I5 T4/5"}, ("I", "I"))
    board.play("done", "done")
    _, shots = of(board)
    infantry, tank = shots["slot 0"], shots["slot 1"]
    assert [(shot["falls_anyway"], shot["falls"]) for shot in (infantry, tank)] == [(0, 1), (0, 1)]
    assert (infantry["kind"].argmax(), tank["kind"].argmax(), tank["target"]) == (INFANTRY, TANK, 1)
    assert infantry["danger"] == 1
    assert tank["danger"] == tank["hp"] == pytest.approx(4 / 5)
    board.play("slot 0")
    infantry = of(board)[1]["slot 0"]
    assert (infantry["falls_anyway"], infantry["falls"]) == (1, 1)


def test_where_nobody_chooses_it_comes_true() -> None:
    """Nobody stages: what is said of each lane is what the round leaves there, as long as no target is chosen."""
    states = positions(GAME, sample(2000, 50))
    states = states[(states["phase"] == STAGING) & (states["to_act"] == 0) & (states["over"] == 0)]
    states = states[(states["staged"] < 0).all(axis=(1, 2))]
    lanes = LANE.split(STATE_FEATURES.split(features(GAME, states).state)["lanes"])
    after = states.copy()
    for _ in range(2):
        kernels.decide(after, np.full(len(after), DONE))
    passed = (after["round_number"] == states["round_number"] + 1) & (after["over"] == 0)
    assert passed.sum() > sample(50, 0)
    own, enemy = after["stack_size"][passed, 0] > 0, after["stack_size"][passed, 1] > 0
    assert (lanes["alone"][passed].any(2) == (own & ~enemy)).all()
    assert (lanes["beaten"][passed].any(2) == (enemy & ~own)).all()
    assert (lanes["both"][passed] == (own & enemy)).all()


def test_what_is_about_a_lane_is_part_of_that_lane() -> None:
    """Every block that has an entry for each lane."""
    for layout in (OBSERVATION, ACTIONS, STATE_FEATURES):
        parts = {block.name: block.parts for block in layout.blocks if block.parts is not None}
        lanes = {block.name: block.shape.index(LANES) for block in layout.blocks if LANES in block.shape}
        lanes.pop("shooter", None)  # five values
        assert parts == lanes
