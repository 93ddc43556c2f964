"""Rare positions of Mercy Frontier: what may change in a record. Fields that follow from others are filled in later."""

from random import Random
from typing import Any

from flank_envs.games.mercy_frontier.phases.move import allowance, full_legs
from flank_envs.games.mercy_frontier.tables import (
    ABILITY_PHASE,
    BUILD,
    BUY_WORKER,
    CARDS,
    CLAIMABLE,
    COLOSSUS,
    COLUMNS,
    DEPLOY_TILE,
    HEALTH,
    HIRE,
    MOVE,
    NONE,
    RELICS,
    ROWS,
    SIDE,
    TILE_CELLS,
    TILES,
    WORKERS,
)
from tests.twins.mercy_frontier_beside import beside

__all__ = ["CHANGES", "beside"]

BEGINNINGS = (WORKERS, BUY_WORKER, BUILD, HIRE, DEPLOY_TILE, ABILITY_PHASE, MOVE)
SEATS, ZONES = 2, 5


def tokens(record: Any, rng: Random) -> None:
    """Of one resource: a rich player, or a bank that is nearly empty."""
    kind = rng.randrange(3)
    first = rng.choice([rng.randrange(4), rng.randrange(31), 15])
    second = rng.choice([rng.randrange(4), 30 - first, 29 - first, 28 - first])
    record.resources[:, kind] = rng.sample([first, second], 2)


def losses(record: Any, rng: Random) -> None:
    record.lost[rng.randrange(SEATS)] = rng.randrange(3)


def overcharge(record: Any, rng: Random) -> None:
    record.overcharge[rng.randrange(SEATS)] = rng.randrange(2)


def relics(record: Any, rng: Random) -> None:
    record.relic = rng.sample(range(RELICS), 3)
    _set_movement(record)


def uncovered(record: Any, rng: Random) -> None:
    record.covered &= ~(1 << rng.randrange(TILES))


def outpost(record: Any, rng: Random) -> None:
    """On any tile, with control of it."""
    tile, seat = rng.choice([rng.randrange(TILES), rng.randrange(6, 9)]), rng.randrange(SEATS)
    if CLAIMABLE >> tile & 1:
        record.covered &= ~(1 << tile)
        record.control[seat] |= 1 << tile
        record.control[1 - seat] &= ~(1 << tile)
        record.outpost[tile] = rng.randrange(TILE_CELLS)
        _set_movement(record)


def no_outpost(record: Any, rng: Random) -> None:
    tile = rng.randrange(TILES)
    if CLAIMABLE >> tile & 1:
        record.control &= ~(1 << tile)
        record.outpost[tile] = NONE
        _set_movement(record)


def refinery(record: Any, rng: Random) -> None:
    record.refineries[rng.randrange(SEATS), rng.randrange(2)] ^= 1 << rng.randrange(TILES)


def beacon(record: Any, rng: Random) -> None:
    seat, colour = rng.randrange(SEATS), rng.randrange(3)
    record.beacon[seat, colour] = rng.randrange(ROWS * COLUMNS)
    if (record.beacon[seat] >= 0).all() and record.colossus == NONE:
        record.colossus, record.owed = seat, 1


def no_beacon(record: Any, rng: Random) -> None:
    record.beacon[rng.randrange(SEATS), rng.randrange(3)] = NONE


def colossus(record: Any, rng: Random) -> None:
    """Earned by one of them, and owed, alive or gone."""
    record.colossus = rng.randrange(SEATS)
    record.owed = rng.randrange(2)


def worker(record: Any, rng: Random) -> None:
    """One more on the board, or one less; a tile of the own side or with an own outpost."""
    seat, spot, tile = rng.randrange(SEATS), rng.randrange(4), rng.randrange(TILES)
    there = int(record.workers[seat, spot]) >> tile & 1
    record.workers[seat, spot] ^= 1 << tile
    record.owned[seat] += -1 if there else 1


def workers_off(record: Any, rng: Random) -> None:
    """Workers that are not placed, or bought in this turn."""
    seat = rng.randrange(SEATS)
    more = rng.randrange(-3, 7)
    record.owned[seat] += more
    if rng.random() < 0.5:
        record.unplaced[seat] += more


def contract(record: Any, rng: Random) -> None:
    """A card of the deck or the discard pile under contract, or the Colossus."""
    seat, zone = rng.randrange(SEATS), rng.randrange(ZONES)
    card = COLOSSUS if rng.random() < 0.1 else _take_card(record, rng)
    if record.card[seat, zone] == NONE and card != NONE:
        record.card[seat, zone] = card
        if card == COLOSSUS:
            record.colossus, record.owed = seat, 0


