"""The invariants of a battle: what may lie on and beside the sheets in each of its stages."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import CAP
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.phases.after_combat import lost_units
from flank_envs.games.flank.phases.battle import count_in, count_on_sheet
from flank_envs.games.flank.phases.placement import first_placer, stays
from flank_envs.games.flank.state import count_force, population

MOST_TOKENS = int(t.TOKEN_LIMIT.sum()) + t.COLOURS  # of a player in a battle, with those on a force-mined card


@rule
def battle_fits(state):
    if not (t.NO_BATTLE <= state.battle <= t.COMPARED and _stage_fits_phase(state)):
        return False
    if state.battle == t.NO_BATTLE:
        return state.battle_zone == t.NONE and state.attacker == t.NONE and _nothing_fought(state) and _no_forces(state)
    if state.battle_zone == t.NONE or state.attacker == t.NONE:
        return False
    if not state.over and not _decider_fits(state):
        return False
    if state.battle == t.STARTED:
        return _nothing_fought(state) and _no_forces(state)
    if not _battle_zone_fits(state):
        return False
    if state.battle <= t.DEFENDER_FORMS:
        return _nothing_fought(state) and _formation_fits(state)
    if not (_tokens_fit(state) and _abilities_fit(state)):
        return False
    return _combat_fits(state) if state.battle == t.REVEALED else _regrouping_fits(state)


@rule
def _stage_fits_phase(state):
    phase = state.phase
    if phase == t.GAME_OVER:
        return state.limit == CAP or state.battle == t.NO_BATTLE
    if phase < t.MOVE_TARGET:
        return state.battle == t.NO_BATTLE
    if phase <= t.MOVE_UNITS:
        return state.battle <= t.STARTED
    if phase <= t.FORMATION_MINE:
        return state.battle == t.ATTACKER_FORMS or state.battle == t.DEFENDER_FORMS
    if phase <= t.COMBAT:
        return state.battle == t.REVEALED
    return state.battle == t.COMPARED


@rule
def _decider_fits(state):
    attacks = state.to_act == state.attacker
    if state.battle == t.STARTED or state.battle == t.ATTACKER_FORMS:
        return attacks
    if state.battle == t.DEFENDER_FORMS:
        return not attacks
    return state.phase != t.COMBAT or state.out[state.to_act] == 0


@rule
def _nothing_fought(state):
    """Before the reveal: no points, kills, abilities, losses or tokens on sheets."""
    if state.spent != 0 or state.kills != 0 or state.battle_result != t.NONE:
        return False
    for seat in range(t.SEATS):
        if state.blue[seat] != 0 or state.out[seat] != 0 or lost_units(state, seat) != 0:
            return False
        for colour in range(t.COLOURS):
            if state.extra[seat, colour] != 0:
                return False
        for ability in range(t.ABILITIES):
            if state.uses[seat, ability] != 0:
                return False
        for kind in range(t.TYPES):
            if state.removed[seat, kind] != 0:
                return False
    return True


@rule
def _no_forces(state):
    for seat in range(t.SEATS):
        if state.mine[seat] != t.NONE or count_force(state, seat) != 0 or count_on_sheet(state, seat) != 0:
            return False
    return True


@rule
def _battle_zone_fits(state):
    """FL-6.1: both sides have left the zone; in placement those who stay come back. A base that lost is gone."""
    zone = int(state.battle_zone)
    if (state.bases[state.attacker] >> zone) & 1:
        return False
    for seat in range(t.SEATS):
        back = state.battle == t.COMPARED and state.phase >= t.PLACEMENT
        if (state.ground[seat] >> zone) & 1 and not (back and stays(state, seat)):
            return False
    gone = state.battle == t.COMPARED and state.battle_result != 1 - state.attacker
    return not (gone and (state.bases[1 - state.attacker] >> zone) & 1)


@rule
def _formation_fits(state):
    """FL-6.3, FL-6.5, FL-6.6."""
    attacker = state.attacker
    first = state.battle == t.ATTACKER_FORMS
    forming = attacker if first else 1 - attacker
    if count_force(state, attacker) + count_on_sheet(state, attacker) == 0 or state.mine[forming] != t.NONE:
        return False
    if first and (count_on_sheet(state, 1 - attacker) != 0 or state.mine[1 - attacker] != t.NONE):
        return False
    if not first and count_force(state, attacker) != 0:
        return False
    for seat in range(t.SEATS):
        if count_on_sheet(state, seat) > 0 and count_in(state, seat, t.FRONTLINE) == 0:
            return False
    if state.phase == t.FORMATION:
        return count_force(state, forming) > 0
    return state.phase != t.FORMATION_MINE or count_force(state, forming) == 0


@rule
def _tokens_fit(state):
    """FL-6.7: tokens lie only on force-mined cards; blue ones on the frontline came from there or from the sheet."""
    if not 0 <= state.kills <= 16:
        return False
    for seat in range(t.SEATS):
        if not 0 <= state.out[seat] <= 1:
            return False
        for colour in range(t.COLOURS):
            if not 0 <= state.extra[seat, colour] <= (1 if state.mine[seat] != t.NONE else 0):
                return False
        held = state.tokens[seat, t.BLUE_TOKEN] + state.extra[seat, t.BLUE_TOKEN]
        if state.blue[seat] < 0 or state.blue[seat] + held > t.TOKEN_LIMIT[t.BLUE_TOKEN] + 1:
            return False
    left = 0 if state.over else _tokens_left(state, state.to_act)
    return 0 <= state.spent <= MOST_TOKENS - left


@rule
def _tokens_left(state, seat):
    left = 0
    for colour in range(t.COLOURS):
        left += state.tokens[seat, colour] + state.extra[seat, colour]
    return left


@rule
def _abilities_fit(state):
    """FL-11.1: uses come from active cards, and belong to one step; the attacker's are over when the defender acts."""
    for seat in range(t.SEATS):
        faction = state.faction[seat]
        for ability in range(t.ABILITIES):
            most = 0
            for upgrade in range(t.UPGRADES):
                most += ((state.upgrades[seat] >> upgrade) & 1) * t.ABILITY_USES[faction, upgrade, ability]
            step = t.BEFORE_COMBAT if ability < t.FIRST_AFTER else t.AFTER_COMBAT
            over = state.phase != step or (seat == state.attacker and state.to_act != seat)
            if over and state.phase != t.GAME_OVER:
                most = 0
            if not 0 <= state.uses[seat, ability] <= most:
                return False
    return True


