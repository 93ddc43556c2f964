"""`playtest`: measure for a game's designer how good players play it."""

import argparse
import shlex
import sys
from pathlib import Path

from flank_envs.cli.options import check_target, read_options
from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import Game, get_game
from flank_envs.evaluation.playtest import report
from flank_envs.evaluation.seeds import PLAYTEST
from flank_envs.opponents.policy.shipped import shipped_policy


def add_to(commands: argparse._SubParsersAction) -> None:
    """The command."""
    parser = commands.add_parser(
        "playtest",
        help="report on a game from many games between good players",
        description="Length, pace, balance of seats and options, endings, what is used and what never, comebacks, and "
        "decisions that matter: from games of a player against its like.",
        epilog="Example: flank-envs playtest mana_surge --games 500 --output report.md",
    )
    parser.add_argument("game", metavar="GAME", help="a name from `flank-envs list`; option=value may follow")
    parser.add_argument("--player", metavar="NAME", help="who plays (default: trained, or heuristic if there is none)")
    parser.add_argument("--games", type=int, default=2000, metavar="N", help="for each number of players (%(default)d)")
    parser.add_argument("--output", metavar="FILE", help="write the report to this file instead of showing it")
    parser.set_defaults(run=_playtest, options=[])


def _playtest(arguments: argparse.Namespace) -> int:
    game = get_game(arguments.game)
    options = read_options(game, arguments.options) if arguments.options else None
    whole_number(arguments.games, "--games", 2, PLAYTEST.count)
    check_target(arguments.output)
    text = report(
        game,
        arguments.player or best_player(game),
        arguments.games,
        options,
        _command(arguments),
        progress=lambda line: print(f"{game.name}: {line}", file=sys.stderr, flush=True),
    )
    if arguments.output:
        Path(arguments.output).write_text(text, encoding="utf-8", newline="\n")
    else:
        print(text)
    return 0


def best_player(game: Game) -> str:
    """The shipped policy, if there is one."""
    try:
        shipped_policy(game)
    except ValueError:
        return "heuristic"
    return "trained"


def _command(arguments: argparse.Namespace) -> str:
    words = ["flank-envs", "playtest", arguments.game, *arguments.options, "--games", str(arguments.games)]
    words += ["--player", arguments.player] if arguments.player else []
    return shlex.join([*words, *(["--output", arguments.output] if arguments.output else [])])
