"""BUILD and UPGRADE_DISCARD: units on own bases, upgrade cards."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import BUILD_UNIT, BUY_UPGRADE, DROP_UPGRADE, END, END_BIT
from flank_envs.games.flank.state import (
    count_bits,
    has_upgrade,
    population,
    population_limit,
    put_unit,
    zone_limit,
)


@rule
def begin_build(state):
    state.phase = t.BUILD
    state.to_act = state.initiative


@rule
def legal_build(state):
    seat = state.to_act
    legal = END_BIT | buyable_upgrades(state, seat) << (BUY_UPGRADE - BUILD_UNIT)
    types = buildable_types(state, seat)
    sites = open_sites(state, seat) if types else 0
    for kind in range(t.TYPES):
        if (types >> kind) & 1:
            legal |= sites << (kind * t.SITES)
    return legal


@rule
def build(state, action):
    """FL-4.1: one unit or one upgrade, paid at once. True when the player stops."""
    if action == END:
        return True
    seat = state.to_act
    if action < BUY_UPGRADE:
        kind = (action - BUILD_UNIT) // t.SITES
        pay(state, seat, unit_item(state, seat, kind))
        put_unit(state, seat, t.SITE_ZONE[seat, (action - BUILD_UNIT) % t.SITES], kind)
        state.active[seat, kind] += 1
    else:
        upgrade = action - BUY_UPGRADE
        pay(state, seat, t.FIRST_UPGRADE_ITEM + upgrade)
        _activate(state, seat, upgrade)
    return False


@rule
def legal_upgrade_discard(state):
    return int(state.upgrades[state.to_act])


@rule
def drop_upgrade(state, action):
    """FL-4.6: a card goes back to the deck, the one paid for takes its place."""
    seat = state.to_act
    state.upgrades[seat] ^= (1 << (action - DROP_UPGRADE)) | (1 << int(state.buying))
    state.buying = t.NONE
    state.phase = t.BUILD


@rule
def _activate(state, seat, upgrade):
    """FL-4.5, FL-4.6: beyond the limit, which the new card may raise itself, another card must go first."""
    council = has_upgrade(state, seat, t.ELDER_COUNCIL) or state.faction[seat] * t.UPGRADES + upgrade == t.ELDER_COUNCIL
    if count_bits(state.upgrades[seat]) < (t.COUNCIL_UPGRADE_LIMIT if council else t.UPGRADE_LIMIT):
        state.upgrades[seat] |= 1 << upgrade
    else:
        state.buying = upgrade
        state.phase = t.UPGRADE_DISCARD


@rule
def buildable_types(state, seat):
    """FL-4.2: payable, a miniature left, and population below its limit; as bits."""
    if population(state, seat) >= population_limit(state, seat):
        return 0
    left = 0
    for kind in range(t.TYPES):
        left |= int(state.active[seat, kind] < t.MINIATURES) << kind
    return left & payable_types(state, seat)


@rule
def open_sites(state, seat):
    """FL-4.3: own bases in zones with room; as bits."""
    sites = 0
    for site in range(t.SITES):
        zone = int(t.SITE_ZONE[seat, site])
        stands = (state.bases[seat] >> zone) & 1 == 1
        sites |= int(stands & (state.crowd[seat, zone] < zone_limit(state, seat, zone))) << site
    return sites


@rule
def buyable_upgrades(state, seat):
    """FL-4.5: not active and payable; as bits."""
    cards = (payable_items(state, seat) >> t.FIRST_UPGRADE_ITEM) & ((1 << t.UPGRADES) - 1)
    return cards & ~int(state.upgrades[seat])


@rule
def unit_item(state, seat, kind):
    """Hive Growth makes Roaches cheaper."""
    return t.GROWN_ROACH_ITEM if kind == t.ROACH and has_upgrade(state, seat, t.HIVE_GROWTH) else kind


@rule
def can_pay(state, seat, item):
    return (payable_items(state, seat) >> item) & 1 == 1


@rule
def payable_types(state, seat):
    """Types of units, as bits."""
    items = payable_items(state, seat)
    types = items & ((1 << t.TYPES) - 1)
    if (items >> unit_item(state, seat, t.ROACH)) & 1:
        types |= 1 << t.ROACH
    return types


@rule
def payable_items(state, seat):
    """Units and upgrades, as bits."""
    tokens = state.tokens
    return int(t.PAYABLE[state.faction[seat], tokens[seat, 0], tokens[seat, 1], tokens[seat, 2]])


@rule
def pay(state, seat, item):
    faction = state.faction[seat]
    state.tokens[seat, t.BLUE_TOKEN] -= t.PRICE[faction, item, t.BLUE_TOKEN]
    state.tokens[seat, t.GREEN_TOKEN] -= t.PRICE[faction, item, t.GREEN_TOKEN]
    state.tokens[seat, t.YELLOW_TOKEN] -= t.PRICE[faction, item, t.YELLOW_TOKEN]
