"""The features come true: tokens, units, points and losses after a choice, told from the observation alone."""

import numpy as np
import pytest
from flank_envs.games.flank.features import values as told
from flank_envs.games.flank.features.values import BATTLE, LEFT_BASE, LEFT_FALLS, PURSE, SHEETS, THERE, ZONE_VALUES

from flank_envs.engine import kernels
from flank_envs.engine.positions import observations
from flank_envs.games.flank.layout import BLUE, BUILD_UNIT, END, MOVE_ALL, MOVE_UNIT, PLACE, SHIFT
from flank_envs.games.flank.observe import POINTS
from flank_envs.games.flank.tables import (
    BEFORE_COMBAT,
    BUILD,
    COMBAT,
    DRAFT,
    GROUP,
    HARVEST,
    MOVE_TARGET,
    MOVE_UNITS,
    PLACEMENT,
    REVEALED,
    SITE_ZONE,
    TIE,
    ZONES,
)
from flank_envs.opponents.policy.features import FeatureReader, FeatureRows
from tests.conformance.play import masks, positions, sample
from tests.games.flank.board import GAME, Board, battle
from tests.games.flank.names import action_name


def seen_by_actors(states: np.ndarray) -> np.ndarray:
    return observations(GAME, states)


def look(states: np.ndarray) -> FeatureRows:
    """What the seat to act foresees in each record."""
    return FeatureReader(GAME).read(seen_by_actors(states))


def of(board: Board) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """The state, and the values of each choice by name."""
    found = look(np.array([board.state], GAME.state))
    names = [action_name(int(action), *board._sides()) for action in found.actions]
    return found.state[0], dict(zip(names, found.values, strict=True))


def zones_of(state: np.ndarray) -> np.ndarray:
    return state[: ZONES * ZONE_VALUES].reshape(ZONES, ZONE_VALUES)


def underway(wanted: int, *phases: int) -> np.ndarray:
    states = positions(GAME, wanted)
    states = states[(states["over"] == 0) & (np.isin(states["phase"], phases) if phases else states["phase"] != DRAFT)]
    assert len(states)
    return states


