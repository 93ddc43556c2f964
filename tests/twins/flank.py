"""Slow twin of FLANK: the rules in plain Python, to compare a fast engine with.

Every comment of the form FL-x.y names the rule that the line implements. Chance is injected: the caller says who has
the initiative, and `draw(seat, deck)` names the kind of the card that this seat draws from a deck with these numbers
of cards by kind. Tables are in flank_data, fields in flank_table, battles in flank_battle and flank_regroup, and
observations in flank_view.
"""

from tests.twins.flank_battle import Battles
from tests.twins.flank_data import (
    A_ALL,
    A_BUILD,
    A_BUY,
    A_DRAFT,
    A_DROP,
    A_MINE,
    A_PLAY,
    A_SOURCE,
    A_TARGET,
    A_UNIT,
    AFTER_COMBAT,
    BEFORE_COMBAT,
    BUILD,
    CARDS,
    COLOURS,
    COMBAT,
    DRAFT,
    ELDER_COUNCIL,
    END,
    FLANK_KILLS,
    FORMATION,
    FORMATION_MINE,
    GAME_OVER,
    HARVEST,
    KINDS,
    MOVE_SOURCE,
    MOVE_TARGET,
    MOVE_UNITS,
    PLACEMENT,
    RAPID_TRANSIT,
    REFINERY,
    ROUND_CARDS,
    SEATS,
    SETUP_CARDS,
    SETUP_TOKENS,
    SITES,
    TYPES,
    UPGRADE_COST,
    UPGRADE_DISCARD,
    UPGRADE_LIMIT,
    UPGRADES,
    YELLOW,
    ZONES,
    neighbours,
    own_frame,
)
from tests.twins.flank_view import see


