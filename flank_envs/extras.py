"""Packages that only parts of the library need: where one is missing, the error says which extra brings it."""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager


def how_to_install(extra: str) -> str:
    """The command for an extra of pyproject.toml."""
    return f'pip install "flank-envs[{extra}]"'


@contextmanager
def needs_extra(part: str, extra: str) -> Iterator[None]:
    """For imports of what an extra brings; a ModuleNotFoundError names the part that needs it."""
    try:
        yield
    except ModuleNotFoundError as problem:
        raise ModuleNotFoundError(
            f"{part} needs more packages: {how_to_install(extra)} ({problem})", name=problem.name
        ) from problem


def find_all(*packages: str) -> None:
    """A ModuleNotFoundError for the first of these packages that is not installed; none is imported."""
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)
