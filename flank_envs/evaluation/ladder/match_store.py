"""ladder.json: who met whom with what result, game by game, and which games are the same.

From strangers too: whatever is wrong is said in words.
"""

import base64
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.engine.options import complete
from flank_envs.engine.untrusted import read_file, read_json, short_repr
from flank_envs.evaluation.ladder.entrants import Player, rules_of
from flank_envs.evaluation.lines import BYTES, NOT_COUNTED

FORMAT = 1
LARGEST = 50_000_000
MOST_GAMES = 10**7
LARGEST_NUMBER = 1e15

Key = tuple[str, str, str]


@dataclass
class Meeting:
    """One A against B in all other seats, with these options: A's share of the win and the line of play of each game.

    Both are (deals, seats of A).
    """

    a: str
    b: str
    options: dict[str, Any]
    shares: np.ndarray
    lines: np.ndarray
    decisions: int = 0
    cpu_seconds: float = 0.0

    def add(self, shares: np.ndarray, lines: np.ndarray, decisions: int, cpu_seconds: float) -> None:
        """More deals, after those before."""
        self.shares = np.concatenate([self.shares, shares])
        self.lines = np.concatenate([self.lines, lines])
        self.decisions += decisions
        self.cpu_seconds += cpu_seconds


@dataclass
class MatchStore:
    """All that is known of one game. Players are known by their identity, so a name may pass to another one."""

    game: Game
    seed: int
    rules: str
    command: str = ""  # that played last
    names: dict[str, str] = field(default_factory=dict)
    costs: dict[str, float] = field(default_factory=dict)
    meetings: dict[Key, Meeting] = field(default_factory=dict)

    def meeting(self, a: Player, b: Player, options: Mapping[str, Any]) -> Meeting:
        """What is known of A against B; nothing yet, if they have not met."""
        all_options = complete(self.game.options, options)
        key = (a.identity, b.identity, _key(all_options))
        none = (0, self.game.players(all_options))
        empty = Meeting(a.identity, b.identity, all_options, np.zeros(none), np.zeros(none, np.uint64))
        return self.meetings.setdefault(key, empty)

    def seat(self, players: Iterable[Player]) -> None:
        """Give these players their names; drop players whose last name has gone to another one."""
        now = {player.name: player.identity for player in players}
        gone = {self.names[name] for name in now if name in self.names} - set(now.values())
        self.names |= now
        self.names = {name: who for name, who in self.names.items() if who not in gone}
        self.costs = {who: cost for who, cost in self.costs.items() if who not in gone}
        self.meetings = {key: m for key, m in self.meetings.items() if not {m.a, m.b} & gone}


def fresh(game: Game, seed: int) -> MatchStore:
    """A store without meetings."""
    return MatchStore(game, seed, rules_of(game))


def read(path: Path, game: Game, seed: int) -> MatchStore:
    """The store in a file, or a fresh one if there is none or if the rules of the game have changed since."""
    try:
        data = read_file(path, LARGEST)
    except FileNotFoundError:
        return fresh(game, seed)
    try:
        written = read_json(data)
        if not isinstance(written, dict) or written.get("format") != FORMAT:
            raise ValueError(f"it is no ladder of format {FORMAT}")
        if written.get("game") != game.name:
            raise ValueError(f"it is of the game {short_repr(written.get('game'))}, not of {game.name}")
        if written.get("seed") != seed:
            raise ValueError(
                f"its deals have seed {short_repr(written.get('seed'))}: give that seed, or another folder"
            )
        store = fresh(game, seed)
        return _filled(store, written) if written.get("rules") == store.rules else store
    except (ValueError, TypeError) as problem:
        raise ValueError(f"{path} cannot be used: {problem}") from None


def _filled(store: MatchStore, written: dict[str, Any]) -> MatchStore:
    store.command = _text(written.get("command", ""))
    store.names = {_text(k): _text(v) for k, v in _part(written, "names", dict).items()}
    store.costs = {_text(k): _number(v) for k, v in _part(written, "costs", dict).items()}
    for entry in _part(written, "meetings", list):
        meeting = _meeting(store.game, entry)
        store.meetings[meeting.a, meeting.b, _key(meeting.options)] = meeting
    return store


