"""The heuristic: keeps its bet, turns skirmishes as cheaply as it can, raises on good odds, and bluffs."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import random_legal, stream_below
from flank_envs.games.arms_dealer.layout import (
    FORFEIT,
    KEEP,
    LOOK,
    MATCH,
    PASS,
    PLACE,
    PLAY,
    PUT_BACK,
    RAISE,
    READY,
    SHOP_DONE,
)
from flank_envs.games.arms_dealer.phases.betting import raised
from flank_envs.games.arms_dealer.phases.skirmish import power
from flank_envs.games.arms_dealer.state import pot, total
from flank_envs.games.arms_dealer.tables import (
    CLASSES,
    EMPTY,
    FLEET,
    FLEET_LIST_OF,
    ITEMS,
    KEEP_PRICE,
    LEAD_BET,
    LOOK_PRICE,
    LOOKING,
    OTHER_BET,
    PLACES,
    POWER,
    RAISES,
    RAPID_REPAIR,
    REDRAW,
    REINFORCEMENTS,
    REPAIR,
    REPLY,
    SHOP,
    SLOTS,
    WINS_NEEDED,
)

SAVINGS = 3  # coins kept beyond the initial bet when shopping
LAST_TO_LAY = 2  # the strongest ships, which are laid last
WHIM, BLUFF = 12, 12  # one ship in so many is laid, and one chance in so many to raise is taken, without a reason
GOOD_ODDS, GREAT_ODDS = 0.56, 0.7  # of winning the battle: raise by little, raise by more
ITEM_EDGE = 0.06  # what an item more than the other's adds to the chance in a skirmish


@rule
def heuristic(state, mask, streams, i):
    if state.phase == FLEET:
        return _lay(state, mask, streams, i)
    if state.phase == SHOP:
        return _shop(state, streams, i)
    if state.phase == LOOKING:
        return KEEP if _is_useful(state, state.to_act, state.shop[state.looking]) else PUT_BACK
    if state.phase == ITEMS:
        return _play(state, mask)
    if state.phase == REPLY:
        return _answer(state)
    return _raise(state, mask, streams, i)


@rule
def _lay(state, mask, streams, i):
    """The strongest ships last; of the others the strongest first. Now and then any, so that nobody can rely on it."""
    if stream_below(streams, i, WHIM) == 0:
        return random_legal(mask, streams, i)
    seat = state.to_act
    left = total(state.drawn[seat])
    skipped = LAST_TO_LAY if left > LAST_TO_LAY else left - 1
    for ship in range(CLASSES - 1, -1, -1):
        skipped -= state.drawn[seat, ship]
        if skipped < 0:
            return PLACE + ship
    return PLACE


@rule
def _shop(state, streams, i):
    """A card that is new to the seat, as long as the coins for the bet and something to spare are left."""
    seat = state.to_act
    bet = LEAD_BET if seat == state.lead else OTHER_BET
    if state.money[seat] < bet + SAVINGS + LOOK_PRICE + KEEP_PRICE:
        return SHOP_DONE
    first = int(stream_below(streams, i, SLOTS))
    for k in range(SLOTS):
        slot = (first + k) % SLOTS
        if state.shop[slot] != EMPTY and not state.looked[seat, slot]:
            return LOOK + slot
    return SHOP_DONE


@rule
def _is_useful(state, seat, item):
    """Worth two coins."""
    if item < REPAIR or item in (REINFORCEMENTS, REDRAW):
        return True
    if item < REINFORCEMENTS:
        return state.scrap[seat, item - REPAIR] > 0
    return total(state.bay[seat]) > total(state.deck[seat])


@rule
def _play(state, mask):
    """Repairs at once; then the cheapest item that turns the skirmish, if there is one."""
    seat = state.to_act
    for item in range(RAPID_REPAIR - 1, REPAIR - 1, -1):
        if item < REINFORCEMENTS and mask[PLAY + item]:
            return PLAY + item
    missing = power(state, 1 - seat) - power(state, seat) + 1
    if missing <= 0:
        return PASS
    if mask[PLAY + RAPID_REPAIR] and _mean_power(state.bay[seat]) > _mean_power(state.deck[seat]):
        return PLAY + RAPID_REPAIR
    for item in range(REPAIR):
        if mask[PLAY + item] and item + 1 >= missing:
            return PLAY + item
    if mask[PLAY + REDRAW] and _share_above(state, seat, POWER[state.active[seat]] + missing) > 0.5:
        return PLAY + REDRAW
    if mask[PLAY + REINFORCEMENTS] and _mean_power(state.deck[seat]) >= missing:
        return PLAY + REINFORCEMENTS
    if _all_increases(state, seat) >= missing:
        for item in range(REPAIR - 1, -1, -1):
            if mask[PLAY + item]:
                return PLAY + item
    return PASS


@rule
def _mean_power(ships):
    sum_ = 0
    for ship in range(CLASSES):
        sum_ += ships[ship] * POWER[ship]
    return sum_ / max(1, total(ships))


@rule
def _share_above(state, seat, enough):
    """The share of the own Fleet Deck whose ships have enough power."""
    count = 0
    for ship in range(CLASSES):
        if POWER[ship] >= enough:
            count += state.deck[seat, ship]
    return count / max(1, total(state.deck[seat]))


@rule
def _all_increases(state, seat):
    return state.hand[seat, 0] + 2 * state.hand[seat, 1] + 3 * state.hand[seat, 2]


@rule
def _chance_against(state, seat, ship):
    """The chance of a ship against an unknown one of the other seat's, a draw counting half."""
    enemy = 1 - seat
    better = 0.0
    count = 0
    for other in range(CLASSES):
        number = FLEET_LIST_OF[state.scale, other] - state.scrap[enemy, other] - state.bay_seen[enemy, other]
        count += number
        if ship > other:
            better += number
        elif ship == other:
            better += 0.5 * number
    edge = ITEM_EDGE * (total(state.hand[seat]) - total(state.hand[enemy]))
    return min(max(better / max(1, count) + edge, 0.03), 0.97)


