"""The invariants of Flank. Made for tests, fuzzing and records from strangers: any bytes may be given."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import CAP, header_fits
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.check.battle import battle_fits
from flank_envs.games.flank.phases.move import room_in_target
from flank_envs.games.flank.phases.placement import stays
from flank_envs.games.flank.state import (
    PAIRS,
    count_bits,
    count_force,
    has_upgrade,
    hostile_zones,
    population,
    zone_limit,
)
from flank_envs.games.flank.turn import ahead, choices, is_decided

INVARIANTS = (
    "header and option fields are in their ranges",
    "the factions belong to the draft",
    "cards and tokens are in their ranges, and unused places are 0",
    "the cards of each kind add up",
    "units are in their ranges and add up",
    "units keep to the limits of population and zones",
    "no zone holds pieces of both players but the one where a battle has started",
    "active upgrades keep to the limit",
    "moves and purchases belong to their phases",
    "sheets, forces and tokens of a battle belong to its stage",
    "whoever must decide has something to decide",
    "the game ends at its limit or when the rules end it, and the rules tell who has won",
)


@rule
def check(state):
    if not _header_fits(state):
        return 1
    if not _factions_fit(state):
        return 2
    if not _cards_fit(state):
        return 3
    if not _cards_add_up(state):
        return 4
    if not (_units_fit(state, 0) and _units_fit(state, 1)):
        return 5
    if not (_limits_hold(state, 0) and _limits_hold(state, 1)):
        return 6
    if not _zones_are_apart(state):
        return 7
    if not (_upgrades_fit(state, 0) and _upgrades_fit(state, 1)):
        return 8
    if not _pending_fits(state):
        return 9
    if not battle_fits(state):
        return 10
    if not _decision_exists(state):
        return 11
    if not _end_fits(state):
        return 12
    return 0


@rule
def _header_fits(state):
    return (
        header_fits(state, t.SEATS, t.GAME_OVER, CAP)
        and 0 <= state.factions < PAIRS.shape[0]
        and -1 <= state.first_player < t.SEATS
        and 0 <= state.attacker_bonus <= 1
        and (state.final_round == -1 or 1 <= state.final_round <= 1000)
        and 100 <= state.max_decisions <= 1_000_000
        and -1 <= state.winner < t.SEATS
        and 0 <= state.initiative < t.SEATS
        and 0 <= state.round_number <= state.decisions + 1  # every round has a harvest
        and (state.final_round < 0 or state.round_number <= state.final_round)
        and (state.round_number == 0) == (state.phase == t.DRAFT)
    )


@rule
def _factions_fit(state):
    """FL-1.3: the second player chooses first, and factions differ."""
    first = state.faction[state.initiative]
    second = state.faction[1 - state.initiative]
    if not (t.NONE <= first < t.FACTIONS and t.NONE <= second < t.FACTIONS):
        return False
    if state.factions > 0:
        given = PAIRS[state.factions, 0] == state.faction[0] and PAIRS[state.factions, 1] == state.faction[1]
        return given and state.phase != t.DRAFT
    if state.phase == t.DRAFT:
        return first == t.NONE and (second != t.NONE) == (state.to_act == state.initiative)
    return first != t.NONE and second != t.NONE and first != second


@rule
def _cards_fit(state):
    if not 0 <= state.deck_size <= t.DECK_SIZE:
        return False
    for k in range(t.DECK_SIZE):
        if not 0 <= state.deck[k] < (t.KINDS if k < state.deck_size else 1):
            return False
    for kind in range(t.KINDS):
        if not (0 <= state.discard[kind] <= t.COPIES and 0 <= state.pool[kind] <= t.COPIES):
            return False
    for seat in range(t.SEATS):
        size = 0
        for kind in range(t.KINDS):
            if not (0 <= state.hand[seat, kind] <= t.COPIES and 0 <= state.drawn[seat, kind] <= t.COPIES):
                return False
            size += state.hand[seat, kind]
        if size != state.hand_size[seat] or not t.NONE <= state.mine[seat] < t.KINDS:
            return False
        for colour in range(t.COLOURS):
            if not 0 <= state.tokens[seat, colour] <= t.TOKEN_LIMIT[colour]:
                return False
    return state.phase != t.DRAFT or state.deck_size == t.DECK_SIZE


@rule
def _cards_add_up(state):
    """Five cards of each kind; what was shuffled is in the deck or was drawn."""
    for kind in range(t.KINDS):
        in_deck = 0
        for k in range(state.deck_size):
            in_deck += state.deck[k] == kind
        if in_deck + state.drawn[0, kind] + state.drawn[1, kind] != state.pool[kind]:
            return False
        held = int(state.hand[0, kind]) + state.hand[1, kind] + state.discard[kind]
        mined = int(state.mine[0] == kind) + int(state.mine[1] == kind)
        if in_deck + held + mined != t.COPIES:
            return False
    return True


@rule
def _units_fit(state, seat):
    """Every unit is on the board, on the sheet, beside it or set aside; crowd and ground tell of the board."""
    if not (state.bases[seat] >= 0 and int(state.bases[seat]) & ~int(t.BASE_ZONES[seat]) == 0):
        return False
    if not 0 <= state.ground[seat] <= t.ALL_ZONES:
        return False
    for kind in range(t.TYPES):
        if not 0 <= state.active[seat, kind] <= t.MINIATURES:
            return False
        count = 0
        for zone in range(t.ZONES):
            if not 0 <= state.units[seat, zone, kind] <= t.MINIATURES:
                return False
            count += state.units[seat, zone, kind]
        for place in range(t.PLACES):
            if not 0 <= state.sheet[seat, place, kind] <= t.MINIATURES:
                return False
            count += state.sheet[seat, place, kind]
        for aside in (state.force[seat, kind], state.removed[seat, kind]):
            if not 0 <= aside <= t.MINIATURES:
                return False
            count += aside
        if count != state.active[seat, kind] or not 0 <= state.lost[seat, kind] <= t.MINIATURES:
            return False
    for zone in range(t.ZONES):
        crowd = 0
        for kind in range(t.TYPES):
            crowd += state.units[seat, zone, kind]
        if crowd != state.crowd[seat, zone] or (state.ground[seat] >> zone) & 1 != (crowd > 0):
            return False
    return True


@rule
def _limits_hold(state, seat):
    """FL-4.2, FL-5.4, FL-5.8; FL-4.4: what Hive Growth and Overrun allowed may stay without them."""
    swarm = state.faction[seat] == t.SWARM
    if population(state, seat) > (t.GROWN_POPULATION_LIMIT if swarm else t.POPULATION_LIMIT):
        return False
    for zone in range(t.ZONES):
        attacking = state.battle == t.STARTED and state.attacker == seat and state.battle_zone == zone
        limit = t.ZONE_LIMIT[zone] + (1 if swarm else 0) + (state.attacker_bonus if attacking else 0)
        if state.crowd[seat, zone] > limit:
            return False
    return state.phase != t.DRAFT or (population(state, seat) == 0 and state.bases[seat] == 0)


@rule
def _zones_are_apart(state):
    """FL-5.5, FL-5.7."""
    if not (
        state.battle >= t.NO_BATTLE and t.NONE <= state.battle_zone < t.ZONES and t.NONE <= state.attacker < t.SEATS
    ):
        return False
    shared = hostile_zones(state, 0) & hostile_zones(state, 1)
    if state.battle != t.STARTED:
        return shared == 0
    if state.battle_zone == t.NONE or state.attacker == t.NONE:
        return False
    attacked = int(state.ground[state.attacker]) & hostile_zones(state, state.attacker)
    return shared == 1 << int(state.battle_zone) and attacked == shared


@rule
def _upgrades_fit(state, seat):
    """FL-4.6."""
    if not 0 <= state.upgrades[seat] < 1 << t.UPGRADES:
        return False
    if state.phase == t.DRAFT and state.upgrades[seat] != 0:
        return False
    return count_bits(state.upgrades[seat]) <= t.UPGRADE_LIMIT or has_upgrade(state, seat, t.ELDER_COUNCIL)


@rule
def _pending_fits(state):
    """What is bought or moved half-way; a game may end there by its cap."""
    over = state.phase == t.GAME_OVER
    if not (t.NONE <= state.buying < t.UPGRADES and 0 <= state.moved <= 8 and 0 <= state.free_moves <= t.FREE_MOVES):
        return False
    if not (t.NONE <= state.move_target < t.ZONES and t.NONE <= state.move_source < t.ZONES):
        return False
    moving = t.MOVE_TARGET <= state.phase <= t.MOVE_UNITS
    if not (over or moving) and state.free_moves > 0:
        return False
    if not over and (state.buying != t.NONE) != (state.phase == t.UPGRADE_DISCARD):
        return False
    if not over and (state.move_target != t.NONE) != (state.phase == t.MOVE_SOURCE or state.phase == t.MOVE_UNITS):
        return False
    if not over and (state.move_source != t.NONE) != (state.phase == t.MOVE_UNITS):
        return False
    if state.move_source == t.NONE:
        return state.moved == 0
    return state.move_target != t.NONE and (int(t.ADJACENT[state.move_target]) >> int(state.move_source)) & 1 == 1


@rule
def _decision_exists(state):
    """FL-2.6."""
    if state.over:
        return True
    seat = state.to_act
    if state.phase == t.UPGRADE_DISCARD:
        full = count_bits(state.upgrades[seat]) == t.UPGRADE_LIMIT and not has_upgrade(state, seat, t.ELDER_COUNCIL)
        return full and (state.upgrades[seat] >> state.buying) & 1 == 0
    if (state.phase == t.MOVE_SOURCE or state.phase == t.MOVE_UNITS) and not _move_can_go_on(state, seat):
        return False
    if state.phase == t.PLACEMENT and _placement_goes_by_itself(state, seat):
        return False
    actions = choices(state)
    return actions & (actions - 1) != 0


@rule
def _move_can_go_on(state, seat):
    """FL-5.3, FL-5.6: room in the target, units in the source; in a battle zone only a battle goes on."""
    target = int(state.move_target)
    if room_in_target(state, seat) <= 0:
        return False
    if state.battle == t.STARTED and target != state.battle_zone:
        return False
    if state.phase == t.MOVE_UNITS:
        if state.crowd[seat, state.move_source] == 0 or state.crowd[seat, target] < state.moved:
            return False
        hostile = (hostile_zones(state, seat) >> target) & 1 == 1
        if state.moved > 0 and hostile and state.battle == t.NO_BATTLE:
            return False
    return True


@rule
def _placement_goes_by_itself(state, seat):
    """FL-8.9: whoever stays and has room for all units."""
    zone = state.battle_zone
    return stays(state, seat) and state.crowd[seat, zone] + count_force(state, seat) <= zone_limit(state, seat, zone)


@rule
def _end_fits(state):
    """FL-9.1 to FL-9.3."""
    if state.over == 0 or state.limit == CAP:
        at_limit = state.decisions == state.max_decisions if state.over else state.decisions < state.max_decisions
        return at_limit and state.winner == t.NONE
    return state.decisions <= state.max_decisions and is_decided(state) and state.winner == ahead(state)
