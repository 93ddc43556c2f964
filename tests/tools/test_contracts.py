"""Every room of the library has a contract that says what it may import; `make lint` checks them."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAY_IMPORT_ALL = {"flank_envs.cli"}


def test_every_room_has_a_contract() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    bound = {module for contract in settings["contracts"] for module in contract.get("source_modules", ())}
    rooms = {f"flank_envs.{path.parent.name}" for path in (ROOT / "flank_envs").glob("*/__init__.py")}
    assert rooms - MAY_IMPORT_ALL <= bound
    assert {"training", *settings["root_packages"]} <= bound


def test_the_contracts_are_checked_by_make_lint() -> None:
    assert "$(BIN)/lint-imports\n" in (ROOT / "Makefile").read_text(encoding="utf-8")
