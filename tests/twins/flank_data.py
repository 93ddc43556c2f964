"""Tables of FLANK for the slow twin: board, units, upgrades, cards and the numbers of phases and actions."""

from typing import NamedTuple

SEATS = (0, 1)
TYPES, ZONES, COLOURS, KINDS, UPGRADES = 4, 15, 3, 8, 6
BLUE, GREEN, YELLOW = 0, 1, 2
FRONTLINE, SUPPORT, FLANK = 0, 1, 2
KALDARI, TERRAN, SWARM = 0, 1, 2

DRAFT, HARVEST, BUILD, UPGRADE_DISCARD, MOVE_TARGET, MOVE_SOURCE, MOVE_UNITS = range(7)
FORMATION, FORMATION_MINE, BEFORE_COMBAT, COMBAT, FLANK_KILLS, AFTER_COMBAT, PLACEMENT, GAME_OVER = range(7, 15)

END = 0
# The first action id of each block.
A_DRAFT, A_PLAY, A_MINE, A_BUILD, A_BUY, A_DROP = 1, 4, 12, 20, 40, 46
A_TARGET, A_SOURCE, A_UNIT, A_ALL, A_FORM, A_BLUE = 52, 67, 82, 86, 87, 99
A_PUSH, A_SHIFT, A_REMOVE, A_KILL, A_RECALL, A_SPAWN, A_SALVAGE, A_PLACE = 100, 124, 148, 160, 164, 168, 169, 172
DIRS = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]

TOKEN_LIMIT = [5, 5, 8]
SETUP_TOKENS, SETUP_CARDS, ROUND_CARDS = 3, 3, 2
MINIATURES, POPULATION_LIMIT, UPGRADE_LIMIT = 4, 8, 4
COPIES = 5  # of each kind of resource card
CARDS = [[3, 0, 1], [0, 3, 1], [0, 0, 5], [2, 0, 2], [0, 2, 2], [2, 2, 0], [1, 0, 3], [0, 1, 3]]

ZONE_LIMIT = [4, 4, 3, 4, 3, 4, 5, 5, 5, 4, 3, 4, 3, 4, 4]
SITES = [0, 1, 5, 2, 10]  # own zones of the base sites


def neighbours(zone: int) -> list[int]:
    """Zones sharing a side, in a grid of three rows of five."""
    row, column = divmod(zone, 5)
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [5 * r + c for r, c in around if 0 <= r < 3 and 0 <= c < 5]


def own_frame(seat: int, zone: int) -> int:
    """Seat 1 sees the board rotated by 180 degrees."""
    return zone if seat == 0 else 14 - zone


class Unit(NamedTuple):
    name: str
    cost: list[int]
    frontline: int = 1
    support: int = 2
    flank: int = 0
    kills: int = 1
    hold: int = 0
    charge: int = 0
    siege: int = 0
    steadfast: bool = False
    guard: bool = False
    web: bool = False


UNITS = [
    [
        Unit("Warrior", [1, 0, 2], frontline=2),
        Unit("Mystic", [0, 2, 1], support=3),
        Unit("Sentry", [1, 1, 1], hold=1, steadfast=True),
        Unit("Guardian", [0, 1, 2], guard=True),
    ],
    [
        Unit("Soldier", [1, 0, 1]),
        Unit("Commando", [0, 2, 1], kills=2),
        Unit("Tank", [1, 0, 2], siege=2),
        Unit("Walker", [2, 1, 1], frontline=2, steadfast=True),
    ],
    [
        Unit("Roach", [0, 1, 1]),
        Unit("Locust", [0, 1, 2], flank=1),
        Unit("Spider", [0, 2, 1], web=True),
        Unit("Rhino", [1, 0, 2], charge=1, steadfast=True),
    ],
]
ROACH = 0
CHEAP_ROACH = [0, 1, 0]

# (faction, upgrade)
MIND_WAVE, BANISHMENT, RECALL, AEGIS, PSIONIC_FOCUS, ELDER_COUNCIL = [(KALDARI, k) for k in range(6)]
REFINERY, RAPID_TRANSIT, BATTLE_DRILL, COMBINED_ARMS, SALVAGE, WAR_SPOILS = [(TERRAN, k) for k in range(6)]
HIVE_GROWTH, OVERRUN, SPAWNING_POOLS, ENTANGLE, FRENZY, DEVOUR = [(SWARM, k) for k in range(6)]
UPGRADE_COST = [
    [[1, 2, 0], [3, 3, 0], [2, 2, 2], [1, 1, 1], [3, 1, 1], [1, 0, 1]],
    [[1, 1, 1], [1, 1, 2], [0, 1, 1], [1, 0, 1], [0, 0, 2], [1, 1, 2]],
    [[0, 1, 1], [0, 1, 1], [0, 3, 1], [1, 1, 0], [1, 2, 0], [1, 0, 1]],
]
# Places in the list of uses left.
PUSHES, SHIFTS, REMOVALS, RECALLS, SPAWNS, SALVAGES = range(6)
