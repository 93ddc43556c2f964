"""A plain function as an opponent."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents.base import Opponent
from flank_envs.opponents.decisions import Decisions


class FunctionOpponent(Opponent):
    """Asks a function(observation, action_mask) for the action of each decision, one after the other.

    `observation` (values,) float32 is what the seat to act may know, `action_mask` (actions,) int8 has 1 where an
    action is legal. Both are its own to write into. It returns a number, also as an array or tensor without dimensions.
    """

    needs_determinizations = False

    def __init__(self, function: Callable[[np.ndarray, np.ndarray], Any], name: str = "") -> None:
        self.name = name or getattr(function, "__name__", type(function).__name__)
        try:
            inspect.signature(function).bind(None, None)
        except (TypeError, ValueError):
            raise ValueError(
                f"{short_repr(function)} cannot be called with (observation, action_mask): give a function of these two"
            ) from None
        self.function = function

    def act(self, decisions: Decisions) -> np.ndarray:
        rows = zip(decisions.observation, decisions.action_mask, strict=True)
        return np.array(
            [self._number(self.function(observation.copy(), mask.copy())) for observation, mask in rows], np.int64
        )

    def _number(self, answer: Any) -> int:
        """What the function returned, as an action."""
        action = answer.item() if getattr(answer, "ndim", None) == 0 else answer
        if isinstance(action, bool) or not isinstance(action, int) or abs(action) >= 2**63:
            raise ValueError(f"{self!r} returned {short_repr(answer)}: return the number of a legal action")
        return action
