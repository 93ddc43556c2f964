"""Names of places, pieces and prices in Mercy Frontier, for words and pictures.

Tiles have their numbers, spaces a letter and a number as in chess (c7 is column 2, row 6); both are painted on the
board and the same for both players.
"""

from collections.abc import Sequence
from typing import Any

from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.state import column_of, own_spot, own_tile, row_of
from flank_envs.view.words import counted

ABILITY_WORDS = (
    "no ability",
    "moves 1 space further",
    "may make two legs in different directions",
    "deals its damage first",
    "every hit on it is 1 less, at least 1",
    "+1 attack when it moves into a fight",
    "before moving: gives an own mercenary 1 health",
    "before moving: 1 damage to an enemy at most 4 spaces away",
    "before moving: takes 1 neosteel",
)
RELIC_WORDS = (
    "all own mercenaries move 1 space further",
    "all own mercenaries have +1 attack in fights",
    "own mercenaries are placed with 1 more health",
    "contracts cost 2 credits less",
    "1 crystal more in every collection",
)
CRY_WORDS = (
    "a common contract from the market, free",
    "3 damage to an enemy mercenary",
    "heals all own mercenaries, +1 attack in this turn",
)


def seat_to_act(state: Any) -> int:
    """The seat that decides; when the game is over seat 0 stands for it."""
    return max(int(state.to_act), 0)


def space_name(column: int, row: int) -> str:
    return f"{'abcdefghijklmno'[column]}{row + 1}"


def area_name(column: int, row: int, width: int, height: int) -> str:
    """c7 for a single space, c7-d8 for more."""
    first = space_name(column, row)
    return first if width == height == 1 else f"{first}-{space_name(column + width - 1, row + height - 1)}"


def has_tile(tiles: int, tile: int) -> bool:
    """Whether a set of tiles, as bits, has that one."""
    return bool((int(tiles) >> tile) & 1)


def controller(state: Any, tile: int) -> int:
    """The seat that controls a tile, NONE if nobody does."""
    return next((seat for seat in range(2) if has_tile(state.control[seat], tile)), t.NONE)


def knows(state: Any, viewer: int | None, tile: int) -> bool:
    """Whether a viewer knows the face of a tile, and what lies under it. All else on the board is public."""
    return viewer is None or not has_tile(state.covered, tile)


def spots_of(state: Any, tile: int) -> list[tuple[int, int, int]]:
    """The worker spaces of a tile: spot in seat 0's words, column, row. Only for those who know the tile."""
    locals_ = t.SPOT_LOCAL[state.face[tile]].tolist()
    return [(spot, column_of(tile, local), row_of(tile, local)) for spot, local in enumerate(locals_) if local >= 0]


def node_resource(state: Any, tile: int, node: int) -> int:
    return int(t.NODE_RESOURCE[state.face[tile], node])


def spot_name(state: Any, seat: int, own: int, place: int) -> str:
    """The worker space of an action, in the words of the seat: the crystal node h13 of tile 7."""
    tile, spot = own_tile(seat, own), own_spot(seat, place)
    kind = ("node 0", "node 1", "the front camp", "the rear camp")[place]
    if spot < t.NODES and has_tile(state.covered, tile):
        return f"{kind} of tile {tile} (face down)"
    local = int(t.SPOT_LOCAL[state.face[tile], spot])
    if local < 0:
        return f"{kind} of tile {tile} (there is none)"
    if spot < t.NODES:
        kind = f"the {t.RESOURCE_NAMES[node_resource(state, tile, spot)]} node"
    return f"{kind} {space_name(column_of(tile, local), row_of(tile, local))} of tile {tile}"


def mercenary(state: Any, seat: int, zone: int) -> str:
    """The mercenary of a zone; the zone tells twins apart."""
    card = int(state.card[seat, zone])
    return (
        f"the {t.CARD_NAMES[card]} of zone {zone}" if card != t.NONE else f"the mercenary of zone {zone} (nobody there)"
    )


def contract_name(state: Any, position: int) -> str:
    card = int(state.market[position])
    return (
        f"{t.CARD_NAMES[card]} at position {position}" if card != t.NONE else f"contract at position {position} (none)"
    )


def cost_in_words(cost: Sequence[int]) -> str:
    """2 biofuel, 2 neosteel."""
    return ", ".join(f"{cost[k]} {t.RESOURCE_NAMES[k]}" for k in range(t.RESOURCES) if cost[k])


def relic_of(state: Any, tile: int) -> int:
    """The relic of a middle tile, NONE for other tiles."""
    place = tile - t.FIRST_MIDDLE
    return int(state.relic[place]) if 0 <= place < t.RELIC_PLACES else t.NONE


def relics_held(state: Any, seat: int) -> list[int]:
    """MF-4.9."""
    tiles = range(t.FIRST_MIDDLE, t.FIRST_MIDDLE + t.RELIC_PLACES)
    return [relic_of(state, tile) for tile in tiles if has_tile(state.control[seat], tile)]


