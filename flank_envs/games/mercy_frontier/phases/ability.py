"""ABILITY: mend, bombard and salvage before the movement."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.layout import TARGET_ENEMY, TARGET_OWN
from flank_envs.games.mercy_frontier.phases.mercenaries import hit, remove_if_defeated
from flank_envs.games.mercy_frontier.state import gain, has_ability, on_board, side


@rule
def next_ability(state, seat, first):
    """MF-7.2: in ascending zones from `first`; MF-7.3: True at the first that has a target, which must be chosen."""
    state.phase = t.ABILITY_PHASE
    for zone in range(first, t.ZONES):
        if not on_board(state, seat, zone):
            continue
        if has_ability(state, seat, zone, t.SALVAGE):
            gain(state, seat, t.NEOSTEEL, 1)
        elif has_target(state, seat, zone):
            state.zone = zone
            return True
    state.zone = t.NONE
    return False


@rule
def has_target(state, seat, zone):
    for target in range(t.ZONES):
        if is_mendable(state, seat, zone, target) or is_in_reach(state, seat, zone, target):
            return True
    return False


@rule
def is_mendable(state, seat, zone, target):
    """MF-7.3: a damaged own mercenary, and a health token for it."""
    return (
        has_ability(state, seat, zone, t.MEND)
        and state.health_left > 0
        and state.health[seat, target] < state.most[seat, target]
    )


@rule
def is_in_reach(state, seat, zone, target):
    return (
        has_ability(state, seat, zone, t.BOMBARD)
        and on_board(state, 1 - seat, target)
        and separation(state, seat, zone, target) <= t.BOMBARD_REACH
    )


@rule
def separation(state, seat, zone, target):
    """MF-7.4: between a mercenary and an enemy one."""
    size = side(state, seat, zone)
    other_size = side(state, 1 - seat, target)
    columns = _steps(int(state.column[seat, zone]), size, int(state.column[1 - seat, target]), other_size)
    return columns + _steps(int(state.row[seat, zone]), size, int(state.row[1 - seat, target]), other_size)


@rule
def _steps(a, size, b, other_size):
    """Until two ranges overlap."""
    return max(0, b - (a + size - 1), a - (b + other_size - 1))


@rule
def legal_ability(state, mask):
    seat = state.to_act
    zone = state.zone
    for target in range(t.ZONES):
        mask[TARGET_OWN + target] = is_mendable(state, seat, zone, target)
        mask[TARGET_ENEMY + target] = is_in_reach(state, seat, zone, target)


@rule
def use_ability(state, action):
    """True while another ability asks for a target."""
    seat = state.to_act
    if action >= TARGET_ENEMY:
        hit(state, 1 - seat, action - TARGET_ENEMY, t.BOMBARD_DAMAGE)
        remove_if_defeated(state, 1 - seat, action - TARGET_ENEMY)
    else:
        state.health[seat, action - TARGET_OWN] += 1
        state.health_left -= 1
    return next_ability(state, seat, state.zone + 1)
