"""SVG to pixels: resvg draws a PNG, and Pillow reads it."""

from io import BytesIO
from pathlib import Path

import numpy as np

FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]


def svg_to_array(svg: str, width: int | None = None) -> np.ndarray:
    """The picture as uint8 pixels of shape (height, width, 3), on white; `width` scales it."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as problem:
        raise ImportError("turning pictures into pixels needs both of: pip install resvg-py pillow") from problem
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=FONTS,
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
    )
    return np.array(Image.open(BytesIO(bytes(png))).convert("RGB"))
