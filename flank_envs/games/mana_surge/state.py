"""The record of a game of Mana Surge, small questions about it, and tokens that come and go."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.options import Option
from flank_envs.engine.record import record_type
from flank_envs.games.mana_surge import tables as t

OPTIONS = (
    Option("players", 3, "number of players", choices=(2, 3)),  # MS-1.1
    Option("troops", 15, "tokens of each player", between=(3, t.MOST_TROOPS)),  # MS-1.2
    Option("mana_goal", 10, "mana points that win the game", between=(1, 100)),  # MS-6.1
    Option("first_seat", 0, "seat that takes the first turn", choices=(0, 1, 2)),  # MS-1.5
    Option("komi", 1, "mana points of the second player at the start, with two players", between=(0, 99)),  # MS-1.6
    Option("max_rounds", 200, "rounds after which the game ends", between=(1, 10_000)),  # MS-6.3
)

# All tiles and directions are those of seat 0's frame. Entries past a count, and seat 2's with two players, are 0.
STATE = record_type(
    OPTIONS,
    [
        ("turns", np.int32),  # completed turns of all players together
        ("winner", np.int8),  # seat, -1 while nobody has won
        ("action_points", np.int8),  # left in this turn
        ("spawns_allowed", np.int8),  # in this turn's START
        ("spawns_done", np.int8),
        ("dagger_uses", np.int8),  # in this turn
        ("picked", np.int8),  # tile of the token that moves or attacks in the *_DIR phases, else NO_TILE
        ("marks", np.int8),  # tokens marked in SACRIFICE
        ("marked", np.int8, t.SACRIFICED - 1),  # their tiles, in the order they were chosen
        ("mana", np.int8, t.SEATS),
        ("supply", np.int8, t.SEATS),  # tokens off the board
        ("owner", np.int8, t.TILES),  # seat of the token on a tile, NOBODY or SPAWNER
        # The rest follows from `owner`; `put_token` and `take_token` keep it right.
        ("tokens", np.int8, (t.SEATS, t.MOST_TROOPS)),  # tiles of a seat's tokens, ascending
        ("held", np.int8, (t.SEATS, t.ABILITIES)),  # extra action, extra spawn and dagger tiles
        ("exits", np.int8, t.TILES),  # bit d: the neighbour in direction d is empty
        ("foes", np.int8, (t.SEATS, t.TILES)),  # bit d: a token of that seat would find an enemy token in direction d
    ],
)


@rule
def frame_of(state, seat):
    """The frame that a seat sees the board in."""
    return t.FRAME_OF[state.seats, seat]


@rule
def token_count(state, seat):
    """Tokens on the board."""
    return state.troops - state.supply[seat]


@rule
def is_empty(state, tile):
    """MS-3.3: no token and no spawner."""
    return state.owner[tile] == t.NOBODY


@rule
def put_token(state, seat, tile):
    """A token from the supply goes to an empty tile."""
    k = token_count(state, seat)
    state.supply[seat] -= 1
    while k > 0 and state.tokens[seat, k - 1] > tile:
        state.tokens[seat, k] = state.tokens[seat, k - 1]
        k -= 1
    state.tokens[seat, k] = tile
    state.owner[tile] = seat
    turn_exits(state, tile)
    _turn_foes(state, seat, tile)
    if t.ABILITY[tile] != t.NO_ABILITY:  # MS-3.7
        state.held[seat, t.ABILITY[tile]] += 1


@rule
def take_token(state, tile):
    """A token returns to its owner's supply (MS-4.6); its ability is lost at once (MS-4.7)."""
    seat = state.owner[tile]
    state.supply[seat] += 1
    last = token_count(state, seat)
    k = 0
    while state.tokens[seat, k] != tile:
        k += 1
    while k < last:
        state.tokens[seat, k] = state.tokens[seat, k + 1]
        k += 1
    state.tokens[seat, last] = 0
    state.owner[tile] = t.NOBODY
    turn_exits(state, tile)
    _turn_foes(state, seat, tile)
    if t.ABILITY[tile] != t.NO_ABILITY:
        state.held[seat, t.ABILITY[tile]] -= 1


@rule
def turn_exits(state, tile):
    """For the tiles around, this one is no longer an exit, or it is one again."""
    for d in range(t.DIRECTIONS):
        beside = t.NEIGHBOUR[tile, d]
        if beside >= 0:
            state.exits[beside] ^= t.OPPOSITE_BIT[d]


@rule
def _turn_foes(state, seat, tile):
    """On the tiles around, the tokens of all others find an enemy here, or no longer do."""
    for d in range(t.DIRECTIONS):
        beside = t.NEIGHBOUR[tile, d]
        if beside >= 0:
            for other in range(state.seats):
                if other != seat:
                    state.foes[other, beside] ^= t.OPPOSITE_BIT[d]


@rule
def pay(state):
    """MS-3.2, MS-4.1, MS-5.3: every action of a turn costs one action point."""
    state.action_points -= 1


def conflict(options: Mapping[str, Any]) -> str:
    """What is wrong with options that do not go together."""
    if options["first_seat"] >= options["players"]:
        return f"option first_seat={options['first_seat']}: two players have the seats 0 and 1"
    if options["players"] == 2 and options["komi"] >= options["mana_goal"]:
        return f"option komi={options['komi']}: give less than mana_goal={options['mana_goal']}"
    return ""


def derive(state: Any) -> None:
    """All that follows from `owner`: supplies, lists of tokens, abilities, exits and neighbouring enemies."""
    around = np.where(
        t.NEIGHBOUR >= 0, state.owner[t.NEIGHBOUR], t.SPAWNER
    )  # (tile, direction); beyond the edge is no exit
    bits = 1 << np.arange(t.DIRECTIONS)
    state.exits = ((around == t.NOBODY) * bits).sum(1)
    for array in (state.supply, state.tokens, state.held, state.foes):
        array[:] = 0
    for seat in range(state.seats):
        tiles = np.flatnonzero(state.owner == seat)[: t.MOST_TROOPS]
        state.tokens[seat, : len(tiles)] = tiles
        state.supply[seat] = state.troops - len(tiles)
        state.held[seat] = [np.count_nonzero(t.ABILITY[tiles] == ability) for ability in range(t.ABILITIES)]
        enemies = (around != seat) & (around >= 0) & (around < state.seats)
        state.foes[seat] = (enemies * bits).sum(1)
