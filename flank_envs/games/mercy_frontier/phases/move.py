"""MOVE: legs in straight lines, trampling own mercenaries and fighting whatever is in front."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.layout import DONE, LEG
from flank_envs.games.mercy_frontier.phases.combat import (
    fight,
    front_column,
    front_height,
    front_row,
    front_width,
    has_contact,
    stands_in,
)
from flank_envs.games.mercy_frontier.phases.mercenaries import defeat, lift_token, put_token
from flank_envs.games.mercy_frontier.state import any_in, has_ability, has_relic, on_board, side


@rule
def begin_moves(state, seat):
    """MF-8.2: allowances are fixed now; True if a leg is possible."""
    for zone in range(t.ZONES):
        if on_board(state, seat, zone):
            state.left[seat, zone] = allowance(state, seat, zone)
            state.legs[seat, zone] = full_legs(state, seat, zone)
    return _goes_on(state, seat)


@rule
def allowance(state, seat, zone):
    """MF-8.2: by rarity, swift and War Banner."""
    swift = has_ability(state, seat, zone, t.SWIFT)
    return int(t.MOVES[state.card[seat, zone]]) + swift + has_relic(state, seat, t.WAR_BANNER)


@rule
def full_legs(state, seat, zone):
    """MF-8.1, MF-8.5; MF-11.1: in lanes flank gives nothing."""
    return 2 if has_ability(state, seat, zone, t.FLANK) and not state.lanes else 1


@rule
def end_moves(state, seat):
    for zone in range(t.ZONES):
        state.left[seat, zone] = state.legs[seat, zone] = 0
        state.gone[seat, zone] = t.NONE


@rule
def _goes_on(state, seat):
    state.phase = t.MOVE
    return can_move(state, seat)


@rule
def can_move(state, seat):
    """MF-8.1: while a legal leg exists."""
    for zone in range(t.ZONES):
        if has_leg(state, seat, zone):
            return True
    return False


@rule
def has_leg(state, seat, zone):
    """With a leg and a space left there is always a direction to go, but for lanes."""
    if state.legs[seat, zone] == 0 or state.left[seat, zone] == 0:
        return False
    if not state.lanes:
        return True
    return must_advance(state, seat, zone) or may_trample(state, seat, zone)


@rule
def seen_by(seat, direction):
    """A direction of a seat's frame in seat 0's frame, and the other way round."""
    return direction if seat == 0 else direction ^ 2


@rule
def room_ahead(state, seat, zone, direction):
    """MF-8.3: steps until the edge of the board. Directions are seat 0's here."""
    size = side(state, seat, zone)
    if t.COLUMN_STEP[direction] != 0:
        column = int(state.column[seat, zone])
        return t.COLUMNS - size - column if t.COLUMN_STEP[direction] > 0 else column
    row = int(state.row[seat, zone])
    return t.ROWS - size - row if t.ROW_STEP[direction] > 0 else row


@rule
def clear_way(state, seat, zone):
    """MF-11.1: forward steps, within the allowance, until an own token or the edge."""
    forward = seen_by(seat, t.FORWARD)
    limit = min(int(state.left[seat, zone]), room_ahead(state, seat, zone, forward))
    column = int(state.column[seat, zone])
    row = front_row(state, seat, zone, forward)
    steps = 0
    while steps < limit and not any_in(state.token_rows, seat, column, row, side(state, seat, zone), 1):
        steps += 1
        row += int(t.ROW_STEP[forward])
    return steps


@rule
def must_advance(state, seat, zone):
    """MF-11.1: as long as one of these has not moved, the player may not stop."""
    return clear_way(state, seat, zone) > 0 or has_contact(state, seat, zone, seen_by(seat, t.FORWARD))


@rule
def may_trample(state, seat, zone):
    """MF-11.1: the whole allowance, through an own token."""
    left = state.left[seat, zone]
    return clear_way(state, seat, zone) < left <= room_ahead(state, seat, zone, seen_by(seat, t.FORWARD))


