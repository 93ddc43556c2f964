"""Ships, cards and constants of Arms Dealer. Money is counted in thousands, power in hundreds."""

import numpy as np

SEATS = 2

SHIP_NAMES = ("Drone", "Scout", "Fighter", "Destroyer", "Mothership")
SHIP_LETTERS = "DSFYM"
CLASSES = len(SHIP_NAMES)
DRONE, SCOUT, FIGHTER, DESTROYER, MOTHERSHIP = range(CLASSES)
FLEET_LIST = np.array([7, 6, 5, 4, 3], np.int8)  # ships of each class in a fleet
FLEET_SIZE = 25
POWER = np.array([1, 2, 3, 4, 5], np.int8)  # of a ship, in hundreds

ITEM_NAMES = (
    "Power +100",
    "Power +200",
    "Power +300",
    "Repair Drone",
    "Repair Scout",
    "Repair Fighter",
    "Repair Destroyer",
    "Repair Mothership",
    "Reinforcements",
    "Redraw",
    "Rapid Repair",
)
ITEMS_KNOWN = len(ITEM_NAMES)
POWER_UP, REPAIR, REINFORCEMENTS, REDRAW, RAPID_REPAIR = 0, 3, 8, 9, 10  # the first type of each group
ITEM_LIST = np.array([9, 9, 3, 3, 3, 2, 2, 1, 5, 5, 3], np.int8)  # cards of each type in the Arms Dealer deck
ITEM_CARDS = 45

ASTEROID_WORTH = np.array([1, 5, 10], np.int16)
ASTEROID_LIST = np.array([15, 4, 1], np.int8)
ASTEROID_KINDS = len(ASTEROID_LIST)
ASTEROID_CARDS = 20

ALL_MONEY = 200
START_MONEY = 18
LOOK_PRICE, KEEP_PRICE = 1, 2
LEAD_BET, OTHER_BET = 3, 2
RAISES = np.array([1, 2, 3, 5, 10], np.int16)  # AD-4.4
PLACES = 5
SLOTS = 6
LINE = 5  # asteroids laid out
HARVEST = 2  # asteroids for the loser of a battle
WINS_NEEDED = 3

# What the option `scale` makes smaller. Without an index these numbers are those of the full game, and so is what
# observations are measured by. With three ships each, whoever loses a battle has lost the fleet: there is one battle.
FULL, MINI = range(2)
FLEET_LIST_OF = np.array([FLEET_LIST, (1, 1, 1, 0, 0)], np.int8)
FLEET_SIZE_OF = np.array([FLEET_SIZE, 3], np.int8)
ITEM_LIST_OF = np.array([ITEM_LIST, (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)], np.int8)
ITEM_CARDS_OF = np.array([ITEM_CARDS, 1], np.int8)
ASTEROID_LIST_OF = np.array([ASTEROID_LIST, (5, 0, 0)], np.int8)
ASTEROID_CARDS_OF = np.array([ASTEROID_CARDS, 5], np.int8)
START_MONEY_OF = np.array([START_MONEY, 6], np.int16)

# The pairs of places that a SWAP exchanges, counted from 0: place 1 is empty in every Strategy Phase.
SWAPS = np.array([(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)], np.int8)

PHASES = ("FLEET", "SHOP", "LOOK", "BET", "REPLY", "ITEMS", "STRATEGY", "OVER")
FLEET, SHOP, LOOKING, BET, REPLY, ITEMS, STRATEGY, OVER = range(len(PHASES))

RACE_LEAD, RACE_COIN = range(2)  # the codes of the option `race`
EMPTY = -1  # no ship on a place, no card in a slot
NOBODY = -1
NO_ACTION = -1
NOT_YET, PASSED, PLAYED = range(3)  # a seat's last move in the item window
