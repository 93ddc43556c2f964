"""How the players stand: their mana, their means, and what threatens them."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge.features.board import (
    AP,
    COUNT,
    FAR,
    FREE,
    HALVES,
    LOOSE_COUNT,
    NEAR,
    OWNER,
    TO_ACTION,
    TO_DAGGER,
    TO_POOL,
    TOKEN,
    TROOP,
    held,
    lowest,
    mana_of,
    next_points,
    steps_to,
)
from flank_envs.games.mana_surge.features.standing import PLACE
from flank_envs.games.mana_surge.features.threats import FREE_KILL, POOL_BLOW, POOL_RAMPARTS, TRADE, fears
from flank_envs.games.mana_surge.features.values import (
    AT_RISK,
    DAGGER_USES,
    ENTERS,
    FIRST,
    IN_EXCHANGE,
    LOOSE,
    MISSING,
    PACE,
    PLAYER_VALUES,
    PLAYS,
    POINTS,
    RAMPARTS,
    SOON,
    SPAWNS,
    STRIKES_POOL,
    TAKES_POOL,
    TOKENS,
    WAY_TO_ACTION,
    WAY_TO_DAGGER,
    WAY_TO_POOL,
)
from flank_envs.games.mana_surge.observe import PER_TURN, THREE_PLAYERS
from flank_envs.games.mana_surge.tables import (
    BASE_SPAWNS,
    DAGGERS_HELD,
    LOCKS,
    MOST_TROOPS,
    POOL_TILE,
    SACRIFICED,
    SEATS,
    SPAWNS_HELD,
)

GOAL = 10  # mana points of a standard game
TENTH, THIRD, A_TOKEN = np.float32(1 / 10), np.float32(1 / 3), np.float32(1 / 15)


@rule
def tell_players(seen, scratch, outlook):
    soonest = FAR * 1.0
    first = -1
    for seat in range(SEATS):
        if seat < SEATS - 1 or seen[THREE_PLAYERS] > 0:
            turns = _tell_race(seen, scratch, seat, outlook, seat * PLAYER_VALUES)
            if turns < soonest:
                soonest = turns
                first = seat
            _tell_means(scratch, seat, outlook, seat * PLAYER_VALUES)
            _tell_ways(scratch, seat, outlook, seat * PLAYER_VALUES)
            _tell_risks(scratch, seat, outlook, seat * PLAYER_VALUES)
    if first >= 0:
        outlook[first * PLAYER_VALUES + FIRST] = 1
    for k in range(POOL_RAMPARTS.shape[0]):
        owner = scratch[OWNER + POOL_RAMPARTS[k]]
        if owner < SEATS:
            outlook[RAMPARTS + owner] += THIRD


@rule
def _tell_race(seen, scratch, seat, outlook, at):
    """Mana, if nothing changes; returns the turns to the goal."""
    missing = 1 - mana_of(seen, seat)
    uses = dagger_uses(scratch, seat)
    pace = int(scratch[OWNER + POOL_TILE] == seat) + uses
    turns = np.ceil(missing * GOAL - TENTH) / pace if pace > 0 else FAR * 1.0
    outlook[at + PLAYS] = 1
    outlook[at + MISSING] = missing
    outlook[at + PACE] = pace * THIRD
    outlook[at + SOON] = 1 / (1 + turns) if pace > 0 else 0
    outlook[at + DAGGER_USES] = uses * THIRD
    return turns


@rule
def dagger_uses(scratch, seat):
    """MS-5.3: in a turn, as far as points and tokens last."""
    uses = min(held(scratch, seat, DAGGERS_HELD), scratch[COUNT + seat] // SACRIFICED)
    return min(uses, next_points(scratch, seat))


@rule
def _tell_means(scratch, seat, outlook, at):
    outlook[at + POINTS] = next_points(scratch, seat) * PER_TURN
    outlook[at + SPAWNS] = (BASE_SPAWNS + held(scratch, seat, SPAWNS_HELD)) * PER_TURN
    outlook[at + TOKENS] = scratch[COUNT + seat] * A_TOKEN
    outlook[at + LOOSE] = scratch[LOOSE_COUNT + seat] * A_TOKEN
    holder = scratch[OWNER + POOL_TILE]
    if holder != seat and holder != FREE:
        outlook[at + STRIKES_POOL] = scratch[POOL_BLOW + seat] <= scratch[AP + seat]
        outlook[at + TAKES_POOL] = scratch[POOL_BLOW + seat] < scratch[AP + seat]


@rule
def _tell_ways(scratch, seat, outlook, at):
    """The shortest of all tokens."""
    to_pool = to_action = to_dagger = FAR
    for k in range(scratch[COUNT + seat]):
        tile = scratch[TOKEN + seat * MOST_TROOPS + k]
        if LOCKS[tile] == 0:
            to_pool = min(to_pool, steps_to(scratch, TO_POOL, tile))
            to_action = min(to_action, steps_to(scratch, TO_ACTION, tile))
            to_dagger = min(to_dagger, steps_to(scratch, TO_DAGGER, tile))
    outlook[at + WAY_TO_POOL] = NEAR[to_pool]
    outlook[at + WAY_TO_ACTION] = NEAR[to_action]
    outlook[at + WAY_TO_DAGGER] = NEAR[to_dagger]
    outlook[at + ENTERS] = scratch[OWNER + POOL_TILE] == FREE and to_pool <= scratch[AP + seat]


@rule
def _tell_risks(scratch, seat, outlook, at):
    for half in range(HALVES):
        tokens = scratch[TROOP + seat * HALVES + half]
        lost = tokens & scratch[fears(seat, FREE_KILL) + half]
        traded = tokens & ~lost & scratch[fears(seat, TRADE) + half]
        while lost:
            outlook[at + AT_RISK + PLACE[lowest(lost, half)]] += THIRD
            lost &= lost - 1
        while traded:
            outlook[at + IN_EXCHANGE] += THIRD
            traded &= traded - 1