def on_the_board(record: Any, rng: Random) -> None:
    """A mercenary, or one that waits, gets another place: often right in front of something of the enemy's."""
    seat, zone = rng.randrange(SEATS), rng.randrange(ZONES)
    card = int(record.card[seat, zone])
    if card == NONE:
        return
    side = int(SIDE[card])
    column, row = rng.randrange(COLUMNS), rng.randrange(ROWS)
    if rng.random() < 0.8 and (near := _things(record, 1 - seat)):
        column, row = rng.choice(near)
        sideways = rng.randrange(1 - side, 1)
        away = rng.choice([-side, 1])
        column, row = (column + sideways, row + away) if rng.random() < 0.7 else (column + away, row + sideways)
    if record.row[seat, zone] == NONE:
        record.most[seat, zone] = HEALTH[card] + rng.randrange(2)
        record.health[seat, zone] = record.most[seat, zone]
    record.column[seat, zone], record.row[seat, zone] = max(-1, column), max(-1, row)
    _set_movement(record)


def gone(record: Any, rng: Random) -> None:
    """A mercenary leaves the game."""
    seat, zone = rng.randrange(SEATS), rng.randrange(ZONES)
    if 0 <= record.card[seat, zone] < COLOSSUS:
        record.discard[record.card[seat, zone]] += 1
    for name in ("card", "column", "row", "gone"):
        record[name][seat, zone] = NONE
    for name in ("health", "most", "left", "legs"):
        record[name][seat, zone] = 0


def wound(record: Any, rng: Random) -> None:
    seat, zone = rng.randrange(SEATS), rng.randrange(ZONES)
    if record.health[seat, zone] > 0:
        record.health[seat, zone] = rng.choice([1, rng.randint(1, int(record.most[seat, zone]))])


def all_well(record: Any, rng: Random) -> None:
    """Everybody on the board has a health token more than usual: few are left."""
    for seat in range(SEATS):
        for zone in range(ZONES):
            if record.row[seat, zone] != NONE:
                record.health[seat, zone] = record.most[seat, zone] = HEALTH[record.card[seat, zone]] + 1


def giants(record: Any, rng: Random) -> None:
    """A mercenary becomes one of the largest there are: health tokens run out."""
    seat, zone = rng.randrange(SEATS), rng.randrange(ZONES)
    large = rng.randrange(12, CARDS - 1)
    deck = record.deck[: record.deck_size].tolist()
    old = int(record.card[seat, zone])
    if large in deck and 0 <= old < COLOSSUS:
        record.deck[deck.index(large)] = old
        record.card[seat, zone] = large
        if record.row[seat, zone] != NONE:
            record.health[seat, zone] = record.most[seat, zone] = HEALTH[large] + rng.randrange(2)
        _set_movement(record)


def few_cards(record: Any, rng: Random) -> None:
    """Most of the deck is in the discard pile."""
    left = min(int(record.deck_size), rng.randrange(3))
    for k in range(left, int(record.deck_size)):
        record.discard[record.deck[k]] += 1
        record.deck[k] = 0
    record.deck_size = left


def other_market(record: Any, rng: Random) -> None:
    """A position of the market changes places with a card of the deck, or is a gap."""
    position = rng.randrange(4)
    old = int(record.market[position])
    if record.phase == HIRE and rng.random() < 0.5:
        if old != NONE:
            record.discard[old] += 1
        record.market[position] = NONE
    elif record.deck_size > 0 and old != NONE:
        k = rng.randrange(int(record.deck_size))
        record.market[position], record.deck[k] = record.deck[k], old


def late(record: Any, rng: Random) -> None:
    record.turn = max(1, int(record.turn_cap) - rng.randrange(2))


def priority(record: Any, rng: Random) -> None:
    record.priority = rng.randrange(SEATS)


def phase(record: Any, rng: Random) -> None:
    """The beginning of some step of the turn."""
    record.phase, record.to_act = rng.choice(BEGINNINGS), rng.randrange(SEATS)
    record.building = record.tile = record.zone = record.contract = NONE
    record.due = 0
    if record.phase in (DEPLOY_TILE, ABILITY_PHASE):
        record.zone = rng.randrange(ZONES)
    record.gone[:] = NONE
    _set_movement(record)


def moved(record: Any, rng: Random) -> None:
    """One of the movers has made a leg."""
    seat, zone = int(record.to_act), rng.randrange(ZONES)
    if record.phase == MOVE and record.legs[seat, zone] > 0:
        record.legs[seat, zone] -= 1
        record.gone[seat, zone] = rng.randrange(4)
        record.left[seat, zone] = rng.randint(0, int(record.left[seat, zone]))


def _take_card(record: Any, rng: Random) -> int:
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


def _things(record: Any, seat: int) -> list[tuple[int, int]]:
    """The spaces where a seat has something."""
    rows = record.token_rows[seat] | record.block_rows[seat] | record.worker_rows[seat]
    return [(column, row) for row in range(ROWS) for column in range(COLUMNS) if int(rows[row]) >> column & 1]


def _set_movement(record: Any) -> None:
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


CHANGES = (
    *(tokens, losses, overcharge, relics, uncovered, outpost, outpost, no_outpost, refinery, refinery, beacon, beacon),
    *(no_beacon, colossus, worker, worker, workers_off, contract, contract, contract, on_the_board, on_the_board),
    *(on_the_board, on_the_board, gone, wound, wound, all_well, giants, few_cards, other_market, late, priority),
    *(phase, phase, phase, phase, moved),
)
