"""The board, factions, units, upgrades, cards and limits of Flank."""

import numpy as np

SEATS = 2

PHASES = (
    *("DRAFT", "HARVEST", "BUILD", "UPGRADE_DISCARD", "MOVE_TARGET", "MOVE_SOURCE", "MOVE_UNITS", "FORMATION"),
    *("FORMATION_MINE", "BEFORE_COMBAT", "COMBAT", "FLANK_KILLS", "AFTER_COMBAT", "PLACEMENT", "GAME_OVER"),
)
DRAFT, HARVEST, BUILD, UPGRADE_DISCARD, MOVE_TARGET, MOVE_SOURCE, MOVE_UNITS, FORMATION = range(8)
FORMATION_MINE, BEFORE_COMBAT, COMBAT, FLANK_KILLS, AFTER_COMBAT, PLACEMENT, GAME_OVER = range(8, 15)
# Phases between which a player goes on with one thing: harvest, build, move, formation, before combat, combat.
GROUP = np.array([0, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 0, 0, 0, 0], np.int8)

# The board in seat 0's frame; seat 1 sees it turned by 180 degrees: own zone = 14 - zone.
# B, b: base locations of seat 0 and 1; n: neutral; in brackets the zone limit.
#    0 B(4)    1 B(4)    2 B(3)    3 n(4)    4 b(3)
#    5 B(4)    6  (5)    7 n(5)    8  (5)    9 b(4)
#   10 B(3)   11 n(4)   12 b(3)   13 b(4)   14 b(4)
ROWS, COLUMNS = 3, 5
ZONES = ROWS * COLUMNS
ALL_ZONES = (1 << ZONES) - 1  # sets of zones are bits
LEFT_COLUMN = 0b00001_00001_00001
RIGHT_COLUMN = 0b10000_10000_10000
ZONE_LIMIT = np.array([4, 4, 3, 4, 3, 4, 5, 5, 5, 4, 3, 4, 3, 4, 4], np.int8)
SITES = 5
SITE_ZONE = np.array([[0, 1, 5, 2, 10], [14, 13, 9, 12, 4]], np.int8)  # by seat and site
FULL_ROW = (1 << COLUMNS) - 1
TURNED_ROW = np.array([int(f"{row:0{COLUMNS}b}"[::-1], 2) for row in range(FULL_ROW + 1)])  # zones of a row, as bits
BASE_ZONES = np.array([sum(1 << int(zone) for zone in SITE_ZONE[seat]) for seat in range(SEATS)], np.int32)
_ROW, _COLUMN = np.divmod(np.arange(ZONES), COLUMNS)
MOVES = abs(_ROW[:, None] - _ROW) + abs(_COLUMN[:, None] - _COLUMN)  # from each zone to each other
ADJACENT = ((MOVES == 1) @ (1 << np.arange(ZONES))).astype(np.int32)  # zones that share a side with each, as bits

COLOURS = 3
BLUE_TOKEN, GREEN_TOKEN, YELLOW_TOKEN = range(COLOURS)
COLOUR_NAMES = ("blue", "green", "yellow")
TOKEN_BANK = np.array([12, 12, 18], np.int8)
TOKEN_LIMIT = np.array([5, 5, 8], np.int8)
SETUP_TOKENS = 3
FORCE_MINED = np.array([[1, 1, 1], [2, 1, 2]], np.int8)  # without and with the Refinery

KINDS = 8
COPIES = 5
DECK_SIZE = KINDS * COPIES
KIND_NAMES = (
    *("Crystal Seam", "Verdant Seam", "Deep Quarry", "Crystal Field"),
    *("Verdant Field", "Twin Geode", "Crystal Convoy", "Verdant Convoy"),
)
CARD_TOKENS = np.array(  # by kind: blue, green, yellow
    [[3, 0, 1], [0, 3, 1], [0, 0, 5], [2, 0, 2], [0, 2, 2], [2, 2, 0], [1, 0, 3], [0, 1, 3]], np.int8
)
SETUP_CARDS = 3
ROUND_CARDS = 2

FACTIONS = 3
KALDARI, TERRAN, SWARM = range(FACTIONS)
FACTION_NAMES = ("Kal'Dari", "Terran", "Swarm")
NO_FACTION = -1

