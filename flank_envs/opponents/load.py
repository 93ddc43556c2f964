"""From a name or a file to an opponent."""

from pathlib import Path
from typing import Any

from flank_envs.core.options import suggestion
from flank_envs.core.untrusted import shown
from flank_envs.opponents.base import Opponent, RandomOpponent, RuleOfThumbOpponent
from flank_envs.opponents.policy import PolicyOpponent, TrainedOpponent

AnyOpponent = str | Path | Opponent
ENDING = ".safetensors"
_COMPILED = {kind.name: kind for kind in (RandomOpponent, RuleOfThumbOpponent)}
KINDS = (*_COMPILED, "trained", "search")


def load_opponent(name: AnyOpponent, **settings: Any) -> Opponent:
    """The opponent of that name, or the policy in a .safetensors file; an Opponent is taken as it is.

    Names are "random", "rule-of-thumb" and "trained": the policy that is shipped for whichever game it is asked to
    play. Policies take the settings greedy=True, for the likeliest action, and temperature. In a text they may follow
    the name, for command lines and configs: "trained:greedy", "policy.safetensors:0.5". "search:1000" looks ahead with
    1000 simulations a decision, judged as is best for the game; "search:1000:random" and "search:1000:rule-of-thumb"
    play each to the end by that player, and "search:100:trained" lets a policy judge. Searches take the setting
    threads.
    """
    if isinstance(name, Opponent):
        if settings:
            raise ValueError(f"{', '.join(settings)}: {name!r} is made already; give settings when making it")
        return name
    if isinstance(name, Path):
        return PolicyOpponent(name, **settings)
    if not isinstance(name, str):
        raise ValueError(f"unknown opponent {shown(name)}{suggestion('', [*KINDS, f'a path ending in {ENDING}'])}")
    kind, argument = split_name(name)
    if kind in _COMPILED:
        if argument or settings:
            raise ValueError(f"{', '.join([argument, *settings]).strip(', ')}: {kind!r} has no settings, leave it out")
        return _COMPILED[kind]()
    if kind == "search":
        return _search(name, argument, settings)
    if argument:
        settings = settings | _manner(name, argument)
    return TrainedOpponent(**settings) if kind == "trained" else PolicyOpponent(kind, **settings)


def split_name(name: str) -> tuple[str, str]:
    """A name "kind:argument:argument" as its kind and its arguments; a file is a kind, with or without colons in it."""
    kind, _, argument = str(name).partition(":")
    if kind in KINDS:
        return kind, argument
    path, ending, argument = str(name).rpartition(ENDING)
    if not ending or argument[:1] not in ("", ":"):
        raise ValueError(f"unknown opponent {shown(name)}{suggestion(kind, [*KINDS, f'a path ending in {ENDING}'])}")
    return path + ending, argument[1:]


def _search(name: str, argument: str, settings: dict[str, Any]) -> Opponent:
    """ "1000" or "100:trained": the number of simulations, and who judges them."""
    from flank_envs.mcts import SearchOpponent  # which is built on opponents

    number, _, player = argument.partition(":")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise ValueError(f"{shown(name)}: give the number of simulations, such as search:1000 or search:100:trained")
    return SearchOpponent(int(number), load_opponent(player) if player else None, **settings)


def _manner(name: str, argument: str) -> dict[str, Any]:
    """How a policy plays: "greedy", or its temperature."""
    try:
        return {"greedy": True} if argument == "greedy" else {"temperature": float(argument)}
    except ValueError:
        raise ValueError(f"{shown(name)}: after the policy give :greedy or a temperature such as :0.5") from None
