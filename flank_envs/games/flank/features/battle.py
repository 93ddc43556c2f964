"""How a battle stands: points, losses and what tokens can still change, by the rules of the battle.

Before the reveal the enemy is assumed to form as the heuristic does, and own units that are not placed yet to be
support.
"""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.features.layout import B
from flank_envs.games.flank.layout import END_BIT, KILL
from flank_envs.games.flank.phases.after_combat import lost_units
from flank_envs.games.flank.phases.battle import count_in, part_in_battle, points
from flank_envs.games.flank.phases.combat import decide_battle, tokens_to_spend
from flank_envs.games.flank.phases.flank_kills import begin_flank_kills, kill, legal_flank_kills
from flank_envs.games.flank.state import base_in_battle, has_upgrade, lowest_bit

POINT, UNIT = np.float32(1 / 10), np.float32(1 / 4)

# What a token changes with a unit, by faction, part, type and place: its owner moves it to where it counts most, the
# enemy pushes it to where it counts least.
_PLACES = t.PART_POINTS.astype(np.int64)
_STEADFAST = t.STEADFAST[:, None, :, None] == 1
SHIFT_GAIN = _PLACES.max(axis=3, keepdims=True) - _PLACES
PUSH_LOSS = np.where(_STEADFAST, 0, _PLACES - _PLACES.min(axis=3, keepdims=True))
MOST_CHANGE = int(max(SHIFT_GAIN.max(), PUSH_LOSS.max()))
DIGIT = 5  # bits that count up to all units of a side


@rule
def assume_enemy(spare, seat):
    """Before the reveal: forget where the enemy's units are and the card below; form them by the heuristic's taste.

    The best unit is in front; of three others the best killer is in the flank, two are in support.
    """
    enemy = 1 - seat
    spare.mine[enemy] = t.NONE
    units = 0
    for kind in range(t.TYPES):
        for place in range(t.PLACES):
            spare.force[enemy, kind] += spare.sheet[enemy, place, kind]
            spare.sheet[enemy, place, kind] = 0
        units += spare.force[enemy, kind]
    for n in range((units + 2) // 3):
        best = t.NONE
        for kind in range(t.TYPES):
            fits = _fits(spare, enemy, kind, n)
            if spare.force[enemy, kind] > 0 and (best == t.NONE or fits > _fits(spare, enemy, best, n)):
                best = kind
        spare.force[enemy, best] -= 1
        spare.sheet[enemy, t.FLANK if n > 0 else t.FRONTLINE, best] += 1
    all_to_support(spare, enemy)


@rule
def _fits(spare, enemy, kind, n):
    faction = spare.faction[enemy]
    if n == 0:
        return int(t.POINTS[faction, kind, t.FRONTLINE])
    return t.POINTS[faction, kind, t.FLANK] + t.KILLS[faction, kind]


@rule
def all_to_support(spare, seat):
    """The units that are not placed yet."""
    for kind in range(t.TYPES):
        spare.sheet[seat, t.SUPPORT, kind] += spare.force[seat, kind]
        spare.force[seat, kind] = 0


@rule
def write_battle(spare, seat, out, at):
    """How the battle on a spare record stands, and what it would end with now: it is fought to the end there."""
    enemy = 1 - seat
    own, other = points(spare, seat), points(spare, enemy)
    lead = own - other
    own_swing, enemy_swing = _swing(spare, seat), _swing(spare, enemy)
    out[at + B.own_points] = own * POINT
    out[at + B.enemy_points] = other * POINT
    out[at + B.points_lead] = lead * POINT
    out[at + B.ahead] = lead > 0
    out[at + B.even] = lead == 0
    out[at + B.own_swing] = own_swing * POINT
    out[at + B.enemy_swing] = enemy_swing * POINT
    out[at + B.safe] = lead > enemy_swing
    out[at + B.hopeless] = lead + own_swing < 0
    for place in range(t.PLACES):
        out[at + B.own_places + place] = count_in(spare, seat, place) * UNIT
    _write_end(spare, seat, out, at)


@rule
def _write_end(spare, seat, out, at):
    enemy = 1 - seat
    own_lost, enemy_lost = lost_units(spare, seat), lost_units(spare, enemy)
    base = base_in_battle(spare)
    decide_battle(spare)
    if base and not base_in_battle(spare):
        out[at + B.base_loss] = 1 if seat == spare.attacker else -1
    out[at + B.own_kills] = _kill_all(spare, seat) * UNIT
    out[at + B.enemy_kills] = _kill_all(spare, enemy) * UNIT
    out[at + B.own_loss] = (lost_units(spare, seat) - own_lost) * UNIT
    out[at + B.enemy_loss] = (lost_units(spare, enemy) - enemy_lost) * UNIT


@rule
def _kill_all(spare, seat):
    """A side destroys what it can; how many flank kills it had. Neither side's kills change the other's."""
    begin_flank_kills(spare, seat)
    kills = spare.kills
    while True:
        legal = legal_flank_kills(spare) & (END_BIT - 1)
        if legal == 0:
            return kills
        kill(spare, KILL + lowest_bit(legal))


@rule
def _swing(spare, seat):
    """Points by which a side's tokens can still change the lead, each spent on the best unit; upgrades aside."""
    if spare.out[seat]:
        return 0
    blue = tokens_to_spend(spare, seat, t.BLUE_TOKEN)
    if blue > 0 and spare.blue[seat] == 0 and has_upgrade(spare, seat, t.PSIONIC_FOCUS):
        blue += 1
    own = _changed(spare, seat, SHIFT_GAIN, tokens_to_spend(spare, seat, t.YELLOW_TOKEN))
    return blue + own + _changed(spare, 1 - seat, PUSH_LOSS, tokens_to_spend(spare, seat, t.GREEN_TOKEN))


@rule
def _changed(spare, seat, changes, tokens):
    """What so many tokens change on a side's sheet: counts units by their change in the digits of a number."""
    if tokens == 0:
        return 0
    faction, part = spare.faction[seat], part_in_battle(spare, seat)
    tally = 0
    for place in range(t.PLACES):
        for kind in range(t.TYPES):
            tally += spare.sheet[seat, place, kind] << (DIGIT * changes[faction, part, kind, place])
    total = 0
    for change in range(MOST_CHANGE, 0, -1):
        count = min(tokens, (tally >> (DIGIT * change)) & ((1 << DIGIT) - 1))
        tokens -= count
        total += count * change
    return total
