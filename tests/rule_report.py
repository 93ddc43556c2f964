"""Which rules have tests: `python -m tests.rule_report`. The ids come from rules.md in the folder of each game.

A rule is a line `- **HL-4.6** ...`. A test cites it in its docstring (HL-4.6) or in its name (test_hl_4_6_...). Only
tests that can fail count: those that assert, expect an error, or call a function of the tests that does.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "flank_envs" / "games"
TESTS = ROOT / "tests"

ID = re.compile(r"\b[A-Z][A-Z0-9]*-\d+(?:\.\d+)+[a-z]?\b")
RULE = re.compile(rf"^- \*\*({ID.pattern})\*\*", re.MULTILINE)
NAME = re.compile(r"(?<![a-z0-9])([a-z][a-z0-9]*)_(\d+(?:_\d+)+)(?![0-9])")


@dataclass(frozen=True)
class Report:
    """The rules of one game with the numbers of source lines and of tests that cite them."""

    game: str
    rules: list[str]
    lines: Counter[str]
    tests: Counter[str]

    @property
    def untested(self) -> list[str]:
        return [rule for rule in self.rules if not self.tests[rule]]

    @property
    def problems(self) -> list[str]:
        twice = [f"{rule} stands twice in rules.md" for rule, count in Counter(self.rules).items() if count > 1]
        missing = [] if self.rules else ["no rules found in rules.md"]
        return missing + twice + [f"{rule} has no test" for rule in self.untested]

    def table(self) -> str:
        width = max([4, *map(len, self.rules)])
        rows = [f"{rule:<{width}}  {self.lines[rule]:>5}  {self.tests[rule]:>5}" for rule in self.rules]
        return "\n".join([f"{'rule':<{width}}  lines  tests", *rows])


def reports(games: Path = GAMES, tests: Path = TESTS) -> list[Report]:
    """One report for each game folder."""
    cited = citations_in_tests(tests)
    folders = sorted(path.parent for path in games.glob("*/__init__.py"))
    return [Report(folder.name, rules_of(folder), line_citations(folder), cited) for folder in folders]


def rules_of(folder: Path) -> list[str]:
    path = folder / "rules.md"
    return RULE.findall(path.read_text(encoding="utf-8")) if path.exists() else []


def line_citations(folder: Path) -> Counter[str]:
    """How many source lines below the folder cite each id."""
    sources = (path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    return Counter(rule for source in sources for line in source.splitlines() for rule in set(ID.findall(line)))


def citations_in_tests(folder: Path) -> Counter[str]:
    """How many test functions below the folder cite each id and can fail."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.py"))}
    checking = _checking([function for tree in trees.values() for function in _functions(tree)])
    tests = [
        test
        for path, tree in trees.items()
        if path.name.startswith("test_")
        for test in _functions(tree)
        if test.name.startswith("test") and (_checks(test) or _called(test) & checking)
    ]
    return Counter(rule for test in tests for rule in _cited(test))


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _checking(functions: list[ast.FunctionDef]) -> set[str]:
    """The names of helpers that check something, themselves or through others."""
    helpers = [function for function in functions if not function.name.startswith("test")]
    found = {helper.name for helper in helpers if _checks(helper)}
    while more := {helper.name for helper in helpers if _called(helper) & found} - found:
        found |= more
    return found


def _checks(function: ast.FunctionDef) -> bool:
    """Whether its own lines assert something that is not plainly true, or expect an error."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) and not isinstance(node.test, ast.Constant):
            return True
    return any(name == "raises" or name.startswith("assert_") for name in _called(function))


def _called(function: ast.FunctionDef) -> set[str]:
    """The names of the functions and methods that it calls."""
    called = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return {f.attr if isinstance(f, ast.Attribute) else f.id for f in called if isinstance(f, ast.Attribute | ast.Name)}


def _cited(test: ast.FunctionDef) -> set[str]:
    by_name = {f"{game.upper()}-{number.replace('_', '.')}" for game, number in NAME.findall(test.name)}
    return by_name | set(ID.findall(ast.get_docstring(test) or ""))


def main() -> int:
    found = reports()
    for report in found:
        print(f"{report.game}: {len(report.rules)} rules\n{report.table()}\n")
        print("\n".join(report.problems) or "every rule has a test", end="\n\n")
    return int(any(report.problems for report in found))


if __name__ == "__main__":
    sys.exit(main())
