"""What a seat sees in Flank."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import OBSERVATION
from flank_envs.games.flank.phases.battle import points
from flank_envs.games.flank.state import base_in_battle, own_zone, population
from flank_envs.games.flank.tables import MOVE_TARGET as FIRST_MOVE
from flank_envs.games.flank.tables import MOVE_UNITS as LAST_MOVE

PHASE = OBSERVATION.start("phase")
TO_ACT = OBSERVATION.start("to_act")
CLOCK = OBSERVATION.start("clock")
FACTION_OWN, FACTION_OPP = OBSERVATION.start("faction_own"), OBSERVATION.start("faction_opp")
BASES_OWN, BASES_OPP = OBSERVATION.start("bases_own"), OBSERVATION.start("bases_opp")
UNITS_OWN, UNITS_OPP = OBSERVATION.start("units_own"), OBSERVATION.start("units_opp")
TOKENS_OWN, TOKENS_OPP = OBSERVATION.start("tokens_own"), OBSERVATION.start("tokens_opp")
HAND_OWN = OBSERVATION.start("hand_own")
HAND_SIZES = OBSERVATION.start("hand_sizes")
DISCARD = OBSERVATION.start("discard")
DECK = OBSERVATION.start("deck")
UPGRADES_OWN, UPGRADES_OPP = OBSERVATION.start("upgrades_own"), OBSERVATION.start("upgrades_opp")
POPULATION = OBSERVATION.start("population")
BUYING = OBSERVATION.start("buying")
MOVE_TARGET, MOVE_SOURCE = OBSERVATION.start("move_target"), OBSERVATION.start("move_source")
MOVE_FLAGS = OBSERVATION.start("move_flags")
BATTLE_ZONE = OBSERVATION.start("battle_zone")
BATTLE_ROLE = OBSERVATION.start("battle_role")
SHEET_OWN, SHEET_OPP = OBSERVATION.start("sheet_own"), OBSERVATION.start("sheet_opp")
FORCE_OWN, FORCE_OPP = OBSERVATION.start("force_own"), OBSERVATION.start("force_opp")
REMOVED_OWN, REMOVED_OPP = OBSERVATION.start("removed_own"), OBSERVATION.start("removed_opp")
LOST_OWN, LOST_OPP = OBSERVATION.start("lost_own"), OBSERVATION.start("lost_opp")
BASE_IN = OBSERVATION.start("base_in")
MINE_OWN, MINE_OPP = OBSERVATION.start("mine_own"), OBSERVATION.start("mine_opp")
EXTRA_OWN, EXTRA_OPP = OBSERVATION.start("extra_own"), OBSERVATION.start("extra_opp")
BLUE = OBSERVATION.start("blue")
POINTS = OBSERVATION.start("points")
COMBAT_FLAGS = OBSERVATION.start("combat_flags")
ABILITIES_OWN, ABILITIES_OPP = OBSERVATION.start("abilities_own"), OBSERVATION.start("abilities_opp")
BATTLE_RESULT = OBSERVATION.start("battle_result")

# Multiplying by these is several times faster than dividing.
PER_UNIT = np.float32(1 / t.MINIATURES)
PER_CARD = np.float32(1 / t.COPIES)
PER_DECK_CARD = np.float32(1 / t.DECK_SIZE)
PER_TOKEN = (1 / t.TOKEN_LIMIT).astype(np.float32)
PER_USE = np.array([1, 1 / 2, 1, 1, 1, 1], np.float32)  # by ability
FIFTH, SIXTH, EIGHTH = np.float32(1 / 5), np.float32(1 / 6), np.float32(1 / 8)
TENTH, TWENTIETH = np.float32(1 / 10), np.float32(1 / 20)
PER_ACTIVE = np.float32(1 / 16)
USUAL_ROUNDS = 20  # the clock's unit without a final round


@rule
def capped(count, unit):
    """count * unit, at most 1."""
    return min(np.float32(1), np.float32(count) * np.float32(unit))


@rule
def observe(state, seat, out):
    opponent = 1 - seat
    out[PHASE + int(state.phase)] = 1
    out[TO_ACT] = state.to_act == seat
    rounds = state.final_round if state.final_round > 0 else USUAL_ROUNDS
    out[CLOCK] = min(np.float32(1), np.float32(state.round_number) / np.float32(rounds))
    out[CLOCK + 1] = state.initiative == seat
    if state.faction[seat] >= 0:
        out[FACTION_OWN + int(state.faction[seat])] = 1
    if state.faction[opponent] >= 0:
        out[FACTION_OPP + int(state.faction[opponent])] = 1
    _side(state, seat, seat, out, BASES_OWN, UNITS_OWN, TOKENS_OWN, UPGRADES_OWN)
    _side(state, opponent, seat, out, BASES_OPP, UNITS_OPP, TOKENS_OPP, UPGRADES_OPP)
    out[POPULATION] = population(state, seat) * PER_ACTIVE
    out[POPULATION + 1] = population(state, opponent) * PER_ACTIVE
    _cards(state, seat, out)
    if state.buying != t.NONE:
        out[BUYING + int(state.buying)] = 1
    _move(state, seat, out)
    if state.battle != t.NO_BATTLE:
        _battle(state, seat, out)


@rule
def observe_turn(state, seat, out):
    """What a decision changes for the seat that goes on in the same phase, by the group of phases (tables.GROUP)."""
    group = t.GROUP[state.phase]
    if group == t.GROUP[t.HARVEST]:
        _tokens(state, seat, out, TOKENS_OWN)
        _cards(state, seat, out)
    elif group == t.GROUP[t.BUILD]:
        _build_turn(state, seat, out)
    elif group == t.GROUP[FIRST_MOVE]:
        _move_turn(state, seat, out)
    elif group == t.GROUP[t.FORMATION]:
        out[PHASE + t.FORMATION] = state.phase == t.FORMATION
        out[PHASE + t.FORMATION_MINE] = state.phase == t.FORMATION_MINE
        _forces(state, seat, out, SHEET_OWN, FORCE_OWN, REMOVED_OWN, LOST_OWN)
    else:
        _tokens(state, seat, out, TOKENS_OWN)
        _forces(state, seat, out, SHEET_OWN, FORCE_OWN, REMOVED_OWN, LOST_OWN)
        _forces(state, 1 - seat, out, SHEET_OPP, FORCE_OPP, REMOVED_OPP, LOST_OPP)
        _fight(state, seat, out)


@rule
def _build_turn(state, seat, out):
    out[PHASE + t.BUILD] = state.phase == t.BUILD
    out[PHASE + t.UPGRADE_DISCARD] = state.phase == t.UPGRADE_DISCARD
    _tokens(state, seat, out, TOKENS_OWN)
    _upgrades(state, seat, out, UPGRADES_OWN)
    for upgrade in range(t.UPGRADES):
        out[BUYING + upgrade] = upgrade == state.buying
    _units(state, seat, seat, out, UNITS_OWN)
    out[POPULATION] = population(state, seat) * PER_ACTIVE


@rule
def _move_turn(state, seat, out):
    for phase in range(FIRST_MOVE, LAST_MOVE + 1):
        out[PHASE + phase] = phase == state.phase
    _tokens(state, seat, out, TOKENS_OWN)
    target = own_zone(seat, int(state.move_target))  # outside the board if there is none
    source = own_zone(seat, int(state.move_source))
    for zone in range(t.ZONES):
        out[MOVE_TARGET + zone] = zone == target
        out[MOVE_SOURCE + zone] = zone == source
    out[MOVE_FLAGS] = capped(state.moved, SIXTH)
    out[MOVE_FLAGS + 1] = state.free_moves * np.float32(1 / 2)
    if state.moved > 0 or state.phase == FIRST_MOVE:
        _units(state, seat, seat, out, UNITS_OWN)
        if state.battle == t.STARTED:
            _battle(state, seat, out)


@rule
def _side(state, owner, seat, out, bases, units, tokens, upgrades):
    """What lies open of one player."""
    standing = int(state.bases[owner])
    if seat == 0:
        for zone in range(t.ZONES):
            out[bases + zone] = (standing & (1 << zone)) != 0
    else:
        for zone in range(t.ZONES):
            out[bases + zone] = (standing & (1 << (t.ZONES - 1 - zone))) != 0
    _units(state, owner, seat, out, units)
    _tokens(state, owner, out, tokens)
    _upgrades(state, owner, out, upgrades)


@rule
def _units(state, owner, seat, out, units):
    if seat == 0:
        for zone in range(t.ZONES):
            for kind in range(t.TYPES):
                out[units + zone * t.TYPES + kind] = state.units[owner, zone, kind] * PER_UNIT
    else:
        for zone in range(t.ZONES):
            for kind in range(t.TYPES):
                out[units + zone * t.TYPES + kind] = state.units[owner, t.ZONES - 1 - zone, kind] * PER_UNIT


@rule
def _tokens(state, owner, out, tokens):
    for colour in range(t.COLOURS):
        out[tokens + colour] = state.tokens[owner, colour] * PER_TOKEN[colour]


@rule
def _upgrades(state, owner, out, upgrades):
    active = int(state.upgrades[owner])
    for upgrade in range(t.UPGRADES):
        out[upgrades + upgrade] = (active & (1 << upgrade)) != 0


@rule
def _cards(state, seat, out):
    """FL-1.7: the own hand, the discard pile, sizes; a hidden force-mined card still counts as in the hand."""
    opponent = 1 - seat
    hidden = 1 if state.battle < t.REVEALED and state.mine[opponent] != t.NONE else 0
    for kind in range(t.KINDS):
        out[HAND_OWN + kind] = state.hand[seat, kind] * PER_CARD
        out[DISCARD + kind] = state.discard[kind] * PER_CARD
    out[HAND_SIZES] = capped(state.hand_size[seat], TENTH)
    out[HAND_SIZES + 1] = capped(state.hand_size[opponent] + hidden, TENTH)
    out[DECK] = state.deck_size * PER_DECK_CARD


@rule
def _move(state, seat, out):
    if state.move_target != t.NONE:
        out[MOVE_TARGET + own_zone(seat, int(state.move_target))] = 1
    if state.move_source != t.NONE:
        out[MOVE_SOURCE + own_zone(seat, int(state.move_source))] = 1
    out[MOVE_FLAGS] = capped(state.moved, SIXTH)
    out[MOVE_FLAGS + 1] = state.free_moves * np.float32(1 / 2)


@rule
def _battle(state, seat, out):
    opponent = 1 - seat
    attacks = state.attacker == seat
    revealed = state.battle >= t.REVEALED
    out[BATTLE_ZONE + own_zone(seat, int(state.battle_zone))] = 1
    out[BATTLE_ROLE] = attacks
    out[BATTLE_ROLE + 1] = not attacks
    out[BATTLE_ROLE + 2] = state.battle > t.STARTED
    out[BATTLE_ROLE + 3] = revealed
    if base_in_battle(state):
        out[BASE_IN + int(attacks)] = 1
    _forces(state, seat, out, SHEET_OWN, FORCE_OWN, REMOVED_OWN, LOST_OWN)
    if state.mine[seat] != t.NONE:
        out[MINE_OWN + int(state.mine[seat])] = 1
    if revealed:
        _forces(state, opponent, out, SHEET_OPP, FORCE_OPP, REMOVED_OPP, LOST_OPP)
        if state.mine[opponent] != t.NONE:
            out[MINE_OPP + int(state.mine[opponent])] = 1
        _fight(state, seat, out)
    else:
        _hidden_force(state, opponent, out)


@rule
def _forces(state, owner, out, sheet, force, removed, lost):
    for kind in range(t.TYPES):
        for place in range(t.PLACES):
            out[sheet + place * t.TYPES + kind] = state.sheet[owner, place, kind] * PER_UNIT
        out[force + kind] = state.force[owner, kind] * PER_UNIT
        out[removed + kind] = state.removed[owner, kind] * PER_UNIT
        out[lost + kind] = state.lost[owner, kind] * PER_UNIT


@rule
def _hidden_force(state, owner, out):
    """FL-6.2: before the reveal all units of the opponent in the battle, wherever they are placed."""
    for kind in range(t.TYPES):
        count = int(state.force[owner, kind])
        for place in range(t.PLACES):
            count += state.sheet[owner, place, kind]
        out[FORCE_OPP + kind] = count * PER_UNIT


@rule
def _fight(state, seat, out):
    """What there is only after the reveal."""
    opponent = 1 - seat
    for colour in range(t.COLOURS):
        out[EXTRA_OWN + colour] = state.extra[seat, colour]
        out[EXTRA_OPP + colour] = state.extra[opponent, colour]
    out[BLUE] = capped(state.blue[seat], SIXTH)
    out[BLUE + 1] = capped(state.blue[opponent], SIXTH)
    out[COMBAT_FLAGS] = state.out[seat]
    out[COMBAT_FLAGS + 1] = state.out[opponent]
    out[COMBAT_FLAGS + 2] = capped(state.spent, FIFTH)
    out[COMBAT_FLAGS + 3] = capped(state.kills, EIGHTH)
    for ability in range(t.ABILITIES):
        out[ABILITIES_OWN + ability] = state.uses[seat, ability] * PER_USE[ability]
        out[ABILITIES_OPP + ability] = state.uses[opponent, ability] * PER_USE[ability]
    if state.battle == t.COMPARED:
        result = 2 if state.battle_result == t.TIE else int(state.battle_result != seat)
        out[BATTLE_RESULT + result] = 1
    else:
        out[POINTS] = capped(points(state, seat), TWENTIETH)
        out[POINTS + 1] = capped(points(state, opponent), TWENTIETH)
