"""The features come true: ways, threats, steps, blows and the race for mana."""

from collections import deque

import numpy as np
import pytest

from flank_envs.engine import kernels
from flank_envs.engine.positions import FeatureRows, features, observations
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.tables import FRAME_OF, KIND, LOCAL_TILE, LOCKS, THORNS
from tests.conformance.play import masks, positions, sample
from tests.games.mana_surge.board import CELL, DIR, GAME, HOME, HOMES, PASS, Board, action_name
from tests.twins.mana_surge import neighbor

POOL, EXTRA_ACTION, SPAWN_TILE, DAGGER = 1, 7, 8, 9
MOVE1, MOVE1_DIR, COMBAT, COMBAT_DIR, MOVE2, MOVE2_DIR = range(1, 7)
PLAYERS = pytest.mark.parametrize("players", [2, 3])


def look(states: np.ndarray, seats: np.ndarray | None = None) -> FeatureRows:
    """The features of records, for the seat to act or another."""
    return features(GAME, states, seats)


def of(board: Board) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """The values of the position, and those of each choice by name."""
    found = look(np.array([board.state], GAME.state))
    return found.state[0], dict(zip(map(action_name, found.actions), found.values, strict=True))


def player(state_features: np.ndarray, place: int) -> np.ndarray:
    """The values of the observer, the next player or the one after."""
    return state_features[place * v.PLAYER_VALUES : (place + 1) * v.PLAYER_VALUES]


def kind(name: str) -> int:
    return v.ACTION_KINDS.index(name)


def in_phases(phases: tuple[int, ...], wanted: int, players: int = 3) -> np.ndarray:
    states = positions(GAME, wanted, players=players)
    states = states[np.isin(states["phase"], phases) & (states["over"] == 0)]
    assert len(states)
    return states


def after(state: np.ndarray, *actions: int) -> np.ndarray:
    result = state[None].copy()
    for action in actions:
        kernels.decide(result, np.array([action]))
    return result[0]


def own_frame(state: np.ndarray, seat: int) -> np.ndarray:
    """Who stands on each tile, as the seat sees the board."""
    return state["owner"][np.argsort(LOCAL_TILE[FRAME_OF[state["seats"], seat]])]


def way(owner: np.ndarray, tile: int, goals: set[int]) -> float:
    """1 / (1 + steps) from a tile to the nearest goal, over free tiles that let one go on."""
    steps, edge = {tile: 0}, deque([tile])
    while edge:
        here = edge.popleft()
        if here in goals:
            return 1 / (1 + steps[here])
        if here == tile or not (LOCKS[here] or KIND[here] == THORNS):
            for d in range(6):
                beside = neighbor(here, d)
                if beside is not None and beside not in steps and (owner[beside] == -1 or beside in goals):
                    steps[beside] = steps[here] + 1
                    edge.append(beside)
    return 0


@PLAYERS
def test_all_legal_actions_have_features_and_no_others(players: int) -> None:
    states = positions(GAME, sample(3000, 100), players=players)
    states = states[states["over"] == 0]
    found = look(states)
    rows = np.zeros((len(states), GAME.actions.size), np.bool_)
    rows[found.rows, found.actions] = True
    assert (rows == (masks(GAME, states) > 0)).all()
    waiting = look(states, (states["to_act"] + 1) % players)
    assert len(waiting.rows) == 0
    assert (waiting.state[:, : v.BEST].any(1)).all()


@PLAYERS
def test_steps_lead_where_features_say(players: int) -> None:
    for state in in_phases((MOVE1_DIR, MOVE2_DIR), sample(1200, 200), players):
        seat, found = int(state["to_act"]), look(np.array([state], GAME.state))
        owner = own_frame(state, seat)
        for action, values in zip(found.actions, found.values, strict=True):
            result = after(state, int(action))
            (tile,) = np.flatnonzero((owner == seat) & (look_at_pending(state, seat)))
            target = neighbor(int(tile), int(action) - DIR)
            assert target is not None
            assert np.flatnonzero(values[v.THERE : v.THERE + 10]).tolist() == [KIND[target]]
            assert np.flatnonzero(values[v.HERE : v.HERE + 10]).tolist() == [KIND[tile]]
            assert (own_frame(result, seat)[target] == seat) == (KIND[target] != THORNS)
            assert round(values[v.POINTS_LEFT] * 7) == state["action_points"] - 1
            assert bool(values[v.WINS]) == wins_this_turn(result, seat)


