"""From a name, a file, a class or a function to an opponent."""

import importlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flank_envs.engine.options import suggestion
from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents.base import Opponent
from flank_envs.opponents.function import FunctionOpponent
from flank_envs.opponents.policy.opponent import PolicyOpponent, policy_settings
from flank_envs.opponents.registry import kind_names, kinds

AnyOpponent = str | Path | Opponent | Callable[..., Any]
ENDING = ".safetensors"
MODELS = {
    "zip": "sb3",
    "pt": "torch_export",
    "pth": "torch_export",
}  # files of other libraries, and the module that exports them
MODEL = re.compile(rf".*\.({'|'.join(MODELS)})(:.*)?", re.DOTALL)
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

    Names begin with one of the kinds in `registry.kinds()`, such as "random", "heuristic", "trained" (the policy that
    is shipped for whichever game it is asked to play) and "search:1000" (with 1000 simulations a decision); or they are
    the path of a .safetensors file. Policies take the settings greedy=True, for the likeliest action, and temperature.
    In a text they may follow the name, for command lines and configs: "trained:greedy", "policy.safetensors:0.5".
    "search:1000:random" and "search:1000:heuristic" play each simulation to the end by that player, and
    "search:100:trained" is guided by a policy. Searches take the setting threads.
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
    if known := kinds().get(kind):
        return known.make(argument, settings)
    return PolicyOpponent(kind, **policy_settings(kind, argument, settings))


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
        known = suggestion(module, [*_written(), "package.module:Class"])
        raise ValueError(
            f"unknown opponent {short_repr(name)}, and there is no module {problem.name!r}{known}"
        ) from None
    except AttributeError:
        raise ValueError(f"{short_repr(name)}: the module {module} has no {attribute}") from None
    finally:
        sys.path.remove(here)


def _made(source: Any, name: str, settings: dict[str, Any]) -> Opponent:
    """An opponent from an Opponent, a class of them, or a function."""
    if isinstance(source, type):
        source, settings = source(**settings), {}
    if settings:
        raise ValueError(f"{', '.join(settings)}: {short_repr(source)} is made already; give settings when making it")
    if isinstance(source, Opponent):
        return source
    if hasattr(source, "state_dict") or hasattr(source, "predict"):
        raise ValueError(
            f"a {type(source).__name__} is no opponent yet: write it to a file with "
            "flank_envs.interfaces.torch_export.export or flank_envs.interfaces.sb3.export and load that, or give a "
            "function(observation, action_mask)"
        )
    if callable(source):
        return FunctionOpponent(source, name)
    if hasattr(source, "act"):
        raise ValueError(
            f"{short_repr(source)} has `act` but is no Opponent: make {type(source).__name__} a subclass of "
            "flank_envs.Opponent, whose act(decisions) returns an action for each decision, or give a "
            "function(observation, action_mask)"
        )
    known = suggestion("", [*_written(), "package.module:Class", "an Opponent", "a function"])
    raise ValueError(f"unknown opponent {short_repr(source)}{known}")


def split_name(name: str) -> tuple[str, str]:
    """A name "kind:argument:argument" as its kind and its arguments; a file is a kind, with or without colons in it."""
    kind, _, argument = str(name).partition(":")
    if kind in kinds():
        return kind, argument
    path, ending, argument = str(name).rpartition(ENDING)
    if not ending or argument[:1] not in ("", ":"):
        raise ValueError(f"unknown opponent {short_repr(name)}{suggestion(kind, _written())}")
    return path + ending, argument[1:]


def _written() -> list[str]:
    """What a name may begin with."""
    return [*kind_names(), f"a path ending in {ENDING}"]
