"""Playing: whole games through requests, stale clicks, taking back, leaving, restarts."""

import os
import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from flank_envs import Replay, get_game, load_opponent
from flank_envs.engine.game import Game
from flank_envs.opponents.search import SearchOpponent
from flank_envs.web import table_file
from flank_envs.web import tables as tables_module
from flank_envs.web.app import make_app
from flank_envs.web.server import Server
from tests.conformance.play import sample
from tests.web.running import ADDRESS, make_server
from tests.web.seat import LIMIT, SHORT, Seat, sit_down

HOLD = get_game("hold_the_line")


def first_choice(view: dict) -> int:
    return view["choices"][0]["action"]


def play(seat: Seat, decisions: int) -> dict:
    """Some decisions of the person, each time another of the choices."""
    view = seat.my_turn()
    for k in range(decisions):
        if view["over"]:
            break
        action = view["choices"][k * 7 % len(view["choices"])]["action"]
        assert seat.act(view["number"], action).status_code == 200
        view = seat.my_turn()
    return view


def test_a_game_is_played_and_its_replay_verified(client: TestClient, library_game: Game, tmp_path: Path) -> None:
    view = play(sit_down(client, library_game, options=SHORT.get(library_game.name, {})), sample(3000, 4))
    if not view["over"]:
        assert sample(0, 1), "the game did not end"
        return
    assert (
        "wins" in view["verdict"].lower() or "winner" in view["verdict"].lower() or "nobody" in view["verdict"].lower()
    )
    saved = Replay.load(tmp_path / "tables" / f"{view['id']}.replay")
    assert (saved.game, len(saved.actions), saved.practice) == (library_game.name, view["decisions"], False)
    assert str(saved.seed) == view["seed"]
    assert client.get(f"/api/game/{view['id']}/replay").text == saved.text()


def test_choices_are_the_mask(server: Server, client: TestClient, library_game: Game) -> None:
    seat = sit_down(client, library_game)
    for _ in range(sample(12, 2)):
        view = play(seat, 1)
        if view["over"]:
            break
        table, _ = server.tables.at(seat.path.rsplit("/", 1)[1])
        assert [choice["action"] for choice in view["choices"]] == table.session.mask().nonzero()[0].tolist()
        assert all(choice["words"] and choice["group"] for choice in view["choices"])


def test_a_stale_or_doubled_click_changes_nothing(client: TestClient) -> None:
    seat = sit_down(client, HOLD)
    view = seat.my_turn()
    assert seat.act(view["number"], first_choice(view)).status_code == 200
    after = seat.my_turn()
    again = seat.act(view["number"], first_choice(view))
    assert again.status_code == 409
    assert "another position" in again.json()["error"]
    assert seat.look() == after


def test_what_is_no_choice_is_refused(client: TestClient) -> None:
    seat = sit_down(client, HOLD)
    view = seat.my_turn()
    legal = {choice["action"] for choice in view["choices"]}
    illegal = next(action for action in range(HOLD.actions.size) if action not in legal)
    for action in (illegal, -1, HOLD.actions.size, 10**30):
        answer = seat.act(view["number"], action)
        assert answer.status_code == 400
        assert "none of your choices" in answer.json()["error"]
    assert seat.look() == view


def test_others_wait_for_their_turn(client: TestClient) -> None:
    """Two persons: whoever is not to act is shown no choices and can do nothing."""
    keys = client.post("/api/tables", json={"game": "hold_the_line", "players": ["person", "person"]}).json()["keys"]
    seats = [Seat(client, key) for key in keys]
    views = [seat.look() for seat in seats]
    acting = next(k for k in range(2) if views[k]["yours"])
    other = 1 - acting
    assert not views[other]["choices"]
    assert "data-action" not in views[other]["picture"]
    assert seats[other].act(views[other]["number"], first_choice(views[acting])).status_code == 409
    assert seats[acting].act(views[acting]["number"], first_choice(views[acting])).status_code == 200
    assert seats[other].look()["number"] == 1


