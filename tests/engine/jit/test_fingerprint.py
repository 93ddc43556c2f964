"""What a kernel is kept under changes with all that it is built from, and with nothing else."""

import os
import re
import shutil
import subprocess
import sys
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType

import numba
import numpy as np
import pytest

from flank_envs.engine.jit import fingerprint as module
from flank_envs.engine.jit.compile import kernel, rule
from flank_envs.engine.jit.fingerprint import fingerprint
from tests.conformance.play import JIT_DISABLED

REPOSITORY = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")

NAMES = """
from numba import typeof
from flank_envs.engine import kernels
from flank_envs.engine.jit.fingerprint import fingerprint
from flank_envs.engine.game import all_games
from flank_envs.opponents import seat_kernels
from flank_envs.opponents.policy.dense import dense
for game in all_games().values():
    for kernel in (kernels.step, seat_kernels.play, kernels.look):
        print(game.name, kernel.__name__, fingerprint(kernel.py_func, (typeof(game.blank(1, {})),)))
for kernel in (kernels.take_actions, dense):
    print("core", kernel.__name__, fingerprint(kernel.py_func, ()))
"""


def names(package: Path, *, hash_seed: str = "0") -> dict[tuple[str, str], str]:
    """Game and kernel -> hash, from a new process. Nothing is compiled."""
    # Without .pyc files: Python takes an edit within the same second for none.
    environment = {"PYTHONPATH": str(package), "PYTHONHASHSEED": hash_seed, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-P", "-c", NAMES]
    out = subprocess.run(
        command, env=os.environ | environment, stdout=-1, text=True, cwd=package, check=True, timeout=1500
    ).stdout
    return {(game, name): value for game, name, value in map(str.split, out.splitlines())}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(REPOSITORY / "flank_envs", folder / "flank_envs", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="module")
def before(package: Path) -> dict[tuple[str, str], str]:
    return names(package)


def more(text: str) -> str:
    return text + "\n\nMORE = 1\n\n\ndef more():\n    return MORE\n"


def other_table(text: str) -> str:
    return text.replace("HAND_SIZE = 5", "HAND_SIZE = 4")


def other_rule(text: str) -> str:
    return text.replace("def legal(state, mask):\n", "def legal(state, mask):\n    mask[0] = 0\n")


def other_heuristic(text: str) -> str:
    return re.sub(r"(def heuristic\(state, mask, streams, i\):\n)", r"\1    mask[0] += 0\n", text)


def other_loop(text: str) -> str:
    return text.replace("def write_returns(state, out):\n", "def write_returns(state, out):\n    out[0] = 0\n")


def other_passes(text: str) -> str:
    return text.replace("SMALL = 60", "SMALL = 61")


def other_options(text: str) -> str:
    return text.replace('"error_model": "numpy"', '"error_model": "python"')


def comment(text: str) -> str:
    return "# a comment, so that all lines move\n" + text


HOLD = "games/hold_the_line"
EDITS: list[tuple[str, Callable[[str], str], str]] = [
    (f"{HOLD}/tables.py", other_table, r"hold_the_line (step|play)"),
    (f"{HOLD}/turn.py", other_rule, r"hold_the_line (step|play)"),
    (f"{HOLD}/heuristic.py", other_heuristic, r"hold_the_line play"),
    ("engine/steps.py", other_loop, r".* (step|play)"),
    ("engine/jit/pipeline.py", other_passes, r".*"),
    ("engine/jit/passes.py", other_options, r".*"),
]
UNRELATED: list[tuple[str, Callable[[str], str]]] = [
    (f"{HOLD}/turn.py", comment),
    (f"{HOLD}/view/words.py", more),
    ("interfaces/pettingzoo.py", more),
    ("view/svg.py", more),
    ("cli/__init__.py", more),
    ("engine/replay.py", more),
]


@contextmanager
def edited(package: Path, path: str, edit: Callable[[str], str]) -> Iterator[None]:
    """The file is another one for a while."""
    file = package / "flank_envs" / path
    text = file.read_text()
    assert edit(text) != text, "the edit found nothing to change"
    file.write_text(edit(text))
    yield
    file.write_text(text)


@pytest.mark.slow
@pytest.mark.parametrize(("path", "edit", "changed"), EDITS)
def test_an_edit_renames_what_was_built_from_it(
    package: Path, before: dict, path: str, edit: Callable[[str], str], changed: str
) -> None:
    with edited(package, path, edit):
        after = names(package)
    expected = {key for key in before if re.fullmatch(changed, " ".join(key))}
    assert {key for key in before if after[key] != before[key]} == expected
    assert expected


@pytest.mark.slow
def test_names_stay_the_same_in_every_process_and_after_edits_of_other_things(package: Path, before: dict) -> None:
    with ExitStack() as stack:
        for path, edit in UNRELATED:
            stack.enter_context(edited(package, path, edit))
        assert names(package, hash_seed="1") == before
    assert len(set(before.values())) == len(before)


TABLE = np.arange(3)
SIZE = 3
ANYTHING: dict = {}
SOMEWHERE = ModuleType("somewhere")


@rule
def _sized(k):
    return SIZE + k


@kernel
def looks_up(k):
    return TABLE[k] + _sized(k)


@kernel
def uses_anything(k):
    return ANYTHING[k]


def plain(k):
    return k


@kernel
def calls_plain(k):
    return plain(k)


@kernel
def calls_plain_of_a_module(k):
    return SOMEWHERE.plain(k)


@kernel
def renames_a_module():
    m = SOMEWHERE
    return m.SIZE


@kernel
def asks_a_module_by_text():
    return getattr(SOMEWHERE, "SIZE")  # noqa: B009


@kernel
def has_an_attribute(a):
    return a.ANYTHING


def test_changed_globals_are_seen_also_below(monkeypatch: pytest.MonkeyPatch) -> None:
    first = fingerprint(looks_up.py_func, ())
    monkeypatch.setitem(globals(), "SIZE", 4)
    assert fingerprint(looks_up.py_func, ()) == first  # as Numba, which has compiled them in
    second = fingerprint(looks_up.py_func, (), anew=True)
    monkeypatch.setitem(globals(), "TABLE", np.arange(1, 4))
    assert len({first, second, fingerprint(looks_up.py_func, (), anew=True)}) == 3


def test_names_of_tuples_and_of_their_fields_count() -> None:
    names = (("Pair", "left right"), ("Pair", "right left"), ("Couple", "left right"))
    kinds = [namedtuple(name, fields) for name, fields in names]
    assert len({fingerprint(looks_up.py_func, (numba.typeof(kind(1, 1)),)) for kind in kinds}) == 3


def test_settings_of_numba_count(monkeypatch: pytest.MonkeyPatch) -> None:
    first = fingerprint(looks_up.py_func, ())
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    assert fingerprint(looks_up.py_func, ()) != first
    for name in module.SETTINGS:
        assert hasattr(numba.config, name), name


def test_what_cannot_be_hashed_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TypeError, match="uses_anything uses ANYTHING, a dict: rules know numbers"):
        fingerprint(uses_anything.py_func, ())
    with pytest.raises(TypeError, match="calls_plain uses plain, a plain function: decorate it with @rule"):
        fingerprint(calls_plain.py_func, ())
    monkeypatch.setattr(SOMEWHERE, "plain", plain, raising=False)
    with pytest.raises(
        TypeError, match=r"calls_plain_of_a_module uses SOMEWHERE\.plain, a plain function: decorate it"
    ):
        fingerprint(calls_plain_of_a_module.py_func, ())
    for function in (renames_a_module, asks_a_module_by_text):
        with pytest.raises(
            TypeError, match=r"uses SOMEWHERE, a module: read a value of it at once, as in tables\.SIZE"
        ):
            fingerprint(function.py_func, ())
    fingerprint(has_an_attribute.py_func, ())


