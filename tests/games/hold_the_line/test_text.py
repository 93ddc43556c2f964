"""The board in text: Fronts and troops stand where the viewer looks from."""

import re

import pytest

from flank_envs import make_batch
from flank_envs.games.hold_the_line.view import words
from tests.games.hold_the_line.board import GAME, Board

FRONTS = (1, -2, 0, 2, -1)


def shown_fronts(board: Board, viewer: int | None) -> dict[int, int]:
    """The row of the track on which each lane's Front is drawn, counted from the middle towards the viewer's enemy."""
    lines = GAME.view.text(board.state, viewer).splitlines()
    header = next(line for line in lines if "lane 0" in line)
    centres = [header.index(f"lane {lane}") + 3 for lane in range(5)]
    track = [line for line in lines if re.match(r"gap|Red|Yellow|Green", line)]
    assert len(track) == 7
    found: dict[int, int] = {}
    for height, line in zip(range(3, -4, -1), track, strict=True):
        for mark in re.finditer(r"=== (\S+) ===", line):
            centre = (mark.start() + mark.end()) // 2
            lane = min(range(5), key=lambda k: abs(centres[k] - centre))
            assert lane not in found
            found[lane] = height
            assert int(mark[1]) == height
    return found


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_fronts_are_shown_as_the_viewer_sees_them(viewer: int | None) -> None:
    """HL-1.8: pushed towards the opponent is up, for both seats; who sees everything looks from seat 0."""
    sign = -1 if viewer == 1 else 1
    assert shown_fronts(Board(front=FRONTS), viewer) == {lane: sign * front for lane, front in enumerate(FRONTS)}


@pytest.mark.parametrize("viewer", [0, 1])
def test_fronts_agree_with_the_observation(viewer: int) -> None:
    """The board and the numbers a policy gets tell the same."""
    board = Board(front=FRONTS)
    assert shown_fronts(board, viewer) == {
        lane: round(3 * value) for lane, value in enumerate(board.look(viewer)["front"])
    }


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_troops_stand_on_their_own_side(viewer: int | None) -> None:
    """The viewer's troops are below the track, the opponent's above, each in its lane."""
    board = Board({1: "I5 v T4/5", 3: "A3/1 v I2"})
    lines = GAME.view.text(board.state, viewer).splitlines()
    track = [k for k, line in enumerate(lines) if re.match(r"gap|Red|Yellow|Green", line)]
    above, below = " ".join(lines[: track[0]]), " ".join(lines[track[-1] + 1 :])
    own, other = (above, below) if viewer == 1 else (below, above)
    for card, side in (("I5", own), ("A3/1", own), ("T4/5", other), ("I2", other)):
        assert re.search(rf"(?<!\S){card}(?!\S)", side)
    rows = [line for line in lines if line.startswith("seat 0")]
    assert rows[0].index("I5") < rows[0].index("A3/1")


@pytest.mark.parametrize("viewer", [0, 1])
def test_hands_are_told_to_their_owner_only(viewer: int) -> None:
    """HL-1.8: the opponent's hand is a number."""
    lines = GAME.view.text(Board(hands=("IIAT", "ITT")).state, viewer).splitlines()
    own = next(line for line in lines if line.startswith(f"Seat {viewer} (you)"))
    other = next(line for line in lines if line.startswith(f"Seat {1 - viewer} |"))
    assert f"hand {('2I 1A 1T', '1I 0A 2T')[viewer]} |" in own
    assert f"hand {(4, 3)[1 - viewer]} |" in other


@pytest.mark.parametrize(("scale", "lanes"), [("full", 5), ("mini", 2), ("tiny", 1)])
def test_small_games_show_the_lanes_and_lines_in_play(scale: str, lanes: int) -> None:
    """In text and picture: fewer lanes, and Red next to Green, with a gap behind it."""
    state = make_batch(GAME, 1, seed=1, scale=scale).states[0]
    text, picture = GAME.view.text(state, 0), GAME.view.picture(state, 0)
    lines = [line.split()[0] for line in text.splitlines() if re.match(r"gap|Red|Yellow|Green", line)]
    half = ["gap", "Red", "Yellow"] if scale == "full" else ["gap", "Red"]
    assert lines == [*half, "Green", *half[::-1]]
    assert text.count("lane ") == picture.count(">Lane ") == lanes
    assert picture.count(">Yellow<") == 2 * (scale == "full")
    assert picture.count(">Red<") == 2


def test_a_small_game_tells_of_a_gap_one_line_after_red() -> None:
    """The line a Front has reached, as the story names it."""
    for scale, names in {"full": ["Green", "Yellow", "Red", "gap"], "tiny": ["Green", "Red", "gap"]}.items():
        state = make_batch(GAME, 1, seed=1, scale=scale).states[0]
        for sign in (1, -1):
            assert [words.LINE_NAMES[words.line_of(state, sign * front)] for front in range(len(names))] == names
