"""What a seat of the slow twin of Arms Dealer sees: the 283 values of the specification, in its order."""

from tests.twins.arms_dealer import Twin
from tests.twins.arms_dealer_data import (
    ASTEROID_CARDS,
    CLASSES,
    ITEM_CARDS,
    ITEMS,
    PLACES,
    RAISES,
    REPLY,
    SHIPS,
    SLOTS,
    STRATEGY,
    TYPES,
)

GAP_ACTIONS = ["ready", "raise", "swap", "match", "forfeit"]
# Of (name, size); the names serve messages about differences.
BLOCKS = [
    ("phase", 7), ("turn", 1), ("lead", 1), ("shop_first", 1), ("battle", 1), ("skirmish", 6), ("wins", 2),
    ("money", 8), ("raise", 5), ("own_drawn", 5), ("own_field", 25), ("opp_field", 5), ("own_active", 5),
    ("own_support", 5), ("own_power", 2), ("opp_active", 5), ("opp_support", 5), ("opp_power", 2), ("own_deck", 5),
    ("own_bay", 5), ("own_scrap", 5), ("opp_scrap", 5), ("opp_bay_seen", 5), ("opp_sizes", 3), ("own_items", 11),
    ("opp_items_known", 11), ("hand_sizes", 2), ("shop", 36), ("shop_known", 66), ("dealer_discard", 11),
    ("asteroid_discard", 3), ("deck_sizes", 2), ("item_window", 4), ("gap_action", 10), ("gap_swap", 8),
]  # fmt: skip
SIZE = 283


def observe(twin: Twin, seat: int) -> list[float]:
    seen = observe_blocks(twin, seat)
    return [value for name, _ in BLOCKS for value in seen[name]]


def observe_blocks(twin: Twin, seat: int) -> dict[str, list[float]]:
    opp = 1 - seat
    own_bay = [ship for ship, _ in twin.bay[seat]]
    opp_bay_seen = [ship for ship, seen in twin.bay[opp] if seen]
    opp_sizes = [len(twin.piles[f"fleet {opp}"]) / 25, len(twin.bay[opp]) / 25, len(twin.drawn[opp]) / 5]
    return {
        "phase": [float(twin.phase == phase) for phase in range(STRATEGY + 1)],
        "turn": [float(twin.to_act == seat)],
        "lead": [float(twin.lead == seat)],
        "shop_first": [float(twin.shop_first == seat)],
        "battle": [twin.battle / twin.max_battles],
        "skirmish": [float(min(twin.skirmish, 6) == number) for number in range(1, 7)],
        "wins": [clip(twin.wins[seat], 6), clip(twin.wins[opp], 6)],
        "money": _money(twin, seat, opp),
        "raise": [float(twin.phase == REPLY and twin.raised == amount) for amount in RAISES],
        "own_drawn": [twin.drawn[seat].count(kind) / 5 for kind in CLASSES],
        "own_field": [float(ship == kind) for ship in twin.field[seat] for kind in CLASSES],
        "opp_field": [float(ship is not None) for ship in twin.field[opp]],
        "own_active": [float(twin.active[seat] == kind) for kind in CLASSES],
        "own_support": [twin.support[seat].count(kind) / 5 for kind in CLASSES],
        "own_power": [clip(twin.boost[seat], 1500), clip(twin.power(seat), 3000)],
        "opp_active": [float(twin.active[opp] == kind) for kind in CLASSES],
        "opp_support": [twin.support[opp].count(kind) / 5 for kind in CLASSES],
        "opp_power": [clip(twin.boost[opp], 1500), clip(twin.power(opp), 3000)],
        "own_deck": per_count(twin.piles[f"fleet {seat}"], SHIPS),
        "own_bay": per_count(own_bay, SHIPS),
        "own_scrap": per_count(twin.scrap[seat], SHIPS),
        "opp_scrap": per_count(twin.scrap[opp], SHIPS),
        "opp_bay_seen": per_count(opp_bay_seen, SHIPS),
        "opp_sizes": opp_sizes,
        "own_items": per_count(twin.hand[seat], ITEM_CARDS),
        "opp_items_known": [known / ITEM_CARDS[item] for item, known in enumerate(twin.known_items[seat])],
        "hand_sizes": [clip(len(twin.hand[seat]), 15), clip(len(twin.hand[opp]), 15)],
        "shop": [flag for slot in range(SLOTS) for flag in _slot(twin, seat, slot)],
        "shop_known": _shop_known(twin, seat),
        "dealer_discard": per_count(twin.dealer_discard, ITEM_CARDS),
        "asteroid_discard": per_count(twin.asteroid_discard, ASTEROID_CARDS),
        "deck_sizes": [len(twin.piles["dealer"]) / 45, len(twin.piles["asteroids"]) / 20],
        "item_window": [
            float(twin.phase == ITEMS and twin.item_moves[player] == move)
            for player in (seat, opp)
            for move in ("passed", "played")
        ],
        "gap_action": [float(twin.gap_action[player] == action) for player in (seat, opp) for action in GAP_ACTIONS],
        "gap_swap": [float(place in twin.gap_swap[player]) for player in (seat, opp) for place in range(2, PLACES + 1)],
    }


def clip(number: int, most: int) -> float:
    return min(number, most) / most


def per_count(held: list[int], counts: list[int]) -> list[float]:
    return [held.count(kind) / count for kind, count in enumerate(counts)]


def _money(twin: Twin, seat: int, opp: int) -> list[float]:
    purses = [twin.money[seat], twin.money[opp]]
    small = [*purses, twin.bets[seat], twin.bets[opp]]
    large = [*purses, sum(twin.bets), twin.bank]
    return [clip(coins, 40) for coins in small] + [coins / 200 for coins in large]


def _slot(twin: Twin, seat: int, slot: int) -> list[float]:
    opp = 1 - seat
    flags = [
        twin.shop[slot] is not None,
        twin.taken_by[slot] == seat,
        twin.taken_by[slot] == opp,
        twin.looked[seat][slot],
        twin.looked[opp][slot],
        twin.looking == slot,
    ]
    return [float(flag) for flag in flags]


def _shop_known(twin: Twin, seat: int) -> list[float]:
    return [float(twin.looked[seat][slot] and twin.shop[slot] == item) for slot in range(SLOTS) for item in TYPES]
