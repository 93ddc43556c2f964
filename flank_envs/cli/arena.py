"""`arena`: a round robin between players, with scores and ratings."""

import argparse
import json
import sys
from itertools import starmap
from pathlib import Path

from flank_envs.cli.options import check_target, read_options
from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import get_game
from flank_envs.evaluation.arena import FOOTNOTE, SEES_EVERYTHING, Result, round_robin
from flank_envs.evaluation.cluster import connect, shared_calls
from flank_envs.evaluation.scores import heat_map
from flank_envs.evaluation.seeds import ARENA
from flank_envs.opponents.registry import described, examples


def add_to(commands: argparse._SubParsersAction) -> None:
    """The command."""
    parser = commands.add_parser(
        "arena",
        help="let players play a round robin and rate them",
        description="Every player against every other: each deal is played with the players in all seats. "
        f"Players: {described()}, .safetensors files, package.module:Class.",
        epilog="Example: flank-envs arena hold_the_line random heuristic --games 2000 --json result.json",
    )
    parser.add_argument("game", metavar="GAME", help="a name from `flank-envs list`; option=value may follow")
    parser.add_argument("players", nargs="+", metavar="PLAYER", help=f"{examples()}, .safetensors files")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="for each pair (default %(default)d)")
    parser.add_argument("--seed", type=int, default=ARENA.first, metavar="N", help="of the deals (default %(default)d)")
    parser.add_argument("--json", metavar="FILE", help="also write all numbers to this file")
    parser.add_argument("--svg", metavar="FILE", help="also draw the scores as a heat map")
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="play on the machines of a Ray cluster: host:port, auto or local"
    )
    parser.set_defaults(run=_arena, options=[])


def _arena(arguments: argparse.Namespace) -> int:
    game = get_game(arguments.game)
    options = read_options(game, arguments.options)
    for target in (arguments.json, arguments.svg):
        check_target(target)
    _tell_of_whole_deals(arguments.games, game.players(options))
    calls = starmap if arguments.ray is None else shared_calls(connect(arguments.ray))
    result = round_robin(
        game,
        arguments.players,
        arguments.games,
        arguments.seed,
        options,
        progress=lambda line: print(line, file=sys.stderr, flush=True),
        calls=calls,
    )
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(result.as_json(), indent=1) + "\n", encoding="utf-8")
    if arguments.svg:
        picture = heat_map(f"{game.title}: score of row against column", result.players, result.pairings)
        Path(arguments.svg).write_text(picture, encoding="utf-8")
    print(table(result))
    return 0


def _tell_of_whole_deals(games: int, seats: int) -> None:
    if more := -whole_number(games, "--games", 1, 10**9) % seats:
        print(
            f"{games + more} games for each pair, not {games}: every deal is played once with a player in each of the "
            f"{seats} seats, so that the cards favour nobody",
            file=sys.stderr,
        )


def table(result: Result) -> str:
    """Ratings and scores for a terminal."""
    width = max(12, *(len(player) for player in result.players))
    lines = [f"{'player':<{width}}  rating  95 % interval"]
    for r in sorted(result.ratings, key=lambda r: -r.rating):
        low, high = map(round, r.interval)
        lines.append(f"{r.player:<{width}}  {round(r.rating):+6d}  {low:+d} to {high:+d}")
    lines += [
        "",
        f"{'one':<{width}}  {'against':<{width}}  score  95 % interval      won   tied   lost  distinct  length  "
        "by seat",
    ]
    for p in result.pairings:
        low, high = p.interval
        seats = " ".join(f"{score:.1%}" for score in p.seat_scores)
        lines.append(
            f"{p.a:<{width}}  {p.b:<{width}} {p.score:6.1%}  {low:6.1%} to {high:6.1%} {p.wins:6d} {p.ties:6d} "
            f"{p.losses:6d} {p.distinct:9d} {p.mean_decisions:7.1f}  {seats}"
        )
    if any(player.endswith(SEES_EVERYTHING) for player in result.players):
        lines += ["", FOOTNOTE]
    return "\n".join(lines)
