"""Watching, replays and insight: games that are open to all."""

from pathlib import Path

import numpy as np
import pytest
from starlette.testclient import TestClient

from flank_envs import Replay, load_opponent
from flank_envs.engine.game import Game
from flank_envs.opponents.policy.mixture import drawn_members, mixture_of
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.web import insight
from flank_envs.web.server import Server
from flank_envs.web.table import Table
from tests.conformance.play import sample
from tests.opponents.policy.test_mixture import leaning


def watched(server: Server, players: list[str], decisions: int = 6) -> Table:
    """A game that opponents have begun."""
    table = server.tables.new("hold_the_line", players, 8, {}, False)
    for _ in range(decisions):
        table.play_opponent()
    server.tables.save(table)
    return table


def stopped(table: Table) -> str:
    """The path of a game that nobody plays on: the same in all requests."""
    table.session.opponents = {}
    return f"/api/game/{table.id}"


def test_every_viewer_of_every_position(server: Server, client: TestClient, library_game: Game) -> None:
    seats = library_game.players({})
    table = server.tables.new(library_game.name, ["random"] * seats, 3, {}, False)
    for _ in range(sample(8, 2)):
        table.play_opponent()
    path = stopped(table)
    game = client.get(path).json()
    assert (game["positions"], game["over"]) == (len(table.session.positions), False)
    assert game["rounds"][0]["at"] == 0
    for at in range(game["positions"]):
        for viewer in ("all", *map(str, range(seats))):
            shown = client.get(f"{path}/at/{at}", params={"viewer": viewer}).json()
            state = table.session.positions[at][0]
            seat = None if viewer == "all" else int(viewer)
            assert shown["picture"] == library_game.view.picture(state, seat)
            assert at > 0 or not shown["story"]
            assert shown["story"] or at == 0 or viewer != "all"
            if at < len(table.session.actions):
                assert (shown["played"] is not None) == (seat in (None, int(state.to_act)))


def test_a_game_among_opponents_is_played_to_its_end(server: Server, client: TestClient) -> None:
    asked = {"game": "hold_the_line", "players": ["random", "heuristic"], "seed": 4}
    id = client.post("/api/tables", json=asked).json()["id"]
    server.workers.play(server.tables.find(id)).result(120)
    game = client.get(f"/api/game/{id}").json()
    assert (
        len(set(server.tables.find(id).session.drawn_from)) > 10
    )  # players do not choose from the same stream each time
    assert game["over"]
    assert game["verdict"]
    assert [entry["id"] for entry in client.get("/api/recent").json()["played"]] == [id]


def test_replays_come_in_and_go_out(server: Server, client: TestClient, tmp_path: Path) -> None:
    text = watched(server, ["random", "random"]).session.replay().text()
    id = client.post("/api/replays", content=text.encode()).json()["id"]
    assert client.get(f"/api/game/{id}/replay").text == text
    (tmp_path / "mine.replay").write_text(text, encoding="utf-8")
    (tmp_path / "other.replay").write_text("something else", encoding="utf-8")
    files = client.get("/api/recent").json()["files"]
    assert [file["name"] for file in files] == ["mine.replay"]
    again = client.post(f"/api/replays/{files[0]['id']}").json()["id"]
    assert client.get(f"/api/game/{again}/replay").text == text


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"flank_envs replay 1\n", b"flank_envs replay 1\ngame chess 0\n"])
def test_bad_replays_are_refused(client: TestClient, text: bytes) -> None:
    answer = client.post("/api/replays", content=text)
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_a_changed_replay_is_refused(server: Server, client: TestClient) -> None:
    text = watched(server, ["random", "random"]).session.replay().text().replace("seed 8", "seed 9")
    answer = client.post("/api/replays", content=text.encode())
    assert answer.status_code == 400


