"""`watch`: opponents play each other."""

import argparse
import time

from flank_envs.cli.options import add_game, check_target, read_options, read_seed
from flank_envs.cli.screen import folded, story_lines
from flank_envs.cli.terminal import Pictures, check_viewer, decision_line, save_replay
from flank_envs.engine.game import get_game
from flank_envs.opponents import Opponent, load_opponent
from flank_envs.opponents.registry import examples
from flank_envs.session import Session
from flank_envs.view.ending import verdict


def add_to(commands: argparse._SubParsersAction) -> None:
    """The command."""
    parser = commands.add_parser(
        "watch",
        help="watch opponents play each other",
        description="Watch opponents play each other: every position, and what happened in between.",
        epilog="Example: flank-envs watch hold_the_line --players random heuristic --delay 1 --svg pictures",
    )
    add_game(parser)
    parser.add_argument(
        "--players",
        nargs="+",
        default=["heuristic"],
        metavar="NAME",
        help=f"{examples()} or a .safetensors file: one for all seats or one for each, in their order "
        "(default heuristic)",
    )
    parser.add_argument("--delay", type=float, default=0.0, metavar="S", help="seconds between positions")
    parser.add_argument("--viewer", type=int, metavar="SEAT", help="show what this seat may know; else everything")
    parser.add_argument("--svg", metavar="FOLDER", help="write one SVG file for each position")
    parser.set_defaults(run=_watch)


def _watch(arguments: argparse.Namespace) -> int:
    game = get_game(arguments.game)
    options = read_options(game, arguments.options)
    seats = game.players(options)
    players = _players(arguments.players, seats)
    viewer = check_viewer(arguments.viewer, seats)
    if not 0 <= arguments.delay <= 3600:
        raise ValueError(f"--delay {arguments.delay:g}: give seconds from 0 to 3600")
    check_target(arguments.save)
    pictures = Pictures(arguments.svg)
    session = Session(game, players, seed=read_seed(arguments.seed), **options)
    names = " against ".join(player.name for player in players)
    print(f"{game.title}: {names}. Seed {session.seed}.")
    try:
        _run(session, viewer, arguments.delay, pictures)
        print(verdict(session.state, session.returns()))
    finally:
        pictures.report()
        save_replay(session, arguments.save)
    return 0


def _players(names: list[str], seats: int) -> list[Opponent]:
    players = [load_opponent(name) for name in names]
    if len(players) == 1:
        return players * seats
    if len(players) != seats:
        raise ValueError(f"--players has {len(players)} names for {seats} seats: give one, or one for each seat")
    return players


def _run(session: Session, viewer: int | None, delay: float, pictures: Pictures) -> None:
    pictures.add(session.game, session.state, viewer)
    _show(session, viewer)
    while not session.over:
        session.play_opponent()
        pictures.add(session.game, session.state, viewer)
        number = len(session.actions) - 1
        if sentences := session.story(viewer)[number]:  # else the viewer has seen nothing
            print(f"{decision_line(session, number, viewer)}\n{story_lines(sentences)}", flush=True)
            time.sleep(delay)
            _show(session, viewer)


def _show(session: Session, viewer: int | None) -> None:
    print(f"\n{folded(session.game.view.text(session.state, viewer))}\n", flush=True)
