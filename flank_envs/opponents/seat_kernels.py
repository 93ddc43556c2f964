"""The compiled loops in which some seats are the caller's and compiled players sit in the others.

    play              one decision where asked, then the compiled players until the caller must decide
    reset_players     new games where asked, played likewise
    choose_heuristic  the heuristic's choice in every game

Rows of observation and mask are those of `engine.kernels`; when a game is over, the observation is the one of `focus`.
"""

from typing import NamedTuple

import numpy as np

from flank_envs.engine.jit.compile import kernel, rule
from flank_envs.engine.jit.verbs import observe
from flank_envs.engine.record import CAP
from flank_envs.engine.rng import random_legal
from flank_envs.engine.steps import log_action, log_end, log_start, play_action, show_mask, start_game
from flank_envs.opponents.heuristics import heuristic

CALLER, RANDOM, HEURISTIC = 0, 1, 2  # who plays a seat; larger numbers are the caller's other players
FIRST_OTHER = 3


class Players(NamedTuple):
    """Who plays which seat of each game."""

    focus: np.ndarray  # (games,) int8: the learner's seat
    control: np.ndarray  # (games, seats) int16: CALLER, RANDOM, HEURISTIC, ...
    streams: np.ndarray  # (games,) uint64: the streams that random players choose from
    lineup: np.ndarray  # (games,) int16: the row of players that sits in the other seats


@kernel
def reset_players(a, players, log, which):
    """New games where `which` is set, played by the compiled players until the caller must decide."""
    states, _, _, _, reward, done, truncated = a
    recording = log.actions.shape[2] > 0
    for i in range(which.shape[0]):
        if which[i]:
            reward[i, :] = 0
            done[i] = False
            truncated[i] = False
            if recording:
                log_start(log, i, states[i].rng)
            start_game(states[i])
            _run_compiled_players(a, players, log, i)


@kernel
def play(a, players, log, actions, which, low, high):
    """Where `which` is set: the action given, then the compiled players until the caller must decide again."""
    states, _, masks, _, reward, done, truncated = a
    recording = log.actions.shape[2] > 0
    for i in range(low, high):
        if which[i]:
            reward[i, :] = 0
            done[i] = False
            truncated[i] = False
            if not states[i].over:
                if recording:
                    log_action(log, i, masks[i], actions[i])
                play_action(states[i], masks[i], reward[i], actions[i])
                _run_compiled_players(a, players, log, i)


@rule
def _run_compiled_players(a, players, log, i):
    states, observation, masks, to_act, reward, done, truncated = a
    recording = log.actions.shape[2] > 0
    state = states[i]
    mask = masks[i]
    show_mask(state, mask)
    while not state.over:
        control = players.control[i, state.to_act]
        if control == RANDOM:
            action = random_legal(mask, players.streams, i)
        elif control == HEURISTIC:
            action = heuristic(state, mask, players.streams, i)
        else:
            break
        if recording:
            log_action(log, i, mask, action)
        play_action(state, mask, reward[i], action)
        show_mask(state, mask)
    if state.over:
        done[i] = True
        truncated[i] = state.limit == CAP
        if recording:
            log_end(log, i)
    to_act[i] = state.to_act
    observation[i, :] = 0
    observe(state, players.focus[i] if state.over else state.to_act, observation[i])


@kernel
def choose_heuristic(states, masks, streams, actions):
    """The heuristic's action in every game that is not over."""
    for i in range(states.shape[0]):
        if not states[i].over:
            actions[i] = heuristic(states[i], masks[i], streams, i)
