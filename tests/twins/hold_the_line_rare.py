"""Rare positions of Hold the Line: what may change in a record. Fields that follow from others are filled in later."""

from random import Random
from typing import Any

from flank_envs.games.hold_the_line.tables import (
    COMBAT,
    DECK_OF,
    HAND_SIZE_OF,
    KINDS,
    LANES,
    LANES_OF,
    LAST_ROUND_OF,
    NO_CARD,
    RED_LINE_OF,
    SETUP,
    STAGING,
)
from tests.twins.hold_the_line import state_id
from tests.twins.hold_the_line_beside import CARDS, Beside

SEATS = 2


def scatter_cards(record: Any, rng: Random) -> None:
    """All cards but those face down dealt anew, mostly to a few places: piles run out, lanes are full or empty."""
    if record.phase == SETUP:
        return
    _back_to_staging(record)
    for seat in range(SEATS):
        staged = [kind for kind in record.staged[seat].tolist() if kind != NO_CARD]
        cards = [kind for kind in range(KINDS) for _ in range(_deck(record)[kind] - staged.count(kind))]
        rng.shuffle(cards)
        most = int(HAND_SIZE_OF[record.scale]) - len(staged)
        held = rng.choice((0, most, rng.randint(0, most)))
        if record.to_act == seat:
            held = max(held, min(1, most))
        _deal(record, seat, cards[:held], cards[held:], rng)


def _back_to_staging(record: Any) -> None:
    """Seat 1 has not finished staging yet, so no shot has been made."""
    if record.phase == COMBAT:
        record.phase, record.to_act, record.lane = STAGING, 1, 0
        record.shots[:] = 0
        record.shot_normal[:] = 0
        record.shot_piercing[:] = 0


def _deck(record: Any) -> list[int]:
    return DECK_OF[record.scale].tolist()


def _deal(record: Any, seat: int, hand: list[int], others: list[int], rng: Random) -> None:
    lanes = range(LANES_OF[record.scale])
    steep = rng.choice((1, 4, 16))
    weights = [rng.random() ** steep + 1e-9 for _ in ("pile", "discards", *lanes)]
    places = rng.choices(range(len(weights)), weights, k=len(others))
    pile, discards, *troops = (
        [kind for kind, where in zip(others, places, strict=True) if where == place] for place in range(len(weights))
    )
    record.hand[seat] = _counts(hand)
    record.discard[seat] = _counts(discards)
    record.pile[seat] = pile + [0] * (record.pile.shape[1] - len(pile))
    record.pile_size[seat] = len(pile)
    record.pool_at_shuffle[seat] = list(map(rng.randint, _counts(pile), _deck(record)))
    record.hand_at_shuffle[seat] = [rng.randint(0, most) for most in _deck(record)]
    worn = rng.random()
    for lane in lanes:
        stack = [_worn(kind, worn, rng) for kind in troops[lane]]
        record.stack[seat, lane] = stack + [0] * (record.stack.shape[2] - len(stack))
        record.stack_size[seat, lane] = len(stack)


def _counts(kinds: list[int]) -> list[int]:
    return [kinds.count(kind) for kind in range(KINDS)]


def _worn(kind: int, worn: float, rng: Random) -> int:
    """A card state of that kind: fresh, or any other."""
    states = [state_id(card) for card in CARDS if card[0] == kind]
    return rng.choice(states) if rng.random() < worn else states[0]


def wear_troops(record: Any, rng: Random) -> None:
    """Troops that have been through fights, unless shots were made by them."""
    if record.shots.any():
        return
    for seat in range(SEATS):
        for lane in range(LANES):
            for slot in range(record.stack_size[seat, lane]):
                record.stack[seat, lane, slot] = _worn(CARDS[record.stack[seat, lane, slot]][0], 0.7, rng)


def push_fronts(record: Any, rng: Random) -> None:
    """Lanes one push from an end: on any Red line, or all but one on the same."""
    lanes, red = int(LANES_OF[record.scale]), int(RED_LINE_OF[record.scale])
    record.front[:lanes] = rng.choices((-red, red, 0), k=lanes)
    if rng.random() < 0.5:
        side = rng.choice((-1, 1))
        record.front[:lanes] = side * red
        record.front[rng.randrange(lanes)] = side * (red - 1)


def empty_piles(record: Any, rng: Random) -> None:
    """The next draws shuffle the discards, or find none."""
    for seat in range(SEATS):
        left = rng.randint(0, min(3, int(record.pile_size[seat])))
        for kind in record.pile[seat, left : record.pile_size[seat]].tolist():
            record.discard[seat, kind] += 1
        record.pile[seat, left:] = 0
        record.pile_size[seat] = left


def near_the_last_round(record: Any, rng: Random) -> None:
    record.round_number = max(1, LAST_ROUND_OF[record.scale] - rng.choice((0, 0, 1, 2)))


OPTIONS = tuple({"contested": how, "scale": scale} for how in ("advance", "hold") for scale in ("mini", "tiny"))
CHANGES = (scatter_cards, wear_troops, push_fronts, empty_piles, near_the_last_round)
beside = Beside
