"""The rules of Last Match: record, layouts and verbs. A larger game spreads them over the files of its folder."""

import numpy as np

from flank_envs.engine.features import Features, begin_action, raise_to
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.layout import Block, Layout
from flank_envs.engine.options import Option
from flank_envs.engine.record import NO_LIMIT, end_game, header_fits, record_type
from flank_envs.engine.rng import below

SEATS, MOST, LATE, LARGEST = 2, 3, 10, 40  # seats; matches to take, to pass at, and at the start
PHASES = ("TURN", "OVER")
TURN, OVER = range(2)

OPTIONS = (Option("heap", 21, "matches at the start", between=(LATE + 1, LARGEST)),)
STATE = record_type(
    OPTIONS,
    [
        ("left", np.int8),  # matches on the heap
        ("winner", np.int8),  # seat, -1 while nobody has won
        ("passes", np.int8, SEATS),  # 1: holds a pass; hidden from the other seat
        ("passed", np.int8, SEATS),  # 1: has used it
    ],
)

ACTIONS = Layout(Block("TAKE", (MOST,), "take 1, 2 or 3 matches"), Block("PASS", (), "use the pass"))
TAKE, PASS = ACTIONS.start("TAKE"), ACTIONS.start("PASS")

OBSERVATION = Layout(
    Block("left", (LARGEST + 1,), "one-hot: matches on the heap"),
    Block("my_turn", (), "1 if the seat is to act"),
    Block("own_pass", (), "1 if the seat holds a pass"),
    Block("passed", (SEATS,), "1 if the seat, the opponent has used a pass"),
)
LEFT, MY_TURN = OBSERVATION.start("left"), OBSERVATION.start("my_turn")
OWN_PASS, PASSED = OBSERVATION.start("own_pass"), OBSERVATION.start("passed")

STATE_FEATURES = Layout(
    Block("can_win", (), "1 if the seat can take the last match now"),
    Block("can_deny", (), "1 if it can leave more matches than the opponent can take"),
)
ACTION_FEATURES = Layout(
    Block("wins", (), "1 if the action takes the last match"),
    Block("denies", (), "1 if it leaves more matches than the opponent can take"),
)
FEATURES = Features(STATE_FEATURES, ACTION_FEATURES, most_actions=ACTIONS.size, numbers=ACTIONS.size)
CAN_WIN = STATE_FEATURES.start("can_win")
WINS, DENIES = ACTION_FEATURES.start("wins"), ACTION_FEATURES.start("denies")

INVARIANTS = (
    "header and option fields are in their ranges",
    "the heap holds what was there or less, and is empty when somebody has won and the game is over",
    "a seat holds a pass, has used it, or neither",
)


@rule
def deal(state):
    """LM-1.1."""
    state.phase = TURN
    state.to_act = 0
    state.left = state.heap
    state.winner = -1
    for seat in range(SEATS):
        state.passes[seat] = below(state, 2)
        state.passed[seat] = 0


@rule
def legal(state, mask):
    for number in range(1, MOST + 1):
        mask[TAKE + number - 1] = number <= state.left
    mask[PASS] = state.passes[state.to_act] & (state.left <= LATE)


@rule
def apply(state, action):
    """LM-1.2, LM-1.3; LM-1.4: the last match wins."""
    seat = state.to_act
    state.to_act = 1 - seat
    if action == PASS:
        state.passes[seat] = 0
        state.passed[seat] = 1
    else:
        state.left -= action - TAKE + 1
    if state.left == 0:
        state.winner = seat
        end_game(state, OVER)
    return False


@rule
def observe(state, seat, out):
    out[LEFT + int(state.left)] = 1
    out[MY_TURN] = state.to_act == seat
    out[OWN_PASS] = state.passes[seat]
    out[PASSED] = state.passed[seat]
    out[PASSED + 1] = state.passed[1 - seat]


@rule
def features(state, seat, scratch, numbers, out, actions, values):
    """What each legal action brings is seen by trying it; the position is worth the best of them."""
    if state.to_act != seat:
        return 0
    mask, count = numbers, 0
    mask[:] = 0
    legal(state, mask)
    for action in range(mask.shape[0]):
        if mask[action]:
            scratch[0] = state
            after = scratch[0]
            apply(after, action)
            count = begin_action(actions, values, count, action)
            values[count - 1, WINS] = after.winner == seat
            values[count - 1, DENIES] = after.left > MOST
    raise_to(out, CAN_WIN, values, count)
    return count


@rule
def determinize(state, seat):
    """Whether the opponent was dealt a pass is open until it is used: a coin decides again."""
    pass_ = below(state, 2)
    if not state.passed[1 - seat]:
        state.passes[1 - seat] = pass_


@rule
def heuristic(state, mask, streams, i):
    """Leave a multiple of four; where that cannot be done, pass or take one."""
    if state.left % (MOST + 1) > 0:
        return TAKE + state.left % (MOST + 1) - 1
    return PASS if mask[PASS] else TAKE


@rule
def check(state):
    if not (header_fits(state, SEATS, OVER, NO_LIMIT) and LATE < state.heap <= LARGEST):
        return 1
    if not 0 <= state.left <= state.heap or (state.left == 0) != (state.over == 1):
        return 2
    if not -1 <= state.winner < SEATS or (state.winner >= 0) != (state.over == 1):
        return 2
    for seat in range(SEATS):
        if not (0 <= state.passed[seat] <= 1 and 0 <= state.passes[seat] <= 1 - state.passed[seat]):
            return 3
    return 0