def look_at_pending(state: np.ndarray, seat: int) -> np.ndarray:
    return GAME.observation.split(observations(GAME, state[None], seat)[0])["pending"] > 0


def wins_this_turn(state: np.ndarray, seat: int) -> bool:
    """If the seat ends every phase and leaves the dagger alone."""
    state, turns = state.copy(), int(state["turns"])
    while not state["over"] and state["to_act"] == seat and state["turns"] == turns:
        state = after(state, PASS)
    return bool(state["winner"] == seat)


@PLAYERS
def test_ways_are_as_long_as_features_say(players: int) -> None:
    """From where a step leads to: to the pool, and to the nearest free tiles of each kind."""
    for state in in_phases((MOVE1_DIR,), sample(500, 100), players):
        seat, found = int(state["to_act"]), look(np.array([state], GAME.state))
        owner = own_frame(state, seat)
        (tile,) = np.flatnonzero(look_at_pending(state, seat))
        for action, values in zip(found.actions, found.values, strict=True):
            target = neighbor(int(tile), int(action) - DIR)
            if target is None or LOCKS[target] or KIND[target] == THORNS:
                continue
            goals = [{45}, *({t for t in range(91) if KIND[t] == kind and owner[t] == -1} for kind in (7, 8, 9))]
            expected = [way(owner, target, goal) for goal in goals]
            assert values[v.THERE + v.NEAR : v.THERE + v.NEAR + v.TO_PREY] == pytest.approx(expected, abs=1e-6)


@PLAYERS
def test_blows_do_what_features_say(players: int) -> None:
    for state in in_phases((COMBAT_DIR,), sample(1200, 300), players):
        seat, found = int(state["to_act"]), look(np.array([state], GAME.state))
        (tile,) = np.flatnonzero(look_at_pending(state, seat))
        for action, values in zip(found.actions, found.values, strict=True):
            target = neighbor(int(tile), int(action) - DIR)
            left = own_frame(after(state, int(action)), seat)
            assert bool(values[v.DIES]) == (left[tile] != seat)
            assert bool(values[v.KILLS]) == (left[target] == -1)


def test_threats_are_all_that_one_turn_can_bring() -> None:
    """Every way to spend a turn of at most two points, against the risks of the one who waits."""
    states = in_phases((MOVE1,), sample(4000, 100), players=2)
    seats = states["to_act"]
    points = 1 + states["held"][np.arange(len(states)), seats, 0]
    fresh = (states["action_points"] == points) & (points <= 2)
    states, waits = states[fresh][: sample(300, 20)], 1 - seats[fresh][: sample(300, 20)]
    found = 0
    for state, seat, state_features in zip(states, waits, look(states, waits).state, strict=True):
        mine = player(state_features, 0)
        lost, traded = results_of_turn(state, int(state["to_act"]), int(seat))
        assert round(float(mine[v.AT_RISK : v.AT_RISK + v.PLACES].sum()) * 3) == len(lost)
        assert round(float(mine[v.IN_EXCHANGE]) * 3) == len(traded - lost)
        found += len(lost | traded)
    assert found


def results_of_turn(state: np.ndarray, seat: int, other: int) -> tuple[set[int], set[int]]:
    """Tiles of the other's tokens that the seat can defeat by one blow in this turn: for nothing, by an exchange."""
    lost: set[int] = set()
    traded: set[int] = set()
    edge, turns = [state], state["turns"]
    while edge:
        now = edge.pop()
        for action in np.flatnonzero(masks(GAME, now[None])[0]):
            result = after(now, int(action))
            if now["phase"] == COMBAT_DIR:
                gone = np.flatnonzero((now["owner"] == other) & (result["owner"] != other))
                alone = (result["owner"] == seat).sum() == (now["owner"] == seat).sum()
                (lost if alone else traded).update(gone.tolist())
            elif result["turns"] == turns and not result["over"] and MOVE1 <= result["phase"] <= COMBAT_DIR:
                edge.append(result)
    return lost, traded


