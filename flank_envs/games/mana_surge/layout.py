"""The action and observation layouts of Mana Surge."""

from flank_envs.engine.layout import Block, Layout
from flank_envs.games.mana_surge.tables import DIRECTIONS, OVER, SEATS, SLOTS, TILES

ACTIONS = Layout(
    Block("PASS", (), "end the current phase (START after the first token, MOVE1, COMBAT, MOVE2, END)"),
    Block("DAGGER", (), "pay 1 action point and begin a sacrifice (END)"),
    Block("SPAWN", (SLOTS,), "place a new token left of, in front of or right of the spawner (START)"),
    Block("DIR", (DIRECTIONS,), "move or attack with the picked token: N, NE, SE, S, SW, NW (MOVE1_DIR ... MOVE2_DIR)"),
    Block("CELL", (TILES,), "pick the own token on that tile (MOVE1, COMBAT, MOVE2, SACRIFICE)"),
)

OBSERVATION = Layout(
    Block("phase", (OVER,), "one-hot, in the order of the phases; all 0 when the game is over"),
    Block("my_decision", (), "1 if the observer decides now"),
    Block("turn_of", (SEATS,), "one-hot of the player to act: the observer, the next in turn order, the one after"),
    Block("own_troops", (TILES,), "1 where the observer has a token"),
    Block("next_troops", (TILES,), "1 where the next player has a token"),
    Block("prev_troops", (TILES,), "1 where the player after that has a token (three players)"),
    Block("attack", (TILES,), "attack of the token there / 2"),
    Block("defense", (TILES,), "defense of the token there / 2"),
    Block("pending", (TILES,), "1 on the picked token, and on tokens marked for sacrifice"),
    Block("mana", (SEATS,), "mana points / mana_goal: observer, next, after"),
    Block("supply", (SEATS,), "tokens in the supply / troops, likewise"),
    Block("extra_actions", (SEATS,), "extra action tiles held / 6, likewise"),
    Block("extra_spawns", (SEATS,), "extra spawn tiles held / 6, likewise"),
    Block("daggers", (SEATS,), "dagger tiles held / 3, likewise"),
    Block("pool_holder", (SEATS,), "one-hot of the player whose token is on the pool, likewise"),
    Block("action_points", (), "action points left in this turn / 7"),
    Block("spawns_left", (), "tokens that may still be placed in START / 7, else 0"),
    Block("dagger_used", (), "uses of the dagger in this turn / 3"),
    Block("marked_count", (), "tokens marked for sacrifice / 3"),
    Block("three_players", (), "1 with three players"),
    Block("progress", (), "turns completed / (max_rounds * players)"),
)

PASS = ACTIONS.start("PASS")
DAGGER_USE = ACTIONS.start("DAGGER")
SPAWN = ACTIONS.start("SPAWN")
DIR = ACTIONS.start("DIR")
CELL = ACTIONS.start("CELL")
