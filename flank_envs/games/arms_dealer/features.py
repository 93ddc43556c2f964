"""Features of Arms Dealer: odds of skirmishes, battles and unseen cards, and what the rules make of each action.

A ship that the seat cannot see is any of those that may be left, each as likely. Chances are those of ships and of
power increases in play, before further items, and as if both fleets lasted.
"""

import numpy as np

from flank_envs.engine.features import Features, begin_action
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.layout import Block, Layout
from flank_envs.games.arms_dealer import layout
from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.phases import betting, collection, fleet, items, ships, skirmish, strategy
from flank_envs.games.arms_dealer.state import living, pot, total
from flank_envs.games.arms_dealer.turn import legal

STATE = Layout(
    Block("ahead", (2,), "own less opponent's: coins / 40; power of the ships outside the Scrapyard / 6500", -5.0, 5.0),
    Block("bankrupt", (2,), "1 if, betting now, a seat lost by its initial bet: own, opponent (before BET)"),
    Block("last_ships", (2,), "1 if no ship but those that fight, or the next one, is left: own, opponent's"),
    Block("drawn_power", (), "mean power / 500 of the own ship drawn next"),
    Block("unseen_ships", (t.CLASSES,), "share of each class among the opponent's ships that may come next"),
    Block("place_odds", (t.PLACES, 2), "chance that the own ship on each place beats an unseen one, that it ties"),
    Block("skirmish", (3,), "chance to win this or the next, to tie; power ahead / 1000 (from SHOP on)", -10.1, 10.1),
    Block("battle", (4,), "chance to win the battle after this skirmish is won, tied, lost; now (from BET on)"),
)
ACTION = Layout(
    Block("kind", (len(layout.ACTIONS.blocks),), "one-hot: PLACE, LOOK, SHOP_DONE and so on, as the blocks of actions"),
    Block("places", (t.PLACES,), "power / 500 of the ship that comes to lie on a place (PLACE, SWAP)"),
    Block("coins", (2,), "own coins then / 40 (not in FLEET, ITEMS); beyond the initial bet (SHOP, LOOK)", -1.0, 5.0),
    Block("looked", (), "1 if the opponent has looked at the card (SHOP, LOOK)"),
    Block("item", (t.ITEMS_KNOWN,), "one-hot type of the card, if the seat knows it (SHOP, LOOK, ITEMS)"),
    Block("works", (), "1 if that card would do something now"),
    Block("skirmish", (3,), "chance that the ship laid, next or fighting wins, ties; power ahead / 1000", -10.1, 10.1),
    Block("battle", (), "chance to win the battle (from BET on)"),
    Block("pot_odds", (), "the coins paid as a share of the pot then, a raise being matched"),
    Block("gain", (2,), "likely coins from the pot less those paid / 40: a raise being matched; forfeited", -5.0, 5.0),
)
FEATURES = Features(STATE, ACTION, most_actions=12, numbers=layout.ACTIONS.size + 2 * (1 + t.CLASSES) + 16)

AHEAD, BANKRUPT, LAST_SHIPS, DRAWN_POWER, UNSEEN_SHIPS, PLACE_ODDS, SKIRMISH, BATTLE = (
    STATE.start(block.name) for block in STATE.blocks
)
KIND, PLACES, COINS, LOOKED, ITEM, WORKS, TO_WIN, TO_WIN_BATTLE, POT_ODDS, GAIN = (
    ACTION.start(block.name) for block in ACTION.blocks
)

# `numbers` hold: the legal actions; the chances to beat an unseen ship, then to tie, of a ship that is drawn (EMPTY)
# and of each class; the chance to win the battle at each score up to 3-3.
CHOICES = layout.ACTIONS.size
WON, TIED = CHOICES + 1, CHOICES + 1 + t.CLASSES + 1  # of class 0
SCORE = TIED + t.CLASSES
NEXT = t.WINS_NEEDED + 1  # from a score to that with one more own win
LEVEL = SCORE + (t.WINS_NEEDED - 1) * (NEXT + 1)  # 2-2; 3-3 and more are like it
SURE = 1 << 20  # a chance of 1

CHANCE, PER_POWER, PER_GAP, PER_COIN, PER_CLASS = (np.float32(1 / n) for n in (SURE, 65, 10, 40, 5))
KIND_OF = np.array([k for k, block in enumerate(layout.ACTIONS.blocks) for _ in range(block.size)])
FIRST = np.array([layout.PLACE, layout.LOOK, layout.KEEP, layout.READY, layout.MATCH, layout.PLAY, layout.READY])
AFTER = np.array([layout.LOOK, layout.KEEP, layout.PLAY, layout.SWAP, CHOICES, layout.READY, layout.MATCH])


