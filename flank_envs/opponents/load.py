"""From a name or a file to an opponent."""

from pathlib import Path
from typing import Any

from flank_envs.core.options import suggestion
from flank_envs.opponents.base import Opponent, RandomOpponent, RuleOfThumbOpponent
from flank_envs.opponents.policy import PolicyOpponent

AnyOpponent = str | Path | Opponent
_COMPILED = {kind.name: kind for kind in (RandomOpponent, RuleOfThumbOpponent)}


def load_opponent(name: AnyOpponent, **settings: Any) -> Opponent:
    """The opponent "random" or "rule-of-thumb", or the policy in a .safetensors file; an Opponent is taken as it is.

    A policy takes the settings greedy=True, for its likeliest action, and temperature. In a text they may follow the
    file, for command lines and configs: "policy.safetensors:greedy", "policy.safetensors:0.5".
    """
    if isinstance(name, Opponent):
        if settings:
            raise ValueError(f"{', '.join(settings)}: {name!r} is made already; give settings when making it")
        return name
    if isinstance(name, str) and ".safetensors:" in name:
        return _with_manner(name, settings)
    if isinstance(name, Path) or (isinstance(name, str) and name.endswith(".safetensors")):
        return PolicyOpponent(name, **settings)
    if not isinstance(name, str) or name not in _COMPILED:
        known = [*_COMPILED, "a path ending in .safetensors"]
        raise ValueError(f"unknown opponent {name!r}{suggestion(str(name), known)}")
    if settings:
        raise ValueError(f"{', '.join(settings)}: only policies from files take settings, not {name!r}")
    return _COMPILED[name]()


def _with_manner(name: str, settings: dict[str, Any]) -> Opponent:
    path, _, manner = name.rpartition(":")
    try:
        settings = settings | ({"greedy": True} if manner == "greedy" else {"temperature": float(manner)})
    except ValueError:
        raise ValueError(f"{name!r}: after the file give :greedy or a temperature such as :0.5") from None
    opponent = PolicyOpponent(path, **settings)
    opponent.name = name
    return opponent