@pytest.mark.parametrize(("ap", "takes"), [(1, 0), (2, 1)])
def test_a_rampart_strikes_the_pool_and_takes_it(ap: int, takes: int) -> None:
    board = Board({0: f"{HOME} 44", 1: "45"}, ap=ap)
    state_features, choices = of(board)
    for values in (choices["C44"][v.HERE :], choices["pass"][v.THERE :]):
        assert values[[v.BEATS + v.ON_POOL, v.STRIKES_NOW, v.BESIDE_POOL]].tolist() == [1, 1, 1]
        assert values[v.TAKES_POOL_NOW] == takes
    assert player(state_features, 0)[[v.STRIKES_POOL, v.TAKES_POOL]].tolist() == [1, takes]
    assert player(state_features, 1)[v.AT_RISK + v.ON_POOL] == pytest.approx(1 / 3)
    assert state_features[v.RAMPARTS : v.RAMPARTS + 3] == pytest.approx([1 / 3, 0, 0])
    blow = of(board.play("pass"))[1]["C44"]
    assert blow[[v.KILLS, v.DIES, v.OPENS_POOL, v.VICTIM + v.ON_POOL]].tolist() == [1, 0, takes, 1]
    blow = of(board.play("C44"))[1]["S"]
    assert blow[[kind("attack"), v.KILLS, v.DIES, v.OPENS_POOL]].tolist() == [1, 1, 0, takes]
    too_late = of(Board({0: f"{HOME} 44", 1: "45"}, "MOVE2", ap=ap))[1]["C44"][v.HERE :]
    assert too_late[[v.BEATS + v.ON_POOL, v.STRIKES_NOW, v.TAKES_POOL_NOW]].tolist() == [1, 0, 0]


def test_who_falls_by_a_blow() -> None:
    """A mire kills nothing; plain against plain is an exchange, which the mana of the victim's owner may be worth."""
    _, choices = of(Board({0: f"{HOME} 46 48", 1: "45 38"}, "COMBAT", mana=(0, 7, 0)))
    assert choices["C46"][[v.KILLS, v.DIES]].tolist() == [0, 1]
    assert choices["C48"][[v.KILLS, v.DIES, v.VICTIM + v.ELSEWHERE]].tolist() == [1, 1, 1]
    assert choices["C48"][v.HERE + v.TRADES + v.ELSEWHERE] == 1
    assert choices["C48"][v.VICTIM_MANA] == pytest.approx(0.7)


@pytest.mark.parametrize(("mana", "wins"), [(4, 0), (9, 1)])
def test_the_pool_brings_a_point_at_once(mana: int, wins: int) -> None:
    board = Board({0: f"{HOME} 46"}, mana=(mana, 0, 0))
    values = of(board)[1]["C46"]
    assert values[[v.THERE + POOL, v.HERE + v.POOL_NOW, v.WINS]].tolist() == [1, 1, wins]
    assert values[v.MANA_AFTER] == pytest.approx((mana + 1) / 10)
    choices = of(board.play("C46"))[1]
    assert choices["N"][v.WINS] == wins
    assert choices["NE"][v.WINS] == choices["NE"][v.THERE + POOL] == 0
    assert choices["NE"][v.MANA_AFTER] == pytest.approx(mana / 10)


def test_safe_and_untouched_places() -> None:
    """A warstone beats who stands in the open beside it, a plain token only exchanges; from afar with two points."""
    board = Board({0: "48 39", 1: "36 77"})
    choices = of(board)[1]
    assert choices["C48"][[v.HERE + v.SAFE, v.HERE + v.UNTOUCHED]].tolist() == [1, 1]
    east = of(board.play("C48"))[1]
    assert east["N"][[v.THERE + v.SAFE, v.THERE + v.SAFELY_HELD]].tolist() == [0, 0]  # 47, beside 36
    assert east["S"][[v.THERE + v.SAFE, v.THERE + v.UNTOUCHED]].tolist() == [1, 1]
    choices = of(Board({0: "48 39", 1: "36 68 77"}))[1]
    assert choices["C48"][v.HERE + v.SAFE] == 1
    two_points = of(Board({0: "48 39", 1: "36 68 77 41"}))[1]
    assert choices["C48"][v.HERE + v.UNTOUCHED] == 1
    assert two_points["C48"][v.HERE + v.UNTOUCHED] == 0


