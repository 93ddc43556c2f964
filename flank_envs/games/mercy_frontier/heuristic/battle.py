"""How the heuristic evaluates fights and places: what a leg gains, how well a token stands."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.phases.combat import stands_in
from flank_envs.games.mercy_frontier.phases.move import seen_by
from flank_envs.games.mercy_frontier.state import (
    attack,
    cell_bit,
    has_ability,
    has_relic,
    on_board,
    own_row,
    side,
)

WIN = 1000.0
WOUND = 0.8  # of a wound, beside the part of the health that is lost
RUNNER, SPRINTER = 12.0, 48.0  # an enemy that is at the far edge in two or three turns, in one
BUILDING, WORKER = 6.0, 2.0  # destroyed; each building lost before makes the next one worth more
TRAMPLED = 3.0  # lost with an own mercenary, beside its worth
ADVANCE, OPEN_LANE = 0.4, 2.0  # a row further, and a way without enemies
FEAR, HUNT = 0.5, 0.7  # the worst fight that an enemy can begin here next, the best one that the own can
BLOCK = 4.0  # in the way of an enemy that runs for the edge


@rule
def allowance(state, seat, zone):
    swift = has_ability(state, seat, zone, t.SWIFT)
    return int(t.MOVES[state.card[seat, zone]]) + swift + has_relic(state, seat, t.WAR_BANNER)


@rule
def turns_to_go(state, seat, zone):
    """Turns that a mercenary needs to the far edge if nobody stops it."""
    size = side(state, seat, zone)
    return (t.ROWS - size - own_row(seat, int(state.row[seat, zone]), size)) / allowance(state, seat, zone)


@rule
def mercenary_worth(state, seat, zone):
    """Of one on the board: its strength, and more near the far edge."""
    worth = _strength(state, seat, zone, int(state.health[seat, zone]))
    turns = turns_to_go(state, seat, zone)
    if turns <= 1.0:
        return worth + SPRINTER
    return worth + RUNNER / turns if turns <= 3.0 else worth


@rule
def _strength(state, seat, zone, health):
    return 1.0 + t.ATTACK[state.card[seat, zone]] + health


@rule
def taken(state, seat, zone, damage):
    """What a hit takes off a mercenary."""
    return max(1, damage - 1) if has_ability(state, seat, zone, t.ARMOR) else damage


@rule
def duel(state, seat, zone, health, other, other_health):
    """What `seat` gains more than it loses if its mercenary attacks an enemy one; both healths are given."""
    enemy = 1 - seat
    blow = taken(state, enemy, other, attack(state, seat, zone) + has_ability(state, seat, zone, t.CHARGE))
    back = taken(state, seat, zone, attack(state, enemy, other))
    first = has_ability(state, seat, zone, t.FIRST_STRIKE)
    if first != has_ability(state, enemy, other, t.FIRST_STRIKE):
        if first and blow >= other_health:
            back = 0
        elif not first and back >= health:
            blow = 0
    return _share(state, enemy, other, other_health, blow) - _share(state, seat, zone, health, back)


@rule
def _share(state, seat, zone, health, damage):
    """The strength that damage takes from a mercenary: a wounded one still fights."""
    return _strength(state, seat, zone, health) * (1.0 if damage >= health else 0.7 * damage / health)


@rule
def standing_worth(state, seat, zone, column, row, health, dead):
    """How well a token of `seat` would stand at a place, among the enemies that are not `dead` (bits of zones)."""
    enemy = 1 - seat
    size = side(state, seat, zone)
    front = own_row(seat, row, size) + size
    worth = ADVANCE * front
    is_open = True
    fear = 0.0
    hunt = 0.0
    for other in range(t.ZONES):
        if not on_board(state, enemy, other) or (dead >> other) & 1:
            continue
        c = int(state.column[enemy, other])
        r = int(state.row[enemy, other])
        other_size = side(state, enemy, other)
        across = max(0, c - (column + size - 1), column - (c + other_size - 1))
        along = max(0, r - (row + size - 1), row - (r + other_size - 1))
        if across == 0 and (r > row if seat == 0 else r < row):
            is_open = False
            turns = turns_to_go(state, enemy, other)
            if turns <= 3.0:
                worth += BLOCK * (4.0 - turns)
        if across == 0 or along == 0:
            apart = across + along - 1
            other_health = int(state.health[enemy, other])
            if apart <= allowance(state, enemy, other):
                fear = max(fear, duel(state, enemy, other, other_health, zone, health))
            if apart <= allowance(state, seat, zone):
                hunt = max(hunt, duel(state, seat, zone, health, other, other_health))
    if is_open:
        worth += OPEN_LANE * front / t.ROWS
    return worth - FEAR * fear + HUNT * hunt


@rule
def leg_worth(state, seat, zone, direction, distance):
    """What a leg gains: fights and trampled ones on the way (MF-8.6), and how the token stands where it ends."""
    enemy = 1 - seat
    line = seen_by(seat, direction)
    dx = int(t.COLUMN_STEP[line])
    dy = int(t.ROW_STEP[line])
    size = side(state, seat, zone)
    width = size if dx == 0 else 1
    height = size if dy == 0 else 1
    column = int(state.column[seat, zone])
    row = int(state.row[seat, zone])
    health = int(state.health[seat, zone])
    worth = -standing_worth(state, seat, zone, column, row, health, 0)
    dead = 0
    lost = int(state.lost[enemy])
    steps = 0
    while True:
        c = column + (size if dx > 0 else dx)
        r = row + (size if dy > 0 else dy)
        if 0 <= c < t.COLUMNS and 0 <= r < t.ROWS:
            start = health
            health -= _first_blows(state, seat, zone, dead, c, r, width, height)
            strikes = health > 0 or has_ability(state, seat, zone, t.FIRST_STRIKE)
            blocked = False
            for other in range(t.ZONES):
                if (dead >> other) & 1 or not stands_in(state, enemy, other, c, r, width, height):
                    continue
                share = _blow(state, seat, zone, other) / state.health[enemy, other] if strikes else 0.0
                health -= _late_blow(state, seat, zone, other, share >= 1)
                worth += mercenary_worth(state, enemy, other) * (1.0 if share >= 1 else WOUND * share)
                if share >= 1:
                    dead |= 1 << other
                else:
                    blocked = True
            if strikes:
                razed = _buildings_in(state, enemy, c, r, width, height)
                worth += BUILDING * razed * (1 + lost) + WORKER * _workers_in(state, enemy, c, r, width, height)
                lost += razed
                if lost >= t.BUILDINGS_TO_LOSE:
                    return WIN
            if health <= 0:
                return worth - _strength(state, seat, zone, start)
            worth -= WOUND * (start - health)
            if blocked:
                break
        if steps == distance:
            break
        for other in range(t.ZONES):
            if stands_in(state, seat, other, c, r, width, height):
                worth -= TRAMPLED + mercenary_worth(state, seat, other)
        column += dx
        row += dy
        steps += 1
        if own_row(seat, row, size) + size == t.ROWS:
            return WIN
    return worth + standing_worth(state, seat, zone, column, row, health, dead)


@rule
def _blow(state, seat, zone, other):
    """What the mover takes off an enemy mercenary."""
    return taken(state, 1 - seat, other, attack(state, seat, zone) + has_ability(state, seat, zone, t.CHARGE))


@rule
def _first_blows(state, seat, zone, dead, column, row, width, height):
    """MF-9.5: what first strikers in front take off the mover."""
    damage = 0
    for other in range(t.ZONES):
        if (
            not (dead >> other) & 1
            and stands_in(state, 1 - seat, other, column, row, width, height)
            and has_ability(state, 1 - seat, other, t.FIRST_STRIKE)
        ):
            damage += taken(state, seat, zone, attack(state, 1 - seat, other))
    return damage


@rule
def _late_blow(state, seat, zone, other, falls):
    """What an enemy in front takes off the mover after that: nothing if it fell to a first strike."""
    if has_ability(state, 1 - seat, other, t.FIRST_STRIKE) or (
        falls and has_ability(state, seat, zone, t.FIRST_STRIKE)
    ):
        return 0
    return taken(state, seat, zone, attack(state, 1 - seat, other))


@rule
def _buildings_in(state, owner, column, row, width, height):
    """About how many buildings stand there: spaces beside each other count as one."""
    count = 0
    inside = False
    for r in range(row, row + height):
        for c in range(column, column + width):
            block = cell_bit(state.block_rows, owner, c, r)
            count += block and not inside
            inside = block
    return count


@rule
def _workers_in(state, owner, column, row, width, height):
    count = 0
    for r in range(row, row + height):
        for c in range(column, column + width):
            count += cell_bit(state.worker_rows, owner, c, r)
    return count
