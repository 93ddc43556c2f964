"""Actions and observations as named blocks: offsets, spaces, splitting and the docs' tables all come from here."""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np


@dataclass(frozen=True)
class Block:
    """A named run of ids or values; `shape` () is a single one. Values lie in [low, high].

    Along the axis `parts` stand symmetric parts of a position, such as lanes, which mean the same in any order.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    low: float = 0.0
    high: float = 1.0
    parts: int | None = None

    @property
    def size(self) -> int:
        return prod(self.shape)


class Layout:
    """Blocks one after the other."""

    def __init__(self, *blocks: Block) -> None:
        self.blocks = blocks
        self._start: dict[str, int] = {}
        size = 0
        for block in blocks:
            if block.name in self._start:
                raise ValueError(f"two blocks are called {block.name!r}: every block needs its own name")
            self._start[block.name] = size
            size += block.size
        self.size = size

    def start(self, name: str) -> int:
        """The first index of a block."""
        if name not in self._start:
            raise KeyError(f"no block {name!r}; the blocks are {', '.join(self._start)}")
        return self._start[name]

    def locate(self, index: int) -> tuple[Block, tuple[int, ...]]:
        """The block that an index falls in, and the place inside it."""
        if not 0 <= index < self.size:
            raise ValueError(f"index {index} is outside 0..{self.size - 1}")
        block = next(b for b in reversed(self.blocks) if self._start[b.name] <= index)
        place = np.unravel_index(index - self._start[block.name], block.shape or (1,))
        return block, tuple(int(i) for i in place) if block.shape else ()

    def split(self, values: np.ndarray) -> dict[str, np.ndarray]:
        """Named views of the last axis of `values`, in the blocks' own shapes."""
        values = np.asarray(values)
        if values.shape[-1:] != (self.size,):
            raise ValueError(f"an array of shape {values.shape} was given; its last axis must have {self.size} entries")
        return {
            b.name: values[..., self._start[b.name] : self._start[b.name] + b.size].reshape(values.shape[:-1] + b.shape)
            for b in self.blocks
        }

    @cached_property
    def low(self) -> np.ndarray:
        """The smallest value of each entry."""
        return np.concatenate([np.full(b.size, b.low, np.float32) for b in self.blocks])

    @cached_property
    def high(self) -> np.ndarray:
        """The largest value of each entry."""
        return np.concatenate([np.full(b.size, b.high, np.float32) for b in self.blocks])

    @cached_property
    def hash(self) -> str:
        """Changes when a block is added, moved, renamed or reshaped: checkpoints carry it."""
        return hashlib.sha256(json.dumps([(b.name, b.shape) for b in self.blocks]).encode()).hexdigest()[:16]

    def describe(self, ranges: bool = False) -> str:
        """A Markdown table of the blocks, with the `ranges` of their values if these are asked for."""
        heads = ["block", "indices", "shape", *["values"] * ranges, "meaning"]
        lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
        for b in self.blocks:
            first = self._start[b.name]
            indices = f"{first}" if b.size == 1 else f"{first}-{first + b.size - 1}"
            shape = "x".join(map(str, b.shape)) or "1"
            cells = [b.name, indices, shape, *[f"{b.low:g} to {b.high:g}"] * ranges, b.meaning]
            lines.append(f"| {' | '.join(cells)} |")
        return "\n".join(lines)
