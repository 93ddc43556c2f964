"""Tables of Mercy Frontier for the slow twin: board, tile faces, costs, mercenaries, numbers of phases and actions."""

from typing import NamedTuple

SEATS = (0, 1)

WORKERS, BUY_WORKER, BUILD, BUILD_NODE, BUILD_TILE, BUILD_CELL, CRY_RECRUIT, CRY_BARRAGE = range(8)
HIRE, PAY, DEPLOY_TILE, DEPLOY_CELL, ABILITY, MOVE, GAME_OVER = range(8, 15)
DECISION_PHASES = 14
COLLECT = -1  # a stage without decisions

# The stages of a turn; 0: the holder of the priority token, 1: the other player.
STAGES = [
    *[(WORKERS, 0), (WORKERS, 1), (COLLECT, 0), (BUY_WORKER, 0), (BUY_WORKER, 1), (BUILD, 0), (BUILD, 1)],
    *[(HIRE, 0), (HIRE, 1), (DEPLOY_TILE, 0), (DEPLOY_TILE, 1), (ABILITY, 0), (MOVE, 0), (ABILITY, 1), (MOVE, 1)],
]

DONE = 0
# The first action id of each block.
A_SPOT, A_TILE, A_CELL, A_BUY, A_BUILD, A_MARKET, A_SWEEP, A_PAY = 1, 49, 61, 86, 87, 92, 96, 97
A_OWN, A_ENEMY, A_MOVE = 100, 105, 110
PLAYABLE_TILES = range(12)  # own-frame tiles that actions can name

# ---------------------------------------------------------------- board
Cell = tuple[int, int]  # column, row, in seat 0's frame
COLUMNS, ROWS, TILES, MIDDLE = 15, 25, 15, (6, 7, 8)
FRONT_CAMP, REAR_CAMP = 20, 4  # own-frame local cells
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]  # forward, right, back, left in the own frame


def turned(seat: int, cell: Cell) -> Cell:
    """From seat 0's frame to a seat's own or back: seat 1 sees the board turned by 180 degrees."""
    column, row = cell
    return cell if seat == 0 else (COLUMNS - 1 - column, ROWS - 1 - row)


def turned_tile(seat: int, tile: int) -> int:
    return tile if seat == 0 else TILES - 1 - tile


def on_board(cell: Cell) -> bool:
    return 0 <= cell[0] < COLUMNS and 0 <= cell[1] < ROWS


def tile_of(cell: Cell) -> int:
    return cell[1] // 5 * 3 + cell[0] // 5


def cell_at(tile: int, local: int) -> Cell:
    return tile % 3 * 5 + local % 5, tile // 3 * 5 + local // 5


def cells_of(tile: int) -> set[Cell]:
    return {cell_at(tile, local) for local in range(25)}


def own_cell(seat: int, tile: int, local: int) -> Cell:
    """The cell of a tile and a local cell in a seat's own frame."""
    return turned(seat, cell_at(tile, local))


def shift(cells: set[Cell], step: Cell, times: int = 1) -> set[Cell]:
    return {(column + times * step[0], row + times * step[1]) for column, row in cells}


def own_step(seat: int, direction: int) -> Cell:
    """One step in an own-frame direction, in seat 0's frame."""
    dx, dy = STEPS[direction]
    return (dx, dy) if seat == 0 else (-dx, -dy)


def block(seat: int, anchor: Cell, offsets: list[Cell]) -> set[Cell]:
    """Cells of a shape whose lowest own-frame column and row are the anchor's (own frame)."""
    return {turned(seat, (anchor[0] + dx, anchor[1] + dy)) for dx, dy in offsets}


def corner(seat: int, cells: set[Cell]) -> Cell:
    """Lowest own-frame column and row."""
    seen = [turned(seat, cell) for cell in cells]
    return min(column for column, _ in seen), min(row for _, row in seen)


