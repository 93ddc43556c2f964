"""How a battle stands: points, losses and what tokens can still change, by the rules of the battle.

Before the reveal the enemy is assumed to form as the heuristic does, wherever the units are, and own units that are
not placed yet to be support.
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
FITS = t.POINTS + np.stack([0 * t.KILLS, 0 * t.KILLS, t.KILLS], axis=2)  # by faction, type and place

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
    """The best unit is in front; of three others the best killer is in the flank, two are in support."""
    enemy = 1 - seat
    gather_sheet(spare, enemy)
    for n in range((count_force(spare, enemy) + 2) // 3):
        place = t.FLANK if n > 0 else t.FRONTLINE
        worth, best = -1, 0
        for kind in range(t.TYPES):
            fits = FITS[spare.faction[enemy], kind, place]
            if spare.force[enemy, kind] > 0 and fits > worth:
                worth, best = fits, kind
        spare.force[enemy, best] -= 1
        spare.sheet[enemy, place, best] += 1
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
    own, other = battle.points(spare, seat), battle.points(spare, enemy)
    lead = own - other
    own_swing, enemy_swing = _swing(spare, seat), _swing(spare, enemy)
    out[B.own_points] = np.float32(own) * POINT
    out[B.enemy_points] = np.float32(other) * POINT
    out[B.points_lead] = np.float32(lead) * POINT
    out[B.ahead] = lead > 0
    out[B.even] = lead == 0
    out[B.own_swing] = np.float32(own_swing) * POINT
    out[B.enemy_swing] = np.float32(enemy_swing) * POINT
    out[B.safe] = lead > enemy_swing
    out[B.hopeless] = lead + own_swing < 0
    for place in range(t.PLACES):
        out[B.own_places + place] = np.float32(battle.count_in(spare, seat, place)) * UNIT
    attacks, base = seat == spare.attacker, base_in_battle(spare)
    own, other = lost_units(spare, seat), lost_units(spare, enemy)
    combat.decide_battle(spare, lead if attacks else -lead)
    if base and not base_in_battle(spare):
        out[B.base_loss] = 1 if attacks else -1
    out[B.own_kills] = np.float32(_kill_all(spare, seat)) * UNIT
    out[B.enemy_kills] = np.float32(_kill_all(spare, enemy)) * UNIT
    out[B.own_loss] = np.float32(lost_units(spare, seat) - own) * UNIT
    out[B.enemy_loss] = np.float32(lost_units(spare, enemy) - other) * UNIT


@rule
def _kill_all(spare, seat):
    """A side destroys what it can; how many flank kills it had. Neither side's kills change the other's."""
    flank_kills.begin_flank_kills(spare, seat)
    kills = spare.kills
    while spare.kills > 0:
        legal = flank_kills.legal_flank_kills(spare) & (END_BIT - 1)
        if legal == 0:
            break
        flank_kills.kill(spare, KILL + lowest_bit(legal))
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
