"""What lies on the table in Mercy Frontier, and small questions about it. A part of the slow twin."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.twins.mercy_frontier_data import (
    ACCELERATED_TOKENS,
    BEACONS,
    BEACONS_OF_A_COLOUR,
    BROKERS_SEAL,
    CARDS,
    COLOSSUS,
    DECK,
    DOUBLE_FACES,
    FACES,
    FIELD_TILES,
    GAME_OVER,
    HEALTH_TOKENS,
    HOME_FACES,
    LOSING,
    MARKET,
    MIDDLE,
    OUTPOST,
    OUTPOSTS,
    REFINERIES,
    REFINERY,
    RESOURCES,
    SEAL_DISCOUNT,
    SEATS,
    SINGLE_FACES,
    START_TOKENS,
    START_WORKERS,
    TILES,
    TOKENS,
    VOID_FORGE,
    WORKERS,
    ZONES,
    Card,
    Cell,
    cell_at,
    own_cell,
    tile_of,
    turned_tile,
)


@dataclass(eq=False)
class Mercenary:
    seat: int
    number: int  # of its card
    cells: set[Cell] = field(default_factory=set)  # of its token; none while it waits
    health: int = 0
    maximum: int = 0
    left: int = 0
    legs: int = 0
    gone: int | None = None  # the direction of its first leg

    @property
    def card(self) -> Card:
        return CARDS[self.number]


@dataclass(eq=False)
class Building:
    seat: int
    kind: int
    cells: set[Cell]


class Table:
    """Pieces, cards and who decides.

    Chance is injected: faces of tiles 3 to 11 (numbers of FACES), relics of tiles 6, 7, 8, the deck with the next card
    first, and `reshuffle(gaps, cards)`, which gives the new order of the discarded cards when the market positions
    `gaps` are still to be filled.
    """

    def __init__(
        self,
        faces: list[int],
        relics: list[int],
        deck: list[int],
        reshuffle: Callable[[list[int], list[int]], list[int]],
        accelerated: bool = False,
        lanes: bool = False,
        persistent_health: bool = False,
        turn_cap: int = 60,
    ) -> None:
        self.accelerated, self.lanes, self.persistent_health = accelerated, lanes, persistent_health
        self.turn_cap, self.reshuffle = turn_cap, reshuffle
        self.lay_tiles(faces)
        assert len(relics) == len(set(relics) & set(range(5))) == 3
        self.relics = dict(zip(MIDDLE, relics, strict=True))  # MF-1.3
        assert sorted(deck) == DECK
        self.deck = deck[len(MARKET) :]
        self.market: list[int | None] = [*deck[: len(MARKET)]]  # MF-1.4
        self.discard: list[int] = []

        tokens = ACCELERATED_TOKENS if accelerated else START_TOKENS
        self.resources = [[tokens] * 3 for _ in SEATS]  # MF-1.5
        self.owned = [START_WORKERS] * 2
        self.unplaced = [0, 0]
        self.workers: list[set[Cell]] = [set(), set()]
        self.zones: list[list[Mercenary | None]] = [[None for _ in ZONES] for _ in SEATS]
        self.buildings: list[Building] = []
        if accelerated:  # MF-1.6
            for seat in SEATS:
                for _, cell in self.nodes[turned_tile(seat, 1)]:
                    self.buildings.append(Building(seat, REFINERY, {cell}))
        self.lost = [0, 0]  # buildings
        self.overcharge = [False, False]
        self.colossus_earned = False
        self.colossus_owed = [False, False]

        self.priority = 0  # MF-1.7
        self.turn = 0
        self.stage = 0
        self.phase, self.to_act = WORKERS, 0
        self.over = self.truncated = False
        self.returns = [0.0, 0.0]
        self.drop_pending()

    def lay_tiles(self, faces: list[int]) -> None:
        """MF-1.1, MF-1.2."""
        by_tile = dict(zip(FIELD_TILES, faces, strict=True))
        assert sorted(by_tile[tile] for tile in MIDDLE) == DOUBLE_FACES
        assert sorted(face for tile, face in by_tile.items() if tile not in MIDDLE) == SINGLE_FACES
        self.covered = set(FIELD_TILES)
        self.nodes: dict[int, list[tuple[int, Cell]]] = {}  # resource and space, by tile
        for tile, face in by_tile.items():
            self.nodes[tile] = [(resource, cell_at(tile, local)) for resource, local in FACES[face]]
        for seat in SEATS:
            for tile, face in HOME_FACES.items():
                nodes = [(resource, own_cell(seat, tile, local)) for resource, local in FACES[face]]
                self.nodes[turned_tile(seat, tile)] = nodes

    def drop_pending(self) -> None:
        self.building: int | None = None  # being built
        self.tile: int | None = None  # chosen for a building or a token
        self.zone: int | None = None  # being placed, or using its ability
        self.hiring: int | None = None  # market position
        self.sweeping = False
        self.due = 0

    def end(self, winner: int | None) -> None:
        self.over = True
        self.truncated = winner is None
        self.returns = [0.0, 0.0] if winner is None else [1.0 if seat == winner else -1.0 for seat in SEATS]
        self.phase, self.to_act = GAME_OVER, -1

    # ---------------------------------------------------------------- supplies
    def bank(self, resource: int) -> int:
        return TOKENS - sum(self.resources[seat][resource] for seat in SEATS)

    def gain(self, seat: int, resource: int, count: int) -> None:
        self.resources[seat][resource] += min(count, self.bank(resource))

    def affordable(self, seat: int, cost: list[int]) -> bool:
        return all(self.resources[seat][resource] >= cost[resource] for resource in RESOURCES)

    def pay(self, seat: int, cost: list[int]) -> None:
        for resource in RESOURCES:
            self.resources[seat][resource] -= cost[resource]

    def node_kind(self, cell: Cell) -> int:
        return next(resource for resource, place in self.nodes[tile_of(cell)] if place == cell)

    def refineries_left(self, resource: int) -> int:
        standing = [b for b in self.buildings if b.kind == REFINERY and self.node_kind(min(b.cells)) == resource]
        return REFINERIES[resource] - len(standing)

    def outposts_left(self, seat: int) -> int:
        return OUTPOSTS - sum(b.kind == OUTPOST and b.seat == seat for b in self.buildings)

    def beacons_left(self, kind: int) -> int:
        return BEACONS_OF_A_COLOUR - sum(b.kind == kind for b in self.buildings)

    def beacon(self, seat: int, kind: int) -> Building | None:
        assert kind in BEACONS
        return next((b for b in self.buildings if b.kind == kind and b.seat == seat), None)

    def free_health(self) -> int:
        return HEALTH_TOKENS - sum(merc.health for seat in SEATS for merc in self.on_board(seat))

    # ---------------------------------------------------------------- the board
    def controller(self, tile: int) -> int | None:
        """MF-2.1."""
        if tile < 3:
            return 0
        if tile >= TILES - 3:
            return 1
        return next((b.seat for b in self.buildings if b.kind == OUTPOST and tile_of(min(b.cells)) == tile), None)

    def has_relic(self, seat: int, relic: int) -> bool:
        """MF-4.9."""
        return any(self.relics[tile] == relic and self.controller(tile) == seat for tile in MIDDLE)

    def on_board(self, seat: int) -> list[Mercenary]:
        return [merc for merc in self.zones[seat] if merc is not None and merc.cells]

    def token_cells(self, seat: int) -> set[Cell]:
        return {cell for merc in self.on_board(seat) for cell in merc.cells}

    def all_token_cells(self) -> set[Cell]:
        return self.token_cells(0) | self.token_cells(1)

    def building_cells(self, seat: int) -> set[Cell]:
        return {cell for b in self.buildings if b.seat == seat for cell in b.cells}

    def all_building_cells(self) -> set[Cell]:
        return self.building_cells(0) | self.building_cells(1)

    def node_cells(self, tile: int) -> set[Cell]:
        return {cell for _, cell in self.nodes[tile]}

    # ---------------------------------------------------------------- mercenaries
    def attack(self, merc: Mercenary) -> int:
        """Without charge."""
        forge = self.has_relic(merc.seat, VOID_FORGE)
        return merc.card.attack + int(forge) + int(self.overcharge[merc.seat])

    def price(self, seat: int, number: int) -> int:
        credits = CARDS[number].credits
        return max(1, credits - SEAL_DISCOUNT) if self.has_relic(seat, BROKERS_SEAL) else credits

    def free_zone(self, seat: int) -> int | None:
        """The lowest."""
        return next((zone for zone in ZONES if self.zones[seat][zone] is None), None)

    def take_contract(self, seat: int, position: int) -> None:
        zone, number = self.free_zone(seat), self.market[position]
        assert zone is not None
        assert number is not None
        self.market[position] = None
        self.zones[seat][zone] = Mercenary(seat, number)  # MF-5.3

    def refill_market(self) -> None:
        gaps = [position for position in MARKET if self.market[position] is None]
        while gaps:
            if not self.deck and self.discard:
                order = self.reshuffle(gaps, sorted(self.discard))
                assert sorted(order) == sorted(self.discard)
                self.deck, self.discard = list(order), []
            if not self.deck:
                return
            self.market[gaps.pop(0)] = self.deck.pop(0)  # MF-5.5

    def restore(self, merc: Mercenary, most: int) -> None:
        """Give back lost health, while health tokens last."""
        merc.health += min(most, merc.maximum - merc.health, self.free_health())

    def hit(self, merc: Mercenary, damage: int) -> None:
        merc.health = max(0, merc.health - damage)

    def defeat(self, merc: Mercenary) -> None:
        """MF-9.7."""
        self.zones[merc.seat][self.zones[merc.seat].index(merc)] = None
        if merc.number != COLOSSUS:
            self.discard.append(merc.number)

    def kill_worker(self, seat: int, cell: Cell) -> None:
        """MF-3.7."""
        self.workers[seat].remove(cell)
        self.owned[seat] -= 1

    def destroy(self, building: Building) -> None:
        self.buildings.remove(building)  # MF-4.6
        for seat in SEATS:
            for cell in building.cells & self.workers[seat]:  # MF-9.9
                self.kill_worker(seat, cell)
        self.lost[building.seat] += 1

    def loser(self) -> int | None:
        return next((seat for seat in SEATS if self.lost[seat] >= LOSING), None)
