"""Workers and buildings of Mercy Frontier. A part of the slow twin."""

from tests.twins.mercy_frontier_battle import Battles
from tests.twins.mercy_frontier_data import (
    A_BUILD,
    A_BUY,
    A_CELL,
    A_MARKET,
    A_SPOT,
    A_TILE,
    BEACONS,
    BIOFUEL_BEACON,
    BUILD,
    BUILD_CELL,
    BUILD_NODE,
    BUILD_TILE,
    CARDS,
    COMMON,
    COSTS,
    CRY_BARRAGE,
    CRY_RECRUIT,
    CRYSTAL,
    CRYSTAL_BEACON,
    DONE,
    FIELD_TILES,
    FRONT_CAMP,
    MARKET,
    MOST_WORKERS,
    NEOSTEEL_BEACON,
    OUTPOST,
    PLAYABLE_TILES,
    REAR_CAMP,
    REFINERY,
    SHAPES,
    WELLSPRING,
    WORKER_COST,
    Cell,
    block,
    cell_at,
    cells_of,
    own_cell,
    tile_of,
    touched_tiles,
    turned_tile,
)
from tests.twins.mercy_frontier_table import Building

ROOM_TO_FLIP = 3  # spaces of a covered tile that must be free of tokens


class Builders(Battles):
    # ---------------------------------------------------------------- MF-3 workers
    def spots(self, seat: int) -> dict[int, Cell]:
        """Action and space of each node and camp on controlled tiles (MF-2.2, MF-3.2)."""
        found = {}
        for tile in PLAYABLE_TILES:
            absolute = turned_tile(seat, tile)
            if self.controller(absolute) != seat:
                continue
            first = A_SPOT + tile * 4
            for k, (_, cell) in enumerate(self.nodes[absolute]):
                found[first + k] = cell
            found[first + 2] = own_cell(seat, tile, FRONT_CAMP)
            found[first + 3] = own_cell(seat, tile, REAR_CAMP)
        return found

    def free_spots(self, seat: int) -> dict[int, Cell]:
        """MF-3.3."""
        taken = self.workers[0] | self.workers[1] | self.token_cells(1 - seat) | self.building_cells(1 - seat)
        return {action: cell for action, cell in self.spots(seat).items() if cell not in taken}  # MF-2.3

    def legal_workers(self) -> list[int]:
        seat = self.to_act
        return [DONE, *self.free_spots(seat)] if self.unplaced[seat] > 0 else [DONE]

    def do_workers(self, action: int) -> None:
        spots = self.free_spots(self.to_act)
        if action == DONE:  # MF-3.4
            best_first = sorted(spots, key=lambda spot: self.spot_rank(spot, spots[spot]))
            for spot in best_first[: self.unplaced[self.to_act]]:
                self.place_worker(spots[spot])
        else:
            self.place_worker(spots[action])

    def spot_rank(self, action: int, cell: Cell) -> tuple[int, int, int]:
        """Refineries, other nodes, camps; crystal, neosteel, biofuel; action."""
        if cell not in self.node_cells(tile_of(cell)):
            return 2, 0, action
        refinery = cell in self.own_refineries(self.to_act)
        return (0 if refinery else 1), -self.node_kind(cell), action

    def own_refineries(self, seat: int) -> set[Cell]:
        return {min(b.cells) for b in self.buildings if b.kind == REFINERY and b.seat == seat}

    def place_worker(self, cell: Cell) -> None:
        self.workers[self.to_act].add(cell)
        self.unplaced[self.to_act] -= 1

    def collect(self, seat: int) -> None:
        for tile in PLAYABLE_TILES:
            for resource, cell in self.nodes[turned_tile(seat, tile)]:
                if cell in self.workers[seat]:  # MF-3.5
                    self.gain(seat, resource, 2 if cell in self.own_refineries(seat) else 1)
        if self.has_relic(seat, WELLSPRING):
            self.gain(seat, CRYSTAL, 1)

    def legal_buy_worker(self) -> list[int]:
        seat = self.to_act
        return [DONE, A_BUY] if self.owned[seat] < MOST_WORKERS and self.affordable(seat, WORKER_COST) else [DONE]

    def do_buy_worker(self, action: int) -> None:
        self.pay(self.to_act, WORKER_COST)  # MF-3.6
        self.owned[self.to_act] += 1

    # ---------------------------------------------------------------- MF-4 where buildings may go
    def has_worker_on(self, seat: int, tile: int) -> bool:
        return any(tile_of(cell) == tile for cell in self.workers[seat])

    def free_spaces(self, tile: int) -> set[Cell]:
        """Spaces without node, building or token."""
        return cells_of(tile) - self.node_cells(tile) - self.all_building_cells() - self.all_token_cells()

    def building_tiles(self, seat: int) -> list[int]:
        """Own-frame tiles for refineries and beacons."""
        tiles = [(tile, turned_tile(seat, tile)) for tile in PLAYABLE_TILES]
        return [own for own, tile in tiles if self.controller(tile) == seat and self.has_worker_on(seat, tile)]

    def legal_build_node(self) -> list[int]:
        taken = self.all_building_cells() | self.all_token_cells()
        found = []
        for tile in self.building_tiles(self.to_act):
            for k, (resource, cell) in enumerate(self.nodes[turned_tile(self.to_act, tile)]):
                if cell not in taken and self.refineries_left(resource) > 0:
                    found.append(A_SPOT + tile * 4 + k)
        return found

    def beacon_anchors(self, seat: int, kind: int, tile: int) -> list[int]:
        """Own-frame local cells of an own-frame tile."""
        free = self.free_spaces(turned_tile(seat, tile))
        return [local for local in range(25) if block(seat, cell_at(tile, local), SHAPES[kind]) <= free]

    def beacon_tiles(self, seat: int, kind: int) -> list[int]:
        if self.beacons_left(kind) == 0 or self.beacon(seat, kind) is not None:
            return []
        return [tile for tile in self.building_tiles(seat) if self.beacon_anchors(seat, kind, tile)]

    def outpost_tiles(self, seat: int) -> list[int]:
        """Own-frame tiles."""
        if self.outposts_left(seat) == 0:
            return []
        touched = {tile for cell in self.workers[seat] for tile in touched_tiles(cell)}
        fit = [t for t in FIELD_TILES if t in touched and self.controller(t) is None and self.has_room(t)]
        return [turned_tile(seat, tile) for tile in fit]

    def has_room(self, tile: int) -> bool:
        if tile in self.covered:  # MF-4.5
            return len(cells_of(tile) - self.all_token_cells()) >= ROOM_TO_FLIP
        return bool(self.free_spaces(tile))

    # ---------------------------------------------------------------- MF-4 building
    def legal_build(self) -> list[int]:
        """MF-4.1."""
        seat = self.to_act
        places = {REFINERY: self.legal_build_node(), OUTPOST: self.outpost_tiles(seat)}
        places |= {kind: self.beacon_tiles(seat, kind) for kind in BEACONS}
        return [DONE] + [A_BUILD + kind for kind in places if places[kind] and self.affordable(seat, COSTS[kind])]

    def do_build(self, action: int) -> None:
        self.building = action - A_BUILD
        self.phase = BUILD_NODE if self.building == REFINERY else BUILD_TILE

    def do_build_node(self, action: int) -> None:
        tile, k = divmod(action - A_SPOT, 4)
        _, cell = self.nodes[turned_tile(self.to_act, tile)][k]
        self.pay(self.to_act, COSTS[REFINERY])  # MF-4.2
        self.buildings.append(Building(self.to_act, REFINERY, {cell}))
        self.drop_pending()
        self.phase = BUILD

    def legal_build_tile(self) -> list[int]:
        assert self.building is not None
        if self.building == OUTPOST:
            return [A_TILE + tile for tile in self.outpost_tiles(self.to_act)]
        return [A_TILE + tile for tile in self.beacon_tiles(self.to_act, self.building)]  # MF-4.3

    def do_build_tile(self, action: int) -> None:
        assert self.building is not None
        self.tile = turned_tile(self.to_act, action - A_TILE)
        self.pay(self.to_act, COSTS[self.building])
        if self.building == OUTPOST:  # MF-4.4
            self.covered.discard(self.tile)  # MF-4.5
        self.phase = BUILD_CELL

    def legal_build_cell(self) -> list[int]:
        assert self.building is not None
        assert self.tile is not None
        tile = turned_tile(self.to_act, self.tile)
        return [A_CELL + local for local in self.beacon_anchors(self.to_act, self.building, tile)]

    def do_build_cell(self, action: int) -> None:
        assert self.building is not None
        assert self.tile is not None
        seat, kind = self.to_act, self.building
        anchor = cell_at(turned_tile(seat, self.tile), action - A_CELL)
        self.buildings.append(Building(seat, kind, block(seat, anchor, SHAPES[kind])))  # MF-2.4
        self.drop_pending()
        if not self.colossus_earned and all(self.beacon(seat, beacon) for beacon in BEACONS):  # MF-4.8
            self.colossus_earned = self.colossus_owed[seat] = True
        self.phase = BUILD
        self.cry(seat, kind)

    # ---------------------------------------------------------------- battle cries
    def cry(self, seat: int, kind: int) -> None:
        if kind == BIOFUEL_BEACON and self.legal_cry_recruit() and self.free_zone(seat) is not None:  # MF-4.7
            self.phase = CRY_RECRUIT
        elif kind == NEOSTEEL_BEACON and self.legal_cry_barrage():  # MF-4.7
            self.phase = CRY_BARRAGE
        elif kind == CRYSTAL_BEACON:  # MF-4.7
            self.overcharge[seat] = True
            for merc in self.on_board(seat):
                self.restore(merc, merc.maximum)

    def legal_cry_recruit(self) -> list[int]:
        cards = [(position, self.market[position]) for position in MARKET]
        return [A_MARKET + position for position, card in cards if card is not None and CARDS[card].side == COMMON]

    def do_cry_recruit(self, action: int) -> None:
        self.take_contract(self.to_act, action - A_MARKET)
        self.refill_market()
        self.phase = BUILD
