"""From a name, a file, a class or a function to an opponent."""

import importlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flank_envs.engine.options import suggestion
from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents.base import HeuristicOpponent, Opponent, RandomOpponent
from flank_envs.opponents.function import FunctionOpponent
from flank_envs.opponents.policy.opponent import PolicyOpponent, TrainedOpponent

AnyOpponent = str | Path | Opponent | Callable[..., Any]
ENDING = ".safetensors"
MODELS = {
    "zip": "sb3",
    "pt": "torch_export",
    "pth": "torch_export",
}  # files of other libraries, and the module that exports them
MODEL = re.compile(rf".*\.({'|'.join(MODELS)})(:.*)?", re.DOTALL)
_COMPILED = {kind.name: kind for kind in (RandomOpponent, HeuristicOpponent)}
KINDS = (*_COMPILED, "trained", "search")
IMPORTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)


def load_opponent(name: AnyOpponent, **settings: Any) -> Opponent:
    """The opponent of that name, in that .safetensors file, class or function; an Opponent is taken as it is.

    Names are those of `known_opponent`. "package.module:Class" imports an Opponent of your own and makes it with the
    settings; this runs code, so give only names that you would run. A function is called for each decision with what
    the seat to act sees and which actions are legal (float32, int8), and returns the number of one: f(observation,
    action_mask).
    """
    if isinstance(name, str) and IMPORTED.fullmatch(name) and not _is_known(name):
        return _made(_imported(name), name, settings)
    return known_opponent(name, **settings) if isinstance(name, str | Path) else _made(name, "", settings)


def known_opponent(name: str | Path, **settings: Any) -> Opponent:
    """The opponent of a name from a file, a config or a browser: nothing is imported for it, no code of theirs is run.

    Names are "random", "heuristic" and "trained": the policy that is shipped for whichever game it is asked to
    play. Policies take the settings greedy=True, for the likeliest action, and temperature. In a text they may follow
    the name, for command lines and configs: "trained:greedy", "policy.safetensors:0.5". "search:1000" looks ahead with
    1000 simulations a decision, judged as is best for the game; "search:1000:random" and "search:1000:heuristic"
    play each to the end by that player, and "search:100:trained" lets a policy judge. Searches take the setting
    threads.
    """
    if isinstance(name, str) and IMPORTED.fullmatch(name) and not _is_known(name):
        raise ValueError(
            f"{short_repr(name)}: classes of your own are not imported here, only where load_opponent is called"
        )
    if model := MODEL.fullmatch(str(name)):
        raise ValueError(
            f"{short_repr(str(name))} may hold code, which is not run here: load the model where it was made, "
            "write it with "
            f"flank_envs.interfaces.{MODELS[model[1]]}.export(model, 'policy{ENDING}') and give that file"
        )
    if isinstance(name, Path):
        return PolicyOpponent(name, **settings)
    kind, argument = split_name(name)
    if kind in _COMPILED:
        if argument or settings:
            raise ValueError(f"{', '.join([argument, *settings]).strip(', ')}: {kind!r} has no settings, leave it out")
        return _COMPILED[kind]()
    if kind == "search":
        return _search(name, argument, settings)
    if argument:
        manner = _manner(name, argument)
        if twice := [setting for setting in settings if setting in manner]:
            raise ValueError(
                f"{short_repr(name)} with {twice[0]}={short_repr(settings[twice[0]])}: give how it plays once"
            )
        settings = settings | manner
    return TrainedOpponent(**settings) if kind == "trained" else PolicyOpponent(kind, **settings)


def _is_known(name: str) -> bool:
    try:
        return bool(split_name(name))
    except ValueError:
        return False


def _imported(name: str) -> Any:
    """What "package.module:Class" stands for; the current folder is looked at last."""
    module, _, attribute = name.partition(":")
    here = str(Path.cwd())
    sys.path.append(here)
    try:
        return getattr(importlib.import_module(module), attribute)
    except ModuleNotFoundError as problem:
        if not f"{module}.".startswith(f"{problem.name}."):
            raise  # the module is there, and lacks another one
        known = suggestion(module, [*KINDS, f"a path ending in {ENDING}", "package.module:Class"])
        raise ValueError(
            f"unknown opponent {short_repr(name)}, and there is no module {problem.name!r}{known}"
        ) from None
    except AttributeError:
        raise ValueError(f"{short_repr(name)}: the module {module} has no {attribute}") from None
    finally:
        sys.path.remove(here)


def _made(found: Any, name: str, settings: dict[str, Any]) -> Opponent:
    """An opponent from an Opponent, a class of them, or a function."""
    if isinstance(found, type):
        found, settings = found(**settings), {}
    if settings:
        raise ValueError(f"{', '.join(settings)}: {short_repr(found)} is made already; give settings when making it")
    if isinstance(found, Opponent):
        return found
    if hasattr(found, "state_dict") or hasattr(found, "predict"):
        raise ValueError(
            f"a {type(found).__name__} is no opponent yet: write it to a file with "
            "flank_envs.interfaces.torch_export.export or flank_envs.interfaces.sb3.export and load that, or give a "
            "function(observation, action_mask)"
        )
    if callable(found):
        return FunctionOpponent(found, name)
    if hasattr(found, "act"):
        raise ValueError(
            f"{short_repr(found)} has `act` but is no Opponent: make {type(found).__name__} a subclass of "
            "flank_envs.Opponent, whose act(decisions) returns an action for each decision, or give a "
            "function(observation, action_mask)"
        )
    known = suggestion("", [*KINDS, f"a path ending in {ENDING}", "package.module:Class", "an Opponent", "a function"])
    raise ValueError(f"unknown opponent {short_repr(found)}{known}")


def split_name(name: str) -> tuple[str, str]:
    """A name "kind:argument:argument" as its kind and its arguments; a file is a kind, with or without colons in it."""
    kind, _, argument = str(name).partition(":")
    if kind in KINDS:
        return kind, argument
    path, ending, argument = str(name).rpartition(ENDING)
    if not ending or argument[:1] not in ("", ":"):
        raise ValueError(
            f"unknown opponent {short_repr(name)}{suggestion(kind, [*KINDS, f'a path ending in {ENDING}'])}"
        )
    return path + ending, argument[1:]


def _search(name: str, argument: str, settings: dict[str, Any]) -> Opponent:
    """ "1000" or "100:trained": the number of simulations, and who judges them."""
    from flank_envs.opponents.search import SearchOpponent  # which is built on opponents

    number, _, player = argument.partition(":")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise ValueError(
            f"{short_repr(name)}: give the number of simulations, such as search:1000 or search:100:trained"
        )
    return SearchOpponent(int(number), known_opponent(player) if player else None, **settings)


def _manner(name: str, argument: str) -> dict[str, Any]:
    """How a policy plays: "greedy", or its temperature."""
    try:
        return {"greedy": True} if argument == "greedy" else {"temperature": float(argument)}
    except ValueError:
        raise ValueError(f"{short_repr(name)}: after the policy give :greedy or a temperature such as :0.5") from None
