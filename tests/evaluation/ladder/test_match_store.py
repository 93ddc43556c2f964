"""ladder.json from strangers: taken as it is or refused in words."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flank_envs.cli import main
from flank_envs.engine.game import Game
from flank_envs.evaluation.ladder import match_store as books
from flank_envs.evaluation.ladder.entrants import players_of
from flank_envs.evaluation.lines import NOT_COUNTED, distinct_games
from tests.games.sample_game import GAME

ROOT = Path(__file__).parents[3]
LINES = np.array([[1, 2**48 - 1], [1, 0x123456789A]], np.uint64)


def example(**changes: Any) -> dict[str, Any]:
    """A sound file of one meeting, with changes at the top or, by the prefix m_, in the meeting."""
    book = books.fresh(GAME, 7)
    book.seat(players_of(GAME, ["random", "heuristic"]))
    a, b = players_of(GAME, ["random", "heuristic"])
    book.meeting(a, b, {}).add(np.array([[1, 0.5], [0, 1]]), LINES, 80, 0.25)
    written = json.loads(json.dumps(books.as_json(book)))
    for name, value in changes.items():
        (written["meetings"][0] if name.startswith("m_") else written)[name.removeprefix("m_")] = value
    return written


def test_what_was_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "ladder.json"
    path.write_text(json.dumps(example()), encoding="utf-8")
    book = books.read(path, GAME, 7)
    (met,) = book.meetings.values()
    assert (met.a.split()[0], met.b.split()[0]) == ("random", "heuristic")
    assert (met.options, met.decisions, met.cpu_seconds) == ({"heap": 21}, 80, 0.25)
    assert met.shares.tolist() == [[1, 0.5], [0, 1]]
    assert met.lines.tolist() == LINES.tolist()
    assert books.as_json(book) == example()


def test_a_match_store_from_before_lines_were_counted_is_read_and_gone_on_with(tmp_path: Path) -> None:
    """Its games count as distinct; those that follow are told apart."""
    path, written = tmp_path / "ladder.json", example()
    lines = written["meetings"][0].pop("lines")
    path.write_text(json.dumps(written), encoding="utf-8")
    book = books.read(path, GAME, 7)
    (met,) = book.meetings.values()
    assert met.lines.tolist() == [[NOT_COUNTED] * 2] * 2
    assert distinct_games(met.lines) == 4
    assert books.as_json(book) == written  # and so it stays, as long as nothing is played
    met.add(met.shares, LINES, 80, 0.25)
    books.save(path, book)
    (again,) = books.read(path, GAME, 7).meetings.values()
    assert again.lines.tolist() == met.lines.tolist()
    assert distinct_games(again.lines) == 7
    assert books.text_of_lines(LINES) == lines


@given(st.lists(st.lists(st.integers(0, 2**48 - 1), min_size=3, max_size=3), max_size=10))
def test_lines_survive_as_text(lines: list[list[int]]) -> None:
    there = np.array(lines, np.uint64).reshape(-1, 3)
    assert np.array_equal(books.lines_in(books.text_of_lines(there), there.shape), there)


@given(st.lists(st.lists(st.sampled_from([0.0, 1.0, 0.5, 1 / 3]), min_size=3, max_size=3), max_size=30))
def test_shares_survive_as_text(shares: list[list[float]]) -> None:
    there = np.array(shares).reshape(-1, 3)
    assert np.array_equal(books.shares_of(books.text_of(there), 3), there)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "Expecting value"),
        ("[" * 100_000, "nested too deeply"),
        ("[]", "no ladder of format 1"),
        (example(format=2), "no ladder of format 1"),
        (example(game="chess"), "of the game 'chess', not of sample_game"),
        (example(seed=8), "its deals have seed 8"),
        (example(meetings={}), "meetings is {}: expected list"),
        (example(meetings=[3]), "the meeting 3 is no object"),
        (example(names=[]), "names is []: expected dict"),
        (example(names={"random": 3}), "3 stands where a text is expected"),
        (example(costs={"random": -1}), "-1 stands where a number from 0"),
        (example(costs={"random": True}), "True stands where a number"),
        (example(m_options={"heap": 3}), "option heap=3"),
        (example(m_options={"size": 3}), "unknown option 'size'"),
        (example(m_shares="101"), "a digit from 0 to 2 for each seat"),
        (example(m_shares="13"), "a digit from 0 to 2 for each seat"),
        (example(m_shares="1é"), "a digit from 0 to 2 for each seat"),
        (example(m_shares=11), "11 stands where a text is expected"),
        (example(m_lines="AQAAAAAA"), "lines 'AQAAAAAA': expected 6 bytes in base64 for each game of the shares"),
        (example(m_lines="é" * 32), "expected 6 bytes in base64"),
        (example(m_lines="A" * 31), "expected 6 bytes in base64"),
        (example(m_lines="*" * 32), "expected 6 bytes in base64"),
        (example(m_lines=None), "None stands where a text is expected"),
        (example(m_decisions=10**400), "stands where a number from 0"),
        (example(m_cpu_seconds=float("nan")), "nan stands where a number"),
        (example(m_a=None), "None stands where a text is expected"),
    ],
)
def test_what_cannot_be_used_is_refused(
    content: Any, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / GAME.name / "ladder.json"
    path.parent.mkdir()
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    command = ["ladder", GAME.name, "--field", "heuristic", "--seed", "7", "--output", str(tmp_path)]
    assert main([*command, "--minutes", "0"]) == 2
    error = capsys.readouterr().err
    assert f"{path} cannot be used: " in error
    assert told in error


def test_the_shipped_ladders_can_be_gone_on_with(library_game: Game) -> None:
    """By whoever has the rules that they were played with; every deal was won by somebody, once."""
    path = ROOT / "checkpoints" / "ladder" / library_game.name / "ladder.json"
    written = json.loads(path.read_text(encoding="utf-8"))
    assert written["game"] == library_game.name
    assert {"random", "heuristic"} <= set(written["names"])
    for entry in written["meetings"]:
        meeting = books._meeting(library_game, entry)
        assert len(meeting.shares)
        assert meeting.decisions >= meeting.shares.size
    rated = written["standings"][0]["ratings"]
    assert [r["rating"] for r in rated if r["player"] == "random"] == [0]
    page = (path.parent / "ladder.md").read_text(encoding="utf-8")
    pictures = re.findall(r"\]\((.*\.svg)\)", page)
    assert pictures
    assert all((path.parent / picture).is_file() for picture in pictures)
