"""The measure of pictures itself: what it computes of small known pictures, and that it finds what is wrong."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from flank_envs.engine.game import Game
from flank_envs.view import svg
from flank_envs.view.palette import ALARM, CHOICE, HAIR, INK, MUTED, PAPER, SEAT_INK, SEAT_TINT, WHITE
from tests.conformance import test_pictures
from tests.conformance.drawing import Drawing, Text, contrast, rgb, width_of
from tests.games.sample_game import GAME


def texts(picture: str) -> list[Text]:
    return [text for _, text in Drawing(picture).texts()]


def colour_at(picture: str, x: float, y: float) -> list[int]:
    drawing = Drawing(picture)
    return np.round(drawing.colours(np.array([(x, y)]), len(drawing.items))[0]).astype(int).tolist()


@pytest.mark.parametrize(("one", "other", "ratio"), [(WHITE, "#000000", 21.0), ("#767676", WHITE, 4.54)])
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert round(float(contrast(rgb(one), rgb(other))), 2) == ratio


def test_inks_can_be_read_on_all_grounds_and_under_white_letters() -> None:
    for ink in (INK, MUTED, ALARM, *SEAT_INK):
        for ground in (PAPER, WHITE, *SEAT_TINT):
            assert contrast(rgb(ink), rgb(ground)) >= 4.5, (ink, ground)
    assert all(contrast(rgb(ink), rgb(HAIR)) >= 4.5 for ink in (INK, MUTED))
    assert all(contrast(rgb(CHOICE), rgb(ground)) >= 4.5 for ground in (PAPER, WHITE, *SEAT_TINT))


def test_sizes_and_places_follow_the_groups() -> None:
    inner = svg.group(svg.text(10, 20, "II", size=10, bold=True, anchor="end"), at=(5, 5), scale=2)
    (text,) = texts(svg.document(100, 100, svg.group(inner, at=(7, 0))))
    assert text.size == 20
    assert text.box[2:] == pytest.approx((7 + 5 + 20, 5 + 40))
    assert text.box[2] - text.box[0] == pytest.approx(width_of("II", 20, bold=True))


def test_colours_are_mixed_in_the_order_of_painting() -> None:
    picture = svg.document(
        30,
        30,
        svg.circle(10, 10, 8, fill="#000000"),
        svg.rect(0, 0, 10, 30, fill="#ff0000", fill_opacity=0.5),
        svg.path("M20 0H30V10H20ZM23 3H27V7H23Z", fill="#0000ff"),
        svg.path("M20 20A5 5 0 1 1 20 30A5 5 0 1 1 20 20Z", fill="#00ff00"),
        background="#ffffff",
    )
    assert colour_at(picture, 12, 10) == [0, 0, 0]
    assert colour_at(picture, 8, 10) == [128, 0, 0]
    assert colour_at(picture, 1, 1) == [255, 128, 128]
    assert colour_at(picture, 21, 1) == [0, 0, 255]
    assert colour_at(picture, 25, 5) == [255, 255, 255], "a hole"
    assert colour_at(picture, 23, 25) == [0, 255, 0]
    assert colour_at(picture, 16, 21) == [255, 255, 255], "beside the arc"


def test_a_click_meets_what_was_painted_last() -> None:
    one = svg.group(svg.rect(0, 0, 30, 30, fill=WHITE), data_action=1)
    two = svg.group(svg.circle(10, 10, 5, fill=WHITE), svg.rect(20, 0, 10, 10, fill="none"), data_action=2)
    drawing = Drawing(svg.document(40, 40, one, two))
    assert drawing.hits(np.array([(10.0, 10.0), (25, 5), (35, 35)])).tolist() == [2, 1, -1]


def with_a(drawn: str) -> Game:
    """The sample game, with something more in its pictures."""

    def picture(state: Any, viewer: int | None) -> str:
        return GAME.view.picture(state, viewer).replace("</svg>", drawn + "</svg>")

    return replace(GAME, view=replace(GAME.view, picture=picture))


@pytest.mark.parametrize(
    ("drawn", "check"),
    [
        (svg.text(400, 80, "pale", fill="#a0a0a0"), test_pictures.test_texts_stand_out_from_what_is_behind_them),
        (svg.text(400, 80, "small", size=8), test_pictures.test_texts_are_large_enough),
        (svg.text(480, 80, "cut at the edge"), test_pictures.test_texts_stay_in_the_picture_and_in_their_boxes),
        (svg.pill(400, 80, 40, 20, "too long", INK), test_pictures.test_texts_stay_in_the_picture_and_in_their_boxes),
        (svg.text(20, 33, "LAST"), test_pictures.test_texts_do_not_run_into_each_other),
        (svg.text(400, 80, "☃"), test_pictures.test_all_letters_are_in_the_shipped_fonts),
        (svg.rect(0, 110, 520, 40, fill=WHITE), test_pictures.test_choices_are_told_and_large_enough_to_be_hit),
        (
            svg.group(svg.rect(400, 60, 60, 12), data_action=0),
            test_pictures.test_choices_are_told_and_large_enough_to_be_hit,
        ),
        (
            svg.group(svg.rect(400, 60, 60, 12), title="take 7", data_action=7),
            test_pictures.test_choices_are_told_and_large_enough_to_be_hit,
        ),
        (
            svg.group(svg.rect(400, 60, 60, 30), title="take 7", data_action=7),
            test_pictures.test_choices_have_unbroken_edges_and_other_marks_are_dashed,
        ),
        (
            svg.rect(400, 60, 60, 30, fill="none", stroke=INK, stroke_width=3),
            test_pictures.test_choices_have_unbroken_edges_and_other_marks_are_dashed,
        ),
    ],
)
def test_what_is_wrong_is_found(drawn: str, check) -> None:
    with pytest.raises(AssertionError):
        check(with_a(drawn))
