"""How the players stand: their mana, their means, and what threatens them."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.observe import PER_TURN, THREE_PLAYERS
from old_features.mana_surge import board
from old_features.mana_surge import values as v
from old_features.mana_surge.board import held, lowest, mana_of, next_points, steps_to
from old_features.mana_surge.standing import PLACE
from old_features.mana_surge.threats import FREE_KILL, POOL_BLOW, POOL_RAMPARTS, TRADE, fears

GOAL = 10  # mana points of a standard game
TENTH, THIRD, A_TOKEN = np.float32(1 / 10), np.float32(1 / 3), np.float32(1 / 15)


@rule
def tell_players(seen, scratch, outlook):
    soonest = board.FAR * 1.0
    first = -1
    for seat in range(t.SEATS):
        if seat < t.SEATS - 1 or seen[THREE_PLAYERS] > 0:
            turns = _tell_race(seen, scratch, seat, outlook, seat * v.PLAYER_VALUES)
            if turns < soonest:
                soonest = turns
                first = seat
            _tell_means(scratch, seat, outlook, seat * v.PLAYER_VALUES)
            _tell_ways(scratch, seat, outlook, seat * v.PLAYER_VALUES)
            _tell_risks(scratch, seat, outlook, seat * v.PLAYER_VALUES)
    if first >= 0:
        outlook[first * v.PLAYER_VALUES + v.FIRST] = 1
    for k in range(POOL_RAMPARTS.shape[0]):
        owner = scratch[board.OWNER + POOL_RAMPARTS[k]]
        if owner < t.SEATS:
            outlook[v.RAMPARTS + owner] += THIRD


@rule
def _tell_race(seen, scratch, seat, outlook, at):
    """Mana, if nothing changes; returns the turns to the goal."""
    missing = 1 - mana_of(seen, seat)
    uses = dagger_uses(scratch, seat)
    pace = int(scratch[board.OWNER + t.POOL_TILE] == seat) + uses
    turns = np.ceil(missing * GOAL - TENTH) / pace if pace > 0 else board.FAR * 1.0
    outlook[at + v.PLAYS] = 1
    outlook[at + v.MISSING] = missing
    outlook[at + v.PACE] = pace * THIRD
    outlook[at + v.SOON] = 1 / (1 + turns) if pace > 0 else 0
    outlook[at + v.DAGGER_USES] = uses * THIRD
    return turns


@rule
def dagger_uses(scratch, seat):
    """MS-5.3: in a turn, as far as points and tokens last."""
    uses = min(held(scratch, seat, t.DAGGERS_HELD), scratch[board.COUNT + seat] // t.SACRIFICED)
    return min(uses, next_points(scratch, seat))


@rule
def _tell_means(scratch, seat, outlook, at):
    outlook[at + v.POINTS] = next_points(scratch, seat) * PER_TURN
    outlook[at + v.SPAWNS] = (t.BASE_SPAWNS + held(scratch, seat, t.SPAWNS_HELD)) * PER_TURN
    outlook[at + v.TOKENS] = scratch[board.COUNT + seat] * A_TOKEN
    outlook[at + v.LOOSE] = scratch[board.LOOSE_COUNT + seat] * A_TOKEN
    holder = scratch[board.OWNER + t.POOL_TILE]
    if holder != seat and holder != board.FREE:
        outlook[at + v.STRIKES_POOL] = scratch[POOL_BLOW + seat] <= scratch[board.AP + seat]
        outlook[at + v.TAKES_POOL] = scratch[POOL_BLOW + seat] < scratch[board.AP + seat]


@rule
def _tell_ways(scratch, seat, outlook, at):
    """The shortest of all tokens."""
    to_pool = to_action = to_dagger = board.FAR
    for k in range(scratch[board.COUNT + seat]):
        tile = scratch[board.TOKEN + seat * t.MOST_TROOPS + k]
        if t.LOCKS[tile] == 0:
            to_pool = min(to_pool, steps_to(scratch, board.TO_POOL, tile))
            to_action = min(to_action, steps_to(scratch, board.TO_ACTION, tile))
            to_dagger = min(to_dagger, steps_to(scratch, board.TO_DAGGER, tile))
    outlook[at + v.WAY_TO_POOL] = board.NEAR[to_pool]
    outlook[at + v.WAY_TO_ACTION] = board.NEAR[to_action]
    outlook[at + v.WAY_TO_DAGGER] = board.NEAR[to_dagger]
    outlook[at + v.ENTERS] = scratch[board.OWNER + t.POOL_TILE] == board.FREE and to_pool <= scratch[board.AP + seat]


@rule
def _tell_risks(scratch, seat, outlook, at):
    for half in range(board.HALVES):
        tokens = scratch[board.TROOP + seat * board.HALVES + half]
        lost = tokens & scratch[fears(seat, FREE_KILL) + half]
        traded = tokens & ~lost & scratch[fears(seat, TRADE) + half]
        while lost:
            outlook[at + v.AT_RISK + PLACE[lowest(lost, half)]] += THIRD
            lost &= lost - 1
        while traded:
            outlook[at + v.IN_EXCHANGE] += THIRD
            traded &= traded - 1