@rule
def features(state, seat, scratch, numbers, out, actions, values):
    out[AHEAD] = (state.money[seat] - state.money[1 - seat]) * PER_COIN
    if state.phase < t.BET and betting.unable_to_bet(state) >= 0:
        out[BANKRUPT + (betting.unable_to_bet(state) != seat)] = 1
    _write_ships(state, seat, numbers, out)
    if state.phase != t.FLEET:
        _write_skirmish(state, seat, numbers, out, SKIRMISH)
    if state.phase >= t.BET:
        scratch[0] = state
        _write_battle(state, seat, scratch[0], numbers, out)
    numbers[:CHOICES] = 0
    if state.to_act == seat:
        legal(state, numbers)
    count = 0
    for action in range(FIRST[state.phase], AFTER[state.phase]):
        if numbers[action]:
            row = values[count]
            count = begin_action(actions, values, count, action)
            row[KIND + KIND_OF[action]] = 1
            if state.phase == t.FLEET:
                row[PLACES + fleet.lowest_empty(state, seat)] = t.POWER[action - layout.PLACE] * PER_CLASS
                _write_odds(action - layout.PLACE, numbers, row, TO_WIN)
            elif state.phase <= t.LOOKING:
                _write_card(state, seat, action, row)
            else:
                scratch[0] = state
                if state.phase == t.ITEMS:
                    _write_item(scratch[0], seat, action - layout.PLAY, numbers, out, row)
                else:
                    _write_bet(state, seat, scratch[0], action, numbers, out, row)
    return count


@rule
def _write_ships(state, seat, numbers, out):
    """What both fleets have left, and how the own ships stand against those that may come next."""
    other = 1 - seat
    face_down = total(state.deck[other]) + total(state.drawn[other]) + (ships.next_place(state, other) != t.EMPTY)
    number, won, tied = 0, 0, 0
    for ship in range(t.CLASSES):
        unseen = t.FLEET_LIST_OF[state.scale, ship] - state.scrap[other, ship]
        if face_down:  # else all that are left come from the Repair Bay
            unseen -= state.bay_seen[other, ship] + state.support[other, ship] + (state.active[other] == ship)
        numbers[WON + ship] = number
        numbers[TIED + ship] = unseen
        number += unseen
        out[AHEAD + 1] += (state.scrap[other, ship] - state.scrap[seat, ship]) * t.POWER[ship] * PER_POWER
    drawn = state.deck[seat] if total(state.deck[seat]) else state.bay[seat]  # AD-8.2
    share, share_drawn = np.float32(1 / number), np.float32(1 / max(1, total(drawn)))
    for ship in range(t.CLASSES):
        out[UNSEEN_SHIPS + ship] = numbers[TIED + ship] * share
        out[DRAWN_POWER] += drawn[ship] * t.POWER[ship] * share_drawn * PER_CLASS
        numbers[WON + ship] = int(numbers[WON + ship] * SURE * share)
        numbers[TIED + ship] = int(numbers[TIED + ship] * SURE * share)
        won += drawn[ship] * numbers[WON + ship]
        tied += drawn[ship] * numbers[TIED + ship]
    numbers[WON + t.EMPTY] = int(won * share_drawn)
    numbers[TIED + t.EMPTY] = int(tied * share_drawn)
    for place in range(t.PLACES):
        if state.field[seat, place] != t.EMPTY:
            _write_odds(state.field[seat, place], numbers, out, PLACE_ODDS + 2 * place)
    for owner in range(t.SEATS):
        fighting = total(state.support[owner]) + (state.active[owner] != t.EMPTY)
        out[LAST_SHIPS + (owner != seat)] = living(state, owner) == max(1, fighting)


@rule
def _write_odds(ship, numbers, out, at):
    """The chances of a ship, or of one that is drawn, to beat an unseen one and to tie."""
    out[at] = numbers[WON + ship] * CHANCE
    out[at + 1] = numbers[TIED + ship] * CHANCE


@rule
def _write_skirmish(state, seat, numbers, out, at):
    """Chances and the gap in power as things stand in ITEMS, else the chances of the next ship."""
    if state.phase == t.ITEMS:
        gap = skirmish.power(state, seat) - skirmish.power(state, 1 - seat)
        out[at] = gap > 0
        out[at + 1] = gap == 0
        out[at + 2] = gap * PER_GAP
    else:
        place = ships.next_place(state, seat)
        _write_odds(t.EMPTY if place == t.EMPTY else state.field[seat, place], numbers, out, at)


