"""The board, tile faces, buildings, mercenaries and relics of Mercy Frontier, and its constants."""

import numpy as np

SEATS = 2
NONE = -1

# The board in seat 0's frame: cell = row * 15 + column. Inside a tile: local = row % 5 * 5 + column % 5.
#
#   row 24   12 13 14   home row of seat 1, its edge is row 24
#             9 10 11
#             6  7  8   middle: a relic under each
#             3  4  5
#   row  0    0  1  2   home row of seat 0, its edge is row 0
#
# Seat 1 sees it turned by 180 degrees: 14 - tile, 24 - local, 374 - cell.
COLUMNS, ROWS = 15, 25
CELLS = COLUMNS * ROWS
TILES, TILE_SIDE, TILE_COLUMNS = 15, 5, 3
TILE_CELLS = TILE_SIDE * TILE_SIDE
OPEN_TILES = 12  # own-frame tiles below this one can be chosen: the enemy's home row never
ALL_COLUMNS = (1 << COLUMNS) - 1
ALL_LOCALS = (1 << TILE_CELLS) - 1
HOME = np.array([0b111, 0b111 << 12], np.int16)  # MF-1.1: the tiles of the home rows, as bits
BASE_TILE = np.array([1, 13], np.int8)  # by seat
FIRST_MIDDLE, RELIC_PLACES = 6, 3
SINGLE_TILES = np.array([3, 4, 5, 9, 10, 11], np.int8)
DOUBLE_TILES = np.array([6, 7, 8], np.int8)
LEFT_TILES, RIGHT_TILES = 0b001001001001001, 0b100100100100100  # tiles of the first and the last tile column
CLAIMABLE = 0b000111111111000  # MF-4.4: rows 1 to 3
# By three tiles of a tile row, as bits: their columns.
TILE_ROW = np.array([sum(0b11111 << 5 * k for k in range(3) if tiles >> k & 1) for tiles in range(8)], np.int16)
# By the width of a block: the local cells where it may begin without leaving its tile.
BLOCK_STARTS = np.array(
    [sum(1 << local for local in range(TILE_CELLS) if local % TILE_SIDE + width <= TILE_SIDE) for width in range(4)],
    np.int32,
)

RESOURCES = 3
BIOFUEL, NEOSTEEL, CRYSTAL = range(RESOURCES)
RESOURCE_NAMES = ("biofuel", "neosteel", "crystal")
RESOURCE_LETTERS = "FSC"
BANK = 30  # tokens of each resource

# A face turned by 180 degrees has the number + TURNED: seat 1's home row lies that way.
FACE_NAMES = (
    *("fuel", "steel", "crystal", "fuel + crystal", "steel + crystal", "twin crystal"),
    *("base", "home left", "home right"),
)
FUEL, STEEL, PRISM, FUEL_CRYSTAL, STEEL_CRYSTAL, TWIN_CRYSTAL, BASE, HOME_LEFT, HOME_RIGHT = range(9)
TURNED = 9
SINGLE_FACES = np.array([FUEL, FUEL, STEEL, STEEL, PRISM, PRISM], np.int8)
DOUBLE_FACES = np.array([FUEL_CRYSTAL, STEEL_CRYSTAL, TWIN_CRYSTAL], np.int8)
HOME_FACES = np.array(
    [
        *(HOME_LEFT, BASE, HOME_RIGHT),
        *(NONE,) * 9,
        *(HOME_RIGHT + TURNED, BASE + TURNED, HOME_LEFT + TURNED),
    ],
    np.int8,
)  # by tile
_NODES = (  # by face: (resource, local cell) of each node
    ((BIOFUEL, 12),),
    ((NEOSTEEL, 12),),
    ((CRYSTAL, 12),),
    ((BIOFUEL, 11), (CRYSTAL, 13)),
    ((NEOSTEEL, 11), (CRYSTAL, 13)),
    ((CRYSTAL, 11), (CRYSTAL, 13)),
    ((BIOFUEL, 5), (NEOSTEEL, 9)),
    ((BIOFUEL, 7),),
    ((NEOSTEEL, 7),),
)

