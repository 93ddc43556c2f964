"""Running the files of examples/."""

import importlib
import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
ALL_LIBRARIES = bool(os.environ.get("ALL_LIBRARIES"))  # set where everything is installed: nothing may be left out


def need(*packages: str) -> None:
    """Leave a test out where a package is missing, unless all should be there."""
    for package in packages:
        if ALL_LIBRARIES:
            importlib.import_module(package)
        else:
            pytest.importorskip(package)


def example(name: str) -> ModuleType:
    """A file of examples/ as a module; its main() does not run yet."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where a game of one module looks for its verbs
    spec.loader.exec_module(module)
    return module
