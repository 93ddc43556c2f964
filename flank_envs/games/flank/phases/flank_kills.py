"""FLANK_KILLS: flank units destroy enemy support units, whoever won."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import END, END_BIT, KILL
from flank_envs.games.flank.phases.battle import destroy


@rule
def begin_flank_kills(state, seat):
    """FL-8.5: counted when the player's turn to kill begins."""
    state.phase = t.FLANK_KILLS
    state.to_act = seat
    state.kills = flank_kills(state, seat)


@rule
def flank_kills(state, seat):
    """FL-10.6: each Web unit in the enemy support cancels one kill."""
    kills = 0
    for kind in range(t.TYPES):
        kills += state.sheet[seat, t.FLANK, kind] * t.KILLS[state.faction[seat], kind]
        kills -= state.sheet[1 - seat, t.SUPPORT, kind] * t.WEB[state.faction[1 - seat], kind]
    return max(0, kills)


@rule
def guards(state, seat):
    """Units with Guard in a seat's support."""
    count = 0
    for kind in range(t.TYPES):
        count += state.sheet[seat, t.SUPPORT, kind] * t.GUARD[state.faction[seat], kind]
    return count


@rule
def legal_flank_kills(state):
    """FL-10.5: Guards first, for two kills each."""
    enemy = 1 - state.to_act
    legal = END_BIT
    guarded = guards(state, enemy) > 0
    enough = state.kills >= (t.GUARD_KILLS if guarded else 1)
    for kind in range(t.TYPES):
        open_to = (t.GUARD[state.faction[enemy], kind] == 1) | (not guarded)
        legal |= int(enough & open_to & (state.sheet[enemy, t.SUPPORT, kind] > 0)) << kind
    return legal


@rule
def kill(state, action):
    """True when the player stops."""
    if action == END:
        state.kills = 0
        return True
    enemy = 1 - state.to_act
    kind = action - KILL
    state.sheet[enemy, t.SUPPORT, kind] -= 1
    destroy(state, enemy, kind, 1)
    state.kills -= t.GUARD_KILLS if t.GUARD[state.faction[enemy], kind] == 1 else 1
    return False
