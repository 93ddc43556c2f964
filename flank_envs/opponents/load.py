"""From a name to an opponent."""

from flank_envs.core.options import suggestion
from flank_envs.opponents.base import Opponent, RandomOpponent, RuleOfThumbOpponent

_COMPILED = {kind.name: kind for kind in (RandomOpponent, RuleOfThumbOpponent)}


def load_opponent(name: str | Opponent) -> Opponent:
    """The opponent of that name: "random" or "rule-of-thumb"; an Opponent of your own is taken as it is."""
    if isinstance(name, Opponent):
        return name
    if not isinstance(name, str) or name not in _COMPILED:
        raise ValueError(f"unknown opponent {name!r}{suggestion(str(name), list(_COMPILED))}")
    return _COMPILED[name]()
