"""From a name or a file to an opponent."""

from pathlib import Path
from typing import Any

from flank_envs.core.options import suggestion
from flank_envs.opponents.base import Opponent, RandomOpponent, RuleOfThumbOpponent
from flank_envs.opponents.checkpoint import CheckpointOpponent

AnyOpponent = str | Path | Opponent
_COMPILED = {kind.name: kind for kind in (RandomOpponent, RuleOfThumbOpponent)}


def load_opponent(name: AnyOpponent, **settings: Any) -> Opponent:
    """The opponent "random" or "rule-of-thumb", or the policy in a .safetensors file; an Opponent is taken as it is.

    A policy takes the settings greedy=True, for its likeliest action, and temperature.
    """
    if isinstance(name, Opponent):
        return name
    if isinstance(name, Path) or (isinstance(name, str) and name.endswith(".safetensors")):
        return CheckpointOpponent(name, **settings)
    if not isinstance(name, str) or name not in _COMPILED:
        known = [*_COMPILED, "a path ending in .safetensors"]
        raise ValueError(f"unknown opponent {name!r}{suggestion(str(name), known)}")
    if settings:
        raise ValueError(f"{', '.join(settings)}: only policies from files take settings, not {name!r}")
    return _COMPILED[name]()