# The places of workers on a tile: its nodes, and two camps in corners. Seat 1's front camp is seat 0's rear camp.
NODES = 2
SPOTS = 4
FRONT_CAMP, REAR_CAMP = 2, 3
CAMP_LOCAL = (20, 4)  # front, rear
OTHER_SIDE = np.array([0, 1, REAR_CAMP, FRONT_CAMP], np.int8)  # the same spot in the other seat's words

NODE_RESOURCE = np.full((2 * TURNED, NODES), NONE, np.int8)
SPOT_LOCAL = np.full((2 * TURNED, SPOTS), NONE, np.int8)  # NONE: the face has no such node
SPOT_BIT = np.zeros((2 * TURNED, SPOTS), np.int32)  # the same as a bit of a tile's spaces, 0 for none
NODE_CELLS = np.zeros(2 * TURNED, np.int32)  # local cells with a node, as bits
for _face, _nodes in enumerate(_NODES):
    for _turned in (0, 1):
        _row = _face + _turned * TURNED
        SPOT_LOCAL[_row, FRONT_CAMP], SPOT_LOCAL[_row, REAR_CAMP] = CAMP_LOCAL
        for _node, (_resource, _local) in enumerate(_nodes):
            NODE_RESOURCE[_row, _node] = _resource
            SPOT_LOCAL[_row, _node] = 24 - _local if _turned else _local
            NODE_CELLS[_row] |= 1 << int(SPOT_LOCAL[_row, _node])
        SPOT_BIT[_row] = [1 << int(_local) if _local >= 0 else 0 for _local in SPOT_LOCAL[_row]]

BUILDINGS = 5
REFINERY, OUTPOST, FUEL_BEACON, STEEL_BEACON, CRYSTAL_BEACON = range(BUILDINGS)
BUILDING_NAMES = ("Refinery", "Outpost", "Biofuel Beacon", "Neosteel Beacon", "Crystal Beacon")
BEACONS = 3  # colours; a beacon's building id is FUEL_BEACON + colour
WORKER = BUILDINGS  # the row of COST below the buildings
COST = np.array([[1, 1, 1], [2, 2, 0], [3, 1, 1], [1, 3, 1], [1, 1, 3], [1, 1, 0]], np.int8)  # F, S, C
WIDTH = np.array([1, 1, 2, 3, 2], np.int8)  # blocks are not turned: a bar lies parallel to the edge
HEIGHT = np.array([1, 1, 1, 1, 2], np.int8)
MOST_WORKERS, FIRST_WORKERS = 10, 4
REFINERIES = np.array([7, 7, 6], np.int8)
OUTPOSTS = 5  # of each player
BEACON_BLOCKS = 2  # of each colour
FREE_FOR_OUTPOST = 3  # MF-4.5: spaces without a token that a covered tile needs
BUILDINGS_TO_LOSE = 3  # MF-10.3
HEALTH_TOKENS = 50
START, ACCELERATED_START = 3, 2  # tokens of each resource

ABILITY_NAMES = ("none", "swift", "flank", "first strike", "armor", "charge", "mend", "bombard", "salvage")
ABILITIES = len(ABILITY_NAMES)
NO_ABILITY, SWIFT, FLANK, FIRST_STRIKE, ARMOR, CHARGE, MEND, BOMBARD, SALVAGE = range(ABILITIES)
BOMBARD_DAMAGE, BOMBARD_REACH = 1, 4
BARRAGE_DAMAGE = 3

