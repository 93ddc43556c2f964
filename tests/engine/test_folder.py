"""Verbs and functions for people are found by their names, and what is wrong in a folder is said with both."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from flank_envs.engine.folder import find_by_name
from flank_envs.engine.game import Game
from flank_envs.engine.rules import find_rules, nothing_hidden
from flank_envs.engine.view_functions import find_view
from tests.games.sample_game import GAME

TURN = "def deal(state): ...\ndef legal(state, mask): ...\ndef apply(state, action): ...\n"
OBSERVE = "def observe(state, seat, out): ...\n"
CHECK = "INVARIANTS = ('all is well',)\ndef check(state): return 0\n"
WHOLE = {"__init__": "", "turn": TURN, "observe": OBSERVE, "check": CHECK}
VIEW = {"view/__init__": "", "view/words": "def describe(state, action): ...\ndef refusal(state, action): ...\n"}
DRAWN = {"view/text": "def text(state, viewer): ...\n", "view/picture": "def picture(state, viewer): ...\n"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[dict[str, str]], str]]:
    """Write the modules of a game; the name of its package."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(modules: dict[str, str]) -> str:
        for name, text in modules.items():
            path = tmp_path / "my_game" / f"{name}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return "my_game"

    yield write
    for name in [name for name in sys.modules if name.partition(".")[0] == "my_game"]:
        del sys.modules[name]


def test_verbs_are_found_in_the_modules_of_a_folder(folder: Callable[[dict[str, str]], str]) -> None:
    rules = find_rules(folder({**WHOLE, "state": "def derive(state): ...\n"}))
    assert rules.deal.__module__ == "my_game.turn"
    assert rules.derive.__module__ == "my_game.state"
    assert rules.observe_turn is rules.observe
    assert rules.determinize is nothing_hidden
    assert rules.invariants == ("all is well",)


def test_a_game_may_be_one_module(folder: Callable[[dict[str, str]], str]) -> None:
    name = folder({"__init__": "from my_game.turn import *", "turn": "", "all": TURN + OBSERVE + CHECK})
    assert find_rules(f"{name}.all").check(None) == 0


def test_functions_for_people_are_found(folder: Callable[[dict[str, str]], str]) -> None:
    view = find_view(folder({"__init__": "", **VIEW, **DRAWN}))
    assert [view.describe.__module__, view.text.__module__] == ["my_game.view.words", "my_game.view.text"]
    assert view.story is None, "the game tells the decision alone"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"turn": TURN.replace("apply", "aply")}, r"my_game does not define 'apply'.*did you mean 'aply'"),
        ({"turn": ""}, r"my_game does not define 'deal': it is looked for there and in its modules rules, state, turn"),
        ({"check": "def check(state): return 0\n"}, "my_game does not define 'INVARIANTS'"),
        ({"state": "def deal(state): ...\n"}, r"my_game defines 'deal' twice, in my_game\.state and in my_game\.turn"),
        ({"determinize": "def determinise(state, seat): ...\n"}, r"my_game\.determinize does not define 'determinize'"),
        ({"state": "def determinise(state, seat): ...\n"}, r"my_game defines 'determinise' and no 'determinize'"),
        ({"turn": TURN + "def undo_unsen(state, seat): ...\n"}, r"my_game defines 'undo_unsen' and no 'undo_unseen'"),
        (
            {"state": "from tests.games.sample_game.rules import determinize\n"},
            r"my_game\.state imports 'determinize' from",
        ),
        ({"observe": "from tests.games.sample_game.rules import observe\n"}, r"my_game\.observe does not define"),
    ],
)
def test_what_is_wrong_is_said_with_folder_and_verb(
    folder: Callable[[dict[str, str]], str], changes: dict[str, str], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        find_rules(folder({**WHOLE, **changes}))


def test_a_missing_function_for_people_is_said(folder: Callable[[dict[str, str]], str]) -> None:
    with pytest.raises(ValueError, match=r"my_game does not define 'text': it is looked for there and in its modules"):
        find_view(folder({"__init__": "", **VIEW}))


def test_an_error_inside_a_module_is_told_as_it_is(folder: Callable[[dict[str, str]], str]) -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        find_rules(folder({**WHOLE, "state": "import no_such_module\n"}))


def test_what_is_imported_within_a_folder_counts_once(folder: Callable[[dict[str, str]], str]) -> None:
    name = folder({**WHOLE, "state": "from my_game.turn import deal\n"})
    assert find_by_name(name, ["deal"], ["state", "turn"])["deal"].__module__ == "my_game.turn"


def test_a_game_holds_identity_layouts_record_rules_and_view() -> None:
    names = {field.name for field in fields(Game)}
    assert len(names) <= 16
    assert not names & {"heuristic", "evaluate", "rollout", "deal", "describe"}
    assert GAME.rules.deal.__module__ == "tests.games.sample_game.rules"
    assert GAME.view.text.__module__ == "tests.games.sample_game.view"
