"""The record of a game of Arms Dealer, and small questions about it.

A deck that nobody may look through is kept as a bag, the number of its cards of each kind, and a card is drawn from it
at random: the same as drawing the top of a shuffled deck, and there is no order that anybody could learn.
"""

from typing import Any

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.options import Option
from flank_envs.engine.record import record_type
from flank_envs.games.arms_dealer import tables as t

OPTIONS = (
    Option("first_seat", None, "seat that leads the first battle; None: a coin decides", between=(0, 1)),  # AD-1.4
    Option(
        "race",
        "lead",
        "who lays and shops first from the second battle on: the lead, or whom a coin names",
        choices=("lead", "coin"),
    ),  # AD-3.1
    Option("max_battles", 40, "battles after which the game ends", between=(1, 10_000)),  # AD-7.5
    Option(
        "scale",
        "full",
        "a small game, for research that goes through all of it: mini has three ships and six coins for each player "
        "and a single item",
        choices=("full", "mini"),
    ),
)

STATE = record_type(
    OPTIONS,
    [
        ("money", np.int16, t.SEATS),  # purses; the bank has what is in no purse and no bet
        ("bet", np.int16, t.SEATS),  # each seat's share of the pot
        ("battle", np.int16),  # 1..max_battles
        ("skirmish", np.int8),  # of the battle, from 1: the current or the coming one
        ("lead", np.int8),  # seat that bets, plays items and acts first
        ("shop_first", np.int8),  # seat that lays and shops first in this battle
        ("winner", np.int8),  # seat, -1 while nobody has won
        ("wins", np.int8, t.SEATS),  # skirmishes won in this battle
        ("gap", np.int8, t.SEATS),  # action of BET, REPLY or STRATEGY before this skirmish, or NO_ACTION
        ("window", np.int8, t.SEATS),  # last move in the item window: NOT_YET, PASSED, PLAYED
        ("boost", np.int8, t.SEATS),  # power increases of this skirmish, in hundreds
        ("deck", np.int8, (t.SEATS, t.CLASSES)),  # ships of each class: Fleet Deck,
        ("drawn", np.int8, (t.SEATS, t.CLASSES)),  # drawn and not yet laid,
        ("support", np.int8, (t.SEATS, t.CLASSES)),  # fighting along,
        ("bay", np.int8, (t.SEATS, t.CLASSES)),  # in the Repair Bay,
        ("bay_seen", np.int8, (t.SEATS, t.CLASSES)),  # of these, gone there face up,
        ("scrap", np.int8, (t.SEATS, t.CLASSES)),  # in the Scrapyard
        ("field", np.int8, (t.SEATS, t.PLACES)),  # class of the face-down ship or EMPTY
        ("active", np.int8, t.SEATS),  # class of the fighting ship or EMPTY
        ("hand", np.int8, (t.SEATS, t.ITEMS_KNOWN)),  # items of each type
        ("hand_known", np.int8, (t.SEATS, t.ITEMS_KNOWN)),  # of these, those the other seat knows of
        ("shop", np.int8, t.SLOTS),  # type of the face-down card or EMPTY
        ("taker", np.int8, t.SLOTS),  # seat that took the card of a slot, or NOBODY
        ("looked", np.int8, (t.SEATS, t.SLOTS)),  # 1: that seat has looked at the slot in this battle
        ("looking", np.int8),  # slot being looked at in LOOK, else EMPTY
        ("item_deck", np.int8, t.ITEMS_KNOWN),  # the Arms Dealer deck
        ("item_discard", np.int8, t.ITEMS_KNOWN),
        ("asteroid_deck", np.int8, t.ASTEROID_KINDS),
        ("asteroid_discard", np.int8, t.ASTEROID_KINDS),
        ("line", np.int8, t.LINE),  # kinds of the asteroids laid out
        ("scale", np.int8),  # the option
    ],
)


@rule
def total(bag):
    """How many cards there are in a bag."""
    count = 0
    for kind in range(bag.shape[0]):
        count += bag[kind]
    return count


@rule
def pot(state):
    return state.bet[0] + state.bet[1]


@rule
def bank(state):
    """AD-1.2: what is neither in a purse nor in the pot."""
    return t.ALL_MONEY - state.money[0] - state.money[1] - pot(state)


@rule
def living(state, seat):
    """Ships outside the Scrapyard."""
    return t.FLEET_SIZE_OF[state.scale] - total(state.scrap[seat])


def derive(state: Any) -> None:
    """The decks: all ships and cards that are nowhere else."""
    on_field = (state.field[:, :, None] == np.arange(t.CLASSES)).sum(1)
    fighting = state.active[:, None] == np.arange(t.CLASSES)
    elsewhere = state.drawn + state.support + state.bay + state.scrap + on_field + fighting
    state.deck = t.FLEET_LIST_OF[state.scale] - elsewhere
    in_shop = (state.shop[:, None] == np.arange(t.ITEMS_KNOWN)).sum(0)
    state.item_deck = t.ITEM_LIST_OF[state.scale] - state.item_discard - state.hand.sum(0) - in_shop
    in_line = (state.line[:, None] == np.arange(t.ASTEROID_KINDS)).sum(0)
    state.asteroid_deck = t.ASTEROID_LIST_OF[state.scale] - state.asteroid_discard - in_line
