"""The action and observation layouts of Mercy Frontier. Tiles, spaces and directions are in the seat's own frame."""

from flank_envs.engine.layout import Block, Layout
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.tables import COLUMNS as BOARD_COLUMNS

TILE_VALUES, BEACON_VALUES, MERCENARY_VALUES, CONTRACT_VALUES = 16, 3, 10 + t.ABILITIES, 8 + t.ABILITIES

ACTIONS = Layout(
    Block("DONE", (), "stop; in WORKERS: all remaining workers are placed automatically"),
    Block("SPOT", (t.OPEN_TILES, t.SPOTS), "node 0, node 1, front camp, rear camp: place a worker or build a refinery"),
    Block("TILE", (t.OPEN_TILES,), "build or place on that tile"),
    Block("CELL", (t.TILE_CELLS,), "the space of the chosen tile; the lowest column and row of what is put there"),
    Block("BUY_WORKER", (), "buy a worker"),
    Block("BUILD", (t.BUILDINGS,), "build a refinery, an outpost, a biofuel, neosteel or crystal beacon"),
    Block("MARKET", (t.MARKET,), "choose the contract at that position"),
    Block("SWEEP", (), "pay 2 tokens for four new contracts"),
    Block("PAY", (t.RESOURCES,), "pay a token of biofuel, neosteel or crystal"),
    Block("TARGET_OWN", (t.ZONES,), "mend the own mercenary of that zone"),
    Block("TARGET_ENEMY", (t.ZONES,), "hit the enemy mercenary of that zone"),
    Block(
        "MOVE",
        (t.ZONES, t.DIRECTIONS, t.DISTANCES),
        "move the mercenary of that zone forward, right, back or left by 0 to 5 spaces; 0 attacks without moving",
    ),
)

OBSERVATION = Layout(
    Block("phase", (t.OVER,), "one-hot, see the phases; zero when the game is over"),
    Block(
        "flags",
        (11,),
        "observer decides now; observer holds priority; turn / turn cap; options accelerated, lanes, "
        "persistent_health; overcharge own, enemy; Colossus not yet earned, owed to own, owed to enemy",
    ),
    Block("resources", (2, t.RESOURCES), "own, enemy tokens / 30"),
    Block("workers", (4,), "owned by own, by enemy, still to place own, enemy; all / 10"),
    Block(
        "supply",
        (10,),
        "refineries F S C left / 7; outposts left own, enemy / 5; beacons F S C left / 2; health tokens left / 50; "
        "deck / 24",
    ),
    Block("losses", (2,), "buildings lost own, enemy / 3, at most 1"),
    Block(
        "tiles",
        (t.TILES, TILE_VALUES),
        "covered; controller +1 own, -1 enemy; kind of node 0 F S C, of node 1 F S C; sign of the refinery on node 0, "
        "node 1; sign of the worker on node 0, node 1, front camp, rear camp; outpost column / 4, row / 4",
        low=-1.0,
    ),
    Block("relics", (t.RELIC_PLACES, t.RELICS), "own-frame tiles 6, 7, 8: one-hot, zero while covered"),
    Block("beacons", (2, t.BEACONS, BEACON_VALUES), "own, enemy F S C: standing, lowest column / 14, lowest row / 24"),
    Block(
        "board_map",
        (t.ROWS, BOARD_COLUMNS),
        "+1 own, -1 enemy token; else +0.5 own, -0.5 enemy building",
        low=-1.0,
    ),
    Block(
        "own_mercs",
        (t.ZONES, MERCENARY_VALUES),
        "occupied; on the board; lowest column / 14; lowest row / 24; side / 4; attack without charge / 12; "
        "health / 13; maximum / 13; left / 5; legs / 2; one-hot ability",
    ),
    Block("enemy_mercs", (t.ZONES, MERCENARY_VALUES), "the enemy's, likewise"),
    Block(
        "market",
        (t.MARKET, CONTRACT_VALUES),
        "present; price for the observer / 28; value of F S C / 6; attack / 12; health / 13; side / 4; one-hot ability",
    ),
    Block("discard", (t.DECK_CARDS,), "cards of each id in the discard pile / copies"),
    Block(
        "pending",
        (t.TILES + t.BUILDINGS + t.ZONES + t.MARKET + 2,),
        "one-hot tile; building; zone being placed or using its ability; market position being paid; "
        "paying a sweep; amount still due / 28",
    ),
)

DONE = ACTIONS.start("DONE")
SPOT = ACTIONS.start("SPOT")
TILE = ACTIONS.start("TILE")
CELL = ACTIONS.start("CELL")
BUY = ACTIONS.start("BUY_WORKER")
BUILD_KIND = ACTIONS.start("BUILD")
CONTRACT = ACTIONS.start("MARKET")
SWEEP = ACTIONS.start("SWEEP")
PAY_TOKEN = ACTIONS.start("PAY")
TARGET_OWN = ACTIONS.start("TARGET_OWN")
TARGET_ENEMY = ACTIONS.start("TARGET_ENEMY")
LEG = ACTIONS.start("MOVE")