def touched_tiles(cell: Cell) -> set[int]:
    """Other tiles with a space that shares an edge with this one."""
    around = [(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS]
    return {tile_of(other) for other in around if on_board(other)} - {tile_of(cell)}


# ---------------------------------------------------------------- resources and tiles
BIOFUEL, NEOSTEEL, CRYSTAL = RESOURCES = (0, 1, 2)
TOKENS, START_TOKENS, ACCELERATED_TOKENS = 30, 3, 2

BASE, HOME_LEFT, HOME_RIGHT, FUEL, STEEL, CRYSTALS, FUEL_CRYSTAL, STEEL_CRYSTAL, TWIN_CRYSTAL = range(9)
FACES = [  # nodes: resource and local cell
    [(BIOFUEL, 5), (NEOSTEEL, 9)],
    [(BIOFUEL, 7)],
    [(NEOSTEEL, 7)],
    [(BIOFUEL, 12)],
    [(NEOSTEEL, 12)],
    [(CRYSTAL, 12)],
    [(BIOFUEL, 11), (CRYSTAL, 13)],
    [(NEOSTEEL, 11), (CRYSTAL, 13)],
    [(CRYSTAL, 11), (CRYSTAL, 13)],
]
HOME_FACES = {0: HOME_LEFT, 1: BASE, 2: HOME_RIGHT}  # by own-frame tile
FIELD_TILES = range(3, 12)
SINGLE_FACES = [FUEL, FUEL, STEEL, STEEL, CRYSTALS, CRYSTALS]
DOUBLE_FACES = [FUEL_CRYSTAL, STEEL_CRYSTAL, TWIN_CRYSTAL]

WAR_BANNER, VOID_FORGE, BULWARK_CORE, BROKERS_SEAL, WELLSPRING = range(5)
RELICS = 5

# ---------------------------------------------------------------- workers and buildings
START_WORKERS, MOST_WORKERS = 4, 10
WORKER_COST = [1, 1, 0]
REFINERY, OUTPOST, BIOFUEL_BEACON, NEOSTEEL_BEACON, CRYSTAL_BEACON = range(5)
BEACONS = (BIOFUEL_BEACON, NEOSTEEL_BEACON, CRYSTAL_BEACON)
COSTS = [[1, 1, 1], [2, 2, 0], [3, 1, 1], [1, 3, 1], [1, 1, 3]]
SHAPES = {
    OUTPOST: [(0, 0)],
    BIOFUEL_BEACON: [(0, 0), (1, 0)],
    NEOSTEEL_BEACON: [(0, 0), (1, 0), (2, 0)],
    CRYSTAL_BEACON: [(0, 0), (1, 0), (0, 1), (1, 1)],
}
REFINERIES, OUTPOSTS, BEACONS_OF_A_COLOUR = [7, 7, 6], 5, 2
LOSING = 3  # buildings lost

# ---------------------------------------------------------------- mercenaries
ZONES, MARKET, HEALTH_TOKENS = range(5), range(4), 50
NO_ABILITY, SWIFT, FLANK, FIRST_STRIKE, ARMOR, CHARGE, MEND, BOMBARD, SALVAGE = range(9)
COMMON, HEROIC, LEGENDARY = 2, 3, 4  # the side of the token, and its movement
BOMBARD_RANGE, BARRAGE, SWEEP_TOKENS, SEAL_DISCOUNT = 4, 3, 2, 2
COLOSSUS = 16


class Card(NamedTuple):
    name: str
    copies: int
    side: int
    credits: int
    rates: list[int]
    attack: int
    health: int
    ability: int


CARDS = [
    Card("Scrap Raider", 2, COMMON, 10, [3, 2, 4], 2, 2, CHARGE),
    Card("Rig Hound", 2, COMMON, 10, [3, 2, 4], 2, 2, SWIFT),
    Card("Plate Guard", 2, COMMON, 10, [2, 3, 4], 2, 3, ARMOR),
    Card("Pike Lancer", 2, COMMON, 11, [2, 3, 4], 3, 2, FIRST_STRIKE),
    Card("Field Medic", 2, COMMON, 10, [3, 2, 4], 1, 3, MEND),
    Card("Mortar Crew", 2, COMMON, 11, [2, 3, 4], 2, 2, BOMBARD),
    Card("Dune Outrider", 2, HEROIC, 18, [3, 2, 4], 3, 4, FLANK),
    Card("Blaze Captain", 1, HEROIC, 18, [3, 2, 4], 4, 4, CHARGE),
    Card("Iron Warden", 1, HEROIC, 18, [2, 3, 4], 3, 5, ARMOR),
    Card("Rust Scavenger", 1, HEROIC, 18, [2, 3, 4], 3, 5, SALVAGE),
    Card("Prism Duelist", 1, HEROIC, 18, [2, 2, 5], 4, 3, FIRST_STRIKE),
    Card("Storm Courier", 2, HEROIC, 18, [2, 2, 5], 3, 4, SWIFT),
    Card("Magma Wyrm", 1, LEGENDARY, 28, [2, 1, 4], 6, 7, CHARGE),
    Card("Steel Titan", 1, LEGENDARY, 28, [1, 2, 4], 5, 8, ARMOR),
    Card("Lucite Seraph", 1, LEGENDARY, 28, [1, 1, 5], 5, 8, MEND),
    Card("Void Stalker", 1, LEGENDARY, 28, [1, 1, 5], 6, 6, FIRST_STRIKE),
    Card("Beacon Colossus", 1, LEGENDARY, 0, [0, 0, 0], 8, 12, NO_ABILITY),
]
DECK = [number for number, card in enumerate(CARDS) for _ in range(card.copies) if number != COLOSSUS]


def square(side: int) -> list[Cell]:
    return [(dx, dy) for dx in range(side) for dy in range(side)]
