"""COMBAT: a token is picked, then it strikes an enemy token beside it; any number of times."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge.layout import CELL, PASS
from flank_envs.games.mana_surge.phases.move import aim, mark_directions
from flank_envs.games.mana_surge.state import frame_of, pay, take_token, token_count
from flank_envs.games.mana_surge.tables import DEFEATS, LOCAL_TILE, LOCKS


@rule
def combat_decides(state):
    """MS-4.5: without action points or a possible attack the phase ends by itself."""
    if state.action_points > 0:
        for k in range(token_count(state, state.to_act)):
            if can_attack(state, state.tokens[state.to_act, k]):
                return True
    return False


@rule
def can_attack(state, tile):
    """MS-4.1, MS-3.6: an unlocked token with a token of another player beside it."""
    return (state.foes[state.to_act, tile] != 0) & (LOCKS[tile] == 0)


@rule
def legal_combat(state, mask):
    """MS-4.5: the combat phase may end at any time."""
    mask[PASS] = 1
    frame = frame_of(state, state.to_act)
    for k in range(token_count(state, state.to_act)):
        tile = state.tokens[state.to_act, k]
        mask[CELL + int(LOCAL_TILE[frame, tile])] = can_attack(state, tile)


@rule
def legal_strike(state, mask):
    mark_directions(state, mask, state.foes[state.to_act, state.picked])


@rule
def strike(state, action):
    tile = state.picked
    target = aim(state, action)
    pay(state)
    fight(state, tile, target)


@rule
def fight(state, tile, target):
    """MS-4.2: both strike at once. MS-4.4: nobody advances."""
    if defeats(tile, target):
        take_token(state, target)
    if defeats(target, tile):
        take_token(state, tile)


@rule
def defeats(tile, target):
    """Whether a token on one tile defeats a token on the other: MS-3.10, MS-4.3, the tiles decide."""
    return DEFEATS[tile, target]
