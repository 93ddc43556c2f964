"""Cards, tokens and outposts of Mercy Frontier change their places in a record, with what goes with them."""

from random import Random
from typing import Any

from flank_envs.games.mercy_frontier.phases.move import allowance, full_legs
from flank_envs.games.mercy_frontier.tables import (
    CLAIMABLE,
    COLOSSUS,
    COLUMNS,
    HEALTH,
    MOVE,
    NONE,
    ROWS,
    SIDE,
)

SEATS, ZONES = 2, 5


def front(record: Any, seat: int, zone: int, direction: int) -> list[tuple[int, int]]:
    column, row = int(record.column[seat, zone]), int(record.row[seat, zone])
    side = int(SIDE[record.card[seat, zone]])
    if direction % 2 == 0:
        return [(column + k, row - 1 if direction else row + side) for k in range(side)]
    return [(column - 1 if direction == 3 else column + side, row + k) for k in range(side)]


def put_over(record: Any, seat: int, column: int, row: int, rng: Random) -> None:
    """A mercenary that has a zone comes to lie over a space."""
    held = [zone for zone in range(ZONES) if record.card[seat, zone] != NONE]
    if held:
        zone = rng.choice(held)
        side = int(SIDE[record.card[seat, zone]])
        put_token(record, seat, zone, column - rng.randrange(side), row - rng.randrange(side), rng)


def put_token(record: Any, seat: int, zone: int, column: int, row: int, rng: Random) -> bool:
    if not is_free(record, seat, zone, column, row):
        return False
    if record.row[seat, zone] == NONE:
        most = HEALTH[record.card[seat, zone]] + rng.randrange(2)
        record.health[seat, zone] = record.most[seat, zone] = most
    record.column[seat, zone], record.row[seat, zone] = column, row
    set_movement(record)
    return True


def put_outpost(record: Any, seat: int, tile: int, local: int) -> None:
    if CLAIMABLE >> tile & 1:
        record.covered &= ~(1 << tile)
        record.control[seat] |= 1 << tile
        record.control[1 - seat] &= ~(1 << tile)
        record.outpost[tile] = local
        set_movement(record)


def swap_card(record: Any, seat: int, zone: int, card: int, rng: Random) -> None:
    """With one of the deck, if it is there and its token fits where the old one lies."""
    old = int(record.card[seat, zone])
    deck = record.deck[: record.deck_size].tolist()
    if card in deck and 0 <= old < COLOSSUS and (record.row[seat, zone] == NONE or SIDE[card] <= SIDE[old]):
        record.deck[deck.index(card)] = old
        record.card[seat, zone] = card
        if record.row[seat, zone] != NONE:
            record.health[seat, zone] = record.most[seat, zone] = HEALTH[card] + rng.randrange(2)
        set_movement(record)


def take_card(record: Any, rng: Random) -> int:
    if rng.random() < 0.5 and record.deck_size > 0:
        k, last = rng.randrange(int(record.deck_size)), record.deck_size - 1
        card = int(record.deck[k])
        record.deck[k], record.deck[last] = record.deck[last], 0
        record.deck_size -= 1
        return card
    held = [card for card, count in enumerate(record.discard) if count > 0]
    if not held:
        return NONE
    card = rng.choice(held)
    record.discard[card] -= 1
    return card


def anywhere(side: int, rng: Random) -> tuple[int, int]:
    return rng.randint(0, COLUMNS - side), rng.randint(0, ROWS - side)


def next_to(space: tuple[int, int], side: int, rng: Random) -> tuple[int, int]:
    """The lowest column and row of a token that touches a space, mostly from the front or from behind."""
    column, row = space
    along, away = rng.randrange(1 - side, 1), rng.choice([-side, 1])
    return (column + along, row + away) if rng.random() < 0.7 else (column + away, row + along)


def is_free(record: Any, seat: int, zone: int, column: int, row: int) -> bool:
    """Whether a token may lie there, if the own one is lifted; not at the far edge, where it would have won."""
    side = int(SIDE[record.card[seat, zone]])
    last = row + side == ROWS if seat == 0 else row == 0
    if not (0 <= column <= COLUMNS - side and 0 <= row <= ROWS - side) or last:
        return False
    taken = record.token_rows.astype(int)
    if record.row[seat, zone] != NONE:
        for r in range(record.row[seat, zone], record.row[seat, zone] + side):
            taken[seat, r] &= ~(((1 << side) - 1) << int(record.column[seat, zone]))
    rows = taken[0] | taken[1] | record.block_rows[1 - seat] | record.worker_rows[1 - seat]
    return not any(int(bits) >> column & ((1 << side) - 1) for bits in rows[row : row + side])


def things(record: Any, seat: int) -> list[tuple[int, int]]:
    """The spaces where a seat has something."""
    rows = record.token_rows[seat] | record.block_rows[seat] | record.worker_rows[seat]
    return [(column, row) for row in range(ROWS) for column in range(COLUMNS) if int(rows[row]) >> column & 1]


def put_relic(record: Any, tile: int, relic: int) -> None:
    """Under a middle tile; if it lies under another one, that one gets the relic from here."""
    place, relics = tile - 6, record.relic.tolist()
    if relic in relics:
        record.relic[relics.index(relic)] = relics[place]
    record.relic[place] = relic
    set_movement(record)


def set_movement(record: Any) -> None:
    """What has not moved has all its movement."""
    for seat in range(SEATS):
        for zone in range(ZONES):
            moving = record.phase == MOVE and record.to_act == seat and record.row[seat, zone] >= 0
            if not moving:
                record.left[seat, zone] = record.legs[seat, zone] = 0
                record.gone[seat, zone] = NONE
            elif record.gone[seat, zone] == NONE:
                record.left[seat, zone] = allowance(record, seat, zone)
                record.legs[seat, zone] = full_legs(record, seat, zone)
