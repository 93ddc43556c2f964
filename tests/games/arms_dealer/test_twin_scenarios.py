"""The slow twin alone: the worked scenarios of the rules, whole games of its own, and following itself."""

import copy
import random
from typing import Any

import pytest

from tests.twins.arms_dealer import Twin
from tests.twins.arms_dealer_data import (
    BET,
    FLEET,
    ITEM_CARDS,
    ITEMS,
    LOOK,
    OVER,
    PUT_BACK,
    REPLY,
    SHIPS,
    SHOP,
    SHOP_DONE,
    STRATEGY,
)
from tests.twins.arms_dealer_follow import Snapshot, dealt, follow
from tests.twins.arms_dealer_view import SIZE, observe, observe_blocks

PLUS_100, PLUS_200, REPAIR_SCOUT, REPAIR_MOTHERSHIP, REINFORCEMENTS, REDRAW, RAPID_REPAIR = 0, 1, 4, 7, 8, 9, 10
OPTIONS = [
    {},
    {"first_seat": 0},
    {"first_seat": 1, "max_battles": 2},
    {"race": "coin"},
    {"first_seat": 0, "race": "coin", "max_battles": 5},
]


def chance_of(seed: int) -> Any:
    rng = random.Random(seed)
    return lambda event, options: rng.choice(options)


def ships(letters: str) -> list[int]:
    return ["DSFYM".index(letter) for letter in letters]


def places(letters: str) -> list[int | None]:
    return [None if letter == "-" else "DSFYM".index(letter) for letter in letters]


def letters(ships: list[Any]) -> str:
    return "".join("-" if ship is None else "DSFYM"[ship] for ship in ships)


def stand(phase: int, active: str = "", fields: tuple[str, str] = ("-DDDD", "-DDDD"), **values: Any) -> Twin:
    """A game that stands in this phase, the lead (seat 0) to act; `decks` lists the next ships of each seat."""
    twin = Twin(chance_of(0), first_seat=0).deal()
    twin.phase = phase
    twin.drawn = [[], []]
    twin.field = [places(field) for field in fields]
    if active:
        twin.active = [*places(active)]
    for seat, deck in enumerate(values.pop("decks", ())):
        twin.piles[f"fleet {seat}"] = ships(deck)
        twin.mixed.discard(f"fleet {seat}")
    for name in ("bay", "scrap"):
        if name in values:
            values[name] = [ships(side) for side in values[name]]
    if "bay" in values:
        values["bay"] = [[(ship, True) for ship in side] for side in values["bay"]]
    for name, value in values.items():
        assert hasattr(twin, name), name
        setattr(twin, name, value)
    twin.to_act = twin.lead
    return twin


def play(twin: Twin, *actions: int) -> None:
    for action in actions:
        twin.apply(action)


def bay(twin: Twin, seat: int) -> list[tuple[str, bool]]:
    return sorted((letters([ship]), seen) for ship, seen in twin.bay[seat])


def test_s1_setup():
    twin = Twin(chance_of(1), first_seat=0).deal()
    assert (twin.money, twin.bank, twin.bets) == ([18, 18], 164, [0, 0])
    assert [len(twin.piles[name]) for name in ("fleet 0", "fleet 1", "dealer", "asteroids")] == [20, 20, 39, 15]
    assert [len(drawn) for drawn in twin.drawn] == [5, 5]
    assert (twin.phase, twin.to_act) == (FLEET, 0)


def test_s2_fleet_phase():
    twin = stand(FLEET, fields=("-----", "-----"), drawn=[ships("DDSSF"), ships("DDDSS")])
    assert twin.legal() == [0, 1, 2]
    play(twin, 2, 1, 0)
    assert letters(twin.field[0]) == "FSD--"
    assert twin.legal() == [0, 1]
    play(twin, 1)
    assert letters(twin.field[0]) == "FSDSD"
    assert twin.to_act == 1
    play(twin, 0, 0, 0)
    assert letters(twin.field[1]) == "DDDSS"
    assert (twin.phase, twin.to_act) == (SHOP, 0)


def test_s3_look_and_keep():
    twin = stand(SHOP, shop=[0, 0, PLUS_200, 0, 0, 0])
    play(twin, 7)
    assert (twin.money[0], twin.phase, twin.legal()) == (17, LOOK, [12, 13])
    play(twin, 12)
    assert (twin.money[0], twin.bank, twin.hand[0], twin.shop[2]) == (15, 167, [PLUS_200], None)
    assert (twin.phase, twin.legal()) == (SHOP, [5, 6, 8, 9, 10, 11])


