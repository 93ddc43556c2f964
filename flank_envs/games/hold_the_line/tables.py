"""Kinds, card states and constants of Hold the Line."""

import numpy as np

SEATS = 2
LANES = 5  # HL-1.3
KINDS = 3
INFANTRY, ANTI_ARMOR, TANK = range(KINDS)
KIND_NAMES = ("Infantry", "Anti-Armor", "Tank")
LETTERS = "IAT"

DECK = np.array([8, 4, 2], np.int8)  # HL-1.2: cards of each kind in a deck
DECK_SIZE = 14
FULL_HP = np.array([5, 3, 4], np.int8)  # HL-1.7
FULL_ARMOR = np.array([0, 1, 5], np.int8)

NO_CARD = -1
SETUP_HAND = 7
HAND_SIZE = 5
STAGED_PER_ROUND = 3
TANK_DAMAGE = 4
ARMOR_TOKEN = 2  # damage that cracks one token
RED_LINE = 2  # HL-1.4: Green is 0, Yellow 1, Red 2, in either direction; one further is a gap
LAST_ROUND = 100

# What the option `scale` makes smaller. Without an index these numbers are those of the full game, and so is what
# observations are measured by.
FULL, MINI, TINY = range(3)
LANES_OF = np.array([LANES, 2, 1], np.int8)  # from lane 0; the others stay empty
DECK_OF = np.array([DECK, (2, 1, 1), (1, 1, 1)], np.int8)
DECK_SIZE_OF = np.array([DECK_SIZE, 4, 3], np.int8)
SETUP_HAND_OF = np.array([SETUP_HAND, 3, 2], np.int8)
HAND_SIZE_OF = np.array([HAND_SIZE, 2, 2], np.int8)
STAGED_OF = np.array([STAGED_PER_ROUND, 1, 1], np.int8)
RED_LINE_OF = np.array([RED_LINE, 1, 1], np.int8)
LAST_ROUND_OF = np.array([LAST_ROUND, 3, 2], np.int8)

PHASES = ("SETUP", "STAGING", "COMBAT", "OVER")
SETUP, STAGING, COMBAT, OVER = range(len(PHASES))

TRIANGLE, ADVANCE, HOLD = range(3)  # the codes of the option `contested`

# GOOD_AGAINST[a, b]: Infantry beat Anti-Armor, Anti-Armor beat Tanks, Tanks beat Infantry.
GOOD_AGAINST = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]], np.int8)

# BREAKS_THROUGH[contested, own + 1, other + 1]: whether the new card of a lane's holder pushes it forward against the
# new card of the other side; NO_CARD is -1. HL-5.5: without an own new card never, against none always.
# HL-5.6: against a card by the option: good against it, always, never.
BREAKS_THROUGH = np.zeros((3, KINDS + 1, KINDS + 1), np.int8)
BREAKS_THROUGH[:, 1:, 0] = 1
BREAKS_THROUGH[TRIANGLE, 1:, 1:] = GOOD_AGAINST
BREAKS_THROUGH[ADVANCE, 1:, 1:] = 1

# A troop on the Front is one of 35 card states: by kind, then HP from full to 1, then armor from full to 0.
#   0-4 Infantry 5..1   5-10 Anti-Armor 3/1 3/0 2/1 .. 1/0   11-34 Tank 4/5 4/4 .. 4/0 3/5 .. 1/0
_CARDS = [
    (kind, hp, armor)
    for kind in range(KINDS)
    for hp in range(FULL_HP[kind], 0, -1)
    for armor in range(FULL_ARMOR[kind], -1, -1)
]
CARD_STATES = len(_CARDS)
KIND_OF = np.array([kind for kind, _, _ in _CARDS], np.int8)
HP_OF = np.array([hp for _, hp, _ in _CARDS], np.int8)
ARMOR_OF = np.array([armor for _, _, armor in _CARDS], np.int8)
SWEEP_OF = np.where(KIND_OF == INFANTRY, HP_OF, 0)  # HL-4.2: normal damage to each enemy
PIERCING_OF = np.where(KIND_OF == ANTI_ARMOR, ARMOR_OF + HP_OF, 0)  # HL-4.3: piercing damage of a shot
NORMAL_OF = np.where(KIND_OF == TANK, TANK_DAMAGE, 0).astype(np.int8)  # HL-4.4: normal damage of a shot
DAMAGE_OF = SWEEP_OF + PIERCING_OF + NORMAL_OF
FRESH = np.array([_CARDS.index((k, FULL_HP[k], FULL_ARMOR[k])) for k in range(KINDS)], np.int8)

MOST_NORMAL, MOST_PIERCING = 14, 5  # damage that defeats any card


def _left_after(kind: int, hp: int, armor: int, normal: int, piercing: int) -> int:
    """HL-4.8: every two points crack a token, and what is left when all are cracked goes through. HL-4.9: piercing."""
    cracked = min(armor, normal // ARMOR_TOKEN)
    hp -= piercing + max(0, normal - ARMOR_TOKEN * armor)
    return _CARDS.index((kind, hp, armor - cracked)) if hp > 0 else NO_CARD


# LEFT_AFTER[card, normal, piercing]: the card state after that much damage, NO_CARD if the card is defeated.
LEFT_AFTER = np.array(
    [[[_left_after(*card, n, p) for p in range(MOST_PIERCING + 1)] for n in range(MOST_NORMAL + 1)] for card in _CARDS],
    np.int8,
)
