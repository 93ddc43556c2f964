"""What a seat sees in Hold the Line."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.layout import OBSERVATION
from flank_envs.games.hold_the_line.phases.combat import shooter
from flank_envs.games.hold_the_line.state import (
    hand_size,
    hidden_count,
    staged_count,
)

PHASE = OBSERVATION.start("phase")
MY_TURN = OBSERVATION.start("my_turn")
ROUND = OBSERVATION.start("round")
FRONT = OBSERVATION.start("front")
OWN_STACKS = OBSERVATION.start("own_stacks")
OPP_STACKS = OBSERVATION.start("opp_stacks")
OWN_STAGED = OBSERVATION.start("own_staged")
OPP_STAGED = OBSERVATION.start("opp_staged")
STAGE_LEFT = OBSERVATION.start("stage_left")
OWN_HAND = OBSERVATION.start("own_hand")
OWN_DECK = OBSERVATION.start("own_deck")
OWN_DISCARD = OBSERVATION.start("own_discard")
OPP_HAND_SIZE = OBSERVATION.start("opp_hand_size")
OPP_DECK_SIZE = OBSERVATION.start("opp_deck_size")
OPP_DISCARD = OBSERVATION.start("opp_discard")
OPP_HIDDEN = OBSERVATION.start("opp_hidden")
OPP_POOL_AT_SHUFFLE = OBSERVATION.start("opp_pool_at_shuffle")
OPP_HAND_AT_SHUFFLE = OBSERVATION.start("opp_hand_at_shuffle")
COMBAT_LANE = OBSERVATION.start("combat_lane")
SHOOTER = OBSERVATION.start("shooter")
SHOTS_FIRED = OBSERVATION.start("shots_fired")
TARGET_SLOTS = OBSERVATION.start("target_slots")


# Multiplying by these is several times faster than dividing.
PER_CARD = (1 / t.DECK).astype(np.float32)
PER_TROOP = PER_CARD[t.KIND_OF]
PER_HAND_CARD = (1 / np.minimum(t.DECK, t.SETUP_HAND)).astype(np.float32)
STANDS = np.tri(t.DECK_SIZE + 1, 2, k=-1, dtype=np.float32)  # STANDS[size, slot]: 1 if the stack has that slot
FIFTH = np.float32(1 / 5)
ONE_HOT = np.eye(t.KINDS + 1, t.KINDS, k=-1, dtype=np.float32)  # row 0 is NO_CARD


@rule
def observe(state, seat, out):
    out[PHASE + int(state.phase)] = 1
    out[ROUND] = state.round_number * np.float32(1 / t.LAST_ROUND)
    own_direction = np.float32(1 / 3) if seat == 0 else np.float32(-1 / 3)
    for lane in range(t.LANES):
        out[FRONT + lane] = state.front[lane] * own_direction
    _troops(state, seat, out, OWN_STACKS)
    _troops(state, 1 - seat, out, OPP_STACKS)
    observe_turn(state, seat, out)
    _own_piles(state, seat, out)
    _opponents_cards(state, 1 - seat, out)
    if state.phase == t.COMBAT:
        out[COMBAT_LANE + int(state.lane)] = 1
    if state.to_act == seat:
        out[MY_TURN] = 1
    if state.to_act == seat and state.phase == t.COMBAT:
        _shot(state, seat, out)


@rule
def _troops(state, seat, out, start):
    """Two slots of each lane are added unasked, empty ones with weight 0: a branch would be a coin toss."""
    for lane in range(t.LANES):
        size = state.stack_size[seat, lane]
        first = start + lane * t.CARD_STATES
        for slot in range(2):
            card = int(state.stack[seat, lane, slot])
            out[first + card] += PER_TROOP[card] * STANDS[size, slot]
        for slot in range(2, size):
            card = int(state.stack[seat, lane, slot])
            out[first + card] += PER_TROOP[card]


@rule
def observe_turn(state, seat, out):
    """What placing a card changes for the seat that goes on placing."""
    for lane in range(t.LANES):
        for kind in range(t.KINDS):
            out[OWN_STAGED + lane * t.KINDS + kind] = ONE_HOT[state.staged[seat, lane] + 1, kind]
    for kind in range(t.KINDS):
        out[OWN_HAND + kind] = state.hand[seat, kind] * PER_HAND_CARD[kind]
    if state.to_act == seat and state.phase != t.COMBAT:
        limit = t.LANES_OF[state.scale] if state.phase == t.SETUP else t.STAGED_OF[state.scale]
        out[STAGE_LEFT] = (limit - staged_count(state, seat)) * FIFTH


@rule
def _own_piles(state, seat, out):
    for kind in range(t.KINDS):
        out[OWN_DECK + kind] = state.pile_kinds[seat, kind] * PER_CARD[kind]
        out[OWN_DISCARD + kind] = state.discard[seat, kind] * PER_CARD[kind]


@rule
def _opponents_cards(state, opponent, out):
    """HL-1.8; HL-2.3, HL-3.5: while cards are being placed they count as in hand, and their lanes show only later."""
    held = hand_size(state, opponent)
    if state.phase == t.SETUP or state.phase == t.STAGING:
        held += staged_count(state, opponent)
    elif state.phase == t.COMBAT:
        for lane in range(t.LANES):
            out[OPP_STAGED + lane] = state.staged[opponent, lane] != t.NO_CARD
    out[OPP_HAND_SIZE] = held * np.float32(1 / t.SETUP_HAND)
    out[OPP_DECK_SIZE] = state.pile_size[opponent] * np.float32(1 / t.DECK_SIZE)
    for kind in range(t.KINDS):
        out[OPP_DISCARD + kind] = state.discard[opponent, kind] * PER_CARD[kind]
        out[OPP_HIDDEN + kind] = hidden_count(state, opponent, kind) * PER_CARD[kind]
        out[OPP_POOL_AT_SHUFFLE + kind] = state.pool_at_shuffle[opponent, kind] * PER_CARD[kind]
        out[OPP_HAND_AT_SHUFFLE + kind] = state.hand_at_shuffle[opponent, kind] * PER_CARD[kind]


@rule
def _shot(state, seat, out):
    """The shooting card and its possible targets, with what the own earlier shots have assigned to them."""
    card = shooter(state, seat)
    out[SHOOTER] = t.KIND_OF[card] == t.ANTI_ARMOR
    out[SHOOTER + 1] = t.KIND_OF[card] == t.TANK
    out[SHOOTER + 2] = t.HP_OF[card] * FIFTH
    out[SHOOTER + 3] = t.ARMOR_OF[card] * FIFTH
    out[SHOOTER + 4] = t.DAMAGE_OF[card] * np.float32(1 / 4)
    out[SHOTS_FIRED] = state.shots[seat] * np.float32(1 / 6)
    for slot in range(state.stack_size[1 - seat, state.lane]):
        card = state.stack[1 - seat, state.lane, slot]
        at = TARGET_SLOTS + 7 * slot
        out[at + int(t.KIND_OF[card])] = 1
        out[at + 3] = t.HP_OF[card] * FIFTH
        out[at + 4] = t.ARMOR_OF[card] * FIFTH
        out[at + 5] = state.shot_normal[seat, slot] * np.float32(1 / 8)
        out[at + 6] = state.shot_piercing[seat, slot] * np.float32(1 / 16)
