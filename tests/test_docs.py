"""The generated pages are up to date, and made as they should be."""

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from flank_envs import docs
from flank_envs.cli import main
from flank_envs.core.compile import JIT_DISABLED
from flank_envs.core.game import Game

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
QUOTE = re.compile(r"<!-- from (.*?) -->\n```python\n(.*?)```", re.DOTALL)


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
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    for name in sorted(pages.difference(found)):
        pytest.fail(f"docs/{name} has no place in the nav of mkdocs.yml: add `- Its title: {name}` where readers look")
    outside = {"index.md": "README.md", "changelog.md": "CHANGELOG.md"}
    for name in sorted(set(found) - pages):
        assert (ROOT / outside.get(name, name)).is_file(), f"the nav of mkdocs.yml has {name}, which is not in docs/"
    assert len(found) == len(set(found)), "a page stands twice in the nav of mkdocs.yml"


def test_quoted_code_is_the_code() -> None:
    """A block below `<!-- from FILE -->` stands in that file, word for word."""
    quotes = [quote for page in DOCS.glob("*.md") for quote in QUOTE.findall(page.read_text(encoding="utf-8"))]
    assert len(quotes) >= 4
    for source, block in quotes:
        assert block in (ROOT / source).read_text(encoding="utf-8"), f"{source} does not hold:\n{block}"


def test_the_sample_game_is_added_as_its_page_says() -> None:
    page = (DOCS / "adding_a_game.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0]
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == code.rpartition("# ")[2].strip()


def examples(page: str) -> dict[str, list[str]]:
    """Every Python block of a page that stands in no file, and what comments in it say that it prints."""
    text = QUOTE.sub("", (ROOT / page).read_text(encoding="utf-8"))
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 2
    return {block: re.findall(r"print\(.*\)  # (.*)", block) for block in blocks}


@pytest.mark.parametrize("page", ["README.md", "docs/records.md"])
def test_the_code_of_a_page_runs(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every block by itself, in any folder, and it prints what it promises."""
    monkeypatch.chdir(tmp_path)
    for block, promises in examples(page).items():
        if JIT_DISABLED and "while (games" in block:
            continue  # whole games in plain Python take minutes
        exec(compile(block, page, "exec"), {})
        printed = capsys.readouterr().out
        assert all(promised in printed for promised in promises)


@pytest.mark.skipif(JIT_DISABLED, reason="thousands of games take minutes in plain Python")
def test_the_arena_prints_what_its_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    """Its headings, and the row of the two players that never change."""
    page = (DOCS / "arena.md").read_text(encoding="utf-8")
    shown = {" ".join(line.split()) for line in page.splitlines()}
    players, count = re.findall(r"^flank-envs arena hold_the_line (.*) --games (\d+)$", page, re.MULTILINE)[0]
    assert players == "trained rule-of-thumb random"
    assert main(["arena", "hold_the_line", "rule-of-thumb", "random", "--games", count]) == 0
    printed = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    kept = [line for line in printed if line.startswith(("player rating", "one against", "rule-of-thumb random"))]
    assert len(kept) == 3
    assert shown.issuperset(kept)


def test_mistakes_in_configs_are_named_as_the_page_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    train = pytest.importorskip("training.__main__").main
    page = (DOCS / "training.md").read_text(encoding="utf-8")
    part = page[page.index("Mistakes are named:") :]
    commands, answers = re.findall(r"```(?:sh|text)\n(.*?)```", part, re.DOTALL)[:2]
    monkeypatch.chdir(ROOT)
    for command in commands.splitlines():
        assert train(command.removeprefix("python -m training ").split()) == 2
    assert capsys.readouterr().err == answers
