"""SACRIFICE: three tokens are marked one after the other and removed together."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge.layout import CELL
from flank_envs.games.mana_surge.phases.end import gain_mana
from flank_envs.games.mana_surge.state import frame_of, take_token, token_count
from flank_envs.games.mana_surge.tables import END, GLOBAL_TILE, LOCAL_TILE, SACRIFICED


@rule
def legal_sacrifice(state, mask):
    """MS-5.4: any own tokens, locked ones included."""
    frame = frame_of(state, state.to_act)
    for k in range(token_count(state, state.to_act)):
        mask[CELL + int(LOCAL_TILE[frame, state.tokens[state.to_act, k]])] = 1
    for k in range(state.marks):
        mask[CELL + int(LOCAL_TILE[frame, state.marked[k]])] = 0


@rule
def mark(state, action):
    """MS-5.4: the third mark removes all three, then the mana point is gained. True while marks are missing."""
    tile = GLOBAL_TILE[frame_of(state, state.to_act), action - CELL]
    if state.marks < SACRIFICED - 1:
        state.marked[state.marks] = tile
        state.marks += 1
        return True
    take_token(state, tile)  # MS-5.5: to the supply
    for k in range(SACRIFICED - 1):
        take_token(state, state.marked[k])
        state.marked[k] = 0
    state.marks = 0
    state.phase = END
    gain_mana(state)
    return False
