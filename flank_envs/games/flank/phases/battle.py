"""What the steps of a battle share: the combat sheets, the count of points, the beginning and the end."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import PUSH, SHIFT
from flank_envs.games.flank.state import has_base, has_upgrade


@rule
def start_battle(state, attacker, zone):
    """FL-5.5."""
    state.battle = t.STARTED
    state.battle_zone = zone
    state.attacker = attacker


@rule
def clear_battle(state):
    """FL-8.11: nothing of a battle is left."""
    state.battle = t.NO_BATTLE
    state.battle_zone = t.NONE
    state.attacker = t.NONE
    state.spent = 0
    state.kills = 0
    state.battle_result = t.NONE
    for seat in range(t.SEATS):
        state.mine[seat] = t.NONE
        state.blue[seat] = 0
        state.out[seat] = 0
        for colour in range(t.COLOURS):
            state.extra[seat, colour] = 0
        for kind in range(t.TYPES):
            state.force[seat, kind] = 0
            state.removed[seat, kind] = 0
            state.lost[seat, kind] = 0
            for place in range(t.PLACES):
                state.sheet[seat, place, kind] = 0
        for ability in range(t.ABILITIES):
            state.uses[seat, ability] = 0


@rule
def grant_abilities(state, seat, first, last):
    """FL-11.1: the uses that a seat's active cards give of abilities first..last-1."""
    faction = state.faction[seat]
    for ability in range(first, last):
        uses = 0
        for upgrade in range(t.UPGRADES):
            uses += ((state.upgrades[seat] >> upgrade) & 1) * t.ABILITY_USES[faction, upgrade, ability]
        state.uses[seat, ability] = uses


@rule
def clear_abilities(state, seat, first, last):
    for ability in range(first, last):
        state.uses[seat, ability] = 0


@rule
def count_in(state, seat, place):
    """Units of a seat in one zone of its sheet."""
    sheet = state.sheet
    return int(sheet[seat, place, 0]) + sheet[seat, place, 1] + sheet[seat, place, 2] + sheet[seat, place, 3]


@rule
def count_on_sheet(state, seat):
    return count_in(state, seat, t.FRONTLINE) + count_in(state, seat, t.SUPPORT) + count_in(state, seat, t.FLANK)


@rule
def moves_on_sheet(state, seat):
    """FL-7.2: any unit of a seat into any other place of its sheet; as bits, by type and direction."""
    moves = 0
    for kind in range(t.TYPES):
        for place in range(t.PLACES):
            moves |= int(state.sheet[seat, place, kind] > 0) * t.WAYS_FROM[place] << (kind * t.DIRS)
    return moves


@rule
def pushes(state, seat):
    """FL-10.4: those of units that are not Steadfast."""
    return moves_on_sheet(state, seat) & t.PUSHABLE[state.faction[seat]]


@rule
def push_or_shift(state, action):
    """FL-7.2: carry out a PUSH or a SHIFT on the sheet it belongs to."""
    owner = state.to_act if action >= SHIFT else 1 - state.to_act
    code = action - (SHIFT if action >= SHIFT else PUSH)
    kind = code // t.DIRS
    direction = code % t.DIRS
    state.sheet[owner, t.DIR_FROM[direction], kind] -= 1
    state.sheet[owner, t.DIR_TO[direction], kind] += 1


@rule
def destroy(state, seat, kind, count):
    """FL-1.9: units that are in battle go back to the supply; the caller takes them from where they were."""
    state.active[seat, kind] -= count
    state.lost[seat, kind] += count


@rule
def points(state, seat):
    """FL-8.1."""
    faction = state.faction[seat]
    part = part_in_battle(state, seat)
    total = int(state.blue[seat])
    for place in range(t.PLACES):
        for kind in range(t.TYPES):
            total += state.sheet[seat, place, kind] * t.PART_POINTS[faction, part, place, kind]
    if part == t.DEFENDS:
        total += base_points(state, seat, state.battle_zone)
    return total + _upgrade_points(state, seat)


@rule
def part_in_battle(state, seat):
    return part_of_attacker(state, seat, state.battle_zone) if seat == state.attacker else t.DEFENDS


@rule
def part_of_attacker(state, seat, zone):
    """FL-10.1: Siege works where a base stands, but not against Aegis."""
    besieges = has_base(state, 1 - seat, zone) & (not has_upgrade(state, 1 - seat, t.AEGIS))
    return t.ATTACKS + int(besieges) * (t.BESIEGES - t.ATTACKS)


@rule
def base_points(state, seat, zone):
    """What a base in that zone adds to its defender's points."""
    return int(has_base(state, seat, zone)) * (t.BASE_POINTS + int(has_upgrade(state, seat, t.AEGIS)))


@rule
def _upgrade_points(state, seat):
    if has_upgrade(state, seat, t.PSIONIC_FOCUS):
        return 1 if state.blue[seat] > 0 else 0
    if has_upgrade(state, seat, t.COMBINED_ARMS):
        return t.COMBINED_ARMS_POINTS if _holds_all_places(state, seat) else 0
    if has_upgrade(state, seat, t.FRENZY):
        return t.FRENZY_POINTS if count_on_sheet(state, seat) > count_on_sheet(state, 1 - seat) else 0
    return 0


@rule
def _holds_all_places(state, seat):
    for place in range(t.PLACES):
        if count_in(state, seat, place) == 0:
            return False
    return True
