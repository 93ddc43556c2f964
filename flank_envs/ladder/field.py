"""Who plays on the ladder, and what tells a player from its successor of the same name."""

import ast
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs import mcts
from flank_envs.core.game import Game
from flank_envs.mcts import SearchOpponent
from flank_envs.opponents import AnyOpponent, Opponent, load_opponent
from flank_envs.opponents.base import RuleOfThumbOpponent
from flank_envs.opponents.load import ENDING
from flank_envs.opponents.policy import NetworkOpponent, PolicyOpponent
from flank_envs.policies import checkpoint
from flank_envs.policies.belief import without_belief
from flank_envs.policies.shipped import shipped_folder

ANCHOR = "random"
STANDARD = (*(ANCHOR, "rule-of-thumb", "search:100", "search:1000", "trained", "trained:greedy", "search:100:trained"),)
THUMB = ("baseline.py", "baseline")  # in the folder of a game: its rule of thumb, what searches go by, and no rules
JUDGE = ("judge.py", "judge")
FORESIGHT = ("foresight.py", "foresight")
BESIDE_THE_RULES = ("__init__.py", "check.py", "check", "view.py", "view", *THUMB, *JUDGE, *FORESIGHT)
EARLIER = "earlier"  # the folder beside a shipped policy with those that shipped before


@dataclass(frozen=True)
class Player:
    """Somebody on the ladder. The identity changes when the player does, and only then."""

    name: str
    opponent: Opponent
    identity: str

    @property
    def quick(self) -> bool:
        """Whether it answers without a search."""
        return not isinstance(self.opponent, SearchOpponent)


def standard_field(game: Game) -> list[Player]:
    """Those of the standard field who can play this game, and the policies that shipped for it before."""
    before = sorted((shipped_folder(game) / EARLIER).glob(f"*{ENDING}"))
    return [
        *players_of(game, [name for name in STANDARD if _suits(game, name)]),
        *(_player(game, PolicyOpponent(path), f"{EARLIER}/{path.name}") for path in before),
    ]


def players_of(game: Game, names: Sequence[AnyOpponent]) -> list[Player]:
    """These players; a ValueError for one who cannot play this game."""
    opponents = [load_opponent(name) for name in names]
    for opponent in opponents:
        opponent.suits(game, {})
    return [_player(game, opponent, opponent.name) for opponent in opponents]


def without_doubles(players: Iterable[Player]) -> list[Player]:
    """Each player once, by the first of its names; a ValueError if two bear the same one."""
    once: dict[str, Player] = {}
    for player in players:
        once.setdefault(player.identity, player)
    names = [player.name for player in once.values()]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"two different players are called {twice[0]!r}: give their files other names")
    return list(once.values())


def rules_of(game: Game) -> str:
    """A hash of the code that decides what happens in a game: not its words and pictures, tests and players."""
    sources = [path for path in game.folder.rglob("*.py") if _part_of(game, path) not in BESIDE_THE_RULES]
    return f"{game.version}-{_code(game.folder, tuple(sources))}"


def _part_of(game: Game, path: Path) -> str:
    return path.relative_to(game.folder).parts[0]


def _thinking(game: Game, *parts: str) -> str:
    """A hash of the code by which the game's own players think."""
    return _code(game.folder, tuple(path for path in game.folder.rglob("*.py") if _part_of(game, path) in parts))


def _player(game: Game, opponent: Opponent, name: str) -> Player:
    return Player(name, opponent, identity(game, opponent))


def _suits(game: Game, name: str) -> bool:
    try:
        load_opponent(name).suits(game, {})
    except ValueError:
        return False
    return True


def identity(game: Game, opponent: Opponent) -> str:
    """Policies are told apart by their weights and what they foresee, the rule of thumb and searches by their code."""
    if isinstance(opponent, SearchOpponent):
        folder = Path(mcts.__file__).parent
        plan = f"{opponent.name} {_code(folder, tuple(folder.rglob('*.py')))}"
        guide = opponent.player
        if isinstance(guide, NetworkOpponent):
            believes = _belief(guide.network_for(game).checkpoint)
            return plan.replace(guide.name, identity(game, guide)) + (f" {believes}" if believes else "")
        return f"{plan} {_thinking(game, *THUMB, *JUDGE)} {game.lookahead}"
    if isinstance(opponent, NetworkOpponent):
        manner = "greedy" if opponent.greedy else f"{opponent.temperature:g}"
        policy = opponent.network_for(game).checkpoint
        told = f" {_thinking(game, *FORESIGHT)}" if policy.metadata["network"].get("choices") else ""
        return f"policy:{_weights(policy)}:{manner}{told}"
    return f"{opponent.name} {_thinking(game, *THUMB)}" if isinstance(opponent, RuleOfThumbOpponent) else opponent.name


def _weights(policy: checkpoint.Checkpoint) -> str:
    """A hash of what a policy plays by."""
    network, chances = policy.metadata["network"], policy.metadata.get("styles")
    return _digest([network, chances] if chances else network, without_belief(policy.weights))


def _belief(policy: checkpoint.Checkpoint) -> str:
    """A hash of what a policy believes, nothing if it believes nothing."""
    weights = {name: policy.weights[name] for name in policy.weights.keys() - without_belief(policy.weights)}
    return _digest(policy.metadata["belief"], weights) if weights else ""


def _digest(shape: Any, weights: Mapping[str, np.ndarray]) -> str:
    digest = hashlib.sha256(json.dumps(shape, sort_keys=True).encode())
    for name in sorted(weights):
        digest.update(name.encode() + weights[name].astype("<f4").tobytes())
    return digest.hexdigest()[:16]


@cache
def _code(folder: Path, sources: tuple[Path, ...]) -> str:
    """A hash of Python sources that comments, docstrings and line breaks do not change."""
    digest = hashlib.sha256()
    for path in sorted(sources):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        digest.update(f"{path.relative_to(folder).as_posix()}\n{ast.unparse(tree)}\n".encode())
    return digest.hexdigest()[:16]
