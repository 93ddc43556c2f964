"""Who is ahead: bases and units, more and more towards the last round, then ways forward, tokens, cards and upgrades.

The weights are those of what won games between good players; a battle counts by what its points promise.
"""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.outcomes import expected_returns
from flank_envs.games.flank.phases.battle import count_in, points
from flank_envs.games.flank.phases.flank_kills import flank_kills
from flank_envs.games.flank.state import base_in_battle, count_bits, neighbours, population
from flank_envs.games.flank.tables import COLOURS, DRAFT, FRONTLINE, REVEALED, SEATS, SUPPORT, ZONES

LONG = 20  # rounds of a game without a last one
BASE, BASE_AT_LAST = 0.1, 1.5  # in the first round, and what is added until the last
UNIT, UNIT_AT_LAST = 0.06, 0.3
NO_BASE = 2.0  # lost with the last one
FORWARD = 0.25  # for a unit at an enemy base; half as much one move away, a third two moves away
TOKEN, CARD, UPGRADE = 0.065, 0.18, 0.2
CLEAR_LEAD = 2.0  # points more that make a victory likely
ROLLOUT = {"heuristic": True, "depth": 20, "heuristic_prior": 0.5}  # how a search plays on: see opponents/heuristics.py


@rule
def evaluate(state, values):
    if state.phase == DRAFT:
        values[0] = values[1] = 0
        return
    last = state.final_round if state.final_round > 0 else LONG
    late = min(1.0, state.round_number / last)
    base = BASE + BASE_AT_LAST * late
    unit = UNIT + UNIT_AT_LAST * late
    for seat in range(SEATS):
        values[seat] = _strength(state, seat, base, unit)
    if state.battle == REVEALED:
        won = 0.5 + 0.5 * np.tanh((points(state, 0) - points(state, 1)) / CLEAR_LEAD)
        values[0] += won * _spoils(state, 0, base, unit) + unit * _hunted(state, 0)
        values[1] += (1 - won) * _spoils(state, 1, base, unit) + unit * _hunted(state, 1)
    expected_returns(state, values)


@rule
def _strength(state, seat, base, unit):
    bases = count_bits(state.bases[seat])
    strength = base * bases + unit * population(state, seat) + FORWARD * _advance(state, seat)
    strength += CARD * state.hand_size[seat] + UPGRADE * count_bits(state.upgrades[seat])
    for colour in range(COLOURS):
        strength += TOKEN * state.tokens[seat, colour]
    return strength if bases > 0 else strength - NO_BASE


@rule
def _advance(state, seat):
    """How far forward the units stand, those in battle at its zone."""
    fighting = population(state, seat)
    for zone in range(ZONES):
        fighting -= state.crowd[seat, zone]
    reached, ring = 0, int(state.bases[1 - seat])
    moves = 0
    advance = 0.0
    while ring:
        moves += 1
        for zone in range(ZONES):
            if (ring >> zone) & 1:
                advance += state.crowd[seat, zone] / moves
                if zone == state.battle_zone:
                    advance += fighting / moves
        reached |= ring
        ring = neighbours(reached) & ~reached
    return advance


@rule
def _spoils(state, seat, base, unit):
    """FL-8.3: what a victory in battle takes from the other seat."""
    spoils = unit * count_in(state, 1 - seat, FRONTLINE)
    return spoils + base if seat == state.attacker and base_in_battle(state) else spoils


@rule
def _hunted(state, seat):
    """FL-8.5: support units that the own flank may destroy."""
    return min(flank_kills(state, seat), count_in(state, 1 - seat, SUPPORT))
