"""Every rule of every game is cited by a test."""

from pathlib import Path

import pytest

from tests import rule_report
from tests.rule_report import Report, reports


@pytest.mark.parametrize("report", reports(), ids=lambda report: report.game)
def test_every_rule_has_a_test(report: Report) -> None:
    assert report.problems == []


def make_game(folder: Path, rules: str, test: str) -> Report:
    """The report on a game of two files, made on the spot."""
    game = folder / "games" / "toy"
    game.mkdir(parents=True)
    (game / "__init__.py").write_text("A = 1  # TY-1.1, TY-1.1\nB = 2  # TY-1.10\n")
    (game / "rules.md").write_text(rules)
    (folder / "test_toy.py").write_text(test)
    (report,) = reports(folder / "games", folder)
    return report


def test_citations_are_counted(tmp_path: Path) -> None:
    rules = "- **TY-1.1** One.\n- **TY-1.2** Two, see TY-9.9.\n- **TY-1.10** Ten.\n"
    test = 'def test_a():\n    """TY-1.1, TY-1.1."""\n    assert f()\n\n\ndef test_ty_1_2_and_more():\n    assert f()\n'
    report = make_game(tmp_path, rules, test)
    assert report.rules == ["TY-1.1", "TY-1.2", "TY-1.10"]
    assert (report.lines["TY-1.1"], report.lines["TY-1.2"], report.lines["TY-1.10"]) == (1, 0, 1)
    assert (report.tests["TY-1.1"], report.tests["TY-1.2"]) == (1, 1)
    assert report.untested == ["TY-1.10"]


def test_only_tests_count(tmp_path: Path) -> None:
    test = 'def helper():\n    """TY-1.1"""\n    assert f()\n\n\ndef test_a():\n    assert f("TY-1.1")  # TY-1.1\n'
    assert make_game(tmp_path, "- **TY-1.1** One.\n", test).problems == ["TY-1.1 has no test"]


@pytest.mark.parametrize(
    ("lines", "counts"),
    [
        ("pass", 0),
        ("x = 1", 0),
        ("assert True", 0),
        ("assert 1, 'always'", 0),
        ("play()", 0),
        ("assert x", 1),
        ("with pytest.raises(ValueError):\n        x()", 1),
        ("np.testing.assert_allclose(x, y)", 1),
        ("helper()", 1),
        ("for k in x:\n        board.through(k)", 1),
    ],
)
def test_only_tests_that_can_fail_count(tmp_path: Path, lines: str, counts: int) -> None:
    """Helpers that assert, at any depth, count as well."""
    helpers = "def helper():\n    assert x\n\n\ndef through(k):\n    helper()\n\n\ndef play():\n    x()\n"
    test = f'{helpers}\n\ndef test_a():\n    """TY-1.1"""\n    {lines}\n'
    assert make_game(tmp_path, "- **TY-1.1** One.\n", test).tests["TY-1.1"] == counts


def test_missing_and_double_rules_are_problems(tmp_path: Path) -> None:
    assert make_game(tmp_path / "a", "No rules.\n", "").problems == ["no rules found in rules.md"]
    test = 'def test_a():\n    """TY-1.1"""\n    assert f()\n'
    double = make_game(tmp_path / "b", "- **TY-1.1** One.\n- **TY-1.1** Again.\n", test)
    assert double.problems == ["TY-1.1 stands twice in rules.md"]


def test_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    good = Report("toy", ["TY-1.1"], rule_report.Counter(), rule_report.Counter({"TY-1.1": 1}))
    bad = Report("toy", ["TY-1.1"], rule_report.Counter(), rule_report.Counter())
    for report, code in ((good, 0), (bad, 1)):
        monkeypatch.setattr(rule_report, "reports", lambda report=report: [report])
        assert rule_report.main() == code
    assert "TY-1.1 has no test" in capsys.readouterr().out
