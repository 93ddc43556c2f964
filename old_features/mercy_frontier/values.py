"""Where each value of the features stands."""

import numpy as np

from flank_envs.games.mercy_frontier.tables import DIRECTIONS
from old_features.mercy_frontier.pieces import PIECES

STRENGTH = np.float32(1 / 12)  # of the strongest: what strengths and blows are told in

# How a token stands somewhere: the way made, at the far edge in one turn, in two, no enemy ahead, the worst fight that
# an enemy can begin, the best one that it can begin itself, how much it is in the way of enemy runners, whether one
# blow may fell it, all blows that may come, its column, a building ahead in reach.
FRONT, ONE_TURN, TWO_TURNS, OPEN, FEAR, HUNT, BLOCKS, MAY_FALL, FACED, ACROSS, RAZES = range(11)
STANDING = 11

# A piece on the board: present, 1 / (1 + turns to go), strength, how it stands.
PIECE_STANDING = 3
PIECE_VALUES = PIECE_STANDING + STANDING

# A choice: its kind; of a leg its direction and what it leads to; how the token stands there and here; what it is; and
# about prices. Most are zero.
KIND_LEG, KIND_CELL, KIND_TILE, KIND_CONTRACT, KIND_PAY, KIND_OWN, KIND_ENEMY = range(7)
TOWARDS = 7
LEADS = TOWARDS + DIRECTIONS
WINS, DIES, KILLED, URGENT, WOUNDED, RAZED, WORKERS_HIT, SPENT, TRAMPLED, STEPS, STOPPED, GOES_ON = range(
    LEADS, LEADS + 12
)
THERE = LEADS + 12
HERE = THERE + STANDING
MOVER = HERE + STANDING  # attack, health, side, reach
PRICE = MOVER + 4
CHOICE_VALUES = PRICE + 5

OUTLOOK_VALUES = PIECES * PIECE_VALUES + CHOICE_VALUES  # every piece, and the largest of each value over the choices
