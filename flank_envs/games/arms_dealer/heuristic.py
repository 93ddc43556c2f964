"""The heuristic: keeps its bet, turns skirmishes as cheaply as it can, raises on good odds, and bluffs."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import random_legal, stream_below
from flank_envs.games.arms_dealer import layout
from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.phases.betting import raised
from flank_envs.games.arms_dealer.phases.skirmish import power
from flank_envs.games.arms_dealer.state import pot, total

SAVINGS = 3  # coins kept beyond the initial bet when shopping
LAST_TO_LAY = 2  # the strongest ships, which are laid last
WHIM, BLUFF = 12, 12  # one ship in so many is laid, and one chance in so many to raise is taken, without a reason
GOOD_ODDS, GREAT_ODDS = 0.56, 0.7  # of winning the battle: raise by little, raise by more
ITEM_EDGE = 0.06  # what an item more than the other's adds to the chance in a skirmish


@rule
def heuristic(state, mask, streams, i):
    if state.phase == t.FLEET:
        return _lay(state, mask, streams, i)
    if state.phase == t.SHOP:
        return _shop(state, streams, i)
    if state.phase == t.LOOKING:
        return layout.KEEP if _is_useful(state, state.to_act, state.shop[state.looking]) else layout.PUT_BACK
    if state.phase == t.ITEMS:
        return _play(state, mask)
    if state.phase == t.REPLY:
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
    for ship in range(t.CLASSES - 1, -1, -1):
        skipped -= state.drawn[seat, ship]
        if skipped < 0:
            return layout.PLACE + ship
    return layout.PLACE


@rule
def _shop(state, streams, i):
    """A card that is new to the seat, as long as the coins for the bet and something to spare are left."""
    seat = state.to_act
    bet = t.LEAD_BET if seat == state.lead else t.OTHER_BET
    if state.money[seat] < bet + SAVINGS + t.LOOK_PRICE + t.KEEP_PRICE:
        return layout.SHOP_DONE
    first = int(stream_below(streams, i, t.SLOTS))
    for k in range(t.SLOTS):
        slot = (first + k) % t.SLOTS
        if state.shop[slot] != t.EMPTY and not state.looked[seat, slot]:
            return layout.LOOK + slot
    return layout.SHOP_DONE


@rule
def _is_useful(state, seat, item):
    """Worth two coins."""
    if item < t.REPAIR or item in (t.REINFORCEMENTS, t.REDRAW):
        return True
    if item < t.REINFORCEMENTS:
        return state.scrap[seat, item - t.REPAIR] > 0
    return total(state.bay[seat]) > total(state.deck[seat])


@rule
def _play(state, mask):
    """Repairs at once; then the cheapest item that turns the skirmish, if there is one."""
    seat = state.to_act
    for item in range(t.RAPID_REPAIR - 1, t.REPAIR - 1, -1):
        if item < t.REINFORCEMENTS and mask[layout.PLAY + item]:
            return layout.PLAY + item
    missing = power(state, 1 - seat) - power(state, seat) + 1
    if missing <= 0:
        return layout.PASS
    if mask[layout.PLAY + t.RAPID_REPAIR] and _mean_power(state.bay[seat]) > _mean_power(state.deck[seat]):
        return layout.PLAY + t.RAPID_REPAIR
    for item in range(t.REPAIR):
        if mask[layout.PLAY + item] and item + 1 >= missing:
            return layout.PLAY + item
    if mask[layout.PLAY + t.REDRAW] and _share_above(state, seat, t.POWER[state.active[seat]] + missing) > 0.5:
        return layout.PLAY + t.REDRAW
    if mask[layout.PLAY + t.REINFORCEMENTS] and _mean_power(state.deck[seat]) >= missing:
        return layout.PLAY + t.REINFORCEMENTS
    if _all_increases(state, seat) >= missing:
        for item in range(t.REPAIR - 1, -1, -1):
            if mask[layout.PLAY + item]:
                return layout.PLAY + item
    return layout.PASS


@rule
def _mean_power(ships):
    sum_ = 0
    for ship in range(t.CLASSES):
        sum_ += ships[ship] * t.POWER[ship]
    return sum_ / max(1, total(ships))


@rule
def _share_above(state, seat, enough):
    """The share of the own Fleet Deck whose ships have enough power."""
    count = 0
    for ship in range(t.CLASSES):
        if t.POWER[ship] >= enough:
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
    for other in range(t.CLASSES):
        number = t.FLEET_LIST_OF[state.scale, other] - state.scrap[enemy, other] - state.bay_seen[enemy, other]
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
    for place in range(t.PLACES):
        if state.field[seat, place] != t.EMPTY:
            if count > 0 or not lost:
                chance += _chance_against(state, seat, state.field[seat, place])
            count += 1
    count -= lost
    chance = chance / count if count > 0 else 0.5
    return _first_to_win(chance, t.WINS_NEEDED - state.wins[seat], t.WINS_NEEDED - state.wins[1 - seat] - lost)


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
    return layout.MATCH if matched + saved >= battle_odds(state, seat, 1) * pot(state) else layout.FORFEIT


@rule
def _next_ship(state, seat):
    for place in range(t.PLACES):
        if state.field[seat, place] != t.EMPTY:
            return int(state.field[seat, place])
    return 2


@rule
def _raise(state, mask, streams, i):
    """The more the better the odds; a bluff now and then."""
    bluff = stream_below(streams, i, BLUFF) == 0
    if not mask[layout.RAISE]:
        return layout.READY
    odds = battle_odds(state, state.to_act, 0)
    if odds < GOOD_ODDS and not bluff:
        return layout.READY
    most = 2 if odds > GREAT_ODDS or bluff else 1
    best = layout.RAISE
    for k in range(len(t.RAISES)):
        if mask[layout.RAISE + k] and k <= most:
            best = layout.RAISE + k
    return best
