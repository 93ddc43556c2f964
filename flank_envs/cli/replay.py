"""`replay`: verify a replay file and show it, step by step at a terminal."""

import argparse
import json
import re
from typing import Any, NamedTuple

import numpy as np

from flank_envs.cli.screen import folded, is_terminal, painted, show, told
from flank_envs.cli.terminal import Pictures, check_viewer
from flank_envs.engine import kernels
from flank_envs.engine.game import Game, get_game
from flank_envs.engine.replay import Replay
from flank_envs.view.ending import verdict

KEYS = "n next, p previous, g 40 go to decision 40, q leave"


class Position(NamedTuple):
    """A position and the story since the one before."""

    state: Any
    story: list[str]


def add_to(commands: argparse._SubParsersAction) -> None:
    """The command."""
    parser = commands.add_parser(
        "replay",
        help="verify a replay file and show it step by step",
        description="Play a replay file through, check that it ends where it says, and show every position: at a "
        f"terminal step by step ({KEYS}), else all of them.",
    )
    parser.add_argument("file", metavar="FILE", help="a file that play --save, watch --save or Replay.save wrote")
    parser.add_argument("--viewer", type=int, metavar="SEAT", help="show what this seat may know; else everything")
    parser.add_argument("--svg", metavar="FOLDER", help="write one SVG file for each position")
    parser.add_argument("--quiet", action="store_true", help="say only whether it is in order and how it ended")
    parser.set_defaults(run=_replay)


def _replay(arguments: argparse.Namespace) -> int:
    replay = Replay.load(arguments.file)
    game = get_game(replay.game)
    viewer = check_viewer(arguments.viewer, game.players(replay.options))
    pictures = Pictures(arguments.svg)
    for states, _ in replay.positions():
        pictures.add(game, states[0], viewer)
    if not arguments.quiet:
        (_step_through if is_terminal() else _dump)(game, _positions(game, replay, viewer), viewer)
    mark = " Practice: decisions were taken back." if replay.practice else ""
    print(f"{game.title}, options {json.dumps(replay.options)}, seed {replay.seed}: {len(replay.actions)} decisions.")
    print(f"In order. {_ending(replay.final())}{mark}")
    pictures.report()
    return 0


def _positions(game: Game, replay: Replay, viewer: int | None) -> list[Position]:
    found: list[Position] = []
    taken: int | None = None
    for states, action in replay.positions():
        state = states[0].copy()
        story = [] if taken is None else game.story(found[-1].state, taken, state, viewer)
        found.append(Position(state, story))
        taken = action
    return found


def _dump(game: Game, positions: list[Position], viewer: int | None) -> None:
    """Print all positions; decisions of which the viewer has seen nothing are left out."""
    for number, (state, story) in enumerate(positions):
        if story:
            print(f"-> seat {positions[number - 1].state.to_act}\n{told(story)}")
        if story or number == 0:
            print(f"\n{folded(game.text(state, viewer))}\n", flush=True)


def _step_through(game: Game, positions: list[Position], viewer: int | None) -> None:
    last, number = len(positions) - 1, 0
    while True:
        state, story = positions[number]
        show("\n\n".join(filter(None, (told(story), game.text(state, viewer)))))
        number = _asked(number, last)
        if number < 0:
            return


def _asked(number: int, last: int) -> int:
    """The position that the person wants to see next, -1 to leave."""
    while True:
        try:
            answer = input(painted(f"[{number} of {last}] {KEYS} > ", "number")).strip().lower()
        except EOFError:
            return -1
        if answer == "q":
            return -1
        if answer in ("n", ""):
            return min(number + 1, last)
        if answer == "p":
            return max(number - 1, 0)
        if wanted := re.fullmatch(r"g ?(\d{1,9})", answer):
            return min(int(wanted[1]), last)
        print(painted(f"{answer!r} is none of: {KEYS}.", "problem"))


def _ending(states: np.ndarray) -> str:
    if not states[0].over:
        return "The game was not finished."
    returns = np.zeros((1, int(states[0].seats)), np.float32)
    kernels.returns(states, returns)
    return verdict(states[0], returns[0].tolist())
