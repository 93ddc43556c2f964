"""The code of README, of the pages in docs/ and of notebooks: which blocks there are, and what each must do.

A Python block is run and a command is parsed by the program that it calls; the `text` block directly below shows all
that was printed. `<!-- from FILE -->` above a block says that it stands in that file, and `*Not run: REASON*` above it
that a test does not run it.
"""

import argparse
import importlib
import importlib.util
import io
import re
import shlex
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from docs.notebooks import as_markdown

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md")), *sorted(DOCS.rglob("*.ipynb"))]
QUOTED, NOT_RUN = re.compile(r"<!-- from (.+) -->$"), re.compile(r"\*Not run: (.+)\*$")
BLOCK = re.compile(r"^```(\w+).*?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMISE = re.compile(r"print\(.*\)  # (.*)")
OTHER_PROGRAMS = ("tensorboard",)


@dataclass
class Block:
    language: str
    code: str
    line: int
    source: str = ""  # the file that it is quoted from
    reason: str = ""  # why it is not run
    printed: str | None = None  # what the page shows below it

    def promises(self) -> list[str]:
        """What comments in it say that it prints."""
        return PROMISE.findall(self.code)


def blocks(page: Path) -> list[Block]:
    """The blocks of a page, each with the text that is shown directly below it."""
    text = as_markdown(page) if page.suffix == ".ipynb" else page.read_text(encoding="utf-8")
    found: list[Block] = []
    end = 0
    for match in BLOCK.finditer(text):
        between, end = text[end : match.start()].strip(), match.end()
        language, code = match[1], match[2]
        if language == "text":
            if found and not between:
                found[-1].printed = code
            continue
        mark = between.rpartition("\n")[2]
        quoted, not_run = QUOTED.match(mark), NOT_RUN.match(mark)
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(language, code, line, quoted[1] if quoted else "", not_run[1] if not_run else ""))
    return found


def run_python(block: Block, names: dict[str, Any], where: str) -> str:
    """What it prints; a block that imports flank_envs begins anew, any other goes on with the names above."""
    if re.search(r"^import .*\bflank_envs\b", block.code, re.MULTILINE):
        names.clear()
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(block.code, where, "exec"), names)
    return printed.getvalue()


def commands(block: Block) -> Iterator[list[str]]:
    """The words of every command, without comments."""
    for line in block.code.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        if words:
            yield words


def call(words: list[str]) -> str:
    """What `flank-envs` or `python -m` prints, run in this process; if it fails, also its complaint."""
    printed, complaint = io.StringIO(), io.StringIO()
    with redirect_stdout(printed), redirect_stderr(complaint):
        failed = _main(words)(_arguments(words))
    return printed.getvalue() + (complaint.getvalue() if failed else "")


class Parsed(BaseException):
    """The program has understood its words."""


def understood(words: list[str]) -> bool:
    """Whether such a command exists: its program parses the words, and does not go on."""
    if words[0] == "make":
        return f"\n{words[1]}:" in (ROOT / "Makefile").read_text(encoding="utf-8")
    if words[:2] == ["pip", "install"]:
        known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
        extras = re.findall(r"[\w-]+", " ".join(re.findall(r"\[(.*?)\]", " ".join(words))))
        return set(extras) <= set(known)
    if words[0] in OTHER_PROGRAMS:
        return True
    with pytest.MonkeyPatch.context() as patch:
        for name in ("parse_args", "parse_intermixed_args"):
            patch.setattr(argparse.ArgumentParser, name, _then_stop(getattr(argparse.ArgumentParser, name)))
        try:
            call(words)
        except Parsed:
            return True
        except (SystemExit, ImportError):
            return False
    return False


def _then_stop(parse: Any) -> Any:
    def parse_and_stop(*arguments: Any) -> None:
        parse(*arguments)
        raise Parsed

    return parse_and_stop


def _main(words: list[str]) -> Any:
    name = "flank_envs.cli" if words[0] == "flank-envs" else words[2] if words[:2] == ["python", "-m"] else ""
    program = importlib.util.find_spec(name) if name else None
    if program is None:
        raise ImportError(f"{words[0]} is no program of this repository")
    if program.submodule_search_locations and name != "flank_envs.cli":
        name = f"{name}.__main__"
    return importlib.import_module(name).main


def _arguments(words: list[str]) -> list[str]:
    return words[1:] if words[0] == "flank-envs" else words[3:]
