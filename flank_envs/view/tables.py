"""Tables in Markdown."""

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], sides: str) -> str:
    """Heads and rows; `sides` has l or r for each column."""
    ruler = ["--:" if side == "r" else "---" for side in sides]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, ruler, *rows))