@rule
def battle_odds(state, seat, lost):
    """The chance to win the battle if each skirmish is won with the mean chance of the ships left, the next one being
    given up already if `lost`."""
    chance = 0.0
    count = 0
    for place in range(PLACES):
        if state.field[seat, place] != EMPTY:
            if count > 0 or not lost:
                chance += _chance_against(state, seat, state.field[seat, place])
            count += 1
    count -= lost
    chance = chance / count if count > 0 else 0.5
    return _first_to_win(chance, WINS_NEEDED - state.wins[seat], WINS_NEEDED - state.wins[1 - seat] - lost)


@rule
def _first_to_win(chance, own, others):
    """The chance to win `own` skirmishes before losing `others`."""
    if own <= 0 or others <= 0:
        return 0.5 if own <= 0 and others <= 0 else (1.0 if own <= 0 else 0.0)
    odds = 0.0
    term = chance**own
    for k in range(others):
        odds += term
        term *= (1 - chance) * (own + k) / (k + 1)
    return odds


@rule
def _answer(state):
    """Match if the share of the pot that it is worth is more than it costs."""
    seat = state.to_act
    amount = raised(state)
    matched = battle_odds(state, seat, 0) * (pot(state) + amount) - amount
    ship = _next_ship(state, seat)
    saved = 0.5 * ship * _chance_against(state, seat, ship)  # giving up costs the ship for sure
    return MATCH if matched + saved >= battle_odds(state, seat, 1) * pot(state) else FORFEIT


@rule
def _next_ship(state, seat):
    for place in range(PLACES):
        if state.field[seat, place] != EMPTY:
            return int(state.field[seat, place])
    return 2


@rule
def _raise(state, mask, streams, i):
    """The more the better the odds; a bluff now and then."""
    bluff = stream_below(streams, i, BLUFF) == 0
    if not mask[RAISE]:
        return READY
    odds = battle_odds(state, state.to_act, 0)
    if odds < GOOD_ODDS and not bluff:
        return READY
    most = 2 if odds > GREAT_ODDS or bluff else 1
    best = RAISE
    for k in range(len(RAISES)):
        if mask[RAISE + k] and k <= most:
            best = RAISE + k
    return best
