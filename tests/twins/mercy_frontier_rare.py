"""Rare positions of Mercy Frontier: what may change in a record. Fields that follow from others are filled in later."""

from random import Random
from typing import Any

import numpy as np

from flank_envs.engine import kernels
from flank_envs.games.mercy_frontier.state import derive
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
    SPOT_LOCAL,
    TILE_CELLS,
    TILES,
    WORKERS,
)
from tests.twins.mercy_frontier_beside import beside
from tests.twins.mercy_frontier_rare_places import (
    anywhere,
    front,
    next_to,
    put_outpost,
    put_over,
    put_relic,
    put_token,
    set_movement,
    swap_card,
    take_card,
    things,
)

__all__ = ["CHANGES", "LAST", "beside"]

BEGINNINGS = (WORKERS, BUY_WORKER, BUILD, HIRE, DEPLOY_TILE, ABILITY_PHASE, MOVE)
SEATS, ZONES = 2, 5
SPECIAL = [
    card for card in range(COLOSSUS) if ABILITY[card] in (FIRST_STRIKE, FLANK, MEND, BOMBARD, SALVAGE) or card > 11
]
SKILLED = [card for card in range(COLOSSUS) if ABILITY[card] in (MEND, BOMBARD)]
IN_FRONT = ("outpost", "outpost", "beacon", "worker", "mercenary", "mercenary")
MIDDLE = range(6, 9)  # tiles with relics
FIRST_STRIKERS = [card for card in range(COLOSSUS) if ABILITY[card] == FIRST_STRIKE]


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
    set_movement(record)


def uncovered(record: Any, rng: Random) -> None:
    record.covered &= ~(1 << rng.randrange(TILES))


def outpost(record: Any, rng: Random) -> None:
    """On any tile, with control of it; often on one with a relic."""
    tile = rng.choice([rng.randrange(TILES), rng.randrange(6, 9)])
    put_outpost(record, rng.randrange(SEATS), tile, rng.randrange(TILE_CELLS))


def no_outpost(record: Any, rng: Random) -> None:
    tile = rng.randrange(TILES)
    if CLAIMABLE >> tile & 1:
        record.control &= ~(1 << tile)
        record.outpost[tile] = NONE
        set_movement(record)


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
    if record.card[seat, zone] != NONE:
        return
    if rng.random() < 0.05 and COLOSSUS not in record.card:
        record.card[seat, zone] = COLOSSUS
        record.colossus, record.owed = seat, 0
    else:
        record.card[seat, zone] = take_card(record, rng)


def on_the_board(record: Any, rng: Random) -> None:
    """A mercenary, or one that waits, gets another place: often right in front of something of the enemy's."""
    held = [(seat, zone) for seat in range(SEATS) for zone in range(ZONES) if record.card[seat, zone] != NONE]
    if not held:
        return
    seat, zone = rng.choice(held)
    card = int(record.card[seat, zone])
    near = things(record, 1 - seat) if rng.random() < 0.8 else []
    for _ in range(10):
        column, row = next_to(rng.choice(near), int(SIDE[card]), rng) if near else anywhere(int(SIDE[card]), rng)
        if put_token(record, seat, zone, column, row, rng):
            return


def in_front(record: Any, rng: Random) -> None:
    """Something more of the enemy's on a space that a mercenary would enter next."""
    tokens = [(s, z) for s in range(SEATS) for z in range(ZONES) if record.row[s, z] != NONE]
    if tokens:
        seat, zone = rng.choice(tokens)
        _put_in_front(record, seat, zone, rng.randrange(4), rng.choice(IN_FRONT), rng)


def _put_in_front(record: Any, seat: int, zone: int, direction: int, what: str, rng: Random) -> None:
    """MF-9.1: on the front in a direction of seat 0's frame."""
    enemy, (column, row) = 1 - seat, rng.choice(front(record, seat, zone, direction))
    if not (0 <= column < COLUMNS and 0 <= row < ROWS):
        return
    tile, local = row // 5 * 3 + column // 5, row % 5 * 5 + column % 5
    if what == "outpost":
        put_outpost(record, enemy, tile, local)
        if tile in MIDDLE and rng.random() < 0.5:
            put_relic(record, tile, rng.randrange(RELICS))
    elif what == "beacon":
        record.beacon[enemy, rng.randrange(3)] = row * COLUMNS + column
    elif what == "worker" and local in (spots := SPOT_LOCAL[record.face[tile]].tolist()):
        record.workers[enemy, spots.index(local)] |= 1 << tile
        record.owned[enemy] += 1
    else:
        put_over(record, enemy, column, row, rng)


