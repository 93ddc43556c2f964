"""Set-up: three tokens beside each spawner, the rest in the supplies. No decisions, no chance."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import following
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.state import frame_of, put_token, turn_exits


@rule
def set_up(state):
    state.rng = following(state.rng)  # every game of a stream begins from a word, and so from a seed, of its own
    _clear(state)
    for seat in range(state.seats):
        _put_spawner(state, t.SPAWNER_TILE[frame_of(state, seat)])
        state.supply[seat] = state.troops
        for slot in range(t.SLOTS):  # MS-1.3
            put_token(state, seat, t.SLOT[frame_of(state, seat), slot])
    if state.seats == 2:  # MS-1.6
        state.mana[1 - state.first_seat] = state.komi
    state.to_act = state.first_seat  # MS-1.5


@rule
def _clear(state):
    state.turns = 0
    state.winner = -1
    state.picked = t.NO_TILE
    state.marks = 0
    for k in range(t.SACRIFICED - 1):
        state.marked[k] = 0
    for tile in range(t.TILES):
        state.owner[tile] = t.NOBODY
        state.exits[tile] = t.ALL_AROUND[tile]
    for seat in range(t.SEATS):
        state.mana[seat] = 0
        state.supply[seat] = 0
        for k in range(t.MOST_TROOPS):
            state.tokens[seat, k] = 0
        for ability in range(t.ABILITIES):
            state.held[seat, ability] = 0
        for tile in range(t.TILES):
            state.foes[seat, tile] = 0


@rule
def _put_spawner(state, tile):
    """MS-1.4: its tile is never empty."""
    state.owner[tile] = t.SPAWNER
    turn_exits(state, tile)