def choices_made(states: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """One row for each choice that is told of: the record before, the action, its values, the record after."""
    found = look(states)
    before = states[found.rows]
    after = before.copy()
    kernels.decide(after, found.actions)
    return before, found.actions, found.values, after


def goes_on(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Where the seat is still at the same thing, so that nothing else has happened."""
    same = (before["to_act"] == after["to_act"]) & (before["round_number"] == after["round_number"])
    return same & (GROUP[before["phase"]] == GROUP[after["phase"]]) & (after["over"] == 0)


def test_all_choices_are_told_and_no_others() -> None:
    states = underway(sample(4000, 100))
    found, legal = look(states), masks(GAME, states)
    told_of = np.zeros_like(legal)
    told_of[found.rows, found.actions] = 1
    assert (told_of == legal).all()
    assert len(set(states["phase"].tolist())) >= sample(13, 5)


@pytest.mark.parametrize("phase", [HARVEST, BUILD, MOVE_TARGET, COMBAT])
def test_tokens_after_a_choice(phase: int) -> None:
    before, _, values, after = choices_made(underway(sample(2000, 100), phase))
    same = goes_on(before, after)
    kept = after["tokens"][np.arange(len(after)), before["to_act"]]
    assert same.any()
    assert (np.round(values[same, PURSE : PURSE + 3] * 8) == kept[same]).all()


def test_points_after_a_choice() -> None:
    before, _, values, after = choices_made(underway(sample(6000, 100), BEFORE_COMBAT, COMBAT))
    same = goes_on(before, after) & (before["phase"] == after["phase"]) & (after["battle"] == REVEALED)
    seen = observations(GAME, after, before["to_act"])
    points = np.round(seen[same, POINTS : POINTS + 2] * 20)
    assert len(points)
    assert (np.round(values[same, SHEETS + told.OWN_POINTS] * 10) == points[:, 0]).all()
    assert (np.round(values[same, SHEETS + told.ENEMY_POINTS] * 10) == points[:, 1]).all()
    assert (np.sign(values[same, SHEETS + told.POINTS_LEAD]) == np.sign(points[:, 0] - points[:, 1])).all()


def test_a_battle_ends_as_it_is_told() -> None:
    """FL-7.5: where END is the last word, winner and base are known."""
    before, actions, values, after = choices_made(underway(sample(6000, 400), COMBAT))
    last = (actions == END) & (values[:, SHEETS + told.OVER] == 1) & (after["battle_result"] >= 0)
    assert last.sum() > sample(10, 0)
    seat = before["to_act"][last]
    result = after["battle_result"][last]
    assert ((values[last, SHEETS + told.AHEAD] == 1) == (result == seat)).all()
    assert ((values[last, SHEETS + told.EVEN] == 1) == (result == TIE)).all()
    rows = np.arange(last.sum())
    own_gone = before["bases"][last][rows, seat] != after["bases"][last][rows, seat]
    enemy_gone = before["bases"][last][rows, 1 - seat] != after["bases"][last][rows, 1 - seat]
    assert (values[last, SHEETS + told.BASE_LOSS] == enemy_gone.astype(int) - own_gone).all()


def test_units_stand_where_it_is_told() -> None:
    before, actions, values, after = choices_made(underway(sample(4000, 200), BUILD, MOVE_UNITS, PLACEMENT))
    rows, seats = np.arange(len(before)), before["to_act"]
    come = after["crowd"][rows, seats].sum(1) - before["crowd"][rows, seats].sum(1)
    same = goes_on(before, after) & ((before["phase"] != PLACEMENT) | (come == 1))  # the last ones go by themselves
    checked = 0
    for old, action, told_of, new in zip(before[same], actions[same], values[same], after[same], strict=True):
        zone = zone_filled(old, int(action))
        if zone is not None:
            assert round(float(told_of[THERE + told.UNITS_HERE]) * 5) == new["crowd"][old["to_act"], zone]
            checked += 1
    assert checked > sample(100, 5)


def zone_filled(state: np.ndarray, action: int) -> int | None:
    """Where a unit comes to by a choice, on the board."""
    seat = int(state["to_act"])
    if state["phase"] == MOVE_UNITS:
        return int(state["move_target"]) if MOVE_UNIT <= action <= MOVE_ALL else None
    if state["phase"] == PLACEMENT:
        zone = (action - PLACE) % ZONES
        return zone if seat == 0 else ZONES - 1 - zone
    return int(SITE_ZONE[seat, (action - BUILD_UNIT) % 5]) if BUILD_UNIT <= action < BUILD_UNIT + 20 else None


def test_losses_in_a_battle() -> None:
    """Two flank kills against Guard and Mystic take the Guard; a lead of one takes front and base."""
    board = battle("S|SS|C", "W|GM|", factions="TK", tokens=((1, 0, 0), (0, 0, 0)))
    state, choices = of(board)
    now, better = state[BATTLE:], choices["blue"][SHEETS:]
    assert [round(float(x) * 10) for x in now[[told.OWN_POINTS, told.ENEMY_POINTS]]] == board.points() == [5, 9]
    assert now[[told.OWN_LOSS, told.ENEMY_LOSS]] * 4 == pytest.approx([1, 1])
    assert now[[told.BASE_LOSS, told.OWN_KILLS, told.ENEMY_KILLS]] * 4 == pytest.approx([0, 2, 0])
    assert better[[told.OWN_POINTS, told.OWN_SWING, told.HOPELESS]] == pytest.approx([0.6, 0, 1])
    assert choices["end"][SHEETS + told.OWN_SWING] == 0  # out without a token spent
    board = battle("S|SSS|", "|", factions="TK", tokens=((1, 0, 0), (0, 1, 0)))
    ahead = of(board)[0][BATTLE:]
    assert (ahead[told.AHEAD], ahead[told.BASE_LOSS], ahead[told.SAFE]) == (1, 1, 1)  # 7 to 2, a push takes 2
    assert ahead[told.ENEMY_SWING] * 10 == pytest.approx(2)


@pytest.mark.parametrize(
    ("factions", "attack", "defend", "lost"),
    [
        *(("TK", "S||S", "W|GM|", 0), ("TK", "S||C", "W|GM|", 1), ("TK", "S||SC", "W|GM|", 2)),
        *(("TS", "S||CC", "R|RRS|", 3), ("TS", "S||C", "R|RRS|", 1)),
    ],
)
def test_flank_kills(factions: str, attack: str, defend: str, lost: int) -> None:
    """FL-10.5, FL-10.6: a Guard costs two kills, a Web unit takes one away."""
    board = battle(attack, defend, factions=factions, tokens=((1, 0, 0), (0, 0, 0)))
    assert of(board)[0][BATTLE + told.ENEMY_LOSS] * 4 == pytest.approx(lost)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_tie_takes_both_frontlines(seat: int) -> None:
    tokens = ((1, 0, 0), (0, 0, 0)) if seat == 0 else ((0, 0, 0), (1, 0, 0))
    found = of(battle("SS||", "||", factions="TK", tokens=tokens))[0][BATTLE:]
    assert (found[told.EVEN], found[told.AHEAD], found[told.BASE_LOSS]) == (1, 0, 1 if seat == 0 else -1)
    assert found[[told.OWN_LOSS, told.ENEMY_LOSS]] * 4 == pytest.approx([2, 0] if seat == 0 else [0, 2])


@pytest.mark.parametrize(
    ("factions", "attack", "upgrade", "points"),
    [("TK", "S|S|S", "3", 1 + 2 + 2), ("SK", "R|RR|", "4", 1 + 4 + 2), ("KT", "W|M|", "4", 2 + 3)],
)
def test_upgrades_in_battle(factions: str, attack: str, upgrade: str, points: int) -> None:
    """Combined Arms and Frenzy count at once, Psionic Focus with the first of two blue tokens."""
    board = battle(attack, "|", factions=factions, upgrades=(upgrade, ""), tokens=((2, 0, 0), (0, 0, 0)))
    state, choices = of(board)
    focus = int(factions == "KT")
    assert state[BATTLE + told.OWN_POINTS] * 10 == pytest.approx(points)
    assert state[BATTLE + told.OWN_SWING] * 10 == pytest.approx(2 + focus)
    assert choices["blue"][SHEETS + told.OWN_POINTS] * 10 == pytest.approx(points + 1 + focus)


def test_tokens_of_a_force_mined_card_go_first() -> None:
    board = battle("S|S|", "|", factions="TK", tokens=((1, 0, 2), (0, 0, 0)), hands=("5", ""), mines=("5", ""))
    _, choices = of(board)
    assert choices["blue"][PURSE : PURSE + 3] * 8 == pytest.approx([1, 0, 2])
    assert choices["blue"][SHEETS + told.OWN_SWING] * 10 == pytest.approx(1 + 1)  # a blue token; front to support


def test_tokens_beyond_the_limits() -> None:
    board = Board("KT", tokens=((4, 3, 6), (0, 0, 0)), hands=("02", ""))
    values = of(board)[1]["play 0"]
    assert values[PURSE : PURSE + 3] * 8 == pytest.approx([5, 3, 7])
    assert values[[told.GAINED, told.WASTED]] * 5 == pytest.approx([2, 2])


def test_what_tokens_can_still_change() -> None:
    """All ways to spend one green and one yellow token are tried: the best one is as good as told."""
    states = underway(sample(3000, 400), COMBAT)
    states = states[(states["out"] == 0).all(axis=1) & (states["spent"] == 0)][: sample(60, 4)].copy()
    rows = np.arange(len(states))
    states["upgrades"], states["extra"], states["tokens"] = 0, 0, 0
    states["tokens"][rows, states["to_act"]] = (0, 1, 1)
    states["tokens"][rows, 1 - states["to_act"]] = (1, 0, 0)  # so that the battle goes on
    found = look(states)
    battle_now = found.state[:, BATTLE:]
    reached = np.full(len(states), -100.0)
    first = states[found.rows].copy()
    kernels.decide(first, found.actions)
    for row, state in [*enumerate(states), *zip(found.rows, first, strict=True)]:
        one = np.array([state], GAME.state)
        if one["to_act"][0] == states["to_act"][row] and one["battle"][0] == REVEALED:
            leads = look(one)
            spending = (leads.actions > BLUE) & (leads.actions < SHIFT + 24)
            leads = [leads.state[0, BATTLE + told.POINTS_LEAD], *leads.values[spending, SHEETS + told.POINTS_LEAD]]
            reached[row] = max(reached[row], *leads)
    expected = battle_now[:, told.POINTS_LEAD] + battle_now[:, told.OWN_SWING]
    assert reached == pytest.approx(expected, abs=1e-5)


def test_the_rest_of_a_formation_is_taken_for_support() -> None:
    """Four Soldiers attack a base with two Warriors: the first Soldier stands in front already."""
    board = Board("TK", ({12: "SSSC"}, {12: "WW"}), phase="MOVE_TARGET", battle=(12, 0), tokens=((0, 0, 1), (0, 0, 1)))
    board.play("end", "form S>F")
    _, choices = of(board)
    support, flank = choices["form C>S"][SHEETS:], choices["form C>K"][SHEETS:]
    assert support[told.OWN_POINTS] * 10 == pytest.approx(1 + 3 * 2)
    assert flank[told.OWN_POINTS] * 10 == pytest.approx(1 + 2 * 2)
    assert [support[told.OWN_KILLS] * 4, flank[told.OWN_KILLS] * 4] == pytest.approx([0, 2])
    assert flank[told.ENEMY_POINTS] * 10 == pytest.approx(2 + 2 + 2)  # base, front, support
    assert choices["form C>K"][told.TO_PLACE : told.TO_PLACE + 3].tolist() == [0, 0, 1]


def test_the_enemy_is_taken_to_form_as_the_heuristic() -> None:
    """One in front, the best killer in the flank, the others in support."""
    units = ({13: "WWM"}, {13: "SSSC"})
    board = Board("KT", units, phase="MOVE_TARGET", battle=(13, 0), tokens=((0, 0, 1), (0, 0, 1)))
    found = of(board.play("end", "form W>F"))[0][BATTLE:]
    assert [found[told.ENEMY_POINTS] * 10, found[told.ENEMY_KILLS] * 4] == pytest.approx([2 + 1 + 2 + 2, 2])
    assert found[told.OWN_LOSS] * 4 == pytest.approx(1 + 2)  # a tie of 7 to 7 takes the front, the Commando both others


def test_leads_in_battles_to_come() -> None:
    """Two Tanks besiege the base on 12 from 7, a Soldier comes from 11; an enemy beside 10 threatens nothing yet."""
    units = ({7: "TT", 11: "S"}, {13: "WW"})
    board = Board("TK", units, phase="MOVE_TARGET", tokens=((1, 0, 2), (0, 0, 3)))
    for tokens, points in (((1, 0, 2), 3 + 3 + 2), ((1, 0, 1), 6)):
        board.state.tokens[0] = tokens
        zone = zones_of(of(board)[0])[12]
        assert zone[told.ATTACKED] * 10 == pytest.approx(points)
        assert zone[[told.DEFENDED, told.LEAD, told.LEAD_WITH_BLUE]] * 10 == pytest.approx([2, points - 2, points - 1])
        assert zone[told.WINS] == 1
    _, choices = of(board)
    assert choices["to 12"][THERE + told.ATTACKED] * 10 == pytest.approx(6)
    assert choices["to 12"][[THERE + told.UNITS_HERE, THERE + told.ROOM]] * 5 == pytest.approx([2, 4 - 2])
    board.state.upgrades[1] = 1 << 3  # Aegis: no siege, a point more
    assert zones_of(of(board)[0])[12][[told.ATTACKED, told.DEFENDED]] * 10 == pytest.approx([3, 3])


def test_a_move_that_is_being_made_has_been_paid() -> None:
    """With the only token Tanks or a Soldier come to 12, and nobody after them."""
    board = Board("TK", ({7: "TT", 11: "S"}, {}), phase="MOVE_TARGET", tokens=((0, 0, 1), (0, 0, 0)))
    state, choices = of(board.play("to 12"))
    assert zones_of(state)[12][told.ATTACKED] * 10 == pytest.approx(6)
    for name, points in (("from 7", 6), ("from 11", 1)):
        assert choices[name][THERE + told.ATTACKED] * 10 == pytest.approx(points)


def test_the_end_of_moves_begins_the_battle() -> None:
    """Who has not come by then does not fight."""
    board = Board("TK", ({12: "TT", 11: "S"}, {}), phase="MOVE_TARGET", battle=(12, 0), tokens=((0, 0, 1), (0, 0, 0)))
    _, choices = of(board)
    assert [choices[name][THERE + told.ATTACKED] * 10 for name in ("end", "to 12")] == pytest.approx([6, 8])


def test_overrun_makes_room() -> None:
    board = Board("SK", ({0: "R"}, {}), phase="MOVE_TARGET", upgrades=("1", ""), tokens=((0, 0, 1), (0, 0, 0)))
    assert zones_of(of(board)[0])[0][told.ROOM] * 5 == pytest.approx(4 + 1 - 1)


def test_a_tie_is_enough_for_a_base_to_fall() -> None:
    board = Board("KT", ({10: "M"}, {11: "SS"}), phase="MOVE_TARGET", tokens=((0, 0, 1), (0, 0, 0)))
    zone = zones_of(of(board)[0])[10]
    assert (zone[told.HOLDS_BY], zone[told.FALLS]) == (0, 1)
    assert zones_of(of(board)[0])[0][told.FALLS] == 0  # nobody is near


def test_threats() -> None:
    """Three Soldiers on 11 threaten 10; a Warrior that leaves it makes it fall."""
    units = ({10: "WW", 6: "M"}, {11: "SSS"})
    board = Board("KT", units, phase="MOVE_TARGET", tokens=((0, 0, 2), (0, 0, 3)))
    state, choices = of(board)
    zone = zones_of(state)[10]
    assert zone[[told.HOLDS_WITH, told.FACES, told.HOLDS_BY]] * 10 == pytest.approx([6, 5, 1])
    assert (zone[told.FALLS], zone[told.OWN_BASE], zone[told.ENEMIES_NEAR] * 5) == (0, 1, pytest.approx(3))
    assert zone[told.NEXT_LEAD] * 10 == pytest.approx(2 + 2 + 3 - 5)
    assert zones_of(state)[5][told.FACES_SOON] * 10 == pytest.approx(5)
    assert choices["to 5"][[LEFT_BASE, LEFT_FALLS]].tolist() == [1, 1]
    assert choices["to 1"][LEFT_FALLS] == 0  # from 6, where nothing is left


def test_the_score() -> None:
    board = Board("KT", ({0: "WW"}, {13: "S"}), phase="BUILD", tokens=((5, 5, 8), (0, 0, 0)), bases=((0, 1), (14, 13)))
    score = of(board)[0][told.SCORE : told.SCORE + 4]
    assert score == pytest.approx([0, 1 / 8, 0, 1])
    board.state.bases[0] = 1
    assert of(board)[0][told.SCORE : told.SCORE + 4] == pytest.approx([-1 / 5, 1 / 8, -1 / 8, -1])


def test_the_largest_of_each_value() -> None:
    board = Board("KT", ({0: "WW"}, {13: "S"}), phase="MOVE_TARGET", tokens=((1, 0, 2), (0, 0, 3)))
    state, choices = of(board)
    assert state[told.BEST :] == pytest.approx(np.maximum(0, np.stack(list(choices.values())).max(0)))
    assert set(choices) == set(board.legal())
