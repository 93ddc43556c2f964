"""Abilities, movement and combat of Mercy Frontier. A part of the slow twin."""

from tests.twins.mercy_frontier_data import (
    A_ENEMY,
    A_MOVE,
    A_OWN,
    ARMOR,
    BARRAGE,
    BOMBARD,
    BOMBARD_RANGE,
    BUILD,
    CHARGE,
    DONE,
    FIRST_STRIKE,
    FLANK,
    MEND,
    NEOSTEEL,
    ROWS,
    SALVAGE,
    SWIFT,
    WAR_BANNER,
    ZONES,
    Cell,
    on_board,
    own_step,
    shift,
    turned,
)
from tests.twins.mercy_frontier_table import Building, Mercenary, Table

FORWARD, DIRECTIONS = 0, range(4)


def steps_apart(first: list[int], second: list[int]) -> int:
    """How many steps in one axis until two ranges overlap."""
    steps = 0
    while not set(first) & set(second):
        closer = 1 if first[0] < second[0] else -1
        first = [place + closer for place in first]
        steps += 1
    return steps


def separation(one: Mercenary, other: Mercenary) -> int:
    """MF-7.4."""
    axes = [([c[axis] for c in one.cells], [c[axis] for c in other.cells]) for axis in (0, 1)]
    return sum(steps_apart(sorted(first), sorted(second)) for first, second in axes)


def armored(merc: Mercenary, damage: int) -> int:
    """What a hit of this damage takes."""
    return max(1, damage - 1) if merc.card.ability == ARMOR else damage


