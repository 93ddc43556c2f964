"""Writing to terminals: colours where there are any, long lines folded, and more than a screenful page by page."""

import os
import shutil
import sys
import textwrap

COLOURS = {"heading": "1", "story": "36", "number": "33", "problem": "31"}
CONTINUE = "-- more: Enter goes on, q skips the rest --"


def is_terminal() -> bool:
    """Whether a person sits in front of both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def painted(text: str, use: str) -> str:
    """Text in the colour of its use, plain where colours are not shown or not wanted (NO_COLOR)."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"\x1b[{COLOURS[use]}m{text}\x1b[0m"


def folded(text: str) -> str:
    """Sentences that are too long for the terminal go on below; drawings, which have wide gaps, stay as they are."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 10_000
    lines = []
    for line in text.split("\n"):
        body = line.strip()
        if len(line) <= width or "  " in body or body.startswith(("|", "+")):
            lines.append(line)
        else:
            indent = " " * (len(line) - len(line.lstrip()))
            lines += textwrap.wrap(line, width, subsequent_indent=f"{indent}    ")
    return "\n".join(lines)


def show(text: str) -> None:
    """Print all of it; a terminal with too few rows stops after each screenful."""
    lines = folded(text).split("\n")
    rows = shutil.get_terminal_size().lines - 2
    if not is_terminal() or len(lines) <= rows:
        print("\n".join(lines), flush=True)
        return
    while True:
        page, lines = lines[:rows], lines[rows:]
        print("\n".join(page), flush=True)
        if not lines:
            return
        if input(painted(CONTINUE, "number")).strip().lower() == "q":
            return


def story_lines(sentences: list[str]) -> str:
    """The sentences of a story as lines, each with a mark; without any, an empty text."""
    return "\n".join(painted(f"* {sentence}", "story") for sentence in sentences)
