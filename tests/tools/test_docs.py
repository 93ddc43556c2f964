"""The generated pages are up to date, and made as they should be."""

import ast
import re
import shlex
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import pettingzoo
import pytest

import flank_envs
from flank_envs import all_games
from flank_envs.engine.game import Game
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.interfaces.register import aec_id, gym_id
from tests.games.sample_game import GAME
from tests.pages import DOCS, PAGES, ROOT, Block, blocks, call, commands, run_python, understood
from tools import docs


def test_pages_on_disk_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert docs.main([str(DOCS), "--check"]) == 0, capsys.readouterr().err


def test_pages_are_written_and_then_up_to_date(
    tmp_path: Path, library_game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    assert docs.main([str(tmp_path), "--check"]) == 1
    assert docs.main([str(tmp_path)]) == 0
    assert docs.main([str(tmp_path), "--check"]) == 0
    page = tmp_path / f"{library_game.name}.md"
    page.write_text(page.read_text(encoding="utf-8") + "x", encoding="utf-8")
    capsys.readouterr()
    assert docs.main([str(tmp_path), "--check"]) == 1
    assert f"{page} is not up to date: run" in capsys.readouterr().err


def test_a_page_has_the_tables_and_its_headings_nest(game: Game) -> None:
    page = docs.page(game)
    assert game.actions.describe() in page
    assert game.observation.describe() in page
    assert ("## Features" in page) == bool(game.features)
    if game.features is not None:
        assert game.features.state.describe(ranges=True) in page
        assert game.features.actions.describe(ranges=True) in page
    levels = [line.index(" ") for line in docs.nested(page).splitlines() if docs.HEADING.match(line)]
    assert levels[0] == 3
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_nesting_drops_the_title_and_leaves_code_alone() -> None:
    document = "# Title\n\nText\n\n## Part\n\n```sh\n# a comment\n```\n\n### Detail\n"
    assert docs.nested(document) == "Text\n\n### Part\n\n```sh\n# a comment\n```\n\n#### Detail"


def test_the_picture_is_the_same_every_time(game: Game) -> None:
    assert docs.picture(game) == docs.picture(game)
    assert docs.picture(game).startswith("<svg")


def listed(entries: list[dict[str, str | list]]) -> list[str]:
    """The files of a navigation, in its order."""
    below = [value for entry in entries for value in entry.values()]
    return [name for value in below for name in ([value] if isinstance(value, str) else listed(value))]


def test_every_page_has_its_place_in_the_navigation() -> None:
    yaml = pytest.importorskip("yaml")
    found = listed(yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"])
    pages = {page.relative_to(DOCS).with_suffix(".md").as_posix() for page in PAGES if page.is_relative_to(DOCS)}
    for name in sorted(pages.difference(found)):
        pytest.fail(f"docs/{name} has no place in the nav of mkdocs.yml: add `- Its title: {name}` where readers look")
    outside = {"index.md": "README.md", "changelog.md": "CHANGELOG.md"}
    for name in sorted(set(found) - pages):
        assert (ROOT / outside.get(name, name)).is_file(), f"the nav of mkdocs.yml has {name}, which is not in docs/"
    assert len(found) == len(set(found)), "a page stands twice in the nav of mkdocs.yml"


STEP = re.compile(r"^\|.*\| `([\w/]+\.py)` \| `([\w.]+)` \|$", re.MULTILINE)


def defined(file: Path) -> set[str]:
    """The classes, functions and methods of a source, methods as Class.method."""
    found: set[str] = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            below = [part.name for part in node.body if isinstance(part, ast.FunctionDef)]
            found |= {node.name, *(f"{node.name}.{name}" for name in below)}
    return found


def test_the_architecture_names_what_is_there() -> None:
    """Every step of the walks is a function of its file, and every file that is named without a placeholder exists."""
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    steps = STEP.findall(text)
    assert len(steps) > 15
    missing = [f"{file}: {name}" for file, name in steps if not (ROOT / file).is_file()]
    missing += [f"{f}: {name}" for f, name in steps if (ROOT / f).is_file() and name not in defined(ROOT / f)]
    files = re.findall(r"`((?:flank_envs|training|tests|docs|engine|opponents)/[\w/]+\.(?:py|md))`", text)
    missing += [name for name in files if not (ROOT / name).exists() and not (ROOT / "flank_envs" / name).exists()]
    assert not missing


MARKED = [
    pytest.param(page, id=page.relative_to(ROOT).as_posix(), marks=pytest.mark.slow if page.suffix == ".ipynb" else ())
    for page in PAGES
]


@pytest.fixture
def sample_game_unknown() -> Iterator[None]:
    """A page adds it, which works once."""
    known: list[tuple[str, Any]] = [
        (GAME.name, all_games()),
        (GAME.name, flank_envs.__dict__),
        (f"flank_envs.{GAME.name}", sys.modules),
        (gym_id(GAME), gymnasium.registry),
        (aec_id(GAME), pettingzoo.aec_registry),
    ]
    kept = [registry.pop(name) for name, registry in known]
    yield
    for (name, registry), value in zip(known, kept, strict=True):
        registry[name] = value


@pytest.mark.usefixtures("sample_game_unknown")
@pytest.mark.parametrize("page", MARKED)
def test_the_code_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every block does and prints what its page says, unless the page says why it is not run."""
    names: dict[str, Any] = {}
    for block in blocks(page):
        where = f"{page.relative_to(ROOT)}:{block.line}"
        monkeypatch.chdir(ROOT if block.language == "sh" else tmp_path)
        if block.source:
            assert block.code in (ROOT / block.source).read_text(encoding="utf-8"), f"{where} not in {block.source}"
        elif block.reason:
            continue
        elif block.language == "python" and not JIT_DISABLED:
            shows(block, run_python(block, names, where), where)
        elif block.language == "sh" and block.printed is None:
            for words in commands(block):
                assert understood(words), f"{where}: no such command: {shlex.join(words)}"
        elif block.language == "sh" and not JIT_DISABLED:
            shows(block, "".join(map(call, commands(block))), where)


def shows(block: Block, printed: str, where: str) -> None:
    """What was printed is what the page shows, but for spaces at the ends of lines."""
    lines = [line.rstrip() for line in printed.rstrip().splitlines()]
    if block.printed is not None:
        assert lines == [line.rstrip() for line in block.printed.rstrip().splitlines()], where
        return
    missing = [promised for promised in block.promises() if promised not in lines]
    assert not missing, f"{where} promises {missing} and prints {lines}"
    assert block.promises() or not lines, f"{where} prints what the page does not show: {lines}"


PAGE = """
```python
print(1 + 1)
```

```text
2
```

<!-- from a/file.py -->
```python
x = 1
```

*Not run: it takes hours.*

```sh
flank-envs nothing
```

Words between.

```text
not shown by it
```
"""


def test_what_a_page_says_about_its_blocks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE, encoding="utf-8")
    printing, quoted, long = blocks(page)
    assert (printing.printed, quoted.source, long.reason, long.printed) == ("2\n", "a/file.py", "it takes hours.", None)
    shows(printing, run_python(printing, {}, "page"), "page")
    for code in ("print(3)", "print(2, 3)", "pass"):
        with pytest.raises(AssertionError):
            shows(printing, run_python(Block("python", code, 1), {}, "page"), "page")
    with pytest.raises(AssertionError):
        shows(Block("python", "print(2)  # 3", 1), "2\n", "page")
    with pytest.raises(AssertionError):
        shows(Block("python", "print(2)", 1), "2\n", "page")


def test_commands_that_do_not_exist_are_noticed() -> None:
    for known in (
        "flank-envs play flank --seed 3",
        "make test",
        'pip install ".[web]"',
        "python -m tools.docs docs",
    ):
        assert understood(shlex.split(known))
    for unknown in (
        "flank-envs fly",
        "flank-envs list --tall",
        "make tea",
        'pip install ".[sea]"',
        "python -m nothing",
    ):
        assert not understood(shlex.split(unknown))
