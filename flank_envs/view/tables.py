"""Tables in Markdown."""

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], sides: str) -> str:
    """Heads and rows; `sides` has l or r for each column."""
    for cells in (heads, *rows):
        if len(cells) != len(sides):
            raise ValueError(f"a row of {len(cells)} cells was given, in a table of {len(sides)} columns: {cells}")
    ruler = ["--:" if side == "r" else "---" for side in sides]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, ruler, *rows))
