"""Fuzz command lines with words in any order; nothing that takes long is begun."""

import contextlib
import io
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flank_envs import cli
from flank_envs.engine.game import Game
from tools.fuzz.cases import WORDS, WrongError, mutated_text

COMMANDS = {
    "list": ["list"],
    "layout": ["layout", "{game}"],
    "play": ["play", "{game}", "--opponent", "random", "--seat", "0", "--seed", "1", "--save", "played.txt"],
    "watch": ["watch", "{game}", "--players", "random", "--viewer", "0", "--seed", "1", "--save", "seen.txt"],
    "replay": ["replay", "seen.txt", "--viewer", "1", "--quiet"],
    "arena": ["arena", "{game}", "random", "random", "--games", "2", "--json", "result.json", "--svg", "map.svg"],
    "nothing": [],
}
TRAINING = ["config.yaml", "steps=10", "ppo.games=4", "seed=1", "--name", "mine"]
FLAGS = ("--seed", "--seat", "--opponent", "--players", "--viewer", "--save", "--svg", "--json", "--games", "--quiet")
FLAGS = (*FLAGS, "--help", "--version", "--delay", "--", "-", "-x", "--name", "--resume")


class RefusedError(Exception):
    """A command line that ends with code 2, and what is on stderr then."""


class CommandLines:
    """The words after `flank-envs`, and those after `python -m training`."""

    refusals = (RefusedError,)

    def __init__(self, game: Game, folder: Path) -> None:
        os.chdir(folder)
        self._game = game
        self._programs: dict[str, Callable[[list[str]], int]] = {"flank-envs": cli.main}
        _leave_out_what_takes_long()
        with contextlib.suppress(ImportError):  # only with the training extra
            self._programs["training"] = _training()
        Path("config.yaml").write_text(f"game: {game.name}\nsteps: 100\n", encoding="utf-8")
        self.take(("flank-envs", self._sound("watch")))

    def _sound(self, command: str) -> list[str]:
        return [word.format(game=self._game.name) for word in COMMANDS[command]]

    def case(self, rng: random.Random) -> tuple[str, list[str]]:
        program = rng.choice(["flank-envs", *self._programs])
        words = list(TRAINING) if program == "training" else self._sound(rng.choice(list(COMMANDS)))
        options = [f"{option.name}={option.default}" for option in self._game.options]
        if options and program == "flank-envs":
            words.append(rng.choice(options))
        while True:
            at = rng.randrange(len(words) + 1)
            way = rng.randrange(4)
            if way == 0:
                words.insert(at, rng.choice([*WORDS, *FLAGS, *FLAGS, *options, self._game.name, "seen.txt"]))
            elif way == 1 and words:
                del words[at - 1]
            elif way == 2 and words:
                words[at - 1] = mutated_text(rng, words[at - 1]).replace("/", "_")  # files stay in this folder
            elif words:
                words[at - 1] = rng.choice([*WORDS, *FLAGS, *options])
            if rng.random() < 0.5:
                return program, words

    def take(self, case: tuple[str, list[str]]) -> None:
        program, words = case
        before = set(os.listdir())
        code, told = _run(self._programs[program], words)
        for name in set(os.listdir()) - before:
            if not any(name in word for word in words):
                raise WrongError(f"{name} was written, which nobody named")
        if code not in (0, 2) or "Traceback" in told:
            raise WrongError(f"{program} ends with {code}: {told[:200]}")
        if code == 2:
            raise RefusedError(told)


def _leave_out_what_takes_long() -> None:
    match = cli.arena.round_robin
    cli.arena.round_robin = lambda game, players, games, *rest, **more: match(
        game, players, min(games, 2), *rest, **more
    )
    time.sleep = lambda seconds: None


def _training() -> Callable[[list[str]], int]:
    from training import __main__ as training
    from training import run

    def begin(*settings: Any, **more: Any) -> None:
        raise training.ConfigError("all is well: training would begin")

    run.begin = begin
    return training.main


def _run(program: Callable[[list[str]], int], words: list[str]) -> tuple[int, str]:
    """The exit code and what is on stderr, with nothing on stdin."""
    err, before = io.StringIO(), sys.stdin
    sys.stdin = io.StringIO()
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
            code = program(words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    finally:
        sys.stdin = before
    return code, err.getvalue()