@rule
def _write_battle(state, seat, spare, numbers, out):
    """The chance to win the battle at each score, from its end backwards to the score after this skirmish."""
    won, decided = numbers[WON + t.EMPTY], SURE - numbers[TIED + t.EMPTY]
    even = SURE * won // decided if decided else SURE // 2  # sudden death
    for own in range(NEXT):
        for others in range(NEXT):
            spare.wins[seat], spare.wins[1 - seat] = own, others
            victor = collection.battle_winner(spare)
            numbers[SCORE + NEXT * own + others] = even if victor < 0 else SURE * (victor == seat)
    for place in range(t.PLACES - 1, state.skirmish - 1, -1):
        won, tied = numbers[WON + state.field[seat, place]], numbers[TIED + state.field[seat, place]]
        for own in range(t.WINS_NEEDED):
            for others in range(t.WINS_NEEDED):
                at = SCORE + NEXT * own + others
                chance = won * numbers[at + NEXT] + tied * numbers[at + NEXT + 1]
                numbers[at] = (chance + (SURE - won - tied) * numbers[at + 1]) // SURE
        numbers[LEVEL + NEXT + 1] = numbers[LEVEL]
    at = min(SCORE + NEXT * int(state.wins[seat]) + int(state.wins[1 - seat]), LEVEL)
    out[BATTLE] = numbers[at + NEXT] * CHANCE
    out[BATTLE + 1] = numbers[at + NEXT + 1] * CHANCE
    out[BATTLE + 2] = numbers[at + 1] * CHANCE
    out[BATTLE + 3] = _battle(out, out, SKIRMISH)


@rule
def _battle(out, odds, at):
    """The chance to win the battle by those of this skirmish."""
    won, tied = odds[at], odds[at + 1]
    return won * out[BATTLE] + tied * out[BATTLE + 1] + (1 - won - tied) * out[BATTLE + 2]


@rule
def _write_card(state, seat, action, row):
    """SHOP and LOOK: the card, as far as the seat knows it, and what is left of its coins."""
    coins = state.money[seat] - (t.LOOK_PRICE if action < layout.SHOP_DONE else t.KEEP_PRICE * (action == layout.KEEP))
    row[COINS] = coins * PER_COIN
    row[COINS + 1] = (coins - (t.LEAD_BET if seat == state.lead else t.OTHER_BET)) * PER_COIN
    if action != layout.SHOP_DONE:
        slot = action - layout.LOOK if state.phase == t.SHOP else state.looking
        row[LOOKED] = state.looked[1 - seat, slot]
        if state.looked[seat, slot]:
            row[ITEM + state.shop[slot]] = 1
            row[WORKS] = items.does_something(state, seat, state.shop[slot])


@rule
def _write_bet(state, seat, spare, action, numbers, out, row):
    """BET, REPLY and STRATEGY: what the battle is worth once `spare` has seen the action, and a raise is matched."""
    if state.phase == t.REPLY:
        betting.reply(spare, action)
    else:
        strategy.ready_raise_or_swap(spare, action)  # as `open_betting`, to which it adds the swaps
    price = state.money[seat] - spare.money[seat]
    if layout.SWAP <= action < layout.MATCH:
        for place in t.SWAPS[action - layout.SWAP]:
            row[PLACES + place] = t.POWER[spare.field[seat, place]] * PER_CLASS
    if layout.RAISE <= action < layout.SWAP:
        row[GAIN + 1] = (out[BATTLE] * pot(spare) - price) * PER_COIN
        betting.reply(spare, layout.MATCH)
    row[COINS] = spare.money[seat] * PER_COIN
    row[POT_ODDS] = price / pot(spare)
    if action != layout.FORFEIT:
        _write_skirmish(spare, seat, numbers, row, TO_WIN)
    row[TO_WIN_BATTLE] = _battle(out, row, TO_WIN)
    row[GAIN] = (row[TO_WIN_BATTLE] * pot(spare) - price) * PER_COIN


@rule
def _write_item(spare, seat, item, numbers, out, row):
    """ITEMS: how the skirmish stands then; by Reinforcements and Redraw, for each ship that may be drawn."""
    if item != layout.PASS - layout.PLAY:
        row[ITEM + item] = row[WORKS] = 1
    if item == t.REINFORCEMENTS or item == t.REDRAW:
        gap = skirmish.power(spare, seat) - skirmish.power(spare, 1 - seat)
        if item == t.REDRAW:
            gap -= t.POWER[spare.active[seat]]
            items.active_to_deck(spare, seat)
        ships.ready_deck(spare, seat)
        for ship in range(t.CLASSES):
            row[TO_WIN] += spare.deck[seat, ship] * (gap + t.POWER[ship] > 0)
            row[TO_WIN + 1] += spare.deck[seat, ship] * (gap + t.POWER[ship] == 0)
            row[TO_WIN + 2] += spare.deck[seat, ship] * (gap + t.POWER[ship]) * PER_GAP
        for k in range(3):
            row[TO_WIN + k] /= total(spare.deck[seat])
    else:
        if item != layout.PASS - layout.PLAY:
            items.use_item(spare, seat, item)
        _write_skirmish(spare, seat, numbers, row, TO_WIN)
    row[TO_WIN_BATTLE] = _battle(out, row, TO_WIN)
