"""The generated pages: `python -m tools.docs FOLDER` writes one for each game, `--check` compares them."""

import argparse
import re
import sys
from pathlib import Path

import numpy as np

from flank_envs import games
from flank_envs.cli.about import option_row, player_count
from flank_envs.engine import kernels
from flank_envs.engine.game import Game, all_games
from flank_envs.engine.positions import legal_masks
from flank_envs.engine.questions import feature_layouts
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.interfaces.register import aec_id, gym_id
from flank_envs.opponents import seat_kernels

PICTURE_SEED = 30
PICTURE_AT = 0.6  # of the decisions of that game
FENCE, HEADING = re.compile(r"\s*(```|~~~)"), re.compile(r"#{1,5} ")
NOTE = "<!-- Written by `python -m tools.docs docs`: change the game or its rules.md, not this file. -->"


def pages(folder: Path) -> dict[Path, str]:
    """Every generated file and its content."""
    files = {}
    for game in all_games().values():
        if game.folder.parent != Path(games.__path__[0]):
            continue  # added from elsewhere
        files[folder / f"{game.name}.md"] = page(game)
        files[folder / "images" / f"{game.name}.svg"] = picture(game)
    return files


def page(game: Game) -> str:
    """The page of one game."""
    sections = [
        f"# {game.title}",
        NOTE,
        f"![{game.title}, seen from seat 0](images/{game.name}.svg)",
        _facts(game),
        f"## Use\n\n{_use(game)}",
        f"## Rules\n\n{_rules(game)}",
        *_balance(game),
        f"## Actions\n\n{game.actions.size} actions; the mask tells which are legal.",
        game.actions.describe(),
        f"## Observation\n\n{game.observation.size} float32 values, in the frame of the seat that looks.",
        game.observation.describe(),
        *_features(game),
    ]
    return "\n\n".join(sections) + "\n"


def _facts(game: Game) -> str:
    facts = [
        ("players", player_count(game)),
        ("phases", ", ".join(game.phases)),
        ("actions", str(game.actions.size)),
        ("observation values", str(game.observation.size)),
        ("version", str(game.version)),
    ]
    table = ["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in facts)]
    if game.options:
        table += ["", "| option | default | values | meaning |", "|---|---|---|---|"]
        table += [f"| {' | '.join(option_row(option))} |" for option in game.options]
    return "\n".join(table)


def _use(game: Game) -> str:
    return f"""```python
import gymnasium
import pettingzoo

import flank_envs

env = flank_envs.{game.name}.env()  # PettingZoo AEC, all seats
env = pettingzoo.make("aec", "{aec_id(game)}")  # the same, with PettingZoo 1.27 or later
env = gymnasium.make("{gym_id(game)}", opponent="heuristic")  # one seat
envs = gymnasium.make_vec("{gym_id(game)}", num_envs=64, opponent="random")
batch = flank_envs.make_batch("{game.name}", num_games=1024, seed=0)  # all seats of many games
```

```sh
flank-envs play {game.name}
flank-envs layout {game.name}
```

[Interfaces](interfaces.md) explains each of them."""


def _rules(game: Game) -> str:
    path = game.folder / "rules.md"
    if not path.is_file():
        raise ValueError(f"the game {game.name} has no rules.md beside its __init__.py: write one")
    return nested(path.read_text(encoding="utf-8"))


def _features(game: Game) -> list[str]:
    """What networks can be given besides observations."""
    if game.features is None:
        return []
    layouts = feature_layouts(game)
    sizes = " and ".join(f"{layout.size} {title.lower()}" for title, layout in layouts.items())
    tables = (f"### {title}\n\n{each.describe(ranges=True)}" for title, each in layouts.items())
    about = "What the rules would do, about the position and about each action ([features](interfaces.md#features)):"
    return [f"## Features\n\n{about} {sizes}, all float32.", *tables]


def _balance(game: Game) -> list[str]:
    """What `python -m tools.balance` measured, if it was run for this game."""
    path = game.folder / "balance.md"
    if not path.is_file():
        return []
    more = f"[The playtest](playtest/{game.name}.md) tells how good players make use of the game."
    return [f"## Balance\n\n{path.read_text(encoding='utf-8').strip()}\n\n{more}"]


def nested(markdown: str) -> str:
    """A document as the content of a section: without its title, the other headings one level down."""
    lines = []
    fenced = False
    for line in markdown.strip().splitlines():
        if FENCE.match(line):
            fenced = not fenced
        heading = HEADING.match(line) and not fenced
        if heading and not lines and line.startswith("# "):
            continue
        lines.append(f"#{line}" if heading else line)
    return "\n".join(lines).strip()


def picture(game: Game) -> str:
    """A position in the middle of a game between heuristics, when seat 0 is to act."""
    length = int(_played(game, until=2**31 - 1)[0].decisions)
    return game.view.picture(_played(game, until=int(length * PICTURE_AT))[0], 0) + "\n"


def _played(game: Game, until: int) -> np.ndarray:
    states = game.blank(1, {})
    states["rng"] = streams_of_seeds(np.array([PICTURE_SEED], np.uint64))
    kernels.begin(states)
    players = streams_of_seeds(np.array([PICTURE_SEED + 1], np.uint64))
    action = np.zeros(1, np.int32)
    while not states[0].over and (states[0].decisions < until or states[0].to_act != 0):
        seat_kernels.choose_heuristic(states, legal_masks(game, states), players, action)
        kernels.decide(states, action)
    return states


def main(argv: list[str] | None = None) -> int:
    """Write the pages, or compare them with those on disk: then 1 if a file differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.docs", description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where the pages are, as a rule docs")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a file is not up to date")
    arguments = parser.parse_args(argv)
    files = pages(arguments.folder)
    if arguments.check:
        stale = [path for path, content in files.items() if not _is_current(path, content)]
        for path in stale:
            print(f"{path} is not up to date: run `python -m tools.docs {arguments.folder}`", file=sys.stderr)
        return 1 if stale else 0
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8", newline="\n")
    print("\n".join(map(str, files)))
    return 0


def _is_current(path: Path, content: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == content


if __name__ == "__main__":
    sys.exit(main())
