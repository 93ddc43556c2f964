"""The features come true: tokens, units, points and losses after an action."""

import numpy as np
import pytest

from flank_envs.engine import kernels
from flank_envs.engine.positions import features, need_features, observations
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.features.values import ZONE
from flank_envs.games.flank.layout import BLUE, BUILD_UNIT, END, MOVE_ALL, MOVE_UNIT, PLACE, SHIFT
from tests.conformance.play import masks, positions, sample
from tests.games.flank.board import GAME, Board, battle
from tests.games.flank.names import action_name

STATE, ACTIONS = need_features(GAME).state, need_features(GAME).actions
Values = dict[str, np.ndarray]


def of(board: Board) -> tuple[Values, dict[str, Values]]:
    """The features of the position, and those of each action by its name."""
    found = features(GAME, np.array([board.state], GAME.state))
    names = [action_name(int(action), *board._sides()) for action in found.actions]
    return STATE.split(found.state[0]), dict(zip(names, map(ACTIONS.split, found.values), strict=True))


def part(values: Values, prefix: str, *names: str) -> np.ndarray:
    return np.hstack([values[f"{prefix}_{name}"] for name in names])


def battle_of(board: Board, *names: str) -> np.ndarray:
    return part(of(board)[0], "battle", *names)


def zone_of(board: Board, zone: int, *names: str) -> np.ndarray:
    values = ZONE.split(of(board)[0]["zones"][zone])
    return np.hstack([values[name] for name in names])


def underway(wanted: int, *phases: int) -> np.ndarray:
    states = positions(GAME, wanted)
    asked = np.isin(states["phase"], phases) if phases else states["phase"] != t.DRAFT
    states = states[(states["over"] == 0) & asked]
    assert len(states)
    return states


def carried_out(states: np.ndarray) -> tuple[np.ndarray, np.ndarray, Values, np.ndarray]:
    """One row for each legal action: the record before, the action, its features, the record after."""
    found = features(GAME, states)
    before = states[found.rows]
    after = before.copy()
    kernels.decide(after, found.actions)
    return before, found.actions, ACTIONS.split(found.values), after


