"""Cards, numbers, phases and actions of the slow twin of Arms Dealer."""

SEATS = (0, 1)
FLEET, SHOP, LOOK, BET, REPLY, ITEMS, STRATEGY, OVER = range(8)

DRONE, SCOUT, FIGHTER, DESTROYER, MOTHERSHIP = CLASSES = range(5)
POWER = [100, 200, 300, 400, 500]
SHIPS = [7, 6, 5, 4, 3]
TYPES = range(11)
BOOST = {0: 100, 1: 200, 2: 300}
REPAIR = {3: DRONE, 4: SCOUT, 5: FIGHTER, 6: DESTROYER, 7: MOTHERSHIP}
REINFORCEMENTS, REDRAW, RAPID_REPAIR = 8, 9, 10
ITEM_CARDS = [9, 9, 3, 3, 3, 2, 2, 1, 5, 5, 3]
ASTEROID_VALUES = [1, 5, 10]
ASTEROID_CARDS = [15, 4, 1]

ALL_MONEY, PURSE = 200, 18
MINI = {"ships": [1, 1, 1, 0, 0], "items": [1] + [0] * 10, "asteroids": [5, 0, 0], "purse": 6}
LOOK_PRICE, KEEP_PRICE = 1, 2
LEAD_BET, OTHER_BET = 3, 2
RAISES = [1, 2, 3, 5, 10]
PLACES, SLOTS, LINE, WINS, DRAWN_ASTEROIDS = 5, 6, 5, 3, 2
PAIRS = [(2, 3), (2, 4), (2, 5), (3, 4), (3, 5), (4, 5)]

# Action ids, and the first ids of the blocks.
PLACE_A, LOOK_A, SHOP_DONE, KEEP, PUT_BACK, PLAY_A, PASS, READY, RAISE_A, SWAP_A, MATCH, FORFEIT = (
    0, 5, 11, 12, 13, 14, 25, 26, 27, 32, 38, 39,
)  # fmt: skip
