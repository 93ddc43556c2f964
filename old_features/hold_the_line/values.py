"""Where each value of the features stands."""

from flank_envs.games.hold_the_line.tables import KINDS, LANES, RED_LINE

LINES = 2 * RED_LINE + 1  # that a Front may stand at while the game goes on
CARDS = KINDS + 1  # a side adds no card to a lane, or one of a kind

# Who has troops in a lane after this round's combat: alone, by the own Front; the enemy alone, likewise; nobody; both.
ALONE, BEATEN, EMPTY, FOUGHT_OVER = 0, LINES, 2 * LINES, 2 * LINES + 1
SITUATIONS = 2 * LINES + 2

# Who has troops there after the next combat, by the card that the enemy adds now: oneself, the enemy.
STANDS, FACES = 0, CARDS
NEXT = 2 * CARDS

# A lane: its situation, the strength that is left of both sides, and the next combat with the card that lies there.
OWN_LEFT, ENEMY_LEFT = SITUATIONS, SITUATIONS + 1
LANE_NEXT = SITUATIONS + 2
LANE_VALUES = LANE_NEXT + NEXT

# A choice: a card to stage, its lane (as above) and the next combat with it; or a target, whether it falls anyway,
# whether it falls by this shot, the damage it deals and the damage it takes.
STAGED, SHOT_AT, KIND = 0, 1, 2
LANE = KIND + KINDS
WITH_IT = LANE + LANE_VALUES
FALLS_ANYWAY, FALLS, DANGER, TAKES = range(WITH_IT + NEXT, WITH_IT + NEXT + 4)
CHOICE_VALUES = WITH_IT + NEXT + 4

OUTLOOK_VALUES = (LANES + 1) * LANE_VALUES  # every lane, and the sum of all
