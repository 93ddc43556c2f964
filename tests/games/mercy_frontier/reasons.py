"""What must be so when Mercy Frontier refuses an action. Places are worked out here from the record alone."""

import re

from flank_envs.games.mercy_frontier.tables import (
    BUILDING_NAMES,
    CARD_NAMES,
    COST,
    HEIGHT,
    MOVES,
    NODE_RESOURCE,
    PRICE,
    RARITY,
    RATE,
    RESOURCE_NAMES,
    SIDE,
    SPOT_LOCAL,
    WIDTH,
)
from tests.reasons import ALWAYS, Reasons, Refused

NEVER_DECLINED = {
    *("BUILD_NODE", "BUILD_TILE", "BUILD_CELL", "CRY_RECRUIT", "CRY_BARRAGE", "PAY"),
    *("DEPLOY_TILE", "DEPLOY_CELL", "ABILITY"),
}
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # forward, right, back, left of seat 0
WHERE = ("in front of", "to the right of", "behind", "to the left of")
SPACE, AREA, MERCENARY = r"[a-o]\d+", r"[a-o]\d+(?:-[a-o]\d+)?", r"[A-Z]\w+ [A-Z]\w+ of zone \d"


def has(tiles: int, tile: int) -> bool:
    return bool((int(tiles) >> tile) & 1)


def own_tile(r: Refused, number: int) -> int:
    return number if r.seat == 0 else 14 - number


def spaces(area: str) -> set[tuple[int, int]]:
    """The columns and rows of c7 or c7-d8."""
    corners = [("abcdefghijklmno".index(name[0]), int(name[1:]) - 1) for name in area.split("-")]
    (c1, r1), (c2, r2) = corners[0], corners[-1]
    return {(c, r) for c in range(c1, c2 + 1) for r in range(r1, r2 + 1)}


def on(rows, space: tuple[int, int]) -> bool:
    return bool((int(rows[space[1]]) >> space[0]) & 1)


def token(r: Refused, seat: int, zone: int) -> set[tuple[int, int]]:
    state = r.state
    if state.card[seat, zone] < 0 or state.row[seat, zone] < 0:
        return set()
    column, row, side = int(state.column[seat, zone]), int(state.row[seat, zone]), int(SIDE[state.card[seat, zone]])
    return {(column + x, row + y) for x in range(side) for y in range(side)}


def named(r: Refused, name: str, seat: int) -> set[tuple[int, int]]:
    """The spaces of the mercenary of a seat that is called "Rig Hound of zone 2", which must be that one."""
    card, zone = re.fullmatch(r"(.+) of zone (\d)", name).groups()  # pyright: ignore[reportOptionalMemberAccess]
    assert CARD_NAMES[r.state.card[seat, int(zone)]] == card
    return token(r, seat, int(zone))


def local(r: Refused, number: int) -> int:
    return number if r.seat == 0 else 24 - number


def space_of(tile: int, place: int) -> tuple[int, int]:
    return tile % 3 * 5 + place % 5, tile // 3 * 5 + place // 5


def chosen_spot(r: Refused) -> tuple[int, tuple[int, int] | None]:
    """The tile and the space of a SPOT action, None if the face has no such node."""
    tile = own_tile(r, r.place[0])
    spot = r.place[1] if r.seat == 0 or r.place[1] < 2 else 5 - r.place[1]
    place = int(SPOT_LOCAL[r.state.face[tile], spot])
    return tile, None if place < 0 else space_of(tile, place)


def chosen_area(r: Refused) -> set[tuple[int, int]]:
    """The spaces that a CELL action would cover, on the board or not."""
    state = r.state
    if r.phase == "BUILD_CELL":
        width, height = int(WIDTH[state.building]), int(HEIGHT[state.building])
    else:
        width = height = int(SIDE[state.card[r.seat, state.zone]])
    column, row = space_of(int(state.tile), local(r, r.place[0]))
    sign = 1 if r.seat == 0 else -1
    return {(column + sign * x, row + sign * y) for x in range(width) for y in range(height)}


def chosen(r: Refused) -> set[tuple[int, int]]:
    return chosen_area(r) if r.block == "CELL" else {chosen_spot(r)[1]}  # pyright: ignore[reportReturnType]


def tile_of(space: tuple[int, int]) -> int:
    return space[1] // 5 * 3 + space[0] // 5


def worked(r: Refused, tile: int) -> bool:
    return any(has(tiles, tile) for tiles in r.state.workers[r.seat])


