"""What a seat sees in Arms Dealer."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.arms_dealer import layout
from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.phases.skirmish import power
from flank_envs.games.arms_dealer.state import bank, pot, total

PHASE = layout.OBSERVATION.start("phase")
TURN = layout.OBSERVATION.start("turn")
LEAD = layout.OBSERVATION.start("lead")
SHOP_FIRST = layout.OBSERVATION.start("shop_first")
BATTLE = layout.OBSERVATION.start("battle")
SKIRMISH = layout.OBSERVATION.start("skirmish")
WINS = layout.OBSERVATION.start("wins")
MONEY = layout.OBSERVATION.start("money")
RAISED = layout.OBSERVATION.start("raise")
OWN_DRAWN = layout.OBSERVATION.start("own_drawn")
OWN_FIELD = layout.OBSERVATION.start("own_field")
OPP_FIELD = layout.OBSERVATION.start("opp_field")
OWN_ACTIVE = layout.OBSERVATION.start("own_active")
OWN_SUPPORT = layout.OBSERVATION.start("own_support")
OWN_POWER = layout.OBSERVATION.start("own_power")
OPP_ACTIVE = layout.OBSERVATION.start("opp_active")
OPP_SUPPORT = layout.OBSERVATION.start("opp_support")
OPP_POWER = layout.OBSERVATION.start("opp_power")
OWN_DECK = layout.OBSERVATION.start("own_deck")
OWN_BAY = layout.OBSERVATION.start("own_bay")
OWN_SCRAP = layout.OBSERVATION.start("own_scrap")
OPP_SCRAP = layout.OBSERVATION.start("opp_scrap")
OPP_BAY_SEEN = layout.OBSERVATION.start("opp_bay_seen")
OPP_SIZES = layout.OBSERVATION.start("opp_sizes")
OWN_ITEMS = layout.OBSERVATION.start("own_items")
OPP_ITEMS_KNOWN = layout.OBSERVATION.start("opp_items_known")
HAND_SIZES = layout.OBSERVATION.start("hand_sizes")
SHOP_SLOTS = layout.OBSERVATION.start("shop")
SHOP_KNOWN = layout.OBSERVATION.start("shop_known")
DEALER_DISCARD = layout.OBSERVATION.start("dealer_discard")
ASTEROID_DISCARD = layout.OBSERVATION.start("asteroid_discard")
DECK_SIZES = layout.OBSERVATION.start("deck_sizes")
ITEM_WINDOW = layout.OBSERVATION.start("item_window")
GAP_ACTION = layout.OBSERVATION.start("gap_action")
GAP_SWAP = layout.OBSERVATION.start("gap_swap")

# Multiplying by these is several times faster than dividing.
PER_SHIP = (1 / t.FLEET_LIST).astype(np.float32)
PER_ITEM = (1 / t.ITEM_LIST).astype(np.float32)
PER_ASTEROID = (1 / t.ASTEROID_LIST).astype(np.float32)
FIFTH = np.float32(1 / 5)
PER_COIN = np.float32(1 / t.ALL_MONEY)
SMALL_PURSE = 40
PER_SMALL_COIN = np.float32(1 / SMALL_PURSE)
MOST_WINS, MOST_ITEMS = 6, 15
MOST_BOOST, MOST_POWER = 15, 30  # in hundreds

# What was done before a skirmish, by action from READY on after the row of NO_ACTION: its kind (ready, raise, swap,
# match, forfeit), and the places of a swap.
GAP_KINDS = np.zeros((layout.FORFEIT - layout.READY + 2, 5), np.float32)
GAP_SWAPS = np.zeros((layout.FORFEIT - layout.READY + 2, t.PLACES - 1), np.float32)
for _action in range(layout.READY, layout.FORFEIT + 1):
    _row = _action - layout.READY + 1
    GAP_KINDS[_row, sum(_action >= first for first in (layout.RAISE, layout.SWAP, layout.MATCH, layout.FORFEIT))] = 1
    if layout.SWAP <= _action < layout.MATCH:
        GAP_SWAPS[_row, t.SWAPS[_action - layout.SWAP] - 1] = 1


@rule
def observe(state, seat, out):
    opponent = 1 - seat
    if not state.over:
        out[PHASE + int(state.phase)] = 1
    out[TURN] = state.to_act == seat
    out[LEAD] = state.lead == seat
    out[SHOP_FIRST] = state.shop_first == seat
    out[BATTLE] = state.battle / np.float32(state.max_battles)
    out[SKIRMISH + min(int(state.skirmish), 6) - 1] = 1
    out[WINS] = min(int(state.wins[seat]), MOST_WINS) * np.float32(1 / MOST_WINS)
    out[WINS + 1] = min(int(state.wins[opponent]), MOST_WINS) * np.float32(1 / MOST_WINS)
    _money(state, seat, out)
    out[MONEY + 1] = min(int(state.money[opponent]), SMALL_PURSE) * PER_SMALL_COIN
    out[MONEY + 2] = min(int(state.bet[seat]), SMALL_PURSE) * PER_SMALL_COIN
    out[MONEY + 3] = min(int(state.bet[opponent]), SMALL_PURSE) * PER_SMALL_COIN
    out[MONEY + 5] = state.money[opponent] * PER_COIN
    out[MONEY + 6] = pot(state) * PER_COIN
    if state.phase == t.REPLY:
        out[RAISED + int(state.gap[state.lead]) - layout.RAISE] = 1
    _own_laid(state, seat, out)
    for place in range(t.PLACES):
        out[OPP_FIELD + place] = state.field[opponent, place] != t.EMPTY
    if state.phase == t.ITEMS:
        _fighting(state, seat, out, OWN_ACTIVE, OWN_SUPPORT, OWN_POWER)
        _fighting(state, opponent, out, OPP_ACTIVE, OPP_SUPPORT, OPP_POWER)
        _window(state, seat, out, ITEM_WINDOW)
        _window(state, opponent, out, ITEM_WINDOW + 2)
    _fleets(state, seat, out)
    _items(state, seat, out)
    _shop(state, seat, out)
    _public_piles(state, out)
    _gap(state, seat, out, 0)
    _gap(state, opponent, out, 1)


@rule
def observe_turn(state, seat, out):
    """What changes for a seat that goes on laying ships or shopping."""
    if state.phase == t.FLEET:
        _own_laid(state, seat, out)
        return
    out[PHASE + t.SHOP] = state.phase == t.SHOP
    out[PHASE + t.LOOKING] = state.phase == t.LOOKING
    _money(state, seat, out)
    if state.phase == t.LOOKING:
        _own_look(state, seat, int(state.looking), out)
        return
    _own_items(state, seat, out)
    for k in range(SHOP_KNOWN, SHOP_KNOWN + t.SLOTS * t.ITEMS_KNOWN):
        out[k] = 0
    for slot in range(t.SLOTS):
        _own_look(state, seat, slot, out)


@rule
def _money(state, seat, out):
    """The own purse and the bank."""
    out[MONEY] = min(int(state.money[seat]), SMALL_PURSE) * PER_SMALL_COIN
    out[MONEY + 4] = state.money[seat] * PER_COIN
    out[MONEY + 7] = bank(state) * PER_COIN


@rule
def _own_laid(state, seat, out):
    for ship in range(t.CLASSES):
        out[OWN_DRAWN + ship] = state.drawn[seat, ship] * FIFTH
    for place in range(t.PLACES):
        ship = int(state.field[seat, place])
        out[OWN_FIELD + place * t.CLASSES + max(ship, 0)] = ship != t.EMPTY


@rule
def _fighting(state, seat, out, active, support, powers):
    out[active + int(state.active[seat])] = 1
    for ship in range(t.CLASSES):
        out[support + ship] = min(int(state.support[seat, ship]), 5) * FIFTH
    out[powers] = min(int(state.boost[seat]), MOST_BOOST) * np.float32(1 / MOST_BOOST)
    out[powers + 1] = min(power(state, seat), MOST_POWER) * np.float32(1 / MOST_POWER)


@rule
def _window(state, seat, out, start):
    out[start] = state.window[seat] == t.PASSED
    out[start + 1] = state.window[seat] == t.PLAYED


@rule
def _fleets(state, seat, out):
    """AD-8.1, AD-8.4: of the opponent's ships the Scrapyard, what went face up into the Repair Bay, and numbers."""
    opponent = 1 - seat
    for ship in range(t.CLASSES):
        out[OWN_DECK + ship] = state.deck[seat, ship] * PER_SHIP[ship]
        out[OWN_BAY + ship] = state.bay[seat, ship] * PER_SHIP[ship]
        out[OWN_SCRAP + ship] = state.scrap[seat, ship] * PER_SHIP[ship]
        out[OPP_SCRAP + ship] = state.scrap[opponent, ship] * PER_SHIP[ship]
        out[OPP_BAY_SEEN + ship] = state.bay_seen[opponent, ship] * PER_SHIP[ship]
    out[OPP_SIZES] = total(state.deck[opponent]) * np.float32(1 / t.FLEET_SIZE)
    out[OPP_SIZES + 1] = total(state.bay[opponent]) * np.float32(1 / t.FLEET_SIZE)
    out[OPP_SIZES + 2] = total(state.drawn[opponent]) * FIFTH


