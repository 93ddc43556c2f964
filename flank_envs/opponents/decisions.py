"""What an opponent is given: what the seat to act may know, and records that agree with it."""

from typing import Any

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import Game
from flank_envs.engine.positions import FeatureRows, features, need_features
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.engine.untrusted import short_repr
from flank_envs.engine.validate import for_kernels, masks_for_kernels, records, streams_to_move

NO_RECORDS, DETERMINIZED, TRUE_RECORDS = range(3)
_STREAM = np.uint64(0x0D15EA5E5EEDED01)  # every representative is drawn from this one
_DRAWS = np.uint64(0xD4A35)  # sets draws apart from the stream of the game


class Decisions:
    """Decisions to be taken, one per row, each by the seat to act in its own frame.

    `observation` and `action_mask` are all that the seat may know. `streams` are random streams to draw from and to
    move on (see flank_envs.engine.rng), so that games can be repeated. `draws` hold a number for each row's seat that
    stays the same for a whole game. An opponent is given no true record, only `determinized` ones, unless it declares
    `needs_full_state`: then `states` holds copies of the records. `features` say what the rules would do.

    To make decisions by hand, give the records too. Arrays that kernels do not take as they are, such as read-only
    ones, are copied; only `streams`, which move on in place, must fit.
    """

    __slots__ = ("_draws", "_features", "_known", "_records", "action_mask", "game", "observation", "streams")

    def __init__(
        self,
        game: Game,
        states: np.ndarray,
        observation: np.ndarray,
        action_mask: np.ndarray,
        streams: np.ndarray,
        draws: np.ndarray | None = None,
    ) -> None:
        if not isinstance(game, Game):
            raise ValueError(f"game={short_repr(game)}: give a Game, such as batch.game")
        rows = len(states) if isinstance(states, np.ndarray) and states.ndim == 1 else 1
        self.game = game
        self._records: np.ndarray | None = records(game, states, rows, "record")
        self._known = TRUE_RECORDS
        self.observation = for_kernels(observation, "observation", (rows, game.observation.size), np.float32)
        self.action_mask = masks_for_kernels(action_mask, "action_mask", (rows, game.actions.size))
        self.streams = streams_to_move(streams, rows)
        self._features: FeatureRows | None = None
        self._draws = None if draws is None else for_kernels(draws, "draws", (rows,), np.uint32)
        if not np.isfinite(self.observation).all():
            raise ValueError("observation holds values that are no numbers: give what the seat to act sees")

    @classmethod
    def trusted(
        cls,
        game: Game,
        states: np.ndarray | None,
        observation: np.ndarray,
        action_mask: np.ndarray,
        streams: np.ndarray,
        draws: np.ndarray | None,
        known: int = TRUE_RECORDS,
        features: FeatureRows | None = None,
    ) -> "Decisions":
        """Decisions from arrays that kernels take as they are, without looking at them again."""
        decisions = object.__new__(cls)
        decisions.game, decisions.observation, decisions.action_mask = game, observation, action_mask
        decisions.streams, decisions._draws, decisions._records = streams, draws, states
        decisions._known = NO_RECORDS if states is None else known
        decisions._features = features
        return decisions

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.action_mask)

    @property
    def states(self) -> np.ndarray:
        """(rows,) copies of the true records, for players that declare `needs_full_state`."""
        if self._records is None or self._known != TRUE_RECORDS:
            raise AttributeError(
                "this player is given no true records: use determinized(), or declare `needs_full_state = True` and "
                "be marked as a player who sees everything"
            )
        return self._records

    @property
    def features(self) -> FeatureRows:
        """What the rules would do, for the seats to act; a ValueError in games without features."""
        if self._features is None:
            need_features(self.game)
            if self._records is None:
                raise AttributeError(
                    "this player has declared `needs_determinizations = False`: let its `needs_features(game)` be True "
                    "to be given features"
                )
            self._features = features(self.game, self._records)
        return self._features

    @property
    def draws(self) -> np.ndarray:
        """(rows,) uint32: random numbers, the same for a seat in all decisions of a game; new ones if nobody seated."""
        return new_draws(self.streams, 1)[:, 0] if self._draws is None else self._draws

    def representatives(self) -> np.ndarray:
        """For each row a record that looks the same to its seat: always the same one, whatever the true record is."""
        if self._records is None:
            raise AttributeError(
                "this player has declared `needs_determinizations = False`: leave that out to be given determinizations"
            )
        return _representatives(self._records) if self._known == TRUE_RECORDS else self._records

    def determinized(self, count: int = 1) -> np.ndarray:
        """(rows, count) records in which all that the seat to act cannot know is drawn anew, from `streams`.

        Games that are over stay as they are.
        """
        count = whole_number(count, "count", 1, 2**20)
        first = self.representatives()
        seats = first["to_act"].astype(np.int64)
        drawn = np.empty((len(first), count), first.dtype)
        for k in range(count):
            states = first.copy()
            kernels.determinize_all(states, seats, self.streams)
            drawn[:, k] = states
        return drawn

    def rows(self, which: np.ndarray) -> "Decisions":
        """Some of these decisions, with copies of their streams."""
        which = np.asarray(which)
        if which.ndim != 1 or which.dtype.kind not in "iu" or ((which < 0) | (which >= len(self))).any():
            raise ValueError(f"which={short_repr(which)}: give the numbers of rows, from 0 to {len(self) - 1}")
        records = None if self._records is None else self._records[which]
        drawn = None if self._draws is None else self._draws[which]
        arrays = self.observation[which], self.action_mask[which], self.streams[which]
        rows = None if self._features is None else self._features.take(which)
        return Decisions.trusted(self.game, records, *arrays, drawn, self._known, rows)


