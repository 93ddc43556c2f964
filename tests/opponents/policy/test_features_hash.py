"""A policy's file says with which features it was trained: others would feed it with something else."""

import json
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from types import FunctionType

import pytest

from flank_envs.engine.game import Game
from flank_envs.engine.identity import SOURCE
from flank_envs.engine.jit import walk
from flank_envs.engine.jit.reads import globals_read
from flank_envs.engine.jit.verbs import RULE_OF_GAME
from flank_envs.engine.kernels import write_features
from flank_envs.opponents.policy import checkpoint, shipped
from flank_envs.opponents.policy.checkpoint import CheckpointError
from flank_envs.opponents.policy.features import CODE, LAYOUTS, features_hashes
from flank_envs.opponents.policy.untrained import untrained
from tests.opponents.policy.test_checkpoint import edited, made, meta


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is found out about changed code is forgotten again."""
    monkeypatch.setattr(walk, "_known", {})
    features_hashes.cache_clear()
    yield
    features_hashes.cache_clear()


@pytest.fixture
def path(game_with_features: Game, tmp_path: Path) -> Path:
    """The file of a policy that scores actions by their features."""
    target = tmp_path / "policy.safetensors"
    checkpoint.write(target, untrained(game_with_features).network.checkpoint)
    return target


def test_files_say_it_where_networks_use_features(game_with_features: Game, path: Path, tmp_path: Path) -> None:
    hashes = features_hashes(game_with_features)
    assert set(hashes) == {LAYOUTS, CODE}
    assert hashes.items() <= checkpoint.read(path).metadata.items()
    checkpoint.write(tmp_path / "plain", made(game_with_features))
    assert not hashes.keys() & checkpoint.read(tmp_path / "plain").metadata.keys()


def test_changed_code_is_refused(game_with_features: Game, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One number that it reads is another one: layouts and shapes stay the same."""
    numbers = list(numbers_read(game_with_features))
    refusal = rf"with other code for its features '\w+', but the library has {CODE} '\w+': train it again"
    for function, names, value in (numbers[0], numbers[-1]):
        with monkeypatch.context() as patch:
            patch.setattr(walk, "_known", {})
            if len(names) == 1:
                patch.setitem(function.__globals__, names[0], value + 1)
            else:
                patch.setattr(reduce(getattr, names[1:-1], function.__globals__[names[0]]), names[-1], value + 1)
            features_hashes.cache_clear()
            with pytest.raises(CheckpointError, match=refusal):
                checkpoint.read(path)
        features_hashes.cache_clear()
    checkpoint.read(path)


def test_changed_layouts_are_refused(game_with_features: Game, path: Path) -> None:
    with pytest.raises(CheckpointError, match=rf"with features 'others', but the library has {LAYOUTS} '\w+ \w+'"):
        checkpoint.read(edited(path, meta(**{LAYOUTS: "others"})))


@pytest.mark.parametrize("key", [LAYOUTS, CODE])
def test_a_file_that_does_not_say_is_refused(game_with_features: Game, path: Path, key: str) -> None:
    known = checkpoint.read(path).metadata
    silent = {name: value for name, value in known.items() if name != key}

    def silence(header: dict) -> None:
        header["__metadata__"]["flank_envs"] = json.dumps(silent)

    with pytest.raises(CheckpointError, match="do not say which ones it was trained with: train it again or, if"):
        checkpoint.read(edited(path, silence))
    assert checkpoint.read(edited(path, meta(**{key: features_hashes(game_with_features)[key]}))).metadata == known


def test_shipped_files_say_it(library_game: Game) -> None:
    if library_game.features is None:
        pytest.skip(f"{library_game.title} has no features")
    files = sorted((shipped.SOURCE / library_game.name).rglob("*.safetensors"))
    for metadata in (checkpoint.read(file).metadata for file in files):
        used = {LAYOUTS, CODE} if "choices" in metadata["network"] else set()
        assert {LAYOUTS, CODE} & metadata.keys() == used


def numbers_read(game: Game) -> Iterator[tuple[FunctionType, tuple[str, ...], int]]:
    """The whole numbers that the code of its features reads, those of the verb itself first."""
    functions: list[FunctionType] = []

    def noting(function: FunctionType) -> str:
        functions.append(function)
        return SOURCE.code(function)

    list(
        walk.walk(
            [walk.python_function(write_features)],
            lambda verb: [RULE_OF_GAME[verb](game)],
            SOURCE._replace(code=noting),
        )
    )
    package = walk.python_function(game.rules.features).__module__
    for function in functions:
        if function.__module__.startswith(package):
            yield from ((function, path, value) for path, _, value in globals_read(function) if type(value) is int)
