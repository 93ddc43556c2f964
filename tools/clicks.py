"""Measure how long a click takes in a real browser: from the click to the new choices, over whole games.

    python -m tools.clicks
    python -m tools.clicks --game flank --seed 3

The person clicks choices at random, the heuristic plays the other seats. Needs Chromium and Playwright.
"""

import argparse
import random
import shutil
import socket
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs import all_games
from flank_envs.session import PERSON
from flank_envs.web.server import Server
from flank_envs.web.serving import Serving
from flank_envs.web.table import Table

MOST_CLICKS = 1500
PATIENCE = 60_000  # milliseconds
# Clicks one button and waits until the choices are drawn anew, or the game is over: milliseconds by the page's clock.
CLICK = """(which) => new Promise((done) => {
  const list = document.getElementById("choices"), buttons = list.querySelectorAll("button");
  const began = performance.now();
  new MutationObserver((_, watch) => {
    if (list.dataset.over !== "true" && !list.querySelector("button:enabled")) return;
    watch.disconnect();
    requestAnimationFrame(() => done(performance.now() - began));
  }).observe(list, { attributes: true, attributeFilter: ["data-number"] });
  buttons[which % buttons.length].click();
})"""


def serve(server: Server) -> str:
    """The address of a server in a thread of this process."""
    listening = socket.create_server(("127.0.0.1", 0))
    Serving(server, listening).serve_aside()
    return f"http://127.0.0.1:{listening.getsockname()[1]}"


def measure(page: Any, address: str, table: Table, seed: int) -> np.ndarray:
    """The milliseconds of every click of one game."""
    rng, taken = random.Random(seed), []
    page.goto(f"{address}/table/{table.keys[0]}")
    page.wait_for_selector("#choices button:enabled", timeout=PATIENCE)
    while not table.session.over and len(taken) < MOST_CLICKS:
        taken.append(page.evaluate(CLICK, rng.randrange(1000)))
    return np.array(taken)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="only this one; may be repeated")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args(argv)
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), Path.cwd())
        server.ready.compile_games()
        address = serve(server)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        print("| game | clicks | median | 95 % | slowest |\n|---|--:|--:|--:|--:|")
        for name in arguments.game or all_games():
            seats = all_games()[name].players({})
            table = server.tables.new(name, [PERSON, *["heuristic"] * (seats - 1)], arguments.seed, {}, False)
            server.workers.play(table)
            taken = measure(browser.new_page(), address, table, arguments.seed)
            middle, most, slowest = np.percentile(taken, [50, 95, 100])
            print(f"| {name} | {len(taken)} | {middle:.0f} ms | {most:.0f} ms | {slowest:.0f} ms |", flush=True)
        browser.close()
        server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
