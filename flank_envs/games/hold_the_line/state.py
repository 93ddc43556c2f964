"""The record of a game of Hold the Line, and small questions about it."""

from typing import Any

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.options import Option
from flank_envs.engine.record import record_type
from flank_envs.games.hold_the_line import tables as t

OPTIONS = (
    Option(
        "contested",
        "triangle",
        "when both sides deploy into a lane that one of them holds: the better kind decides, the push always "
        "succeeds, or it never does",
        choices=("triangle", "advance", "hold"),
    ),
    Option(
        "scale",
        "full",
        "a small game, for research that goes through all of it: mini has two lanes, four cards for each player and "
        "three rounds, tiny one lane, three cards and two rounds",
        choices=("full", "mini", "tiny"),
    ),
)

# Entries past a size are 0, so that equal games have equal bytes.
STATE = record_type(
    OPTIONS,
    [
        ("round_number", np.int16),  # 0 in SETUP, then 1..100
        ("lane", np.int8),  # lane being fought over in COMBAT, else 0
        ("winner", np.int8),  # seat, -1 while nobody has won
        ("front", np.int8, t.LANES),  # -3..3 in seat 0's frame, positive towards seat 1
        ("hand", np.int8, (t.SEATS, t.KINDS)),  # cards of each kind
        ("discard", np.int8, (t.SEATS, t.KINDS)),
        ("pile", np.uint8, (t.SEATS, t.DECK_SIZE)),  # kinds; the last one is drawn next
        ("pile_size", np.int8, t.SEATS),
        ("pile_kinds", np.int8, (t.SEATS, t.KINDS)),  # its cards by kind, which every observation asks for
        ("staged", np.int8, (t.SEATS, t.LANES)),  # kind of the face-down card or NO_CARD
        ("stack", np.uint8, (t.SEATS, t.LANES, t.DECK_SIZE)),  # card states, ascending: the canonical order
        ("stack_size", np.int8, (t.SEATS, t.LANES)),
        ("pool_at_shuffle", np.int8, (t.SEATS, t.KINDS)),  # draw pile when last shuffled (HL-6.4)
        ("hand_at_shuffle", np.int8, (t.SEATS, t.KINDS)),
        ("shots", np.int8, t.SEATS),  # shots assigned in the current lane
        ("shot_normal", np.int8, (t.SEATS, t.DECK_SIZE)),  # damage a seat's shots have assigned to enemy slots
        ("shot_piercing", np.int8, (t.SEATS, t.DECK_SIZE)),
        ("scale", np.int8),  # the option
    ],
)


@rule
def card_state(kind, hp, armor):
    """The id of a card state."""
    return t.FRESH[kind] + (t.FULL_HP[kind] - hp) * (t.FULL_ARMOR[kind] + 1) + t.FULL_ARMOR[kind] - armor


@rule
def hand_size(state, seat):
    return state.hand[seat, 0] + state.hand[seat, 1] + state.hand[seat, 2]


@rule
def staged_count(state, seat):
    count = 0
    for lane in range(t.LANES):
        count += state.staged[seat, lane] != t.NO_CARD
    return count


@rule
def face_down_count(state, seat, kind):
    count = 0
    for lane in range(t.LANES):
        count += state.staged[seat, lane] == kind
    return count


@rule
def hidden_count(state, owner, kind):
    """Cards of a kind that the other player cannot see: in hand, in the draw pile or face down."""
    return state.hand[owner, kind] + state.pile_kinds[owner, kind] + face_down_count(state, owner, kind)


@rule
def add_to_stack(state, seat, lane, card):
    """Put a card into its canonical place."""
    k = state.stack_size[seat, lane]
    state.stack_size[seat, lane] = k + 1
    while k > 0 and state.stack[seat, lane, k - 1] > card:
        state.stack[seat, lane, k] = state.stack[seat, lane, k - 1]
        k -= 1
    state.stack[seat, lane, k] = card


@rule
def troop_points(state, seat, lane):
    """Damage, HP and armor of a seat's troops in a lane."""
    points = 0
    for slot in range(state.stack_size[seat, lane]):
        card = state.stack[seat, lane, slot]
        points += int(t.DAMAGE_OF[card] + t.HP_OF[card] + t.ARMOR_OF[card])
    return points


def derive(state: Any) -> None:
    """The cards of the piles by kind, and every stack in its canonical order."""
    for seat in range(t.SEATS):
        size = max(0, int(state.pile_size[seat]))
        state.pile_kinds[seat] = [np.count_nonzero(state.pile[seat, :size] == kind) for kind in range(t.KINDS)]
        for lane in range(t.LANES):
            state.stack[seat, lane, : max(0, int(state.stack_size[seat, lane]))].sort()
