"""`bench`: how fast the doors are."""

import argparse

from flank_envs.core.game import all_games, get_game


def add_to(commands: argparse._SubParsersAction) -> None:
    """The command."""
    parser = commands.add_parser(
        "bench",
        help="measure decisions per second",
        description="Measure how many decisions per second batch, AEC and Gymnasium vector make.",
        epilog="Example: flank-envs bench hold_the_line --json result.json",
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="names from `flank-envs list` (default: all)")
    parser.add_argument("--json", metavar="FILE", help="also write the numbers to this file")
    parser.add_argument(
        "--seconds", type=float, default=3.0, metavar="S", help="time for each measurement (default %(default)g)"
    )
    parser.set_defaults(run=_bench)


def _bench(arguments: argparse.Namespace) -> int:
    games = [get_game(name).name for name in arguments.games] or list(all_games())
    if not 0 < arguments.seconds <= 3600:
        raise ValueError(f"--seconds {arguments.seconds:g}: give a number above 0 and up to 3600")
    from flank_envs.bench import main

    return main(games, arguments.json, arguments.seconds)
