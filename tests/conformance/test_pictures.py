"""Pictures can be read and clicked: contrast, size and room of every text, the mark and the reach of every choice."""

from functools import cache

import numpy as np
from fontTools.ttLib import TTFont

from flank_envs.engine.game import Game
from flank_envs.view.palette import ALARM, CHOICE, INK
from tests.conformance.drawing import FONTS, Drawing, Shape, contrast, meet, pairs_that_meet
from tests.conformance.play import JIT_DISABLED, player_sets, positions, recorded, sample

SMALLEST = 10.0  # size of a text, in pixels
TARGET, REACH = 24.0, 200  # width and height of what is clicked, and pixels of it that are left even in a crowd
CLEAR = 0.9  # of a text's box must have the contrast; edges may cross the rest
SLACK = 1.0  # pixels by which a text may leave its box


@cache
def drawings(game: Game) -> dict[str, Drawing]:
    """Pictures of positions in all phases for all viewers."""
    found = {}
    samples = [recorded(game, sample(2, 1))]
    if not JIT_DISABLED or not len(samples[0]):
        samples += [positions(game, 6, seed=11, **options) for options in player_sets(game)]
    for states in samples:
        for number, state in enumerate(states):
            for viewer in (None, *range(int(state.seats))):
                shown = game.view.picture(state, viewer)
                found[shown] = f"{game.phases[state.phase]} {len(found)}.{number}, viewer {viewer}"
    return {name: Drawing(shown) for shown, name in found.items()}


def test_texts_stand_out_from_what_is_behind_them(game: Game) -> None:
    """WCAG 1.4.3: 4.5 to 1, or 3 to 1 for large texts."""
    pale = {}
    for name, drawing in drawings(game).items():
        for k, text in drawing.texts():
            ground = drawing.colours(text.grid(), k)
            ratios = contrast(ground + text.alpha * (text.ink - ground), ground)
            worst = float(np.sort(ratios)[int(len(ratios) * (1 - CLEAR))])
            if worst < text.least_contrast:
                pale.setdefault((text.words, round(worst, 2)), name)
    assert pale == {}


def test_texts_are_large_enough(game: Game) -> None:
    small = {}
    for name, drawing in drawings(game).items():
        small |= {(text.words, round(text.size, 2)): name for _, text in drawing.texts() if text.size < SMALLEST - 0.01}
    assert small == {}


def test_texts_stay_in_the_picture_and_in_their_boxes(game: Game) -> None:
    out = {}
    for name, drawing in drawings(game).items():
        for k, text in drawing.texts():
            left, top, right, bottom = text.box
            middle = np.array([((left + right) / 2, (top + bottom) / 2)])
            boxes = [(0.0, 0.0, drawing.width, drawing.height)]
            boxes += [
                item.box for item in drawing.at(middle, 0, k) if isinstance(item, Shape) and item.contains(middle)
            ]
            x1, y1, x2, y2 = boxes[-1]
            beyond = max(x1 - left, y1 - top, right - x2, bottom - y2)
            if beyond > SLACK:
                out.setdefault((text.words, round(beyond, 1)), name)
    assert out == {}


def test_texts_do_not_run_into_each_other(game: Game) -> None:
    """Pieces may lie on what is written on the board; where nothing lies between two texts they keep apart."""
    mixed = {}
    for name, drawing in drawings(game).items():
        texts = list(drawing.texts())
        for one, two in pairs_that_meet([text.box for _, text in texts], SLACK):
            (k, text), (other_k, other) = texts[one], texts[two]
            between = drawing.at(text.grid(), k + 1, other_k)
            if not any(item.alpha == 1 and meet(text.box, item.box, SLACK) for item in between):
                mixed.setdefault((text.words, other.words), name)
    assert mixed == {}


def test_all_letters_are_in_the_shipped_fonts(game: Game) -> None:
    fonts = [set(TTFont(FONTS / f"DejaVuSans{weight}-subset.ttf").getBestCmap() or ()) for weight in ("", "-Bold")]
    for drawing in drawings(game).values():
        for _, text in drawing.texts():
            assert set(map(ord, text.words)) <= fonts[text.bold], text.words


def test_choices_are_told_and_large_enough_to_be_hit(game: Game) -> None:
    """WCAG 2.5.8, and enough of each choice is left by what lies above it."""
    wrong = {}
    for name, drawing in drawings(game).items():
        for action, titles in drawing.choices.items():
            assert all(titles), name
            boxes = np.array([item.box for item in drawing.items if item.action == action])
            wide, high = boxes[:, 2:].max(axis=0) - boxes[:, :2].min(axis=0)
            left = len(_spots(drawing, action))
            if min(wide, high) < TARGET - 0.01 or left < REACH:
                wrong.setdefault((titles[0], round(wide), round(high), left), name)
    assert wrong == {}


def _spots(drawing: Drawing, action: int) -> np.ndarray:
    """The pixels where a click means this action."""
    boxes = np.array([item.box for item in drawing.items if item.action == action])
    (left, top), (right, bottom) = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    x, y = np.meshgrid(np.arange(left, right) + 0.5, np.arange(top, bottom) + 0.5)
    points = np.stack([x.ravel(), y.ravel()], axis=1)
    return points[drawing.hits(points) == action]


def test_choices_have_unbroken_edges_and_other_marks_are_dashed(game: Game) -> None:
    """Without colours too, what may be chosen is told apart from what is picked or under way."""
    for name, drawing in drawings(game).items():
        shapes = [item for item in drawing.items if isinstance(item, Shape) and item.stroke_width >= 1.75]
        marked = {shape.action for shape in shapes if shape.stroke == CHOICE and not shape.dashed}
        assert set(drawing.choices) <= marked, name
        others = [
            shape for shape in shapes if shape.stroke in (INK, ALARM) and shape.action is None and shape.tag != "path"
        ]
        assert all(shape.dashed for shape in others), name


def test_pictures_fit_any_width(game: Game) -> None:
    for name, drawing in drawings(game).items():
        assert drawing.root.get("viewBox") == f"0 0 {drawing.width:g} {drawing.height:g}", name
