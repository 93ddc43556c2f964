"""The layouts of Mercy Frontier's features, and where the values begin. Everything is in the seat's own frame."""

import numpy as np

from flank_envs.engine.layout import Block, Layout
from flank_envs.games.mercy_frontier import tables as t

# How a mercenary stands somewhere. Its strength is 1 + attack + health, at most 24.
FRONT, ONE_TURN, TWO_TURNS, OPEN, FEAR, HUNT, BLOCKS, MAY_FALL, FACED, ACROSS, RAZES = range(11)
STANDING = 11
_STANDING = (
    "1 - rows to go / 25; at the far edge in one turn; in two; no enemy ahead; worst fight that an enemy can begin, "
    "best one that it can, as strength / 12; enemy runners held up; one blow may fell it; all blows that may come / "
    "12; column / 15; an enemy building ahead in reach"
)
_PRICE = (
    "of a contract: price / 28, credits left after it / 28; of a payment: due / 28, value of the token / 5, whether it "
    "is enough, credits lost / 5, tokens held / 10"
)
KIND_LEG, KIND_CELL, KIND_TILE, KIND_CONTRACT, KIND_PAY, KIND_OWN, KIND_ENEMY = range(7)

ACTIONS = Layout(
    Block("kind", (7,), "one-hot: leg, space, tile, contract, payment, own target, enemy target"),
    Block("towards", (t.DIRECTIONS,), "one-hot: forward, right, back, left; this and all until goes_on: of a leg"),
    Block("wins", (), "it wins the game"),
    Block("dies", (), "the mercenary falls, and the game goes on"),
    Block("killed", (), "strength of the enemies that fall / 12; of an enemy target: whether it falls", high=10),
    Block("urgent", (), "of those that fall, sum of 1 / (1 + turns to their far edge); of a target likewise", high=5),
    Block("wounded", (), "strength of other enemies that are hit / 12, times the share of health they lose", high=10),
    Block("razed", (), "buildings destroyed / 2, times (1 + those lost before)", high=6),
    Block("workers_hit", (), "workers killed / 2", high=5),
    Block("spent", (), "health lost / 12; the strength if it dies", high=2),
    Block("trampled", (), "strength of the own mercenaries trampled / 12", high=8),
    Block("steps", (), "distance chosen / 5"),
    Block("stopped", (), "an enemy blocks it in the end"),
    Block("goes_on", (), "another leg is left to it, and spaces"),
    Block("there", (STANDING,), f"in the end, there or, on a tile, on the average of its spaces: {_STANDING}", high=5),
    Block("here", (STANDING,), "before a leg, likewise", high=5),
    Block("mercenary", (4,), "that moves, is placed, hired or aimed at: attack / 12, health / 13, side / 4, reach / 5"),
    Block("price", (5,), _PRICE, low=-1, high=10),
)
WINS, DIES, KILLED, URGENT, WOUNDED, RAZED, WORKERS_HIT, SPENT, TRAMPLED, STEPS, STOPPED, GOES_ON = range(
    ACTIONS.start("wins"), ACTIONS.start("there")
)
TOWARDS, THERE, HERE, MERCENARY, PRICE = map(ACTIONS.start, ("towards", "there", "here", "mercenary", "price"))

MERCENARY_STANDING = 3
MERCENARY_VALUES = MERCENARY_STANDING + STANDING
_MERCENARY = f"those on the board: 1; 1 / (1 + turns to the far edge); strength / 12; {_STANDING}"
_BEST = "largest of each value over the actions; legs, spaces, contracts, payments and targets not legal now count too"
STATE = Layout(
    Block("own_mercs", (t.ZONES, MERCENARY_VALUES), _MERCENARY, high=5),
    Block("enemy_mercs", (t.ZONES, MERCENARY_VALUES), "the enemy's, likewise", high=5),
    Block("best", (ACTIONS.size,), _BEST, high=10),
)
BEST = STATE.start("best")

PER_ROW, PER_COLUMN, PER_CREDIT = np.float32(1 / t.ROWS), np.float32(1 / t.COLUMNS), np.float32(1 / t.MOST_DUE)
PER_STRENGTH, PER_HEALTH = np.float32(1 / 12), np.float32(1 / 13)
HALF, QUARTER, FIFTH = np.float32(1 / 2), np.float32(1 / 4), np.float32(1 / 5)
