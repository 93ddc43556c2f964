"""Sample a state of Flank that is consistent with what a seat has observed (a determinization).

The opponent's hand and the deck are one known bag of cards; what is left in the deck was in it when it was last
shuffled, and the seat itself has not drawn it since. Before the reveal the opponent's sheet, how far it is placed, and
whether and with what card they force mine are open too.
"""

from flank_envs.engine.cards import put_into_pile, take_random
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import below
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.phases.battle import count_in
from flank_envs.games.flank.state import count_force


@rule
def determinize(state, seat):
    """Nothing that `seat` cannot see decides what comes out: only the record's stream, which the caller sets first."""
    opponent = 1 - seat
    forming = state.battle == t.ATTACKER_FORMS or state.battle == t.DEFENDER_FORMS
    if forming:
        gather_sheet(state, opponent)
    _gather_cards(state, seat)
    put_into_pile(state, state.hand[opponent], state.drawn[opponent], state.deck, state.deck_size)
    if forming:
        _form_anew(state, opponent)


@rule
def gather_sheet(state, owner):
    """Units and the force-mined card go back to where they came from."""
    for kind in range(t.TYPES):
        for place in range(t.PLACES):
            state.force[owner, kind] += state.sheet[owner, place, kind]
            state.sheet[owner, place, kind] = 0
    if state.mine[owner] != t.NONE:
        state.hand[owner, state.mine[owner]] += 1
        state.hand_size[owner] += 1
        state.mine[owner] = t.NONE


@rule
def _gather_cards(state, seat):
    """All of the deck into the opponent's hand, as if they had drawn it."""
    opponent = 1 - seat
    for k in range(state.deck_size):
        state.hand[opponent, state.deck[k]] += 1
    for kind in range(t.KINDS):
        state.drawn[opponent, kind] = state.pool[kind] - state.drawn[seat, kind]


@rule
def _form_anew(state, owner):
    """FL-6.5: the defender begins when the attacker is done; a player who is done may have force mined."""
    units = count_force(state, owner)
    if (owner == state.attacker) == (state.battle == t.ATTACKER_FORMS):
        if state.phase != t.FORMATION_MINE:
            least = 0 if _types_left(state, owner) > 1 else min(1, units)
            most = units - 1 if state.phase == t.FORMATION else units
            units = least + below(state, most - least + 1)
    elif owner != state.attacker:
        return
    else:
        _mine_anew(state, owner)
    for _ in range(units):
        _form_one(state, owner)


@rule
def _types_left(state, owner):
    types = 0
    for kind in range(t.TYPES):
        types += state.force[owner, kind] > 0
    return types


@rule
def _mine_anew(state, owner):
    """No force mine in half of the cases, else any card of the hand."""
    if state.hand_size[owner] == 0 or below(state, 2) == 0:
        return
    state.mine[owner] = take_random(state, state.hand[owner])
    state.hand_size[owner] -= 1


@rule
def _form_one(state, owner):
    """A random unit to a random place; FL-6.3: the first one to the frontline."""
    kind = take_random(state, state.force[owner])
    place = below(state, t.PLACES) if count_in(state, owner, t.FRONTLINE) > 0 else t.FRONTLINE
    state.sheet[owner, place, kind] += 1
