"""Small helpers that build SVG as strings. Attributes are written with underscores: stroke_width, data_action."""

from collections.abc import Iterable
from html import escape

FONT = "DejaVu Sans, sans-serif"

Value = str | float | None
Point = tuple[float, float]


def element(tag: str, content: str = "", /, **attributes: Value) -> str:
    """One element; attributes that are None are left out."""
    written = "".join(
        f' {name.replace("_", "-")}="{_value(value)}"' for name, value in attributes.items() if value is not None
    )
    return f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>"


def document(width: float, height: float, *children: str, background: str = "#ffffff") -> str:
    """A whole picture; `children` are drawn one above the other."""
    return element(
        "svg",
        rect(0, 0, width, height, fill=background) + "".join(children),
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width:g} {height:g}",
        font_family=FONT,
    )


def group(*children: str, title: str = "", at: Point | None = None, scale: float = 1, **attributes: Value) -> str:
    """Elements that belong together, moved to `at` and scaled; browsers show the title when the pointer rests there."""
    moves = [f"translate({_value(at[0])} {_value(at[1])})"] if at else []
    if scale != 1:
        moves.append(f"scale({_value(scale)})")
    content = (element("title", escape(title)) if title else "") + "".join(children)
    return element("g", content, transform=" ".join(moves) or None, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Value) -> str:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Value) -> str:
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: Value) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def polygon(points: Iterable[Point], **attributes: Value) -> str:
    return element("polygon", points=" ".join(f"{_value(x)},{_value(y)}" for x, y in points), **attributes)


def path(steps: str, **attributes: Value) -> str:
    return element("path", d=steps, **attributes)


def text(
    x: float, y: float, words: str, size: float = 12, bold: bool = False, anchor: str = "start", **attributes: Value
) -> str:
    """One line of text whose baseline starts (or, by `anchor`, is centred or ends) at the point; "" without words."""
    if not words:
        return ""
    return element(
        "text",
        escape(words),
        x=x,
        y=y,
        font_size=size,
        font_weight="bold" if bold else None,
        text_anchor=None if anchor == "start" else anchor,
        **attributes,
    )


def pill(
    x: float,
    y: float,
    width: float,
    height: float,
    words: str,
    fill: str,
    ink: str = "#ffffff",
    size: float | None = None,
    **attributes: Value,
) -> str:
    """A rounded label centred at a point."""
    size = size or height * 0.64
    box = rect(x - width / 2, y - height / 2, width, height, rx=height / 2, fill=fill, **attributes)
    return box + text(x, y + size * 0.36, words, size=size, bold=True, anchor="middle", fill=ink)


def token(x: float, y: float, radius: float, letter: str, fill: str, ink: str = "#ffffff", **attributes: Value) -> str:
    """A round token with a letter."""
    disc = circle(x, y, radius, fill=fill, **attributes)
    return disc + text(x, y + radius * 0.41, letter, size=radius * 1.12, bold=True, anchor="middle", fill=ink)


def card_back(x: float, y: float, width: float, height: float, fill: str) -> str:
    """The back of a playing card."""
    inset = width * 0.12
    frame = rect(
        x + inset,
        y + inset,
        width - 2 * inset,
        height - 2 * inset,
        rx=width * 0.07,
        fill="none",
        stroke="#ffffff",
        stroke_opacity=0.6,
    )
    middle = (x + width / 2, y + height / 2)
    diamond = polygon(
        (middle[0] + dx * width, middle[1] + dy * width) for dx, dy in ((0, -0.2), (0.14, 0), (0, 0.2), (-0.14, 0))
    )
    outline = rect(x, y, width, height, rx=width * 0.13, fill=fill, stroke="#ffffff", stroke_width=1.2)
    return outline + frame + group(diamond, fill="#ffffff", opacity=0.6)


def spread(count: int, width: float, room: float, gap: float) -> list[float]:
    """The left edges of things in a row centred at 0, overlapping when there is no room for a gap."""
    step = min(width + gap, (room - width) / max(1, count - 1))
    start = -(step * (count - 1) + width) / 2
    return [start + step * k for k in range(count)]


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{round(value, 2):g}"
