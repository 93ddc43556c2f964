"""The record of a game of Flank, and small questions about it."""

from typing import Any

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.options import Option
from flank_envs.engine.record import record_type
from flank_envs.games.flank import tables as t

FACTION_PAIRS = tuple((a, b) for a in range(t.FACTIONS) for b in range(t.FACTIONS) if a != b)

OPTIONS = (
    Option(
        "factions",
        None,
        "None: the players choose; a pair: the factions of seat 0 and seat 1 (0 Kal'Dari, 1 Terran, 2 Swarm)",
        choices=(None, *FACTION_PAIRS),
    ),
    Option("first_player", None, "the seat that starts with the initiative; None: a random one", between=(0, 1)),
    Option("attacker_bonus", 1, "units by which an attacker may exceed the zone limit", between=(0, 1)),
    Option(
        "final_round",
        20,
        "the round after which the game ends in any case; None: there is none",
        between=(1, 1000),
        or_none=True,
    ),
    Option("max_decisions", 4000, "a game that lasts longer is truncated", between=(100, 1_000_000)),
)
PAIRS = np.array([(-1, -1), *FACTION_PAIRS], np.int8)  # by the code of the option `factions`

# Zones are in seat 0's frame. Sets of zones and upgrades are bits: zone z is 1 << z.
STATE = record_type(
    OPTIONS,
    [
        ("round_number", np.int32),  # 0 in DRAFT, then from 1
        ("initiative", np.int8),  # the seat that has it
        ("winner", np.int8),  # seat, -1 while nobody has won
        ("faction", np.int8, t.SEATS),  # -1 before the choice
        ("bases", np.int16, t.SEATS),  # zones with a base
        ("ground", np.int16, t.SEATS),  # zones with units: those whose crowd is not 0
        ("units", np.int8, (t.SEATS, t.ZONES, t.TYPES)),  # on the board
        ("crowd", np.int8, (t.SEATS, t.ZONES)),  # units of all types in a zone
        ("active", np.int8, (t.SEATS, t.TYPES)),  # units on the board and in battle
        ("tokens", np.int8, (t.SEATS, t.COLOURS)),
        ("upgrades", np.int8, t.SEATS),  # active ones
        ("hand", np.int8, (t.SEATS, t.KINDS)),  # cards of each kind
        ("hand_size", np.int8, t.SEATS),
        ("discard", np.int8, t.KINDS),
        ("deck", np.int8, t.DECK_SIZE),  # kinds; the last one is drawn next, entries past the size are 0
        ("deck_size", np.int8),
        ("pool", np.int8, t.KINDS),  # the deck when it was last shuffled: both players can know it
        ("drawn", np.int8, (t.SEATS, t.KINDS)),  # cards that a seat has drawn since then
        ("buying", np.int8),  # upgrade paid for in UPGRADE_DISCARD, else -1
        ("move_target", np.int8),  # zones of the move being made, else -1
        ("move_source", np.int8),
        ("moved", np.int8),  # units moved in it
        ("free_moves", np.int8),  # left to the mover
        ("battle", np.int8),  # NO_BATTLE, STARTED, ATTACKER_FORMS, DEFENDER_FORMS, REVEALED or COMPARED
        ("battle_zone", np.int8),  # -1 without a battle
        ("attacker", np.int8),  # seat, -1 without a battle
        ("sheet", np.int8, (t.SEATS, t.PLACES, t.TYPES)),  # units on frontline, support and flank
        ("force", np.int8, (t.SEATS, t.TYPES)),  # units beside the sheet, or still to be put back on the board
        ("removed", np.int8, (t.SEATS, t.TYPES)),  # units set aside until placement: removed, recalled, spawned
        ("lost", np.int8, (t.SEATS, t.TYPES)),  # destroyed in this battle
        ("mine", np.int8, t.SEATS),  # kind of the force-mined card on the sheet, -1 for none
        ("extra", np.int8, (t.SEATS, t.COLOURS)),  # tokens on that card
        ("blue", np.int8, t.SEATS),  # blue tokens on the frontline
        ("out", np.int8, t.SEATS),  # 1: spends no more tokens in this battle
        ("spent", np.int8),  # tokens spent in this combat turn
        ("kills", np.int8),  # flank kills left to the seat that kills
        ("uses", np.int8, (t.SEATS, t.ABILITIES)),  # abilities left in this battle
        ("battle_result", np.int8),  # the seat that won, TIE, or -1 before the comparison
    ],
)