def beside_worker(r: Refused, tile: int) -> bool:
    area = {space_of(tile, k) for k in range(25)}
    touching = {(c + dx, row + dy) for c, row in area for dx, dy in STEPS} - area
    return any(0 <= c < 15 and 0 <= row < 25 and on(r.state.worker_rows[r.seat], (c, row)) for c, row in touching)


def mover(r: Refused) -> str:
    card = r.state.card[r.seat, r.place[0]]
    return f"{CARD_NAMES[card]} of zone {r.place[0]}"


def ahead(r: Refused) -> set[tuple[int, int]]:
    """The spaces that a step of the mover would newly enter."""
    dx, dy = STEPS[r.place[1]] if r.seat == 0 else (-STEPS[r.place[1]][0], -STEPS[r.place[1]][1])
    mine = token(r, r.seat, r.place[0])
    return {(c + dx, row + dy) for c, row in mine} - mine


def room(r: Refused) -> int:
    """Steps to the edge."""
    dx, dy = STEPS[r.place[1]] if r.seat == 0 else (-STEPS[r.place[1]][0], -STEPS[r.place[1]][1])
    spots, steps = token(r, r.seat, r.place[0]), 0
    while all(0 <= c + dx < 15 and 0 <= row + dy < 25 for c, row in spots):
        spots, steps = {(c + dx, row + dy) for c, row in spots}, steps + 1
    return steps


def enemy_there(r: Refused, area: set[tuple[int, int]]) -> bool:
    state, enemy = r.state, 1 - r.seat
    inside = [space for space in area if 0 <= space[0] < 15 and 0 <= space[1] < 25]
    maps = (state.token_rows[enemy], state.block_rows[enemy], state.worker_rows[enemy])
    return any(on(rows, space) for rows in maps for space in inside)


def enemy_named(r: Refused, what: str, area: set[tuple[int, int]]) -> bool:
    if found := re.fullmatch(f"the ({MERCENARY})", what):
        return bool(named(r, found[1], 1 - r.seat) & area)
    rows = r.state.worker_rows if "worker" in what else r.state.block_rows
    return any(on(rows[1 - r.seat], space) for space in area)


def standing(r: Refused) -> bool:
    """Your Refinery is on c2, an enemy Rig Hound of zone 0 is on c2-d3."""
    whose, what, area = r.said.groups()
    seat = r.seat if whose == "your" else 1 - r.seat
    assert spaces(area) == chosen(r)
    if what in BUILDING_NAMES:
        return any(on(r.state.block_rows[seat], space) for space in spaces(area))
    return bool(named(r, what, seat) & spaces(area))


def worth(r: Refused, card: int) -> int:
    return sum(int(r.state.resources[r.seat, k]) * int(RATE[card, k]) for k in range(3))


def seal(r: Refused) -> int:
    """MF-2.7: two credits less for whoever controls the tile of Broker's Seal."""
    return 2 * any(r.state.relic[k] == 3 and has(r.state.control[r.seat], 6 + k) for k in range(3))


def too_dear(r: Refused) -> bool:
    card = int(r.state.market[r.place[0]])
    price = int(PRICE[card]) - seal(r)
    return CARD_NAMES[card] == r.said[1] and r.number(2) == price > worth(r, card)


def separation(r: Refused) -> int:
    mine, other = token(r, r.seat, int(r.state.zone)), token(r, 1 - r.seat, r.place[0])
    across = min(abs(a - b) for a, _ in mine for b, _ in other)
    return across + min(abs(a - b) for _, a in mine for _, b in other)


def absent(r: Refused, seat: int) -> bool:
    return r.said[1] == f"{CARD_NAMES[r.state.card[seat, r.place[0]]]} of zone {r.place[0]}" and not token(
        r, seat, r.place[0]
    )


def whose(r: Refused) -> int:
    return 1 - r.seat if r.block == "TARGET_ENEMY" else r.seat


def user(r: Refused) -> str:
    return f"{CARD_NAMES[r.state.card[r.seat, r.state.zone]]} of zone {r.state.zone}"


def clear_steps(r: Refused, zone: int) -> int:
    """MF-11.1: forward steps until an own token or the edge, within the allowance."""
    dy, spots, steps = 1 if r.seat == 0 else -1, token(r, r.seat, zone), 0
    others = set().union(*(token(r, r.seat, z) for z in range(5) if z != zone))
    while steps < r.state.left[r.seat, zone]:
        spots = {(c, row + dy) for c, row in spots}
        if spots & others or any(not 0 <= row < 25 for _, row in spots):
            break
        steps += 1
    return steps


