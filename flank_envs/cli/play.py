"""`play`: a person against any opponent, choosing actions in words."""

import argparse
from itertools import chain

from flank_envs.cli.options import add_game, check_target, read_options, read_seed
from flank_envs.cli.prompt import UNDO, Leave, ask_person
from flank_envs.cli.screen import show, story_lines
from flank_envs.cli.terminal import save_replay
from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import get_game
from flank_envs.opponents import load_opponent
from flank_envs.opponents.registry import described, examples
from flank_envs.session import Session
from flank_envs.view.ending import verdict


def add_to(commands: argparse._SubParsersAction) -> None:
    """The command."""
    parser = commands.add_parser(
        "play",
        help="play against an opponent in the terminal",
        description="Play against an opponent in the terminal. Choices are listed; answer with the number of an "
        "action, with words, or with a command: rules, undo, save FILE, describe N, ? for help, q to leave. "
        f"Opponents: {described()}, .safetensors files, package.module:Class.",
        epilog="Example: flank-envs play hold_the_line --opponent random --seed 7 contested=hold",
    )
    add_game(parser)
    parser.add_argument(
        "--opponent",
        default="heuristic",
        metavar="NAME",
        help=f"{examples()} or a .safetensors file, for the other seats (default %(default)s)",
    )
    parser.add_argument("--seat", type=int, default=0, metavar="SEAT", help="your seat (default %(default)s)")
    parser.set_defaults(run=_play)


def _play(arguments: argparse.Namespace) -> int:
    game = get_game(arguments.game)
    options = read_options(game, arguments.options)
    opponent = load_opponent(arguments.opponent)
    opponent.check_compatible(game, options)
    seat = whole_number(arguments.seat, "--seat", 0, game.players(options) - 1)
    check_target(arguments.save)
    others = {other: opponent for other in range(game.players(options)) if other != seat}
    session = Session(game, others, seed=read_seed(arguments.seed), **options)
    print(f"{game.title}: you are seat {seat} against {opponent.name}. Seed {session.seed}. ? for help, q to leave.")
    try:
        _run(session, seat)
        show(f"\n{game.view.text(session.state, seat)}\n\n{_farewell(session, seat)}")
    except (Leave, EOFError, KeyboardInterrupt):
        count = len(session.actions)
        print(f"\nYou left after {count} decision{'s' * (count != 1)}.")
    finally:
        save_replay(session, arguments.save)
    return 0


def _run(session: Session, seat: int) -> None:
    """What happened since the person's last decision is shown above the board."""
    shown, notes = 0, []
    while True:
        session.advance()
        news = [*notes, *chain.from_iterable(session.story(seat, since=shown))]
        if session.over:
            break
        action = ask_person(session, seat, news)
        shown, notes = len(session.actions), []
        if action == UNDO:
            notes = ["You take your last decision back; this is practice now."]
        else:
            session.play(action)
    print(story_lines(news))


def _farewell(session: Session, seat: int) -> str:
    returns = session.returns()
    result = verdict(session.state, returns)
    if len(set(returns)) == 1:
        return result
    return f"You {'win' if returns[seat] == max(returns) else 'lose'}. {result}"
