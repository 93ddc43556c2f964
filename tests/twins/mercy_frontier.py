"""Slow twin of Mercy Frontier: the rules in plain Python, to compare a fast engine with.

Every comment of the form MF-x.y names the rule that the line implements. Spaces are (column, row) in seat 0's frame;
actions and observations are turned from and to the frame of the seat that acts or looks. Tables are in
mercy_frontier_data, pieces in mercy_frontier_table, workers and buildings in mercy_frontier_build, movement and combat
in mercy_frontier_battle, and observations in mercy_frontier_view. This file has the turn, hiring and placement.
"""

from tests.twins.mercy_frontier_build import Builders
from tests.twins.mercy_frontier_data import (
    A_CELL,
    A_MARKET,
    A_PAY,
    A_SWEEP,
    A_TILE,
    ABILITY,
    BUILD,
    BUILD_CELL,
    BUILD_NODE,
    BUILD_TILE,
    BULWARK_CORE,
    BUY_WORKER,
    CARDS,
    COLLECT,
    COLOSSUS,
    COLUMNS,
    CRY_BARRAGE,
    CRY_RECRUIT,
    DEPLOY_CELL,
    DEPLOY_TILE,
    DONE,
    HIRE,
    MARKET,
    MOVE,
    PAY,
    RESOURCES,
    ROWS,
    STAGES,
    SWEEP_TOKENS,
    TILES,
    WORKERS,
    ZONES,
    Cell,
    block,
    cell_at,
    cells_of,
    on_board,
    square,
    tile_of,
    turned_tile,
)
from tests.twins.mercy_frontier_table import Mercenary
from tests.twins.mercy_frontier_view import see


