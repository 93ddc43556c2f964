"""Where each value of the features stands."""

from flank_envs.games.flank.tables import COLOURS, PLACES, ZONES

# A choice is of one kind (of an END all else is what there is now). Most of its values are zero.
ENDS, PLAYS, MINES, BUILDS, BUYS, DROPS, MOVES, FORMS, ADDS_BLUE, PUSHES, SHIFTS, KILLS, REGAINS, PLACES_BACK = range(
    14
)
CHOICE_KINDS = 14

# Own tokens after it, by colour; those it brings (less than none: those of a card given up in battle), those beyond the
# limits; types of units that can be paid then, and upgrades.
PURSE = CHOICE_KINDS
GAINED, WASTED, UNITS_PAYABLE, UPGRADES_PAYABLE = range(PURSE + COLOURS, PURSE + COLOURS + 4)

# The type of unit that it is about: price, points in front and in support, kills, Steadfast, Guard or Web; and the
# place on the sheet where it comes to.
UNIT = PURSE + COLOURS + 4
PRICE, IN_FRONT, IN_SUPPORT, CAN_KILL, FIRM, SPECIAL = range(UNIT, UNIT + 6)
TO_PLACE = UNIT + 6

# How things stand in a zone after it: whose base, own units and room for more, enemies in it and beside it; the points
# of its defence, of an attack by the enemies beside it and by those two moves away, by how much it holds, whether it
# falls; if it is hostile the points of its defence and of all that can attack it, the lead without and with blue
# tokens, whether that is one; how near it is to an enemy base; the best lead in a battle beside it.
OWN_BASE, ENEMY_BASE, UNITS_HERE, ROOM, ENEMIES_HERE, ENEMIES_NEAR = range(6)
HOLDS_WITH, FACES, FACES_SOON, HOLDS_BY, FALLS = range(6, 11)
DEFENDED, ATTACKED, LEAD, LEAD_WITH_BLUE, WINS, NEAR, NEXT_LEAD = range(11, 18)
ZONE_VALUES = 18

THERE = TO_PLACE + PLACES
# What units leave behind: whether a base, how many units, by how much it holds, whether it falls, how near it was.
LEFT = THERE + ZONE_VALUES
LEFT_BASE, LEFT_UNITS, LEFT_HOLDS_BY, LEFT_FALLS, LEFT_NEAR = range(LEFT, LEFT + 5)

# A battle as it stands after it: points, lead, whether it is one or a tie, what each side would lose (units; 1 for an
# enemy base, -1 for an own one), flank kills, the points that tokens can still bring each side, whether the lead is
# safe from those or cannot be reached any more, own units by place, whether it is over with that.
SHEETS = LEFT + 5
OWN_POINTS, ENEMY_POINTS, POINTS_LEAD, AHEAD, EVEN, OWN_LOSS, ENEMY_LOSS, BASE_LOSS = range(8)
OWN_KILLS, ENEMY_KILLS, OWN_SWING, ENEMY_SWING, SAFE, HOPELESS = range(8, 14)
OWN_PLACES = 14
OVER = OWN_PLACES + PLACES
SHEET_VALUES = OVER + 1
CHOICE_VALUES = SHEETS + SHEET_VALUES

# The position: what is told of each zone, who is ahead in bases, units and zones and by all of these in turn, the
# battle, and the largest of each value over the choices.
SCORE = ZONES * ZONE_VALUES
SCORE_VALUES = 4
BATTLE = SCORE + SCORE_VALUES
BEST = BATTLE + SHEET_VALUES
OUTLOOK_VALUES = BEST + CHOICE_VALUES
