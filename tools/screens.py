"""Draw pictures of every screen of the table in the browser, wide and narrow, for the docs.

    python -m tools.screens docs/images

The games, seeds and clicks are always the same. Needs Chromium and Playwright.
"""

import argparse
import json
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from flank_envs.evaluation.arena import round_robin
from flank_envs.session import PERSON
from flank_envs.web.server import Server
from flank_envs.web.serving import Serving
from flank_envs.web.table import Table

WIDTHS = {1280: 800, 360: 740}
PATIENCE = 120_000  # milliseconds
CLICKS = 9


def table(server: Server) -> Table:
    """A person's game of Flank, against the shipped policy."""
    made = server.tables.new("flank", [PERSON, "trained"], 30, {}, True)
    server.workers.play(made).result()
    return made


def watched(server: Server) -> Table:
    """A game of Hold the Line between the shipped policy and a search."""
    made = server.tables.new("hold_the_line", ["trained", "search:100"], 30, {}, False)
    server.workers.play(made).result()
    return made


def show_home(page: Any) -> None:
    page.wait_for_selector("#compiling", state="hidden", timeout=PATIENCE)
    page.wait_for_selector("#recent a", timeout=PATIENCE)


def show_table(page: Any) -> None:
    ready = "#choices:not([data-number='{}']):has(button:enabled)"
    page.wait_for_selector(ready.format(-1), timeout=PATIENCE)
    for k in range(CLICKS):
        number = page.get_attribute("#choices", "data-number")
        choices = page.locator("#choices button")
        choices.nth(5 * k % choices.count()).click()
        page.wait_for_selector(ready.format(number), timeout=PATIENCE)
    page.locator("#choices button").last.hover()


def show_replay(page: Any) -> None:
    page.wait_for_selector(".bars li", timeout=PATIENCE)


def show_insight(page: Any) -> None:
    show_replay(page)
    page.locator("#insight-title").scroll_into_view_if_needed()
    page.evaluate("document.getElementById('insight-title').scrollIntoView()")


def show_arena(page: Any) -> None:
    page.wait_for_selector(".heat", timeout=PATIENCE)


def save(data: bytes, path: Path) -> None:
    """A small PNG."""
    Image.open(BytesIO(data)).convert("RGB").quantize(128).save(path, optimize=True)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where the pictures go, as a rule docs/images")
    arguments = parser.parse_args(argv)
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        root = Path(folder)
        shutil.copytree("checkpoints", root / "checkpoints")
        result = round_robin("hold_the_line", ["random", "heuristic", "trained", "trained:greedy"], 200)
        (root / "arena.json").write_text(json.dumps(asdict(result)), encoding="utf-8")
        server = Server(root / "tables", root)
        server.ready.compile_games()
        game = watched(server)
        listening = socket.create_server(("127.0.0.1", 0))
        serving = Serving(server, listening)
        serving.serve_aside()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for width, height in WIDTHS.items():
            screens: dict[str, tuple[str, Callable[[Any], None]]] = {
                "home": ("/", show_home),
                "table": (f"/table/{table(server).keys[0]}", show_table),
                "replay": (f"/replay/{game.id}?at=31", show_replay),
                "insight": (f"/replay/{game.id}?at=31", show_insight),
                "arena": ("/arena", show_arena),
            }
            for name, (path, show) in screens.items():
                page = browser.new_context(viewport={"width": width, "height": height}).new_page()
                page.goto(f"http://127.0.0.1:{listening.getsockname()[1]}{path}")
                show(page)
                page.wait_for_timeout(1000)
                save(page.screenshot(), arguments.folder / f"browser-{name}-{width}.png")
                page.close()
        browser.close()
        serving.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