def test_s4_what_lookers_know():
    twin = stand(SHOP, shop=[REDRAW, 0, 0, 0, 0, 0])
    play(twin, 5, 13, 11)
    seen = [observe_blocks(twin, seat) for seat in (0, 1)]
    assert [k for k, value in enumerate(seen[0]["shop_known"]) if value] == [9]
    assert not any(seen[1]["shop_known"])
    assert seen[1]["shop"][:6] == [1, 0, 0, 0, 1, 0]
    play(twin, 5, 12)
    seen = observe_blocks(twin, 0)
    assert seen["opp_items_known"][REDRAW] == 1 / 5
    assert not any(seen["shop_known"])


def test_s5_too_poor_to_keep():
    twin = stand(SHOP, money=[2, 18])
    play(twin, 5)
    assert (twin.phase, twin.to_act, twin.money[0]) == (SHOP, 0, 1)
    play(twin, 5)
    assert (twin.phase, twin.to_act, twin.money[0]) == (SHOP, 1, 0)


@pytest.mark.parametrize(("purses", "winner"), [([2, 9], 1), ([9, 1], 0), ([2, 1], 1)])
def test_s6_cannot_bet(purses, winner):
    twin = stand(SHOP, money=list(purses))
    play(twin, 11, 11)
    assert (twin.phase, twin.to_act, twin.money, twin.bets) == (OVER, -1, purses, [0, 0])
    assert twin.returns[winner] == 1


def after_s7(fields: tuple[str, str] = ("DDDDD", "SSSSS"), **values: Any) -> Twin:
    twin = stand(SHOP, fields=fields, money=[10, 7], **values)
    play(twin, 11, 11)
    return twin


def test_s7_initial_bets():
    twin = after_s7()
    assert (twin.money, twin.bets, twin.phase, twin.to_act) == ([7, 5], [3, 2], BET, 0)
    assert twin.legal() == [26, 27, 28, 29, 30]


def test_s8_match():
    twin = after_s7(hand=[[PLUS_100], []])
    play(twin, 29)
    assert (twin.money, twin.bets, twin.phase, twin.legal()) == ([4, 5], [6, 2], REPLY, [38, 39])
    play(twin, 38)
    assert (twin.money, twin.bets, twin.phase, twin.to_act) == ([4, 2], [6, 5], ITEMS, 0)
    assert letters(twin.active) == "DS"


def test_s9_forfeit():
    twin = after_s7()
    play(twin, 30, 39)
    assert (twin.money, twin.bets, twin.wins, twin.skirmish) == ([2, 5], [8, 2], [1, 0], 2)
    assert (letters(twin.scrap[1]), bay(twin, 0)) == ("S", [("D", False)])
    assert not any(observe_blocks(twin, 1)["opp_bay_seen"])
    assert (twin.phase, twin.to_act) == (STRATEGY, 0)


def test_s10_tie():
    twin = stand(ITEMS, "SF", hand=[[PLUS_200, PLUS_100], [PLUS_100]])
    assert twin.legal() == [14, 15, 25]
    play(twin, 15)
    assert [twin.power(seat) for seat in (0, 1)] == [400, 300]
    play(twin, 14)
    assert [twin.power(seat) for seat in (0, 1)] == [400, 400]
    play(twin, 25)
    assert (twin.wins, twin.lead, twin.hand) == ([1, 1], 0, [[PLUS_100], []])
    assert [letters(scrap) for scrap in twin.scrap] == ["S", "F"]


def test_s11_a_pass_is_not_final():
    twin = stand(ITEMS, "FS", hand=[[PLUS_100], [PLUS_200]])
    play(twin, 25, 15)
    assert [twin.power(seat) for seat in (0, 1)] == [300, 400]
    play(twin, 14)
    assert (twin.wins, twin.phase) == ([1, 1], STRATEGY)


def test_s12_reinforcements_win():
    twin = stand(ITEMS, "DY", hand=[[REINFORCEMENTS], []], decks=("YDD",))
    play(twin, 22)
    assert (twin.wins, bay(twin, 0), letters(twin.scrap[1])) == ([1, 0], [("D", True), ("Y", True)], "Y")


def test_s13_reinforcements_lost():
    twin = stand(ITEMS, "DY", hand=[[REINFORCEMENTS], []], decks=("SDD",))
    play(twin, 22)
    assert (twin.wins, sorted(letters(twin.scrap[0]))) == ([0, 1], ["D", "S"])
    assert (twin.lead, twin.phase, twin.to_act) == (1, STRATEGY, 1)


