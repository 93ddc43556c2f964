"""One learner per game, opponents in the other seats: what the Gymnasium and Stable-Baselines3 interfaces stand on."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.arrays import GameArrays
from flank_envs.engine.errors import IllegalActionError, flag, whole_number
from flank_envs.engine.game import Game
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.engine.threads import run_chunks
from flank_envs.engine.transaction import INTERRUPTED, Transaction
from flank_envs.engine.untrusted import short_repr
from flank_envs.engine.validate import flag_per_game, for_kernels, row_per_game, seed_per_game
from flank_envs.opponents import AnyOpponent, Opponent, load_opponent, seat_kernels, seating
from flank_envs.opponents.base import ask, decisions_for
from flank_envs.opponents.decisions import new_draws

_CHOICES = np.uint64(0x5EED0FC401CE5)  # sets the players' streams apart from those of the games
_NOT_BEGUN = "the games have not begun: call reset() first"
_NOT_SEATED = "an opponent is to act in a game that was put here: restore_seating() or reset() the games first"


class SeatGames(GameArrays):
    """`num_games` games in which the caller plays one seat.

    After `reset` and `step` the learner is to act in every game, or the game is over: `observation` and `action_mask`
    are the learner's, `learner_reward` its result. Compiled opponents move inside the kernel; others are asked once per
    round of moves for all their decisions together. An illegal action of the learner ends its game with -1. Without a
    `learner` opponents sit in all seats, the first of them in `seat`, and `reset` plays whole games. Another number of
    `choices` lets random players choose otherwise in the same deals.

    An opponent that raises or chooses an illegal action, or Ctrl-C while it thinks, leaves the games as they were
    before. When nobody but compiled opponents plays, Ctrl-C in mid-step lets the games refuse until `reset`.
    """

    def __init__(
        self,
        game: str | Game,
        num_games: int,
        opponent: AnyOpponent | Sequence[AnyOpponent] = "random",
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        threads: int = 1,
        replays: int | bool = False,
        learner: bool = True,
        choices: int = 0,
    ) -> None:
        super().__init__(game, num_games, options, replays)
        self.threads = whole_number(threads, "threads", 1, 1024)
        self._choices = _CHOICES + np.uint64(whole_number(choices, "choices", 0, 2**32 - 1) << 32)
        self._fixed = -1 if seat is None else whole_number(seat, "seat", 0, self.seats - 1)
        n = self.num_games
        self._players = seat_kernels.Players(
            focus=np.zeros(n, np.int8),
            control=np.zeros((n, self.seats), np.int16),
            streams=np.zeros(n, np.uint64),
            lineup=np.zeros(n, np.int16),
        )
        self._draws = np.zeros((n, self.seats), np.uint32)  # what mixtures draw their member by
        self._viewers = self._players.focus
        self._all = np.ones(n, np.bool_)
        self._actions = np.zeros(n, np.int32)
        self._transaction = Transaction(self._owner, self._half_done, self._rebuild)
        self._unready = self._unready_before = _NOT_BEGUN
        others = self.seats - 1 if flag(learner, "learner") else self.seats
        self._set_lineups([_one_for_each_seat(opponent, others)], [1.0])
        seat_kernels.play(self._arrays, self._players, self._log, self._actions, self._all, 0, 0)  # compile now

    def set_opponents(self, opponents: Sequence[AnyOpponent | Sequence[AnyOpponent]], shares: Sequence[float]) -> None:
        """From now on every new game draws one of `opponents`, by their `shares`, for all other seats.

        Each is one opponent, or one for each seat. Games underway keep those they began with. Shares need not add up
        to 1.
        """
        if not isinstance(opponents, list | tuple) or not opponents:
            raise ValueError(f"opponents={short_repr(opponents)}: give a list of at least one opponent")
        try:
            weights = np.asarray(shares, float)
        except (TypeError, ValueError, OverflowError):
            weights = np.zeros(0)
        if weights.shape != (len(opponents),) or not (weights >= 0).all() or not 0 < weights.sum() < np.inf:
            raise ValueError(f"shares={short_repr(shares)}: give {len(opponents)} numbers from 0 that are not all 0")
        with self._owner:
            before, seated = self._lineups, self._players.streams.any()
            drawn = [_one_for_each_seat(opponent, len(before[0])) for opponent in opponents]
            unfinished = [before[k] for k in np.unique(self._players.lineup)] if seated else []
            known = set(map(_ids, drawn))
            self._set_lineups([*drawn, *(lineup for lineup in unfinished if _ids(lineup) not in known)], list(weights))
            if seated:
                places = {_ids(lineup): k for k, lineup in reversed(list(enumerate(self._lineups)))}
                numbers = [places.get(_ids(lineup), 0) for lineup in before]
                self._players.lineup[:] = np.array(numbers, np.int16)[self._players.lineup]
                seating.assign_seats(self._players, self._codes)

    def _set_lineups(self, lineups: list[list[Opponent]], shares: list[float]) -> None:
        """Number the players; the first line-ups have shares in new games, the others only finish their games."""
        for other in (opponent for lineup in lineups for opponent in lineup):
            other.check_compatible(self.game, self.options)
        self._lineups = lineups
        self._others = list({id(o): o for lineup in lineups for o in lineup if o.compiled is None}.values())
        self._codes = np.array([[self._code(o) for o in lineup] for lineup in lineups], np.int16)
        bounds = np.cumsum(shares) / np.sum(shares) * 2**32
        bounds[np.flatnonzero(shares)[-1] :] = 2**32
        self._bounds = bounds.astype(np.int64)

    def _code(self, opponent: Opponent) -> int:
        if opponent.compiled is not None:
            return opponent.compiled
        return seat_kernels.FIRST_OTHER + [id(other) for other in self._others].index(id(opponent))

    def opponents_of(self, index: int) -> tuple[Opponent, ...]:
        """Who plays game `index` against the learner, from the seat after it on."""
        index = whole_number(index, "index", 0, self.num_games - 1)
        return tuple(self._lineups[self._players.lineup[index]])

    def score(self, index: int) -> float:
        """The learner's share of the win in a game that ended in the last step: 1 alone, 1/n together with others."""
        index = whole_number(index, "index", 0, self.num_games - 1)
        reward = self._arrays.reward[index]
        best = reward == reward.max()
        return float(best[self._players.focus[index]] / best.sum())

    def seating(self) -> tuple[list[list[Opponent]], dict[str, np.ndarray]]:
        """The line-ups that may be drawn or are playing, and who sits where: what `save` leaves out."""
        with self._owner:
            arrays = {name: array.copy() for name, array in self._seating_arrays().items()}
            return [list(lineup) for lineup in self._lineups], arrays

    def _seating_arrays(self) -> dict[str, np.ndarray]:
        """Who sits where, and what they draw from: the arrays themselves, in the order in which they are saved."""
        p = self._players
        return {"focus": p.focus, "streams": p.streams, "draws": self._draws, "lineup": p.lineup}

    def _check_seating(self, arrays: Mapping[str, np.ndarray]) -> None:
        """A ValueError unless these could be the arrays of `seating` here."""
        own = self._seating_arrays()
        if not isinstance(arrays, Mapping) or not set(own) <= set(arrays):
            raise ValueError(f"{short_repr(arrays)}: give the arrays that seating() returned")
        for name, array in own.items():
            for_kernels(arrays[name], name, array.shape, array.dtype.type)
        focus, streams, lineup = (np.asarray(arrays[name]) for name in ("focus", "streams", "lineup"))
        if (
            not streams.all()
            or not ((focus >= 0) & (focus < self.seats)).all()
            or not ((lineup >= 0) & (lineup < len(self._lineups))).all()
        ):
            raise ValueError("this seating is not one of these games and opponents")

    def restore_seating(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Continue a saved seating, after `set_opponents` with its line-ups in their order and `restore`."""
        with self._owner:
            self._check_seating(arrays)
            for name, array in self._seating_arrays().items():
                array[:] = arrays[name]
            seating.assign_seats(self._players, self._codes)
            self._refresh()

    def _obstacle(self) -> str:
        if not self._players.streams.all():
            return _NOT_BEGUN
        return _NOT_SEATED if (self._control() != seat_kernels.CALLER).any() else ""

    def _control(self) -> np.ndarray:
        """(games,) who is to act: CALLER also in games that are over."""
        to_act = self._arrays.to_act
        control = self._players.control[np.arange(self.num_games), np.maximum(to_act, 0)]
        return np.where(to_act >= 0, control, seat_kernels.CALLER)

    @property
    def seat(self) -> np.ndarray:
        """(games,) the learner's seat in each game."""
        return self._players.focus.copy()

    @property
    def learner_reward(self) -> np.ndarray:
        """(games,) float32: the learner's result in games that ended in the last step, else 0."""
        return self._arrays.reward[np.arange(self.num_games), self._players.focus]

    def transaction(self) -> AbstractContextManager[None]:
        """A block in which several steps and resets happen all together, or not at all if one of them fails."""
        return self._transaction

    def _changing_arrays(self) -> Iterator[np.ndarray]:
        """All that a step or reset changes and that does not follow from the rest, if something can fail midway."""
        if not self._others:
            return
        a = self._arrays
        yield from (a.states.view(np.uint8), a.to_act, a.reward, a.done, a.truncated, *self._players, self._draws)
        yield from (self._log.start, self._log.length)
        if self._log.actions.shape[2]:
            yield self._log.actions[:, :, : max(0, self._log.length.max())]
        self._unready_before = self._unready
        if self._unready:  # then records may be none that rules can be applied to
            yield from (a.observation, a.action_mask)

    def _rebuild(self) -> None:
        """Write observations and masks from the records, as they were before a step that was taken back."""
        if self._unready_before:
            return
        a = self._arrays
        ended = a.reward.copy(), a.done.copy(), a.truncated.copy()
        kernels.refresh(a, self._viewers, self._all)
        for array, before in zip((a.reward, a.done, a.truncated), ended, strict=True):
            array[:] = before

    def _half_done(self, half_done: bool) -> None:
        self._unready = INTERRUPTED if half_done else self._unready_before

    def reset(self, seed: Any = None, which: np.ndarray | None = None) -> None:
        """New games where `which` is set; with a seed, game i has `seed` + i, as in a batch."""
        with self._transaction:
            chosen = flag_per_game(which, "which", self.num_games)
            fresh = seed is not None or not self._players.streams.all()
            seeds = seed_per_game(seed, self.num_games) if fresh else None
            self._transaction.before_changes(self._changing_arrays)
            if seeds is not None:
                self._seed_games(seeds, chosen)
                self._players.streams[chosen] = streams_of_seeds(seeds ^ self._choices)[chosen]
            if self._others:
                self._draws[chosen] = new_draws(self._players.streams[chosen], self.seats)
            seating.seat_players(self._players, chosen, self._fixed, self._codes, self._bounds)
            seat_kernels.reset_players(self._arrays, self._players, self._log, chosen)
            self._ask_others()
            if self._unready and (chosen.all() or self._unready in (_NOT_BEGUN, _NOT_SEATED)):
                self._unready = self._obstacle()

    def step(self, actions: np.ndarray, which: np.ndarray | None = None) -> None:
        """The learner's decision in each game (where `which` is set), then the opponents'."""
        with self._transaction:
            self._need_ready()
            chosen = self._all if which is None else flag_per_game(which, "which", self.num_games)
            checked = row_per_game(actions, "actions", self.num_games)
            outside = kernels.take_actions(self._arrays.action_mask, checked, True, self._actions)
            if outside >= 0:
                raise IllegalActionError(
                    f"action {np.asarray(actions)[outside]} in game {outside} is outside "
                    f"0..{self.game.actions.size - 1}"
                )
            self._transaction.before_changes(self._changing_arrays)
            self._play(self._actions, chosen)
            self._ask_others()

    def _play(self, actions: np.ndarray, which: np.ndarray) -> None:
        run_chunks(
            seat_kernels.play, self.num_games, self.threads, self._arrays, self._players, self._log, actions, which
        )

    def _ask_others(self) -> None:
        """Let the opponents that are not compiled decide until the learner is to act everywhere."""
        while self._others:
            control = self._control()
            waiting = control >= seat_kernels.FIRST_OTHER
            if not waiting.any():
                return
            actions = np.zeros(self.num_games, np.int32)
            for number, opponent in enumerate(self._others):
                rows = np.flatnonzero(control == seat_kernels.FIRST_OTHER + number)
                if len(rows):
                    actions[rows] = self._ask(opponent, rows)
            self._play(actions, waiting)

    def _ask(self, opponent: Opponent, rows: np.ndarray) -> np.ndarray:
        streams = self._players.streams[rows]
        draws = self._draws[rows, self._arrays.to_act[rows]]
        decisions = decisions_for(opponent, self, rows, streams, draws)
        self._owner.asking = True
        try:
            actions = ask(opponent, decisions)
        finally:
            self._owner.asking = False
        self._players.streams[rows] = streams
        return actions


def _ids(lineup: list[Opponent]) -> tuple[int, ...]:
    """What tells line-ups apart: opponents of one's own may be equal to others, or have no hash."""
    return tuple(map(id, lineup))


def _one_for_each_seat(opponent: Any, seats: int) -> list[Opponent]:
    if not isinstance(opponent, list | tuple):
        return [load_opponent(opponent)] * seats
    opponents = [load_opponent(o) for o in opponent]
    if len(opponents) != seats:
        raise ValueError(f"{len(opponents)} opponents were given for {seats} seats: give one, or one for each seat")
    return opponents