def goes_on(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Where the seat is still at the same thing, so that nothing else has happened."""
    same = (before["to_act"] == after["to_act"]) & (before["round_number"] == after["round_number"])
    return same & (t.GROUP[before["phase"]] == t.GROUP[after["phase"]]) & (after["over"] == 0)


def test_all_legal_actions_have_features_and_no_others() -> None:
    states = underway(sample(4000, 100))
    found, legal = features(GAME, states), masks(GAME, states)
    listed = np.zeros_like(legal)
    listed[found.rows, found.actions] = 1
    assert (listed == legal).all()
    assert len(set(states["phase"].tolist())) >= sample(13, 5)


@pytest.mark.parametrize("phase", [t.HARVEST, t.BUILD, t.MOVE_TARGET, t.COMBAT])
def test_tokens_after_an_action(phase: int) -> None:
    before, _, values, after = carried_out(underway(sample(2000, 100), phase))
    same = goes_on(before, after)
    kept = after["tokens"][np.arange(len(after)), before["to_act"]]
    assert same.any()
    assert (np.round(values["tokens"][same] * 8) == kept[same]).all()


def test_points_after_an_action() -> None:
    before, _, values, after = carried_out(underway(sample(6000, 100), t.BEFORE_COMBAT, t.COMBAT))
    same = goes_on(before, after) & (before["phase"] == after["phase"]) & (after["battle"] == t.REVEALED)
    own, enemy = (GAME.observation.split(observations(GAME, after, before["to_act"]))["points"][same] * 20).round().T
    assert len(own)
    assert (np.round(values["battle_points"][same] * 10) == np.stack([own, enemy], axis=1)).all()
    assert (np.sign(values["battle_lead"][same]) == np.sign(own - enemy)).all()


def test_the_end_of_a_battle() -> None:
    """FL-7.5: where END is the last word, winner and base are known."""
    before, actions, values, after = carried_out(underway(sample(6000, 400), t.COMBAT))
    last = (actions == END) & (values["battle_over"] == 1) & (after["battle_result"] >= 0)
    assert last.sum() > sample(10, 0)
    seat = before["to_act"][last]
    result = after["battle_result"][last]
    assert ((values["battle_ahead"][last] == 1) == (result == seat)).all()
    assert ((values["battle_even"][last] == 1) == (result == t.TIE)).all()
    rows = np.arange(last.sum())
    own_gone = before["bases"][last][rows, seat] != after["bases"][last][rows, seat]
    enemy_gone = before["bases"][last][rows, 1 - seat] != after["bases"][last][rows, 1 - seat]
    assert (values["battle_base_loss"][last] == enemy_gone.astype(int) - own_gone).all()


def test_units_stand_where_they_go() -> None:
    before, actions, values, after = carried_out(underway(sample(4000, 200), t.BUILD, t.MOVE_UNITS, t.PLACEMENT))
    rows, seats = np.arange(len(before)), before["to_act"]
    come = after["crowd"][rows, seats].sum(1) - before["crowd"][rows, seats].sum(1)
    same = goes_on(before, after) & ((before["phase"] != t.PLACEMENT) | (come == 1))  # the last ones go by themselves
    checked = 0
    for old, action, units, new in zip(
        before[same], actions[same], values["there_own_units"][same], after[same], strict=True
    ):
        zone = zone_filled(old, int(action))
        if zone is not None:
            assert round(float(units) * 5) == new["crowd"][old["to_act"], zone]
            checked += 1
    assert checked > sample(100, 5)


def zone_filled(state: np.ndarray, action: int) -> int | None:
    """Where a unit comes to by an action, on the board."""
    seat = int(state["to_act"])
    if state["phase"] == t.MOVE_UNITS:
        return int(state["move_target"]) if MOVE_UNIT <= action <= MOVE_ALL else None
    if state["phase"] == t.PLACEMENT:
        zone = (action - PLACE) % t.ZONES
        return zone if seat == 0 else t.ZONES - 1 - zone
    return int(t.SITE_ZONE[seat, (action - BUILD_UNIT) % 5]) if BUILD_UNIT <= action < BUILD_UNIT + 20 else None


def test_losses_in_a_battle() -> None:
    """Two flank kills against Guard and Mystic take the Guard; a lead of one takes front and base."""
    board = battle("S|SS|C", "W|GM|", factions="TK", tokens=((1, 0, 0), (0, 0, 0)))
    actions = of(board)[1]
    assert (battle_of(board, "points") * 10).round().tolist() == board.points() == [5, 9]
    assert battle_of(board, "losses") * 4 == pytest.approx([1, 1])
    assert battle_of(board, "base_loss", "kills") * 4 == pytest.approx([0, 2, 0])
    assert part(actions["blue"], "battle", "points", "swing", "hopeless") == pytest.approx([0.6, 0.9, 0, 0, 1])
    assert actions["end"]["battle_swing"][0] == 0  # out without a token spent
    board = battle("S|SSS|", "|", factions="TK", tokens=((1, 0, 0), (0, 1, 0)))
    assert battle_of(board, "ahead", "base_loss", "safe").tolist() == [1, 1, 1]  # 7 to 2, a push takes 2
    assert battle_of(board, "swing")[1] * 10 == pytest.approx(2)


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
    assert battle_of(board, "losses")[1] * 4 == pytest.approx(lost)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_tie_takes_both_frontlines(seat: int) -> None:
    tokens = ((1, 0, 0), (0, 0, 0)) if seat == 0 else ((0, 0, 0), (1, 0, 0))
    board = battle("SS||", "||", factions="TK", tokens=tokens)
    assert battle_of(board, "even", "ahead", "base_loss").tolist() == [1, 0, 1 if seat == 0 else -1]
    assert battle_of(board, "losses") * 4 == pytest.approx([2, 0] if seat == 0 else [0, 2])


@pytest.mark.parametrize(
    ("factions", "attack", "upgrade", "points"),
    [("TK", "S|S|S", "3", 1 + 2 + 2), ("SK", "R|RR|", "4", 1 + 4 + 2), ("KT", "W|M|", "4", 2 + 3)],
)
def test_upgrades_in_battle(factions: str, attack: str, upgrade: str, points: int) -> None:
    """Combined Arms and Frenzy count at once, Psionic Focus with the first of two blue tokens."""
    board = battle(attack, "|", factions=factions, upgrades=(upgrade, ""), tokens=((2, 0, 0), (0, 0, 0)))
    focus = int(factions == "KT")
    assert battle_of(board, "points", "swing")[[0, 2]] * 10 == pytest.approx([points, 2 + focus])
    assert of(board)[1]["blue"]["battle_points"][0] * 10 == pytest.approx(points + 1 + focus)


def test_tokens_of_a_force_mined_card_go_first() -> None:
    board = battle("S|S|", "|", factions="TK", tokens=((1, 0, 2), (0, 0, 0)), hands=("5", ""), mines=("5", ""))
    blue = of(board)[1]["blue"]
    assert blue["tokens"] * 8 == pytest.approx([1, 0, 2])
    assert blue["battle_swing"][0] * 10 == pytest.approx(1 + 1)  # a blue token; front to support


def test_a_card_is_given_up_for_tokens_in_battle() -> None:
    """FL-6.6, FL-6.7: a token of each colour, for the attacker before the defender has formed."""
    units = ({12: "SSS"}, {12: "W"})
    board = Board("TK", units, phase="MOVE_TARGET", battle=(12, 0), hands=("1", ""))
    mine = of(board.play("end").form(0, "S|S|S"))[1]["mine 1"]
    assert [mine["gained"] * 5, mine["battle_swing"][0] * 10] == pytest.approx([-4, 1 + 2 + 2])


def test_tokens_beyond_the_limits() -> None:
    board = Board("KT", tokens=((4, 3, 6), (0, 0, 0)), hands=("02", ""))
    values = of(board)[1]["play 0"]
    assert values["tokens"] * 8 == pytest.approx([5, 3, 7])
    assert [values["gained"] * 5, values["wasted"] * 5] == pytest.approx([2, 2])


def test_what_tokens_can_still_change() -> None:
    """All ways to spend one green and one yellow token are tried: the best one is as good as `own_swing` says."""
    states = underway(sample(3000, 400), t.COMBAT)
    states = states[(states["out"] == 0).all(axis=1) & (states["spent"] == 0)][: sample(60, 4)].copy()
    rows = np.arange(len(states))
    states["upgrades"], states["extra"], states["tokens"] = 0, 0, 0
    states["tokens"][rows, states["to_act"]] = (0, 1, 1)
    states["tokens"][rows, 1 - states["to_act"]] = (1, 0, 0)  # so that the battle goes on
    found = features(GAME, states)
    reached = np.full(len(states), -100.0)
    first = states[found.rows].copy()
    kernels.decide(first, found.actions)
    for row, state in [*enumerate(states), *zip(found.rows, first, strict=True)]:
        one = np.array([state], GAME.state)
        if one["to_act"][0] == states["to_act"][row] and one["battle"][0] == t.REVEALED:
            leads = features(GAME, one)
            spending = (leads.actions > BLUE) & (leads.actions < SHIFT + 24)
            after = ACTIONS.split(leads.values[spending])["battle_lead"]
            reached[row] = max(reached[row], STATE.split(leads.state[0])["battle_lead"], *after)
    now = STATE.split(found.state)
    assert reached == pytest.approx(now["battle_lead"] + now["battle_swing"][:, 0], abs=1e-5)


def test_the_rest_of_a_formation_is_taken_for_support() -> None:
    """Four Soldiers attack a base with two Warriors: the first Soldier stands in front already."""
    board = Board("TK", ({12: "SSSC"}, {12: "WW"}), phase="MOVE_TARGET", battle=(12, 0), tokens=((0, 0, 1), (0, 0, 1)))
    actions = of(board.play("end", "form S>F"))[1]
    support, flank = actions["form C>S"], actions["form C>K"]
    assert support["battle_points"][0] * 10 == pytest.approx(1 + 3 * 2)
    assert flank["battle_points"] * 10 == pytest.approx([1 + 2 * 2, 2 + 2 + 2])  # front, support; with a base
    assert [support["battle_kills"][0] * 4, flank["battle_kills"][0] * 4] == pytest.approx([0, 2])
    assert flank["to_place"].tolist() == [0, 0, 1]


def test_the_enemy_is_taken_to_form_as_the_heuristic() -> None:
    """One in front, the best killer in the flank, the others in support."""
    units = ({13: "WWM"}, {13: "SSSC"})
    board = Board("KT", units, phase="MOVE_TARGET", battle=(13, 0), tokens=((0, 0, 1), (0, 0, 1)))
    board.play("end", "form W>F")
    assert battle_of(board, "points")[1] * 10 == pytest.approx(2 + 1 + 2 + 2)
    # a tie of 7 to 7 takes the front, the Commando both others
    assert battle_of(board, "kills", "losses")[[1, 2]] * 4 == pytest.approx([2, 1 + 2])


def test_leads_in_battles_to_come() -> None:
    """Two Tanks besiege the base on 12 from 7, a Soldier comes from 11; an enemy beside 10 threatens nothing yet."""
    units = ({7: "TT", 11: "S"}, {13: "WW"})
    board = Board("TK", units, phase="MOVE_TARGET", tokens=((1, 0, 2), (0, 0, 3)))
    for tokens, points in (((1, 0, 2), 3 + 3 + 2), ((1, 0, 1), 6)):
        board.state.tokens[0] = tokens
        leads = [points, 2, points - 2, points - 1]
        assert zone_of(board, 12, "attack", "enemy_defence", "lead") * 10 == pytest.approx(leads)
        assert zone_of(board, 12, "wins") == 1
    there = of(board)[1]["to 12"]
    assert there["there_attack"] * 10 == pytest.approx(6)
    assert part(there, "there", "own_units", "room") * 5 == pytest.approx([2, 4 - 2])
    board.state.upgrades[1] = 1 << 3  # Aegis: no siege, a point more
    assert zone_of(board, 12, "attack", "enemy_defence") * 10 == pytest.approx([3, 3])


def test_a_move_that_is_being_made_has_been_paid() -> None:
    """With the only token Tanks or a Soldier come to 12, and nobody after them."""
    board = Board("TK", ({7: "TT", 11: "S"}, {}), phase="MOVE_TARGET", tokens=((0, 0, 1), (0, 0, 0)))
    actions = of(board.play("to 12"))[1]
    assert zone_of(board, 12, "attack") * 10 == pytest.approx(6)
    assert [actions[name]["there_attack"] * 10 for name in ("from 7", "from 11")] == pytest.approx([6, 1])


def test_the_end_of_moves_begins_the_battle() -> None:
    """Who has not come by then does not fight."""
    board = Board("TK", ({12: "TT", 11: "S"}, {}), phase="MOVE_TARGET", battle=(12, 0), tokens=((0, 0, 1), (0, 0, 0)))
    actions = of(board)[1]
    assert [actions[name]["there_attack"] * 10 for name in ("end", "to 12")] == pytest.approx([6, 8])


def test_tokens_spent_on_a_unit_pay_no_move() -> None:
    """FL-5.1: without its yellow token nobody comes from 2 to 3."""
    board = Board("TK", ({2: "SS"}, {3: "W"}), phase="BUILD", tokens=((1, 0, 1), (0, 0, 0)))
    assert zone_of(board, 2, "lead_beside") * 10 == pytest.approx(3 - 2)
    assert of(board)[1]["build S@3"]["there_lead_beside"] * 10 == pytest.approx(0 - 2)


@pytest.mark.parametrize("bonus", [0, 1])
def test_room_for_attackers(bonus: int) -> None:
    """FL-5.8: the option `attacker_bonus`."""
    board = Board(
        "TK", ({7: "SSS", 11: "SC"}, {}), phase="MOVE_TARGET", tokens=((0, 0, 2), (0, 0, 0)), attacker_bonus=bonus
    )
    assert zone_of(board, 12, "room") * 5 == pytest.approx(3 + bonus)
    assert zone_of(board, 12, "attack") * 10 == pytest.approx(1 + 2 * (2 + bonus))


def test_overrun_makes_room() -> None:
    board = Board("SK", ({0: "R"}, {}), phase="MOVE_TARGET", upgrades=("1", ""), tokens=((0, 0, 1), (0, 0, 0)))
    assert zone_of(board, 0, "room") * 5 == pytest.approx(4 + 1 - 1)


def test_a_tie_is_enough_for_a_base_to_fall() -> None:
    board = Board("KT", ({10: "M"}, {11: "SS"}), phase="MOVE_TARGET", tokens=((0, 0, 1), (0, 0, 0)))
    assert zone_of(board, 10, "holds_by", "falls").tolist() == [0, 1]
    assert zone_of(board, 0, "falls") == 0  # nobody is near


def test_threats() -> None:
    """Three Soldiers on 11 threaten 10; a Warrior that leaves it makes it fall."""
    units = ({10: "WW", 6: "M"}, {11: "SSS"})
    board = Board("KT", units, phase="MOVE_TARGET", tokens=((0, 0, 2), (0, 0, 3)))
    actions = of(board)[1]
    assert zone_of(board, 10, "defence", "threat", "holds_by")[[0, 1, 3]] * 10 == pytest.approx([6, 5, 1])
    assert zone_of(board, 10, "falls", "own_base").tolist() == [0, 1]
    assert zone_of(board, 10, "enemies") * 5 == pytest.approx([0, 3])
    assert zone_of(board, 10, "lead_beside") * 10 == pytest.approx(2 + 2 + 3 - 5)
    assert zone_of(board, 5, "threat")[1] * 10 == pytest.approx(5)
    assert part(actions["to 5"], "left", "own_base", "falls").tolist() == [1, 1]
    assert actions["to 1"]["left_falls"] == 0  # from 6, where nothing is left


def test_the_score() -> None:
    board = Board("KT", ({0: "WW"}, {13: "S"}), phase="BUILD", tokens=((5, 5, 8), (0, 0, 0)), bases=((0, 1), (14, 13)))
    assert [*of(board)[0]["leads"], of(board)[0]["ahead"]] == pytest.approx([0, 1 / 8, 0, 1])
    board.state.bases[0] = 1
    assert [*of(board)[0]["leads"], of(board)[0]["ahead"]] == pytest.approx([-1 / 5, 1 / 8, -1 / 8, -1])


def test_the_largest_of_each_value() -> None:
    board = Board("KT", ({0: "WW"}, {13: "S"}), phase="MOVE_TARGET", tokens=((1, 0, 2), (0, 0, 3)))
    found = features(GAME, np.array([board.state], GAME.state))
    assert STATE.split(found.state[0])["best"] == pytest.approx(np.maximum(0, found.values.max(axis=0)))
    assert sorted(found.actions) == board.ids()