def cost_named(r: Refused) -> bool:
    cost = COST[r.place[0]]
    words = ", ".join(f"{cost[k]} {RESOURCE_NAMES[k]}" for k in range(3) if cost[k])
    return r.said[1] == words and bool((r.state.resources[r.seat] < cost).any())


def token_outside(r: Refused) -> bool:
    return any(not (0 <= c < 15 and 0 <= row < 25) for c, row in chosen_area(r))


REASONS: Reasons = {
    **ALWAYS,
    r"(\w+) cannot be declined": lambda r: r.block == "DONE" and r.said[1] == r.phase in NEVER_DECLINED,
    rf"in lanes all must advance, and the ({MERCENARY}) has not": lambda r: (
        r.block == "DONE" and r.state.lanes and r.state.legs[r.seat, int(r.said[1][-1])] and named(r, r.said[1], r.seat)
    ),
    "refineries stand on nodes, not on camps": lambda r: r.phase == "BUILD_NODE" and r.place[1] >= 2,
    r"tile (\d+) is not under your control": lambda r: (
        r.number() == own_tile(r, r.place[0]) and not has(r.state.control[r.seat], r.number())
    ),
    r"tile (\d+) has only one node": lambda r: r.number() == chosen_spot(r)[0] and chosen_spot(r)[1] is None,
    rf"a worker stands on ({SPACE}) already": lambda r: (
        spaces(r.said[1]) == {chosen_spot(r)[1]} and on(r.state.worker_rows[r.seat], chosen_spot(r)[1])  # pyright: ignore
    ),
    rf"({SPACE}) is taken by (.+) of the enemy": lambda r: (
        spaces(r.said[1]) == {chosen_spot(r)[1]} and enemy_named(r, r.said[2], spaces(r.said[1]))
    ),
    r"no worker of yours stands on tile (\d+)": lambda r: (
        r.number() == own_tile(r, r.place[0]) and not worked(r, r.number())
    ),
    r"no (\w+) refinery is left": lambda r: (
        r.state.refineries_left[RESOURCE_NAMES.index(r.said[1])] == 0
        and NODE_RESOURCE[r.state.face[chosen_spot(r)[0]], r.place[1]] == RESOURCE_NAMES.index(r.said[1])
    ),
    rf"(your|an enemy) (.+) is on ({AREA})": standing,
    rf"there is a node on ({AREA})": lambda r: (
        spaces(r.said[1]) == chosen_area(r)
        and any(
            space_of(int(r.state.tile), int(place)) in spaces(r.said[1])
            for place in SPOT_LOCAL[r.state.face[r.state.tile]][:2]
            if place >= 0
        )
    ),
    r"tile (\d+) has no room for a (.+)": lambda r: (
        r.phase == "BUILD_TILE" and r.said[2] == BUILDING_NAMES[r.state.building] and worked(r, r.number())
    ),
    "outposts are not for home rows": lambda r: r.state.building == 1 and not 3 <= own_tile(r, r.place[0]) < 12,
    r"tile (\d+) is controlled by (you|the enemy) already": lambda r: has(
        r.state.control[r.seat if r.said[2] == "you" else 1 - r.seat], r.number()
    ),
    r"no worker of yours stands beside tile (\d+)": lambda r: (
        r.number() == own_tile(r, r.place[0]) and not beside_worker(r, r.number())
    ),
    r"tile (\d+) has too little room": lambda r: r.state.building == 1 and beside_worker(r, r.number()),
    r"tile (\d+) is face down": lambda r: (
        r.phase == "DEPLOY_TILE" and has(r.state.covered, r.number()) and r.number() == own_tile(r, r.place[0])
    ),
    r"tile (\d+) is controlled by the enemy": lambda r: (
        r.phase == "DEPLOY_TILE" and has(r.state.control[1 - r.seat], r.number())
    ),
    rf"the ({MERCENARY}) cannot be placed with its near left corner on tile (\d+)": lambda r: (
        r.phase == "DEPLOY_TILE" and r.said[1] == user(r) and r.number(2) == own_tile(r, r.place[0])
    ),
    r"the (.+) would leave tile (\d+)": lambda r: (
        r.said[1] == BUILDING_NAMES[r.state.building] and set(map(tile_of, chosen_area(r))) != {r.number(2)}
    ),
    "the token would leave the board": token_outside,
    rf"the ({MERCENARY}) is in the way": lambda r: bool(named(r, r.said[1], r.seat) & chosen_area(r)),
    "(.+) of the enemy is in the way": lambda r: enemy_named(r, r.said[1], chosen_area(r)),
    r"the token would lie on tile (\d+), which is face down": lambda r: (
        r.number() in set(map(tile_of, chosen_area(r))) and has(r.state.covered, r.number())
    ),
    r"the token would lie on tile (\d+), which the enemy controls": lambda r: (
        r.number() in set(map(tile_of, chosen_area(r))) and has(r.state.control[1 - r.seat], r.number())
    ),
    "the token would touch no tile under your control": lambda r: (
        not any(has(r.state.control[r.seat], tile_of(space)) for space in chosen_area(r))
    ),
    "it costs (.+)": cost_named,
    r"all (\d) outposts are on the board": lambda r: r.state.outposts_left[r.seat] == 0 and r.number() == 5,
    "your (.+) stands already": lambda r: (
        r.said[1] == BUILDING_NAMES[r.place[0]] and r.state.beacon[r.seat, r.place[0] - 2] >= 0
    ),
    "the (.+) needs .+": lambda r: r.block == "BUILD" and r.said[1] == BUILDING_NAMES[r.place[0]],
    r"there is no contract at position (\d)": lambda r: r.number() == r.place[0] and r.state.market[r.number()] < 0,
    "(.+) is not common": lambda r: (
        r.phase == "CRY_RECRUIT"
        and CARD_NAMES[r.state.market[r.place[0]]] == r.said[1]
        and RARITY[r.state.market[r.place[0]]]
    ),
    r"all (\d) zones are taken": lambda r: r.number() == 5 and (r.state.card[r.seat] >= 0).all(),
    r"(.+) costs (\d+) credits, more than your tokens are worth": too_dear,
    r"a sweep costs (\d) tokens": lambda r: r.number() == 2 > r.state.resources[r.seat].sum(),
    r"you have no (\w+)": lambda r: (
        r.block == "PAY" and r.said[1] == RESOURCE_NAMES[r.place[0]] and r.state.resources[r.seat, r.place[0]] == 0
    ),
    rf"the ({MERCENARY}) has (.+), not mend": lambda r: r.said[1] == user(r) and r.block == "TARGET_OWN",
    rf"the ({MERCENARY}) has mend, not bombard": lambda r: r.said[1] == user(r) and r.block == "TARGET_ENEMY",
    rf"the ({MERCENARY}) is not damaged": lambda r: (
        bool(named(r, r.said[1], r.seat)) and r.state.health[r.seat, r.place[0]] == r.state.most[r.seat, r.place[0]]
    ),
    rf"the ({MERCENARY}) is (\d+) spaces away, more than 4": lambda r: r.number(2) == separation(r) > 4,
    r"zone (\d) is empty": lambda r: r.number() == r.place[0] and r.state.card[whose(r), r.place[0]] < 0,
    rf"the ({MERCENARY}) is not on the board": lambda r: absent(r, whose(r)),
    rf"the ({MERCENARY}) has moved already": lambda r: (
        r.said[1] == mover(r) and not (r.state.legs[r.seat, r.place[0]] and r.state.left[r.seat, r.place[0]])
    ),
    rf"the second leg of the ({MERCENARY}) must go in another direction": lambda r: (
        r.said[1] == mover(r) and r.state.gone[r.seat, r.place[0]] == r.place[1]
    ),
    rf"nothing to attack stands (.+) the ({MERCENARY})": lambda r: (
        r.said[2] == mover(r) and r.said[1] == WHERE[r.place[1]] and r.place[2] == 0 and not enemy_there(r, ahead(r))
    ),
    rf"the ({MERCENARY}) may move (\d) spaces?": lambda r: (
        r.said[1] == mover(r)
        and r.number(2) == r.state.left[r.seat, r.place[0]] < r.place[2]
        and r.number(2) <= MOVES[r.state.card[r.seat, r.place[0]]] + 2
    ),
    rf"the edge is (\d+) spaces? (.+) the ({MERCENARY})": lambda r: (
        r.said[3] == mover(r) and r.said[2] == WHERE[r.place[1]] and r.number() == room(r) < r.place[2]
    ),
    r"in lanes nobody moves (\w+)": lambda r: (
        r.state.lanes and r.said[1] == ("forward", "right", "back", "left")[r.place[1]] != "forward"
    ),
    rf"the way of the ({MERCENARY}) is closed": lambda r: (
        r.state.lanes and r.said[1] == mover(r) and clear_steps(r, r.place[0]) == 0 and not enemy_there(r, ahead(r))
    ),
    rf"in lanes the ({MERCENARY}) must go as far as it can: (\d) spaces?": lambda r: (
        r.state.lanes and r.said[1] == mover(r) and r.number(2) == clear_steps(r, r.place[0]) != r.place[2]
    ),
}
