"""The home page's lists, the rules, arena files and runs, and how far compiling is."""

import asyncio
import json
import os
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from flank_envs import Session
from flank_envs.engine.game import Game
from flank_envs.web import events, html, library
from flank_envs.web.app import make_app
from flank_envs.web.refused import Refused
from flank_envs.web.server import Server
from tests.web.running import ADDRESS

ARENA = {"game": "hold_the_line", "players": [], "pairings": [], "ratings": [], "options": {}, "seed": 0}


def test_arena_files_and_runs_are_found(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text(json.dumps(ARENA))
    (tmp_path / "other.json").write_text("[1]")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "secret.json").write_text(json.dumps(ARENA))
    run = tmp_path / "runs" / "mine"
    run.mkdir(parents=True)
    (run / "curve.png").write_bytes(b"\x89PNG and so on")
    (run / "scorecard.json").write_text('{"results": []}')
    found = client.get("/api/arena").json()
    assert [file["name"] for file in found["arenas"]] == ["result.json"]
    assert client.get(f"/api/arena/{found['arenas'][0]['id']}").json() == ARENA
    assert [file["name"] for file in found["runs"]] == ["runs/mine/curve.png"]
    id = found["runs"][0]["id"]
    assert client.get(f"/api/runs/{id}/curve").content == b"\x89PNG and so on"
    assert client.get(f"/api/runs/{id}").json() == {"scorecard": {"results": []}}


@pytest.mark.parametrize(
    "more", ["[" * 980 + "]" * 980, "[" * 60 + "]" * 60, "NaN", "-Infinity", "1e999", r'"\ud800"', r'{"\udfff": 1}']
)
def test_files_that_no_browser_can_be_sent_are_left_out(client: TestClient, tmp_path: Path, more: str) -> None:
    text = json.dumps(ARENA)[:-1] + f', "more": {more}' + "}"
    (tmp_path / "curve.png").write_bytes(b"\x89PNG and so on")
    for name in ("result.json", "scorecard.json"):
        (tmp_path / name).write_text(text)
    found = client.get("/api/arena").json()
    assert found["arenas"] == []
    assert client.get(f"/api/arena/{library._id(tmp_path / 'result.json')}").status_code == 404
    assert client.get(f"/api/runs/{found['runs'][0]['id']}").json() == {"scorecard": None}


def test_links_lead_nowhere(client: TestClient, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside.json"
    outside.write_text(json.dumps(ARENA))
    os.symlink(outside, tmp_path / "link.json")
    assert client.get("/api/arena").json()["arenas"] == []
    assert client.get(f"/api/arena/{library._id(tmp_path / 'link.json')}").status_code == 404


def test_rules_are_told_in_sections(client: TestClient, library_game: Game) -> None:
    told = client.get(f"/api/games/{library_game.name}/rules").json()
    assert len(told["sections"]) > 4
    assert all(0 <= section < len(told["sections"]) for section in told["phases"].values())
    assert set(told["phases"]) == set(library_game.phases)
    text = "".join(section["html"] for section in told["sections"])
    assert "<script" not in text
    assert "**" not in text


def test_html_of_strange_rules() -> None:
    lines = [
        "<b>&",
        "",
        "- one",
        "  more `x<y`",
        "- two",
        "",
        "| a | b |",
        "|---|--:|",
        "| 1 | **2** |",
        "```",
        "<i>",
        "```",
    ]
    assert html.to_html(lines) == (
        "<p>&lt;b&gt;&amp;</p><ul><li>one more <code>x&lt;y</code></li><li>two</li></ul>"
        '<div class="wide" tabindex="0"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>'
        "<tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table></div><pre>&lt;i&gt;</pre>"
    )


def test_games_wait_until_they_are_compiled(tmp_path: Path) -> None:
    with TestClient(make_app(Server(tmp_path / "tables", tmp_path)), base_url=ADDRESS) as client:
        progress = client.get("/api/ready").json()["hold_the_line"]
        assert (progress["ready"], progress["compiling"]) == (False, False)
        answer = client.post("/api/tables", json={"game": "hold_the_line", "players": ["person", "random"]})
        assert answer.status_code == 409
        assert "Hold the Line is still being compiled" in answer.json()["error"]
        answer = client.post("/api/replays", content=Session("hold_the_line", seed=1).replay().text().encode())
        assert answer.status_code == 409
        assert client.get("/api/games/hold_the_line/picture").status_code == 404


def test_compiling_makes_games_ready(tmp_path: Path, server: Server) -> None:
    from flank_envs.web.ready import Ready

    game = server.ready._games["hold_the_line"]
    ready = Ready({"hold_the_line": game})
    ready.run()
    assert ready.progress("hold_the_line")["ready"]
    assert ready.pictures["hold_the_line"].startswith("<svg")
    ready.need("hold_the_line")


def test_events_tell_numbers() -> None:
    async def story() -> list[str]:
        told, number = events.Events(), [0]
        stream = told.listen("table", lambda: number[0])
        heard = [await anext(stream)]
        number[0] = 5
        told.tell("other")
        told.tell("table")
        heard.append(await anext(stream))
        told.close()
        return [*heard, *[line async for line in stream]]

    assert asyncio.run(story()) == ["data: 0\n\n", "data: 5\n\n"]


def test_listeners_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        told = events.Events()
        streams = [told.listen("table", lambda: 0) for _ in range(2)]
        for stream in streams:
            await anext(stream)
        with pytest.raises(Refused, match="2 pages listen"):
            told.listen("table", lambda: 0)
        await streams[0].aclose()  # pyright: ignore
        told.listen("table", lambda: 0)

    monkeypatch.setattr(events, "MOST_LISTENERS", 2)
    asyncio.run(story())