PRELUDE = """
import enum
import numpy as np
from types import ModuleType
from flank_envs.engine.jit.compile import kernel, rule
tables = ModuleType("tables")
tables.sub = ModuleType("sub")
"""
DIFFERENT = {
    "default": ("@kernel\ndef f(k=3): return k", "3", "4"),
    "default of a keyword": ("@kernel\ndef f(*, k=3): return k", "3", "4"),
    "default below": ("@rule\ndef g(k=3): return k\n@kernel\ndef f(): return g()", "3", "4"),
    "closure": ("def make(size):\n    @kernel\n    def f(): return size\n    return f\nf = make(3)", "(3)", "(4)"),
    "constant of a module": ("tables.SIZE = 3\n@kernel\ndef f(): return tables.SIZE", "3", "4"),
    "rule of a module": ("@rule\ndef g(): return 3\ntables.g = g\n@kernel\ndef f(): return tables.g()", "3", "4"),
    "array of a module": ("tables.A = np.array([3, 5])\n@kernel\ndef f(k): return tables.A[k]", "3", "4"),
    "constant of a module in a module": ("tables.sub.SIZE = 3\n@kernel\ndef f(): return tables.sub.SIZE", "3", "4"),
    "rule of a module in a module": (
        "@rule\ndef g(): return 3\ntables.sub.g = g\n@kernel\ndef f(): return tables.sub.g()",
        "3",
        "4",
    ),
    "modules that hold the same name": (
        "tables.A, tables.sub.A = 3, 5\n@kernel\ndef f(): return tables.A - tables.sub.A",
        "tables.A - tables.sub.A",
        "tables.sub.A - tables.A",
    ),
    "name of a parameter and of a module": (
        "tables.A = 3\n@kernel\ndef f(A): return tables.A - A",
        "tables.A - A",
        "A - tables.A",
    ),
    "name of a builtin and of a module": (
        "@rule\ndef g(a, b): return a\ntables.min = g\n@kernel\ndef f(a): return tables.min(a, 1) - min(a, 2)",
        "tables.min(a, 1) - min(a, 2)",
        "min(a, 1) - tables.min(a, 2)",
    ),
    "kind of number": ("SIZE = 1\n@kernel\ndef f(): return SIZE", "1", "1.0"),
    "truth": ("SIZE = 1\n@kernel\ndef f(): return SIZE", "1", "True"),
    "tuple": ("SIZES = (1, (2, 3))\n@kernel\ndef f(k): return SIZES[k]", "3", "4"),
    "type of an array": ("A = np.zeros(3, np.int8)\n@kernel\ndef f(k): return A[k]", "int8", "uint8"),
    "shape of an array": ("A = np.zeros((2, 3))\n@kernel\ndef f(k): return A[k, 0]", "(2, 3)", "(3, 2)"),
    "numpy number": ("A = np.uint64(3)\n@kernel\ndef f(): return A", "3", "4"),
    "enumeration": ("class E(enum.IntEnum):\n    X = 3\n@kernel\ndef f(): return E.X", "3", "4"),
    "order of operands": ("@kernel\ndef f(a, b): return a - b", "a - b", "b - a"),
    "number in the code": ("@kernel\ndef f(): return 3", "3", "4"),
    "names of parameters": ("@kernel\ndef f(a, b): return a - b", "(a, b)", "(b, a)"),
    "other function": ("import math\n@kernel\ndef f(x): return math.sin(x)", "sin", "cos"),
    "other builtin": ("g = min\n@kernel\ndef f(x): return g(x, 1)", "min", "max"),
    "other options": (
        "import numba\n@numba.njit(fastmath=True)\ndef g(x): return x\n@kernel\ndef f(x): return g(x)",
        "True",
        "False",
    ),
}
SAME = {
    "documentation": ('@kernel\ndef f():\n    """One."""\n    return 3', "One", "Two"),
    "comment": ("@kernel\ndef f():\n    # one\n    return 3", "# one", "# two\n\n"),
    "constant that is not used": ("SIZE = 3\n@kernel\ndef f(): return 5", "3", "4"),
    "constant of a module that is not used": (
        "tables.SIZE, tables.OTHER = 3, 5\n@kernel\ndef f(a): return a.SIZE + tables.OTHER",
        "3",
        "4",
    ),
    "function that is not used": ("@rule\ndef g(): return 3\n@kernel\ndef f(): return 5", "3", "4"),
}


def made_from(source: str) -> str:
    names: dict = {"__name__": "made"}
    exec(PRELUDE + source, names)
    return fingerprint(names["f"].py_func, ())


@pytest.mark.parametrize("case", DIFFERENT)
def test_what_numba_compiles_in_counts(case: str) -> None:
    source, old, new = DIFFERENT[case]
    assert old in source
    assert made_from(source) == made_from(source)
    assert made_from(source) != made_from(source.replace(old, new))


@pytest.mark.parametrize("case", SAME)
def test_what_numba_does_not_see_does_not_count(case: str) -> None:
    source, old, new = SAME[case]
    assert old in source
    assert made_from(source) == made_from(source.replace(old, new))
