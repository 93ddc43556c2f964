"""The one interface of all opponents."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.arrays import GameArrays
from flank_envs.engine.errors import IllegalActionError
from flank_envs.engine.game import Game
from flank_envs.engine.untrusted import short_repr
from flank_envs.engine.validate import for_kernels, masks_for_kernels, records, row_per_game, streams_to_move
from flank_envs.opponents import seat_kernels


@dataclass(frozen=True)
class Decisions:
    """Decisions to be taken, one per row, each by the seat to act in its own frame.

    `observation` and `action_mask` are all that the seat may know. `states` are copies of the records, for players that
    search: they hold everything, so a fair player looks only at what `determinized` makes of them. `streams` are random
    streams to draw from and to move on (see flank_envs.engine.rng), so that games can be repeated. Arrays that kernels
    do not take as they are, such as read-only ones, are copied; only `streams`, which move on in place, must fit.
    """

    game: Game
    states: np.ndarray
    observation: np.ndarray
    action_mask: np.ndarray
    streams: np.ndarray

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise ValueError(f"game={short_repr(self.game)}: give a Game, such as batch.game")
        rows = len(self.states) if isinstance(self.states, np.ndarray) and self.states.ndim == 1 else 1
        seen, mask = (rows, self.game.observation.size), (rows, self.game.actions.size)
        taken = {
            "states": records(self.game, self.states, rows, "record"),
            "observation": for_kernels(self.observation, "observation", seen, np.float32),
            "action_mask": masks_for_kernels(self.action_mask, "action_mask", mask),
            "streams": streams_to_move(self.streams, rows),
        }
        if not np.isfinite(taken["observation"]).all():
            raise ValueError("observation holds values that are no numbers: give what the seat to act sees")
        for name, array in taken.items():
            object.__setattr__(self, name, array)

    def determinized(self) -> np.ndarray:
        """New copies of the records in which all that the seat to act cannot know is drawn anew, from `streams`.

        Games that are over stay as they are.
        """
        states = self.states.copy()
        kernels.determinize_all(states, states["to_act"].astype(np.int64), self.streams)
        return states


def decisions_in(games: GameArrays, rows: np.ndarray, streams: np.ndarray) -> Decisions:
    """The decisions of these rows of a batch. Its own arrays need no gate, which would take longer than many an act."""
    decisions = object.__new__(Decisions)
    values = (games.game, *games._rows(rows), streams)
    for name, value in zip(("game", "states", "observation", "action_mask", "streams"), values, strict=True):
        object.__setattr__(decisions, name, value)
    return decisions


class Opponent:
    """A player. Subclasses give `name` and `act`; compiled ones also the number that the kernels know them by."""

    name: str = "opponent"
    compiled: int | None = None

    def check_compatible(self, game: Game, options: Mapping[str, Any]) -> None:
        """Raise a ValueError if this opponent cannot play the game."""

    def act(self, decisions: Decisions) -> np.ndarray:
        """A legal action for each row, as int32."""
        raise NotImplementedError(f"{type(self).__name__} must define act(decisions)")

    def choose(self, games: GameArrays, streams: np.ndarray) -> np.ndarray:
        """Actions for the seats to act in all games of a batch; `streams` are streams of chance, one for each game.

        They move on when the opponent has decided; games that are over get any number.
        """
        if not isinstance(games, GameArrays):
            raise ValueError(f"games={short_repr(games)}: give a batch of games")
        games._need_ready()
        streams_to_move(streams, games.num_games)
        moved = streams.copy()
        actions = ask(self, decisions_in(games, np.arange(games.num_games), moved))
        streams[:] = moved
        return actions

    def __repr__(self) -> str:
        return f"<opponent {self.name}>"


def ask(opponent: Opponent, decisions: Decisions) -> np.ndarray:
    """The actions that an opponent chooses, as int32; what is not legal is refused."""
    masks = decisions.action_mask.copy()  # the opponent may write into its own
    given = opponent.act(decisions)
    wide = row_per_game(given, f"the actions of {opponent!r}", len(decisions.states))
    actions = np.zeros(len(wide), np.int32)
    bad = kernels.take_actions(masks, wide, False, actions)
    if bad >= 0:
        raise IllegalActionError(f"{opponent!r} chose action {np.asarray(given)[bad]}, which is not legal")
    return actions


class RandomOpponent(Opponent):
    """Any legal action with equal chances."""

    name = "random"
    compiled = seat_kernels.RANDOM

    def act(self, decisions: Decisions) -> np.ndarray:
        actions = np.zeros(len(decisions.states), np.int32)
        kernels.choose_random(decisions.action_mask, decisions.streams, actions)
        return actions


class HeuristicOpponent(Opponent):
    """The game's own cheap sensible player."""

    name = "heuristic"
    compiled = seat_kernels.HEURISTIC

    def act(self, decisions: Decisions) -> np.ndarray:
        actions = np.zeros(len(decisions.states), np.int32)
        seat_kernels.choose_heuristic(decisions.states, decisions.action_mask, decisions.streams, actions)
        return actions