def test_undo_takes_back_and_marks_the_replay(server: Server, client: TestClient) -> None:
    seat = sit_down(client, HOLD, practice=True, seed=5)
    first = seat.my_turn()
    assert not first["can_undo"]
    seat.act(first["number"], first_choice(first))
    second = seat.my_turn()
    assert second["can_undo"]
    undone = client.post(f"{seat.path}/undo", json={"number": second["number"]}).json()
    assert undone["number"] > second["number"]
    assert undone["picture"] == first["picture"]
    assert undone["story"] == first["story"]
    assert seat.act(second["number"], first_choice(first)).status_code == 409  # chosen before it was taken back
    table, _ = server.tables.at(seat.path.rsplit("/", 1)[1])
    assert table.session.replay().practice


def test_a_stale_undo_changes_nothing(client: TestClient) -> None:
    """Made for a position that is past, it would take back another decision than the person saw."""
    seat = sit_down(client, HOLD, practice=True)
    first = play(seat, 1)
    second = play(seat, 1)
    assert second["number"] > first["number"]
    for number in (first["number"], second["number"] + 1, -1):
        answer = client.post(f"{seat.path}/undo", json={"number": number})
        assert (answer.status_code, "another position" in answer.json()["error"]) == (409, True)
    assert seat.look() == second


def test_undo_is_for_practice_only(client: TestClient) -> None:
    seat = sit_down(client, HOLD)
    view = play(seat, 1)
    answer = client.post(f"{seat.path}/undo", json={"number": view["number"]})
    assert (answer.status_code, "practice" in answer.json()["error"]) == (409, True)
    two = client.post("/api/tables", json={"game": "hold_the_line", "players": ["person"] * 2, "practice": True})
    assert two.status_code == 400


def test_games_survive_a_restart(tmp_path: Path, library_game: Game) -> None:
    """What a seat sees after a restart is what it saw before, and the game goes on."""
    before = make_server(tmp_path)
    with TestClient(make_app(before), base_url=ADDRESS) as client:
        seat = sit_down(client, library_game, "heuristic")
        view = play(seat, sample(5, 2))
    with TestClient(make_app(make_server(tmp_path)), base_url=ADDRESS) as client:
        again = Seat(client, seat.path.rsplit("/", 1)[1])
        assert again.look() == view
        if not view["over"]:
            assert again.act(view["number"], first_choice(view)).status_code == 200


def test_everything_that_is_done_is_on_disk_at_once(server: Server, client: TestClient, tmp_path: Path) -> None:
    """Not only what persons do: opponents' decisions too, and where their random streams stand."""
    seat = sit_down(client, HOLD, practice=True)
    table, _ = server.tables.at(seat.path.rsplit("/", 1)[1])

    def is_on_disk() -> bool:
        thinking = server.workers._busy.get(table.id)
        if thinking is not None:
            thinking.result(LIMIT)
        fields = table_file.read(tmp_path / "tables" / f"{table.id}.json")
        own = {name: getattr(table, name) for name in table_file.OWN_FIELDS}
        session = table.session.fields() | {"game": table.session.game}
        return fields == own | {name: session[name] for name in fields if name not in own}

    assert is_on_disk()
    for k in range(12):
        view = play(seat, 1)
        assert is_on_disk()
        if k == 3:
            assert client.post(f"{seat.path}/undo", json={"number": view["number"]}).status_code == 200
            assert is_on_disk()
    assert any(table.session.drawn_from), "no opponent has decided"


def test_a_restart_while_opponents_think(tmp_path: Path) -> None:
    """Nobody has begun to think after a restart: the first look lets them."""
    server = make_server(tmp_path)
    table = server.tables.new("hold_the_line", ["random", "person"], 3, {}, False)
    with TestClient(make_app(make_server(tmp_path)), base_url=ADDRESS) as client:
        assert Seat(client, table.keys[1]).my_turn()["decisions"] > 0


def test_damaged_files_are_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "torn.json").write_text('{"table": 1, "id": "torn", "keys": ["key"], "act')
    (folder / "odd.json").write_text('{"table": 1, "id": "odd", "keys": ["key"], "game": "chess"}')
    with TestClient(make_app(make_server(tmp_path)), base_url=ADDRESS) as client:
        assert client.get("/api/recent").json()["played"] == []
        assert client.get("/api/table/key").status_code == 404
        assert client.get("/api/game/torn").status_code == 404


def test_leaving_removes_the_game(client: TestClient, tmp_path: Path) -> None:
    seat = sit_down(client, HOLD)
    assert client.post(f"{seat.path}/leave").json() == {"left": True}
    assert client.get(seat.path).status_code == 404
    assert not list((tmp_path / "tables").glob("*.json"))


