"""A policy's file says with which features it was trained: another one would feed it with something else."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from flank_envs.engine.game import Game
from flank_envs.engine.jit import walk
from flank_envs.engine.jit.reads import globals_read
from flank_envs.opponents.policy import checkpoint, shipped
from flank_envs.opponents.policy.checkpoint import FEATURES, CheckpointError
from flank_envs.opponents.policy.features import features_hash
from tests.opponents.policy.test_checkpoint import edited, made, meta


@pytest.fixture(autouse=True)
def _fresh(library_game: Game, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is found out about changed code is forgotten again."""
    if library_game.features is None:
        pytest.skip(f"{library_game.title} has no features")
    monkeypatch.setattr(walk, "_known", {})
    features_hash.cache_clear()
    yield
    features_hash.cache_clear()


def written(game: Game, path: Path, choices: int = 4) -> Path:
    checkpoint.write(path, made(game, choices=choices))
    return path


def test_swapped_columns_are_refused(library_game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Layouts and shapes stay the same."""
    plain, fed = written(library_game, tmp_path / "plain", choices=0), written(library_game, tmp_path / "fed")
    assert checkpoint.read(fed).metadata[FEATURES] == features_hash(library_game)
    module, one, other = swappable(library_game)
    first, second = getattr(module, one), getattr(module, other)
    monkeypatch.setattr(module, one, second)
    monkeypatch.setattr(module, other, first)
    features_hash.cache_clear()
    walk._known.clear()
    with pytest.raises(CheckpointError, match=r"features '\w+', but the library has features '\w+': train it again"):
        checkpoint.read(fed)
    assert FEATURES not in checkpoint.read(plain).metadata


def test_a_file_that_does_not_say_is_refused(library_game: Game, tmp_path: Path) -> None:
    path = written(library_game, tmp_path / "policy")
    known = checkpoint.read(path).metadata
    silent = {key: value for key, value in known.items() if key != FEATURES}

    def silence(header: dict) -> None:
        header["__metadata__"]["flank_envs"] = json.dumps(silent)

    with pytest.raises(CheckpointError, match="do not say which ones it was trained with: train it again or, if"):
        checkpoint.read(edited(path, silence))
    assert checkpoint.read(edited(path, meta(**{FEATURES: features_hash(library_game)}))).metadata == known


def test_shipped_files_say_it(library_game: Game) -> None:
    files = sorted((shipped.SOURCE / library_game.name).rglob("*.safetensors"))
    fed = [checkpoint.read(file).metadata for file in files]
    assert any(FEATURES in metadata for metadata in fed)
    assert all((FEATURES in metadata) == ("choices" in metadata["network"]) for metadata in fed)


def swappable(game: Game) -> tuple[ModuleType, str, str]:
    """Two columns of its features that a function reads, and the module in which it reads them."""
    package = walk.python_function(game.features.write).__module__ if game.features else ""
    columns = sys.modules[f"{package}.values"]
    for name, module in sorted(sys.modules.items()):
        if not name.startswith(package) or module is columns:
            continue
        functions = [walk.python_function(value) for value in vars(module).values()]
        own = [f for f in functions if isinstance(f, FunctionType) and f.__module__ == name]
        used = {path for f in own for path, _, value in globals_read(f) if vars(columns).get(path[-1]) is value}
        for holder, length in ((module, 1), (columns, 2)):
            names = sorted(path[-1] for path in used if len(path) == length)
            pairs = [(a, b) for a in names for b in names if getattr(columns, a) != getattr(columns, b)]
            if pairs:
                return holder, *pairs[0]
    raise AssertionError("no columns were found")
