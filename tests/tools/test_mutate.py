"""The tool that breaks things: its breaks are real ones, and it knows which tests to ask."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from tools import mutants as made
from tools import mutate
from tools.covering import Covering, in_turn
from tools.mutants import ROOT, Mutant, mutants, sources
from tools.mutate import Trial


@pytest.mark.parametrize("file", ["flank_envs/evaluation/arena.py", "flank_envs/view/svg.py", "training/league.py"])
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
    changes = {
        (mutant.old.strip(), mutant.new.strip()) for mutant in mutants(ROOT / "flank_envs" / "evaluation" / "arena.py")
    }
    assert {("+", "-"), ("*", "+"), ("==", "!="), ("<", "<="), ("and", "or"), ("0.5", "(0.5 + 1)")} <= changes
    assert any(new == "pass" for _, new in changes)
    assert any(new == f"(not ({old}))" for old, new in changes)


@pytest.mark.parametrize("pattern", made.LEFT_OUT)
def test_what_is_left_out_is_there(pattern: str) -> None:
    assert list(ROOT.glob(pattern))


def test_words_and_pictures_are_broken_but_rules_are_not() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in sources()}
    assert {"flank_envs/games/flank/view/words.py", "flank_envs/opponents/seats.py", "training/run.py"} <= names
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

    def fails(copy: Path, tests: list[str], seconds: float, every: bool = False) -> list[str]:
        broken = (copy / "one.py").read_text() != "a = 1\n"
        return [test for test in tests if test == "quick" or (test == "slow" and broken and catches)][:1]

    monkeypatch.setattr(mutate, "failures", fails)
    assert Trial(tmp_path, known()).fates([mutant, mutant]) == [fate, fate]
    assert (tmp_path / "one.py").read_text() == "a = 1\n"
    unknown = Mutant("one.py", 1, ("d = 4",), 4, 5, "1", "(1 + 1)")
    assert Trial(tmp_path, known()).fates([unknown]) == ["not run"]


KINDS = {
    "y = 12 + 3 * k": "a place in a picture",
    "action = 12 and PLACE - k": "",
    'svg.text(x, "a", bold=True)': "a look",
    "LARGEST = 10_000": "a far limit",
    "LARGEST = 99": "",
    "_MIX = 0x94D049BB133111EB": "",
    "if games > 10**6: pass": "a far limit",
    "def f():\n    return steps + 5000": "",
    'add("--games", help="so many" if x else "all")': "words of help",
    "zip(a, b, strict=True)": "a guard",
    "spent = perf_counter() - began": "a time told",
    'if __name__ == "__main__": pass': "the start as a command",
    'if __name__ == "__main__":\n    sys.exit(main())': "the start as a command",
    "if TYPE_CHECKING:\n    import torch": "an import for types",
    'if module.__name__ == "rules": pass': "",
    'add("--games", type=int, default=32)': "a default",
    'add("--port", default=80)': "",
    "many.reset(seed=0)": "a seed",
    "many.reset(seed=k + 1)": "",
    'told = f"{steps / 1e6:.1f} million"': "a unit",
    "minutes = seconds / 60": "",
    "part = 1e6 / games": "",
    "if np.abs(move).max() < 1e-6: pass": "the edge of a threshold",
    "if share > 0.5: pass": "",
    "svg.text(left, top, str(row + 1) + words)": "",
    "svg.text(left, top, words, shown=True)": "",
    "text(left, 8)": "",
    "LEAST, MOST = 0.5, 7\nagreed = share > LEAST": "the edge of a threshold",
    "LEAST, MOST = 0.5, 7\nagreed = share > MOST": "",
    "if games == 7: pass": "",
}


@pytest.mark.parametrize(("source", "kind"), KINDS.items())
def test_changes_that_make_no_difference_are_known_by_rule(
    source: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "flank_envs" / "games" / "some" / "view" / "picture.py"
    if kind not in ("a place in a picture", "a look"):
        path = tmp_path / "flank_envs" / "evaluation" / "arena.py"
    path.parent.mkdir(parents=True)
    path.write_text(source + "\n")
    monkeypatch.setattr(made, "ROOT", tmp_path)
    kinds = {mutant.kind for mutant in mutants(path)}
    assert kind in kinds
    assert kinds <= {kind, ""}
    assert kind or kinds == {""}


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("svg.text(left, 8, str(row), size=11)", "a place in a picture"),
        ("svg.text(left, CELL * 8, str(row))", ""),
        ("svg.text(left, 8 * CELL + top, str(row))", ""),
        ("json.dumps(card, indent=1)", "a look"),
        ("Figure(figsize=(8, 4.5))", "a look"),
    ],
)
def test_looks_are_known_where_numbers_are_changed(
    source: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those in view/ are not."""
    path = tmp_path / "training" / "report.py"
    path.parent.mkdir()
    path.write_text(f"content = {source}\n")
    monkeypatch.setattr(made, "ROOT", tmp_path)
    assert {mutant.kind for mutant in mutants(path)} == {kind}


