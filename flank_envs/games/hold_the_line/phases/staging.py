"""STAGING: up to three face-down cards, at most one in each lane."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.hold_the_line.layout import DONE, STAGE
from flank_envs.games.hold_the_line.state import hand_size, staged_count
from flank_envs.games.hold_the_line.tables import KINDS, LANES, LANES_OF, NO_CARD, STAGED_OF, STAGING


@rule
def begin_staging(state):
    """HL-3.6: seat 0 stages first, an empty hand is passed over; False when nobody has a card."""
    state.phase = STAGING
    state.to_act = 0 if hand_size(state, 0) > 0 else 1
    return hand_size(state, state.to_act) > 0


@rule
def legal_staging(state, mask):
    """HL-3.2: staging may end at any time."""
    mark_stage_actions(state, mask)
    mask[DONE] = 1


@rule
def stage_or_stop(state, action):
    """HL-3.6: done, three cards or an empty hand end a seat's staging; True when both have finished."""
    seat = state.to_act
    if action != DONE:
        stage(state, seat, action)
        if staged_count(state, seat) < STAGED_OF[state.scale] and hand_size(state, seat) > 0:
            return False
    state.to_act = 1
    return seat == 1 or hand_size(state, 1) == 0


@rule
def mark_stage_actions(state, mask):
    """HL-3.3: any kind in hand, any lane where the seat has no face-down card yet."""
    seat, lanes = state.to_act, LANES_OF[state.scale]
    for kind in range(KINDS):
        held = state.hand[seat, kind] > 0
        for lane in range(LANES):  # without branches: nobody can predict which cards are held and placed
            mask[STAGE + kind * LANES + lane] = held & (state.staged[seat, lane] == NO_CARD) & (lane < lanes)


@rule
def stage(state, seat, action):
    """HL-3.4: the card leaves the hand for good."""
    kind = (action - STAGE) // LANES
    lane = (action - STAGE) % LANES
    state.hand[seat, kind] -= 1
    state.staged[seat, lane] = kind
