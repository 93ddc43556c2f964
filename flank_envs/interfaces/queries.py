"""Queries that all environments share: the same names and the same meaning on AEC, Gymnasium, SB3 and batch."""

import copy
from typing import Any, Self

import numpy as np

from flank_envs.engine.arrays import GameArrays
from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import Game
from flank_envs.engine.questions import action_words, ask_streams, layout_tables, legal_actions
from flank_envs.engine.replay import Replay
from flank_envs.engine.validate import flag_per_game, seed_per_game
from flank_envs.opponents import AnyOpponent, load_opponent
from flank_envs.opponents.decisions import new_draws, renew_draws

NOBODY_TO_ACT = "the game is over, or has not begun: nobody is to act"


class Queries:
    """What can be asked about the games of an environment. `index` is the number of a game, where there are many.

    Subclasses have `game`, say in `_queried` which games they stand for, and call `_seed_ask` in `reset`.
    """

    game: Game
    _ask_streams: np.ndarray | None = None
    _ask_draws: np.ndarray | None = None

    def _queried(self) -> GameArrays:
        """The games that are asked about."""
        raise NotImplementedError(f"{type(self).__name__} must define _queried()")

    def _index(self, index: int) -> int:
        return whole_number(index, "index", 0, self._queried().num_games - 1)

    def describe(self, action: int, index: int = 0) -> str:
        """An action of the seat to act in game `index`, in words."""
        return action_words(self.game, self._queried().states[self._index(index)], action)

    def legal(self, index: int = 0) -> list[tuple[int, str]]:
        """The legal actions of the seat to act in game `index`, as pairs of number and words; none when it is over."""
        games, index = self._queried(), self._index(index)
        return legal_actions(self.game, games.states[index], games.action_mask[index])

    def split(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """An observation as named arrays."""
        return self.game.observation.split(observation)

    def layout(self) -> str:
        """The tables of actions, of observation values and, in games that have any, of features."""
        return layout_tables(self.game)

    def ask(self, opponent: AnyOpponent) -> Any:
        """What an opponent (a name, a file, a function, an Opponent) would choose now, as `step` takes it.

        It decides for the seats to act, from random streams of its own that a seed of `reset` sets; games that are
        over get any number. A mixture keeps the members that it drew at the last `reset`.
        """
        return self._ask(opponent)

    def _ask(self, opponent: AnyOpponent) -> np.ndarray:
        """(games,) int32: the actions that an opponent chooses."""
        player, games = load_opponent(opponent), self._queried()
        player.check_compatible(self.game, games.options)
        if not (games.to_act >= 0).any():
            raise ValueError(NOBODY_TO_ACT)
        if self._ask_streams is None:
            self._seed_ask(0)
        assert self._ask_streams is not None
        return player.choose(games, self._ask_streams, self._ask_draws)

    def _seed_ask(self, seed: Any, which: np.ndarray | None = None) -> None:
        """Set the streams of asked opponents where games begin from a seed; without one they go on."""
        games = self._queried()
        chosen = flag_per_game(which, "which", games.num_games)
        if seed is not None or self._ask_streams is None:
            fresh = ask_streams(seed_per_game(seed, games.num_games))
            if self._ask_streams is None:
                self._ask_streams = fresh
            self._ask_streams[chosen] = fresh[chosen]
        if self._ask_draws is None:
            self._ask_draws = new_draws(self._ask_streams, games.seats)
        renew_draws(self._ask_draws, chosen, self._ask_streams)

    def replay(self, index: int = 0, finished: bool | None = None) -> Replay:
        """The current game of one row, or the last finished one, for a replay file.

        By default it is the current one if it has begun. Environments of many games keep replays with replays=True.
        """
        return self._queried().replay(index, finished)

    def save(self) -> bytes:
        """The games as bytes, for `restore`."""
        return self._queried().save()

    def restore(self, data: bytes) -> None:
        """Continue from bytes that `save` gave; bytes that do not fit are refused and change nothing."""
        self._queried().restore(data)

    def clone(self) -> Self:
        """An independent copy of the games in progress."""
        return copy.deepcopy(self)


class OneGameQueries(Queries):
    """The same about an environment of one game, which waits for `reset` when the game is over."""

    def ask(self, opponent: AnyOpponent) -> int:
        """The action that an opponent (a name, a file, a function, an Opponent) would choose for the seat to act."""
        return int(self._ask(opponent)[0])

    def replay(self, index: int = 0, finished: bool | None = None) -> Replay:
        """The game so far, or the one that is over, for a replay file."""
        over = bool(self._queried().states[self._index(index)].over)
        return super().replay(index, over if finished is None else finished)