def melee(record: Any, rng: Random) -> None:
    """Somebody's movement begins, and several things of the enemy's are in front of one of the mercenaries."""
    for _ in range(4):
        contract(record, rng)
    action_phase(record, rng)
    seat = int(record.to_act)
    zones = [zone for zone in range(ZONES) if record.card[seat, zone] != NONE]
    if not zones:
        return
    zone = rng.choice(zones)
    if rng.random() < 0.5:
        swap_card(record, seat, zone, rng.choice(FIRST_STRIKERS), rng)
    for _ in range(10):
        column, row = anywhere(int(SIDE[record.card[seat, zone]]), rng)
        if rng.random() < 0.5:
            row = rng.randrange(6, 16)  # near the relics
        if put_token(record, seat, zone, column, row, rng):
            break
    if record.row[seat, zone] == NONE:
        return
    way = rng.choice([0, 0, 1, 2, 3])
    for what in ("outpost", "mercenary", *rng.choices(IN_FRONT, k=rng.randint(0, 3))):
        trial = np.array([record], record.dtype)
        _put_in_front(trial[0], seat, zone, way if seat == 0 else (way + 2) % 4, what, rng)
        derive(trial[0])
        if kernels.checks(trial) == 0:
            for name in record.dtype.names:
                record[name] = trial[0][name]
    if rng.random() < 0.5:
        _others_have_moved(record, seat, zone)


def _others_have_moved(record: Any, seat: int, mover: int) -> None:
    for zone in range(ZONES):
        if zone != mover and record.row[seat, zone] != NONE:
            record.left[seat, zone] = record.legs[seat, zone] = record.gone[seat, zone] = 0


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
    swap_card(record, rng.randrange(SEATS), rng.randrange(ZONES), rng.choice(SPECIAL), rng)


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
    set_movement(record)


def action_phase(record: Any, rng: Random) -> None:
    """Somebody's movement begins."""
    phase(record, rng)
    record.phase, record.zone = MOVE, NONE
    if (record.row[record.to_act] == NONE).all():
        record.to_act = 1 - record.to_act
    set_movement(record)


def ability_phase(record: Any, rng: Random) -> None:
    """Somebody has a wounded mercenary that may mend, or one that may bombard an enemy nearby."""
    for _ in range(4):
        contract(record, rng)
    phase(record, rng)
    seat = int(record.to_act)
    zones = [zone for zone in range(ZONES) if record.card[seat, zone] != NONE]
    if not zones:
        return
    zone, near = rng.choice(zones), things(record, 1 - seat)
    swap_card(record, seat, zone, rng.choice(SKILLED), rng)
    side = int(SIDE[record.card[seat, zone]])
    for _ in range(10):
        if put_token(record, seat, zone, *(next_to(rng.choice(near), side, rng) if near else anywhere(side, rng)), rng):
            record.health[seat, zone] = 1
            break
    record.phase, record.zone = ABILITY_PHASE, zone
    set_movement(record)


def moved(record: Any, rng: Random) -> None:
    """One of the movers has made a leg."""
    seat, zone = int(record.to_act), rng.randrange(ZONES)
    if record.phase == MOVE and record.legs[seat, zone] > 0:
        record.legs[seat, zone] -= 1
        record.gone[seat, zone] = rng.randrange(4)
        record.left[seat, zone] = rng.randint(0, int(record.left[seat, zone]))


CHANGES = (
    *(tokens, losses, overcharge, relics, relics, uncovered, outpost, outpost, no_outpost, refinery, refinery),
    *(beacon, beacon, no_beacon, colossus, worker, worker, workers_off, contract, contract, contract, on_the_board),
    *(on_the_board, on_the_board, on_the_board, in_front, in_front, in_front, in_front, in_front, in_front, gone),
    *(wound, wound, all_well, other_card, other_card, other_card, few_cards, other_market, late, priority, moved),
)
LAST = (phase, phase, action_phase, melee, melee, melee, melee, melee, melee, ability_phase)
