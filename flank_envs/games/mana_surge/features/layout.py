"""The layouts of the features, and where each value stands in them."""

from dataclasses import replace

import numpy as np

from flank_envs.engine.layout import Block, Layout
from flank_envs.games.mana_surge import tables as t

# What an enemy or an own token stands on, as far as it matters: what is worth a fight.
ON_POOL, ON_ACTION, ON_DAGGER, ON_SPAWN, ELSEWHERE = range(5)
PLACES = 5
_PLACES = "pool, extra action, dagger, extra spawn, any other tile"
TO_POOL, TO_ACTION, TO_SPAWN, TO_DAGGER, TO_PREY = range(5)
GOALS = 5

ONE, THIRD = np.float32(1), np.float32(1 / 3)
PER_TURN, PER_TOKEN = np.float32(1 / t.MOST_PER_TURN), np.float32(1 / 15)
TOKENS = t.MOST_TROOPS / 15
THIRDS = np.cumsum([0] + [THIRD] * t.MOST_TROOPS, dtype=np.float32)  # of so many tokens

# None of these values is negative and more is better: the largest of each over several tiles says what a token can have.
STANDING = Layout(
    Block("kind", (t.KINDS,), "one-hot of the kind of the tile"),
    Block("near", (GOALS,), "1 / (1 + steps) to the pool, to the nearest free extra action, extra spawn and dagger, and "
          "to a free tile from which a locked enemy falls for nothing"),
    Block("pool_now", (), "the pool is free, and no farther than the action points left"),
    Block("pool_next", (), "the pool is free, and no farther than the action points of the next turn"),
    Block("prey_now", (), "a locked enemy can be reached and struck down for nothing with the action points left"),
    Block("prey_next", (), "the same with those of the next turn"),
    Block("beats", (PLACES,), f"an enemy beside it falls to a blow for nothing, by what that stands on: {_PLACES}"),
    Block("trades", (PLACES,), "an enemy beside it falls to a blow and takes the attacker with it, likewise"),
    Block("strikes_now", (), "an enemy beside it can be struck down for nothing in this turn"),
    Block("takes_pool_now", (), "so can the one on the pool, with an action point left to enter it"),
    Block("guards_pool", (), "the own token on the pool is beside it"),
    Block("guards_ability", (), "an own token on an ability tile is beside it"),
    Block("beside_pool", (), "the tile is beside the pool"),
    Block("safe", (), "nobody can strike it down for nothing before the next own turn"),
    Block("untouched", (), "nobody can strike it down at all before the next own turn"),
    Block("safe_near_pool", (), "1 / (1 + steps) to the pool if it is safe"),
    Block("safely_held", (), "the pool or an ability tile, and safe"),
)  # fmt: skip
STANDING_VALUES = STANDING.size
NEAR, POOL_NOW, POOL_NEXT, PREY_NOW, PREY_NEXT, BEATS, TRADES, STRIKES_NOW, TAKES_POOL_NOW = (
    STANDING.start(block.name) for block in STANDING.blocks[1:10]
)
GUARDS_POOL, GUARDS_ABILITY, BESIDE_POOL, SAFE, UNTOUCHED, SAFE_NEAR_POOL, SAFELY_HELD = (
    STANDING.start(block.name) for block in STANDING.blocks[10:]
)

PLAYER = Layout(
    Block("plays", (), "1 if there is this player"),
    Block("missing", (), "mana points missing / mana_goal"),
    Block("pace", (), "mana points per turn, if nothing changes / 3", high=4 / 3),
    Block("soon", (), "1 / (1 + turns) to the goal at this pace"),
    Block("first", (), "1 if nobody gets there sooner, nor as soon and acts earlier in turn order after the observer"),
    Block("points", (), "action points of the next turn / 7"),
    Block("spawns", (), "tokens of the next turn / 7"),
    Block("dagger_uses", (), "uses of the dagger in the next turn that can be paid / 3"),
    Block("tokens", (), "tokens on the board / 15", high=TOKENS),
    Block("loose", (), "those that are not locked / 15", high=TOKENS),
    Block("near", (3,), "1 / (1 + steps) of the nearest of those to the pool, a free extra action, a free dagger"),
    Block("enters", (), "one of those can walk onto the free pool in one turn"),
    Block("strikes_pool", (), "one of those can strike down the enemy on the pool for nothing in one turn"),
    Block("takes_pool", (), "the same with a point left to enter it"),
    Block("at_risk", (PLACES,), f"tokens / 3 that others can strike down for nothing in one turn, on: {_PLACES}",
          high=float(THIRDS[-1])),
    Block("in_exchange", (), "other tokens / 3 that they can strike down at all", high=float(THIRDS[-1])),
)  # fmt: skip
PLAYER_VALUES = PLAYER.size
PLAYS, MISSING, PACE, SOON, FIRST, POINTS, SPAWNS, DAGGER_USES, TOKENS_ON_BOARD, LOOSE, WAYS = (
    PLAYER.start(block.name) for block in PLAYER.blocks[:11]
)
ENTERS, STRIKES_POOL, TAKES_POOL, AT_RISK, IN_EXCHANGE = (PLAYER.start(block.name) for block in PLAYER.blocks[11:])


def _of(prefix: str, who: str, layout: Layout) -> list[Block]:
    """The blocks of a part of a layout."""
    return [replace(b, name=f"{prefix}_{b.name}", meaning=f"{who}: {b.meaning}") for b in layout.blocks]


PASSES_START, PASSES_MOVE, PASSES_COMBAT, PASSES_LAST_MOVE, PASSES_END, DRAWS, PLACES_TOKEN = range(7)
PICKS_MOVER, PICKS_STRIKER, STEPS, LAST_STEPS, BLOWS, MARKS = range(7, 13)
ACTIONS = Layout(
    Block("action", (13,), "one-hot: end START, MOVE1, COMBAT, MOVE2, END; draw the dagger; place a token; pick one to "
          "move, to attack; step in MOVE1, in MOVE2; attack; mark for sacrifice"),
    Block("points_left", (), "action points left / 7"),
    Block("mana_after", (), "own mana points of this turn's end / mana_goal"),
    Block("wins", (), "the game is won so"),
    Block("loose", (), "own tokens that are not locked / 15", high=TOKENS),
    Block("kills", (), "the target of the attack falls"),
    Block("dies", (), "the attacker falls"),
    Block("victim_mana", (), "mana points of the owner of a target that falls / mana_goal"),
    Block("opens_pool", (), "the target falls on the pool, which can still be entered in this turn"),
    Block("victim", (PLACES,), f"what a target that falls stands on: {_PLACES}"),
    *_of("there", "where the token comes to (largest over the steps of a pick; over all where they are of a pass)",
         STANDING),
    *_of("here", "where the token is", STANDING),
)  # fmt: skip
POINTS_LEFT, MANA_AFTER, WINS, LOOSE_TOKENS, KILLS, DIES, VICTIM_MANA, OPENS_POOL, VICTIM, THERE = (
    ACTIONS.start(block.name) for block in ACTIONS.blocks[1:11]
)
HERE = ACTIONS.start("here_kind")

STATE = Layout(
    *_of("own", "the observer", PLAYER),
    *_of("next", "the next player", PLAYER),
    *_of("prev", "the player after that", PLAYER),
    Block("ramparts", (t.SEATS,), "tokens of each of them on the ramparts beside the pool / 3"),
    Block("best", (ACTIONS.size,), "the largest of each action value over the legal actions", high=TOKENS),
)
RAMPARTS, BEST = STATE.start("ramparts"), STATE.start("best")
