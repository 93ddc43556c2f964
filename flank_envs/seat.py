"""One learner per game, opponents in the other seats: what the Gymnasium and Stable-Baselines3 doors stand on."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from flank_envs.core import kernels
from flank_envs.core.errors import IllegalActionError, flag_per_game, row_per_game, whole_number
from flank_envs.core.game import Game
from flank_envs.core.memory import Memory
from flank_envs.core.stream import words_of_seeds
from flank_envs.core.threads import run_chunks
from flank_envs.opponents import Decisions, Opponent, load_opponent

_CHOICES = np.uint64(0x5EED0FC401CE5)  # sets the players' streams apart from those of the games


class SeatGames(Memory):
    """`num_games` games in which the caller plays one seat.

    After `reset` and `step` the learner is to act in every game, or the game is over: `observation` and `action_mask`
    are the learner's, `learner_reward` its result. Compiled opponents move inside the kernel; others are asked once per
    round of moves for all their decisions together. An illegal action of the learner ends its game with -1. Without a
    `learner` opponents sit in all seats, the first of them in `seat`, and `reset` plays whole games. Another number of
    `choices` lets random players choose otherwise in the same deals.
    """

    def __init__(
        self,
        game: str | Game,
        num_games: int,
        opponent: str | Opponent | Sequence[str | Opponent] = "random",
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        threads: int = 1,
        record: int | bool = False,
        learner: bool = True,
        choices: int = 0,
    ) -> None:
        super().__init__(game, num_games, options, record)
        self.threads = whole_number(threads, "threads", 1, 1024)
        self._choices = _CHOICES + np.uint64(whole_number(choices, "choices", 0, 2**32 - 1) << 32)
        self._fixed = -1 if seat is None else whole_number(seat, "seat", 0, self.seats - 1)
        self.opponents = _one_for_each_seat(opponent, self.seats - 1 if learner else self.seats)
        for other in self.opponents:
            other.suits(self.game, self.options)
        self._others = list(dict.fromkeys(o for o in self.opponents if o.compiled is None))
        self._codes = np.array([self._code(o) for o in self.opponents], np.int16)
        n = self.num_games
        self._players = kernels.Players(
            focus=np.zeros(n, np.int8), control=np.zeros((n, self.seats), np.int16), words=np.zeros(n, np.uint64)
        )
        self._all = np.ones(n, np.bool_)
        kernels.play(self._arrays, self._players, self._log, np.zeros(n, np.int32), self._all, 0, 0)  # compile now

    def _code(self, opponent: Opponent) -> int:
        if opponent.compiled is not None:
            return opponent.compiled
        return kernels.FIRST_OTHER + self._others.index(opponent)

    @property
    def seat(self) -> np.ndarray:
        """(games,) the learner's seat in each game."""
        return self._players.focus.copy()

    @property
    def learner_reward(self) -> np.ndarray:
        """(games,) float32: the learner's result in games that ended in the last step, else 0."""
        return self._arrays.reward[np.arange(self.num_games), self._players.focus]

    def reset(self, seed: Any = None, which: np.ndarray | None = None) -> None:
        """New games where `which` is set; with a seed, game i has `seed` + i, as in a batch."""
        chosen = flag_per_game(which, "which", self.num_games)
        if seed is not None or not self._players.words.all():
            seeds = self.seed_games(seed, chosen)
            self._players.words[chosen] = words_of_seeds(seeds ^ self._choices)[chosen]
        kernels.seat_players(self._players, chosen, self._fixed, self._codes)
        kernels.reset_players(self._arrays, self._players, self._log, chosen)
        self._ask_others()

    def step(self, actions: np.ndarray, which: np.ndarray | None = None) -> None:
        """The learner's decision in each game (where `which` is set), then the opponents'."""
        actions = row_per_game(actions, "actions", self.num_games)
        outside = kernels.first_refused(self._arrays.action_mask, actions, True)
        if outside >= 0:
            raise IllegalActionError(
                f"action {actions[outside]} in game {outside} is outside 0..{self.game.actions.size - 1}"
            )
        self._play(actions, self._all if which is None else flag_per_game(which, "which", self.num_games))
        self._ask_others()

    def _play(self, actions: np.ndarray, which: np.ndarray) -> None:
        run_chunks(kernels.play, self.num_games, self.threads, self._arrays, self._players, self._log, actions, which)

    def _ask_others(self) -> None:
        """Let the opponents that are not compiled decide until the learner is to act everywhere."""
        while self._others:
            to_act = self._arrays.to_act
            control = self._players.control[np.arange(self.num_games), np.maximum(to_act, 0)]
            waiting = (to_act >= 0) & (control >= kernels.FIRST_OTHER)
            if not waiting.any():
                return
            actions = np.zeros(self.num_games, np.int32)
            for number, opponent in enumerate(self._others):
                rows = np.flatnonzero(waiting & (control == kernels.FIRST_OTHER + number))
                if len(rows):
                    actions[rows] = self._ask(opponent, rows)
            self._play(actions, waiting)

    def _ask(self, opponent: Opponent, rows: np.ndarray) -> np.ndarray:
        a = self._arrays
        words = self._players.words[rows]
        decisions = Decisions(self.game, a.states[rows], a.observation[rows], a.action_mask[rows], words)
        actions = row_per_game(opponent.act(decisions), f"the actions of {opponent!r}", len(rows))
        self._players.words[rows] = words
        bad = kernels.first_refused(decisions.action_mask, actions, False)
        if bad >= 0:
            raise IllegalActionError(f"{opponent!r} chose action {actions[bad]}, which is not legal")
        return actions


def _one_for_each_seat(opponent: Any, seats: int) -> list[Opponent]:
    if isinstance(opponent, str | Opponent):
        return [load_opponent(opponent)] * seats
    opponents = [load_opponent(o) for o in opponent]
    if len(opponents) != seats:
        raise ValueError(f"{len(opponents)} opponents were given for {seats} seats: give one, or one for each seat")
    return opponents
