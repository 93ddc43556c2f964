"""A game as a small text file: what was played, from which seed, with a digest of where it ended.

flank_envs replay 1
game hold_the_line 0
options {"contested": "triangle"}
seed 7
practice (only if decisions were taken back while it was played)
end {"decisions": 48, "over": true, "returns": [1.0, -1.0], "digest": "3f5e..."}
actions
12  # seat 0: stage a Tank in lane 2
...
forfeit 15  # only if an illegal action ended the game: which one, and why it was illegal
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.errors import explain_refusal
from flank_envs.engine.game import Game, get_game
from flank_envs.engine.options import complete
from flank_envs.engine.positions import final_returns, legal_masks
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.engine.untrusted import read_file, read_json, short_repr

FIRST_LINE = "flank_envs replay 1"
PRACTICE = "practice"
HEAD = ("game", "options", "seed", "end")  # lines that stand before the actions, in any order
LARGEST_FILE = 10_000_000


class ReplayError(ValueError):
    """A replay file that cannot be read or does not lead where it says."""


@dataclass(frozen=True)
class Replay:
    """Everything that determines a game; `forfeit` is the illegal action that ended it, if one did.

    `practice` marks a game in which decisions were taken back: what is left was played with more than a seat may know.
    """

    game: str
    version: int
    options: dict[str, Any]
    seed: int
    actions: list[int]
    forfeit: int | None = None
    practice: bool = False

    def positions(self) -> Iterator[tuple[np.ndarray, int | None]]:
        """Each position as a one-game array with the action that follows (also one that forfeits), None at the end."""
        game = _playable(self)
        states = game.blank(1, self.options)
        states["rng"] = streams_of_seeds(np.array([self.seed], np.uint64))
        kernels.begin(states)
        for number, action in enumerate(self.actions):
            if not self._is_legal(game, states, number, action):
                raise ReplayError(f"at number {number}: {explain_refusal(game, states[0], action)}")
            yield states, action
            kernels.decide(states, np.array([action], np.int32))
        if self.forfeit is not None:
            if self._is_legal(game, states, len(self.actions), self.forfeit):
                raise ReplayError(
                    f"the line 'forfeit' has action {self.forfeit}, which is legal for seat {states[0].to_act}"
                )
            yield states, self.forfeit
            kernels.forfeits(states)
        yield states, None

    def _is_legal(self, game: Game, states: np.ndarray, number: int, action: int) -> bool:
        if states[0].over:
            count = len(self.actions) + (self.forfeit is not None)
            raise ReplayError(f"the game is over after {number} actions, but {count} are given")
        if not 0 <= action < game.actions.size:
            raise ReplayError(f"action number {number} is {action}: outside 0..{game.actions.size - 1}")
        return bool(legal_masks(game, states)[0, action])

    def final(self) -> np.ndarray:
        """The last position, as a one-game array."""
        *_, (states, _) = self.positions()
        return states

    def text(self) -> str:
        """The file's text, with every action in words."""
        game = _playable(self)
        lines = []
        states = game.blank(1, self.options)
        for states, action in self.positions():
            if action is None:
                break
            if len(lines) < len(self.actions):
                lines.append(f"{action:<4}# seat {states[0].to_act}: {game.view.describe(states[0], action)}")
            else:
                lines.append(f"forfeit {action}  # {explain_refusal(game, states[0], action)}")
        head = [
            FIRST_LINE,
            f"game {self.game} {self.version}",
            f"options {json.dumps(self.options)}",
            f"seed {self.seed}",
            *[PRACTICE] * self.practice,
            f"end {json.dumps(_end(game, states))}",
            "actions",
        ]
        return "\n".join([*head, *lines, ""])

    def save(self, path: str | Path) -> None:
        """Write the file."""
        Path(path).write_text(self.text(), encoding="utf-8")

    @staticmethod
    def load(path: str | Path) -> "Replay":
        """Read a file and play it through: what it says about the end must come out."""
        source = Path(path)
        try:
            text = read_file(source, LARGEST_FILE).decode()
        except UnicodeDecodeError:
            raise ReplayError(f"{source} is not a text file") from None
        except OSError as problem:
            raise ReplayError(f"cannot read {source}: {problem.strerror}") from None
        return Replay.parse(text)

    @staticmethod
    def parse(text: str) -> "Replay":
        """The replay in a file's text, checked."""
        fields, actions = _fields(text)
        name, _, version = fields["game"].partition(" ")
        replay = Replay(
            game=name,
            version=_number(version, "the version in the line 'game'"),
            options={name: _tuple(value) for name, value in _json(fields["options"], "options").items()},
            seed=_number(fields["seed"], "the seed"),
            actions=actions,
            forfeit=_number(fields["forfeit"], "the action of the line 'forfeit'") if "forfeit" in fields else None,
            practice=PRACTICE in fields,
        )
        claimed = _json(fields["end"], "end")
        reached = _end(_playable(replay), replay.final())
        if claimed != reached:
            raise ReplayError(
                f"the replay ends with {reached}, but its line 'end' says {short_repr(claimed)}: it was changed"
            )
        return replay


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value  # JSON knows no tuples