def test_a_decision_that_comes_as_the_game_is_left_finds_nothing(server: Server, client: TestClient) -> None:
    seat = sit_down(client, HOLD)
    view = seat.my_turn()
    table, _ = server.tables.at(seat.path.rsplit("/", 1)[1])
    table.closed = True
    answer = seat.act(view["number"], first_choice(view))
    assert (answer.status_code, answer.json()["error"]) == (404, "This game was left.")


def test_tables_are_counted(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_module, "MOST_OPEN", 2)
    seats = [sit_down(client, HOLD) for _ in range(2)]
    full = client.post("/api/tables", json={"game": "hold_the_line", "players": ["person", "random"]})
    assert (full.status_code, "2 games are in play" in full.json()["error"]) == (429, True)
    client.post(f"{seats[0].path}/leave")
    sit_down(client, HOLD)


def test_the_oldest_file_makes_room_unless_its_game_is_in_play(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "MOST_FILES", 3)
    playing = server.tables.new("hold_the_line", ["person", "random"], 3, {}, False)
    replay, shown = playing.session.replay(), []
    for age in (4, 3, 2, 1):
        shown.append(server.tables.add_replay(replay).id)
        os.utime(tmp_path / "tables" / f"{shown[-1]}.json", (1000 - age, 1000 - age))
    os.utime(tmp_path / "tables" / f"{playing.id}.json", (0, 0))
    server.tables.add_replay(replay)
    kept = {path.stem for path in (tmp_path / "tables").glob("*.json")}
    assert len(kept) == 3
    assert kept >= {playing.id, shown[-1]}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"game": "chess"}, "unknown game"),
        ({"players": ["person"]}, "for each of 2"),
        ({"players": ["person", "../../etc/passwd.safetensors"]}, "no player"),
        ({"players": ["person", "search:1000000"]}, "no player"),
        ({"players": ["person", 3]}, "for each of 2"),
        ({"players": ["person", "unknown"]}, "no player 'unknown'"),
        ({"players": ["unknown", "unknown"]}, "no player 'unknown'"),
        ({"players": ["person", ""]}, "no player"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"seed": True}, "seed"),
        ({"options": {"contested": "never"}}, "contested"),
        ({"options": {"unknown": 1}}, "unknown option"),
        ({"more": 1}, "Unknown field"),
        ({"practice": "yes"}, "practice"),
    ],
)
def test_bad_tables_are_refused(client: TestClient, change: dict, told: str) -> None:
    asked = {"game": "hold_the_line", "players": ["person", "random"]} | change
    answer = client.post("/api/tables", json=asked)
    assert answer.status_code == 400
    assert told in answer.json()["error"]


def test_slow_searches_keep_nobody_waiting(server: Server, client: TestClient) -> None:
    """More searches than threads, none of which ends: quick opponents of other tables answer all the same."""
    held = threading.Event()

    class Slow(SearchOpponent):
        def act(self, decisions: Any) -> Any:
            held.wait(LIMIT)
            return super().act(decisions)

    for _ in range(4):
        table = server.tables.new("hold_the_line", ["search:100", "search:100"], 1, {}, False)
        table.session.opponents = dict.fromkeys(range(2), Slow(2, load_opponent("random")))
        server.workers.play(table)
    try:
        seat = sit_down(client, HOLD)
        assert play(seat, 8)["decisions"] >= 8
    finally:
        held.set()


def test_an_opponent_that_fails_is_told(server: Server, client: TestClient) -> None:
    """A broken player stops its game, with a sentence, and no other."""
    seat = sit_down(client, HOLD, practice=True)
    table, _ = server.tables.at(seat.path.rsplit("/", 1)[1])
    view = seat.my_turn()

    class Broken(type(table.session.opponents[1])):
        def act(self, decisions: object) -> None:  # pyright: ignore
            raise ZeroDivisionError

    table.session.opponents[1] = Broken()
    for _ in range(50):
        seat.act(view["number"], first_choice(view))
        view = seat.look()
        if view["trouble"]:
            break
    assert "An opponent failed" in view["trouble"]
    assert client.post(f"{seat.path}/undo", json={"number": view["number"]}).json()["trouble"] == ""
