"""Pixels of known pictures: every colour in its place, whatever way the bytes in between were packed."""

import numpy as np
import pytest

from flank_envs.view.pixels import svg_to_array

SIZE = 24, 40  # height, width


def mosaic(colours: np.ndarray) -> str:
    """A picture with a square of one pixel for every colour."""
    height, width, _ = colours.shape
    squares = "".join(
        f'<rect x="{x}" y="{y}" width="1" height="1" fill="#{bytes(colours[y, x]).hex()}"/>'
        for y in range(height)
        for x in range(width)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" shape-rendering="crispEdges">{squares}</svg>'
    )


def across() -> np.ndarray:
    """From left to right."""
    return np.broadcast_to((np.arange(SIZE[1]) * 6)[None, :, None], (*SIZE, 3)).astype(np.uint8)


def down() -> np.ndarray:
    """From top to bottom, each row of one colour."""
    return np.broadcast_to((np.arange(SIZE[0]) * 10)[:, None, None], (*SIZE, 3)).astype(np.uint8)


def aslant() -> np.ndarray:
    """From corner to corner, other for every colour."""
    y, x = np.mgrid[: SIZE[0], : SIZE[1]]
    return np.stack([3 * x + 5 * y, 255 - 4 * x - 2 * y, (x * y) // 4], axis=2).astype(np.uint8)


def noise() -> np.ndarray:
    return np.random.default_rng(0).integers(0, 256, (*SIZE, 3), np.uint8)


def strewn() -> np.ndarray:
    """A few sharp spots on one colour."""
    colours = np.full((*SIZE, 3), (30, 90, 200), np.uint8)
    for y, x in np.random.default_rng(1).integers(0, 24, (30, 2)):
        colours[y, x] = 250, 10, 60
    return colours


@pytest.mark.parametrize("picture", [across, down, aslant, noise, strewn])
def test_every_pixel_has_its_colour(picture) -> None:
    colours = picture()
    found = svg_to_array(mosaic(colours))
    assert found.shape == (*SIZE, 3)
    assert found.dtype == np.uint8
    assert np.array_equal(found, colours)


def test_what_is_not_drawn_is_white_and_what_is_half_drawn_is_mixed() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4" viewBox="0 0 8 4">'
        '<rect width="4" height="4" fill="#000000" fill-opacity="0.5"/></svg>'
    )
    found = svg_to_array(svg)
    assert (found[:, 4:] == 255).all()
    assert np.abs(found[:, :4].astype(int) - 127).max() <= 1


def test_a_width_scales_the_picture() -> None:
    colours = np.zeros((2, 3, 3), np.uint8)
    colours[0], colours[1, :, 0], colours[1, :, 1] = (10, 200, 30), (250, 20, 90), (3, 7, 11)
    colours = colours.astype(np.uint8)
    found = svg_to_array(mosaic(colours), width=30)
    assert found.shape == (20, 30, 3)
    assert np.array_equal(found, np.repeat(np.repeat(colours, 10, axis=0), 10, axis=1))
