"""`play`: a person against any opponent, choosing actions in words."""

import argparse

from flank_envs.cli.options import add_game, check_target, read_options, read_seed
from flank_envs.cli.prompt import UNDO, Leave, ask_person
from flank_envs.cli.screen import show, told
from flank_envs.cli.terminal import TerminalGame
from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import get_game
from flank_envs.opponents import Opponent, load_opponent
from flank_envs.opponents.registry import described, examples
from flank_envs.view.ending import verdict


def add_to(commands: argparse._SubParsersAction) -> None:
    """The command."""
    parser = commands.add_parser(
        "play",
        help="play against an opponent in the terminal",
        description="Play against an opponent in the terminal. Choices are listed; answer with a number, with words, "
        "or with a command: rules, undo, save FILE, describe N, ? for help, q to leave. "
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
    played = TerminalGame(game, read_seed(arguments.seed), options)
    print(f"{game.title}: you are seat {seat} against {opponent.name}. Seed {played.seed}. ? for help, q to leave.")
    try:
        _run(played, seat, opponent)
        show(f"\n{game.text(played.state, seat)}\n\n{_farewell(played, seat)}")
    except (Leave, EOFError, KeyboardInterrupt):
        count = int(played.state.decisions)
        print(f"\nYou left after {count} decision{'s' * (count != 1)}.")
    finally:
        played.save(arguments.save)
    return 0


def _run(played: TerminalGame, seat: int, opponent: Opponent) -> None:
    """What was told since the last own decision is shown above the board."""
    news: list[str] = []
    while not played.state.over:
        if played.state.to_act == seat:
            action = ask_person(played, seat, news)
            if action is UNDO:
                news = ["You take your last decision back; this is practice now."]
                continue
            news = played.step(action, seat)
        else:
            news = news + played.step(played.ask(opponent), seat)
    print(told(news))


def _farewell(played: TerminalGame, seat: int) -> str:
    result, returns = verdict(played.state, played.returns), played.returns
    if len(set(returns)) == 1:
        return result
    return f"You {'win' if returns[seat] == max(returns) else 'lose'}. {result}"
