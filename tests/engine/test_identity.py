"""What files know rules and players by changes with what decides, and with nothing else, wherever it is asked for."""

import json
import linecache
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import reduce
from itertools import count
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

from flank_envs.engine import source
from flank_envs.engine.game import Game, all_games
from flank_envs.engine.identity import SOURCE, source_fingerprint
from flank_envs.engine.jit import walk
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.engine.jit.reads import globals_read
from flank_envs.engine.jit.verbs import RULE_OF_GAME
from flank_envs.evaluation.ladder.entrants import RULES, rules_of
from flank_envs.opponents import load_opponent
from flank_envs.opponents.policy.features import features_hashes
from flank_envs.opponents.policy.identity import SOURCE as POLICY
from flank_envs.opponents.search.opponent import SOURCE as SEARCH
from tests.engine.jit.test_fingerprint import DIFFERENT, PRELUDE, SAME
from tests.games.sample_game import GAME

PACKAGE = Path(source.__file__).parents[1]
PLAYERS = ("random", "heuristic", "search:4", "search:4:random")
NUMBER = count()

IDENTITIES = f"""
import json
from flank_envs.engine.game import all_games
from flank_envs.engine.identity import source_fingerprint
from flank_envs.evaluation.ladder.entrants import rules_of
from flank_envs.opponents.policy.identity import SOURCE as POLICY
from flank_envs.opponents import load_opponent
from flank_envs.opponents.policy.features import features_hashes
found = {{}}
for game in all_games().values():
    found[game.name] = [rules_of(game), source_fingerprint(game, POLICY)]
    found[game.name] += [load_opponent(name).identity(game) for name in {PLAYERS}]
    found[game.name] += [*features_hashes(game).values()] if game.features else []
print(json.dumps(found))
"""


@pytest.fixture
def anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Drop what was seen of rules and files, now and after the test."""

    def drop_memory() -> None:
        monkeypatch.setattr(walk, "_known", {})
        for known in (source._tree, source._definitions, features_hashes):
            known.cache_clear()

    drop_memory()
    yield drop_memory
    drop_memory()


def relative(path: str) -> Path:
    """A file as seen from the package, or from the folder around it."""
    above = next(folder for folder in (PACKAGE, PACKAGE.parent, Path("/")) if Path(path).is_relative_to(folder))
    return Path(path).relative_to(above)


def edit_lines(monkeypatch: pytest.MonkeyPatch, edit: Callable[[str, str], str]) -> set[str]:
    """From now on `edit(file, line)` stands for every line of source; the files that are read are noted."""
    read, seen = linecache.getlines, set()

    def getlines(path: str, *rest: Any) -> list[str]:
        name = relative(path).as_posix()
        seen.add(name)
        return [edit(name, line) for line in read(path, *rest)]

    monkeypatch.setattr(linecache, "getlines", getlines)
    return seen


def everything(game: Game) -> list[str]:
    found = [rules_of(game), source_fingerprint(game, POLICY)]
    found += [load_opponent(name).identity(game) for name in PLAYERS]
    return [*found, *features_hashes(game).values()] if game.features else found


def test_the_same_in_every_process_and_mode(anew: Callable[[], None]) -> None:
    environment = {"NUMBA_DISABLE_JIT": "0" if JIT_DISABLED else "1", "PYTHONHASHSEED": "5"}
    run = subprocess.run(
        [sys.executable, "-c", IDENTITIES],
        env=os.environ | environment | {"PYTHONPATH": str(PACKAGE.parent)},
        stdout=subprocess.PIPE,
        check=True,
        timeout=600,
    )
    there = json.loads(run.stdout)
    assert there
    assert there == {name: everything(all_games()[name]) for name in there}


def test_words_are_no_part(game: Game, anew: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Other comments everywhere, and other docstrings and messages."""
    before = everything(game)
    anew()

    def reworded(name: str, line: str) -> str:
        if re.match(r' *"""\w', line):
            line = line.replace('"""', '"""Other words. ', 1)
        line = line.replace('raise ValueError(f"', 'raise ValueError(f"No: ')
        return line.rstrip("\n") + "  # a comment\n" if line.strip() and not line.rstrip().endswith("\\") else line

    edit_lines(monkeypatch, reworded)
    assert everything(game) == before