RARITY_NAMES = ("common", "heroic", "legendary")
COMMON, HEROIC, LEGENDARY = range(3)
_CARDS = (  # name, copies, rarity, credits, value of F S C, attack, health, ability
    ("Scrap Raider", 2, COMMON, 10, (3, 2, 4), 2, 2, CHARGE),
    ("Rig Hound", 2, COMMON, 10, (3, 2, 4), 2, 2, SWIFT),
    ("Plate Guard", 2, COMMON, 10, (2, 3, 4), 2, 3, ARMOR),
    ("Pike Lancer", 2, COMMON, 11, (2, 3, 4), 3, 2, FIRST_STRIKE),
    ("Field Medic", 2, COMMON, 10, (3, 2, 4), 1, 3, MEND),
    ("Mortar Crew", 2, COMMON, 11, (2, 3, 4), 2, 2, BOMBARD),
    ("Dune Outrider", 2, HEROIC, 18, (3, 2, 4), 3, 4, FLANK),
    ("Blaze Captain", 1, HEROIC, 18, (3, 2, 4), 4, 4, CHARGE),
    ("Iron Warden", 1, HEROIC, 18, (2, 3, 4), 3, 5, ARMOR),
    ("Rust Scavenger", 1, HEROIC, 18, (2, 3, 4), 3, 5, SALVAGE),
    ("Prism Duelist", 1, HEROIC, 18, (2, 2, 5), 4, 3, FIRST_STRIKE),
    ("Storm Courier", 2, HEROIC, 18, (2, 2, 5), 3, 4, SWIFT),
    ("Magma Wyrm", 1, LEGENDARY, 28, (2, 1, 4), 6, 7, CHARGE),
    ("Steel Titan", 1, LEGENDARY, 28, (1, 2, 4), 5, 8, ARMOR),
    ("Lucite Seraph", 1, LEGENDARY, 28, (1, 1, 5), 5, 8, MEND),
    ("Void Stalker", 1, LEGENDARY, 28, (1, 1, 5), 6, 6, FIRST_STRIKE),
    ("Beacon Colossus", 0, LEGENDARY, 0, (0, 0, 0), 8, 12, NO_ABILITY),
)
CARD_NAMES = tuple(card[0] for card in _CARDS)
CARDS = len(_CARDS)
COLOSSUS = CARDS - 1  # MF-4.8: never in the deck or the discard pile
DECK_CARDS = CARDS - 1  # kinds of cards in the deck
COPIES = np.array([card[1] for card in _CARDS], np.int8)
RARITY = np.array([card[2] for card in _CARDS], np.int8)
PRICE = np.array([card[3] for card in _CARDS], np.int8)
RATE = np.array([card[4] for card in _CARDS], np.int8)
ATTACK = np.array([card[5] for card in _CARDS], np.int8)
HEALTH = np.array([card[6] for card in _CARDS], np.int8)
ABILITY = np.array([card[7] for card in _CARDS], np.int8)
SIDE = RARITY + np.int8(2)  # of the token: 2, 3 or 4 spaces
MOVES = RARITY + np.int8(2)
DECK_SIZE = int(COPIES.sum())
MARKET = 4
ZONES = 5
SWEEP_PRICE = 2  # tokens
MOST_DUE = 28

RELICS = 5
WAR_BANNER, VOID_FORGE, BULWARK_CORE, BROKERS_SEAL, WELLSPRING = range(RELICS)
RELIC_NAMES = ("War Banner", "Void Forge", "Bulwark Core", "Broker's Seal", "Wellspring")
SEAL_DISCOUNT = 2

# Directions in the mover's frame; those of the other seat are the opposite ones.
DIRECTIONS = 4
FORWARD, RIGHT, BACK, LEFT = range(DIRECTIONS)
DIRECTION_NAMES = ("forward", "right", "back", "left")
COLUMN_STEP = np.array([0, 1, 0, -1], np.int8)  # of absolute directions
ROW_STEP = np.array([1, 0, -1, 0], np.int8)
DISTANCES = 6  # 0 to 5 spaces

PHASES = (
    *("WORKERS", "BUY_WORKER", "BUILD", "BUILD_NODE", "BUILD_TILE", "BUILD_CELL", "CRY_RECRUIT", "CRY_BARRAGE"),
    *("HIRE", "PAY", "DEPLOY_TILE", "DEPLOY_CELL", "ABILITY", "MOVE", "OVER"),
)
WORKERS, BUY_WORKER, BUILD, BUILD_NODE, BUILD_TILE, BUILD_CELL, CRY_RECRUIT, CRY_BARRAGE = range(8)
HIRE, PAY, DEPLOY_TILE, DEPLOY_CELL, ABILITY_PHASE, MOVE, OVER = range(8, 15)

# The steps of a turn. In each the priority holder decides completely, then the other player (MF-2.5).
STEPS = 6
WORKER_STEP, PURCHASE_STEP, BUILD_STEP, HIRE_STEP, DEPLOY_STEP, ACTION_STEP = range(STEPS)
STEP_OF = np.array([0, 1, 2, 2, 2, 2, 2, 2, 3, 3, 4, 4, 5, 5, STEPS], np.int8)  # by phase