def test_s14_redraw_keeps_power():
    twin = stand(ITEMS, "DY", boost=[100, 0], hand=[[REDRAW, PLUS_100], []], decks=("D",))
    play(twin, 23)
    assert (letters(twin.active), letters(twin.piles["fleet 0"]), twin.power(0)) == ("DY", "D", 200)
    assert (twin.phase, twin.to_act) == (ITEMS, 0)
    assert observe_blocks(twin, 0)["item_window"] == [0, 1, 1, 0]


def test_s15_repair():
    twin = stand(ITEMS, "DY", scrap=("SS", ""), hand=[[REPAIR_SCOUT, REPAIR_MOTHERSHIP], []], decks=("M",))
    assert twin.legal() == [18, 25]
    play(twin, 18)
    assert sorted(letters(twin.scrap[0])) == ["D", "S"]
    assert sorted(letters(twin.piles["fleet 0"])) == ["M", "S"]


def test_s16_rapid_repair():
    twin = stand(ITEMS, "DY", hand=[[RAPID_REPAIR, PLUS_100], []], decks=("F",))
    twin.bay[0] = [(0, True), (1, False), (4, True)]
    assert observe_blocks(twin, 1)["opp_bay_seen"] == [1 / 7, 0, 0, 0, 1 / 3]
    play(twin, 24)
    assert (twin.bay[0], sorted(letters(twin.piles["fleet 0"]))) == ([], ["D", "F", "M", "S"])
    assert not any(observe_blocks(twin, 1)["opp_bay_seen"])


def test_s17_sudden_death():
    values = {"wins": [2, 2], "skirmish": 5, "money": [4, 4], "bets": [3, 2], "hand": [[PLUS_100], []]}
    twin = stand(ITEMS, "FF", fields=("-----", "-----"), decks=("MDDDDDD", "YDDDDDD"), **values)
    play(twin, 25)
    assert (twin.wins, twin.phase, twin.skirmish) == ([3, 3], STRATEGY, 6)
    assert twin.legal() == [26, 27, 28, 29]
    play(twin, 26)
    assert letters(twin.active) == "MY"
    play(twin, 25)
    assert (twin.battle, twin.lead, twin.money[0]) == (2, 0, 9)


def test_s18_collection():
    values = {"wins": [2, 1], "skirmish": 4, "money": [4, 4], "bets": [4, 4], "hand": [[], [PLUS_100]], "lead": 1}
    twin = stand(ITEMS, "FF", fields=("----D", "----S"), line=[0, 1, 0, 0, 2], **values)
    play(twin, 25)
    assert (twin.money, twin.battle, twin.phase, twin.to_act) == ([12, 10], 2, FLEET, 1)
    assert (bay(twin, 0), bay(twin, 1)) == ([("D", False)], [("S", False)])
    assert sorted(twin.asteroid_discard) == [0, 0, 0, 1, 2]
    assert (twin.wins, twin.bets) == ([0, 0], [0, 0])


def test_s19_short_bank():
    values = {"wins": [2, 0], "skirmish": 3, "money": [0, 0], "bets": [3, 2], "bank": 3, "line": [1, 0, 0, 0, 0]}
    twin = stand(ITEMS, "MD", hand=[[PLUS_100], []], **values)
    play(twin, 25)
    assert (twin.money, twin.bank) == ([5, 3], 0)


def test_s20_last_ship_lost():
    values = {"wins": [0, 1], "skirmish": 2, "money": [4, 6], "bets": [3, 2], "hand": [[PLUS_100], []]}
    twin = stand(ITEMS, "MD", fields=("--DDD", "-----"), decks=("DDD", ""), **values)
    play(twin, 25)
    assert (twin.returns, twin.money, twin.bets) == ([1, -1], [4, 6], [3, 2])


@pytest.mark.parametrize(
    ("purses", "wins", "returns"), [([4, 6], [0, 0], [-1, 1]), ([6, 6], [0, 0], [0, 0]), ([4, 6], [2, 0], [1, -1])]
)
def test_s21_both_fleets_lost(purses, wins, returns):
    values = {"money": list(purses), "bets": [3, 2], "wins": list(wins), "hand": [[PLUS_100], []]}
    twin = stand(ITEMS, "DD", fields=("-----", "-----"), decks=("", ""), **values)
    play(twin, 25)
    assert (twin.over, twin.truncated, twin.returns) == (True, False, returns)


