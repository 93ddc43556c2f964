"""What a picture shows, computed from its SVG: shapes and texts in the order of painting.

Shapes count with their fill, texts with the box of their capital letters; all in pixels of the picture's natural size.
"""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path.parser import parse_path
from PIL import ImageFont

import flank_envs.view

FONTS = Path(flank_envs.view.__file__).parent / "fonts"
CAPITAL = 0.73  # height of capital letters and digits, for a size of 1
CURVE_STEPS = 6
GRID = np.array([(x, y) for x in np.linspace(0, 1, 9) for y in np.linspace(0, 1, 4)])
NUMBER = re.compile(r"-?\d*\.?\d+")
INHERITED = ("fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray")

Box = tuple[float, float, float, float]  # left, top, right, bottom


def meet(one: Box, other: Box, by: float = 0) -> bool:
    """Whether two boxes have more than `by` pixels of each other, both ways."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > by and down > by


def pairs_that_meet(boxes: list[Box], by: float = 0) -> list[tuple[int, int]]:
    """The numbers of any two boxes that meet, the lower one first."""
    left, top, right, bottom = np.array(boxes).T
    across = np.minimum.outer(right, right) - np.maximum.outer(left, left)
    down = np.minimum.outer(bottom, bottom) - np.maximum.outer(top, top)
    return [(int(k), int(j)) for k, j in zip(*np.nonzero(np.triu((across > by) & (down > by), 1)), strict=True)]


@dataclass(frozen=True, kw_only=True)
class Painted:
    """Something painted; `action` is the choice it belongs to, if any."""

    box: Box
    ink: np.ndarray | None  # red, green, blue; None: nothing is filled
    alpha: float
    action: int | None

    def contains(self, points: np.ndarray) -> np.ndarray:
        left, top, right, bottom = self.box
        x, y = points.T
        return (x >= left) & (x <= right) & (y >= top) & (y <= bottom)


@dataclass(frozen=True, kw_only=True)
class Shape(Painted):
    tag: str
    rings: list[np.ndarray]  # the corners, of polygons and paths
    stroke: str | None
    stroke_width: float
    dashed: bool

    def contains(self, points: np.ndarray) -> np.ndarray:
        inside = super().contains(points)
        if self.tag == "rect" or not inside.any():
            return inside
        x, y = points.T
        if self.tag == "circle":
            left, top, right, _ = self.box
            radius = (right - left) / 2
            return (x - left - radius) ** 2 + (y - top - radius) ** 2 <= radius**2
        crossed = np.zeros(len(points), bool)
        for ring in self.rings:
            for (x1, y1), (x2, y2) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
                if y1 != y2:
                    crossed ^= ((y1 > y) != (y2 > y)) & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
        return crossed


@dataclass(frozen=True, kw_only=True)
class Text(Painted):
    words: str
    size: float
    bold: bool

    @property
    def least_contrast(self) -> float:
        """WCAG 1.4.3: large text needs less."""
        return 3.0 if self.size >= 24 or (self.bold and self.size >= 18.66) else 4.5

    def grid(self) -> np.ndarray:
        """Points all over the box."""
        left, top, right, bottom = self.box
        return GRID * (right - left, bottom - top) + (left, top)


class Drawing:
    """A picture taken apart."""

    def __init__(self, svg: str) -> None:
        root = ElementTree.fromstring(svg)
        self.root = root
        self.width, self.height = float(root.get("width", 0)), float(root.get("height", 0))
        self.items: list[Painted] = []
        self.choices: dict[int, list[str]] = {}  # the titles of the elements of each choice
        for child in root:
            self._add(child, (0, 0, 1, 1), None, {})
        self.boxes = np.array([item.box for item in self.items])

    def _add(self, node: ElementTree.Element, place: Any, action: int | None, look: dict[str, str]) -> None:
        tag = node.tag.rpartition("}")[2]
        place = _moved(place, node)
        look = look | {name: node.attrib[name] for name in INHERITED if name in node.attrib}
        if "data-action" in node.attrib:
            action = int(node.attrib["data-action"])
            title = next((child.text or "" for child in node if child.tag.endswith("title")), "")
            self.choices.setdefault(action, []).append(title)
        if tag == "g":
            for child in node:
                self._add(child, place, action, look)
        elif tag == "text":
            self.items.append(_text(node, place, action, look))
        elif tag in ("rect", "circle", "polygon", "path"):
            self.items.append(_shape(tag, node, place, action, look))
        elif tag not in ("title", "line"):
            raise ValueError(f"the element {tag} is not known here: add to {__name__} how it is painted")

    def texts(self) -> Iterator[tuple[int, Text]]:
        """Every text and its place in the order of painting."""
        return ((k, item) for k, item in enumerate(self.items) if isinstance(item, Text))

    def at(self, points: np.ndarray, first: int = 0, after: int | None = None) -> list[Painted]:
        """What is filled near the points, of the items from `first` on, in the order of painting."""
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        x1, y1, x2, y2 = self.boxes[first:after].T
        near = np.flatnonzero((x1 <= right) & (x2 >= left) & (y1 <= bottom) & (y2 >= top))
        return [self.items[first + k] for k in near if self.items[first + k].ink is not None]

    def colours(self, points: np.ndarray, after: int) -> np.ndarray:
        """The colours at points once the shapes among the first `after` items are painted."""
        found = np.full((len(points), 3), 255.0)
        for item in self.at(points, 0, after):
            if not isinstance(item, Text):
                inside = item.contains(points)
                found[inside] += item.alpha * (item.ink - found[inside])
        return found

    def hits(self, points: np.ndarray) -> np.ndarray:
        """The choice that a click at each point meets, -1 for none."""
        found = np.full(len(points), -1)
        for item in self.at(points):
            found[item.contains(points)] = -1 if item.action is None else item.action
        return found


def contrast(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """WCAG's ratio for rows of colours."""
    a, b = luminance(one), luminance(other)
    return (np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05)


