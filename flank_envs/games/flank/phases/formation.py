"""FORMATION and FORMATION_MINE: both sides secretly place their units and may force mine; then the reveal."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import END, END_BIT, FORCE_MINE, FORM
from flank_envs.games.flank.phases.battle import count_in, grant_abilities
from flank_envs.games.flank.state import count_force, kinds_in_hand, take_unit


@rule
def begin_formation(state):
    """FL-6.1: the units of both sides leave the zone. FL-6.5: the attacker is first."""
    zone = state.battle_zone
    for seat in range(t.SEATS):
        for kind in range(t.TYPES):
            for _ in range(state.units[seat, zone, kind]):
                take_unit(state, seat, zone, kind)
                state.force[seat, kind] += 1
    state.battle = t.ATTACKER_FORMS
    state.phase = t.FORMATION
    state.to_act = state.attacker


@rule
def legal_formation(state):
    """FL-6.3: while the frontline is empty, only there."""
    seat = state.to_act
    places = t.ALL_PLACES if count_in(state, seat, t.FRONTLINE) > 0 else 1 << t.FRONTLINE
    legal = 0
    for kind in range(t.TYPES):
        if state.force[seat, kind] > 0:
            legal |= places << (kind * t.PLACES)
    return legal


@rule
def form(state, action):
    """FL-6.2: one unit; after the last one the player may force mine."""
    seat = state.to_act
    kind = (action - FORM) // t.PLACES
    state.force[seat, kind] -= 1
    state.sheet[seat, (action - FORM) % t.PLACES, kind] += 1
    if count_force(state, seat) == 0:
        state.phase = t.FORMATION_MINE


@rule
def legal_formation_mine(state):
    return END_BIT | kinds_in_hand(state, state.to_act)


@rule
def mine_or_not(state, action):
    """FL-6.6: the card lies hidden on the sheet. Then the defender's formation, or the reveal."""
    seat = state.to_act
    if action != END:
        kind = action - FORCE_MINE
        state.hand[seat, kind] -= 1
        state.hand_size[seat] -= 1
        state.mine[seat] = kind
    if seat == state.attacker:
        state.battle = t.DEFENDER_FORMS
        state.to_act = 1 - seat
        if count_force(state, 1 - seat) > 0:
            state.phase = t.FORMATION
    else:
        _reveal(state)


@rule
def _reveal(state):
    """FL-6.7: sheets become public, each force-mined card gets a token of each colour."""
    for seat in range(t.SEATS):
        put_tokens_on_card(state, seat)
        grant_abilities(state, seat, 0, t.FIRST_AFTER)
    state.battle = t.REVEALED
    state.phase = t.BEFORE_COMBAT
    state.to_act = state.attacker


@rule
def put_tokens_on_card(state, seat):
    if state.mine[seat] != t.NONE:
        for colour in range(t.COLOURS):
            state.extra[seat, colour] = 1