# --- Units (2.4) ---
TYPES = 4
MINIATURES = 4
POPULATION_LIMIT = 8
GROWN_POPULATION_LIMIT = 12  # with Hive Growth
ROACH = 0
TRAITS = ("hold", "charge", "siege", "steadfast", "guard", "web")
# by faction: name, cost in blue / green / yellow, points in front / support / flank, kills in the flank, traits
UNITS = (
    (
        ("Warrior", (1, 0, 2), (2, 2, 0), 1, {}),
        ("Mystic", (0, 2, 1), (1, 3, 0), 1, {}),
        ("Sentry", (1, 1, 1), (1, 2, 0), 1, {"hold": 1, "steadfast": 1}),
        ("Guardian", (0, 1, 2), (1, 2, 0), 1, {"guard": 1}),
    ),
    (
        ("Soldier", (1, 0, 1), (1, 2, 0), 1, {}),
        ("Commando", (0, 2, 1), (1, 2, 0), 2, {}),
        ("Tank", (1, 0, 2), (1, 2, 0), 1, {"siege": 2}),
        ("Walker", (2, 1, 1), (2, 2, 0), 1, {"steadfast": 1}),
    ),
    (
        ("Roach", (0, 1, 1), (1, 2, 0), 1, {}),
        ("Locust", (0, 1, 2), (1, 2, 1), 1, {}),
        ("Spider", (0, 2, 1), (1, 2, 0), 1, {"web": 1}),
        ("Rhino", (1, 0, 2), (1, 2, 0), 1, {"charge": 1, "steadfast": 1}),
    ),
)
UNIT_NAMES = tuple(tuple(unit[0] for unit in units) for units in UNITS)
UNIT_COST = np.array([[unit[1] for unit in units] for units in UNITS], np.int8)  # faction, type, colour
POINTS = np.array([[unit[2] for unit in units] for units in UNITS], np.int8)  # faction, type, sheet zone
KILLS = np.array([[unit[3] for unit in units] for units in UNITS], np.int8)
_TRAIT = {trait: np.array([[u[4].get(trait, 0) for u in units] for units in UNITS], np.int8) for trait in TRAITS}
HOLD, CHARGE, SIEGE = _TRAIT["hold"], _TRAIT["charge"], _TRAIT["siege"]  # by faction and type
STEADFAST, GUARD, WEB = _TRAIT["steadfast"], _TRAIT["guard"], _TRAIT["web"]

# --- Combat sheets ---
PLACES = 3
FRONTLINE, SUPPORT, FLANK = range(PLACES)
ALL_PLACES = (1 << PLACES) - 1
PLACE_NAMES = ("frontline", "support", "flank")
DIRS = 6
DIR_FROM = np.array([FRONTLINE, FRONTLINE, SUPPORT, SUPPORT, FLANK, FLANK], np.int8)
DIR_TO = np.array([SUPPORT, FLANK, FRONTLINE, FLANK, FRONTLINE, SUPPORT], np.int8)
# Moves on a sheet are bits too: type * DIRS + direction.
WAYS_FROM = np.array([sum(1 << way for way in range(DIRS) if DIR_FROM[way] == place) for place in range(PLACES)])
ALL_TO_FRONTLINE = sum(
    1 << (kind * DIRS + way) for kind in range(TYPES) for way in range(DIRS) if DIR_TO[way] == FRONTLINE
)
PUSHABLE = np.array(  # by faction
    [
        sum(1 << (kind * DIRS + way) for kind in range(TYPES) for way in range(DIRS) if not STEADFAST[faction, kind])
        for faction in range(FACTIONS)
    ]
)
# Points of a unit by faction, part in the battle (an attacker's Siege works against a base), place and type.
PARTS = 3
ATTACKS, BESIEGES, DEFENDS = range(PARTS)
PART_POINTS = np.ascontiguousarray(np.stack([POINTS.swapaxes(1, 2)] * PARTS, axis=1))
PART_POINTS[:, :, FRONTLINE] += np.stack([CHARGE, CHARGE + SIEGE, HOLD], axis=1)
BASE_POINTS = 2
GUARD_KILLS = 2  # what a Guard costs

