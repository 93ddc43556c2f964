"""What lies on the table in FLANK, and the plain questions about it. A part of the slow twin."""

from collections.abc import Callable

from tests.twins.flank_data import (
    CHEAP_ROACH,
    COLOURS,
    COPIES,
    DRAFT,
    HIVE_GROWTH,
    KINDS,
    MINIATURES,
    OVERRUN,
    POPULATION_LIMIT,
    ROACH,
    SEATS,
    TOKEN_LIMIT,
    TYPES,
    UNITS,
    UPGRADES,
    ZONE_LIMIT,
    ZONES,
    Unit,
)


class Table:
    """All fields of a game. Zones are absolute (seat 0's); lists per seat come first, then per zone, then per type."""

    def __init__(
        self,
        initiative: int,
        draw: Callable[[int, list[int]], int],
        factions: tuple[int, int] | None = None,
        attacker_bonus: int = 1,
        final_round: int | None = 20,
        max_decisions: int = 4000,
    ) -> None:
        self.draw_card = draw  # called with the seat and the deck by kind; says which card is on top
        self.attacker_bonus = attacker_bonus
        self.final_round = final_round
        self.max_decisions = max_decisions
        self.phase = DRAFT
        self.to_act = 1 - initiative
        self.over = False
        self.truncated = False
        self.returns = [0.0, 0.0]
        self.decisions = 0
        self.round = 0
        self.initiative = initiative
        self.faction: list[int | None] = list(factions) if factions else [None, None]
        self.bases = [[False] * ZONES for _ in SEATS]
        self.units = [[[0] * TYPES for _ in range(ZONES)] for _ in SEATS]
        self.tokens = [[0] * COLOURS for _ in SEATS]
        self.hand = [[0] * KINDS for _ in SEATS]
        self.deck = [COPIES] * KINDS
        self.discard = [0] * KINDS
        self.upgrades = [[False] * UPGRADES for _ in SEATS]
        self.buying: int | None = None
        self.target: int | None = None
        self.source: int | None = None
        self.moved = 0
        self.free_moves = 0
        self.clear_battle()

    def clear_battle(self) -> None:
        self.battle_zone: int | None = None
        self.attacker: int | None = None
        self.formation_begun = False
        self.revealed = False
        self.sheet = [[[0] * TYPES for _ in range(3)] for _ in SEATS]
        self.force = [[0] * TYPES for _ in SEATS]
        self.removed = [[0] * TYPES for _ in SEATS]
        self.lost = [[0] * TYPES for _ in SEATS]
        self.mine: list[int | None] = [None, None]
        self.extra = [[0] * COLOURS for _ in SEATS]
        self.blue = [0, 0]
        self.out = [False, False]
        self.spent = 0
        self.kills = 0
        self.uses = [[0] * 6 for _ in SEATS]
        self.result: int | None = None  # the winner's seat, -1 for a tie
        self.placing: list[int] = []

    # ---------------------------------------------------------------- pieces
    def unit(self, seat: int, type_: int) -> Unit:
        faction = self.faction[seat]
        assert faction is not None
        return UNITS[faction][type_]

    def units_in(self, seat: int, zone: int) -> int:
        return sum(self.units[seat][zone])

    def active(self, seat: int, type_: int) -> int:
        """Miniatures of a type that are on the board or in the battle."""
        on_board = sum(zone[type_] for zone in self.units[seat])
        on_sheet = sum(part[type_] for part in self.sheet[seat])
        return on_board + on_sheet + self.force[seat][type_] + self.removed[seat][type_]

    def population(self, seat: int) -> int:
        on_board, on_sheet = (sum(map(sum, parts)) for parts in (self.units[seat], self.sheet[seat]))
        return on_board + on_sheet + sum(self.force[seat]) + sum(self.removed[seat])

    def controlled(self, seat: int) -> int:
        return sum(self.bases[seat][zone] or self.units_in(seat, zone) > 0 for zone in range(ZONES))

    def hostile(self, seat: int, zone: int) -> bool:
        """FL-5.5."""
        return self.bases[1 - seat][zone] or self.units_in(1 - seat, zone) > 0

    # ---------------------------------------------------------------- limits
    def has(self, seat: int, upgrade: tuple[int, int]) -> bool:
        """FL-11.1."""
        faction, number = upgrade
        return self.faction[seat] == faction and self.upgrades[seat][number]

    def zone_limit(self, seat: int, zone: int) -> int:
        return ZONE_LIMIT[zone] + self.has(seat, OVERRUN)

    def room(self, seat: int, zone: int) -> int:
        """FL-5.4, FL-5.8: how many units the player may still move there."""
        bonus = self.attacker_bonus if self.hostile(seat, zone) else 0
        return self.zone_limit(seat, zone) + bonus - self.units_in(seat, zone)

    def population_limit(self, seat: int) -> int:
        return 12 if self.has(seat, HIVE_GROWTH) else POPULATION_LIMIT

    def unit_cost(self, seat: int, type_: int) -> list[int]:
        if type_ == ROACH and self.has(seat, HIVE_GROWTH):
            return CHEAP_ROACH
        return self.unit(seat, type_).cost

    def may_add(self, seat: int, type_: int) -> bool:
        """FL-4.2: a miniature in the supply, and population below the limit."""
        return self.active(seat, type_) < MINIATURES and self.population(seat) < self.population_limit(seat)

    # ---------------------------------------------------------------- tokens and cards
    def affordable(self, seat: int, cost: list[int]) -> bool:
        return all(have >= price for have, price in zip(self.tokens[seat], cost, strict=True))

    def pay(self, seat: int, cost: list[int]) -> None:
        self.tokens[seat] = [have - price for have, price in zip(self.tokens[seat], cost, strict=True)]

    def gain(self, seat: int, tokens: list[int]) -> None:
        """FL-3.4: what is above a limit is not taken."""
        sums = [have + more for have, more in zip(self.tokens[seat], tokens, strict=True)]
        self.tokens[seat] = [min(n, limit) for n, limit in zip(sums, TOKEN_LIMIT, strict=True)]

    def draw_cards(self, seat: int, count: int) -> None:
        """An empty deck is renewed from the discard pile; without one the draw is skipped."""
        for _ in range(count):
            if sum(self.deck) == 0:
                self.deck, self.discard = self.discard, [0] * KINDS
            if sum(self.deck) == 0:
                return
            kind = self.draw_card(seat, list(self.deck))
            assert self.deck[kind] > 0, f"a card of kind {kind} was drawn, but the deck is {self.deck}"
            self.deck[kind] -= 1
            self.hand[seat][kind] += 1  # FL-3.6
