"""The steps of one game that compiled loops are made of: begin, one action, what is seen, and the log of a replay."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.jit.verbs import apply, deal, legal, observe, outcome
from flank_envs.engine.record import NO_LIMIT, count_decision, forfeit


@rule
def start_game(state):
    """Deal a new game into a record whose options and stream are set."""
    state.decisions = 0
    state.over = 0
    state.limit = NO_LIMIT
    state.forfeit = -1
    deal(state)


@rule
def play_action(state, mask, reward, action):
    """One decision of the seat to act. An action outside the mask forfeits.

    True if the same seat goes on and most of what it sees has not changed.
    """
    goes_on = False
    if mask[action]:
        goes_on = apply(state, action)
        count_decision(state)
    else:
        forfeit(state, state.to_act)
    if state.over:
        write_returns(state, reward)
    return goes_on


@rule
def write_returns(state, out):
    """The final returns of a game that is over. A forfeit is -1 for that seat and 0 for the others."""
    if state.forfeit < 0:
        outcome(state, out)
    else:
        out[:] = 0
        out[state.forfeit] = -1


@rule
def show(state, seat, mask, observation):
    """The mask of the seat to act, and what `seat` sees."""
    show_mask(state, mask)
    observation[:] = 0
    observe(state, seat, observation)


@rule
def show_mask(state, mask):
    """The legal actions of the seat to act; none when the game is over."""
    mask[:] = 0
    if not state.over:
        legal(state, mask)


@rule
def log_start(log, i, word):
    """A game begins from this word of its stream."""
    log.start[0, i] = word
    log.length[0, i] = 0


@rule
def log_action(log, i, mask, action):
    """The next action, if there is room."""
    k = log.length[0, i]
    if 0 <= k < log.actions.shape[2]:
        log.actions[0, i, k] = action if mask[action] else -1 - action
    log.length[0, i] = k + 1


@rule
def log_end(log, i):
    """The game is over: it becomes the last finished one."""
    log.start[1, i] = log.start[0, i]
    log.length[1, i] = log.length[0, i]
    for k in range(min(log.length[0, i], log.actions.shape[2])):
        log.actions[1, i, k] = log.actions[0, i, k]