def test_insight_is_what_the_policy_thinks(server: Server, client: TestClient) -> None:
    table = watched(server, ["trained", "trained"])
    path = stopped(table)
    network = load_opponent("trained").network_for(table.session.game)  # pyright: ignore
    whole = client.get(f"{path}/insight", params={"policy": "trained"}).json()
    assert len(whole["values"]) == len(table.session.actions)
    for at, action in enumerate(table.session.actions):
        asked = {"policy": "trained", "second": "trained:greedy"}
        found = client.get(f"{path}/insight/{at}", params=asked).json()
        decisions = table.session.decisions(at, 1)
        logits, values = network.evaluate(decisions.observation, decisions.features)
        legal = np.flatnonzero(decisions.action_mask[0])
        weights = np.exp(logits[0, legal] - logits[0, legal].max())
        assert [choice["action"] for choice in found["choices"]] == legal.tolist()
        assert np.allclose(found["policies"][0]["probabilities"], weights / weights.sum(), atol=1e-3)
        assert found["policies"][0]["value"] == pytest.approx(float(values[0]), abs=1e-3)
        assert found["policies"][1]["probabilities"] == found["policies"][0]["probabilities"]
        assert found["played"] == action
        assert whole["values"][at] == pytest.approx(float(values[0]), abs=1e-3)
        seen = np.concatenate([block["values"] for block in found["observation"]])
        assert np.allclose(seen, decisions.observation[0], atol=1e-3)


def test_insight_is_of_the_member_that_the_seat_has_drawn(server: Server) -> None:
    """One likes actions with high numbers, the other those with low ones."""
    policy = PolicyOpponent(mixture_of([leaning(9.0), leaning(-9.0)], [0.5, 0.5]))
    met = set()
    for seed in range(6):
        table = server.tables.new("hold_the_line", ["random", "random"], seed, {}, False)
        table.play_opponent()
        for at in range(len(table.session.actions)):
            drawn = table.session.decisions(at).draws
            member = int(drawn_members(np.array([0.5, 0.5]), drawn)[0])
            probabilities = insight.decision(table, at, [policy])["policies"][0]["probabilities"]
            assert int(np.argmax(probabilities)) == (len(probabilities) - 1, 0)[member]
            met.add(member)
    assert met == {0, 1}


def test_positions_are_numbered_to_the_end(server: Server, client: TestClient) -> None:
    """There is one more than decisions; what comes after the last is refused."""
    table = watched(server, ["random", "random"])
    path = stopped(table)
    for what, last in (("at", len(table.session.actions)), ("insight", len(table.session.actions) - 1)):
        assert client.get(f"{path}/{what}/{last}").status_code == 200
        assert client.get(f"{path}/{what}/{last + 1}").status_code in (400, 404)


def test_visits_are_those_of_the_search_that_was_played(server: Server, client: TestClient) -> None:
    table = watched(server, ["random", "search:100"], 8)
    path = stopped(table)
    searched = 0
    for at, action in enumerate(table.session.actions):
        found = client.get(f"{path}/insight/{at}").json()
        if table.session.positions[at][0].to_act == 0 or table.session.mask(at).sum() < 2:
            assert found["search"] is None
            continue
        visits = found["search"]["visits"]
        tried = dict(zip((choice["action"] for choice in found["choices"]), visits, strict=True))
        assert tried[action] == max(visits)
        assert sum(visits) >= 99
        searched += 1
    assert searched


def test_only_offered_policies_are_asked(server: Server, client: TestClient) -> None:
    path = stopped(watched(server, ["random", "random"]))
    for name in ("", "random", "search:100", "../policy.safetensors", "x" * 500):
        assert client.get(f"{path}/insight", params={"policy": name}).status_code == 404
    assert client.get(f"{path}/insight/99999", params={"policy": "trained"}).status_code == 404
    assert client.get(f"{path}/at/-1").status_code == 404
    assert client.get(f"{path}/at/0", params={"viewer": "2"}).status_code == 404


def test_policies_of_runs_are_offered(server: Server, client: TestClient, tmp_path: Path) -> None:
    from flank_envs import get_game
    from flank_envs.opponents.policy.shipped import shipped_policy

    run = tmp_path / "runs" / "mine"
    run.mkdir(parents=True)
    (run / "policy.safetensors").write_bytes(shipped_policy(get_game("hold_the_line")).read_bytes())
    (run / "broken.safetensors").write_bytes(b"nothing")
    name = "runs/mine/policy.safetensors"
    games = {game["name"]: game["players"] for game in client.get("/api/games").json()["games"]}
    assert name in games["hold_the_line"]
    assert name not in games["flank"]
    assert not any("broken" in player for players in games.values() for player in players)
    players = ["person", name]
    assert client.post("/api/tables", json={"game": "hold_the_line", "players": players}).status_code == 200


def test_a_replay_of_the_table_is_a_replay(server: Server, client: TestClient) -> None:
    path = stopped(watched(server, ["random", "random"]))
    answer = client.get(f"{path}/replay")
    assert "attachment" in answer.headers["content-disposition"]
    assert len(Replay.parse(answer.text).actions) == 6
