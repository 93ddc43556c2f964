"""The shape of a game's folder: the same modules in all of them, and rules that know nothing of words and pictures."""

import ast
from pathlib import Path

from flank_envs.engine.game import Game
from flank_envs.engine.rules import nothing_hidden

MODULES = {
    "__init__",
    "tables",
    "state",
    "layout",
    "phases",
    "turn",
    "observe",
    "heuristic",
    "evaluate",
    "check",
    "view",
}
VIEW = {"__init__", "words", "refusals", "story", "text", "picture"}
PAGES = {"rules.md", "balance.md"}


def modules_in(folder: Path) -> set[str]:
    """Names of modules, and of packages: a module that got too long is a package of the same name."""
    return {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}


def imports_of(source: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def test_a_folder_has_the_same_modules_as_all_others(library_game: Game) -> None:
    hides = {"determinize"} if library_game.rules.determinize is not nothing_hidden else set()
    with_features = {"features"} if library_game.features is not None else set()
    assert modules_in(library_game.folder) == MODULES | hides | with_features
    assert {path.name for path in library_game.folder.glob("*.md")} == PAGES


def test_the_side_for_people_has_its_five_modules(library_game: Game) -> None:
    """A large picture may have further files beside them."""
    assert modules_in(library_game.folder / "view") >= VIEW
    for verb, module in (
        ("describe", "words"),
        ("refusal", "refusals"),
        ("story", "story"),
        ("text", "text"),
        ("picture", "picture"),
    ):
        assert getattr(library_game.view, verb).__module__ == f"flank_envs.games.{library_game.name}.view.{module}"


def test_rules_know_nothing_of_words_and_pictures(library_game: Game) -> None:
    folder = library_game.folder
    rules = [
        path for path in folder.rglob("*.py") if path != folder / "__init__.py" and folder / "view" not in path.parents
    ]
    assert len(rules) >= len(MODULES)
    for path in rules:
        assert not [name for name in imports_of(path) if ".view." in name], path