def test_files_of_views_and_checks_are_not_read(
    game: Game, anew: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = edit_lines(monkeypatch, lambda name, line: line)
    everything(game)
    assert {"engine/record.py", "engine/rng.py", "opponents/search/tree.py", "opponents/search/searcher.py"} <= seen
    strangers = {"view", "check", "check.py", "web", "cli"}
    assert not [name for name in seen if strangers & set(Path(name).parts)]


def test_every_helper_that_rules_call_makes_them(
    game: Game, anew: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one argument more in a function, for each file outside the game that they are read from."""
    before, functions = rules_of(game), _functions_below(game)
    helpers = {path: f for f in functions if "games" not in relative(path := f.__code__.co_filename).parts}
    assert {"kernels.py", "record.py", "rng.py"} <= {Path(path).name for path in helpers}
    for path, function in helpers.items():
        text, name = "".join(linecache.getlines(path)), function.__name__
        assert f"def {name}(" in text
        with monkeypatch.context() as patch:
            anew()
            edit_lines(patch, lambda file, line, name=name: line.replace(f"def {name}(", f"def {name}(more, "))
            assert rules_of(game) != before, path


def test_tables_that_rules_use_make_them(
    library_game: Game, anew: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rules_of(library_game)
    tables: dict[int, tuple[FunctionType, tuple[str, ...], np.ndarray]] = {}
    for function in _functions_below(library_game):
        for path, _, value in globals_read(function):
            if isinstance(value, np.ndarray) and value.size:
                tables[id(value)] = function, path, value
    assert tables
    for function, path, value in list(tables.values())[:: max(1, len(tables) // 2)]:
        other = value.copy()
        other.flat[-1] = not other.flat[-1] if value.dtype == bool else other.flat[-1] + 1
        with monkeypatch.context() as patch:
            anew()
            if len(path) == 1:
                patch.setitem(function.__globals__, path[0], other)
            else:
                patch.setattr(reduce(getattr, path[1:-1], function.__globals__[path[0]]), path[-1], other)
            assert rules_of(library_game) != before, path
    anew()
    assert rules_of(library_game) == before


def test_the_order_of_an_option_makes_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    game = all_games()["hold_the_line"]
    (option,) = (option for option in game.options if option.name == "contested")
    before = rules_of(game), load_opponent("heuristic").identity(game)
    monkeypatch.setitem(vars(option), "meaning", "Other words.")
    assert rules_of(game) == before[0]
    monkeypatch.setitem(vars(option), "choices", option.choices[::-1])
    assert rules_of(game) != before[0]


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("games/mana_surge/heuristic.py", "streams, i", "streams, k", "heuristic search"),
        ("games/mana_surge/evaluate.py", "values[", "values[0 + ", "search"),
        ("opponents/search/tree.py", "np.sqrt", "np.log", "search"),
        ("opponents/search/sequential_halving.py", "CONSIDERED = 16", "CONSIDERED = 8", "search"),
        ("games/mana_surge/view/words.py", "return", "return not", ""),
    ],
)
def test_what_decides_makes_the_player(
    file: str, old: str, new: str, changed: str, anew: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = all_games()["mana_surge"]
    players = {"random": "random", "heuristic": "heuristic", "search": "search:4"}
    before = {short: load_opponent(name).identity(game) for short, name in players.items()}
    rules = rules_of(game)
    assert old in (PACKAGE / file).read_text(encoding="utf-8")
    anew()
    edit_lines(monkeypatch, lambda name, line: line.replace(old, new) if name == file else line)
    after = {short: load_opponent(name).identity(game) for short, name in players.items()}
    assert {short for short in players if after[short] != before[short]} == set(changed.split())
    assert rules_of(game) == rules


def test_kernels_that_a_search_asks_elsewhere_count(anew: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules are followed to the kernels that they call, in whatever module these are."""
    before = source_fingerprint(GAME, SEARCH)
    seen = edit_lines(monkeypatch, lambda name, line: line)
    anew()
    assert source_fingerprint(GAME, SEARCH) == before
    expected = {"search/kernels.py", "search/determinizations.py", "policy/sampling.py"}
    assert {"engine/kernels.py", *(f"opponents/{file}" for file in expected)} <= seen


def kept(text: str) -> str:
    """The path under which this source can be read, as that of a notebook's cell can."""
    path, lines = f"<made {next(NUMBER)}>", [str(line) for line in text.splitlines(keepends=True)]
    linecache.cache[path] = (len(text), None, lines, path)
    return path


def made_from(text: str, module: str = "made") -> str:
    """The identity of the kernel `f` of this source."""
    path, names = kept(PRELUDE + text), {"__name__": module}
    exec(compile(PRELUDE + text, path, "exec"), names)
    return source_fingerprint(GAME, [names["f"]])


@pytest.mark.parametrize("case", DIFFERENT)
def test_what_is_compiled_in_counts(case: str) -> None:
    text, old, new = DIFFERENT[case]
    assert made_from(text) == made_from(text)
    assert made_from(text) != made_from(text.replace(old, new))


SAME_TEXT = {
    **SAME,
    "module of a constant": (
        "SIZE = tables.SIZE = tables.sub.SIZE = 3\n@kernel\ndef f(a): return a.SIZE[SIZE]",
        "[SIZE]",
        "[tables.SIZE]",
    ),
    "module in a module": ("tables.A = tables.sub.A = 3\n@kernel\ndef f(): return tables.A", "s.A", "s.sub.A"),
    "module of a rule": (
        "@rule\ndef g(k): return k\ntables.g = g\n@kernel\ndef f(k): return g(k)",
        "return g(k)",
        "return tables.g(k)",
    ),
    "annotation": ("@kernel\ndef f(k: int) -> int:\n    return k", "int", "float"),
    "message": ("@rule\ndef f(k):\n    raise ValueError('one')", "one", "two"),
    "line breaks": ("@kernel\ndef f(a, b):\n    return a + b", "a + b", "(a +\n        b)"),
    "quotes": ("@kernel\ndef f(k):\n    return 'one'", "'one'", '"one"'),
}


@pytest.mark.parametrize("case", SAME_TEXT)
def test_what_decides_nothing_does_not_count(case: str) -> None:
    text, old, new = SAME_TEXT[case]
    assert old in text
    assert made_from(text) == made_from(text.replace(old, new))


def test_rules_may_move_but_not_stand_in_for_each_other() -> None:
    text = "def of(size):\n    @rule\n    def g(): return size\n    return g\none, other = of(3), of(4)\n"
    text += "@kernel\ndef f(): return one() - other()"
    assert made_from(text, "here") == made_from(text, "there")
    twins = "@rule\ndef g(): return 3\none = g\n@rule\ndef g(): return 4\nother = g\n"
    twins += "@kernel\ndef f(): return one() - other()"
    assert made_from(twins) != made_from(twins.replace("one() - other()", "other() - one()"))
    assert made_from(twins) != made_from(twins.replace("one = g", "other = g", 1).replace("4\nother = g", "4\none = g"))


def test_source_that_is_gone_is_told() -> None:
    names: dict[str, Any] = {"__name__": "made"}
    exec(PRELUDE + "@kernel\ndef f(): return 3", names)
    with pytest.raises(ValueError, match=r"the source of f cannot be read in <string>: keep it in a file"):
        source_fingerprint(GAME, [names["f"]])
    with pytest.raises(ValueError, match="the module made has no source: keep it in a file"):
        source_fingerprint(GAME, [_module_without_file()])


def test_text_is_written_the_same_by_every_python() -> None:
    """What 3.11, 3.12 and 3.13 gave for it; their own `ast.dump` and `ast.unparse` differ."""
    text = "@rule\ndef f(a, *, b=(1, 2)):\n    '''Words.'''\n    x: int = a[0, 1:] if not b else -a.c\n    return x\n"
    assert source.text_of(source._definitions(kept(text))[1]) == (
        "FunctionDef(name='f', args=arguments(args=[arg(arg='a')], kwonlyargs=[arg(arg='b')], "
        "kw_defaults=[Tuple(elts=[Constant(value=1), Constant(value=2)], ctx=Load())]), "
        "body=[AnnAssign(target=Name(id='x', ctx=Store()), value=IfExp(test=UnaryOp(op=Not(), "
        "operand=Name(id='b', ctx=Load())), body=Subscript(value=Name(id='a', ctx=Load()), "
        "slice=Tuple(elts=[Constant(value=0), Slice(lower=Constant(value=1))], ctx=Load()), ctx=Load()), "
        "orelse=UnaryOp(op=USub(), operand=Attribute(value=Name(id='a', ctx=Load()), attr='c', ctx=Load()))), "
        "simple=1), Return(value=Name(id='x', ctx=Load()))], decorator_list=[Name(id='rule', ctx=Load())])"
    )


def _module_without_file() -> ModuleType:
    module = ModuleType("made")
    module.__file__ = None
    return module


def _functions_below(game: Game) -> list[FunctionType]:
    """The functions that make the rules."""
    found: list[FunctionType] = []

    def noting(function: FunctionType) -> str:
        found.append(function)
        return SOURCE.code(function)

    def rules(verb: Any) -> list[Any]:
        return [RULE_OF_GAME[verb](game)]

    list(walk.walk(map(walk.python_function, RULES), rules, SOURCE._replace(code=noting)))
    return found
