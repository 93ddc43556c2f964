"""`ladder`: play the missing matches of the entrants and write ratings, page and picture."""

import argparse
import shlex
import sys
from functools import partial
from pathlib import Path

from flank_envs.cli.options import read_options
from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import Game, all_games, get_game
from flank_envs.evaluation.ladder import match_store, play_missing, players_of, standard_entrants, variants_of, write
from flank_envs.evaluation.ladder.entrants import ANCHOR, standard_names, without_doubles
from flank_envs.evaluation.ladder.page import DATA
from flank_envs.evaluation.seeds import LADDER


def add_to(commands: argparse._SubParsersAction) -> None:
    """The command."""
    parser = commands.add_parser(
        "ladder",
        help="play a standing field of players and rate them, keeping what was played",
        description=f"Lets the standard field play ({', '.join(standard_names())}, earlier shipped policies, and "
        "players that you name) and writes ladder.json, a page and pictures. What was played before is kept: a "
        "stopped run goes on, and only new or changed players play.",
        epilog="Example: flank-envs ladder hold_the_line runs/mine/policy.safetensors --minutes 20",
    )
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="a name from `flank-envs list`; all of them if left out"
    )
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="more players: names, .safetensors files")
    parser.add_argument(
        "--field", nargs="+", metavar="PLAYER", help="these in place of the standard field, with random"
    )
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="most for each pair (default %(default)d)")
    parser.add_argument(
        "--minutes",
        type=float,
        default=30.0,
        metavar="M",
        help="CPU time for each game; costly pairs then play less; inf: no limit, 0: only write the page "
        "(default %(default)g)",
    )
    parser.add_argument(
        "--seed", type=int, default=LADDER.first, metavar="N", help="of the deals (default %(default)d)"
    )
    parser.add_argument("--output", default="ladder", metavar="FOLDER", help="has a folder for each game (%(default)s)")
    parser.set_defaults(run=_ladder, options=[])


def _ladder(arguments: argparse.Namespace) -> int:
    games = list(all_games().values()) if arguments.game is None else [get_game(arguments.game)]
    if arguments.game is None and arguments.options:
        raise ValueError(f"{arguments.options[0]!r} was given without a game: name the game whose option it is")
    whole_number(arguments.games, "--games", 2, LADDER.count)
    whole_number(arguments.seed, "--seed", 0, 2**40)
    if not arguments.minutes >= 0:
        raise ValueError(f"--minutes {arguments.minutes:g}: give 0 or more")
    for game in games:
        print(_play_missing(game, arguments))
    return 0


def _play_missing(game: Game, arguments: argparse.Namespace) -> str:
    field = players_of(game, [ANCHOR, *arguments.field]) if arguments.field else standard_entrants(game)
    given = players_of(game, arguments.players)
    players = without_doubles([*field, *given])
    for player in given:
        first = next(known for known in players if known.identity == player.identity)
        if first.name != player.name:
            print(f"{game.name}: {player.name} plays just as {first.name}: look there", file=sys.stderr)
    variants = variants_of(game, read_options(game, arguments.options) if arguments.options else None)
    folder = Path(arguments.output) / game.name
    folder.mkdir(parents=True, exist_ok=True)
    store = match_store.read(folder / DATA, game, arguments.seed)
    if arguments.minutes > 0 or not store.command:
        store.command = _command(game, arguments)
    play_missing(
        store,
        players,
        variants,
        arguments.games,
        arguments.minutes,
        save=partial(match_store.save, folder / DATA, store),
        progress=lambda line: print(f"{game.name}: {line}", file=sys.stderr, flush=True),
    )
    return write(folder, store, players, variants)


def _command(game: Game, arguments: argparse.Namespace) -> str:
    words = ["flank-envs", "ladder", game.name, *arguments.players, *arguments.options]
    words += ["--games", str(arguments.games), "--minutes", f"{arguments.minutes:g}"]
    words += ["--seed", str(arguments.seed)] if arguments.seed != LADDER.first else []
    words += ["--output", arguments.output, *(["--field", *arguments.field] if arguments.field else [])]
    return shlex.join(words)