@rule
def legal_moves(state, mask):
    seat = state.to_act
    mask[DONE] = 1
    for zone in range(t.ZONES):
        if state.legs[seat, zone] == 0 or state.left[seat, zone] == 0:
            continue
        if state.lanes:
            _legal_lane(state, seat, zone, mask)
        else:
            for direction in range(t.DIRECTIONS):
                if direction != state.gone[seat, zone]:  # MF-8.5
                    _legal_leg(state, seat, zone, direction, mask)


@rule
def _legal_leg(state, seat, zone, direction, mask):
    """MF-8.3."""
    first = LEG + (zone * t.DIRECTIONS + direction) * t.DISTANCES
    line = seen_by(seat, direction)
    mask[first] = has_contact(state, seat, zone, line)
    for k in range(1, min(int(state.left[seat, zone]), room_ahead(state, seat, zone, line)) + 1):
        mask[first + k] = 1


@rule
def _legal_lane(state, seat, zone, mask):
    """MF-11.1."""
    first = LEG + zone * t.DIRECTIONS * t.DISTANCES
    if must_advance(state, seat, zone):
        mask[DONE] = 0
        mask[first + clear_way(state, seat, zone)] = 1
    if may_trample(state, seat, zone):
        mask[first + int(state.left[seat, zone])] = 1


@rule
def make_move(state, action):
    """One leg, or stop. True while a leg is possible; a game that is won has its winner set."""
    seat = state.to_act
    if action == DONE:
        return False
    zone = (action - LEG) // (t.DIRECTIONS * t.DISTANCES)
    direction = (action - LEG) // t.DISTANCES % t.DIRECTIONS
    card = state.card[seat, zone]
    _run(state, seat, zone, seen_by(seat, direction), (action - LEG) % t.DISTANCES)
    if state.card[seat, zone] == card:
        state.legs[seat, zone] -= 1
        state.gone[seat, zone] = direction
    return state.winner == t.NONE and _goes_on(state, seat)


@rule
def _run(state, seat, zone, direction, distance):
    """MF-8.6: fight, then step, until the distance is gone (MF-9.8: what is left may be used) or something stops it."""
    steps = 0
    while clear_front(state, seat, zone, direction) and steps < distance and step(state, seat, zone, direction):
        steps += 1


@rule
def clear_front(state, seat, zone, direction):
    """MF-9.2: the mover fights whatever is in front; True if it may go on. MF-10.3 may win."""
    if not has_contact(state, seat, zone, direction):
        return True
    fight(state, seat, zone, direction)
    if state.lost[1 - seat] >= t.BUILDINGS_TO_LOSE:
        state.winner = seat
        return False
    return on_board(state, seat, zone) and not has_contact(state, seat, zone, direction)


@rule
def step(state, seat, zone, direction):
    """MF-8.4: one space on, over own mercenaries; True unless MF-10.2 that wins."""
    _trample(state, seat, zone, direction)
    lift_token(state, seat, zone)
    column = int(state.column[seat, zone]) + int(t.COLUMN_STEP[direction])
    row = int(state.row[seat, zone]) + int(t.ROW_STEP[direction])
    put_token(state, seat, zone, column, row)
    state.left[seat, zone] -= 1
    if reaches_edge(state, seat, zone):
        state.winner = seat
    return state.winner == t.NONE


@rule
def _trample(state, seat, zone, direction):
    """MF-8.4: own mercenaries on the spaces to be entered are defeated."""
    column = front_column(state, seat, zone, direction)
    row = front_row(state, seat, zone, direction)
    width = front_width(state, seat, zone, direction)
    height = front_height(state, seat, zone, direction)
    if any_in(state.token_rows, seat, column, row, width, height):
        for other in range(t.ZONES):
            if stands_in(state, seat, other, column, row, width, height):
                defeat(state, seat, other)


@rule
def reaches_edge(state, seat, zone):
    """MF-10.2: covers a space of the opponent's edge row."""
    row = state.row[seat, zone]
    return row + side(state, seat, zone) == t.ROWS if seat == 0 else row == 0
