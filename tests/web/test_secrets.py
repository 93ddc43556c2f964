"""Secrets stay on the server: what is hidden from a seat changes no byte that its browser gets."""

import copy
import json

import numpy as np
import pytest
from starlette.testclient import TestClient

from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.engine.positions import legal_masks
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.web.server import Server
from flank_envs.web.table import Table
from tests.conformance.play import JIT_DISABLED, finished, positions, view
from tests.web.seat import Seat

if JIT_DISABLED:
    pytest.skip("what is shown is the same whether rules are compiled or not", allow_module_level=True)


def opened(server: Server, game: Game) -> Table:
    """A table at which persons sit in all seats."""
    return server.tables.new(game.name, ["person"] * game.players({}), 1, {}, False)


def determinized(states: np.ndarray, seat: int, seed: int) -> np.ndarray:
    other = states.copy()
    kernels.determinize_all(other, np.full(len(other), seat), streams_of_seeds(np.arange(len(other)) + seed))
    return other


def everything(client: TestClient, key: str) -> bytes:
    """All that a browser can get at a seat."""
    path = f"/api/table/{key}"
    answers = [
        client.get(path),
        client.get(path, params={"told": 1}),
        client.get(f"{path}/events"),
        client.post(f"{path}/act", json={"number": -1, "action": 0}),
        client.post(f"{path}/act", json={"number": 0, "action": 10**6}),
        client.post(f"{path}/undo", json={"number": 0}),
    ]
    return b"\n".join(b"%d " % answer.status_code + answer.content for answer in answers)


def put(table: Table, *states: np.ndarray) -> None:
    """Let the table stand at the last of these positions, one after the other."""
    table.session.positions = list(states)
    table.session._stories.clear()
    table._rounds.clear()


@pytest.mark.slow
def test_no_byte_depends_on_what_is_hidden(server: Server, client: TestClient, library_game: Game) -> None:
    table = opened(server, library_game)
    seen = set()
    for state in positions(library_game, 24, seed=4):
        states = np.array([state])
        if state.over:
            continue
        seen.add(int(state.phase))
        for seat, key in enumerate(table.keys):
            put(table, states)
            told = everything(client, key)
            put(table, determinized(states, seat, 99))
            assert everything(client, key) == told
    assert len(seen) >= min(6, len(library_game.phases) - 1)


@pytest.mark.slow
def test_no_byte_of_the_story_depends_on_what_is_hidden(server: Server, client: TestClient, library_game: Game) -> None:
    """The same decision from two positions that look alike, where what follows looks alike too."""
    game = library_game
    table = opened(server, game)
    compared = 0
    for state in positions(game, 40, seed=6):
        before = np.array([state])
        if state.over:
            continue
        legal = np.flatnonzero(legal_masks(game, before)[0])
        table.session.actions, table.session.drawn_from = [int(legal[-1])], [0]
        for seat, key in enumerate(table.keys):
            other = determinized(before, seat, 7)
            if not legal_masks(game, other)[0, table.session.actions[0]]:
                continue
            after, other_after = before.copy(), other.copy()
            for states in (after, other_after):
                kernels.decide(states, np.array(table.session.actions, np.int32))
            if after[0].over or not np.array_equal(view(game, after, seat), view(game, other_after, seat)):
                continue
            compared += 1
            put(table, before, after)
            told = everything(client, key)
            put(table, other, other_after)
            assert everything(client, key) == told
    assert compared >= 20


def test_nothing_is_open_before_the_end(server: Server, client: TestClient) -> None:
    """Other viewers, insight, the replay and the seed are closed while a person plays, whatever is asked by hand."""
    table = server.tables.new("hold_the_line", ["person", "random"], 123456789123, {}, False)
    assert client.get(f"/api/table/{table.keys[0]}").status_code == 200
    for path in ("", "/at/0", "/at/0?viewer=1", "/events", "/replay", "/insight?policy=trained", "/insight/0"):
        answer = client.get(f"/api/game/{table.id}{path}")
        assert answer.status_code == 403
        assert "is over" in answer.json()["error"]
    told = everything(client, table.keys[0]).decode() + client.get("/api/recent").text + client.get("/api/games").text
    assert str(table.session.seed) not in told
    assert table.id not in told
    assert table.keys[1] == ""


def test_one_person_is_not_told_the_key_of_another(server: Server, client: TestClient) -> None:
    table = server.tables.new("hold_the_line", ["person", "person"], 1, {}, False)
    told = everything(client, table.keys[0]).decode() + client.get("/api/recent").text
    assert table.keys[1] not in told
    assert table.keys[0] != table.keys[1]
    assert table.id not in table.keys


def test_ids_do_not_come_from_the_seed(server: Server) -> None:
    tables = [server.tables.new("hold_the_line", ["person", "person"], 1, {}, False) for _ in range(2)]
    assert len({tables[0].id, tables[1].id, *tables[0].keys, *tables[1].keys}) == 6
    assert tables[0].session.streams.tolist() != tables[1].session.streams.tolist()


def test_everything_is_told_at_the_end(server: Server, client: TestClient) -> None:
    table = server.tables.new("hold_the_line", ["person", "random"], 77, {}, False)
    seat = Seat(client, table.keys[0])
    over = copy.copy(finished(table.session.game, 1))
    put(table, over)
    told = seat.look()
    assert (told["over"], told["seed"], told["id"]) == (True, "77", table.id)
    assert json.dumps(told["choices"]) == "[]"