def luminance(colours: np.ndarray) -> np.ndarray:
    parts = np.asarray(colours, float) / 255
    linear = np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ (0.2126, 0.7152, 0.0722)


def rgb(colour: str) -> np.ndarray:
    """The numbers of a colour like #2d3338."""
    if not re.fullmatch(r"#[0-9a-f]{6}", colour):
        raise ValueError(f"the colour {colour!r} is not known here: expected one like #2d3338")
    return np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)], float)


def width_of(words: str, size: float, bold: bool) -> float:
    return _font(bold).getlength(words) * size / 100


@cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"DejaVuSans{'-Bold' * bold}-subset.ttf", 100)


def _moved(place: Any, node: ElementTree.Element) -> tuple[float, float, float, float]:
    """Shift, scale and opacity of what is inside a node."""
    x, y, scale, opacity = place
    for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", node.get("transform", "")):
        values = [float(number) for number in NUMBER.findall(numbers)]
        if name == "translate":
            x, y = x + scale * values[0], y + scale * values[1]
        elif name == "scale" and len(values) == 1:
            scale *= values[0]
        else:
            raise ValueError(f"{name}({numbers}) is not known here: expected translate or scale by one number")
    return x, y, scale, opacity * float(node.get("opacity", 1))


def _text(node: ElementTree.Element, place: Any, action: int | None, look: dict[str, str]) -> Text:
    x, y, scale, opacity = place
    size, bold = scale * float(node.get("font-size", 16)), node.get("font-weight") == "bold"
    words = node.text or ""
    width = width_of(words, size, bold)
    left = x + scale * float(node.get("x", 0)) - width * {"middle": 0.5, "end": 1.0}.get(node.get("text-anchor", ""), 0)
    base = y + scale * float(node.get("y", 0))
    return Text(
        box=(left, base - CAPITAL * size, left + width, base),
        ink=rgb(look.get("fill", "#000000")),
        alpha=opacity * float(look.get("fill-opacity", 1)),
        action=action,
        words=words,
        size=size,
        bold=bold,
    )


def _shape(tag: str, node: ElementTree.Element, place: Any, action: int | None, look: dict[str, str]) -> Shape:
    x, y, scale, opacity = place
    rings = [ring * scale + (x, y) for ring in _corners(tag, node)]
    corners = np.concatenate(rings)
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    fill = look.get("fill", "#000000")
    stroke = look.get("stroke", "none")
    return Shape(
        box=(left, top, right, bottom),
        ink=None if fill == "none" else rgb(fill),
        alpha=opacity * float(look.get("fill-opacity", 1)),
        action=action,
        tag=tag,
        rings=rings,
        stroke=None if stroke == "none" else stroke,
        stroke_width=scale * float(look.get("stroke-width", 1)),
        dashed="stroke-dasharray" in look,
    )


def _corners(tag: str, node: ElementTree.Element) -> list[np.ndarray]:
    """The rings of a shape before it is moved; of a circle the square around it."""
    if tag == "path":
        return _flattened(node.attrib["d"])
    if tag == "polygon":
        return [np.array(NUMBER.findall(node.attrib["points"]), float).reshape(-1, 2)]
    if tag == "circle":
        x, y, radius = (float(node.get(name, 0)) for name in ("cx", "cy", "r"))
        box = x - radius, y - radius, x + radius, y + radius
    else:
        x, y, width, height = (float(node.get(name, 0)) for name in ("x", "y", "width", "height"))
        box = x, y, x + width, y + height
    return [np.array([(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])])]


@cache
def _flattened(steps: str) -> list[np.ndarray]:
    pen = _Corners()
    parse_path(steps, pen)
    return [np.array(ring) for ring in pen.rings]


class _Corners(BasePen):
    """Follows a path and keeps the corners of its rings; curves become a few straight lines."""

    def __init__(self) -> None:
        super().__init__(None)
        self.rings: list[list[tuple[float, float]]] = []

    def _moveTo(self, pt: Any) -> None:  # noqa: N802
        self.rings.append([pt])

    def _lineTo(self, pt: Any) -> None:  # noqa: N802
        self.rings[-1].append(pt)

    def _curveToOne(self, pt1: Any, pt2: Any, pt3: Any) -> None:  # noqa: N802
        start = self.rings[-1][-1]
        for k in range(1, CURVE_STEPS + 1):
            t = k / CURVE_STEPS
            weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
            point = np.array(weights) @ np.array([start, pt1, pt2, pt3])
            self.rings[-1].append((float(point[0]), float(point[1])))
