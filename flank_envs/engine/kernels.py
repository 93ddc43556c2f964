"""The compiled loops over many games whose seats are all played by the caller, written in place.

    step            one decision in every game
    reset           new games where asked
    look, masks ..  single looks for rendering, replays, search and tests

Rows of observation and mask belong to the seat to act; when a game is over and stays so, the observation is the one of
a seat that the caller names and the mask is empty.
"""

from typing import NamedTuple

import numpy as np

from flank_envs.engine.jit.compile import kernel
from flank_envs.engine.jit.verbs import apply, check, determinize, features, legal, observe, observe_turn
from flank_envs.engine.record import CAP, count_decision, forfeit, take_back_forfeit
from flank_envs.engine.rng import new_stream, random_legal
from flank_envs.engine.steps import (
    log_action,
    log_end,
    log_start,
    play_action,
    show,
    show_mask,
    start_game,
    write_returns,
)


class Arrays(NamedTuple):
    """The memory of a batch of games."""

    states: np.ndarray  # (games,) records
    observation: np.ndarray  # (games, values) float32
    action_mask: np.ndarray  # (games, actions) int8
    to_act: np.ndarray  # (games,) int8
    reward: np.ndarray  # (games, seats) float32
    done: np.ndarray  # (games,) bool
    truncated: np.ndarray  # (games,) bool


class Log(NamedTuple):
    """What was played, for replays; with room for no action it costs nothing."""

    start: np.ndarray  # (2, games) uint64: the stream before the deal, of the current and of the last finished game
    length: np.ndarray  # (2, games) int32: decisions, also those there was no room for; negative if not all were seen
    actions: np.ndarray  # (2, games, room) int16; an illegal one that forfeited the game is kept as -1 - action


class DenseFeatures(NamedTuple):
    """The features of a batch of games in arrays of one size, and the memory that filling them needs."""

    state: np.ndarray  # (games, values) float32: about the position
    actions: np.ndarray  # (games, actions, values) float32: about each action, 0 where it has none
    scratch: np.ndarray  # (1,) records
    numbers: np.ndarray  # int64
    rows: np.ndarray  # (games, n) int64: the actions that have features
    counts: np.ndarray  # (games,) int64: how many these are
    values: np.ndarray  # (n, values) float32: of the actions of one game


@kernel
def step(a, log, actions, streams, restart, low, high):
    """One decision in games low..high-1; finished games begin anew at once if `restart`, else they wait for `reset`.

    Given `streams`, one stream per game, the actions are drawn at random and written into `actions`.
    """
    states, observation, masks, to_act, reward, done, truncated = a
    recording = log.actions.shape[2] > 0
    for i in range(low, high):
        state = states[i]
        reward[i, :] = 0
        done[i] = False
        truncated[i] = False
        if state.over:
            continue
        if streams.shape[0]:
            actions[i] = random_legal(masks[i], streams, i)
        action = actions[i]
        seat = state.to_act
        if recording:
            log_action(log, i, masks[i], action)
        if play_action(state, masks[i], reward[i], action):
            show_mask(state, masks[i])
            observe_turn(state, seat, observation[i])
            continue
        if state.over:
            done[i] = True
            truncated[i] = state.limit == CAP
            if recording:
                log_end(log, i)
            if restart:
                if recording:
                    log_start(log, i, state.rng)
                start_game(state)
        if not state.over:
            seat = state.to_act
        to_act[i] = state.to_act
        show(state, seat, masks[i], observation[i])


@kernel
def reset(a, log, which):
    """New games where `which` is set."""
    states, observation, masks, to_act, reward, done, truncated = a
    recording = log.actions.shape[2] > 0
    for i in range(which.shape[0]):
        if which[i]:
            reward[i, :] = 0
            done[i] = False
            truncated[i] = False
            if recording:
                log_start(log, i, states[i].rng)
            start_game(states[i])
            to_act[i] = states[i].to_act
            show(states[i], states[i].to_act, masks[i], observation[i])


@kernel
def refresh(a, viewers, which):
    """Write masks and observations again where `which` is set; of games that are over, what viewers[i] sees."""
    for i in range(a.states.shape[0]):
        if not which[i]:
            continue
        state = a.states[i]
        a.reward[i, :] = 0
        a.done[i] = False
        a.truncated[i] = False
        a.to_act[i] = state.to_act
        show(state, viewers[i] if state.over else state.to_act, a.action_mask[i], a.observation[i])


