"""What must be so when Mana Surge refuses an action."""

from flank_envs.games.mana_surge.tables import FRAME_OF, GLOBAL_DIRECTION, GLOBAL_TILE, LOCKS, NEIGHBOUR
from tests.reasons import ALWAYS, UNTIMELY, Reasons, Refused, untimely

AIMING = {"MOVE1_DIR", "COMBAT_DIR", "MOVE2_DIR"}
SLOTS = ("left", "front", "right")


def frame(refused: Refused) -> int:
    return int(FRAME_OF[refused.state.seats, refused.seat])


def tile(refused: Refused) -> int:
    """The tile of the board that a refusal names, as the seat numbers it."""
    return int(GLOBAL_TILE[frame(refused), refused.number()])


def aimed_at(refused: Refused) -> int:
    return int(NEIGHBOUR[refused.state.picked, GLOBAL_DIRECTION[frame(refused), refused.place[0]]])


def owner(refused: Refused) -> int:
    return int(refused.state.owner[tile(refused)])


def own(refused: Refused) -> bool:
    return refused.number() == refused.place[0] and owner(refused) == refused.seat


def beside(refused: Refused) -> list[int]:
    """Who holds each tile beside the one that is named."""
    return [int(refused.state.owner[t]) for t in NEIGHBOUR[tile(refused)] if t >= 0]


def empty(owner: int) -> bool:
    return owner < 0


TILE = r"tile (\d+)(?: \([\w ]+\))?"
REASONS: Reasons = {
    **ALWAYS,
    f"{UNTIMELY}, pick a token first": lambda r: untimely(r) and r.block == "DIR",
    "a token is picked and cannot be put back: choose a direction": lambda r: (
        r.phase in AIMING and r.block != "DIR" and r.state.picked >= 0
    ),
    r"the dagger is drawn: choose (\d) more of your tokens": lambda r: (
        r.phase == "SACRIFICE" and r.block != "CELL" and r.number() == 3 - r.state.marks
    ),
    "the first token must be placed": lambda r: r.phase == "START" and r.block == "PASS",
    r"the tile (.+) is not empty": lambda r: SLOTS[r.place[0]] in r.said[1],
    "the board ends there": lambda r: r.phase in AIMING and aimed_at(r) < 0,
    rf"there is no enemy token on {TILE}": lambda r: (
        r.phase == "COMBAT_DIR" and tile(r) == aimed_at(r) and owner(r) not in set(range(r.state.seats)) - {r.seat}
    ),
    rf"{TILE} is not empty": lambda r: tile(r) == aimed_at(r) and not empty(owner(r)) and r.phase != "COMBAT_DIR",
    rf"you have no token on {TILE}": lambda r: r.number() == r.place[0] and owner(r) != r.seat,
    rf"the token on {TILE} is chosen already": lambda r: r.phase == "SACRIFICE" and own(r),
    rf"the token on {TILE} is locked there": lambda r: own(r) and LOCKS[tile(r)],
    rf"no enemy is beside {TILE}": lambda r: (
        r.phase == "COMBAT" and own(r) and not set(beside(r)) & (set(range(r.state.seats)) - {r.seat})
    ),
    rf"no empty tile is beside {TILE}": lambda r: (
        r.phase in ("MOVE1", "MOVE2") and own(r) and not any(map(empty, beside(r)))
    ),
}
