"""The table of the slow twin of Arms Dealer: who has what, and the piles that chance orders."""

from collections.abc import Callable

from tests.twins.arms_dealer_data import (
    ALL_MONEY,
    ASTEROID_CARDS,
    FLEET,
    ITEM_CARDS,
    LINE,
    MINI,
    PLACES,
    POWER,
    PURSE,
    SEATS,
    SHIPS,
    SLOTS,
    TYPES,
)

Event = tuple[str, int]
Chance = Callable[[Event, list[int]], int]


def cards(counts: list[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


class Table:
    """Everything on the table: full decks (AD-1.1) and purses, nothing laid out yet.

    Piles are called "fleet 0", "fleet 1", "dealer" and "asteroids". Of a `mixed` pile, one in an unknown order, all
    cards are options of the next draw; of another only the first card is.
    Events are ("lead", 0), ("shop_first", 0), ("lay", seat) for ships drawn in the Fleet Phase, ("fight", seat) for
    other ships, ("shop", slot) and ("asteroid", place in the line).
    """

    def __init__(self, chance: Chance, scale: str = "full") -> None:
        full = {"ships": SHIPS, "items": ITEM_CARDS, "asteroids": ASTEROID_CARDS, "purse": PURSE}
        amounts = {"full": full, "mini": MINI}[scale]
        self.chance = chance
        self.over = False
        self.truncated = False
        self.returns = [0.0, 0.0]
        self.phase = FLEET
        self.to_act = self.lead = self.shop_first = 0
        self.battle = 0
        self.skirmish = 1
        self.wins = [0, 0]
        self.money = [amounts["purse"]] * 2
        self.bets = [0, 0]
        self.bank = ALL_MONEY - sum(self.money)
        self.raised: int | None = None
        self.piles = {"fleet 0": cards(amounts["ships"]), "fleet 1": cards(amounts["ships"])}
        self.piles |= {"dealer": cards(amounts["items"]), "asteroids": cards(amounts["asteroids"])}
        self.mixed = set(self.piles)
        self.dealer_discard: list[int] = []
        self.asteroid_discard: list[int] = []
        self.drawn: list[list[int]] = [[], []]
        self.field: list[list[int | None]] = [[None] * PLACES for _ in SEATS]
        self.active: list[int | None] = [None, None]
        self.support: list[list[int]] = [[], []]
        self.boost = [0, 0]
        self.bay: list[list[tuple[int, bool]]] = [[], []]  # (class, the opponent saw it go there)
        self.scrap: list[list[int]] = [[], []]
        self.hand: list[list[int]] = [[], []]
        self.known_items = [[0] * len(TYPES) for _ in SEATS]  # what each seat knows of the other's hand
        self.passes = 0  # in direct succession
        self.item_moves: list[str | None] = [None, None]
        self.line: list[int] = []
        self._empty_shop()
        self._clear_gap()

    def _clear_gap(self) -> None:
        self.gap_action: list[str | None] = [None, None]
        self.gap_swap: list[list[int]] = [[], []]

    def _ships_left(self, seat: int) -> int:
        on_field = PLACES - self.field[seat].count(None)
        return len(self.piles[f"fleet {seat}"]) + on_field + len(self.bay[seat])

    def power(self, seat: int) -> int:
        """AD-5.5: 0 outside a skirmish."""
        return sum(POWER[ship] for ship in self.fighters(seat)) + self.boost[seat]

    def fighters(self, seat: int) -> list[int]:
        ship = self.active[seat]
        return self.support[seat] + ([] if ship is None else [ship])

    # ---------------------------------------------------------------- piles
    def _lay_lines(self) -> None:
        line = [self._lay("asteroids", self.asteroid_discard, ("asteroid", place)) for place in range(LINE)]
        self.line = [kind for kind in line if kind is not None]
        self._empty_shop()
        self.shop = [self._lay("dealer", self.dealer_discard, ("shop", slot)) for slot in range(SLOTS)]

    def _empty_shop(self) -> None:
        self.shop: list[int | None] = [None] * SLOTS
        self.taken_by: list[int | None] = [None] * SLOTS
        self.looked = [[False] * SLOTS for _ in SEATS]
        self.looking: int | None = None

    def _lay(self, pile: str, discard: list[int], event: Event) -> int | None:
        if not self.piles[pile]:
            self.piles[pile] = list(discard)  # AD-7.7
            self.mixed.add(pile)
            discard.clear()
        return self._draw(pile, event) if self.piles[pile] else None

    def _draw(self, pile: str, event: Event) -> int:
        options = self.piles[pile] if pile in self.mixed else self.piles[pile][:1]
        card = self.chance(event, list(options))
        if card not in options:
            raise ValueError(f"{event}: chance gave {card}, but the pile offers {options}")
        self.piles[pile].remove(card)
        return card

    def _can_draw_ship(self, seat: int) -> bool:
        return bool(self.piles[f"fleet {seat}"] or self.bay[seat])

    def _draw_ship(self, seat: int, why: str) -> int:
        if not self.piles[f"fleet {seat}"]:
            self._bay_into_fleet_deck(seat)  # AD-8.2
        return self._draw(f"fleet {seat}", (why, seat))

    def _bay_into_fleet_deck(self, seat: int) -> None:
        ships = [ship for ship, _ in self.bay[seat]]
        self.bay[seat] = []
        self._put_in_fleet_deck(seat, ships)

    def _put_in_fleet_deck(self, seat: int, ships: list[int]) -> None:
        self.piles[f"fleet {seat}"] += ships
        self.mixed.add(f"fleet {seat}")  # AD-8.3
