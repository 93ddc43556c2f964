"""Pictures of ratings: what stands where, by the numbers that are written there."""

import re

import pytest

from flank_envs.evaluation.arena import Rating
from flank_envs.evaluation.scores import ladder_picture

MARK = re.compile(r'<text x="([^"]+)"[^>]* font-size="11"[^>]*>([^<]+)<')
CIRCLE = re.compile(r'cx="([^"]+)"')


def drawn(*ratings: Rating) -> tuple[str, dict[int, float]]:
    """The picture, and where each mark of the scale stands in it."""
    picture = ladder_picture("Ladder", ratings, [])
    return picture, {int(mark): float(x) for x, mark in MARK.findall(picture)}


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
    _, marks = drawn(*(Rating(f"player {low}", (low + high) / 2, (low, high)) for low, high in intervals))
    assert list(marks) == expected


def test_ratings_stand_at_their_marks() -> None:
    picture, marks = drawn(Rating("one", 400, (300, 600)), Rating("other", -210, (-250, 0)))
    assert [float(x) for x in CIRCLE.findall(picture)] == pytest.approx(
        [marks[400], marks[0] + 1.05 * (marks[-200] - marks[0])], abs=0.1
    )


def test_ratings_are_written_beside_the_scale() -> None:
    picture, marks = drawn(Rating("one", 457, (300, 600)), Rating("other", -210, (-250, 0)))
    written = [float(x) for x in re.findall(r'<text x="([^"]+)"[^>]*>(?:\+457|-210)<', picture)]
    assert len(written) == 2
    assert min(written) > max(marks.values())
