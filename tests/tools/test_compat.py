"""What `make compat` tries is what pyproject.toml promises."""

import re
import tomllib

from tests.compat import PROJECT, pins


def bounds() -> dict[str, str]:
    wanted = tomllib.loads(PROJECT.read_text())["project"]["dependencies"]
    return {re.split(r"[<>=]", bound)[0]: bound for bound in wanted}


def test_every_dependency_names_the_oldest_version_that_is_tried() -> None:
    assert all(re.fullmatch(r"[\w-]+==\d+\.\d+", pin) for pin in pins()), pins()
    assert len(pins()) == len(bounds())


def test_numba_is_allowed_up_to_the_version_that_is_tested() -> None:
    """Rules are compiled by means of Numba's insides: each new version wants a run of the tests first."""
    pinned = (PROJECT.parent / "constraints.txt").read_text()
    major, minor = map(int, re.findall(r"^numba==(\d+)\.(\d+)\.", pinned, re.MULTILINE)[0])
    assert bounds()["numba"].endswith(f",<{major}.{minor + 1}")