def test_a_condition_turned_round_is_no_edge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.py"
    path.write_text("LEAST = 0.5\nif share > LEAST:\n    told()\n")
    monkeypatch.setattr(made, "ROOT", tmp_path)
    kinds = {mutant.new.strip(): mutant.kind for mutant in mutants(path)}
    assert kinds[">="] == "the edge of a threshold"
    assert kinds["(not (share > LEAST))"] == ""


def test_tests_of_all_files_are_asked_before_the_second_of_any() -> None:
    seconds = {"a.py::one[x]": 1.0, "a.py::one[y]": 0.1, "a.py::two": 2.0, "b.py::one": 5.0, "test_arena.py::one": 9.0}
    first, *_ = asked = in_turn(seconds, seconds, "arena")
    assert first == "a.py::one[y]"
    assert asked == ["a.py::one[y]", "b.py::one", "test_arena.py::one", "a.py::two", "a.py::one[x]"]


def test_an_interrupted_trial_goes_on(tmp_path: Path) -> None:
    """Also after an edit elsewhere: mutants are known by their lines, and what is gone makes room for others."""
    every = list(mutants(ROOT / "flank_envs" / "evaluation" / "arena.py"))
    chosen = mutate.chosen_of(every, [], 10, seed=3)
    assert chosen == mutate.chosen_of(every, [], 10, seed=3)
    assert mutate.chosen_of(every, [], 10, seed=4) != chosen
    fates = {chosen[0].key: "survived", chosen[1].key: "caught by a", ("gone",): "survived"}
    mutate._keep(tmp_path / "known.json", chosen, fates)
    known = mutate.known_fates(tmp_path / "known.json")
    assert known == {chosen[0].key: "survived", chosen[1].key: "caught by a"}
    assert mutate.known_fates(tmp_path / "nowhere.json") == {}
    moved = [replace(mutant, start=mutant.start + 7, line=mutant.line + 1) for mutant in every]
    assert {m.key for m in mutate.chosen_of(moved, known, 10, seed=4)} >= set(known)
    assert len(mutate.chosen_of(moved, known, 10, seed=4)) == 10


def test_survivors_that_make_no_difference_are_counted_apart() -> None:
    file = "flank_envs/evaluation/arena.py"
    tried = [Mutant(file, k, (f"a = {k}",), 0, 1, "", "", kind) for k, kind in enumerate(("", "", "a guard", ""))]
    fates = dict(zip([m.key for m in tried], ("survived", "caught by x", "survived", "not run"), strict=True))
    assert mutate.table(tried, fates).splitlines()[-1] == "| all | 4 | 1 | 2 | 1 | 67% |"
    assert "| evaluation | 4 | 1 | 2 | 1 | 67% |" in mutate.table(tried, fates)
    assert all(mutate.area_of(path.relative_to(ROOT).as_posix()) for path in sources())


def test_what_survives_in_plain_python_meets_compiled_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.py").write_text("a = 1\n")
    covering = known()
    covering.compiled = {"slow::whole": 3.0, "other::whole": 1.0, "tests/engine/test_threads.py::a": 1.0}
    asked = []

    def fails(copy: Path, tests: list[str], seconds: float, every: bool = False) -> list[str]:
        asked.append(tests)
        return tests[:1] if (copy / "one.py").read_text() != "a = 1\n" else []

    monkeypatch.setattr(mutate, "failures", lambda *given, **named: [])
    monkeypatch.setattr(mutate, "compiled_failures", fails)
    mutant = Mutant("one.py", 1, ("a = 1",), 4, 5, "1", "(1 + 1)")
    assert Trial(tmp_path, covering).fates([mutant]) == ["caught compiled by slow::whole"]
    assert asked[0] == ["slow::whole"]
    assert covering.compiled_tests("flank_envs/engine/threads.py", ["d = 4"]) == ["tests/engine/test_threads.py::a"]


def test_a_run_that_breaks_off_without_a_mutant_too_catches_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a tool that cannot run a test would find that all is caught."""
    (tmp_path / "one.py").write_text("a = 1\n")
    mutant = Mutant("one.py", 1, ("a = 1",), 4, 5, "1", "(1 + 1)")
    broken = [True]

    def fails(copy: Path, tests: list[str], seconds: float, every: bool = False) -> list[str]:
        return ["caught: the process died"] * (
            (copy / "one.py").read_text() in ("a = (1 + 1)\n", "a = 1\n" * broken[0])
        )

    monkeypatch.setattr(mutate, "failures", fails)
    with pytest.raises(RuntimeError, match="without a mutant too: caught: the process died"):
        Trial(tmp_path, known()).fates([mutant])
    broken[0] = False
    assert Trial(tmp_path, known()).fates([mutant]) == ["caught: the process died"]
