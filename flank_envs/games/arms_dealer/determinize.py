"""Sample a state of Arms Dealer that is consistent with what a seat has observed (a determinization).

A seat knows its own ships and items, both Scrapyards and discards, the shop cards it has looked at, which ships went
face up into the opponent's Repair Bay and which of his items it saw before he took them. All other cards are one bag
for each kind of thing, and every way of dealing a bag is as likely as any other, except for one thing: a seat that is
asked to decide has a choice (AD-1.5). Decks have no order, so the own ones stay as they are.
"""

from flank_envs.engine.cards import take_random
from flank_envs.engine.jit.compile import rule
from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.phases.fleet import only_place
from flank_envs.games.arms_dealer.phases.skirmish import only_items
from flank_envs.games.arms_dealer.state import total


@rule
def determinize(state, seat):
    """Nothing that `seat` cannot see decides what comes out: only the record's stream, which the caller sets first."""
    _deal_ships(state, 1 - seat)
    _deal_items(state, seat)
    _deal_asteroids(state)


@rule
def _deal_ships(state, owner):
    """The owner's ships that the other has not seen in their places, gathered in the Fleet Deck and dealt again."""
    drawn = total(state.drawn[owner])
    unseen = total(state.bay[owner]) - total(state.bay_seen[owner])
    for ship in range(t.CLASSES):
        state.deck[owner, ship] += state.drawn[owner, ship] + state.bay[owner, ship] - state.bay_seen[owner, ship]
        state.drawn[owner, ship] = 0
        state.bay[owner, ship] = state.bay_seen[owner, ship]
    for place in range(t.PLACES):
        if state.field[owner, place] != t.EMPTY:
            state.deck[owner, state.field[owner, place]] += 1
    _draw_with_choice(state, owner, drawn)
    for place in range(t.PLACES):
        if state.field[owner, place] != t.EMPTY:
            state.field[owner, place] = take_random(state, state.deck[owner])
    for _ in range(unseen):
        state.bay[owner, take_random(state, state.deck[owner])] += 1


@rule
def _draw_with_choice(state, owner, number):
    """Drawn ships; while their owner is laying them, again and again until there are two classes."""
    while True:
        for _ in range(number):
            state.drawn[owner, take_random(state, state.deck[owner])] += 1
        if state.phase != t.FLEET or state.to_act != owner or only_place(state) == t.NO_ACTION:
            return
        for ship in range(t.CLASSES):
            state.deck[owner, ship] += state.drawn[owner, ship]
            state.drawn[owner, ship] = 0


@rule
def _deal_items(state, seat):
    """Cards that `seat` has not seen, gathered in the deck: the opponent's hand and shop cards are dealt again."""
    owner = 1 - seat
    unknown = total(state.hand[owner]) - total(state.hand_known[owner])
    for item in range(t.ITEMS_KNOWN):
        state.item_deck[item] += state.hand[owner, item] - state.hand_known[owner, item]
        state.hand[owner, item] = state.hand_known[owner, item]
    for slot in range(t.SLOTS):
        if state.shop[slot] != t.EMPTY and not state.looked[seat, slot]:
            state.item_deck[state.shop[slot]] += 1
    _fill_hand_with_choice(state, owner, unknown)
    for slot in range(t.SLOTS):
        if state.shop[slot] != t.EMPTY and not state.looked[seat, slot]:
            state.shop[slot] = take_random(state, state.item_deck)


@rule
def _fill_hand_with_choice(state, owner, number):
    """Items in hand; while their owner decides about them, again and again until one of them can be played."""
    while True:
        for _ in range(number):
            state.hand[owner, take_random(state, state.item_deck)] += 1
        if state.phase != t.ITEMS or state.to_act != owner or only_items(state) == t.NO_ACTION:
            return
        for item in range(t.ITEMS_KNOWN):
            state.item_deck[item] += state.hand[owner, item] - state.hand_known[owner, item]
            state.hand[owner, item] = state.hand_known[owner, item]


@rule
def _deal_asteroids(state):
    """Nobody has seen the line."""
    for k in range(t.LINE):
        state.asteroid_deck[state.line[k]] += 1
    for k in range(t.LINE):
        state.line[k] = take_random(state, state.asteroid_deck)
