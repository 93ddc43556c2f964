"""Rare positions of Mercy Frontier: what may change in a record. Fields that follow from others are filled in later."""

from random import Random
from typing import Any

from flank_envs.games.mercy_frontier.phases.move import allowance, full_legs
from flank_envs.games.mercy_frontier.tables import (
    ABILITY,
    ABILITY_PHASE,
    BOMBARD,
    BUILD,
    BUY_WORKER,
    CLAIMABLE,
    COLOSSUS,
    COLUMNS,
    DEPLOY_TILE,
    FIRST_STRIKE,
    FLANK,
    HEALTH,
    HIRE,
    MEND,
    MOVE,
    NONE,
    RELICS,
    ROWS,
    SALVAGE,
    SIDE,
    TILE_CELLS,
    TILES,
    WORKERS,
)
from tests.twins.mercy_frontier_beside import beside

__all__ = ["CHANGES", "beside"]

BEGINNINGS = (WORKERS, BUY_WORKER, BUILD, HIRE, DEPLOY_TILE, ABILITY_PHASE, MOVE)
SEATS, ZONES = 2, 5
SPECIAL = [
    card for card in range(COLOSSUS) if ABILITY[card] in (FIRST_STRIKE, FLANK, MEND, BOMBARD, SALVAGE) or card > 11
]


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
    """On any tile, with control of it; often on one with a relic."""
    tile = rng.choice([rng.randrange(TILES), rng.randrange(6, 9)])
    _put_outpost(record, rng.randrange(SEATS), tile, rng.randrange(TILE_CELLS))


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
    held = [(seat, zone) for seat in range(SEATS) for zone in range(ZONES) if record.card[seat, zone] != NONE]
    if not held:
        return
    seat, zone = rng.choice(held)
    card = int(record.card[seat, zone])
    near = _things(record, 1 - seat) if rng.random() < 0.8 else []
    for _ in range(10):
        column, row = _beside(rng.choice(near), int(SIDE[card]), rng) if near else _anywhere(int(SIDE[card]), rng)
        if _put_token(record, seat, zone, column, row, rng):
            return


def in_front(record: Any, rng: Random) -> None:
    """Something more of the enemy's on a space that a mercenary would enter next."""
    fronts = [(s, z) for s in range(SEATS) for z in range(ZONES) if record.row[s, z] != NONE]
    if not fronts:
        return
    seat, zone = rng.choice(fronts)
    enemy, (column, row) = 1 - seat, rng.choice(_front(record, seat, zone, rng))
    if not (0 <= column < COLUMNS and 0 <= row < ROWS):
        return
    kind = rng.randrange(4)
    if kind == 0:
        _put_outpost(record, enemy, row // 5 * 3 + column // 5, row % 5 * 5 + column % 5)
    elif kind == 1:
        record.beacon[enemy, rng.randrange(3)] = row * COLUMNS + column
    else:
        _put_over(record, enemy, column, row, rng)


def _front(record: Any, seat: int, zone: int, rng: Random) -> list[tuple[int, int]]:
    """MF-9.1: in some direction."""
    column, row = int(record.column[seat, zone]), int(record.row[seat, zone])
    side = int(SIDE[record.card[seat, zone]])
    if rng.random() < 0.7:
        return [(column + k, rng.choice([row - 1, row + side])) for k in range(side)]
    return [(rng.choice([column - 1, column + side]), row + k) for k in range(side)]


def _put_over(record: Any, seat: int, column: int, row: int, rng: Random) -> None:
    """A mercenary that has a zone comes to lie over a space."""
    held = [zone for zone in range(ZONES) if record.card[seat, zone] != NONE]
    if held:
        zone = rng.choice(held)
        side = int(SIDE[record.card[seat, zone]])
        _put_token(record, seat, zone, column - rng.randrange(side), row - rng.randrange(side), rng)


def _put_token(record: Any, seat: int, zone: int, column: int, row: int, rng: Random) -> bool:
    if not _is_free(record, seat, zone, column, row):
        return False
    if record.row[seat, zone] == NONE:
        most = HEALTH[record.card[seat, zone]] + rng.randrange(2)
        record.health[seat, zone] = record.most[seat, zone] = most
    record.column[seat, zone], record.row[seat, zone] = column, row
    _set_movement(record)
    return True


def _put_outpost(record: Any, seat: int, tile: int, local: int) -> None:
    if CLAIMABLE >> tile & 1:
        record.covered &= ~(1 << tile)
        record.control[seat] |= 1 << tile
        record.control[1 - seat] &= ~(1 << tile)
        record.outpost[tile] = local
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


def other_card(record: Any, rng: Random) -> None:
    """A mercenary changes places with a card of the deck: one with an ability, or so large that health runs out."""
    seat, zone = rng.randrange(SEATS), rng.randrange(ZONES)
    card, old = rng.choice(SPECIAL), int(record.card[seat, zone])
    deck = record.deck[: record.deck_size].tolist()
    if card in deck and 0 <= old < COLOSSUS and (record.row[seat, zone] == NONE or SIDE[card] <= SIDE[old]):
        record.deck[deck.index(card)] = old
        record.card[seat, zone] = card
        if record.row[seat, zone] != NONE:
            record.health[seat, zone] = record.most[seat, zone] = HEALTH[card] + rng.randrange(2)
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


def action_phase(record: Any, rng: Random) -> None:
    """Somebody's movement begins."""
    phase(record, rng)
    record.phase, record.zone = MOVE, NONE
    if (record.row[record.to_act] == NONE).all():
        record.to_act = 1 - record.to_act
    _set_movement(record)


def ability_phase(record: Any, rng: Random) -> None:
    """Somebody's mercenary may be about to mend or to bombard."""
    phase(record, rng)
    skilled = [(s, z) for s in range(SEATS) for z in range(ZONES) if ABILITY[record.card[s, z]] in (MEND, BOMBARD)]
    record.phase = ABILITY_PHASE
    record.to_act, record.zone = rng.choice(skilled) if skilled else (0, 0)
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


def _anywhere(side: int, rng: Random) -> tuple[int, int]:
    return rng.randint(0, COLUMNS - side), rng.randint(0, ROWS - side)


def _beside(space: tuple[int, int], side: int, rng: Random) -> tuple[int, int]:
    """The lowest column and row of a token that touches a space, mostly from the front or from behind."""
    column, row = space
    along, away = rng.randrange(1 - side, 1), rng.choice([-side, 1])
    return (column + along, row + away) if rng.random() < 0.7 else (column + away, row + along)


def _is_free(record: Any, seat: int, zone: int, column: int, row: int) -> bool:
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
    *(tokens, losses, overcharge, relics, relics, uncovered, outpost, outpost, no_outpost, refinery, refinery),
    *(beacon, beacon, no_beacon, colossus, worker, worker, workers_off, contract, contract, contract, on_the_board),
    *(on_the_board, on_the_board, on_the_board, in_front, in_front, in_front, in_front, in_front, in_front, gone),
    *(wound, wound, all_well, other_card, other_card, other_card, few_cards, other_market, late, priority, moved),
)
LAST = (phase, phase, action_phase, action_phase, action_phase, action_phase, ability_phase)
