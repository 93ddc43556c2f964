"""`list` and `layout`: what games there are, and what their numbers mean."""

import argparse
import shutil
import textwrap
from collections.abc import Sequence

from flank_envs.engine.game import Game, all_games, get_game
from flank_envs.engine.options import Option
from flank_envs.engine.questions import feature_layouts
from flank_envs.interfaces.register import aec_id, gym_id

Row = Sequence[str]


def add_to(commands: argparse._SubParsersAction) -> None:
    """Both commands."""
    listing = commands.add_parser("list", help="the games that were found", description="The games that were found.")
    listing.set_defaults(run=_list)
    layout = commands.add_parser(
        "layout",
        help="what the actions, observation values and features of a game mean",
        description="Tables of the actions, observation values and features of a game, its phases and its options.",
    )
    layout.add_argument("game", metavar="GAME", help="a name from `flank-envs list`")
    layout.set_defaults(run=_layout)


def _list(arguments: argparse.Namespace) -> int:
    games = list(all_games().values())
    heads = ("title", "name", "players", "actions", "observation", "PettingZoo", "Gymnasium")
    print(aligned([heads, *(_facts(game) for game in games)]))
    options = [(game.name, *option_row(option)) for game in games for option in game.options]
    if options:
        print("\n" + aligned([("game", "option", "default", "values", "meaning"), *options]))
    return 0


def _facts(game: Game) -> Row:
    sizes = str(game.actions.size), str(game.observation.size)
    return game.title, game.name, player_count(game), *sizes, aec_id(game), gym_id(game)


def _layout(arguments: argparse.Namespace) -> int:
    game = get_game(arguments.game)
    print(f"{game.title} ({game.name}), version {game.version}, {player_count(game)} players\n")
    print(f"Actions: {game.actions.size}\n\n{_aligned_table(game.actions.describe())}\n")
    print(f"Observation values: {game.observation.size}\n\n{_aligned_table(game.observation.describe())}\n")
    for title, layout in feature_layouts(game).items():
        print(f"{title}: {layout.size}\n\n{_aligned_table(layout.describe(ranges=True))}\n")
    print(f"Phases: {', '.join(game.phases)}\n")
    if not game.options:
        print("Options: none")
        return 0
    print("Options:\n\n" + aligned([("option", "default", "values", "meaning"), *map(option_row, game.options)]))
    return 0


def player_count(game: Game) -> str:
    """2, or 2-4."""
    low, high = game.seats
    return str(low) if low == high else f"{low}-{high}"


def option_row(option: Option) -> Row:
    """Name, default, allowed values and meaning of an option."""
    if option.choices:
        values = ", ".join(map(str, option.choices))
    else:
        low, high = option.between
        values = f"{low} to {high}" + (" or None" if option.default is None else "")
    return option.name, str(option.default), values, option.meaning


def aligned(rows: Sequence[Row]) -> str:
    """Rows of cells as text in columns, the first row underlined; a long last cell goes on below itself."""
    *widths, last = [max(map(len, column)) for column in zip(*rows, strict=True)]
    left = sum(widths) + 2 * len(widths)
    room = max(30, min(last, shutil.get_terminal_size((120, 24)).columns - left))
    lines = []
    for *cells, meaning in [rows[0], ["-" * width for width in (*widths, min(last, room))], *rows[1:]]:
        start = "".join(cell.ljust(width + 2) for cell, width in zip(cells, widths, strict=True))
        first, *more = textwrap.wrap(meaning, room) or [""]
        lines += [(start + first).rstrip(), *(" " * left + line for line in more)]
    return "\n".join(lines)


def _aligned_table(markdown: str) -> str:
    head, _, *body = [line.removeprefix("| ").removesuffix(" |").split(" | ") for line in markdown.splitlines()]
    return aligned([head, *body])
