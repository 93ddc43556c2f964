"""The board itself and its frames: every seat finds the map of the rules, with its own spawner at the bottom."""

import re
from importlib.resources import files

import numpy as np
import pytest

from flank_envs import games
from flank_envs.engine.jit.compile import JIT_DISABLED
from tests.games.mana_surge.board import COMPASS, Board
from tests.twins.mana_surge import COORDINATES, DIRECTIONS, INDEX, TILES, Frame, neighbor

# Attack and defense of a token by the letter on the map, free or locked.
VALUES = {".": (1, 1), "@": (1, 1), "R": (1, 2), "B": (2, 1), "W": (2, 2), "M": (0, 1)}
LOCKED = {"O": (1, 1), "A": (1, 1), "S": (1, 1), "D": (1, 1)}
SEATS = [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)]
TRIED = TILES[::4] if JIT_DISABLED else TILES


def letters() -> list[str]:
    """The map of rules.md: the letter of each tile."""
    text = files(games).joinpath("mana_surge/rules.md").read_text(encoding="utf-8")
    found = dict(re.findall(r"(\d+)([@.A-Z])", text.split("```")[1]))
    return [found[str(tile)] for tile in TILES]


MAP = letters()


def test_the_map_has_91_tiles():
    """MS-1.1: 90 around the pool, three corners among them, and so many of each kind."""
    counts = {letter: MAP.count(letter) for letter in set(MAP)}
    assert counts == {".": 39, "@": 3, "O": 1, "T": 6, "R": 9, "B": 9, "W": 6, "M": 3, "A": 6, "S": 6, "D": 3}
    assert [tile for tile in TILES if MAP[tile] == "@"] == [0, 50, 85]


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_values_and_locks_by_tile(players, seat):
    """MS-3.10, MS-3.6: in every frame a token on a tile has the values of the map, and moves unless the tile locks."""
    frame = Frame(players, seat)
    for local in TRIED:
        usable = MAP[local] not in "T@" or (players == 2 and local == 85)
        if usable:
            start = 30 if local != 30 else 28  # another token, so that there is a choice
            board = Board({seat: f"{frame.tile(local)} {frame.tile(start)}"}, to_act=seat, players=players)
            seen = board.look(seat)
            assert (seen["attack"][local] * 2, seen["defense"][local] * 2) == {**VALUES, **LOCKED}[MAP[local]], local
            assert (f"C{local}" not in board.legal()) == (MAP[local] in LOCKED), local


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_neighbors_of_every_tile(players, seat):
    """MS-3.2, MS-3.3: a lone token can go to each of its up to six neighbors but the spawners in use, and arrives."""
    frame = Frame(players, seat)
    spawners = [50, 0, 85][:players]
    for local in TRIED:
        if MAP[local] in "OASDT" or local in spawners:
            continue
        around = {COMPASS[d]: neighbor(local, d) for d in range(6)}
        ways = [way for way, tile in around.items() if tile is not None and tile not in spawners]
        board = Board({seat: str(frame.tile(local))}, to_act=seat, players=players).play(f"C{local}")
        assert board.legal() == ways, local
        way = ways[local % len(ways)]
        arrived = [] if MAP[around[way]] == "T" else [frame.tile(around[way])]
        assert board.play(way).tokens(seat) == arrived


@pytest.mark.parametrize("players", [2, 3])
def test_everybody_sees_the_own_spawner_at_the_bottom(players):
    """MS-1.1: and the tokens of the next seat at the upper left, of the seat after that at the upper right."""
    board = Board.new(players=players)
    for seat in range(players):
        seen = board.look(seat)
        assert np.flatnonzero(seen["own_troops"]).tolist() == [39, 49, 60]
        assert np.flatnonzero(seen["next_troops"]).tolist() == [1, 6, 7]
        assert np.flatnonzero(seen["prev_troops"]).tolist() == ([78, 79, 86] if players == 3 else [])


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_the_whole_board_is_turned_or_mirrored(players, seat):
    """MS-1.1: tokens of the next seat are seen where the frame of the observer puts them."""
    frame, other = Frame(players, seat), (seat + 1) % players
    for first in range(7):
        shown = [local for local in TILES[first::7] if MAP[local] not in "T@"]
        own = next(local for local in (28, 29, 38) if local not in shown)
        placed = {seat: str(frame.tile(own)), other: " ".join(str(frame.tile(local)) for local in shown)}
        board = Board(placed, to_act=seat, players=players)
        assert np.flatnonzero(board.look(seat)["next_troops"]).tolist() == shown


def test_the_twin_has_the_same_geometry():
    """MS-3.2: neighbors are mutual, and turning or mirroring the board keeps them."""
    assert [INDEX[place] for place in COORDINATES] == list(TILES)
    for tile in TILES:
        for d in range(len(DIRECTIONS)):
            other = neighbor(tile, d)
            assert other is None or neighbor(other, (d + 3) % 6) == tile
            for players, seat in SEATS:
                frame = Frame(players, seat)
                turned = neighbor(frame.tile(tile), frame.direction(d))
                assert turned == (None if other is None else frame.tile(other))
