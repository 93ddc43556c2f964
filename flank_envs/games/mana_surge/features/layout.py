"""The layouts of the features, and where each value stands in them."""

from dataclasses import replace

import numpy as np

from flank_envs.engine.layout import Block, Layout
from flank_envs.games.mana_surge import tables as t

# What a token that may be struck stands on. Then the goals of ways.
ON_POOL, ON_ACTION, ON_DAGGER, ON_SPAWN, ELSEWHERE = range(PLACES := 5)
_ON = "the pool, an extra action, a dagger, an extra spawn, another tile"
TO_POOL, TO_ACTION, TO_SPAWN, TO_DAGGER, TO_PREY = range(GOALS := 5)

THIRD, PER_TURN, PER_TOKEN = np.float32(1 / 3), np.float32(1 / t.MOST_PER_TURN), np.float32(1 / 15)
THIRDS = np.cumsum(np.append(0, np.full(t.MOST_TROOPS, THIRD)), dtype=np.float32)  # of so many tokens
TOKENS, ALL_THIRDS = t.MOST_TROOPS / 15, float(THIRDS[-1])


def _starts(layout: Layout) -> list[int]:
    return [layout.start(block.name) for block in layout.blocks]


def _of(whose: str, layout: Layout, words: str) -> list[Block]:
    """The blocks of a part of a layout."""
    return [replace(b, name=f"{whose}_{b.name}", meaning=f"{words}: {b.meaning}") for b in layout.blocks]


# None of these is negative and more is better: the largest of each over several tiles says what a token can have.
STANDING = Layout(
    Block("kind", (t.KINDS,), "one-hot of the kind of the tile"),
    Block("near", (GOALS,), "1 / (1 + steps) to the pool, a free extra action, extra spawn, dagger, and to prey"),
    Block("pool_now", (), "the pool is free, and no farther than the action points left"),
    Block("pool_next", (), "the pool is free, and no farther than the action points of the next turn"),
    Block("prey_now", (), "prey, a locked enemy that falls to a blow for nothing, is in reach with the points left"),
    Block("prey_next", (), "prey is in reach with the action points of the next turn"),
    Block("beats", (PLACES,), f"an enemy beside it falls to a blow for nothing, on: {_ON}"),
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
)
KIND, NEAR, POOL_NOW, POOL_NEXT, PREY_NOW, PREY_NEXT, BEATS, TRADES, STRIKES_NOW, *_more = _starts(STANDING)
TAKES_POOL_NOW, GUARDS_POOL, GUARDS_ABILITY, BESIDE_POOL, SAFE, UNTOUCHED, SAFE_NEAR_POOL, SAFELY_HELD = _more
STANDING_VALUES = STANDING.size

PLAYER = Layout(
    Block("plays", (), "1 if there is this player"),
    Block("missing", (), "mana points missing / mana_goal"),
    Block("pace", (), "mana points per turn, if nothing changes / 3", high=4 / 3),
    Block("soon", (), "1 / (1 + turns) to the goal at this pace"),
    Block("first", (), "1 if it gets there first at these paces, before those who come later in turn order"),
    Block("points", (), "action points of the next turn / 7"),
    Block("spawns", (), "tokens of the next turn / 7"),
    Block("dagger_uses", (), "uses of the dagger in the next turn that can be paid / 3"),
    Block("tokens", (), "tokens on the board / 15", high=TOKENS),
    Block("loose", (), "those that are not locked / 15", high=TOKENS),
    Block("near", (3,), "1 / (1 + steps) of the nearest of those to the pool, a free extra action, a free dagger"),
    Block("enters", (), "one of those can walk onto the free pool in one turn"),
    Block("strikes_pool", (), "one of those can strike down the enemy on the pool for nothing in one turn"),
    Block("takes_pool", (), "the same with an action point left to enter it"),
    Block("at_risk", (PLACES,), f"tokens / 3 that fall to a blow for nothing in one turn, on: {_ON}", high=ALL_THIRDS),
    Block("in_exchange", (), "other tokens / 3 that they can strike down at all", high=ALL_THIRDS),
)
PLAYS, MISSING, PACE, SOON, FIRST, POINTS, SPAWNS, DAGGER_USES, ON_BOARD, LOOSE, WAYS, *_more = _starts(PLAYER)
ENTERS, STRIKES_POOL, TAKES_POOL, AT_RISK, IN_EXCHANGE = _more
PLAYER_VALUES = PLAYER.size

ACTION_KINDS = ("end START", "end MOVE1", "end COMBAT", "end MOVE2", "end END", "draw the dagger", "place a token",
                "pick to move", "pick to attack", "step in MOVE1", "step in MOVE2", "attack", "mark")  # fmt: skip
PASSES = np.array([0, 1, -1, 2, -1, 3, -1, 4, -1])  # the kind of action that PASS is in each phase
DOES = np.array([6, 7, 9, 8, 11, 7, 10, 5, 12])  # that any other is
ACTIONS = Layout(
    Block("action", (len(ACTION_KINDS),), f"one-hot: {', '.join(ACTION_KINDS)}"),
    Block("points_left", (), "action points left / 7"),
    Block("mana_after", (), "own mana points at the end of this turn / mana_goal"),
    Block("wins", (), "this mana wins"),
    Block("loose", (), "own tokens that are not locked / 15", high=TOKENS),
    Block("kills", (), "the target of an attack falls"),
    Block("dies", (), "the attacker falls"),
    Block("victim_mana", (), "mana points of the owner of a target that falls / mana_goal"),
    Block("opens_pool", (), "the target falls on the pool, which can still be entered in this turn"),
    Block("victim", (PLACES,), f"a target that falls stands on: {_ON}"),
    *_of("there", STANDING, "where the token comes to (of a pick the best of its steps, of a pass that of all tokens)"),
    *_of("here", STANDING, "where the token is"),
)
_, POINTS_LEFT, MANA_AFTER, WINS, LOOSE_TOKENS, KILLS, DIES, VICTIM_MANA, OPENS_POOL, VICTIM, *_ = _starts(ACTIONS)
THERE, HERE = ACTIONS.start("there_kind"), ACTIONS.start("here_kind")

STATE = Layout(
    *_of("own", PLAYER, "the observer"),
    *_of("next", PLAYER, "the next player"),
    *_of("prev", PLAYER, "the player after that"),
    Block("ramparts", (t.SEATS,), "tokens of each of them on the ramparts beside the pool / 3"),
    Block("best", (ACTIONS.size,), "the largest of each action value over the legal actions", high=TOKENS),
)
RAMPARTS, BEST = STATE.start("ramparts"), STATE.start("best")
