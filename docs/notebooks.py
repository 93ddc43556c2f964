"""Notebooks as pages: cells of code become Python blocks, and what they printed becomes text below them."""

import json
from pathlib import Path


def as_markdown(path: Path) -> str:
    """A notebook as one Markdown page; only printed output is kept."""
    parts = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        printed = "".join("".join(output["text"]) for output in cell["outputs"] if output["output_type"] == "stream")
        if printed:
            parts.append(f"```text\n{printed.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"
