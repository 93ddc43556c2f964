"""The folder of compiled code: nothing foreign is deleted, nothing doubtful is run, and no machine makes it fail."""

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from flank_envs.engine.jit import cache

NAME = f"step-{'0' * 32}.kernel"


def name(number: int) -> str:
    return f"step-{number:032x}.kernel"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Each test is a new process, as far as the cache is concerned."""
    drop_memory()
    yield
    drop_memory()


def drop_memory() -> None:
    cache.folder.cache_clear()
    cache.tell.cache_clear()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path / cache.FOLDER


def age(file: Path, seconds: float) -> None:
    moment = file.stat().st_mtime - seconds
    os.utime(file, (moment, moment))


def test_what_is_saved_is_loaded(place: Path) -> None:
    assert cache.load(NAME) is None
    cache.save(NAME, b"code")
    assert cache.load(NAME) == b"code"
    assert cache.load(name(1)) is None
    assert sorted(file.name for file in place.iterdir()) == [cache.MARKER, NAME]


def test_python_cannot_import_the_folder() -> None:
    assert not cache.FOLDER.isidentifier()


def test_empty_variables_count_as_unset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert cache.folder() == tmp_path / ".cache" / cache.FOLDER


def test_without_a_home_nothing_is_kept_and_nothing_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", staticmethod(no_home))
    for _ in range(2):
        cache.save(NAME, b"code")
        assert cache.load(NAME) is None
    assert capsys.readouterr().err.count("compiled code is not kept (Could not determine home directory.)") == 1


def test_where_no_folder_can_be_made_none_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "below"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    cache.save(NAME, b"code")
    assert cache.load(NAME) is None
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
    assert "set NUMBA_CACHE_DIR to a folder of your own" in capsys.readouterr().err


def test_only_our_own_entries_are_cleaned_away(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEPT", 2)
    assert cache.folder() == place
    foreign = ["cli", "step-1.kernel", "notes.txt", f"{name(90)}.old", name(91), name(92)]
    for folder in (foreign[0], foreign[4]):
        (place / folder).mkdir()
        (place / folder / "__init__.py").write_text("")
    for file in foreign[1:4]:
        (place / file).write_text("mine")
    (place / foreign[5]).symlink_to(place / "notes.txt")
    for number in range(4):
        cache.save(name(number), b"code")
        for file in place.iterdir():
            if file.is_file():
                age(file, 1000)
    kept = {file.name for file in place.iterdir()}
    assert kept == {*foreign, cache.MARKER, name(2), name(3)}


def test_a_folder_that_somebody_else_filled_is_not_cleaned(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEPT", 1)
    place.mkdir()
    (place / name(7)).write_text("looks like ours")
    for number in range(3):
        cache.save(name(number), b"code")
    assert {file.name for file in place.iterdir()} == {name(7), name(0), name(1), name(2)}


def test_what_is_in_use_outlives_what_is_new(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEPT", 2)
    for number in range(2):
        cache.save(name(number), b"code")
        age(place / name(number), 3 * cache.DAY - number)
    assert cache.load(name(0)) == b"code"
    cache.save(name(2), b"code")
    assert {file.name for file in place.glob("*.kernel")} == {name(0), name(2)}


@pytest.mark.parametrize(("days", "is_marked"), [(0.5, False), (1.5, True)])
def test_use_is_noted_once_a_day(place: Path, days: float, is_marked: bool) -> None:
    cache.save(NAME, b"code")
    age(place / NAME, days * cache.DAY)
    before = (place / NAME).stat().st_mtime
    assert cache.load(NAME) == b"code"
    assert ((place / NAME).stat().st_mtime > before) == is_marked


def test_unfinished_files_of_killed_processes_go_after_a_while(place: Path) -> None:
    cache.save(NAME, b"code")
    old, new = place / f"{name(1)}.77_1.part", place / f"{name(2)}.78_1.part"
    for file in (old, new):
        file.write_text("half")
    age(old, 2 * cache.HOUR)
    cache.save(NAME, b"code")
    assert (old.exists(), new.exists()) == (False, True)


@pytest.mark.parametrize("bit", [0, 8 * 25, 8 * 40 + 3, 8 * 60, -1])
def test_one_flipped_bit_is_noticed_and_mended(place: Path, capsys: pytest.CaptureFixture[str], bit: int) -> None:
    cache.save(NAME, bytes(100))
    content = bytearray((place / NAME).read_bytes())
    content[bit // 8] ^= 1 << bit % 8
    (place / NAME).write_bytes(content)
    assert cache.load(NAME) is None
    assert "is damaged: compiling anew" in capsys.readouterr().err
    cache.save(NAME, bytes(100))
    assert cache.load(NAME) == bytes(100)


def test_cut_files_and_files_under_other_names_are_not_believed(place: Path) -> None:
    cache.save(NAME, bytes(100))
    content = (place / NAME).read_bytes()
    (place / name(1)).write_bytes(content)
    assert cache.load(name(1)) is None
    for length in (0, 10, 60, len(content) - 1):
        (place / NAME).write_bytes(content[:length])
        assert cache.load(NAME) is None


def refuse_writing(monkeypatch: pytest.MonkeyPatch, problem: OSError) -> None:
    """As a read-only or full disk would, which root would not get from file permissions."""
    real = os.open

    def checked(path: str, flags: int, *more: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise problem
        return real(path, flags, *more)

    def refused(*arguments: object, **more: object) -> None:
        raise problem

    monkeypatch.setattr(os, "open", checked)
    for call in ("utime", "replace", "mkdir"):
        monkeypatch.setattr(os, call, refused)


def test_a_read_only_folder_is_used_as_it_is(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.save(NAME, b"code")
    age(place / NAME, 3 * cache.DAY)
    drop_memory()
    refuse_writing(monkeypatch, OSError(30, "Read-only file system"))
    assert cache.load(NAME) == b"code"
    assert capsys.readouterr().err == ""
    for number in range(2):
        cache.save(name(number + 1), b"more")
    assert capsys.readouterr().err.count("cannot keep compiled code ([Errno 30] Read-only file system") == 1


class FullDisk:
    def __init__(self, problem: BaseException) -> None:
        self.problem = problem

    def __call__(self, *arguments: object) -> None:
        raise self.problem


@pytest.mark.parametrize("problem", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_write_leaves_nothing(place: Path, monkeypatch: pytest.MonkeyPatch, problem: BaseException) -> None:
    assert cache.folder() == place
    monkeypatch.setattr(os, "replace", FullDisk(problem))
    with contextlib.suppress(KeyboardInterrupt):
        cache.save(NAME, b"code")
    assert [file.name for file in place.iterdir()] == [cache.MARKER]


def foreign_owner(facts: os.stat_result) -> os.stat_result:
    values = list(facts)
    values[4] = os.getuid() + 12345
    return os.stat_result(values)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows has no such permissions")
def test_entries_that_others_own_or_can_write_are_not_read(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.save(NAME, b"code")
    for mode in (0o664, 0o646):
        (place / NAME).chmod(mode)
        drop_memory()
        assert cache.load(NAME) is None
        assert "can be written by others" in capsys.readouterr().err
    (place / NAME).chmod(0o644)
    assert cache.load(NAME) == b"code"
    real = os.fstat
    monkeypatch.setattr(os, "fstat", lambda number: foreign_owner(real(number)))
    assert cache.load(NAME) is None
    assert "belongs to another user" in capsys.readouterr().err


def writable_by_all(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place.chmod(0o777)


def owned_by_another(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path.stat
    monkeypatch.setattr(Path, "stat", lambda path, **more: foreign_owner(real(path, **more)))


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows has no such permissions")
@pytest.mark.parametrize("spoil", [writable_by_all, owned_by_another])
def test_folders_that_others_own_or_can_write_are_not_used(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], spoil: Callable
) -> None:
    cache.save(NAME, b"code")
    drop_memory()
    spoil(place, monkeypatch)
    assert cache.load(NAME) is None
    cache.save(name(1), b"code")
    assert not (place / name(1)).exists()
    assert capsys.readouterr().err.count(f"compiled code is not kept ({place} ") == 1


def test_a_link_is_not_followed(place: Path, tmp_path: Path) -> None:
    cache.save(NAME, b"code")
    (place / NAME).rename(tmp_path / "elsewhere")
    (place / NAME).symlink_to(tmp_path / "elsewhere")
    assert cache.load(NAME) is None


def test_our_own_folder_is_private_enough_whatever_the_umask(place: Path) -> None:
    before = os.umask(0)
    try:
        cache.save(NAME, b"code")
    finally:
        os.umask(before)
    drop_memory()
    assert cache.load(NAME) == b"code"


def test_many_at_once_neither_fail_nor_read_halves(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cache, "KEPT", 3)
    found: list[tuple[int, bytes]] = []

    def work(first: int) -> None:
        for k in range(60):
            number = (first + k) % 10
            cache.save(name(number), bytes([number]) * 10_000)
            for other in (number, (number + 5) % 10):  # the first is there even if the threads happen to take turns
                payload = cache.load(name(other))
                if payload is not None:
                    found.append((other, payload))

    workers = [threading.Thread(target=work, args=(first,)) for first in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found
    assert all(payload == bytes([number]) * 10_000 for number, payload in found)
    assert capsys.readouterr().err == ""
    assert len(list(place.glob("*.kernel"))) <= 3 + len(workers)
    assert not list(place.glob("*.part"))
