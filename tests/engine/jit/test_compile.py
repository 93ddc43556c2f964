"""The compile cache: fresh after an edit, safe for many processes, loud on first use, quiet after."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.play import JIT_DISABLED

REPOSITORY = Path(__file__).resolve().parents[3]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")]

PLAY = """
import numpy as np
from flank_envs import add_game, make_batch
from tests.games.sample_game import GAME
add_game(GAME)
batch = make_batch("sample_game", 1, seed=0)
batch.step(np.argmax(batch.action_mask, 1))
print("left", int(batch.states["left"][0]))
"""


def start(package: Path, cache: Path, code: str = PLAY) -> subprocess.Popen[str]:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(package)}
    command = [sys.executable, "-P", "-c", code]
    return subprocess.Popen(command, env=environment, stdout=-1, stderr=-1, text=True, cwd=package)


def finish(process: subprocess.Popen[str]) -> tuple[str, str]:
    out, err = process.communicate(timeout=1800)
    assert process.returncode == 0, err
    return out, err


def test_first_use_is_told_an_edit_is_seen_and_processes_share(tmp_path: Path) -> None:
    package, cache = tmp_path / "copy", tmp_path / "cache"
    for folder in ("flank_envs", "tests/games/sample_game"):
        shutil.copytree(REPOSITORY / folder, package / folder, ignore=shutil.ignore_patterns("__pycache__"))
    together = [start(package, cache) for _ in range(2)]
    for process in together:
        out, err = finish(process)
        assert out == "left 20\n"
        assert "compiling step" in err
    for unrelated in (
        "flank_envs/interfaces/pettingzoo.py",
        "flank_envs/view/svg.py",
        "flank_envs/games/mana_surge/tables.py",
    ):
        with (package / unrelated).open("a") as file:
            file.write("\n\nMORE = 1\n")
    out, err = finish(start(package, cache))
    assert (out, err) == ("left 20\n", "")
    rules = package / "tests" / "games" / "sample_game" / "rules.py"
    rules.write_text(rules.read_text().replace("state.left = state.heap", "state.left = state.heap - 1"))
    out, err = finish(start(package, cache))
    assert out == "left 19\n"
    assert "compiling step" in err
    assert len(list(cache.rglob("step-*.kernel"))) == 2


def test_an_edit_between_import_and_compile_is_not_mixed_up(tmp_path: Path) -> None:
    """The table is another module's: what counts is what was imported, and the next process sees the edit."""
    (tmp_path / "table.py").write_text("SIZE = 5\n")
    (tmp_path / "rules.py").write_text(
        "from flank_envs.engine.jit.compile import kernel, rule\nfrom table import SIZE\n"
        "@rule\ndef size():\n    return SIZE\n@kernel\ndef tell_size():\n    return size()\n"
    )
    look = f"import sys; sys.path.append({str(tmp_path)!r})\nimport rules, pathlib\n"
    edit = f"pathlib.Path({str(tmp_path / 'table.py')!r}).write_text('SIZE = 14')\n"
    tell = "print(rules.tell_size())"
    out, _ = finish(start(REPOSITORY, tmp_path, look + edit + tell))
    assert out == "5\n"
    out, err = finish(start(REPOSITORY, tmp_path, look + tell))
    assert out == "14\n"
    assert "compiled tell_size" in err
    out, err = finish(start(REPOSITORY, tmp_path, look + tell))
    assert (out, err) == ("14\n", "")


def test_a_global_changed_after_use_is_not_kept(tmp_path: Path) -> None:
    """Numba may have compiled the old value in, or not: nobody knows what such code is."""
    (tmp_path / "rules.py").write_text(
        "from flank_envs.engine.jit.compile import kernel, rule\nSIZE = 5\n@rule\ndef size():\n    return SIZE\n"
        "@kernel\ndef once():\n    return size()\n@kernel\ndef twice():\n    return size() * 2\n"
    )
    look = f"import sys; sys.path.append({str(tmp_path)!r})\nimport rules\nrules.once()\nrules.SIZE = 6\nrules.twice()"
    finish(start(REPOSITORY, tmp_path, look))
    assert [entry.name[:5] for entry in tmp_path.rglob("*.kernel")] == ["once-"]


def test_a_damaged_entry_is_compiled_again(tmp_path: Path) -> None:
    code = "import numpy as np; from flank_envs.engine.kernels import take_actions; "
    code += "take_actions(np.ones((1, 2), np.int8), np.zeros(1, np.int64), True, np.zeros(1, np.int32))"
    finish(start(REPOSITORY, tmp_path, code))
    (entry,) = tmp_path.rglob("take_actions-*.kernel")
    entry.write_bytes(b"garbage")
    _, err = finish(start(REPOSITORY, tmp_path, code))
    assert "is damaged" in err
    assert "compiled take_actions" in err
    _, err = finish(start(REPOSITORY, tmp_path, code))
    assert err == ""
    no_code = f"from flank_envs.engine.jit.cache import save; save({entry.name!r}, b'whole, but no code'); "
    _, err = finish(start(REPOSITORY, tmp_path, no_code + code))
    assert f"{entry.name} cannot be loaded" in err
    assert "compiled take_actions" in err


def test_code_with_addresses_is_not_kept(tmp_path: Path) -> None:
    """A table that is no contiguous array is compiled in by its address, which the next process does not have."""
    (tmp_path / "column.py").write_text(
        "import numpy as np\nfrom flank_envs.engine.jit.compile import kernel\n"
        "COLUMN = np.eye(3)[:, 1]\n@kernel\ndef look_up(k):\n    return COLUMN[k]\n"
    )
    code = f"import sys; sys.path.append({str(tmp_path)!r})\nimport column\n"
    code += "try:\n    column.look_up(1)\nexcept TypeError as problem:\n    print(problem)"
    out, _ = finish(start(REPOSITORY, tmp_path, code))
    assert "look_up uses a table that is not contiguous" in out
    assert not list(tmp_path.rglob("*.kernel"))


def test_games_that_were_compiled_apart_are_played_together(tmp_path: Path) -> None:
    """Kernels of two processes keep apart what both games use: each game goes as it does by itself."""
    code = """
from flank_envs.opponents.seats import SeatGames
for name in NAMES:
    games = SeatGames(name, 16, "heuristic")
    games.reset(seed=0)
    for _ in range(40):
        games.step(games.action_mask.argmax(1))
    print(name, games.states.tobytes().hex())
"""
    names = ("hold_the_line", "mana_surge")
    alone = [finish(start(REPOSITORY, tmp_path, f"NAMES = ['{name}']{code}"))[0] for name in names]
    for order in (names, names[::-1]):
        process = start(REPOSITORY, tmp_path, f"NAMES = {order}{code}")
        try:
            out, err = process.communicate(timeout=120)
        finally:
            process.kill()
        assert err == ""
        assert sorted(out.splitlines()) == sorted("".join(alone).splitlines())
