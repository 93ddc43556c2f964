"""What a seat sees in Mana Surge: everything, in its own frame."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.layout import OBSERVATION
from flank_envs.games.mana_surge.state import frame_of, token_count

PHASE = OBSERVATION.start("phase")
MY_DECISION = OBSERVATION.start("my_decision")
TURN_OF = OBSERVATION.start("turn_of")
TROOPS = OBSERVATION.start("own_troops")
ATTACKS = OBSERVATION.start("attack")
DEFENSES = OBSERVATION.start("defense")
PENDING = OBSERVATION.start("pending")
MANA = OBSERVATION.start("mana")
SUPPLY = OBSERVATION.start("supply")
HELD = OBSERVATION.start("extra_actions")  # extra spawns and daggers follow
POOL_HOLDER = OBSERVATION.start("pool_holder")
ACTION_POINTS = OBSERVATION.start("action_points")
SPAWNS_LEFT = OBSERVATION.start("spawns_left")
DAGGER_USED = OBSERVATION.start("dagger_used")
MARKED_COUNT = OBSERVATION.start("marked_count")
THREE_PLAYERS = OBSERVATION.start("three_players")
PROGRESS = OBSERVATION.start("progress")

# Multiplying by these is several times faster than dividing.
HALF_ATTACK = (t.ATTACK / 2).astype(np.float32)
HALF_DEFENSE = (t.DEFENSE / 2).astype(np.float32)
PER_HELD = (1 / t.ABILITY_TILES).astype(np.float32)
PER_TURN = np.float32(1 / t.MOST_PER_TURN)
THIRD = np.float32(1 / t.SACRIFICED)
ONE = np.float32(1)
ONE_HOT = np.eye(len(t.PHASES), t.OVER, dtype=np.float32)


@rule
def observe(state, seat, out):
    frame = frame_of(state, seat)
    other = seat
    for place in range(state.seats):
        _troops(state, other, frame, out, TROOPS + t.TILES * place)
        _counts(state, other, place, out)
        if state.to_act == other:
            out[TURN_OF + place] = 1
        if state.owner[t.POOL_TILE] == other:
            out[POOL_HOLDER + place] = 1
        other = other + 1 if other + 1 < state.seats else 0
    out[MY_DECISION] = state.to_act == seat
    out[THREE_PLAYERS] = state.seats == t.SEATS
    out[PROGRESS] = state.turns * ONE / (state.max_rounds * state.seats)
    observe_turn(state, seat, out)


@rule
def observe_turn(state, seat, out):
    """What changes while a player goes on and no token moves: the phase, what is paid, picked and marked, the mana."""
    phase = t.OVER if state.over else state.phase
    for k in range(t.OVER):
        out[PHASE + k] = ONE_HOT[phase, k]
    frame = frame_of(state, seat)
    if state.picked != t.NO_TILE:
        out[PENDING + int(t.LOCAL_TILE[frame, state.picked])] = 1
    for k in range(state.marks):
        out[PENDING + int(t.LOCAL_TILE[frame, state.marked[k]])] = 1
    out[MARKED_COUNT] = state.marks * THIRD
    out[MANA] = state.mana[seat] * ONE / state.mana_goal
    out[ACTION_POINTS] = state.action_points * PER_TURN
    out[SPAWNS_LEFT] = (state.spawns_allowed - state.spawns_done) * PER_TURN if phase == t.START else 0
    out[DAGGER_USED] = state.dagger_uses * THIRD


@rule
def _troops(state, seat, frame, out, start):
    for k in range(token_count(state, seat)):
        tile = state.tokens[seat, k]
        place = int(t.LOCAL_TILE[frame, tile])
        out[start + place] = 1
        out[ATTACKS + place] = HALF_ATTACK[tile]
        out[DEFENSES + place] = HALF_DEFENSE[tile]


@rule
def _counts(state, seat, place, out):
    out[MANA + place] = state.mana[seat] * ONE / state.mana_goal
    out[SUPPLY + place] = state.supply[seat] * ONE / state.troops
    for ability in range(t.ABILITIES):
        out[HELD + t.SEATS * ability + place] = state.held[seat, ability] * PER_HELD[ability]