@rule
def _items(state, seat, out):
    """AD-3.9: of the opponent's hand its size, and the cards that the observer saw before they were taken."""
    opponent = 1 - seat
    _own_items(state, seat, out)
    for item in range(t.ITEMS_KNOWN):
        out[OPP_ITEMS_KNOWN + item] = state.hand_known[opponent, item] * PER_ITEM[item]
    out[HAND_SIZES + 1] = min(total(state.hand[opponent]), MOST_ITEMS) * np.float32(1 / MOST_ITEMS)


@rule
def _own_items(state, seat, out):
    for item in range(t.ITEMS_KNOWN):
        out[OWN_ITEMS + item] = state.hand[seat, item] * PER_ITEM[item]
    out[HAND_SIZES] = min(total(state.hand[seat]), MOST_ITEMS) * np.float32(1 / MOST_ITEMS)


@rule
def _shop(state, seat, out):
    """AD-3.4: everybody sees which slots were looked at and taken."""
    opponent = 1 - seat
    for slot in range(t.SLOTS):
        at = SHOP_SLOTS + 6 * slot
        out[at + 2] = state.taker[slot] == opponent
        out[at + 4] = state.looked[opponent, slot]
        _own_look(state, seat, slot, out)


@rule
def _own_look(state, seat, slot, out):
    """What the seat's own looks and purchases change. AD-3.4: only the looker sees the card, while it is there."""
    at = SHOP_SLOTS + 6 * slot
    card = int(state.shop[slot])
    out[at] = card != t.EMPTY
    out[at + 1] = state.taker[slot] == seat
    out[at + 3] = state.looked[seat, slot]
    out[at + 5] = state.looking == slot
    out[SHOP_KNOWN + t.ITEMS_KNOWN * slot + max(card, 0)] = (card != t.EMPTY) & (state.looked[seat, slot] == 1)


@rule
def _public_piles(state, out):
    for item in range(t.ITEMS_KNOWN):
        out[DEALER_DISCARD + item] = state.item_discard[item] * PER_ITEM[item]
    for kind in range(t.ASTEROID_KINDS):
        out[ASTEROID_DISCARD + kind] = state.asteroid_discard[kind] * PER_ASTEROID[kind]
    out[DECK_SIZES] = total(state.item_deck) * np.float32(1 / t.ITEM_CARDS)
    out[DECK_SIZES + 1] = total(state.asteroid_deck) * np.float32(1 / t.ASTEROID_CARDS)


@rule
def _gap(state, seat, out, row):
    """AD-6.5: a SWAP shows its places, not its ships."""
    done = max(int(state.gap[seat]) - layout.READY + 1, 0)
    for k in range(GAP_KINDS.shape[1]):
        out[GAP_ACTION + GAP_KINDS.shape[1] * row + k] = GAP_KINDS[done, k]
    for k in range(GAP_SWAPS.shape[1]):
        out[GAP_SWAP + GAP_SWAPS.shape[1] * row + k] = GAP_SWAPS[done, k]
