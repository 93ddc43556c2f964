"""Fuzz files of tables in the browser with edits, and check what a server that finds them answers."""

import json
import random
from pathlib import Path
from typing import Any

from flank_envs.engine.game import Game
from flank_envs.web.server import Server
from flank_envs.web.table import Table
from tools.fuzz.cases import WORDS, mutated_text
from tools.fuzz.requests import RefusedError, Requests

VALUES: tuple[Any, ...] = (None, True, -1, 0, 1.5, 2**64, 10**400, float("nan"), [], {}, [[]], [None], ["x"], [1.5])


class TableFiles(Requests):
    """The file of a game that was begun, of one that is over, or of a replay; and every request that opens it."""

    refusals = (RefusedError,)

    def __init__(self, game: Game, folder: Path) -> None:
        super().__init__(game, folder)
        watched = self._server.tables.find(self._id)
        self._play(watched)
        seated = self._server.tables.at(self._key)[0]
        for _ in range(6):
            self._decide(seated)
        self._server.tables.save(seated)
        shown = self._server.tables.add_replay(seated.session.replay())
        self._files = {table.id: self._path(table.id).read_text() for table in (watched, seated, shown)}
        self._server.close()

    def _path(self, id: str) -> Path:
        return self._server.tables.folder / f"{id}.json"

    def _play(self, table: Table) -> None:
        while not table.session.over:
            self._decide(table)
        self._server.tables.save(table)

    @staticmethod
    def _decide(table: Table) -> None:
        if table.play_opponent():
            return
        with table.lock:  # the server's threads may be playing too
            if table.waits_for is None and not table.session.over:
                table.play(int(table.session.mask().argmax()))

    def case(self, rng: random.Random) -> tuple[str, str]:  # pyright: ignore[reportIncompatibleMethodOverride]
        id, text = rng.choice(list(self._files.items()))
        if rng.random() < 0.3:
            return id, mutated_text(rng, text)
        kept = json.loads(text)
        while True:
            name = rng.choice(list(kept))
            kept[name] = _changed(rng, kept)[name]
            if rng.random() < 0.6:
                return id, json.dumps(kept)

    def take(self, case: tuple[str, str]) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """A fresh server finds the edited file; it is put right again in the end."""
        id, text = case
        self._path(id).write_bytes(text.encode(errors="surrogatepass"))
        server = Server(self._server.tables.folder, self._server.players.root)
        try:
            self._serve(server)
            for path in ("/api/recent", f"/api/table/{self._key}", f"/api/game/{id}", f"/api/game/{id}/at/3"):
                super().take(("GET", path, "", {}, b""))
        finally:
            server.close()
            self._path(id).write_text(self._files[id])


def _changed(rng: random.Random, kept: dict[str, Any]) -> dict[str, Any]:
    """The fields with another value in each, of any kind or of the same kind."""
    values = {}
    for name, value in kept.items():
        values[name] = rng.choice([*VALUES, *WORDS, *kept.values()])
        if isinstance(value, list) and value and rng.random() < 0.5:
            values[name] = list(value)
            values[name][rng.randrange(len(value))] = rng.choice(VALUES)
    return values