class Battles(Table):
    # ---------------------------------------------------------------- MF-7 abilities
    def ability_targets(self, zone: int) -> list[int]:
        """Actions."""
        seat = self.to_act
        merc = self.zones[seat][zone]
        if merc is None or not merc.cells:
            return []
        if merc.card.ability == MEND and self.free_health() > 0:  # MF-7.3
            return [A_OWN + z for z in ZONES if self.is_damaged(self.zones[seat][z])]
        if merc.card.ability == BOMBARD:  # MF-7.3
            enemies = [(z, self.zones[1 - seat][z]) for z in ZONES]
            return [A_ENEMY + z for z, m in enemies if m and m.cells and separation(merc, m) <= BOMBARD_RANGE]
        return []

    def is_damaged(self, merc: Mercenary | None) -> bool:
        return merc is not None and bool(merc.cells) and merc.health < merc.maximum

    def ability_waits(self) -> bool:
        """Zones in order up to the next choice."""
        while self.next_zone in ZONES:
            zone = self.next_zone
            self.next_zone += 1
            merc = self.zones[self.to_act][zone]
            if merc is not None and merc.cells and merc.card.ability == SALVAGE:
                self.gain(self.to_act, NEOSTEEL, 1)  # MF-7.2
            elif self.ability_targets(zone):  # MF-7.2
                self.zone = zone
                return True
        return False

    def legal_ability(self) -> list[int]:
        assert self.zone is not None
        return self.ability_targets(self.zone)

    def do_ability(self, action: int) -> None:
        self.zone = None
        if action < A_ENEMY:
            merc = self.zones[self.to_act][action - A_OWN]
            assert merc is not None
            self.restore(merc, 1)
        else:
            self.shoot(action - A_ENEMY, 1)

    def shoot(self, zone: int, damage: int) -> None:
        """One hit on an enemy mercenary from afar."""
        merc = self.zones[1 - self.to_act][zone]
        assert merc is not None
        self.hit(merc, armored(merc, damage))
        if merc.health == 0:
            self.defeat(merc)  # MF-7.5

    def legal_cry_barrage(self) -> list[int]:
        enemies = [(zone, self.zones[1 - self.to_act][zone]) for zone in ZONES]
        return [A_ENEMY + zone for zone, merc in enemies if merc is not None and merc.cells]

    def do_cry_barrage(self, action: int) -> None:
        self.shoot(action - A_ENEMY, BARRAGE)
        self.phase = BUILD

    # ---------------------------------------------------------------- MF-8 movement
    def begin_movement(self) -> None:
        banner = self.has_relic(self.to_act, WAR_BANNER)
        for merc in self.on_board(self.to_act):  # MF-8.2
            merc.left = merc.card.side + int(merc.card.ability == SWIFT) + int(banner)
            merc.legs = 2 if merc.card.ability == FLANK and not self.lanes else 1

    def end_movement(self) -> None:
        for merc in self.on_board(self.to_act):
            merc.left = merc.legs = 0
            merc.gone = None

    def may_go(self, merc: Mercenary) -> bool:
        """MF-8.5: all have spaces left before their first leg."""
        return bool(merc.cells) and merc.legs > 0 and merc.left > 0

    def fits(self, merc: Mercenary, direction: int, k: int) -> bool:
        """The token moved by k stays on the board."""
        return all(on_board(cell) for cell in shift(merc.cells, own_step(merc.seat, direction), k))

    def legal_move(self) -> list[int]:
        found = [] if self.lanes and self.must_go_on() else [DONE]
        for zone in ZONES:
            merc = self.zones[self.to_act][zone]
            if merc is None or not self.may_go(merc):
                continue
            if self.lanes:
                found += [A_MOVE + zone * 24 + k for k in self.lane_distances(merc)]
                continue
            for direction in DIRECTIONS:
                if direction != merc.gone:
                    found += [A_MOVE + zone * 24 + direction * 6 + k for k in self.distances(merc, direction)]
        return found

    def distances(self, merc: Mercenary, direction: int) -> list[int]:
        """MF-8.3."""
        steps = [k for k in range(1, merc.left + 1) if self.fits(merc, direction, k)]
        return [0, *steps] if self.in_contact(merc, direction) else steps

    def free_steps(self, merc: Mercenary) -> int:
        """MF-11.1: r, the steps before an own token or the edge."""
        own = self.token_cells(merc.seat) - merc.cells
        for k in range(1, merc.left + 1):
            if not self.fits(merc, FORWARD, k) or shift(merc.cells, own_step(merc.seat, FORWARD), k) & own:
                return k - 1
        return merc.left

    def lane_distances(self, merc: Mercenary) -> list[int]:
        """MF-11.1."""
        r = self.free_steps(merc)
        found = [r] if r >= 1 or self.in_contact(merc, FORWARD) else []
        # The board is not in the way of the whole allowance, so an own token is.
        if merc.left > r and self.fits(merc, FORWARD, merc.left):
            found.append(merc.left)
        return found

    def must_go_on(self) -> bool:
        waiting = [merc for merc in self.on_board(self.to_act) if self.may_go(merc)]
        return any(self.free_steps(merc) >= 1 or self.in_contact(merc, FORWARD) for merc in waiting)

    def do_move(self, action: int) -> None:
        zone, rest = divmod(action - A_MOVE, 24)
        direction, k = divmod(rest, 6)
        merc = self.zones[self.to_act][zone]
        assert merc is not None
        merc.legs -= 1  # MF-8.1
        merc.gone = direction
        self.go(merc, direction, k)

    def go(self, mover: Mercenary, direction: int, k: int) -> None:
        """MF-8.6."""
        steps = 0
        while True:
            if self.in_contact(mover, direction):
                self.fight(mover, direction)  # MF-9.2
                if mover.health == 0 or self.over:
                    return
                if self.in_contact(mover, direction):
                    return
                continue  # MF-9.8
            if steps == k:
                return
            for own in self.on_board(mover.seat):
                if own.cells & self.front(mover, direction):
                    self.defeat(own)  # MF-8.4
            mover.cells = shift(mover.cells, own_step(mover.seat, direction))
            steps += 1
            mover.left -= 1
            if any(turned(mover.seat, cell)[1] == ROWS - 1 for cell in mover.cells):  # MF-10.2
                self.end(mover.seat)
                return

    # ---------------------------------------------------------------- MF-9 contact and combat
    def front(self, merc: Mercenary, direction: int) -> set[Cell]:
        """MF-9.1."""
        entered = shift(merc.cells, own_step(merc.seat, direction)) - merc.cells
        return {cell for cell in entered if on_board(cell)}

    def enemies_in_front(self, merc: Mercenary, direction: int) -> list[Mercenary]:
        return [enemy for enemy in self.on_board(1 - merc.seat) if enemy.cells & self.front(merc, direction)]

    def buildings_in_front(self, merc: Mercenary, direction: int) -> list[Building]:
        front = self.front(merc, direction)
        return [building for building in self.buildings if building.seat != merc.seat and building.cells & front]

    def workers_in_front(self, merc: Mercenary, direction: int) -> set[Cell]:
        return self.workers[1 - merc.seat] & self.front(merc, direction)

    def in_contact(self, merc: Mercenary, direction: int) -> bool:
        found = (self.enemies_in_front, self.buildings_in_front, self.workers_in_front)
        return any(bool(look(merc, direction)) for look in found)

    def fight(self, mover: Mercenary, direction: int) -> None:
        """MF-9.10, in two stages; after the third building there is no second one."""
        enemies = self.enemies_in_front(mover, direction)
        everybody = [mover, *enemies]
        attack = {merc: self.attack(merc) for merc in everybody}  # MF-9.6
        attack[mover] += int(mover.card.ability == CHARGE)
        strikers = [merc for merc in everybody if merc.card.ability == FIRST_STRIKE]
        others = [merc for merc in everybody if merc not in strikers]
        for stage in (strikers, others):
            dealing = [merc for merc in stage if merc.health > 0]  # MF-9.5
            for merc in dealing:
                for target in enemies if merc is mover else [mover]:
                    self.hit(target, armored(target, attack[merc]))  # MF-9.3
            if mover in dealing:
                self.raze(mover, direction)
            if self.loser() is not None:  # MF-10.3
                break
        for merc in everybody:
            if merc.health == 0:
                self.defeat(merc)
        if self.loser() is not None:
            self.end(mover.seat)

    def raze(self, mover: Mercenary, direction: int) -> None:
        for building in self.buildings_in_front(mover, direction):
            self.destroy(building)  # MF-9.4
        for cell in self.workers_in_front(mover, direction):
            self.kill_worker(1 - mover.seat, cell)  # MF-9.4
