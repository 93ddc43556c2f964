"""Where each value of the features stands."""

from flank_envs.games.mana_surge.tables import KINDS, SEATS

# What an enemy or an own token stands on, as far as it matters: what is worth a fight.
ON_POOL, ON_ACTION, ON_DAGGER, ON_SPAWN, ELSEWHERE = range(5)
PLACES = 5

# How an own token stands on a tile. None is negative and more is better, so that the largest of each over several
# tiles says what a token can have: the kind of the tile; 1 / (1 + steps) to the pool, to free extra actions, extra
# spawns and daggers, and to a place from which an enemy who is locked dies for nothing; on the free pool in this turn,
# and in the next; the same of that place, with a point left to strike; enemies beside it by their places, those who die
# for nothing, and those who take it with them; whether it can strike for nothing in this turn, and then take the pool;
# the own pool and own abilities beside it; a place beside the pool; nobody can defeat it for nothing before the next
# turn; nobody can at all; 1 / (1 + steps) to the pool if the first is so; the pool or an ability held so.
NEAR_POOL, NEAR_ACTION, NEAR_SPAWN, NEAR_DAGGER, NEAR_PREY = range(KINDS, KINDS + 5)
POOL_NOW, POOL_NEXT, PREY_NOW, PREY_NEXT = range(KINDS + 5, KINDS + 9)
FREE_KILL = KINDS + 9
TRADE = FREE_KILL + PLACES
STRIKES_NOW, TAKES_POOL_NOW, GUARDS_POOL, GUARDS_ABILITY, BESIDE_POOL = range(TRADE + PLACES, TRADE + PLACES + 5)
SAFE, UNTOUCHED, SAFE_NEAR_POOL, SAFELY_HELD = range(TRADE + PLACES + 5, TRADE + PLACES + 9)
STANDING = TRADE + PLACES + 9

# A choice is of one kind. Then: action points left, own mana after it (a share of the goal), whether that point wins;
# tokens that are not locked; of a blow whether the target and the attacker fall, the mana of the target's owner,
# whether the pool can be entered afterwards in this turn, where the target stands; how the token stands where it comes
# to (of a pick: the largest of each value over its steps; of the end of a phase: over all own tokens, where they are),
# and where it is.
PASSES_START, PASSES_MOVE, PASSES_COMBAT, PASSES_LAST_MOVE, PASSES_END, DRAWS, PLACES_TOKEN = range(7)
PICKS_MOVER, PICKS_STRIKER, STEPS, LAST_STEPS, BLOWS, MARKS = range(7, 13)
CHOICE_KINDS = 13
POINTS_LEFT, MANA_AFTER, WINS, LOOSE_TOKENS = range(CHOICE_KINDS, CHOICE_KINDS + 4)
KILLS, DIES, VICTIM_MANA, OPENS_POOL = range(CHOICE_KINDS + 4, CHOICE_KINDS + 8)
VICTIM = CHOICE_KINDS + 8
THERE = VICTIM + PLACES
HERE = THERE + STANDING
CHOICE_VALUES = HERE + STANDING

# A player: takes part; mana missing, points per turn at the present pace, 1 / (1 + turns) to the goal by it, whether
# that is first; action points and tokens of the next turn, uses of the dagger that can be paid; tokens on the board,
# those not locked; 1 / (1 + steps) of the nearest of those to the pool, to a free extra action and dagger; on the free
# pool in one turn; strikes down the token on the pool in one turn, and takes its place; own tokens that others can
# defeat for nothing, by their places, and those they can exchange.
PLAYS, MISSING, PACE, SOON, FIRST, POINTS, SPAWNS, DAGGER_USES = range(8)
TOKENS, LOOSE, WAY_TO_POOL, WAY_TO_ACTION, WAY_TO_DAGGER, ENTERS, STRIKES_POOL, TAKES_POOL = range(8, 16)
AT_RISK = 16
IN_EXCHANGE = AT_RISK + PLACES
PLAYER_VALUES = IN_EXCHANGE + 1

# The position: every player, tokens of each on the ramparts beside the pool, and the largest of each value over the
# choices.
RAMPARTS = SEATS * PLAYER_VALUES
BEST = RAMPARTS + SEATS
OUTLOOK_VALUES = BEST + CHOICE_VALUES
