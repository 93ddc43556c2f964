"""The tool that breaks things: its breaks are real ones, and it knows which tests to ask."""

import ast
from pathlib import Path

import pytest

from benchmarks import mutate
from benchmarks.covering import Covering
from benchmarks.mutants import ROOT, Mutant, mutants, sources
from benchmarks.mutate import Trial


@pytest.mark.parametrize("file", ["flank_envs/arena.py", "flank_envs/view/svg.py", "training/league.py"])
def test_every_mutant_is_another_program(file: str) -> None:
    source = (ROOT / file).read_text(encoding="utf-8")
    found = list(mutants(ROOT / file))
    assert len(found) > 20
    for mutant in found:
        changed = source[: mutant.start] + mutant.new + source[mutant.end :]
        assert source[mutant.start : mutant.end] == mutant.old
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))
        assert mutant.lines[0] == source.splitlines()[mutant.line - 1].strip()


def test_every_kind_of_change_is_made() -> None:
    changes = {(mutant.old.strip(), mutant.new.strip()) for mutant in mutants(ROOT / "flank_envs" / "arena.py")}
    assert {("+", "-"), ("*", "+"), ("==", "!="), ("<", "<="), ("and", "or"), ("0.5", "(0.5 + 1)")} <= changes
    assert any(new == "pass" for _, new in changes)
    assert any(new == f"(not ({old}))" for old, new in changes)


def test_words_and_pictures_are_broken_but_rules_are_not() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in sources()}
    assert {"flank_envs/games/flank/view/words.py", "flank_envs/seat.py", "training/run.py"} <= names
    assert not [name for name in names if "/games/" in name and "/view/" not in name and name.count("/") > 2]


def known() -> Covering:
    covering = Covering()
    covering.seconds = {"slow": 30.0, "quick": 0.1, "middling": 2.0}
    covering.lines = {
        "one.py": {"import x": set(), "a = 1": {"slow", "quick"}, "b = 2": {"middling"}},
        "moved.py": {"c = 3": {"slow"}},
    }
    return covering


def test_the_tests_of_a_line_are_known_by_its_text(tmp_path: Path) -> None:
    """Also after writing and reading; of a line run by the import all tests of the file, and in a file that moved."""
    known().write(tmp_path / "covering.json")
    for covering in (known(), Covering.read(tmp_path / "covering.json")):
        assert covering.tests("one.py", ["a = 1"]) == ["quick", "slow"]
        assert covering.tests("one.py", ["not measured", "b = 2"]) == ["middling"]
        assert covering.tests("one.py", ["import x"]) == ["quick", "middling", "slow"]
        assert covering.tests("elsewhere.py", ["c = 3"]) == ["slow"]
        assert covering.tests("one.py", ["d = 4"]) == []
    assert Covering.read(tmp_path / "nowhere.json").lines == {}


@pytest.mark.parametrize(("catches", "fate"), [(True, "caught by slow"), (False, "survived")])
def test_a_mutant_meets_sound_tests_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, catches: bool, fate: str
) -> None:
    """A test that fails without a mutant as well catches nothing; the file is as it was afterwards."""
    (tmp_path / "one.py").write_text("a = 1\n")
    mutant = Mutant("one.py", 1, ("a = 1",), 4, 5, "1", "(1 + 1)")

    def fails(copy: Path, tests: list[str], seconds: float) -> list[str]:
        broken = (copy / "one.py").read_text() != "a = 1\n"
        return [test for test in tests if test == "quick" or (test == "slow" and broken and catches)][:1]

    monkeypatch.setattr(mutate, "failures", fails)
    assert Trial(tmp_path, known()).fate(mutant) == fate
    assert (tmp_path / "one.py").read_text() == "a = 1\n"
    unknown = Mutant("one.py", 1, ("d = 4",), 4, 5, "1", "(1 + 1)")
    assert Trial(tmp_path, known()).fate(unknown) == "not run"