def test_s22_bay_becomes_deck():
    values = {"money": [3, 0], "wins": [2, 1], "skirmish": 4, "hand": [[PLUS_100], []], "bay": ("", "SS")}
    twin = stand(STRATEGY, fields=("---DD", "-----"), decks=("D", ""), **values)
    assert twin.legal() == [26, 37]
    play(twin, 26)
    assert (letters(twin.active), letters(twin.piles["fleet 1"]), twin.bay[1]) == ("DS", "S", [])


def test_s23_swap():
    twin = stand(STRATEGY, fields=("-DSFY", "-DDDD"), money=[3, 5], skirmish=2)
    assert twin.legal() == [26, 27, 28, 29, *range(32, 38)]
    play(twin, 34)
    assert letters(twin.field[0]) == "-YSFD"
    assert twin.legal() == [26, *range(32, 38)]
    seen = observe_blocks(twin, 1)
    assert seen["gap_action"] == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0]
    assert seen["gap_swap"] == [0, 0, 0, 0, 1, 0, 0, 1]


def test_s24_raise_in_strategy():
    twin = stand(STRATEGY, fields=("-DSFY", "-DDDD"), money=[3, 5], skirmish=2, hand=[[PLUS_100], []])
    play(twin, 28)
    assert twin.legal() == [38, 39]
    play(twin, 38)
    assert (twin.money, letters(twin.active), twin.phase) == ([1, 3], "DD", ITEMS)


def check(twin: Twin) -> None:
    """The invariants of the rules that tie the zones together."""
    assert twin.money[0] + twin.money[1] + sum(twin.bets) + twin.bank == 200
    assert min(*twin.money, twin.bank) >= 0
    for seat in (0, 1):
        fleet = twin.piles[f"fleet {seat}"] + twin.drawn[seat] + twin.fighters(seat) + twin.scrap[seat]
        fleet += [ship for ship in twin.field[seat] if ship is not None] + [ship for ship, _ in twin.bay[seat]]
        assert [fleet.count(kind) for kind in range(5)] == SHIPS
        seen = observe(twin, seat)
        assert len(seen) == SIZE
        assert all(0 <= value <= 1 for value in seen)
        assert all(twin.known_items[seat][item] <= twin.hand[1 - seat].count(item) for item in range(11))
    items = twin.piles["dealer"] + twin.dealer_discard + twin.hand[0] + twin.hand[1]
    items += [item for item in twin.shop if item is not None]
    assert [items.count(item) for item in range(11)] == ITEM_CARDS
    assert len(twin.piles["asteroids"] + twin.asteroid_discard + twin.line) == 20
    assert twin.over == (twin.legal() == [])
    assert len(twin.legal()) != 1


def choose(twin: Twin, rng: random.Random, careful: bool) -> int:
    """Careful players keep the coins of the initial bet."""
    purse = twin.money[twin.to_act]
    if careful and twin.phase == SHOP and purse < 4:
        return SHOP_DONE
    if careful and twin.phase == LOOK and purse < 5:
        return PUT_BACK
    return rng.choice(twin.legal())


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_games_run_to_their_end(options):
    for seed in range(6):
        rng = random.Random(seed)
        twin = Twin(chance_of(seed), **options).deal()
        check(twin)
        while not twin.over:
            twin.apply(choose(twin, rng, careful=seed % 2 == 0))
            check(twin)
        assert sum(twin.returns) == 0
        assert not twin.truncated or twin.battle == options["max_battles"]


def snapshot(twin: Twin) -> Snapshot:
    views = [observe(twin, seat) for seat in (0, 1)]
    piles = copy.deepcopy(twin.piles)
    return Snapshot(twin.phase, twin.to_act, twin.legal(), views, piles, list(twin.shop), list(twin.line))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_twin_can_follow_a_game(options):
    """Without being told the shuffles; here the other engine is a twin too."""
    rng = random.Random(1)
    game = Twin(chance_of(2), **options).deal()
    before = snapshot(game)
    twin = dealt(before, **options)
    while not game.over:
        action = choose(game, rng, careful=True)
        game.apply(action)
        after = snapshot(game)
        twin, before = follow(twin, action, before, after), after
    assert (twin.over, twin.returns, twin.truncated) == (True, game.returns, game.truncated)


def test_a_wrong_card_is_noticed():
    game = Twin(chance_of(3), first_seat=0).deal()
    after = snapshot(game)
    after.piles["dealer"][0] = 10 if after.piles["dealer"][0] != 10 else 0
    with pytest.raises(AssertionError, match="dealer: "):
        dealt(after, first_seat=0)
