"""Rare positions of Arms Dealer: what may change in a record. The decks are filled in later: what is nowhere else."""

from collections.abc import Iterable
from random import Random
from typing import Any

from flank_envs.games.arms_dealer.layout import READY
from flank_envs.games.arms_dealer.tables import (
    ALL_MONEY,
    ASTEROID_CARDS_OF,
    ASTEROID_LIST_OF,
    CLASSES,
    EMPTY,
    FLEET_LIST_OF,
    ITEM_LIST_OF,
    ITEMS,
    ITEMS_KNOWN,
    LINE,
    NO_ACTION,
    NOBODY,
    NOT_YET,
    PASSED,
    PLACES,
    PLAYED,
    SEATS,
    SLOTS,
    STRATEGY,
)
from tests.twins.arms_dealer_beside import Beside
from tests.twins.arms_dealer_table import cards

LATE_WINS = ((1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (2, 2), (3, 3), (3, 3), (4, 4), (5, 5))


def scatter_ships(record: Any, rng: Random) -> None:
    """Ships of the Fleet Decks, the bays and the Scrapyards dealt anew, mostly to one of the three."""
    for seat in range(SEATS):
        bay, scrap, _ = _divided(_loose_ships(record, seat), 3, rng)
        _put_ships(record, seat, bay, scrap, rng)


def lose_ships(record: Any, rng: Random) -> None:
    """Few ships are left outside the Scrapyards, of one player or of both."""
    for seat in range(SEATS):
        if rng.random() < 0.7:
            ships = _loose_ships(record, seat)
            rng.shuffle(ships)
            left = min(len(ships), rng.choice((0, 0, 1, 2, 4)))
            _put_ships(record, seat, ships[: rng.randint(0, left)], ships[left:], rng)


def _loose_ships(record: Any, seat: int) -> list[int]:
    """Ships of a fleet that neither fight nor lie on the field nor are drawn."""
    ships = cards(FLEET_LIST_OF[record.scale].tolist())
    elsewhere = [*record.field[seat].tolist(), int(record.active[seat])]
    elsewhere += cards((record.support[seat] + record.drawn[seat]).tolist())
    for ship in elsewhere:
        if ship in ships:
            ships.remove(ship)
    return ships


def _put_ships(record: Any, seat: int, bay: list[int], scrap: list[int], rng: Random) -> None:
    record.bay[seat], record.scrap[seat] = _counts(bay, CLASSES), _counts(scrap, CLASSES)
    record.bay_seen[seat] = [rng.randint(0, number) for number in record.bay[seat].tolist()]


def withdraw_ships(record: Any, rng: Random) -> None:
    """Places at the end of the field are empty."""
    for seat in range(SEATS):
        record.field[seat, rng.randint(0, PLACES) :] = EMPTY


def fight_late(record: Any, rng: Random) -> None:
    """A later skirmish of a battle, also in sudden death: nothing has been done about it, or no item played yet."""
    fighting = rng.random() < 0.6
    wins = rng.choice(LATE_WINS)
    record.lead = rng.randrange(SEATS)
    record.wins[record.lead], record.wins[1 - record.lead] = wins
    record.skirmish = 1 + max(wins) + rng.randint(0, min(wins))
    record.phase, record.to_act, record.looking = (ITEMS if fighting else STRATEGY), record.lead, EMPTY
    record.gap[:] = READY if fighting else NO_ACTION
    record.window[:] = NOT_YET
    record.active[:] = rng.choices(range(CLASSES), k=SEATS) if fighting else EMPTY
    for name in ("boost", "drawn", "support"):
        record[name] = 0
    record.field[:] = EMPTY
    record.bet[:] = [rng.randint(3, 7) for _ in range(SEATS)]
    for seat in range(SEATS):
        ships = _loose_ships(record, seat)
        rng.shuffle(ships)
        for place in range(min(int(record.skirmish) - 1 + fighting, PLACES), PLACES):
            record.field[seat, place] = ships.pop() if ships else EMPTY
        _put_ships(record, seat, [], ships[: record.wins[1 - seat]], rng)


def fight_with_the_last(record: Any, rng: Random) -> None:
    """All other ships of both players, or of one, are in the Scrapyards; the next pass may be the last."""
    if record.phase != ITEMS:
        return
    record.active[:] = rng.randrange(CLASSES)
    record.window[:] = PASSED if rng.random() < 0.5 else NOT_YET
    record.window[record.to_act] = PLAYED if record.window[0] == PASSED else NOT_YET
    for seat in rng.choice(((0,), (1,), (0, 1), (0, 1))):
        record.field[seat], record.support[seat], record.boost[seat] = EMPTY, 0, 0
        _put_ships(record, seat, [], _loose_ships(record, seat), rng)


def strengthen(record: Any, rng: Random) -> None:
    """In a skirmish: power increases, ships that fight along, and any ships against each other."""
    if record.phase != ITEMS:
        return
    for seat in range(SEATS):
        deck = cards(record.deck[seat].tolist()) + cards(record.support[seat].tolist())
        record.boost[seat] = rng.choice((0, 1, 2, 3, 10, 20, 36))
        record.support[seat] = _counts(rng.sample(deck, min(len(deck), rng.choice((0, 0, 1, 2, 5)))), CLASSES)
        record.active[seat] = rng.randrange(CLASSES)


def deal_items(record: Any, rng: Random) -> None:
    """Items dealt anew to hands, discard and deck, mostly to one of them: the deck runs out, hands are full."""
    items = cards(ITEM_LIST_OF[record.scale].tolist())
    for item in record.shop.tolist():
        if item in items:
            items.remove(item)
    first, second, discard, _ = (_counts(part, ITEMS_KNOWN) for part in _divided(items, 4, rng))
    record.hand[:], record.item_discard[:] = (first, second), discard
    record.hand_known[:] = [[rng.randint(0, number) for number in hand] for hand in (first, second)]


def empty_the_shop(record: Any, rng: Random) -> None:
    """All cards were in the hands when the shop was laid, so its last slots have been empty since."""
    first = rng.randrange(SLOTS)
    found = [*cards(record.item_deck.tolist()), *(item for item in record.shop[first:].tolist() if item != EMPTY)]
    for item in found:
        record.hand[rng.randrange(SEATS), item] += 1
    record.shop[first:], record.taker[first:] = EMPTY, NOBODY
    record.looked[:, first:] = 0


def change_money(record: Any, rng: Random) -> None:
    """Purses from empty to all that there is: the bank runs short."""
    record.money[:] = rng.choices((0, 1, 2, 3, 4, 5, 7, 10, 15, 60, 95), k=SEATS)
    if rng.random() < 0.3:
        rich = rng.randrange(SEATS)
        left = ALL_MONEY - int(record.bet.sum()) - int(record.money[1 - rich])
        record.money[rich] = max(0, left - rng.randint(0, 7))


def change_battle(record: Any, rng: Random) -> None:
    """Any battle up to the last one, and asteroids that fit it."""
    last = int(record.max_battles)
    record.battle = rng.choice((2, 3, 4, 5, last, max(1, last - 1)))
    asteroids = cards(ASTEROID_LIST_OF[record.scale].tolist())
    rng.shuffle(asteroids)
    lasts = int(ASTEROID_CARDS_OF[record.scale]) // LINE
    laid = LINE * (1 + (int(record.battle) - 1) % lasts)
    record.line[:] = asteroids[:LINE]
    record.asteroid_discard[:] = _counts(asteroids[LINE:laid], len(record.asteroid_discard))


OPTIONS = (
    {"first_seat": 1, "race": "coin", "max_battles": 3},
    {"race": "coin", "max_battles": 10_000},
    {"race": "coin", "scale": "mini"},
)
CHANGES = (
    scatter_ships,
    lose_ships,
    withdraw_ships,
    fight_late,
    deal_items,
    empty_the_shop,
    change_money,
    change_battle,
)
LAST = (fight_late, fight_with_the_last, strengthen)  # the last two change fights alone
beside = Beside


def _counts(kinds: Iterable[int], number: int) -> list[int]:
    found = list(kinds)
    return [found.count(kind) for kind in range(number)]


def _divided(found: list[int], parts: int, rng: Random) -> list[list[int]]:
    """The cards in so many parts, of which some may have nearly all of them."""
    steep = rng.choice((1, 4))
    weights = [rng.random() ** steep + 1e-9 for _ in range(parts)]
    places = rng.choices(range(parts), weights, k=len(found))
    return [[card for card, where in zip(found, places, strict=True) if where == part] for part in range(parts)]