def restricted_for(opponent: Any, decisions: Decisions) -> Decisions:
    """Restrict decisions to what an opponent needs: the true records, determinized ones or none; and features."""
    needed = DETERMINIZED if opponent.needs_determinizations else NO_RECORDS
    needed = TRUE_RECORDS if opponent.needs_full_state else needed
    has_features = needed > NO_RECORDS or not opponent.needs_features(decisions.game)
    if decisions._known < needed or (decisions._known == NO_RECORDS and not has_features and not decisions._features):
        raise ValueError(f"{opponent!r} needs more than these decisions hold: make them from records")
    if decisions._known == needed:
        return decisions
    states = decisions.representatives() if needed == DETERMINIZED else None
    arrays = decisions.observation, decisions.action_mask, decisions.streams
    rows = decisions._features if has_features else decisions.features
    return Decisions.trusted(decisions.game, states, *arrays, decisions._draws, needed, rows)


def _representatives(states: np.ndarray) -> np.ndarray:
    drawn = states.copy()
    kernels.determinize_all(drawn, states["to_act"].astype(np.int64), np.full(len(states), _STREAM))
    return drawn


def new_draws(streams: np.ndarray, seats: int) -> np.ndarray:
    """(streams, seats) uint32: a number for each game and seat, from the game's stream, which stays where it is."""
    halves = _mixed(streams) ^ _mixed(streams >> np.uint64(32))
    numbers = _mixed(halves[:, None] + np.arange(1, seats + 1, dtype=np.uint64))
    return numbers.astype(np.uint32)


def draws_of_seed(seed: int, seats: int) -> np.ndarray:
    """(seats,) uint32: the numbers of a game that is known by its seed."""
    return new_draws(streams_of_seeds(np.array([seed], np.uint64) ^ _DRAWS), seats)[0]


def renew_draws(draws: np.ndarray, which: np.ndarray, streams: np.ndarray) -> None:
    """New numbers (games, seats) in place, for the games that have begun anew."""
    if which.any():
        draws[which] = new_draws(streams[which], draws.shape[1])


def draws_to_act(draws: Any, rows: np.ndarray, to_act: np.ndarray, seats: int) -> np.ndarray:
    """The draws of the seats to act in these rows of games, from those of all seats."""
    numbers = for_kernels(draws, "draws", (len(to_act), seats), np.uint32)
    return numbers[rows, np.maximum(to_act[rows], 0)]


def _mixed(bits: np.ndarray) -> np.ndarray:
    """32 bits that all depend on all of the lower 32 (the end of MurmurHash3)."""
    bits = bits & np.uint64(0xFFFFFFFF)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        bits = ((bits ^ (bits >> np.uint64(shift))) * np.uint64(factor)) & np.uint64(0xFFFFFFFF)
    return bits ^ (bits >> np.uint64(16))
