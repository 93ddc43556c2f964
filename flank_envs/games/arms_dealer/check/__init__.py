"""The invariants of Arms Dealer. Made for tests, fuzzing and records from strangers: any bytes may be given."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import LIMIT, header_fits
from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.check.skirmish import gap_fits, gap_in_range, window_fits, zones_fit
from flank_envs.games.arms_dealer.layout import RAISE, SWAP
from flank_envs.games.arms_dealer.phases.betting import raised, unable_to_bet
from flank_envs.games.arms_dealer.phases.collection import battle_winner
from flank_envs.games.arms_dealer.state import bank, living, pot, total
from flank_envs.games.arms_dealer.turn import only_action, richer

INVARIANTS = (
    "header, options, lead and numbers of battle and skirmish are in their ranges",
    "every ship of a fleet is in one place, and of ships in a Repair Bay no more were seen than are there",
    "every Arms Dealer card is in one place, and of a hand no more is known than is there",
    "every asteroid is in one place, and five lie in the line",
    "all money is in purses, pot and bank, and the pot fits the phase",
    "skirmish wins fit the number of skirmishes and the ships destroyed",
    "ships are drawn in FLEET only, fight in ITEMS only and are laid on places in order",
    "shop cards were looked at and taken in turn",
    "what was done before the skirmish and in its item window fits the phase",
    "a game goes on while both have ships, and ends as the rules say",
    "whoever must decide has something to decide",
)


@rule
def check(state):
    if not (_options_fit(state) and _header_fits(state)):
        return 1
    for seat in range(t.SEATS):
        if not _fleet_is_complete(state, seat):
            return 2
    if not _items_are_complete(state):
        return 3
    if not _asteroids_are_complete(state):
        return 4
    if not gap_in_range(state):
        return 9
    if not _money_fits(state):
        return 5
    if not _wins_fit(state):
        return 6
    for seat in range(t.SEATS):
        if not (zones_fit(state, seat) and _field_fits(state, seat)):
            return 7
    if not _shop_fits(state):
        return 8
    if not (gap_fits(state) and window_fits(state)):
        return 9
    if not _end_fits(state):
        return 10
    if not state.over and only_action(state) != t.NO_ACTION:
        return 11
    return 0


@rule
def _options_fit(state):
    if not t.FULL <= state.scale <= t.MINI:
        return False
    return -1 <= state.first_seat < t.SEATS and 0 <= state.race <= 1 and 1 <= state.max_battles <= 10_000


@rule
def _header_fits(state):
    if not (
        header_fits(state, t.SEATS, t.OVER, LIMIT)
        and 1 <= state.battle <= state.max_battles
        and state.skirmish >= 1
        and 0 <= state.lead < t.SEATS
        and 0 <= state.shop_first < t.SEATS
        and -1 <= state.winner < t.SEATS
    ):
        return False
    if state.battle == 1 and state.first_seat >= 0 and state.shop_first != state.first_seat:
        return False
    if state.skirmish == 1 and state.phase != t.OVER and _lead_shops_first(state) and state.lead != state.shop_first:
        return False
    if state.phase == t.BET:
        return state.to_act == state.lead
    return state.phase != t.REPLY or state.to_act != state.lead


@rule
def _lead_shops_first(state):
    """AD-3.1."""
    return state.race == t.RACE_LEAD or state.battle == 1


@rule
def _fleet_is_complete(state, seat):
    if not t.EMPTY <= state.active[seat] < t.CLASSES:
        return False
    for place in range(t.PLACES):
        if not t.EMPTY <= state.field[seat, place] < t.CLASSES:
            return False
    for ship in range(t.CLASSES):
        most = int(t.FLEET_LIST_OF[state.scale, ship])
        for count in (state.deck[seat, ship], state.drawn[seat, ship], state.support[seat, ship]):
            if not 0 <= count <= most:
                return False
        if not (
            0 <= state.bay_seen[seat, ship] <= state.bay[seat, ship] <= most and 0 <= state.scrap[seat, ship] <= most
        ):
            return False
        count = state.deck[seat, ship] + state.drawn[seat, ship] + state.support[seat, ship]
        count += state.bay[seat, ship] + state.scrap[seat, ship] + (state.active[seat] == ship)
        for place in range(t.PLACES):
            count += state.field[seat, place] == ship
        if count != most:
            return False
    return True


@rule
def _items_are_complete(state):
    for slot in range(t.SLOTS):
        if not t.EMPTY <= state.shop[slot] < t.ITEMS_KNOWN:
            return False
    for item in range(t.ITEMS_KNOWN):
        most = int(t.ITEM_LIST_OF[state.scale, item])
        for seat in range(t.SEATS):
            if not 0 <= state.hand_known[seat, item] <= state.hand[seat, item] <= most:
                return False
        if not (0 <= state.item_deck[item] <= most and 0 <= state.item_discard[item] <= most):
            return False
        count = state.item_deck[item] + state.item_discard[item] + state.hand[0, item] + state.hand[1, item]
        for slot in range(t.SLOTS):
            count += state.shop[slot] == item
        if count != most:
            return False
    return state.battle > 1 or total(state.item_deck) == max(0, t.ITEM_CARDS_OF[state.scale] - t.SLOTS)


@rule
def _asteroids_are_complete(state):
    """Five are laid in each battle, so the deck lasts for four; that of a small game for one."""
    for k in range(t.LINE):
        if not 0 <= state.line[k] < t.ASTEROID_KINDS:
            return False
    for kind in range(t.ASTEROID_KINDS):
        most = int(t.ASTEROID_LIST_OF[state.scale, kind])
        if not (0 <= state.asteroid_deck[kind] <= most and 0 <= state.asteroid_discard[kind] <= most):
            return False
        count = state.asteroid_deck[kind] + state.asteroid_discard[kind]
        for k in range(t.LINE):
            count += state.line[k] == kind
        if count != most:
            return False
    lasts = t.ASTEROID_CARDS_OF[state.scale] // t.LINE
    return total(state.asteroid_deck) == t.LINE * (lasts - 1 - (state.battle - 1) % lasts)


@rule
def _money_fits(state):
    for seat in range(t.SEATS):
        if not (0 <= state.money[seat] <= t.ALL_MONEY and 0 <= state.bet[seat] <= t.ALL_MONEY):
            return False
    if bank(state) < 0:
        return False
    if state.phase in (t.FLEET, t.SHOP, t.LOOKING):
        return pot(state) == 0
    if state.phase == t.OVER:
        return _pot_at_end_fits(state)
    if state.phase == t.REPLY and state.money[state.to_act] < raised(state):
        return False  # AD-4.4
    return _bets_fit(state)


@rule
def _bets_fit(state):
    """AD-4.1; in the first skirmish nothing but its own raise can have been added."""
    if state.skirmish == 1 and state.phase != t.OVER:
        added = raised(state) if RAISE <= state.gap[state.lead] < SWAP else 0
        matched = added if state.phase == t.ITEMS else 0
        return state.bet[state.lead] == t.LEAD_BET + added and state.bet[1 - state.lead] == t.OTHER_BET + matched
    if _lead_shops_first(state) and state.bet[state.shop_first] < t.LEAD_BET:
        return False
    return min(state.bet[0], state.bet[1]) >= t.OTHER_BET and pot(state) >= t.LEAD_BET + t.OTHER_BET


@rule
def _pot_at_end_fits(state):
    """AD-4.2: nothing was paid; AD-9.1: the pot stays; AD-9.2, AD-7.5: it went to the winner of a decided battle."""
    lost_0, lost_1 = living(state, 0) == 0, living(state, 1) == 0
    if not (lost_0 or lost_1) or (lost_0 and lost_1 and battle_winner(state) >= 0):
        return pot(state) == 0
    return _bets_fit(state)


@rule
def _wins_fit(state):
    """Each skirmish is won by one or both, who has lost one has lost a ship, and no battle goes on that is decided."""
    low, high = min(state.wins[0], state.wins[1]), max(state.wins[0], state.wins[1])
    fought = state.skirmish if state.phase == t.OVER and high > 0 else state.skirmish - 1
    if low < 0 or not (high <= fought <= low + high):
        return False
    repaired = _repairs(state)
    for seat in range(t.SEATS):
        if total(state.scrap[seat]) + repaired < state.wins[1 - seat]:
            return False
    if state.phase in (t.FLEET, t.SHOP, t.LOOKING, t.BET):
        return state.skirmish == 1
    if state.wins[state.lead] == 0 and high > 0:
        return False
    if state.phase == t.STRATEGY and fought == 0:
        return False
    if high <= t.WINS_NEEDED - 1 or (state.phase == t.OVER and high == t.WINS_NEEDED):
        return True
    return low >= high - (state.phase == t.OVER) and fought <= high + t.WINS_NEEDED - 1  # AD-7.1


@rule
def _repairs(state):
    """Repair cards in the discard: at least as many as ships came back from the Scrapyards in this battle."""
    count = 0
    for item in range(t.REPAIR, t.REINFORCEMENTS):
        count += state.item_discard[item]
    return count


@rule
def _field_fits(state, seat):
    """Ships lie side by side from the place that is next; AD-2.1: five at first, or all there were."""
    fought = state.phase == t.ITEMS or (state.phase == t.OVER and state.wins[0] + state.wins[1] > 0)
    start = min(state.skirmish - 1 + fought, t.PLACES)
    end = start
    while end < t.PLACES and state.field[seat, end] != t.EMPTY:
        end += 1
    for place in range(t.PLACES):
        if (state.field[seat, place] != t.EMPTY) != (start <= place < end):
            return False
    if state.limit == LIMIT:
        return end == start
    full = min(t.PLACES, living(state, seat))
    if state.phase == t.FLEET:
        drawn = total(state.drawn[seat])
        if seat == state.to_act:
            return drawn > 0 and drawn + end == full
        return (drawn if seat == 1 - state.shop_first else end) == full and (drawn == 0 or end == 0)
    if start == 0:
        return end == full
    return end == t.PLACES or living(state, seat) + state.wins[1 - seat] <= end + _repairs(state)


@rule
def _shop_fits(state):
    if state.phase == t.LOOKING:
        if not (0 <= state.looking < t.SLOTS and state.shop[state.looking] != t.EMPTY):
            return False
        if state.looked[state.to_act, state.looking] != 1:
            return False
    elif state.looking != t.EMPTY:
        return False
    second = 1 - state.shop_first
    for slot in range(t.SLOTS):
        for seat in range(t.SEATS):
            shopped = state.phase != t.FLEET and (
                seat != second or (state.phase != t.SHOP and state.phase != t.LOOKING) or state.to_act == second
            )
            if not 0 <= state.looked[seat, slot] <= shopped:
                return False
        if not _slot_fits(state, slot, second):
            return False
    return True


@rule
def _slot_fits(state, slot, second):
    """AD-3.3: taken after a look, and gone before the second shopper's turn if the first took it."""
    taker = state.taker[slot]
    if not t.NOBODY <= taker < t.SEATS:
        return False
    if taker != t.NOBODY:
        gone = taker == second or state.looked[second, slot] == 0
        return state.shop[slot] == t.EMPTY and state.looked[taker, slot] == 1 and gone
    if state.shop[slot] != t.EMPTY:
        return True
    if total(state.item_deck) > 0 or state.looked[0, slot] or state.looked[1, slot]:  # AD-7.7
        return False
    return slot == t.SLOTS - 1 or (state.shop[slot + 1] == t.EMPTY and state.taker[slot + 1] == t.NOBODY)


@rule
def _end_fits(state):
    """AD-4.2, AD-7.5, AD-9.1, AD-9.2."""
    lost_0, lost_1 = living(state, 0) == 0, living(state, 1) == 0
    if state.phase != t.OVER:
        return state.winner == -1 and not (lost_0 or lost_1)
    fought = state.wins[0] + state.wins[1] > 0
    if state.limit == LIMIT:
        decided = battle_winner(state) >= 0 and state.battle == state.max_battles
        return state.winner == -1 and decided and not (lost_0 or lost_1)
    if lost_0 or lost_1:
        winner = richer(state) if lost_0 and lost_1 else (1 if lost_0 else 0)
        return fought and state.winner == winner
    poor = unable_to_bet(state)
    leads = not _lead_shops_first(state) or state.lead == state.shop_first
    return not fought and state.skirmish == 1 and leads and poor >= 0 and state.winner == 1 - poor