class Twin(Builders):
    """One game; `apply` makes one decision and everything automatic after it."""

    def __init__(self, *args, **options) -> None:
        super().__init__(*args, **options)
        self.start_turn()
        self.run_to_decision()

    def observe(self, seat: int) -> list[float]:
        return see(self, seat)

    # ---------------------------------------------------------------- decisions
    def legal(self) -> list[int]:
        if self.over:
            return []
        lists = {
            WORKERS: self.legal_workers,
            BUY_WORKER: self.legal_buy_worker,
            BUILD: self.legal_build,
            BUILD_NODE: self.legal_build_node,
            BUILD_TILE: self.legal_build_tile,
            BUILD_CELL: self.legal_build_cell,
            CRY_RECRUIT: self.legal_cry_recruit,
            CRY_BARRAGE: self.legal_cry_barrage,
            HIRE: self.legal_hire,
            PAY: self.legal_pay,
            DEPLOY_TILE: self.legal_deploy_tile,
            DEPLOY_CELL: self.legal_deploy_cell,
            ABILITY: self.legal_ability,
            MOVE: self.legal_move,
        }
        return sorted(set(lists[self.phase]()))

    def apply(self, action: int) -> None:
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal")
        deeds = {
            WORKERS: self.do_workers,
            BUY_WORKER: self.do_buy_worker,
            BUILD: self.do_build,
            BUILD_NODE: self.do_build_node,
            BUILD_TILE: self.do_build_tile,
            BUILD_CELL: self.do_build_cell,
            CRY_RECRUIT: self.do_cry_recruit,
            CRY_BARRAGE: self.do_cry_barrage,
            HIRE: self.do_hire,
            PAY: self.do_pay,
            DEPLOY_TILE: self.do_deploy_tile,
            DEPLOY_CELL: self.do_deploy_cell,
            ABILITY: self.do_ability,
            MOVE: self.do_move,
        }
        if action == DONE and self.phase != WORKERS:  # there it places the rest (MF-3.4)
            self.next_stage()
        else:
            deeds[self.phase](action)
        self.run_to_decision()

    # ---------------------------------------------------------------- the turn
    def run_to_decision(self) -> None:
        while not self.over and not self.waits():
            self.next_stage()
        if self.over:  # nothing is left to move outside the own MOVE phase
            for merc in [*self.on_board(0), *self.on_board(1)]:
                merc.left = merc.legs = 0

    def waits(self) -> bool:
        """Whether there is more to choose than to be done."""
        if self.phase == COLLECT:
            return False
        if self.phase == DEPLOY_TILE:
            return self.deployment_waits()
        if self.phase == ABILITY:
            return self.ability_waits()
        return self.legal() != [DONE]

    def next_stage(self) -> None:
        if self.phase == HIRE:
            self.refill_market()  # MF-5.5
        if self.phase == MOVE:
            self.end_movement()
        self.stage += 1
        if self.stage == len(STAGES):
            self.end_turn()
        else:
            self.enter_stage()

    def enter_stage(self) -> None:
        self.phase, place = STAGES[self.stage]
        self.to_act = self.in_order()[place]  # MF-2.5
        if self.phase == COLLECT:
            for seat in self.in_order():
                self.collect(seat)
        if self.phase == DEPLOY_TILE:
            self.deliver_colossus(self.to_act)
        if self.phase == ABILITY:  # MF-7.1
            self.next_zone = 0
        if self.phase == MOVE:
            self.begin_movement()

    def in_order(self) -> list[int]:
        return [self.priority, 1 - self.priority]

    def start_turn(self) -> None:
        self.turn += 1
        self.workers = [set(), set()]  # MF-3.1
        self.unplaced = [*self.owned]
        self.stage = 0
        self.enter_stage()

    def end_turn(self) -> None:
        """MF-10.1; section 8 for the cap."""
        self.overcharge = [False, False]
        if self.persistent_health:  # MF-11.2
            for seat in self.in_order():
                for merc in self.on_board(seat):
                    self.restore(merc, merc.maximum)
        if self.turn == self.turn_cap:
            self.end(None)  # MF-10.4
            return
        self.priority = 1 - self.priority
        self.start_turn()

    # ---------------------------------------------------------------- MF-5 hiring
    def legal_hire(self) -> list[int]:
        """MF-5.1."""
        seat = self.to_act
        found = [DONE]
        if self.free_zone(seat) is not None:  # MF-5.2
            found += [A_MARKET + position for position in MARKET if self.worth_enough(seat, self.market[position])]
        if sum(self.resources[seat]) >= SWEEP_TOKENS:
            found.append(A_SWEEP)  # MF-5.4
        return found

    def worth_enough(self, seat: int, number: int | None) -> bool:
        if number is None:
            return False
        worth = sum(self.resources[seat][resource] * CARDS[number].rates[resource] for resource in RESOURCES)
        return worth >= self.price(seat, number)

    def do_hire(self, action: int) -> None:
        self.phase = PAY
        if action == A_SWEEP:
            self.sweeping = True
            self.due = SWEEP_TOKENS
        else:
            self.hiring = action - A_MARKET
            number = self.market[self.hiring]
            assert number is not None
            self.due = self.price(self.to_act, number)

    def rate(self, resource: int) -> int:
        """What one token pays now."""
        if self.sweeping:
            return 1
        assert self.hiring is not None
        number = self.market[self.hiring]
        assert number is not None
        return CARDS[number].rates[resource]

    def legal_pay(self) -> list[int]:
        held = self.resources[self.to_act]
        return [A_PAY + resource for resource in RESOURCES if held[resource] > 0 and self.rate(resource) > 0]

    def do_pay(self, action: int) -> None:
        resource = action - A_PAY
        self.resources[self.to_act][resource] -= 1
        self.due -= self.rate(resource)
        if self.due > 0:
            return
        if self.sweeping:
            self.discard += [number for number in self.market if number is not None]  # MF-5.4
            self.market = [None for _ in MARKET]
            self.refill_market()
        else:
            assert self.hiring is not None
            self.take_contract(self.to_act, self.hiring)
        self.drop_pending()
        self.phase = HIRE

    # ---------------------------------------------------------------- MF-6 placement
    def deliver_colossus(self, seat: int) -> None:
        zone = self.free_zone(seat)
        if self.colossus_owed[seat] and zone is not None:
            self.zones[seat][zone] = Mercenary(seat, COLOSSUS)  # MF-4.8
            self.colossus_owed[seat] = False

    def deployment_waits(self) -> bool:
        """MF-6.1: the lowest waiting zone that can be placed."""
        self.zone = next((zone for zone in ZONES if self.anchors(zone)), None)
        return self.zone is not None

    def full_health(self, merc: Mercenary) -> int:
        return merc.card.health + int(self.has_relic(merc.seat, BULWARK_CORE))

    def anchors(self, zone: int) -> list[Cell]:
        """Where the waiting mercenary of a zone can be placed, in the own frame (MF-6.2, MF-6.3)."""
        seat = self.to_act
        merc = self.zones[seat][zone]
        if merc is None or merc.cells or self.full_health(merc) > self.free_health():
            return []
        controllers = {tile: self.controller(tile) for tile in range(TILES)}
        own = {cell for tile in controllers if controllers[tile] == seat for cell in cells_of(tile)}  # MF-2.2
        barred = {tile for tile in controllers if controllers[tile] == 1 - seat} | self.covered
        taken = {cell for tile in barred for cell in cells_of(tile)}
        taken |= self.all_token_cells() | self.building_cells(1 - seat) | self.workers[1 - seat]  # MF-2.3
        shape = square(merc.card.side)
        places = {(column, row): block(seat, (column, row), shape) for row in range(ROWS) for column in range(COLUMNS)}
        fit = {anchor: cells for anchor, cells in places.items() if cells & own and not cells & taken}
        return [anchor for anchor, cells in fit.items() if all(on_board(cell) for cell in cells)]

    def legal_deploy_tile(self) -> list[int]:
        assert self.zone is not None
        return [A_TILE + tile_of(anchor) for anchor in self.anchors(self.zone)]

    def do_deploy_tile(self, action: int) -> None:
        self.tile = turned_tile(self.to_act, action - A_TILE)
        self.phase = DEPLOY_CELL

    def legal_deploy_cell(self) -> list[int]:
        assert self.zone is not None
        assert self.tile is not None
        tile = turned_tile(self.to_act, self.tile)
        anchors = self.anchors(self.zone)
        return [A_CELL + local for local in range(25) if cell_at(tile, local) in anchors]

    def do_deploy_cell(self, action: int) -> None:
        assert self.zone is not None
        assert self.tile is not None
        seat = self.to_act
        merc = self.zones[seat][self.zone]
        assert merc is not None
        anchor = cell_at(turned_tile(seat, self.tile), action - A_CELL)
        merc.health = merc.maximum = self.full_health(merc)  # MF-6.3
        merc.cells = block(seat, anchor, square(merc.card.side))  # MF-6.4
        self.drop_pending()
        self.phase = DEPLOY_TILE
