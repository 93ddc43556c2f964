"""SVG to pixels: resvg draws a PNG, and the PNG is taken apart here."""

import struct
import zlib
from pathlib import Path

import numpy as np

from flank_envs.core.compile import kernel

FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}  # colour types RGB and RGBA
NONE, SUB, UP, AVERAGE, PAETH = range(5)


def svg_to_array(svg: str, width: int | None = None) -> np.ndarray:
    """The picture as uint8 pixels of shape (height, width, 3), on white; `width` scales it."""
    try:
        import resvg_py
    except ImportError as problem:
        raise ImportError("turning drawings into pixels needs resvg-py: pip install resvg-py") from problem
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=FONTS,
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
    )
    return png_to_array(bytes(png))


def png_to_array(png: bytes) -> np.ndarray:
    """The pixels of a PNG with 8 bits for each of red, green, blue (and alpha, which is dropped)."""
    if not png.startswith(SIGNATURE):
        raise ValueError("these bytes are not a PNG")
    chunks = _chunks(png)
    header = b"".join(data for name, data in chunks if name == b"IHDR")
    width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    if depth != 8 or colours not in CHANNELS or interlaced:
        raise ValueError(f"a PNG of depth {depth}, colour type {colours}, interlacing {interlaced} cannot be read")
    data = zlib.decompress(b"".join(data for name, data in chunks if name == b"IDAT"))
    rows = np.frombuffer(data, np.uint8).reshape(height, 1 + width * CHANNELS[colours])
    colour = rows[:, 1:].reshape(height, width, CHANNELS[colours])[:, :, :3]
    pixels = _unfilter(rows[:, 0], colour.astype(np.int16).reshape(height, width * 3))
    return pixels.astype(np.uint8).reshape(height, width, 3)


def _chunks(png: bytes) -> list[tuple[bytes, bytes]]:
    """Name and content of each chunk: length, name, content, checksum."""
    chunks = []
    at = len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        chunks.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + length]))
        at += length + 12
    return chunks


def _unfilter(filters: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Undo the filter of each row. Every colour is filtered by itself, so the neighbours are 3 places apart."""
    height, width = rows.shape
    pixels = np.zeros((height + 1, width), np.int16)  # the row above the first one is black
    for kind, row, above, out in zip(filters, rows, pixels, pixels[1:], strict=False):
        if kind == NONE:
            out[:] = row
        elif kind == SUB:
            out[:] = np.cumsum(row.reshape(-1, 3), axis=0).reshape(-1) & 255
        elif kind == UP:
            out[:] = (row + above) & 255
        else:
            unfilter_row(row.data, above.data, out.data, kind == PAETH)
    return pixels[1:]


@kernel
def unfilter_row(row, above, out, paeth):
    """The filters that look at the left, the upper and (Paeth) the upper left neighbour.

    It gets memoryviews, whose numbers are plain integers, so that it is fast enough when it is not compiled.
    """
    for x in range(len(row)):
        left = out[x - 3] if x >= 3 else 0
        up = above[x]
        guess = (left + up) // 2
        if paeth:
            corner = above[x - 3] if x >= 3 else 0
            by_left = abs(up - corner)
            by_up = abs(left - corner)
            by_corner = abs(left + up - 2 * corner)
            if by_left <= by_up and by_left <= by_corner:
                guess = left
            elif by_up <= by_corner:
                guess = up
            else:
                guess = corner
        out[x] = (row[x] + guess) & 255