def test_a_place_to_strike_from_has_a_way() -> None:
    """An enemy on the pool: the free ramparts beside it are where it dies for nothing."""
    choices = of(Board({0: "36 39", 1: "45"}, ap=2))[1]
    assert choices["C36"][v.HERE + v.NEAR + v.TO_PREY] == pytest.approx(1 / 2)
    assert choices["C36"][[v.HERE + v.PREY_NOW, v.HERE + v.PREY_NEXT, v.THERE + v.PREY_NOW]].tolist() == [1, 0, 1]
    assert of(Board({0: "36 39"}, ap=2))[1]["C36"][v.HERE + v.NEAR + v.TO_PREY] == 0
    assert of(Board({0: "36 39", 1: "45"}, "MOVE2", ap=2))[1]["C36"][v.HERE + v.PREY_NOW] == 0
    held = of(Board({0: "36 39 47", 1: "45"}, ap=1))[1]["C36"]  # an extra action: two points in the next turn
    assert held[[v.HERE + v.PREY_NOW, v.HERE + v.PREY_NEXT]].tolist() == [0, 1]
    steps = of(Board({0: "36 39", 1: "45"}, ap=2).play("C36"))[1]
    assert [steps[d][v.THERE + v.NEAR + v.TO_PREY] for d in ("N", "NE")] == [1, 1 / 2]  # a rampart, a mire


@pytest.mark.parametrize(
    ("placed", "ap", "now", "later"), [("46", 1, 1, 1), ("36", 1, 0, 0), ("36", 2, 1, 0), ("36 47", 1, 0, 1)]
)
def test_on_the_pool_in_this_turn_or_the_next(placed: str, ap: int, now: int, later: int) -> None:
    state_features, choices = of(Board({0: f"{placed} 39"}, ap=ap))
    values = choices[f"C{placed[:2]}"]
    assert values[[v.HERE + v.POOL_NOW, v.HERE + v.POOL_NEXT]].tolist() == [now, later]
    assert player(state_features, 0)[v.ENTERS] == now


def test_the_points_of_another_turn_are_not_the_own() -> None:
    """A step and a blow are two points: seat 0 has them now, seat 1 will have one."""
    board = Board({0: "45 39", 1: "36"}, ap=2)
    state_features = look(np.array([board.state], GAME.state), np.array([1])).state[0]
    assert player(state_features, 0)[v.STRIKES_POOL] == 0
    assert player(of(Board({0: "36 39", 1: "45"}, ap=2))[0], 0)[v.STRIKES_POOL] == 1


def test_each_token_at_risk_counts_once() -> None:
    """A warstone and a plain token beside it; on a mire beside the warstone one is near the pool, but not safe."""
    mine = player(of(Board({0: "47 39", 1: "36 48"}))[0], 0)
    assert mine[[v.AT_RISK + v.ON_ACTION, v.IN_EXCHANGE]] == pytest.approx([1 / 3, 0])
    values = of(Board({0: "46 39", 1: "36"}))[1]["C46"]
    assert values[[v.HERE + v.NEAR, v.HERE + v.SAFE, v.HERE + v.SAFE_NEAR_POOL]].tolist() == [0.5, 0, 0]


@PLAYERS
def test_the_nearest_token_is_rows_every_player(players: int) -> None:
    for state in in_phases((MOVE1, COMBAT), sample(300, 50), players):
        seat = int(state["to_act"])
        state_features, owner = look(np.array([state], GAME.state)).state[0], own_frame(state, seat)
        goals = [{45}, *({t for t in range(91) if KIND[t] == kind and owner[t] == -1} for kind in (7, 9))]
        for place in range(players):
            tiles = [t for t in np.flatnonzero(owner == (seat + place) % players) if not LOCKS[t]]
            ways = [max((way(owner, int(t), goal) for t in tiles), default=0) for goal in goals]
            found = player(state_features, place)[[v.WAYS, v.WAYS + 1, v.WAYS + 2]]
            assert found == pytest.approx(ways, abs=1e-6)


