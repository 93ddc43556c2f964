"""`replay`: verify a replay file and show it, step by step at a terminal."""

import argparse
import json
import re

from flank_envs.cli.screen import folded, is_terminal, painted, show, story_lines
from flank_envs.cli.terminal import Pictures, check_viewer, decision_line
from flank_envs.engine.replay import Replay
from flank_envs.session import Session
from flank_envs.view.ending import verdict

KEYS = "n next, p previous, g 40 go to decision 40, q leave"


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
    session = Session.of_replay(Replay.load(arguments.file))
    viewer = check_viewer(arguments.viewer, session.seats)
    pictures = Pictures(arguments.svg)
    for states in session.positions:
        pictures.add(session.game, states[0], viewer)
    if not arguments.quiet:
        (_step_through if is_terminal() else _print_all)(session, viewer)
    mark = " Practice: decisions were taken back." if session.taken_back else ""
    options, count = json.dumps(session.options), len(session.actions)
    print(f"{session.game.title}, options {options}, seed {session.seed}: {count} decisions.")
    print(f"In order. {_ending(session)}{mark}")
    pictures.report()
    return 0


def _print_all(session: Session, viewer: int | None) -> None:
    """Print all positions; decisions of which the viewer has seen nothing are left out."""
    for number, states in enumerate(session.positions):
        sentences = session.story(viewer)[number - 1] if number else []
        if sentences:
            print(f"{decision_line(session, number - 1, viewer)}\n{story_lines(sentences)}")
        if sentences or number == 0:
            print(f"\n{folded(session.game.view.text(states[0], viewer))}\n", flush=True)


def _step_through(session: Session, viewer: int | None) -> None:
    last, number = len(session.positions) - 1, 0
    while True:
        state = session.positions[number][0]
        show("\n\n".join(filter(None, (_way_to(session, number, viewer), session.game.view.text(state, viewer)))))
        number = _asked(number, last)
        if number < 0:
            return


def _way_to(session: Session, number: int, viewer: int | None) -> str:
    """The decision that led to a position, and what the viewer is told of it."""
    if number == 0:
        return ""
    sentences = session.story(viewer)[number - 1]
    return "\n".join([decision_line(session, number - 1, viewer), *[story_lines(sentences)] * bool(sentences)])


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


def _ending(session: Session) -> str:
    return verdict(session.state, session.returns()) if session.over else "The game was not finished."