def _playable(replay: Replay) -> Game:
    try:
        game = get_game(replay.game)
        complete(game.options, replay.options)
    except ValueError as problem:
        raise ReplayError(f"a replay of {short_repr(replay.game)}: {problem}") from None
    if game.version != replay.version:
        raise ReplayError(f"a replay of version {replay.version} of {game.name}: this is version {game.version}")
    if not 0 <= replay.seed < 2**64:
        raise ReplayError(f"seed {replay.seed} is outside 0..2**64-1")
    return game


def _end(game: Game, states: np.ndarray) -> dict[str, Any]:
    return {
        "decisions": int(states[0].decisions),
        "over": bool(states[0].over),
        "returns": final_returns(states)[0].tolist(),
        "digest": hashlib.sha256(states.tobytes()).hexdigest()[:16],
    }


def _fields(text: str) -> tuple[dict[str, str], list[int]]:
    """The lines by name, and the actions: a head of named lines, then 'actions' to the end or to 'forfeit'."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise ReplayError(f"the first line is {lines[0][:60] if lines else ''!r}, but a replay begins {FIRST_LINE!r}")
    fields: dict[str, str] = {}
    words: list[str] = []
    for number, line in enumerate(lines[1:], start=2):
        if "actions" not in fields:
            _read_head_line(fields, line.strip(), f"line {number} is {line[:60]!r}")
        elif content := line.partition("#")[0].strip():
            _read_action_line(fields, words, content, f"line {number} is {line[:60]!r}")
    if missing := [name for name in (*HEAD, "actions") if name not in fields]:
        raise ReplayError(f"the replay has no line {', '.join(map(repr, missing))}")
    return fields, [_number(word, f"action {i}") for i, word in enumerate([*fields["actions"].split(), *words])]


def _read_head_line(fields: dict[str, str], content: str, where: str) -> None:
    """Add a line such as 'seed 7' to the fields; the last one is 'actions'."""
    name, _, value = content.partition(" ")
    if not name:
        return
    if name not in (*HEAD, PRACTICE, "actions") or name in fields:
        raise ReplayError(f"{where}: expected one each of {', '.join(HEAD)}, then 'actions'")
    if name == PRACTICE and value:
        raise ReplayError(f"{where}: 'practice' stands alone in its line")
    fields[name] = value


def _read_action_line(fields: dict[str, str], words: list[str], content: str, where: str) -> None:
    """Add the numbers of a line to the words, or the action of the line 'forfeit', the last one, to the fields."""
    if "forfeit" in fields:
        raise ReplayError(f"{where}: nothing follows the line 'forfeit'")
    name, _, value = content.partition(" ")
    if name == "forfeit":
        fields["forfeit"] = value.strip()
    else:
        words += content.split()


def _number(word: str, what: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 20):
        raise ReplayError(f"{what} is {word[:30]!r}: give a whole number")
    return int(word)


def _json(text: str, name: str) -> dict[str, Any]:
    try:
        value = read_json(text)
    except ValueError as problem:
        raise ReplayError(f"the line {name!r} is unreadable: {problem}") from None
    if not isinstance(value, dict):
        raise ReplayError(f"the line {name!r} must hold names and values in braces")
    return value
