"""Rare positions of Mana Surge: what may change in a record. Fields that follow from others are filled in later."""

from random import Random
from typing import Any

import numpy as np

from flank_envs.games.mana_surge.tables import (
    COMBAT_DIR,
    END,
    MOST_PER_TURN,
    MOVE1_DIR,
    MOVE2_DIR,
    NO_TILE,
    NOBODY,
    OVER,
    POOL_TILE,
    SACRIFICE,
    SACRIFICED,
    SLOT,
    SLOTS,
    SPAWNER,
    START,
)
from tests.twins.mana_surge import KIND, LOCKING, THORNS, TILES, neighbor
from tests.twins.mana_surge_beside import Beside

PICKING = (MOVE1_DIR, COMBAT_DIR, MOVE2_DIR)
OPEN = [tile for tile in TILES if KIND[tile] != THORNS]
GIVING = [tile for tile in TILES if KIND[tile] in LOCKING]
NEAR_POOL = [POOL_TILE, *(neighbor(POOL_TILE, d) for d in range(6))]
NEAR_SPAWNERS = sorted(set(SLOT.ravel().tolist()))


def scatter_tokens(record: Any, rng: Random) -> None:
    """Every seat has few tokens or many, anywhere or where something is to be had; the turn stands in any phase."""
    seats, troops = int(record.seats), int(record.troops)
    record.owner[record.owner != SPAWNER] = NOBODY
    crowded = rng.random() < 0.15
    for seat in rng.sample(range(seats), seats):
        number = rng.choice((rng.randint(0, min(troops, 6)), rng.randint(0, troops), troops))
        for _ in range(troops if crowded else number):
            good = rng.choice((OPEN, OPEN, GIVING, NEAR_POOL, NEAR_SPAWNERS))
            free = [tile for tile in good if record.owner[tile] == NOBODY]
            if free:
                record.owner[rng.choice(free)] = seat
    stand_anywhere(record, rng)


def stand_anywhere(record: Any, rng: Random) -> None:
    """Any phase of the turn, with any number of action points, of tokens placed and of daggers used."""
    own = np.flatnonzero(record.owner == record.to_act).tolist()
    record.phase = rng.choice((*range(OVER), START))
    record.action_points = rng.choice((1, 1, 2, 3, MOST_PER_TURN))
    record.spawns_allowed = rng.choice((1, 2, 3, MOST_PER_TURN))
    record.spawns_done = rng.randrange(SLOTS)
    record.dagger_uses = rng.choice((0, 0, 1, 2, 3)) if record.phase in (END, SACRIFICE) else 0
    record.picked = rng.choice(own) if record.phase in PICKING and own else NO_TILE
    marked = rng.sample(own, min(len(own), rng.randrange(SACRIFICED))) if record.phase == SACRIFICE else []
    record.marks = len(marked)
    record.marked[:] = [*marked, 0, 0][: SACRIFICED - 1]


def enrich(record: Any, rng: Random) -> None:
    """Some seats are a point or a few from winning."""
    for seat in range(record.seats):
        if rng.random() < 0.6:
            record.mana[seat] = max(0, record.mana_goal - rng.choice((1, 1, 2, 3)))


def near_the_last_turn(record: Any, rng: Random) -> None:
    """The same seat is to act, in one of the last rounds."""
    seats, rounds = int(record.seats), max(0, int(record.max_rounds) - rng.choice((1, 2)))
    record.turns = record.turns % seats + rounds * seats


def change_points(record: Any, rng: Random) -> None:
    record.action_points = rng.randint(1, MOST_PER_TURN)


def fill_slots(record: Any, rng: Random) -> None:
    """Tokens of anybody beside the spawners: nowhere to place a new one, or one tile only."""
    for tile in NEAR_SPAWNERS:
        if record.owner[tile] == NOBODY and rng.random() < 0.7:
            record.owner[tile] = rng.randrange(int(record.seats))


OPTIONS = (
    {"players": 2, "first_seat": 1, "troops": 30, "komi": 2, "mana_goal": 3},
    {"players": 2, "troops": 3, "komi": 0, "max_rounds": 3},
    {"troops": 30, "mana_goal": 100, "max_rounds": 10_000},
    {"first_seat": 1, "mana_goal": 2, "max_rounds": 4},
)
CHANGES = (scatter_tokens, stand_anywhere, enrich, near_the_last_turn, change_points, fill_slots)
beside = Beside
