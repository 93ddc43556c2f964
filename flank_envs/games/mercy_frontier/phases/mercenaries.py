"""What happens to mercenaries in several phases: taken, placed, hit, healed, defeated."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier.state import has_ability, mark, on_board, side, unmark
from flank_envs.games.mercy_frontier.tables import ARMOR, COLOSSUS, NONE, ZONES


@rule
def clear_zone(state, seat, zone):
    state.card[seat, zone] = NONE
    state.column[seat, zone] = state.row[seat, zone] = NONE
    state.health[seat, zone] = state.most[seat, zone] = 0
    state.left[seat, zone] = state.legs[seat, zone] = 0
    state.gone[seat, zone] = NONE


@rule
def put_token(state, seat, zone, column, row):
    state.column[seat, zone] = column
    state.row[seat, zone] = row
    size = side(state, seat, zone)
    mark(state.token_rows, seat, column, row, size, size)


@rule
def lift_token(state, seat, zone):
    size = side(state, seat, zone)
    unmark(state.token_rows, seat, int(state.column[seat, zone]), int(state.row[seat, zone]), size, size)


@rule
def hit(state, seat, zone, damage):
    """One hit on a mercenary of `seat`. MF-9.6: not below 0."""
    damage = min(taken(state, seat, zone, damage), int(state.health[seat, zone]))
    state.health[seat, zone] -= damage
    state.health_left += damage


@rule
def taken(state, seat, zone, damage):
    """MF-9.6: of a hit armor takes 1 off, but not the last."""
    return max(1, damage - 1) if has_ability(state, seat, zone, ARMOR) else damage


@rule
def remove_if_defeated(state, seat, zone):
    """MF-9.7, MF-7.5: at 0 health."""
    if on_board(state, seat, zone) and state.health[seat, zone] == 0:
        defeat(state, seat, zone)


@rule
def defeat(state, seat, zone):
    """MF-9.7: the token leaves the board, the card goes to the discard pile, the Colossus out of the game."""
    lift_token(state, seat, zone)
    state.health_left += state.health[seat, zone]
    if state.card[seat, zone] != COLOSSUS:
        state.discard[state.card[seat, zone]] += 1
    clear_zone(state, seat, zone)


@rule
def heal_all(state, seat):
    """All mercenaries of a seat on the board, while health tokens last."""
    for zone in range(ZONES):
        healed = min(int(state.most[seat, zone] - state.health[seat, zone]), int(state.health_left))
        state.health[seat, zone] += healed
        state.health_left -= healed


@rule
def someone_on_board(state, seat):
    for zone in range(ZONES):
        if on_board(state, seat, zone):
            return True
    return False
