"""Pictures of ratings: what stands where, by the numbers that are written there."""

import re

import pytest

from flank_envs.evaluation.arena import Rating
from flank_envs.evaluation.scores import ladder_picture

MARK, CIRCLE = (
    re.compile(pattern) for pattern in (r'<text x="([^"]+)"[^>]* font-size="11"[^>]*>([^<]+)<', r'cx="([^"]+)"')
)


def drawn(*ratings: Rating) -> tuple[dict[int, float], list[float]]:
    """Where each mark of the scale stands, and each rating."""
    picture = ladder_picture("Ladder", ratings, [])
    return {int(mark): float(x) for x, mark in MARK.findall(picture)}, [float(x) for x in CIRCLE.findall(picture)]


@pytest.mark.parametrize(
    ("intervals", "expected"),
    [
        ([(300, 600), (-250, 0)], [-200, 0, 200, 400, 600]),
        ([(0, 0), (150, 400)], [0, 50, 100, 150, 200, 250, 300, 350, 400]),
        ([(-50, 40), (0, 0)], [0, 50, 100]),
        ([(-120, 40), (0, 0)], [-100, -50, 0, 50, 100]),
    ],
)
def test_the_scale_goes_in_round_steps_from_end_to_end(
    intervals: list[tuple[float, float]], expected: list[int]
) -> None:
    marks, _ = drawn(*(Rating(f"player {low}", (low + high) / 2, (low, high)) for low, high in intervals))
    assert list(marks) == expected


def test_ratings_stand_at_their_marks() -> None:
    marks, places = drawn(Rating("one", 400, (300, 600)), Rating("other", -200, (-250, 0)))
    assert places == [marks[400], marks[-200]]
    assert marks[0] - marks[-200] == pytest.approx(marks[200] - marks[0], abs=0.1)
