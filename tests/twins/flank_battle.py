"""Formation and combat in FLANK (FL-6, FL-7). A part of the slow twin."""

from tests.twins.flank_data import (
    A_BLUE,
    A_FORM,
    A_MINE,
    A_PUSH,
    A_REMOVE,
    A_SHIFT,
    BANISHMENT,
    BATTLE_DRILL,
    BEFORE_COMBAT,
    BLUE,
    COMBAT,
    DIRS,
    END,
    ENTANGLE,
    FORMATION,
    FORMATION_MINE,
    FRONTLINE,
    GREEN,
    KINDS,
    MIND_WAVE,
    PUSHES,
    REMOVALS,
    SEATS,
    SHIFTS,
    TYPES,
    YELLOW,
)
from tests.twins.flank_regroup import Regrouping


class Battles(Regrouping):
    """`legal_x` lists what `to_act` may do in phase x, `do_x` does it; neither looks after forced decisions."""

    # ---------------------------------------------------------------- FL-6 formation
    def begin_formation(self) -> None:
        self.formation_begun = True
        for seat in SEATS:  # FL-6.1
            self.force[seat] = self.units[seat][self.field]
            self.units[seat][self.field] = [0] * TYPES
        self.form(self.attacker)  # FL-6.5

    def form(self, seat: int | None) -> None:
        assert seat is not None
        self.to_act = seat
        self.phase = FORMATION if sum(self.force[seat]) > 0 else FORMATION_MINE

    def legal_formation(self) -> list[int]:
        seat = self.to_act
        places = range(3) if sum(self.sheet[seat][FRONTLINE]) > 0 else [FRONTLINE]  # FL-6.3
        return [A_FORM + t * 3 + s for t in range(TYPES) if self.force[seat][t] > 0 for s in places]

    def do_formation(self, action: int) -> None:
        type_, s = divmod(action - A_FORM, 3)
        self.force[self.to_act][type_] -= 1
        self.sheet[self.to_act][s][type_] += 1  # FL-6.2
        self.form(self.to_act)

    def legal_formation_mine(self) -> list[int]:
        return [END] + [A_MINE + k for k in range(KINDS) if self.hand[self.to_act][k] > 0]  # FL-6.6

    def do_formation_mine(self, action: int) -> None:
        if action != END:
            self.mine[self.to_act] = action - A_MINE
            self.hand[self.to_act][action - A_MINE] -= 1
        if self.to_act == self.attacker:
            self.form(self.defender)
        else:
            self.reveal()

    def reveal(self) -> None:
        self.revealed = True
        for seat in SEATS:
            if self.mine[seat] is not None:
                self.extra[seat] = [1, 1, 1]  # FL-6.7
            self.uses[seat][PUSHES] = int(self.has(seat, MIND_WAVE) or self.has(seat, ENTANGLE))
            self.uses[seat][SHIFTS] = 2 * self.has(seat, BATTLE_DRILL)
            self.uses[seat][REMOVALS] = int(self.has(seat, BANISHMENT))
        self.attackers_turn(BEFORE_COMBAT)

    # ---------------------------------------------------------------- FL-7 combat
    def shifts(self) -> list[int]:
        mine = self.sheet[self.to_act]
        return [A_SHIFT + t * 6 + d for t in range(TYPES) for d, (a, _) in enumerate(DIRS) if mine[a][t] > 0]

    def pushes(self) -> list[int]:
        """Every enemy unit in every direction, Steadfast or not."""
        theirs = self.sheet[1 - self.to_act]
        return [A_PUSH + t * 6 + d for t in range(TYPES) for d, (a, _) in enumerate(DIRS) if theirs[a][t] > 0]

    def steadfast(self, push: int) -> bool:
        """FL-10.4."""
        return self.unit(1 - self.to_act, (push - A_PUSH) // 6).steadfast

    def change_zone(self, seat: int, move: int) -> None:
        """FL-6.8, FL-7.2."""
        type_, direction = divmod(move, 6)
        start, end = DIRS[direction]
        self.sheet[seat][start][type_] -= 1
        self.sheet[seat][end][type_] += 1

    def legal_before_combat(self) -> list[int]:
        """FL-7.1."""
        seat, enemy = self.to_act, 1 - self.to_act
        found = [END]
        if self.uses[seat][PUSHES] > 0 and self.has(seat, MIND_WAVE):
            found += [p for p in self.pushes() if not self.steadfast(p)]
        if self.uses[seat][PUSHES] > 0 and self.has(seat, ENTANGLE):
            found += [p for p in self.pushes() if DIRS[(p - A_PUSH) % 6][1] == FRONTLINE]
        if self.uses[seat][SHIFTS] > 0:
            found += self.shifts()
        if self.uses[seat][REMOVALS] > 0:
            found += [
                A_REMOVE + t * 3 + s
                for t in range(TYPES)
                for s in range(3)
                if self.sheet[enemy][s][t] > 0 and not self.unit(enemy, t).steadfast
            ]
        return found

    def do_before_combat(self, action: int) -> None:
        seat, enemy = self.to_act, 1 - self.to_act
        if action == END:
            self.uses[seat] = [0] * 6
            if seat == self.attacker:
                self.to_act = enemy
            else:
                self.attackers_turn(COMBAT)
        elif action >= A_REMOVE:
            self.uses[seat][REMOVALS] -= 1
            type_, s = divmod(action - A_REMOVE, 3)
            self.sheet[enemy][s][type_] -= 1
            self.removed[enemy][type_] += 1  # FL-7.2
        elif action >= A_SHIFT:
            self.uses[seat][SHIFTS] -= 1
            self.change_zone(seat, action - A_SHIFT)
        else:
            self.uses[seat][PUSHES] -= 1
            self.change_zone(enemy, action - A_PUSH)

    def available(self, colour: int) -> bool:
        return self.tokens[self.to_act][colour] + self.extra[self.to_act][colour] > 0

    def spend(self, colour: int) -> None:
        purse = self.extra if self.extra[self.to_act][colour] > 0 else self.tokens  # FL-7.6
        purse[self.to_act][colour] -= 1
        self.spent += 1

    def legal_combat(self) -> list[int]:
        """FL-7.3; FL-7.7: tokens alone."""
        found = [END]
        if self.available(BLUE):
            found += [A_BLUE]
        if self.available(GREEN):
            found += [p for p in self.pushes() if not self.steadfast(p)]
        if self.available(YELLOW):
            found += self.shifts()
        return found

    def do_combat(self, action: int) -> None:
        seat, enemy = self.to_act, 1 - self.to_act
        if action == END:
            if self.spent == 0:  # FL-7.4
                self.out[seat] = True
            self.spent = 0
            self.to_act = enemy
            if self.out[enemy]:  # FL-7.5
                self.compare()
        elif action == A_BLUE:
            self.spend(BLUE)
            self.blue[seat] += 1
        elif action < A_SHIFT:
            self.spend(GREEN)
            self.change_zone(enemy, action - A_PUSH)
        else:
            self.spend(YELLOW)
            self.change_zone(seat, action - A_SHIFT)