@rule
def has_upgrade(state, seat, card):
    """Whether an upgrade, named by faction * 6 + id, is active."""
    active = (state.upgrades[seat] >> (card % t.UPGRADES)) & 1 == 1
    return (state.faction[seat] == card // t.UPGRADES) & active


@rule
def neighbours(zones):
    """All zones adjacent to a set of zones."""
    beside = ((zones & ~t.RIGHT_COLUMN) << 1) | ((zones & ~t.LEFT_COLUMN) >> 1)
    return (beside | (zones << t.COLUMNS) | (zones >> t.COLUMNS)) & t.ALL_ZONES


@rule
def own_zone(seat, zone):
    """A zone in the frame of a seat; its own inverse."""
    return zone if seat == 0 else t.ZONES - 1 - zone


@rule
def hostile_zones(state, seat):
    """FL-5.5: zones with an opponent's unit or base."""
    return int(state.ground[1 - seat]) | int(state.bases[1 - seat])


@rule
def zones_with_room(state, seat, bonus, bonus_zones):
    """FL-5.4: zones whose own units are below the limit, which is `bonus` higher in `bonus_zones`."""
    raised = 1 if has_upgrade(state, seat, t.OVERRUN) else 0
    zones = 0
    for zone in range(t.ZONES):
        limit = t.ZONE_LIMIT[zone] + raised + bonus * ((bonus_zones >> zone) & 1)
        zones |= int(state.crowd[seat, zone] < limit) << zone
    return zones


@rule
def zone_limit(state, seat, zone):
    """Overrun raises every limit by 1."""
    return t.ZONE_LIMIT[zone] + int(has_upgrade(state, seat, t.OVERRUN))


@rule
def own_zones(seat, zones):
    """A set of zones in the frame of a seat; its own inverse."""
    if seat == 0:
        return zones
    turned = 0
    for _ in range(t.ROWS):
        turned = turned << t.COLUMNS | int(t.TURNED_ROW[zones & t.FULL_ROW])
        zones >>= t.COLUMNS
    return turned


@rule
def kinds_in_hand(state, seat):
    """Kinds of cards, as bits."""
    kinds = 0
    for kind in range(t.KINDS):
        kinds |= int(state.hand[seat, kind] > 0) << kind
    return kinds


@rule
def count_force(state, seat):
    force = state.force
    return int(force[seat, 0]) + force[seat, 1] + force[seat, 2] + force[seat, 3]


@rule
def population(state, seat):
    return int(state.active[seat, 0]) + state.active[seat, 1] + state.active[seat, 2] + state.active[seat, 3]


@rule
def population_limit(state, seat):
    return t.GROWN_POPULATION_LIMIT if has_upgrade(state, seat, t.HIVE_GROWTH) else t.POPULATION_LIMIT


@rule
def count_bits(bits):
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@rule
def lowest_bit(bits):
    """The number of the lowest bit that is set; there must be one."""
    return count_bits((bits & -bits) - 1)


@rule
def base_in_battle(state):
    """FL-6.4: whether the defender has a base in the battle zone."""
    return has_base(state, 1 - state.attacker, state.battle_zone)


@rule
def has_base(state, seat, zone):
    return (int(state.bases[seat]) >> int(zone)) & 1 == 1


@rule
def put_unit(state, seat, zone, kind):
    """A unit of that type comes to a zone of the board."""
    state.units[seat, zone, kind] += 1
    state.crowd[seat, zone] += 1
    state.ground[seat] |= 1 << int(zone)


@rule
def take_unit(state, seat, zone, kind):
    """A unit of that type leaves a zone of the board."""
    state.units[seat, zone, kind] -= 1
    state.crowd[seat, zone] -= 1
    if state.crowd[seat, zone] == 0:
        state.ground[seat] &= ~(1 << int(zone))


def derive(state: Any) -> None:
    """Units by zone and by type, the zones that hold any, and the sizes of hands."""
    state.crowd = state.units.sum(2)
    state.ground = ((state.crowd > 0) << np.arange(t.ZONES)).sum(1)
    state.active = state.units.sum(1) + state.sheet.sum(1) + state.force + state.removed
    state.hand_size = state.hand.sum(1)
