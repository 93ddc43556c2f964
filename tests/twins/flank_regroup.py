"""What follows combat in FLANK (FL-8): points, losses, flank kills, upgrades and placement. A part of the slow twin."""

from tests.twins.flank_data import (
    A_KILL,
    A_PLACE,
    A_RECALL,
    A_SALVAGE,
    A_SPAWN,
    AEGIS,
    AFTER_COMBAT,
    COLOURS,
    COMBINED_ARMS,
    DEVOUR,
    END,
    FLANK,
    FLANK_KILLS,
    FRENZY,
    FRONTLINE,
    PLACEMENT,
    PSIONIC_FOCUS,
    RECALL,
    RECALLS,
    ROACH,
    SALVAGE,
    SALVAGES,
    SEATS,
    SPAWNING_POOLS,
    SPAWNS,
    SUPPORT,
    TOKEN_LIMIT,
    TYPES,
    WAR_SPOILS,
    ZONES,
    neighbours,
    own_frame,
)
from tests.twins.flank_table import Table


class Regrouping(Table):
    """From the comparison of points to the next move phase; `legal_x` and `do_x` as in flank_battle."""

    @property
    def defender(self) -> int:
        assert self.attacker is not None
        return 1 - self.attacker

    @property
    def field(self) -> int:
        assert self.battle_zone is not None
        return self.battle_zone

    def base_in_battle(self) -> bool:
        return self.battle_zone is not None and self.bases[self.defender][self.battle_zone]

    def attackers_turn(self, phase: int) -> None:
        assert self.attacker is not None
        self.phase = phase
        self.to_act = self.attacker

    # ---------------------------------------------------------------- FL-8 regrouping
    def points(self, seat: int) -> int:
        """FL-8.1."""
        frontline, support, flank = self.sheet[seat]
        units = [self.unit(seat, t) for t in range(TYPES)]
        total = self.blue[seat]
        siege_works = self.base_in_battle() and not self.has(self.defender, AEGIS)
        for t, unit in enumerate(units):
            total += unit.frontline * frontline[t] + unit.support * support[t] + unit.flank * flank[t]
            if seat == self.defender and frontline[t] * unit.hold > 0:  # FL-10.1
                total += frontline[t] * unit.hold
            if seat == self.attacker and frontline[t] * unit.charge > 0:  # FL-10.2
                total += frontline[t] * unit.charge
            if seat == self.attacker and siege_works and frontline[t] * unit.siege > 0:  # FL-10.3
                total += frontline[t] * unit.siege
        if seat == self.defender and self.base_in_battle():  # FL-6.4
            total += 3 if self.has(seat, AEGIS) else 2
        if self.has(seat, PSIONIC_FOCUS) and self.blue[seat] > 0:
            total += 1
        if self.has(seat, COMBINED_ARMS) and all(sum(part) > 0 for part in self.sheet[seat]):
            total += 2
        if self.has(seat, FRENZY) and self.units_on_sheet(seat) > self.units_on_sheet(1 - seat):
            total += 2
        return total

    def units_on_sheet(self, seat: int) -> int:
        return sum(sum(part) for part in self.sheet[seat])

    def compare(self) -> None:
        points = [self.points(seat) for seat in SEATS]
        self.blue = [0, 0]  # FL-8.2
        self.result = -1 if points[0] == points[1] else points.index(max(points))
        for seat in SEATS:
            if self.result != seat:
                self.lose_frontline(seat)  # FL-8.3
        if self.result >= 0:
            self.draw_cards(self.result, 1)  # FL-8.4
        self.attackers_turn(FLANK_KILLS)
        self.kills = self.flank_kills(self.to_act)

    def lose_frontline(self, seat: int) -> None:
        for t in range(TYPES):
            self.lost[seat][t] += self.sheet[seat][FRONTLINE][t]  # FL-1.9
        self.sheet[seat][FRONTLINE] = [0] * TYPES
        if seat == self.defender:
            self.bases[seat][self.field] = False

    def flank_kills(self, seat: int) -> int:
        enemy = 1 - seat
        kills = sum(self.sheet[seat][FLANK][t] * self.unit(seat, t).kills for t in range(TYPES))
        webs = sum(self.sheet[enemy][SUPPORT][t] for t in range(TYPES) if self.unit(enemy, t).web)
        if webs > 0:  # FL-10.6
            kills -= webs
        return max(0, kills)

    def kill_cost(self, type_: int) -> int:
        """How many kills a unit costs."""
        if self.unit(1 - self.to_act, type_).guard:  # FL-10.5
            return 2
        return 1

    def legal_flank_kills(self) -> list[int]:
        enemy = 1 - self.to_act
        targets = [t for t in range(TYPES) if self.sheet[enemy][SUPPORT][t] > 0]
        guards = [t for t in targets if self.unit(enemy, t).guard]
        return [END] + [A_KILL + t for t in guards or targets if self.kill_cost(t) <= self.kills]

    def do_flank_kills(self, action: int) -> None:
        enemy = 1 - self.to_act
        if action != END:
            type_ = action - A_KILL  # FL-8.5
            self.kills -= self.kill_cost(type_)
            self.sheet[enemy][SUPPORT][type_] -= 1
            self.lost[enemy][type_] += 1
        elif self.to_act == self.attacker:
            self.to_act = enemy
            self.kills = self.flank_kills(enemy)
        else:
            self.kills = 0
            self.begin_after_combat()

    def begin_after_combat(self) -> None:
        for seat in SEATS:
            self.uses[seat][RECALLS] = int(self.has(seat, RECALL))
            self.uses[seat][SPAWNS] = int(self.has(seat, SPAWNING_POOLS))
            self.uses[seat][SALVAGES] = int(self.has(seat, SALVAGE))
        self.attackers_turn(AFTER_COMBAT)
        self.automatic_effects()

    def automatic_effects(self) -> None:
        seat = self.to_act
        if self.has(seat, WAR_SPOILS) and self.result == seat:  # FL-8.6
            self.draw_cards(seat, 1)
        if self.has(seat, DEVOUR) and sum(self.lost[1 - seat]) > 0:  # FL-8.6, FL-11.2
            self.gain(seat, [0, 1, 1])

    def legal_after_combat(self) -> list[int]:
        seat = self.to_act
        recalls, spawns, salvages = self.uses[seat][RECALLS:]
        found = [END]
        if recalls:
            found += [A_RECALL + t for t in range(TYPES) if self.lost[seat][t] > 0]
        if spawns and self.may_add(seat, ROACH):  # FL-11.2
            found += [A_SPAWN]
        if salvages and sum(self.lost[seat]) > 0:
            found += [A_SALVAGE + c for c in range(COLOURS) if self.tokens[seat][c] < TOKEN_LIMIT[c]]  # FL-11.2
        return found

    def do_after_combat(self, action: int) -> None:
        seat = self.to_act
        if action == END:
            self.uses[seat] = [0] * 6
            if seat == self.attacker:
                self.to_act = 1 - seat
                self.automatic_effects()
            else:
                self.begin_placement()
        elif action >= A_SALVAGE:
            self.uses[seat][SALVAGES] -= 1
            self.tokens[seat][action - A_SALVAGE] += 1
        elif action == A_SPAWN:
            self.uses[seat][SPAWNS] -= 1
            self.removed[seat][ROACH] += 1
        else:
            self.uses[seat][RECALLS] -= 1
            self.removed[seat][action - A_RECALL] += 1

    # ---------------------------------------------------------------- FL-8.7 to FL-8.10 placement
    def stays(self, seat: int) -> bool:
        return seat == (self.defender if self.result == -1 else self.result)

    def begin_placement(self) -> None:
        self.phase = PLACEMENT
        for seat in SEATS:
            rest = [*self.sheet[seat], self.removed[seat]]
            self.force[seat] = [sum(part[t] for part in rest) for t in range(TYPES)]
            self.sheet[seat] = [[0] * TYPES for _ in range(3)]
            self.removed[seat] = [0] * TYPES
        self.placing = sorted(SEATS, key=self.stays)  # FL-8.7
        self.go_on_placing()

    def go_on_placing(self) -> None:
        """Do what is automatic; then either somebody chooses or the battle is over."""
        while self.placing:
            seat = self.to_act = self.placing[0]
            left = sum(self.force[seat])
            zones = self.placement_zones(seat)
            if self.stays(seat) and left <= self.zone_limit(seat, self.field) - self.units_in(seat, self.field):
                for t in range(TYPES):
                    self.units[seat][self.field][t] += self.force[seat][t]  # FL-8.9
            elif left > 0 and zones:
                return
            elif left > 0:
                self.force[seat] = [0] * TYPES  # FL-8.10
            self.force[seat] = [0] * TYPES
            self.placing.pop(0)
        self.finish_battle()

    def placement_zones(self, seat: int) -> list[int]:
        def has_room(zone: int) -> bool:
            return self.units_in(seat, zone) < self.zone_limit(seat, zone)

        if self.stays(seat) and has_room(self.field):
            return [self.field]  # FL-8.9
        return [z for z in neighbours(self.field) if has_room(z) and not self.hostile(seat, z)]  # FL-8.8

    def legal_placement(self) -> list[int]:
        seat = self.to_act
        zones = [own_frame(seat, zone) for zone in self.placement_zones(seat)]
        return [A_PLACE + t * ZONES + z for t in range(TYPES) if self.force[seat][t] > 0 for z in zones]

    def do_placement(self, action: int) -> None:
        type_, zone = divmod(action - A_PLACE, ZONES)
        self.force[self.to_act][type_] -= 1
        self.units[self.to_act][own_frame(self.to_act, zone)][type_] += 1
        self.go_on_placing()

    def finish_battle(self) -> None:
        for kind in self.mine:
            if kind is not None:
                self.discard[kind] += 1  # FL-8.11
        mover = self.attacker
        assert mover is not None
        self.clear_battle()
        self.end_move_phase(mover)

    def end_move_phase(self, mover: int) -> None:
        raise NotImplementedError
