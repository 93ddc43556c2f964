"""Both ways to compile give the same games, and the stock one is chosen by itself where the short one fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.play import JIT_DISABLED

REPOSITORY = Path(__file__).resolve().parents[3]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")]

PLAY = """
import hashlib
from flank_envs import add_game, make_batch
from flank_envs.engine.jit import passes
from tests.games.sample_game import GAME
add_game(GAME)
batch = make_batch("sample_game", 16, seed=1)
streams = batch.streams(2)
digest = hashlib.sha256()
for _ in range(50):
    digest.update(batch.step_random(streams).tobytes() + batch.observation.tobytes() + batch.states.tobytes())
print(passes.short_passes(), digest.hexdigest())
"""
A_KERNEL = """
from flank_envs.engine.jit import passes
from flank_envs.engine.jit.compile import kernel, rule
@rule
def double(k):
    return 2 * k
@kernel
def doubled(k):
    return double(k)
print(passes.short_passes(), doubled(21))
"""
BREAK_LINKING = """
from flank_envs.engine.jit import pipeline
pipeline._RuleLibrary.finalize = lambda library: library.an_attribute_that_went_away
"""
BREAK_IMPORT = """
from numba.core import compiler_machinery
compiler_machinery.register_pass = None
"""
BREAK_CODE = """
from flank_envs.engine.jit import passes
passes._TABLE[:] = 0
"""


def play(cache: Path, code: str = PLAY, **variables: str) -> tuple[list[str], str]:
    """The words printed and stderr of a new process."""
    environment = {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(REPOSITORY), **variables}
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, timeout=1500)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Where the short passes' code is kept, and how the games went."""
    cache = tmp_path_factory.mktemp("short")
    (works, games), err = play(cache)
    assert works == "True"
    assert "short passes" not in err
    return cache, games


def test_the_stock_passes_can_be_chosen(short: tuple[Path, str]) -> None:
    (works, games), err = play(short[0], FLANK_ENVS_PIPELINE="stock")
    assert (works, games) == ("False", short[1])
    assert "compiled step" in err  # what the short passes left is not taken for it
    assert "short passes" not in err


@pytest.mark.parametrize("damage", [BREAK_IMPORT, BREAK_LINKING, BREAK_CODE], ids=["import", "linking", "code"])
def test_the_stock_passes_are_chosen_where_the_short_ones_fail(tmp_path: Path, damage: str) -> None:
    words, err = play(tmp_path, damage + A_KERNEL)
    assert words == ["False", "42"]
    assert err.count("the short passes fail with Numba") == 1
    assert "compiling with the stock ones" in err


def test_tables_of_modules_are_constants_that_no_rule_writes_into(tmp_path: Path) -> None:
    (tmp_path / "tables.py").write_text("import numpy as np\nCOST = np.arange(3)\n")
    code = f"import sys; sys.path.append({str(tmp_path)!r})\nimport tables\n{A_KERNEL}"
    read = code.replace("2 * k", "tables.COST[2] * k")
    assert play(tmp_path, read)[0] == ["True", "42"]
    write = code.replace("return 2 * k", "tables.COST[2] = k\n    return 2 * k")
    refused = (
        write.replace("print(", "try:\n    print(")
        + "except Exception as problem:\n    print('readonly' in str(problem))"
    )
    assert play(tmp_path, refused)[0] == ["True"]


def test_code_on_disk_needs_no_trial(short: tuple[Path, str]) -> None:
    (works, games), err = play(short[0], PLAY.replace("passes.short_passes()", "passes._works"))
    assert (works, games) == ("None", short[1])
    assert err == ""


def test_another_word_is_refused(tmp_path: Path) -> None:
    code = "try:\n    import flank_envs\nexcept ValueError as problem:\n    print(problem)"
    words, _ = play(tmp_path, code, FLANK_ENVS_PIPELINE="stok")
    assert " ".join(words) == "FLANK_ENVS_PIPELINE='stok': choose short or stock, or leave it out"


def test_bounds_are_checked_in_a_build_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(
        "import numpy as np\nfrom flank_envs.engine.jit.compile import kernel\n"
        "@kernel\ndef look_up(table, k):\n    return table[k]\n"
    )
    code = f"import sys; sys.path.append({str(tmp_path)!r})\nimport numpy as np, rules\n"
    code += "rows = np.arange(9)[:3]\ntry:\n    print(rules.look_up(rows, 5))\nexcept IndexError:\n    print('outside')"
    for _ in range(2):
        assert play(tmp_path, code)[0] == ["5"]
        assert play(tmp_path, code, NUMBA_BOUNDSCHECK="1")[0] == ["outside"]
    assert len(list(tmp_path.rglob("look_up-*.kernel"))) == 2
