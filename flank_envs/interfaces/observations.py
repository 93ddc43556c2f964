"""Observations as interfaces give them: plain values, or dicts that hold the mask and the features too."""

from typing import Any

import numpy as np
from gymnasium import spaces

from flank_envs.engine.arrays import GameArrays
from flank_envs.engine.errors import flag
from flank_envs.engine.game import Game
from flank_envs.engine.layout import Layout
from flank_envs.engine.positions import dense_features, need_features
from flank_envs.opponents.seats import SeatGames

MASK, FEATURES = "action_mask", ("state_features", "action_features")


class Observations:
    """What an interface makes of what a seat observes: the plain values, or a dict if they come with anything else.

    In dicts the values are called `name`. With `mask` they hold `action_mask`, and with `features` the values about the
    position, `state_features`, and about each action, `action_features`: (actions, values), with zeros where an action
    is not legal or has none. A game without features is refused with a ValueError.
    """

    def __init__(self, game: Game, games: int, name: str, mask: bool, features: bool) -> None:
        self._game, self._name, self._mask = game, name, mask
        self._dense = dense_features(game, games) if flag(features, "features") else None
        self._plain = not mask and self._dense is None

    def space(self) -> spaces.Space:
        """What the observation of one game is in: a new space."""
        game = self._game
        values, actions = seat_spaces(game)
        if self._plain:
            return values
        parts: dict[str, spaces.Space] = {self._name: values}
        if self._mask:
            parts[MASK] = spaces.Box(0, 1, (int(actions.n),), np.int8)
        if self._dense is not None:
            layouts = need_features(game)
            boxes = _with_zeros(layouts.state), _with_zeros(layouts.actions, game.actions.size)
            parts |= dict(zip(FEATURES, boxes, strict=True))
        return spaces.Dict(parts)

    def of_seat(self, games: GameArrays, seat: int, values: np.ndarray, mask: np.ndarray) -> Any:
        """What this seat of a single game observes, from its `values` and `mask`: copies."""
        if self._dense is None:
            return self._given(values, mask)
        games._write_features(self._dense, seat)
        return self._given(values, mask, (self._dense.state[0], self._dense.actions[0]))

    def of_learner(self, games: SeatGames) -> Any:
        """What the learner of a single game observes: copies."""
        values, mask = games.observation[0], games.action_mask[0]
        if self._dense is None:
            return self._given(values, mask)
        return self.of_seat(games, int(games.seat[0]), values, mask)

    def of_learners(self, games: SeatGames, copy: bool = True, which: np.ndarray | None = None) -> Any:
        """What the learner of every game observes; without `copy`, views that are written anew.

        While some games cannot be played on, features are written only where `which` is set.
        """
        if self._dense is None:
            return self._given(games.observation, games.action_mask, copy=copy)
        games._write_features(self._dense, games.seat, which)
        features = self._dense.state.view(), self._dense.actions.view()
        for view in features:
            view.flags.writeable = False  # as those of observation and mask
        return self._given(games.observation, games.action_mask, features, copy)

    def of_end(self, games: SeatGames, index: int) -> Any:
        """What the learner of a game that is over observes, which has no features left: copies."""
        values, mask = games.observation[index], games.action_mask[index]
        if self._dense is None:
            return self._given(values, mask)
        return self._given(values, mask, (np.zeros_like(self._dense.state[0]), np.zeros_like(self._dense.actions[0])))

    def _given(
        self, values: np.ndarray, mask: np.ndarray, features: tuple[np.ndarray, ...] = (), copy: bool = True
    ) -> Any:
        values = values.copy() if copy else values
        if self._plain:
            return values
        parts = {self._name: values}
        if self._mask:
            parts[MASK] = mask.copy() if copy else mask
        if features:
            parts |= {name: a.copy() if copy else a for name, a in zip(FEATURES, features, strict=True)}
        return parts


def seat_spaces(game: Game) -> tuple[spaces.Box, spaces.Discrete]:
    """The observation and action space of one seat."""
    layout = game.observation
    return spaces.Box(layout.low, layout.high, dtype=np.float32), spaces.Discrete(game.actions.size)


def _with_zeros(layout: Layout, *rows: int) -> spaces.Box:
    """The values of a layout, or rows of them, any of which may be all zero."""
    shape = *rows, layout.size
    low, high = np.minimum(layout.low, 0), np.maximum(layout.high, 0)
    return spaces.Box(np.broadcast_to(low, shape).copy(), np.broadcast_to(high, shape).copy(), dtype=np.float32)
