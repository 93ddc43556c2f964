"""Fuzz files and texts from strangers: saved games, replays, trained policies, configs."""

import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs import load_opponent, make_batch
from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.engine.replay import Replay, ReplayError
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import Checkpoint, CheckpointError
from tools.fuzz.cases import WrongError, mutated_bytes, mutated_text

LARGEST = 1e12  # of any number in a config
CONFIG = "game: {game}\nsteps: 1000\nseed: 3\nthreads: 1\noptions: {{}}\nvariants: []\nnetwork:\n  hidden: [8, 8]\n"
CONFIG += "  activation: relu\nppo:\n  games: 4\n  steps: 8\n  minibatch: 16\n  learning_rate: 1e-3\nopponents:\n"
CONFIG += "  random: 0.5\n  heuristic: 0.5\n  latest: 0.0\n  pool: 0.0\nevaluation:\n  opponents: [random]\n"


class Saves:
    """The bytes of `save`, with the checksum made right again or not."""

    refusals = (ValueError,)

    def __init__(self, game: Game, folder: Path) -> None:
        self._batch = make_batch(game, 3, seed=1)
        self._streams = self._batch.streams(0)
        self._saves = []
        for step in range(200):
            self._batch.step_random(self._streams)
            if step % 20 == 0:
                self._saves.append(self._batch.save())

    def case(self, rng: random.Random) -> bytes:
        """Changes in the line that says what it is, in the records, or anywhere."""
        data = rng.choice(self._saves)[:-4]
        end = data.index(b"\n")
        parts = [data[:end], data[end:]]
        at = rng.randrange(2)
        parts[at] = mutated_bytes(rng, parts[at]) if rng.random() < 0.7 else self._other(rng, at)
        body = b"".join(parts)
        check = zlib.crc32(body) if rng.random() < 0.8 else rng.randrange(2**32)
        return body + check.to_bytes(4, "little")

    def _other(self, rng: random.Random, at: int) -> bytes:
        data = rng.choice(self._saves)[:-4]
        end = data.index(b"\n")
        return mutated_text(rng, data[:end].decode()).encode(errors="replace") if at == 0 else data[end:]

    def take(self, case: bytes) -> None:
        before = self._batch.save()
        try:
            self._batch.restore(case)
        except ValueError:
            if self._batch.save() != before:
                raise WrongError("refused bytes have changed the games") from None
            raise
        for _ in range(8):
            self._batch.step_random(self._streams)
        if kernels.checks(self._batch.states.copy()):
            raise WrongError("an invariant breaks after bytes were taken")


class Replays:
    """The text of a replay."""

    refusals = (ReplayError,)

    def __init__(self, game: Game, folder: Path) -> None:
        batch = make_batch(game, 4, seed=1, autoreset=False, illegal="lose", replays=True)
        streams = batch.streams(0)
        self._texts = []
        for _ in range(12):
            batch.step_random(streams)
        self._texts += [batch.replay(row).text() for row in range(4)]
        batch.step(batch.action_mask.argmin(1))
        self._texts += [batch.replay(row).text() for row in range(4)]

    def case(self, rng: random.Random) -> str:
        return mutated_text(rng, rng.choice(self._texts))

    def take(self, case: str) -> None:
        if Replay.parse(Replay.parse(case).text()).text() != Replay.parse(case).text():
            raise WrongError("a replay that was taken does not come out again")


class Checkpoints:
    """The bytes of a policy, with the length of the header made right again or not."""

    refusals = (CheckpointError,)

    def __init__(self, game: Game, folder: Path) -> None:
        self._game, self._path = game, folder / "policy.safetensors"
        self._batch = make_batch(game, 4, seed=1)
        rng = np.random.default_rng(0)
        shapes = {"trunk.0.weight": (4, game.observation.size), "trunk.0.bias": (4,), "value.weight": (1, 4)}
        shapes |= {"value.bias": (1,), "action.weight": (game.actions.size, 4), "action.bias": (game.actions.size,)}
        weights = {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
        network = {"hidden": [4], "activation": "relu"}
        checkpoint.write(self._path, Checkpoint(weights, checkpoint.describe(game, {}, network)))
        self._good = self._path.read_bytes()
        load_opponent(self._path).choose(self._batch, self._batch.streams(0))

    def case(self, rng: random.Random) -> bytes:
        length = int.from_bytes(self._good[:8], "little")
        header, body = self._good[8 : 8 + length], self._good[8 + length :]
        if rng.random() < 0.6:
            header = mutated_text(rng, header.decode()).encode(errors="replace")
            length = len(header)
        else:
            body = mutated_bytes(rng, body)
        data = length.to_bytes(8, "little") + header + body
        return data if rng.random() < 0.8 else mutated_bytes(rng, data)

    def take(self, case: bytes) -> None:
        self._path.write_bytes(case)
        opponent = load_opponent(self._path)
        with np.errstate(all="ignore"):
            actions = opponent.choose(self._batch, self._batch.streams(0))
        if not self._batch.action_mask[np.arange(4), actions].all():
            raise WrongError("a policy that was taken plays an illegal action")


class Configs:
    """The text of a config, and settings given beside it."""

    def __init__(self, game: Game, folder: Path) -> None:
        from training import config  # only with the training extra

        self._config = config
        self.refusals = (config.ConfigError,)
        self._text, self._path = CONFIG.format(game=game.name), folder / "config.yaml"
        self._path.write_text(self._text, encoding="utf-8")
        config.load(self._path)

    def case(self, rng: random.Random) -> tuple[str, list[str]]:
        lines = [line.strip().replace(": ", "=") for line in self._text.split("\n")]
        overrides = [mutated_text(rng, rng.choice(lines)) for _ in range(rng.choice((0, 0, 1, 2)))]
        return mutated_text(rng, self._text), overrides

    def take(self, case: tuple[str, list[str]]) -> None:
        text, overrides = case
        self._path.write_bytes(text.encode(errors="surrogatepass"))
        config = self._config.load(self._path, overrides)
        given = " ".join((text, *overrides)).replace("_", "")
        if str(config.steps) not in given:
            raise WrongError(f"steps={config.steps} is a number that nobody gave")
        if any(abs(number) > LARGEST for number in _numbers(config.as_dict())):
            raise WrongError(f"a number above {LARGEST:g} was taken")
        self._path.write_text(config.as_yaml(), encoding="utf-8")
        if self._config.load(self._path) != config:
            raise WrongError("a config that was taken does not come out again")


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _numbers(part)
    elif isinstance(value, int | float):
        yield value
