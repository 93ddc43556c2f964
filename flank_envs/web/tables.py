"""All tables of a server. Each is one small file on disk, so that games survive a restart; played ones get a replay."""

import secrets
import threading
import time
from collections import OrderedDict
from pathlib import Path
from typing import Any

from flank_envs.engine.game import get_game
from flank_envs.engine.replay import Replay, ReplayError
from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents.registry import in_full
from flank_envs.session import PERSON, Session
from flank_envs.session_file import MOST_DECISIONS
from flank_envs.web import table_file
from flank_envs.web.players import Players
from flank_envs.web.refused import Refused
from flank_envs.web.table import UNKNOWN, Table

MOST_OPEN, MOST_FILES, MOST_LOADED, MOST_LOOKED_AT = 200, 5000, 100, 500


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
                self._seats |= {key: path.stem for key in table_file.read(path)["keys"] if key}
            except (OSError, ValueError):
                continue

    def new(self, game: str, players: list[Any], seed: int | None, options: dict[str, Any], practice: bool) -> Table:
        """A table with a new game; names and options are checked."""
        rules = get_game(game)
        options = rules.options_of(rules.blank(1, options)[0])
        seats = rules.players(options)
        if len(players) != seats or not all(isinstance(name, str) for name in players):
            raise Refused(
                400, f"{short_repr(players)} was given: {rules.title} needs a player's name for each of {seats}."
            )
        players = [in_full(name) for name in players]
        persons = players.count(PERSON)
        if practice and persons != 1:
            raise Refused(400, f"{persons} persons are seated: decisions can be taken back only where one plays.")
        seed = secrets.randbelow(10**12) if seed is None else seed
        session = Session(rules, seed=seed, choices=secrets.randbits(64), **options)
        self._seat(session, players)
        keys = [secrets.token_urlsafe(18) if name == PERSON else "" for name in players]
        table = Table(secrets.token_urlsafe(12), session, keys, practice)
        self._admit(table)
        return table

    def add_replay(self, replay: Replay) -> Table:
        """A table of a game that was played elsewhere."""
        if len(replay.actions) > MOST_DECISIONS:
            raise Refused(413, f"The replay has {len(replay.actions)} decisions: at most {MOST_DECISIONS} are shown.")
        session = Session.of_replay(replay)
        session.players = [UNKNOWN] * session.seats
        table = Table(secrets.token_urlsafe(12), session, [""] * session.seats, number=len(replay.actions))
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

    def _seat(self, session: Session, players: list[str]) -> None:
        """Load the opponents of these names, and seat them."""
        for seat, name in enumerate(players):
            if name != PERSON:
                session.seat(seat, self.players.load(name, session.game, session.options), name)

    def find(self, id: str) -> Table:
        """The table of that id, from memory or from its file."""
        with self._lock:
            table = self._playing.get(id) or self._loaded.get(id)
            if table is not None:
                return table
            table = self._load(id)
            if table.session.over or table.imported:
                self._keep_loaded(table)
            else:
                self._playing[id] = table
            return table

    def at(self, key: str) -> tuple[Table, int]:
        """The table and the seat that a key opens."""
        id = self._seats.get(key)
        table = None if id is None else self.find(id)
        if table is None or key not in table.keys:
            raise Refused(404, "There is no such seat: the game was left, or the link is not whole.")
        return table, table.seat_of(key)

    def _keep_loaded(self, table: Table) -> None:
        self._loaded[table.id] = table
        while len(self._loaded) > MOST_LOADED:
            self._loaded.popitem(last=False)

    def _load(self, id: str) -> Table:
        missing = Refused(404, "There is no such game.")
        if not table_file.is_word(id):
            raise missing
        try:
            table = table_file.table_of(table_file.read(self.folder / f"{id}.json"))
        except FileNotFoundError:
            raise missing from None
        except ReplayError:  # it may tell of hidden cards
            raise Refused(404, "The file of this game is damaged: it cannot be played through.") from None
        except OSError:
            raise Refused(404, "The file of this game cannot be read.") from None
        except ValueError as problem:
            raise Refused(404, f"The file of this game is damaged: {problem}.") from None
        if not (table.session.over or table.imported):
            self._seat(table.session, table.session.players)
        return table

    def save(self, table: Table) -> None:
        """Write the table's file; a kill at any moment leaves the old one or the new one. Played games get a replay."""
        with table.lock:
            if table.closed:
                return
            over, replay = table.session.over, table.session.replay()
            table_file.write(self.folder / f"{table.id}.json", table)
        if over:
            table_file.write_text(self.folder / f"{table.id}.replay", replay.text())
            with self._lock:
                if self._playing.pop(table.id, None):
                    self._keep_loaded(table)

    def leave(self, table: Table) -> None:
        """Remove a game that is not over."""
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
                read = table_file.read(path)
                over = path.with_suffix(".replay").exists()
            except (OSError, ValueError):
                continue
            if over or not any(read["keys"]):
                told = {name: read[name] for name in ("id", "players", "practice", "created")}
                found.append(told | {"game": read["game"].name, "decisions": len(read["actions"]), "over": over})
        return found


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return time.time()
