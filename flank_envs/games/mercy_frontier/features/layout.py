"""The layouts of Mercy Frontier's features, and where the values of an action begin. All in the seat's own frame."""

import numpy as np

from flank_envs.engine.layout import Block, Layout
from flank_envs.games.mercy_frontier import tables as t

# How a mercenary stands somewhere.
FRONT, ONE_TURN, TWO_TURNS, OPEN, FEAR, HUNT, BLOCKS, MAY_FALL, FACED, ACROSS, RAZES = range(11)
STANDING = 11
_STANDING = (
    "rows made / 25; at the far edge in one turn, in two; no enemy ahead; worst fight that an enemy can begin next / 12; "
    "best one that it can begin / 12; enemy runners held up; one blow may fell it; all blows that may come / 12; "
    "column / 15; an enemy building ahead in reach"
)
KIND_LEG, KIND_CELL, KIND_TILE, KIND_CONTRACT, KIND_PAY, KIND_OWN, KIND_ENEMY = range(7)

# Strengths are 1 + attack + health, at most 24; what is told of them is / 12.
ACTIONS = Layout(
    Block("kind", (7,), "one-hot: leg, space, tile, contract, payment, own target, enemy target"),
    Block(
        "towards", (t.DIRECTIONS,), "one-hot: forward, right, back, left; this and what follows to goes_on: of a leg"
    ),
    Block("wins", (), "the leg wins the game"),
    Block("dies", (), "the mercenary falls, and the game goes on"),
    Block("killed", (), "strength of the enemies that fall / 12; of an enemy target whether it falls", high=10),
    Block("urgent", (), "of those, 1 / (1 + turns that they need to the far edge); of any target likewise", high=5),
    Block("wounded", (), "strength of the others hit / 12, times the share of their health that is lost", high=10),
    Block("razed", (), "buildings destroyed / 2, times (1 + those lost before)", high=6),
    Block("workers_hit", (), "workers killed / 2", high=5),
    Block("spent", (), "health lost / 12, the whole strength if it dies", high=2),
    Block("trampled", (), "strength of the own mercenaries trampled / 12", high=8),
    Block("steps", (), "distance chosen / 5"),
    Block("stopped", (), "an enemy blocks it where the leg ends"),
    Block("goes_on", (), "another leg is left to it, and spaces"),
    Block(
        "there",
        (STANDING,),
        f"after a leg, placed (on a tile: average of its spaces) or as a target: {_STANDING}",
        high=5,
    ),
    Block("here", (STANDING,), "before a leg, likewise", high=5),
    Block("mercenary", (4,), "that moves, is placed, hired or aimed at: attack / 12, health / 13, side / 4, reach / 5"),
    Block(
        "price",
        (5,),
        "of a contract: price / 28, credits left after it / 28; of a payment: due / 28, value of the token / 5, whether "
        "it is enough, credits lost / 5, tokens held / 10",
        low=-1,
        high=10,
    ),
)
MERCENARY_STANDING = 3
MERCENARY_VALUES = MERCENARY_STANDING + STANDING
STATE = Layout(
    Block(
        "own_mercs",
        (t.ZONES, MERCENARY_VALUES),
        f"of those on the board: 1; 1 / (1 + turns to the far edge); strength / 12; {_STANDING}",
        high=5,
    ),
    Block("enemy_mercs", (t.ZONES, MERCENARY_VALUES), "the enemy's, likewise", high=5),
    Block(
        "best",
        (ACTIONS.size,),
        "the largest of each value of actions, also over contracts, tokens, targets and places that are not legal now",
        high=10,
    ),
)

TOWARDS = ACTIONS.start("towards")
WINS, DIES = ACTIONS.start("wins"), ACTIONS.start("dies")
KILLED, URGENT, WOUNDED = ACTIONS.start("killed"), ACTIONS.start("urgent"), ACTIONS.start("wounded")
RAZED, WORKERS_HIT = ACTIONS.start("razed"), ACTIONS.start("workers_hit")
SPENT, TRAMPLED = ACTIONS.start("spent"), ACTIONS.start("trampled")
STEPS, STOPPED, GOES_ON = ACTIONS.start("steps"), ACTIONS.start("stopped"), ACTIONS.start("goes_on")
THERE, HERE = ACTIONS.start("there"), ACTIONS.start("here")
MERCENARY, PRICE = ACTIONS.start("mercenary"), ACTIONS.start("price")
BEST = STATE.start("best")

PER_ROW, PER_COLUMN = np.float32(1 / t.ROWS), np.float32(1 / t.COLUMNS)
PER_STRENGTH, PER_HEALTH = np.float32(1 / 12), np.float32(1 / 13)
PER_CREDIT = np.float32(1 / t.MOST_DUE)
HALF, QUARTER, FIFTH = np.float32(1 / 2), np.float32(1 / 4), np.float32(1 / 5)
