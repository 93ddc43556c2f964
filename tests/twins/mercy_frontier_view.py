"""What a seat sees in Mercy Frontier, block by block. A part of the slow twin."""

from typing import TYPE_CHECKING

from tests.twins.mercy_frontier_data import (
    BEACONS,
    CARDS,
    COLOSSUS,
    COLUMNS,
    DECISION_PHASES,
    FRONT_CAMP,
    MARKET,
    MIDDLE,
    OUTPOST,
    REAR_CAMP,
    REFINERY,
    RELICS,
    RESOURCES,
    ROWS,
    TILES,
    ZONES,
    Card,
    Cell,
    corner,
    own_cell,
    tile_of,
    turned,
    turned_tile,
)

if TYPE_CHECKING:
    from tests.twins.mercy_frontier import Twin
    from tests.twins.mercy_frontier_table import Mercenary

SIZE = 1000
ABILITIES = 9


def one_hot(size: int, index: int | None) -> list[float]:
    return [float(index == k) for k in range(size)]


def see(twin: "Twin", seat: int) -> list[float]:
    opp = 1 - seat
    seen = one_hot(DECISION_PHASES, twin.phase)
    seen += see_flags(twin, seat)
    seen += [held / 30 for player in (seat, opp) for held in twin.resources[player]]
    seen += [twin.owned[seat] / 10, twin.owned[opp] / 10, twin.unplaced[seat] / 10, twin.unplaced[opp] / 10]
    seen += see_supply(twin, seat)
    seen += [min(3, twin.lost[player]) / 3 for player in (seat, opp)]
    for tile in range(TILES):
        seen += see_tile(twin, seat, tile)
    for tile in MIDDLE:
        absolute = turned_tile(seat, tile)
        seen += one_hot(RELICS, None if absolute in twin.covered else twin.relics[absolute])
    for player in (seat, opp):
        for kind in BEACONS:
            seen += see_beacon(twin, seat, player, kind)
    seen += see_board_map(twin, seat)
    for player in (seat, opp):
        for zone in ZONES:
            seen += see_mercenary(twin, seat, twin.zones[player][zone])
    for position in MARKET:
        seen += see_contract(twin, seat, twin.market[position])
    seen += [twin.discard.count(number) / CARDS[number].copies for number in range(COLOSSUS)]
    seen += see_pending(twin, seat)
    assert len(seen) == SIZE
    return seen


def see_flags(twin: "Twin", seat: int) -> list[float]:
    opp = 1 - seat
    flags = [twin.to_act == seat, twin.priority == seat, twin.turn / twin.turn_cap]
    flags += [twin.accelerated, twin.lanes, twin.persistent_health]
    flags += [twin.overcharge[seat], twin.overcharge[opp], not twin.colossus_earned]
    flags += [twin.colossus_owed[seat], twin.colossus_owed[opp]]
    return [float(flag) for flag in flags]


def see_supply(twin: "Twin", seat: int) -> list[float]:
    seen = [twin.refineries_left(resource) / 7 for resource in RESOURCES]
    seen += [twin.outposts_left(player) / 5 for player in (seat, 1 - seat)]
    seen += [twin.beacons_left(kind) / 2 for kind in BEACONS]
    return [*seen, twin.free_health() / 50, len(twin.deck) / 24]


def sign(seat: int, owner: int | None) -> float:
    return 0.0 if owner is None else 1.0 if owner == seat else -1.0


def see_tile(twin: "Twin", seat: int, tile: int) -> list[float]:
    """Of an own-frame tile."""
    absolute = turned_tile(seat, tile)
    covered = absolute in twin.covered
    nodes = [] if covered else twin.nodes[absolute]
    two = [(resource, cell) for resource, cell in nodes] + [(None, None)] * (2 - len(nodes))
    camps = [own_cell(seat, tile, FRONT_CAMP), own_cell(seat, tile, REAR_CAMP)]
    seen = [float(covered), sign(seat, twin.controller(absolute))]
    for resource, _ in two:
        seen += one_hot(3, resource)
    seen += [sign(seat, refinery_owner(twin, cell)) for _, cell in two]
    seen += [sign(seat, worker_owner(twin, cell)) for cell in [*(cell for _, cell in two), *camps]]
    outposts = [b for b in twin.buildings if b.kind == OUTPOST and tile_of(min(b.cells)) == absolute]
    if not outposts:
        return [*seen, 0.0, 0.0]
    column, row = corner(seat, outposts[0].cells)
    return [*seen, column % 5 / 4, row % 5 / 4]


def refinery_owner(twin: "Twin", cell: Cell | None) -> int | None:
    return next((b.seat for b in twin.buildings if b.kind == REFINERY and cell in b.cells), None)


def worker_owner(twin: "Twin", cell: Cell | None) -> int | None:
    return next((player for player in (0, 1) if cell in twin.workers[player]), None)


def see_beacon(twin: "Twin", seat: int, owner: int, kind: int) -> list[float]:
    beacon = twin.beacon(owner, kind)
    if beacon is None:
        return [0.0] * 3
    column, row = corner(seat, beacon.cells)
    return [1.0, column / 14, row / 24]


def see_board_map(twin: "Twin", seat: int) -> list[float]:
    seen = {}
    for player in (seat, 1 - seat):
        for cell in twin.building_cells(player):
            seen[cell] = sign(seat, player) / 2
    for player in (seat, 1 - seat):
        for cell in twin.token_cells(player):
            seen[cell] = sign(seat, player)
    return [seen.get(turned(seat, (column, row)), 0.0) for row in range(ROWS) for column in range(COLUMNS)]


def see_mercenary(twin: "Twin", seat: int, merc: "Mercenary | None") -> list[float]:
    if merc is None:
        return [0.0] * 19
    column, row = corner(seat, merc.cells) if merc.cells else (0, 0)
    maximum = merc.maximum if merc.cells else merc.card.health
    seen = [1.0, float(bool(merc.cells)), column / 14, row / 24, merc.card.side / 4, twin.attack(merc) / 12]
    seen += [merc.health / 13, maximum / 13, merc.left / 5, merc.legs / 2]
    return seen + one_hot(ABILITIES, merc.card.ability)


def see_contract(twin: "Twin", seat: int, number: int | None) -> list[float]:
    if number is None:
        return [0.0] * 17
    card: Card = CARDS[number]
    seen = [1.0, twin.price(seat, number) / 28, *(rate / 6 for rate in card.rates)]
    return [*seen, card.attack / 12, card.health / 13, card.side / 4, *one_hot(ABILITIES, card.ability)]


def see_pending(twin: "Twin", seat: int) -> list[float]:
    seen = one_hot(TILES, None if twin.tile is None else turned_tile(seat, twin.tile))
    seen += one_hot(5, twin.building) + one_hot(5, twin.zone) + one_hot(4, twin.hiring)
    return [*seen, float(twin.sweeping), twin.due / 28]