def _meeting(game: Game, entry: Any) -> Meeting:
    if not isinstance(entry, dict):
        raise ValueError(f"the meeting {short_repr(entry)} is no object")
    options = complete(game.options, _part(entry, "options", dict))
    shares = shares_of(_text(entry.get("shares")), game.players(options))
    if "lines" in entry:
        lines = lines_in(_text(entry["lines"]), shares.shape)
    else:  # written before games were told apart
        lines = np.full(shares.shape, NOT_COUNTED, np.uint64)
    return Meeting(
        _text(entry.get("a")),
        _text(entry.get("b")),
        options,
        shares,
        lines,
        int(_number(entry.get("decisions"))),
        _number(entry.get("cpu_seconds")),
    )


def shares_of(text: str, seats: int) -> np.ndarray:
    """From a digit for each game (how many won, if A did; else 0) to shares, (deals, seats)."""
    digits = np.frombuffer(text.encode(), np.uint8).astype(int) - ord("0")
    if len(digits) % seats or len(digits) > MOST_GAMES or not ((digits >= 0) & (digits <= seats)).all():
        raise ValueError(f"shares {short_repr(text)}: expected a digit from 0 to {seats} for each seat of each deal")
    return np.where(digits > 0, 1 / np.maximum(digits, 1), 0.0).reshape(-1, seats)


def text_of(shares: np.ndarray) -> str:
    """The digits of `shares_of`."""
    digits = np.where(shares > 0, np.rint(1 / np.maximum(shares, 1e-9)), 0).astype(int)
    return "".join(map(str, digits.ravel()))


def lines_in(text: str, shape: tuple[int, ...]) -> np.ndarray:
    """The lines of play of games, (deals, seats), from their numbers in base64."""
    try:
        data = base64.b64decode(text.encode(), validate=True)
    except ValueError:
        data = b""
    if len(data) != BYTES * np.prod(shape, dtype=int):
        raise ValueError(f"lines {short_repr(text)}: expected {BYTES} bytes in base64 for each game of the shares")
    low = np.frombuffer(data, np.uint8).reshape(*shape, BYTES)
    return np.concatenate([low, np.zeros((*shape, 8 - BYTES), np.uint8)], axis=-1).view("<u8")[..., 0].astype(np.uint64)


def text_of_lines(lines: np.ndarray) -> str:
    """The text of `lines_in`."""
    low = np.ascontiguousarray(lines, "<u8")[..., None].view(np.uint8)[..., :BYTES]
    return base64.b64encode(low.tobytes()).decode()


def as_json(store: MatchStore, **derived: Any) -> dict[str, Any]:
    """The store as it is written, with what was derived from it for readers of the file."""
    meetings = [
        {
            "a": m.a,
            "b": m.b,
            "options": m.options,
            "decisions": m.decisions,
            "cpu_seconds": round(m.cpu_seconds, 3),
            "shares": text_of(m.shares),
        }
        | ({"lines": text_of_lines(m.lines)} if m.lines.any() else {})
        for m in store.meetings.values()
        if len(m.shares)
    ]
    head = {
        "format": FORMAT,
        "game": store.game.name,
        "rules": store.rules,
        "seed": store.seed,
        "command": store.command,
    }
    return head | {"names": store.names, "costs": store.costs} | derived | {"meetings": meetings}


def save(path: Path, store: MatchStore, **derived: Any) -> None:
    """Write the file; it appears whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(as_json(store, **derived), indent=1) + "\n", encoding="utf-8")
    part.replace(path)


def _key(options: Mapping[str, Any]) -> str:
    return json.dumps(options, sort_keys=True)


def _part(entry: dict[str, Any], name: str, kind: type) -> Any:
    value = entry.get(name)
    if type(value) is not kind:
        raise ValueError(f"{name} is {short_repr(value)}: expected {kind.__name__}")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{short_repr(value)} stands where a text is expected")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LARGEST_NUMBER:
        raise ValueError(f"{short_repr(value)} stands where a number from 0 to {LARGEST_NUMBER:g} is expected")
    return float(value)
