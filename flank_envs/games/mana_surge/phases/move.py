"""MOVE1 and MOVE2: a token is picked, then it takes one step; any number of times."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.layout import CELL, DIR, PASS
from flank_envs.games.mana_surge.state import frame_of, pay, put_token, take_token, token_count


@rule
def move_decides(state):
    if state.action_points > 0:
        for k in range(token_count(state, state.to_act)):
            if can_move(state, state.tokens[state.to_act, k]):
                return True
    return False


@rule
def can_move(state, tile):
    """MS-3.2, MS-3.6: an unlocked token with an empty tile beside it."""
    return (state.exits[tile] != 0) & (t.LOCKS[tile] == 0)


@rule
def legal_move(state, mask):
    """MS-3.4: a move phase may end at any time."""
    mask[PASS] = 1
    frame = frame_of(state, state.to_act)
    for k in range(token_count(state, state.to_act)):
        tile = state.tokens[state.to_act, k]
        mask[CELL + int(t.LOCAL_TILE[frame, tile])] = can_move(state, tile)


@rule
def pick(state, action):
    """The token that moves or attacks; its direction is the next decision."""
    state.picked = t.GLOBAL_TILE[frame_of(state, state.to_act), action - CELL]
    state.phase += 1


@rule
def legal_step(state, mask):
    mark_directions(state, mask, state.exits[state.picked])


@rule
def mark_directions(state, mask, bits):
    frame = frame_of(state, state.to_act)
    for d in range(t.DIRECTIONS):
        mask[DIR + d] = bits >> t.GLOBAL_DIRECTION[frame, d] & 1


@rule
def aim(state, action):
    """The tile that the picked token is sent to. It is put down: the phase that it was picked in goes on."""
    tile = t.NEIGHBOUR[state.picked, t.GLOBAL_DIRECTION[frame_of(state, state.to_act), action - DIR]]
    state.picked = t.NO_TILE
    state.phase -= 1
    return tile


@rule
def step(state, action):
    tile = state.picked
    target = aim(state, action)
    pay(state)
    go(state, tile, target)


@rule
def go(state, tile, target):
    """MS-3.2, MS-3.11: one step onto an empty tile. MS-3.5: thorns defeat whoever moves there."""
    seat = state.owner[tile]
    take_token(state, tile)
    if t.KIND[target] != t.THORNS:
        put_token(state, seat, target)
