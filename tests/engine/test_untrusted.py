"""Files and texts from strangers: nothing hangs, grows or overflows, and messages stay short."""

import os
import time
from pathlib import Path

import pytest

import flank_envs
from flank_envs.cli import main
from flank_envs.engine.replay import Replay, ReplayError
from flank_envs.engine.untrusted import LONGEST, cut, read_file, read_json, short_repr
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import CheckpointError

DEEP = "[" * 100_000


def replay_text(actions: str = "actions\n", **lines: str) -> str:
    fields = {"game": "hold_the_line 0", "options": "{}", "seed": "7", "end": "{}", **lines}
    return "\n".join(["flank_envs replay 1", *(f"{name} {value}" for name, value in fields.items()), actions])


def test_only_regular_files_within_the_limit_are_read(tmp_path: Path) -> None:
    file, link, pipe = tmp_path / "file", tmp_path / "link", tmp_path / "pipe"
    file.write_bytes(b"12345")
    link.symlink_to("/dev/zero")
    os.mkfifo(pipe)
    assert read_file(file, 5) == b"12345"
    for path, reason in ((file, "more than 4 bytes"), (link, "not a regular file"), (pipe, "not a regular file")):
        with pytest.raises(OSError, match=reason):
            read_file(path, 4)
        with pytest.raises(ReplayError, match=reason) if path != file else pytest.raises(ReplayError):
            Replay.load(path)
        with pytest.raises(CheckpointError, match=reason) if path != file else pytest.raises(CheckpointError):
            checkpoint.read(path)


def test_deep_json_is_an_error_and_no_overflow(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        read_json(DEEP)
    for name in ("options", "end"):
        with pytest.raises(ReplayError, match="nested too deeply"):
            Replay.parse(replay_text(**{name: DEEP}))
    batch = flank_envs.make_batch("hold_the_line", num_games=1, seed=0)
    whole = batch.save()
    start, _, rest = whole.partition(b"\n")
    with pytest.raises(ValueError, match=r"checksum|nested"):
        batch.restore(start + DEEP.encode() + b"\n" + rest)
    assert main(["watch", "hold_the_line", f"contested={DEEP}"]) == 2
    assert len(capsys.readouterr().err) < 1000


LARGE = {"list": [[[[0] * 99] * 99] * 99] * 99, "dict": {"a" * 999: "b" * 999}, "int": 10**9999, "str": "x" * 10**6}


@pytest.mark.parametrize("value", LARGE.values(), ids=LARGE)
def test_values_in_messages_are_cut(value: object) -> None:
    assert len(short_repr(value)) <= LONGEST
    with pytest.raises(ValueError, match="option contested=") as caught:
        flank_envs.make_batch("hold_the_line", num_games=1, contested=value)
    assert len(str(caught.value)) < 400


def test_short_values_in_messages_are_whole() -> None:
    assert [short_repr(value) for value in (1.5, "quick", [6, 5], None)] == ["1.5", "'quick'", "[6, 5]", "None"]


def test_the_time_to_read_a_replay_grows_with_its_length_alone() -> None:
    """Ten times the lines take about ten times as long; a hundred times would mean that each line copies all before."""

    def seconds(lines: int) -> float:
        text = replay_text("actions\n" + "999\n" * lines)
        began = time.process_time()
        with pytest.raises(ReplayError, match="outside"):
            Replay.parse(text)
        return time.process_time() - began

    seconds(1000)
    assert min(seconds(500_000) for _ in range(2)) < 40 * min(seconds(50_000) for _ in range(3))


def test_messages_on_a_terminal_are_one_line_that_is_not_long(capsys: pytest.CaptureFixture[str]) -> None:
    assert cut("one\n two") == "one two"
    assert cut("a" + "x" * 5000 + "z") == f"a{'x' * 499} ... {'x' * 499}z"
    assert main(["layout", "x" * 5000]) == 2
    assert len(capsys.readouterr().err) < 1100


def test_names_of_games_in_messages_are_cut() -> None:
    with pytest.raises(ReplayError, match="unknown game") as caught:
        Replay.parse(replay_text(game="{" * 10_000 + " 0"))
    assert len(str(caught.value)) < 1000
