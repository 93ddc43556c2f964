"""The one interface of all opponents."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from flank_envs.core import kernels
from flank_envs.core.arrays import GameArrays
from flank_envs.core.errors import for_kernels, streams_to_move
from flank_envs.core.game import Game


@dataclass(frozen=True)
class Decisions:
    """Decisions to be taken, one per row, each by the seat to act in its own frame.

    `observation` and `action_mask` are all that the seat may know. `states` are copies of the records, for players that
    search: they hold everything, so a fair player looks only at what `redealt` makes of them. `streams` are random
    streams to draw from and to move on (see flank_envs.core.stream), so that games can be repeated. Arrays that kernels
    do not take as they are, such as read-only ones, are copied; only `streams`, which move on in place, must fit.
    """

    game: Game
    states: np.ndarray
    observation: np.ndarray
    action_mask: np.ndarray
    streams: np.ndarray

    def __post_init__(self) -> None:
        rows = len(self.states)
        if self.states.dtype != self.game.state:
            raise ValueError(f"states of type {self.states.dtype} are no records of {self.game.name}")
        wanted = {
            "states": ((rows,), self.game.state),
            "observation": ((rows, self.game.observation.size), np.float32),
            "action_mask": ((rows, self.game.actions.size), np.int8),
        }
        for name, (shape, kind) in wanted.items():
            object.__setattr__(self, name, for_kernels(getattr(self, name), name, shape, kind))
        streams_to_move(self.streams, rows)

    def redealt(self) -> np.ndarray:
        """New copies of the records in which all that the seat to act cannot know is drawn anew, from `streams`."""
        states = self.states.copy()
        kernels.redeals(states, states["to_act"].astype(np.int64), self.streams)
        return states


class Opponent:
    """A player. Subclasses give `name` and `act`; compiled ones also the number that the kernels know them by."""

    name: str = "opponent"
    compiled: int | None = None

    def suits(self, game: Game, options: Mapping[str, Any]) -> None:
        """Raise a ValueError if this opponent cannot play the game."""

    def act(self, decisions: Decisions) -> np.ndarray:
        """A legal action for each row, as int32."""
        raise NotImplementedError(f"{type(self).__name__} must define act(decisions)")

    def choose(self, games: GameArrays, streams: np.ndarray) -> np.ndarray:
        """Actions for the seats to act in all games of a batch; `streams` are streams of chance, one for each game."""
        rows = games.states.copy(), games.observation.copy(), games.action_mask.copy()
        return self.act(Decisions(games.game, *rows, streams))

    def __repr__(self) -> str:
        return f"<opponent {self.name}>"


class RandomOpponent(Opponent):
    """Any legal action with equal chances."""

    name = "random"
    compiled = kernels.RANDOM

    def act(self, decisions: Decisions) -> np.ndarray:
        actions = np.zeros(len(decisions.states), np.int32)
        kernels.choose_random(decisions.action_mask, decisions.streams, actions)
        return actions


class RuleOfThumbOpponent(Opponent):
    """The game's own cheap sensible player."""

    name = "rule-of-thumb"
    compiled = kernels.RULE_OF_THUMB

    def act(self, decisions: Decisions) -> np.ndarray:
        actions = np.zeros(len(decisions.states), np.int32)
        kernels.choose_rule_of_thumb(decisions.states, decisions.action_mask, decisions.streams, actions)
        return actions
