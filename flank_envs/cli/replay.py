"""`replay`: verify a replay file and show it step by step."""

import argparse
import json

import numpy as np

from flank_envs.cli.terminal import Pictures, check_viewer, told, verdict
from flank_envs.core import kernels
from flank_envs.core.game import get_game
from flank_envs.core.replay import Replay


def add_to(commands: argparse._SubParsersAction) -> None:
    """The command."""
    parser = commands.add_parser(
        "replay",
        help="verify a replay file and show it step by step",
        description="Play a replay file through, check that it ends where it says, and show every position.",
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
    states = game.blank(1, replay.options)
    for states, action in replay.positions():
        pictures.add(game, states[0], viewer)
        if not arguments.quiet:
            print(f"\n{game.text(states[0], viewer)}\n", flush=True)
            if action is not None:
                print(f"-> seat {states[0].to_act}: {told(game, states[0], action, viewer)}")
    print(f"{game.title}, options {json.dumps(replay.options)}, seed {replay.seed}: {len(replay.actions)} decisions.")
    print(f"In order. {_ending(states)}")
    pictures.report()
    return 0


def _ending(states: np.ndarray) -> str:
    if not states[0].over:
        return "The game was not finished."
    returns = np.zeros((1, int(states[0].seats)), np.float32)
    kernels.returns(states, returns)
    return verdict(states[0], returns[0].tolist())