class Twin(Battles):
    """One game; `apply` makes one decision and everything automatic after it."""

    def __init__(self, *args, **settings) -> None:
        super().__init__(*args, **settings)
        if self.faction != [None, None]:
            self.set_up()
        self.take_forced_decisions()

    def observe(self, seat: int) -> list[float]:
        return see(self, seat)

    # ---------------------------------------------------------------- decisions
    def legal(self) -> list[int]:
        if self.over:
            return []
        lists = {
            DRAFT: self.legal_draft,
            HARVEST: self.legal_harvest,
            BUILD: self.legal_build,
            UPGRADE_DISCARD: self.legal_upgrade_discard,
            MOVE_TARGET: self.legal_move_target,
            MOVE_SOURCE: self.legal_move_source,
            MOVE_UNITS: self.legal_move_units,
            FORMATION: self.legal_formation,
            FORMATION_MINE: self.legal_formation_mine,
            BEFORE_COMBAT: self.legal_before_combat,
            COMBAT: self.legal_combat,
            FLANK_KILLS: self.legal_flank_kills,
            AFTER_COMBAT: self.legal_after_combat,
            PLACEMENT: self.legal_placement,
        }
        return sorted(set(lists[self.phase]()))

    def apply(self, action: int) -> None:
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal")
        self.decisions += 1
        self.do(action)
        self.take_forced_decisions()
        if not self.over and self.decisions >= self.max_decisions:
            self.truncated = True
            self.end([0.0, 0.0])

    def do(self, action: int) -> None:
        deeds = {
            DRAFT: self.do_draft,
            HARVEST: self.do_harvest,
            BUILD: self.do_build,
            UPGRADE_DISCARD: self.do_upgrade_discard,
            MOVE_TARGET: self.do_move_target,
            MOVE_SOURCE: self.do_move_source,
            MOVE_UNITS: self.do_move_units,
            FORMATION: self.do_formation,
            FORMATION_MINE: self.do_formation_mine,
            BEFORE_COMBAT: self.do_before_combat,
            COMBAT: self.do_combat,
            FLANK_KILLS: self.do_flank_kills,
            AFTER_COMBAT: self.do_after_combat,
            PLACEMENT: self.do_placement,
        }
        deeds[self.phase](action)

    def take_forced_decisions(self) -> None:
        """FL-2.6."""
        while len(only := self.legal()) == 1:
            self.do(only[0])

    # ---------------------------------------------------------------- FL-1 set-up
    def legal_draft(self) -> list[int]:
        return [A_DRAFT + faction for faction in range(3) if faction not in self.faction]  # FL-1.3

    def do_draft(self, action: int) -> None:
        self.faction[self.to_act] = action - A_DRAFT
        if self.to_act == self.initiative:
            self.set_up()
        else:
            self.to_act = self.initiative

    def set_up(self) -> None:
        for seat in SEATS:
            for zone in SITES:
                self.bases[seat][own_frame(seat, zone)] = True  # FL-1.1, FL-1.4
            self.tokens[seat] = [SETUP_TOKENS] * COLOURS  # FL-1.5
        for seat in self.in_order():
            self.draw_cards(seat, SETUP_CARDS)  # FL-1.2: the initiative first
        self.start_round()

    def in_order(self) -> list[int]:
        return [self.initiative, 1 - self.initiative]

    # ---------------------------------------------------------------- FL-2 the round
    def start_round(self) -> None:
        self.round += 1
        for seat in self.in_order():
            self.draw_cards(seat, ROUND_CARDS)  # FL-2.1, FL-2.5
        self.phase = HARVEST
        self.to_act = self.initiative

    def pass_phase(self, following: int) -> None:
        """FL-2.2, FL-2.4: the other player, then the next phase."""
        if self.to_act == self.initiative:
            self.to_act = 1 - self.initiative
        else:
            self.phase = following
            self.to_act = self.initiative

    # ---------------------------------------------------------------- FL-3 harvest
    def legal_harvest(self) -> list[int]:
        held = [kind for kind in range(KINDS) if self.hand[self.to_act][kind] > 0]
        return [END] + [A_PLAY + kind for kind in held] + [A_MINE + kind for kind in held]  # FL-3.1, FL-3.5

    def do_harvest(self, action: int) -> None:
        seat = self.to_act
        if action == END:
            self.pass_phase(BUILD)
            return
        mining = action >= A_MINE
        kind = action - (A_MINE if mining else A_PLAY)
        self.hand[seat][kind] -= 1
        self.discard[kind] += 1
        if mining:
            self.gain(seat, [2, 1, 2] if self.has(seat, REFINERY) else [1, 1, 1])  # FL-3.3
        else:
            self.gain(seat, CARDS[kind])  # FL-3.2

    # ---------------------------------------------------------------- FL-4 build
    def legal_build(self) -> list[int]:
        seat = self.to_act
        faction = self.faction[seat]
        assert faction is not None
        found = [END]  # FL-1.10
        for t in range(TYPES):
            if self.affordable(seat, self.unit_cost(seat, t)) and self.may_add(seat, t):  # FL-4.2
                found += [A_BUILD + t * 5 + site for site in range(5) if self.may_build_at(seat, site)]
        for number in range(UPGRADES):
            if not self.upgrades[seat][number] and self.affordable(seat, UPGRADE_COST[faction][number]):  # FL-4.5
                found += [A_BUY + number]  # FL-1.6
        return found

    def may_build_at(self, seat: int, site: int) -> bool:
        """FL-4.3."""
        zone = own_frame(seat, SITES[site])
        return self.bases[seat][zone] and self.units_in(seat, zone) < self.zone_limit(seat, zone)

    def do_build(self, action: int) -> None:
        seat = self.to_act
        faction = self.faction[seat]
        assert faction is not None
        if action == END:
            self.pass_phase(MOVE_TARGET)
            if self.phase == MOVE_TARGET:
                self.begin_move_phase(self.initiative)
        elif action < A_BUY:
            type_, site = divmod(action - A_BUILD, 5)
            self.pay(seat, self.unit_cost(seat, type_))  # FL-4.1
            self.units[seat][own_frame(seat, SITES[site])][type_] += 1
        else:
            number = action - A_BUY
            self.pay(seat, UPGRADE_COST[faction][number])
            if sum(self.upgrades[seat]) + 1 > self.upgrade_limit(seat, number):  # FL-4.6
                self.phase = UPGRADE_DISCARD
                self.buying = number
            else:
                self.upgrades[seat][number] = True

    def upgrade_limit(self, seat: int, new: int) -> int:
        """With the new card counted as active."""
        council = self.has(seat, ELDER_COUNCIL) or (self.faction[seat], new) == ELDER_COUNCIL
        return 6 if council else UPGRADE_LIMIT

    def legal_upgrade_discard(self) -> list[int]:
        return [A_DROP + number for number in range(UPGRADES) if self.upgrades[self.to_act][number]]

    def do_upgrade_discard(self, action: int) -> None:
        assert self.buying is not None
        self.upgrades[self.to_act][action - A_DROP] = False  # FL-4.4, FL-4.7
        self.upgrades[self.to_act][self.buying] = True
        self.buying = None
        self.phase = BUILD

    # ---------------------------------------------------------------- FL-5 move
    def begin_move_phase(self, seat: int) -> None:
        self.phase = MOVE_TARGET
        self.to_act = seat
        self.free_moves = 2 if self.has(seat, RAPID_TRANSIT) else 0

    def sources(self, seat: int, target: int) -> list[int]:
        return [zone for zone in neighbours(target) if self.units_in(seat, zone) > 0]

    def legal_move_target(self) -> list[int]:
        seat = self.to_act
        if self.tokens[seat][YELLOW] == 0 and self.free_moves == 0:
            return [END]
        zones = list(range(ZONES))
        if self.battle_zone is not None:  # FL-5.6
            zones = [self.battle_zone]
        fit = [z for z in zones if self.room(seat, z) > 0 and self.sources(seat, z)]  # FL-5.3
        return [END] + [A_TARGET + own_frame(seat, zone) for zone in fit]

    def do_move_target(self, action: int) -> None:
        seat = self.to_act
        if action == END:
            self.free_moves = 0
            if self.battle_zone is None:
                self.end_move_phase(seat)
            else:
                self.begin_formation()  # FL-5.7
            return
        if self.free_moves > 0:
            self.free_moves -= 1
        else:
            self.tokens[seat][YELLOW] -= 1  # FL-5.1
        self.target = own_frame(seat, action - A_TARGET)
        self.phase = MOVE_SOURCE

    def legal_move_source(self) -> list[int]:
        assert self.target is not None
        return [A_SOURCE + own_frame(self.to_act, zone) for zone in self.sources(self.to_act, self.target)]

    def do_move_source(self, action: int) -> None:
        self.source = own_frame(self.to_act, action - A_SOURCE)
        self.moved = 0
        self.phase = MOVE_UNITS

    def legal_move_units(self) -> list[int]:
        assert self.target is not None
        assert self.source is not None
        seat = self.to_act
        here = self.units[seat][self.source]
        found = [A_UNIT + t for t in range(TYPES) if here[t] > 0]
        if self.moved > 0:
            found += [END]
        elif 2 <= sum(here) <= self.room(seat, self.target):
            found += [A_ALL]  # FL-5.9
        return found

    def do_move_units(self, action: int) -> None:
        assert self.target is not None
        assert self.source is not None
        seat = self.to_act
        if action == A_ALL:
            for t in range(TYPES):
                self.move_unit(seat, t, self.units[seat][self.source][t])
        elif action != END:
            self.move_unit(seat, action - A_UNIT, 1)
        full = self.room(seat, self.target) <= 0
        if action == END or full or self.units_in(seat, self.source) == 0:  # FL-5.2, FL-5.9
            self.target = self.source = None
            self.moved = 0
            self.phase = MOVE_TARGET

    def move_unit(self, seat: int, type_: int, count: int) -> None:
        assert self.target is not None
        assert self.source is not None
        self.units[seat][self.source][type_] -= count
        self.units[seat][self.target][type_] += count
        self.moved += count
        if self.hostile(seat, self.target):  # FL-5.5
            self.battle_zone = self.target
            self.attacker = seat

    def end_move_phase(self, mover: int) -> None:
        if mover == self.initiative:
            self.begin_move_phase(1 - mover)
        else:
            self.end_round()  # FL-2.3

    # ---------------------------------------------------------------- FL-9 the end
    def end_round(self) -> None:
        bases = [sum(self.bases[seat]) for seat in SEATS]
        if min(bases) == 0 or self.round == self.final_round:  # FL-9.1, FL-9.3
            score = [(bases[seat], self.population(seat), self.controlled(seat)) for seat in SEATS]
            mine = float((score[0] > score[1]) - (score[0] < score[1]))
            self.end([mine, -mine])  # FL-9.2
        else:
            self.initiative = 1 - self.initiative  # FL-9.4
            self.start_round()

    def end(self, returns: list[float]) -> None:
        self.over = True
        self.phase = GAME_OVER
        self.to_act = -1
        self.returns = returns