def test_guards() -> None:
    choices = of(Board({0: "44 36 45 47"}))[1]
    assert choices["C44"][[v.HERE + v.GUARDS_POOL, v.HERE + v.GUARDS_ABILITY]].tolist() == [1, 0]
    assert choices["C36"][[v.HERE + v.GUARDS_POOL, v.HERE + v.GUARDS_ABILITY]].tolist() == [0, 1]


def test_new_tokens_and_the_end_of_their_phase() -> None:
    board = Board.turn({0: "20", 1: "59"})
    choices = of(board)[1]
    assert set(choices) == {"left", "front", "right"}
    assert choices["left"][[kind("place a token"), v.THERE + v.UNTOUCHED]].tolist() == [1, 1]
    assert choices["front"][[v.THERE + v.SAFE, v.THERE + v.UNTOUCHED]].tolist() == [1, 0]  # beside 59
    assert of(board.play("front"))[1]["pass"][kind("end START")] == 1


def test_the_dagger_and_what_it_costs() -> None:
    board = Board({0: f"{HOME} 43 45"}, "MOVE2", mana=(8, 0, 0)).play("pass")
    choices = of(board)[1]
    assert choices["dagger"][[kind("draw the dagger"), v.WINS]].tolist() == [1, 1]  # the pool has brought the ninth
    assert choices["pass"][[kind("end END"), v.WINS]].tolist() == [1, 0]
    marks = of(board.play("dagger"))[1]
    assert marks["C45"][[kind("mark"), v.HERE + POOL]].tolist() == [1, 1]
    assert marks["C43"][[v.HERE + DAGGER, v.HERE + v.NEAR]].tolist() == [1, 0]
    assert marks["C39"][v.HERE + v.NEAR] > 0
    assert "C45" not in of(board.play("C45"))[1]


def test_the_race_for_mana() -> None:
    """The pool and daggers that can be paid make the pace: seat 0 needs 3 turns, seat 1 two, seat 2 gets nowhere."""
    placed = {0: f"{HOME} 45", 1: "6 7 1 43 26 24", 2: "66 86"}
    state_features, _ = of(Board(placed, mana=(7, 6, 9)))
    own, following, last = (player(state_features, k) for k in range(3))
    assert [p[v.PACE] * 3 for p in (own, following, last)] == pytest.approx([1, 2, 0])
    assert [p[v.SOON] for p in (own, following, last)] == pytest.approx([1 / 4, 1 / 3, 0])
    assert [p[v.FIRST] for p in (own, following, last)] == [0, 1, 0]
    assert following[v.POINTS] * 7 == pytest.approx(2)
    assert [p[v.ON_BOARD] * 15 for p in (own, following, last)] == pytest.approx([4, 6, 2])
    assert [p[v.LOOSE] * 15 for p in (own, following, last)] == pytest.approx([3, 3, 1])
    poor = of(Board({0: HOME, 1: "6 7 1 43 26 8", 2: "66 86 87 88"}))[0]  # two daggers, one point
    assert [player(poor, k)[v.DAGGER_USES] * 3 for k in range(3)] == pytest.approx([0, 1, 1])
    two = of(Board({0: HOME, 1: HOMES[1]}, players=2))[0]
    assert [player(two, k)[v.PLAYS] for k in range(3)] == [1, 1, 0]


def test_a_pick_has_the_largest_value_of_its_steps() -> None:
    for state in in_phases((MOVE1,), sample(300, 50)):
        found = look(np.array([state], GAME.state))
        picks = found.actions >= CELL
        for action, values in zip(found.actions[picks], found.values[picks], strict=True):
            steps = look(np.array([after(state, int(action))], GAME.state)).values[
                :, v.THERE : v.THERE + v.STANDING_VALUES
            ]
            assert values[v.THERE : v.THERE + v.STANDING_VALUES] == pytest.approx(steps.max(0))
        assert found.state[0, v.BEST :] == pytest.approx(found.values.max(0))