@rule
def _combat_fits(state):
    if state.battle_result != t.NONE or state.kills != 0 or (state.out[0] == 1 and state.out[1] == 1):
        return False
    untouched = state.spent == 0 and state.blue[0] + state.blue[1] + state.out[0] + state.out[1] == 0
    if state.phase == t.BEFORE_COMBAT and not untouched:
        return False
    for seat in range(t.SEATS):
        if count_force(state, seat) != 0 or lost_units(state, seat) != 0:
            return False
    return True


@rule
def _regrouping_fits(state):
    if not 0 <= state.battle_result <= t.TIE or state.spent != 0 or state.blue[0] != 0 or state.blue[1] != 0:
        return False
    if state.kills != 0 and state.phase != t.FLANK_KILLS and state.phase != t.GAME_OVER:
        return False
    for seat in range(t.SEATS):
        if not _losses_fit(state, seat):
            return False
        placing = state.phase == t.PLACEMENT or (state.phase == t.GAME_OVER and count_force(state, seat) > 0)
        if placing:
            aside = count_on_sheet(state, seat)
            for kind in range(t.TYPES):
                aside += state.removed[seat, kind]
            if aside != 0:
                return False
        elif count_force(state, seat) != 0:
            return False
    second_places = state.phase == t.PLACEMENT and not state.over and state.to_act != first_placer(state)
    return not (second_places and count_force(state, first_placer(state)) != 0)


@rule
def _losses_fit(state, seat):
    """What a Kal'Dari player may still recall has room in supply and population."""
    may_recall = state.phase == t.FLANK_KILLS or state.uses[seat, t.CAN_RECALL] > 0
    if state.faction[seat] != t.KALDARI or not may_recall:
        return True
    for kind in range(t.TYPES):
        if state.active[seat, kind] + state.lost[seat, kind] > t.MINIATURES:
            return False
    return population(state, seat) + lost_units(state, seat) <= t.POPULATION_LIMIT
