"""All tables of a server. Each is one small file on disk, so that games survive a restart; played ones get a replay."""

import json
import secrets
import threading
import time
from collections import OrderedDict
from pathlib import Path
from typing import Any

from flank_envs.core.game import get_game
from flank_envs.core.replay import Replay
from flank_envs.core.untrusted import read_file, read_json, shown
from flank_envs.web.players import Players
from flank_envs.web.refused import Refused
from flank_envs.web.table import LONGEST_GAME, PERSON, Table, first_stream

FORMAT = 1
MOST_OPEN, MOST_FILES, MOST_LOADED, MOST_LOOKED_AT = 200, 5000, 100, 500
LARGEST_TABLE = 2_000_000
WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
KEPT = ("id", "seed", "players", "keys", "practice", "stream", "number")
KEPT += ("taken_back", "created", "actions", "chances", "forfeit")


class Tables:
    """The tables in a folder: those in play are in memory, the others are read when somebody asks for them."""

    def __init__(self, folder: Path, players: Players) -> None:
        self.folder = folder
        self.players = players
        self._lock = threading.Lock()
        self._playing: dict[str, Table] = {}
        self._seats: dict[str, str] = {}  # from keys to ids of tables
        self._loaded: OrderedDict[str, Table] = OrderedDict()
        folder.mkdir(parents=True, exist_ok=True)
        self._index()

    def _index(self) -> None:
        """Find the seats of persons in all files; tables whose files are damaged are left alone."""
        for path in self.folder.glob("*.json"):
            try:
                kept = _read(path)
                self._seats |= {key: kept["id"] for key in kept["keys"] if key}
            except (OSError, ValueError, KeyError, TypeError, AttributeError):
                continue

    def new(self, game: str, players: list[Any], seed: int | None, options: dict[str, Any], practice: bool) -> Table:
        """A table with a new game; names and options are checked."""
        rules = get_game(game)
        options = rules.options_of(rules.blank(1, options)[0])
        seats = rules.players(options)
        if len(players) != seats or not all(isinstance(name, str) for name in players):
            raise Refused(400, f"{shown(players)} was given: {rules.title} needs a player's name for each of {seats}.")
        persons = players.count(PERSON)
        if practice and persons != 1:
            raise Refused(400, f"{persons} persons are seated: decisions can be taken back only where one plays.")
        table = Table(
            id=secrets.token_urlsafe(12),
            game=rules,
            options=options,
            seed=secrets.randbelow(10**12) if seed is None else seed,
            players=list(players),
            keys=[secrets.token_urlsafe(18) if name == PERSON else "" for name in players],
            practice=practice,
            stream=first_stream(secrets.randbits(64)),
        )
        self._seat_opponents(table)
        self._admit(table)
        return table

    def add_replay(self, replay: Replay) -> Table:
        """A table of a game that was played elsewhere."""
        if len(replay.actions) > LONGEST_GAME:
            raise Refused(413, f"The replay has {len(replay.actions)} decisions: at most {LONGEST_GAME} are shown.")
        game = get_game(replay.game)
        table = Table(
            id=secrets.token_urlsafe(12),
            game=game,
            options=replay.options,
            seed=replay.seed,
            players=["unknown"] * game.players(replay.options),
            keys=[""] * game.players(replay.options),
            number=len(replay.actions),
            taken_back=replay.practice,
            actions=replay.actions,
            chances=[0] * len(replay.actions),
            forfeit=replay.forfeit,
        )
        with self._lock:
            self._drop_oldest_files()
            self._keep_loaded(table)
        self.save(table)
        return table

    def _admit(self, table: Table) -> None:
        with self._lock:
            if len(self._playing) >= MOST_OPEN:
                raise Refused(429, f"{MOST_OPEN} games are in play here: finish or leave one first.")
            self._drop_oldest_files()
            self._playing[table.id] = table
            self._seats |= {key: table.id for key in table.keys if key}
        self.save(table)

    def _drop_oldest_files(self) -> None:
        paths = list(self.folder.glob("*.json"))
        if len(paths) >= MOST_FILES:
            free = [path for path in paths if path.stem not in self._playing]
            for path in sorted(free, key=lambda path: path.stat().st_mtime)[: len(paths) - MOST_FILES + 1]:
                path.unlink(missing_ok=True)

    def _seat_opponents(self, table: Table) -> None:
        for seat, name in enumerate(table.players):
            if name not in (PERSON, "unknown"):
                table.opponents[seat] = self.players.load(name, table.game, table.options)

    def find(self, id: str) -> Table:
        """The table of that id, from memory or from its file."""
        with self._lock:
            table = self._playing.get(id) or self._loaded.get(id)
            if table is not None:
                return table
            table = self._load(id)
            if table.over or not table.opponents:
                self._keep_loaded(table)
            else:
                self._playing[id] = table
            return table

    def at(self, key: str) -> tuple[Table, int]:
        """The table and the seat that a key opens."""
        id = self._seats.get(key)
        if id is None:
            raise Refused(404, "There is no such seat: the game was left, or the link is not whole.")
        table = self.find(id)
        return table, table.seat_of(key)

    def _keep_loaded(self, table: Table) -> None:
        self._loaded[table.id] = table
        while len(self._loaded) > MOST_LOADED:
            self._loaded.popitem(last=False)

    def _load(self, id: str) -> Table:
        missing = Refused(404, "There is no such game.")
        if not 1 <= len(id) <= 40 or not set(id) <= WORD:
            raise missing
        try:
            kept = _read(self.folder / f"{id}.json")
            game = get_game(kept["game"])
            if kept["version"] != game.version:
                raise ValueError
            options = {name: tuple(v) if isinstance(v, list) else v for name, v in kept["options"].items()}
            table = Table(game=game, options=options, **{name: kept[name] for name in KEPT})
            if not table.over:
                self._seat_opponents(table)
        except FileNotFoundError:
            raise missing from None
        except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
            raise Refused(404, "The file of this game is damaged, or of another version of the rules.") from None
        return table

    def save(self, table: Table) -> None:
        """Write the table's file; a kill at any moment leaves the old one or the new one. Played games get a replay."""
        with table.lock:
            if table.closed:
                return
            kept = {"table": FORMAT, "game": table.game.name, "version": table.game.version, "options": table.options}
            kept |= {name: getattr(table, name) for name in KEPT}
            over, replay = table.over, table.replay()
            _write(self.folder / f"{table.id}.json", json.dumps(kept))
        if over:
            _write(self.folder / f"{table.id}.replay", replay.text())
            with self._lock:
                if self._playing.pop(table.id, None):
                    self._keep_loaded(table)

    def leave(self, table: Table) -> None:
        """Forget a game that is not over."""
        with table.lock, self._lock:
            table.closed = True
            self._playing.pop(table.id, None)
            for key in table.keys:
                self._seats.pop(key, None)
            (self.folder / f"{table.id}.json").unlink(missing_ok=True)

    def recent(self, most: int = 24) -> list[dict[str, Any]]:
        """The games that were played here last, and those that opponents play."""
        paths = sorted(self.folder.glob("*.json"), key=_changed, reverse=True)
        found = []
        for path in paths[:MOST_LOOKED_AT]:
            if len(found) >= most:
                break
            try:
                kept = _read(path)
                over = path.with_suffix(".replay").exists()
                if not over and any(kept["keys"]):
                    continue
                told = {
                    "id": kept["id"],
                    "game": kept["game"],
                    "players": kept["players"],
                    "practice": kept["practice"],
                }
                found.append(told | {"decisions": len(kept["actions"]), "over": over, "created": kept["created"]})
            except (OSError, ValueError, KeyError, TypeError):
                continue
        return found


def _read(path: Path) -> dict[str, Any]:
    kept = read_json(read_file(path, LARGEST_TABLE))
    if not isinstance(kept, dict) or kept.get("table") != FORMAT:
        raise ValueError(f"{path} is no table")
    return kept


def _write(path: Path, text: str) -> None:
    part = path.with_suffix(f".{threading.get_ident()}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return time.time()