@kernel
def look(states, seats, out):
    """What seat seats[i] sees of game i."""
    for i in range(states.shape[0]):
        row = out[i]
        row[:] = 0
        observe(states[i], seats[i], row)


@kernel
def write_features(states, seats, scratch, numbers, out, rows, actions, values):
    """The features of game i for seat seats[i], all 0 if it is over; how many actions have any.

    out[i] is about the position. Of the n-th action that has features rows[n] is the game, actions[n] the action and
    values[n] what there is to tell.
    """
    count = 0
    for i in range(states.shape[0]):
        row = out[i]
        row[:] = 0
        if states[i].over:
            continue
        found = features(states[i], seats[i], scratch, numbers, row, actions[count:], values[count:])
        for k in range(count, count + found):
            rows[k] = i
        count += found
    return count


@kernel
def write_dense_features(states, seats, which, d):
    """The features of game i for seat seats[i] where `which` is set; all 0 if it is over."""
    for i in range(states.shape[0]):
        if not which[i]:
            continue
        position, actions = d.state[i], d.actions[i]
        position[:] = 0
        for k in range(d.counts[i]):
            for v in range(actions.shape[1]):
                actions[d.rows[i, k], v] = 0
        d.counts[i] = 0
        if states[i].over:
            continue
        d.counts[i] = features(states[i], seats[i], d.scratch, d.numbers, position, d.rows[i], d.values)
        for k in range(d.counts[i]):
            for v in range(actions.shape[1]):
                actions[d.rows[i, k], v] = d.values[k, v]


@kernel
def masks(states, out):
    """The legal actions of each game's seat to act."""
    for i in range(states.shape[0]):
        row = out[i]
        row[:] = 0
        if states[i].over == 0:
            legal(states[i], row)


@kernel
def returns(states, out):
    """The final returns of games that are over; rows of others stay as they are."""
    for i in range(states.shape[0]):
        if states[i].over:
            write_returns(states[i], out[i])


@kernel
def determinize_all(states, seats, streams):
    """Redraw what seat seats[i] cannot know of game i, its future chance included, from streams[i]; -1 leaves it."""
    for i in range(states.shape[0]):
        if seats[i] < 0:
            continue
        states[i].rng = new_stream(streams, i)
        forfeited = take_back_forfeit(states[i])
        determinize(states[i], seats[i])
        if forfeited >= 0:
            forfeit(states[i], forfeited)


@kernel
def checks(states):
    """The number of the first broken invariant, times the number of games, plus the game; 0 if all hold."""
    for i in range(states.shape[0]):
        forfeited = take_back_forfeit(states[i])
        broken = check(states[i])
        if forfeited >= 0:
            forfeit(states[i], forfeited)
        if broken:
            return broken * states.shape[0] + i
    return 0


@kernel
def choose_random(masks, streams, actions):
    """A random legal action for every row."""
    for i in range(masks.shape[0]):
        actions[i] = random_legal(masks[i], streams, i)


@kernel
def take_actions(masks, chosen, only_range, actions):
    """Copy the actions given, of 32 or 64 bits, into those that are played; -1, or the first game that refuses its own.

    It refuses what is no id at all or, unless `only_range`, not legal. A game that is over has an empty mask and takes
    any id.
    """
    for i in range(chosen.shape[0]):
        action = chosen[i]
        if action < 0 or action >= masks.shape[1]:
            return i
        if not only_range and masks[i, action] == 0 and masks[i].any():
            return i
        actions[i] = action
    return -1


@kernel
def begin(states):
    """Deal new games without looking at them."""
    for i in range(states.shape[0]):
        start_game(states[i])


@kernel
def decide(states, actions):
    """One legal decision in every game, without looking at them."""
    for i in range(states.shape[0]):
        apply(states[i], actions[i])
        count_decision(states[i])


@kernel
def forfeits(states):
    """The seat to act forfeits, in every game."""
    for i in range(states.shape[0]):
        forfeit(states[i], states[i].to_act)
