"""Files of tables that somebody edited: taken, or refused in words, but never an error of the server."""

import json
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from flank_envs.web import table_file
from flank_envs.web.app import make_app
from flank_envs.web.table import Table
from tests.web.running import ADDRESS, make_server
from tests.web.seat import Seat

ANY = (None, True, -1, 0, 1.5, "", "x", [], {}, [[]], [None], ["x"], ["x", "y"], [-1], [1.0], 2**64, 10**400)
ANY = (*ANY, math.nan, math.inf, [math.nan] * 4, [2**70] * 4, {"x": []}, {"contested": []}, "\ud800", 1e300)
Change = Callable[[dict[str, Any]], Any]


def played(folder: Path, players: list[str], decisions: int = 6) -> Table:
    """A table that was played a little, and is on disk."""
    server = make_server(folder)
    table = server.tables.new("hold_the_line", players, 4, {}, False)
    while len(table.session.actions) < decisions and not table.session.over:
        if not table.play_opponent():
            table.play(int(table.session.mask().argmax()))
    server.tables.save(table)
    server.close()
    return table


@contextmanager
def served(folder: Path) -> Iterator[TestClient]:
    server = make_server(folder)
    with TestClient(make_app(server), base_url=ADDRESS) as client:
        yield client
    server.close()


def edit(folder: Path, table: Table, change: dict[str, Any]) -> None:
    path = folder / "tables" / f"{table.id}.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))


@pytest.mark.parametrize("decisions", [6, 10**6], ids=["underway", "over"])
@pytest.mark.parametrize("field", ["table", "game", "version", "options", *table_file.FIELDS])
def test_any_value_in_any_field_is_taken_or_refused(field: str, decisions: int, tmp_path: Path) -> None:
    """Each in a file of its own, all of one server."""
    table = played(tmp_path, ["person", "random"], decisions)
    path = tmp_path / "tables" / f"{table.id}.json"
    good = json.loads(path.read_text())
    for k, value in enumerate(ANY):
        named = {"id": f"id{k}", "keys": [f"key{k}", ""]} | {field: value}
        path.with_stem(f"id{k}").write_text(json.dumps(good | named))
    with served(tmp_path) as client:
        assert client.get("/api/recent").status_code == 200
        assert client.get(f"/api/table/{table.keys[0]}").status_code == 200
        for k, value in enumerate(ANY):
            for asked in (f"table/key{k}", f"game/id{k}", f"game/id{k}/at/3", f"game/id{k}/replay"):
                answer = client.get(f"/api/{asked}")
                assert answer.status_code in (200, 403, 404), (value, answer.text)
                assert answer.status_code == 200 or answer.json()["error"]


WRONG: dict[str, tuple[Change, str]] = {
    "id": (lambda kept: {"id": "other"}, "file's name"),
    "seed": (lambda kept: {"seed": -1}, "'seed'"),
    "players": (lambda kept: {"players": ["person", "random", "random"]}, "as many as seats"),
    "nobody": (lambda kept: {"players": ["person", "unknown"]}, "partly unknown"),
    "keys": (lambda kept: {"keys": [*kept["keys"][:1], "more"]}, "those of persons"),
    "practice": (lambda kept: {"practice": 1}, "'practice'"),
    "streams": (lambda kept: {"streams": [2**64] * 2}, "'streams'"),
    "a stream": (lambda kept: {"streams": kept["streams"][1:]}, "'streams' are not as many as seats"),
    "number": (lambda kept: {"number": 1}, "less than there are actions"),
    "taken_back": (lambda kept: {"taken_back": "no"}, "'taken_back'"),
    "created": (lambda kept: {"created": math.nan}, "'created'"),
    "actions": (lambda kept: {"actions": [10**6] * len(kept["actions"])}, "cannot be played through"),
    "drawn_from": (lambda kept: {"drawn_from": kept["drawn_from"][1:]}, "not as long as 'actions'"),
    "forfeit": (lambda kept: {"forfeit": -1}, "'forfeit'"),
    "version": (lambda kept: {"version": kept["version"] + 1}, "another version"),
    "options": (lambda kept: {"options": {"contested": "never"}}, "contested"),
    "game": (lambda kept: {"game": "chess"}, "unknown game"),
}


@pytest.mark.parametrize("field", WRONG)
def test_what_is_wrong_is_told(field: str, tmp_path: Path) -> None:
    change, told = WRONG[field]
    table = played(tmp_path, ["person", "random"])
    edit(tmp_path, table, change(json.loads((tmp_path / "tables" / f"{table.id}.json").read_text())))
    with served(tmp_path) as client:
        answer = client.get(f"/api/game/{table.id}")
    assert (answer.status_code, told in answer.json()["error"]) == (404, True), answer.text


def test_a_key_that_was_changed_while_the_server_runs_opens_nothing(tmp_path: Path) -> None:
    table = played(tmp_path, ["person", "random"])
    with served(tmp_path) as client:
        edit(tmp_path, table, {"keys": ["another", ""]})
        answer = client.get(f"/api/table/{table.keys[0]}")
    assert (answer.status_code, "no such seat" in answer.json()["error"]) == (404, True)


def test_only_players_that_are_offered_can_have_searched(tmp_path: Path) -> None:
    """Insight searches again as a player did: an edited name must not make it search for days."""
    table = played(tmp_path, ["random", "random"], 10**6)
    edit(tmp_path, table, {"players": ["search:3"] * 2})
    with served(tmp_path) as client:
        for at in range(8):
            assert client.get(f"/api/game/{table.id}/insight/{at}").json()["search"] is None


def test_tables_of_the_first_format_go_on(tmp_path: Path) -> None:
    """They had one stream for all opponents, and other names for what was drawn from and for a player."""
    table = played(tmp_path, ["person", "heuristic"])
    path = tmp_path / "tables" / f"{table.id}.json"
    saved = json.loads(path.read_text())
    saved |= {"table": 1, "stream": 77, "chances": saved.pop("drawn_from"), "players": ["person", "rule-of-thumb"]}
    del saved["streams"]
    path.write_text(json.dumps(saved))
    assert len(table_file.read(path)["streams"]) == 2
    with served(tmp_path) as client:
        seat = Seat(client, table.keys[0])
        before = seat.my_turn()
        assert before["decisions"] >= 6
        assert seat.act(before["number"], before["choices"][0]["action"]).status_code == 200
    assert json.loads(path.read_text())["table"] == 2


@pytest.mark.parametrize("change", [{"stream": "x"}, {"stream": 2**64}, {"players": None}, {"chances": None}])
def test_damaged_tables_of_the_first_format_are_refused(change: dict[str, Any], tmp_path: Path) -> None:
    table = played(tmp_path, ["person", "random"])
    path = tmp_path / "tables" / f"{table.id}.json"
    saved = json.loads(path.read_text())
    saved |= {"table": 1, "stream": 77, "chances": saved.pop("drawn_from")} | change
    del saved["streams"]
    path.write_text(json.dumps(saved))
    with pytest.raises(ValueError, match=r"its field '(streams|players|drawn_from)' is (missing|wrong)"):
        table_file.read(path)


def test_a_replay_that_was_not_finished_is_shown_after_a_restart(tmp_path: Path) -> None:
    text = played(tmp_path, ["random", "random"]).session.replay().text()
    with served(tmp_path) as client:
        id = client.post("/api/replays", content=text.encode()).json()["id"]
    with served(tmp_path) as client:
        assert client.get(f"/api/game/{id}/replay").text == text
