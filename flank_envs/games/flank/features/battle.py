"""How a battle stands: points, losses and what tokens can still change, by the rules of the battle.

Before the reveal the enemy is assumed to form as the heuristic does, and own units that are not placed to be support.
"""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.determinize import gather_sheet
from flank_envs.games.flank.features.values import B
from flank_envs.games.flank.layout import END_BIT, KILL
from flank_envs.games.flank.phases import battle, combat, flank_kills
from flank_envs.games.flank.phases.after_combat import lost_units
from flank_envs.games.flank.state import base_in_battle, count_force, has_upgrade, lowest_bit

POINT, UNIT = np.float32(1 / 10), np.float32(1 / 4)
_FITS = t.POINTS + np.stack([0 * t.KILLS, 0 * t.KILLS, t.KILLS], axis=2)  # by faction, type and place
FITTEST = np.argsort(-_FITS.swapaxes(1, 2), kind="stable")  # by faction and place: types from the best on

# What a token changes with a unit, by faction, part, place and type: its owner moves it to where it counts most, the
# enemy pushes it to where it counts least. It is a number with a 1 in the digit of that change, so that units add up.
DIGIT = 5  # bits
_GAIN = t.PART_POINTS.max(axis=2, keepdims=True) - t.PART_POINTS
_LOSS = (t.PART_POINTS - t.PART_POINTS.min(axis=2, keepdims=True)) * (1 - t.STEADFAST[:, None, None])
SHIFTED, PUSHED = range(2)
CHANGES = 1 << np.stack([_GAIN, _LOSS]).astype(np.int64) * DIGIT
MOST_CHANGE = int(max(_GAIN.max(), _LOSS.max()))


@rule
def assume_enemy(spare, seat):
    """Before the reveal: the best unit is in front; of three others the best killer is in the flank, two in support."""
    if spare.battle <= t.STARTED or spare.battle >= t.REVEALED:
        return
    enemy = 1 - seat
    gather_sheet(spare, enemy)
    for n in range((count_force(spare, enemy) + 2) // 3):
        place = t.FLANK if n > 0 else t.FRONTLINE
        for kind in FITTEST[spare.faction[enemy], place]:
            if spare.force[enemy, kind] > 0:
                spare.force[enemy, kind] -= 1
                spare.sheet[enemy, place, kind] += 1
                break
    all_to_support(spare, enemy)


@rule
def all_to_support(spare, seat):
    """The units that are not placed yet."""
    for kind in range(t.TYPES):
        spare.sheet[seat, t.SUPPORT, kind] += spare.force[seat, kind]
        spare.force[seat, kind] = 0


@rule
def write_battle(spare, seat, out):
    """How the battle on a spare record stands, and what it would end with now: it is fought to the end there."""
    enemy = 1 - seat
    if spare.battle < t.COMPARED:
        all_to_support(spare, seat)
    points = battle.points(spare, seat), battle.points(spare, enemy)
    swing = _swing(spare, seat), _swing(spare, enemy)
    lost = lost_units(spare, seat), lost_units(spare, enemy)
    lead = points[0] - points[1]
    out[B.lead] = np.float32(lead) * POINT
    out[B.ahead] = lead > 0
    out[B.even] = lead == 0
    out[B.safe] = lead > swing[1]
    out[B.hopeless] = lead + swing[0] < 0
    for place in range(t.PLACES):
        out[B.own_places + place] = np.float32(battle.count_in(spare, seat, place)) * UNIT
    attacks, base = seat == spare.attacker, base_in_battle(spare)
    combat.decide_battle(spare, lead if attacks else -lead)
    out[B.base_loss] = (base - base_in_battle(spare)) * (1 if attacks else -1)
    kills = _kill_all(spare, seat), _kill_all(spare, enemy)
    for side in range(t.SEATS):
        out[B.points + side] = np.float32(points[side]) * POINT
        out[B.swing + side] = np.float32(swing[side]) * POINT
        out[B.kills + side] = np.float32(kills[side]) * UNIT
        out[B.losses + side] = np.float32(lost_units(spare, enemy if side else seat) - lost[side]) * UNIT


@rule
def _kill_all(spare, seat):
    """A side destroys what it can; how many flank kills it had. Neither side's kills change the other's."""
    flank_kills.begin_flank_kills(spare, seat)
    kills = spare.kills
    legal = flank_kills.legal_flank_kills(spare)
    while legal != END_BIT:
        flank_kills.kill(spare, KILL + lowest_bit(legal))
        legal = flank_kills.legal_flank_kills(spare)
    return kills


@rule
def _swing(spare, seat):
    """Points by which a side's tokens can still change the lead, each spent on the best unit; upgrades aside."""
    blue = combat.tokens_to_spend(spare, seat, t.BLUE_TOKEN)
    blue += int((blue > 0) & (spare.blue[seat] == 0) & has_upgrade(spare, seat, t.PSIONIC_FOCUS))
    own = _changed(spare, seat, SHIFTED, combat.tokens_to_spend(spare, seat, t.YELLOW_TOKEN))
    enemy = _changed(spare, 1 - seat, PUSHED, combat.tokens_to_spend(spare, seat, t.GREEN_TOKEN))
    return (blue + own + enemy) * (1 - spare.out[seat])


@rule
def _changed(spare, seat, way, tokens):
    """What so many tokens change on a side's sheet."""
    faction, part = spare.faction[seat], battle.part_in_battle(spare, seat)
    tally = 0
    for place in range(t.PLACES):
        for kind in range(t.TYPES):
            tally += spare.sheet[seat, place, kind] * CHANGES[way, faction, part, place, kind]
    total = 0
    for change in range(MOST_CHANGE, 0, -1):
        count = min(tokens, (tally >> (DIGIT * change)) & ((1 << DIGIT) - 1))
        tokens -= count
        total += count * change
    return total