def attack_of(state: Any, seat: int, zone: int) -> int:
    """MF-9.6, without charge."""
    forge = t.VOID_FORGE in relics_held(state, seat)
    return int(t.ATTACK[state.card[seat, zone]]) + int(forge) + int(state.overcharge[seat])


def token_at(state: Any, seat: int, zone: int) -> tuple[int, int, int] | None:
    """Column, row and side of a mercenary's token, None while it is not on the board."""
    if state.card[seat, zone] == t.NONE or state.row[seat, zone] < 0:
        return None
    return int(state.column[seat, zone]), int(state.row[seat, zone]), int(t.SIDE[state.card[seat, zone]])


def tokens_in(state: Any, seat: int, column: int, row: int, width: int, height: int) -> list[int]:
    """The zones of a seat whose tokens cover one of these spaces."""
    found = []
    for zone in range(t.ZONES):
        token = token_at(state, seat, zone)
        if token is not None:
            c, r, side = token
            if c < column + width and column < c + side and r < row + height and row < r + side:
                found.append(zone)
    return found


def buildings(state: Any, seat: int) -> list[tuple[int, int, int, int]]:
    """All buildings of a seat: id, and the tile's resource for a refinery (else NONE), column, row."""
    found = []
    for tile in range(t.TILES):
        for node in range(t.NODES):
            if has_tile(state.refineries[seat, node], tile):
                local = int(t.SPOT_LOCAL[state.face[tile], node])
                found.append(
                    (t.REFINERY, node_resource(state, tile, node), column_of(tile, local), row_of(tile, local))
                )
        if state.outpost[tile] != t.NONE and has_tile(state.control[seat], tile):
            local = int(state.outpost[tile])
            found.append((t.OUTPOST, t.NONE, column_of(tile, local), row_of(tile, local)))
    for colour in range(t.BEACONS):
        cell = int(state.beacon[seat, colour])
        if cell != t.NONE:
            found.append((t.FUEL_BEACON + colour, t.NONE, cell % t.COLUMNS, cell // t.COLUMNS))
    return found


def building_names_in(state: Any, seat: int, column: int, row: int, width: int, height: int) -> list[str]:
    """The buildings of a seat on one of these spaces."""
    return [
        t.BUILDING_NAMES[kind]
        for kind, _, c, r in buildings(state, seat)
        if c < column + width and column < c + t.WIDTH[kind] and r < row + height and row < r + t.HEIGHT[kind]
    ]


def workers(state: Any, seat: int) -> list[tuple[int, int]]:
    """Column and row of each worker of a seat on the board."""
    return [
        (column, row)
        for tile in range(t.TILES)
        if any(has_tile(state.workers[seat, spot], tile) for spot in range(t.SPOTS))
        for spot, column, row in spots_of(state, tile)
        if has_tile(state.workers[seat, spot], tile)
    ]


def enemies_in(state: Any, seat: int, column: int, row: int, width: int, height: int) -> list[str]:
    """What a mover of `seat` meets on these spaces: mercenaries, buildings, workers."""
    enemy = 1 - seat
    met = [mercenary(state, enemy, zone) for zone in tokens_in(state, enemy, column, row, width, height)]
    met += [f"a {name}" for name in building_names_in(state, enemy, column, row, width, height)]
    count = sum(column <= c < column + width and row <= r < row + height for c, r in workers(state, enemy))
    return met + [counted(count, "worker")] * (count > 0)


def side_of(state: Any, seat: int, zone: int) -> int:
    return int(t.SIDE[state.card[seat, zone]])


def on_board(column: int, row: int) -> bool:
    """Whether there is such a space."""
    return 0 <= column < t.COLUMNS and 0 <= row < t.ROWS


def tile_corner(tile: int) -> tuple[int, int]:
    """Lowest column and row of a tile."""
    return tile % t.TILE_COLUMNS * t.TILE_SIDE, tile // t.TILE_COLUMNS * t.TILE_SIDE


def tile_of(column: int, row: int) -> int:
    return row // t.TILE_SIDE * t.TILE_COLUMNS + column // t.TILE_SIDE


def card_in_words(card: int) -> str:
    """heroic, 3x3, attack 3, health 5, moves 3, armor: every hit on it is 1 less, at least 1."""
    side, ability = int(t.SIDE[card]), int(t.ABILITY[card])
    tail = f", {t.ABILITY_NAMES[ability]}: {ABILITY_WORDS[ability]}" if ability else ""
    strength = f"attack {t.ATTACK[card]}, health {t.HEALTH[card]}, moves {t.MOVES[card]}"
    return f"{t.RARITY_NAMES[t.RARITY[card]]}, {side}x{side}, {strength}{tail}"