# --- Upgrades (2.5) ---
UPGRADES = 6
UPGRADE_LIMIT = 4
COUNCIL_UPGRADE_LIMIT = 6  # with the Elder Council
ONGOING, BEFORE, AFTER = "ongoing", "before", "after"
# by faction: name, cost in blue / green / yellow, timing, effect
UPGRADE_CARDS = (
    (
        ("Mind Wave", (1, 2, 0), BEFORE, "push one enemy unit"),
        ("Banishment", (3, 3, 0), BEFORE, "remove one enemy unit"),
        ("Recall", (2, 2, 2), AFTER, "one of your units destroyed in this battle returns to your forces"),
        ("Aegis", (1, 1, 1), ONGOING, "your base adds 3 points instead of 2, and Siege does not work against you"),
        ("Psionic Focus", (3, 1, 1), ONGOING, "your first blue token in each battle adds 2 points instead of 1"),
        ("Elder Council", (1, 0, 1), ONGOING, "your upgrade limit is 6"),
    ),
    (
        ("Refinery", (1, 1, 1), ONGOING, "force mining in your harvest gives 2 blue, 1 green, 2 yellow"),
        ("Rapid Transit", (1, 1, 2), ONGOING, "your first two moves of a move phase are free"),
        ("Battle Drill", (0, 1, 1), BEFORE, "move up to two of your units on the sheet"),
        ("Combined Arms", (1, 0, 1), ONGOING, "2 points while you have a unit in each of your three zones"),
        ("Salvage", (0, 0, 2), AFTER, "a token of your choice if one of your units was destroyed"),
        ("War Spoils", (1, 1, 2), AFTER, "one more card if you won the battle"),
    ),
    (
        ("Hive Growth", (0, 1, 1), ONGOING, "your population limit is 12, and a Roach costs 1 green"),
        ("Overrun", (0, 1, 1), ONGOING, "every zone limit is 1 higher for your units"),
        ("Spawning Pools", (0, 3, 1), AFTER, "add one Roach from your supply to your forces"),
        ("Entangle", (1, 1, 0), BEFORE, "push one enemy unit, Steadfast or not, into its frontline"),
        ("Frenzy", (1, 2, 0), ONGOING, "2 points while you have more units on your sheet than the opponent"),
        ("Devour", (1, 0, 1), AFTER, "1 green and 1 yellow token if an enemy unit was destroyed"),
    ),
)
UPGRADE_NAMES = tuple(tuple(card[0] for card in cards) for cards in UPGRADE_CARDS)
UPGRADE_COST = np.array([[card[1] for card in cards] for cards in UPGRADE_CARDS], np.int8)  # faction, upgrade, colour
# PRICE[faction, item]: items are the unit types, then the upgrades, then a Roach with Hive Growth.
_GROWN_ROACH = np.broadcast_to(np.array([0, 1, 0], np.int8), (FACTIONS, 1, COLOURS))
PRICE = np.ascontiguousarray(np.concatenate([UNIT_COST, UPGRADE_COST, _GROWN_ROACH], axis=1))
FIRST_UPGRADE_ITEM = TYPES
GROWN_ROACH_ITEM = TYPES + UPGRADES
# PAYABLE[faction, blue, green, yellow]: items that so many tokens can pay, as bits.
_TOKENS = np.indices(tuple(int(most) + 1 for most in TOKEN_LIMIT))
_CAN_PAY = (PRICE[:, :, :, None, None, None] <= _TOKENS).all(axis=2)  # also by item
PAYABLE = np.einsum("fibgy,i->fbgy", _CAN_PAY, 1 << np.arange(PRICE.shape[1]))

# An upgrade is named by faction * 6 + its id.
MIND_WAVE, BANISHMENT, RECALL_CARD, AEGIS, PSIONIC_FOCUS, ELDER_COUNCIL = range(6)
REFINERY, RAPID_TRANSIT, BATTLE_DRILL, COMBINED_ARMS, SALVAGE_CARD, WAR_SPOILS = range(6, 12)
HIVE_GROWTH, OVERRUN, SPAWNING_POOLS, ENTANGLE, FRENZY, DEVOUR = range(12, 18)
COMBINED_ARMS_POINTS = 2
FRENZY_POINTS = 2
FREE_MOVES = 2  # of Rapid Transit

# Abilities are uses of "before" and "after" cards in a battle.
ABILITIES = 6
CAN_PUSH, CAN_SHIFT, CAN_REMOVE, CAN_RECALL, CAN_SPAWN, CAN_SALVAGE = range(ABILITIES)
ABILITY_NAMES = ("push", "shift", "remove", "recall", "spawn", "salvage")
FIRST_AFTER = CAN_RECALL
ABILITY_USES = np.zeros((FACTIONS, UPGRADES, ABILITIES), np.int8)  # what each active card gives
for _card, _ability, _uses in (
    *((MIND_WAVE, CAN_PUSH, 1), (ENTANGLE, CAN_PUSH, 1), (BATTLE_DRILL, CAN_SHIFT, 2), (BANISHMENT, CAN_REMOVE, 1)),
    *((RECALL_CARD, CAN_RECALL, 1), (SPAWNING_POOLS, CAN_SPAWN, 1), (SALVAGE_CARD, CAN_SALVAGE, 1)),
):
    ABILITY_USES[_card // UPGRADES, _card % UPGRADES, _ability] = _uses

# --- Stages of a battle, and its result ---
NO_BATTLE, STARTED, ATTACKER_FORMS, DEFENDER_FORMS, REVEALED, COMPARED = range(6)
TIE = 2  # a result: 0 or 1 for the seat that won, -1 before the comparison
NONE = -1  # no seat, zone, card, upgrade or action
