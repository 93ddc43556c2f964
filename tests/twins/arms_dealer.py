"""Slow twin of Arms Dealer: the rules in plain Python, to compare a fast engine with.

Every comment of the form AD-x.y names the rule of the specification that the line implements.
Chance is injected: `chance(event, options)` names the card that is drawn or the seat that a coin chose.
Numbers are in arms_dealer_data, fields and piles in arms_dealer_table, observations in arms_dealer_view.
"""

from typing import Self

from tests.twins.arms_dealer_data import (
    ASTEROID_VALUES,
    BET,
    BOOST,
    CLASSES,
    DRAWN_ASTEROIDS,
    FLEET,
    FORFEIT,
    ITEMS,
    KEEP,
    KEEP_PRICE,
    LEAD_BET,
    LOOK,
    LOOK_A,
    LOOK_PRICE,
    MATCH,
    OTHER_BET,
    OVER,
    PAIRS,
    PASS,
    PLACE_A,
    PLACES,
    PLAY_A,
    PUT_BACK,
    RAISE_A,
    RAISES,
    RAPID_REPAIR,
    READY,
    REDRAW,
    REINFORCEMENTS,
    REPAIR,
    REPLY,
    SEATS,
    SHOP,
    SHOP_DONE,
    SLOTS,
    STRATEGY,
    SWAP_A,
    TYPES,
    WINS,
)
from tests.twins.arms_dealer_table import Chance, Table


class Twin(Table):
    """One game; `apply` makes one decision and everything automatic after it. It begins when it is dealt."""

    def __init__(
        self,
        chance: Chance,
        first_seat: int | None = None,
        race: str = "lead",
        max_battles: int = 40,
        scale: str = "full",
    ) -> None:
        if race not in ("lead", "coin"):
            raise ValueError(f"unknown option race={race!r}")
        super().__init__(chance, scale)
        self.first_seat = first_seat
        self.race = race
        self.max_battles = max_battles

    def deal(self) -> Self:
        """AD-1.3: shop and asteroids are laid out, and battle 1 begins."""
        self._lay_lines()
        self.lead = self.first_seat if self.first_seat is not None else self.chance(("lead", 0), [0, 1])  # AD-1.4
        self._start_battle()
        self._take_forced_actions()
        return self

    def legal(self) -> list[int]:
        seat, other = self.to_act, 1 - self.to_act
        if self.phase == FLEET:
            return [PLACE_A + kind for kind in CLASSES if kind in self.drawn[seat]]
        if self.phase == SHOP:
            slots = [slot for slot in range(SLOTS) if self.shop[slot] is not None and self.money[seat] >= LOOK_PRICE]
            return [LOOK_A + slot for slot in slots] + [SHOP_DONE]  # AD-3.8
        if self.phase == LOOK:
            return [KEEP, PUT_BACK] if self.money[seat] >= KEEP_PRICE else [PUT_BACK]
        if self.phase == REPLY:
            return [MATCH, FORFEIT]  # AD-4.5, AD-6.4
        if self.phase == ITEMS:
            return [PLAY_A + item for item in TYPES if self._may_play(seat, item)] + [PASS]
        if self.phase not in (BET, STRATEGY):
            return []
        actions = [READY]
        if seat == self.lead:  # AD-6.3: the other cannot raise
            most = min(self.money[seat], self.money[other])  # AD-4.4
            actions += [RAISE_A + k for k, amount in enumerate(RAISES) if amount <= most]
        if self.phase == STRATEGY:
            ships = self.field[seat]
            for k, (a, b) in enumerate(PAIRS):
                if ships[a - 1] is not None and ships[b - 1] is not None:
                    actions.append(SWAP_A + k)  # AD-6.5
        return actions

    def apply(self, action: int) -> None:
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal")
        self._take(action)
        self._take_forced_actions()

    def _take_forced_actions(self) -> None:
        """A single legal action is taken at once."""
        while not self.over and len(self.legal()) == 1:
            self._take(self.legal()[0])  # AD-1.5

    def _take(self, action: int) -> None:
        seat = self.to_act
        if self.phase == FLEET:
            self._place(seat, action - PLACE_A)
        elif self.phase == SHOP:
            if action == SHOP_DONE:
                self._finish_shopping(seat)
            else:
                self._look(seat, action - LOOK_A)
        elif self.phase == LOOK:
            self._answer_look(seat, keep=action == KEEP)
        elif self.phase == ITEMS:
            self._item_move(seat, action)
        elif self.phase == REPLY:
            self._reply(seat, action)
        else:
            self._bet_or_strategy(seat, action)

    # ---------------------------------------------------------------- fleet phase
    def _start_battle(self) -> None:
        """AD-7.8 and, for each battle, AD-2.1 to AD-2.3."""
        self.battle += 1
        self.skirmish = 1
        self.wins = [0, 0]
        self.bets = [0, 0]
        self._clear_gap()
        self.item_moves: list[str | None] = [None, None]
        self.shop_first = self.lead
        if self.race == "coin" and self.battle > 1:
            self.shop_first = self.chance(("shop_first", 0), [0, 1])  # AD-3.1
        for seat in SEATS:
            while len(self.drawn[seat]) < PLACES and self._can_draw_ship(seat):
                self.drawn[seat].append(self._draw_ship(seat, "lay"))
        self.phase = FLEET
        self.to_act = self.shop_first

    def _place(self, seat: int, kind: int) -> None:
        self.drawn[seat].remove(kind)
        self.field[seat][self.field[seat].index(None)] = kind  # AD-2.2: the lowest empty place
        if not self.drawn[seat]:
            if seat != self.shop_first:
                self.phase = SHOP
            self.to_act = 1 - seat

    # ---------------------------------------------------------------- arms dealer phase
    def _look(self, seat: int, slot: int) -> None:
        """AD-3.2, AD-3.5: for a coin each time; AD-3.4: only the seat itself knows the card."""
        self._pay_bank(seat, LOOK_PRICE)
        self.looking = slot
        self.looked[seat][slot] = True
        self.phase = LOOK

    def _answer_look(self, seat: int, keep: bool) -> None:
        """AD-3.3."""
        slot = self.looking
        assert slot is not None
        if keep:
            self._pay_bank(seat, KEEP_PRICE)
            item = self.shop[slot]
            assert item is not None
            self.hand[seat].append(item)  # AD-3.9
            self.shop[slot] = None
            self.taken_by[slot] = seat
            if self.looked[1 - seat][slot]:
                self.known_items[1 - seat][item] += 1  # AD-3.4
        self.looking = None
        self.phase = SHOP

    def _pay_bank(self, seat: int, price: int) -> None:
        self.money[seat] -= price
        self.bank += price  # AD-1.2

    def _finish_shopping(self, seat: int) -> None:
        if seat == self.shop_first:
            self.to_act = 1 - seat  # AD-3.7
            return
        bets = [LEAD_BET if player == self.lead else OTHER_BET for player in SEATS]
        for player in (self.lead, 1 - self.lead):
            if self.money[player] < bets[player]:
                self._end(winner=1 - player)  # AD-3.6, AD-4.2, AD-9.3
                return
        for player in SEATS:
            self._pay_pot(player, bets[player])  # AD-4.1
        self.phase = BET
        self.to_act = self.lead

    # ---------------------------------------------------------------- bets and strategy
    def _pay_pot(self, seat: int, amount: int) -> None:
        self.money[seat] -= amount
        self.bets[seat] += amount

    def _bet_or_strategy(self, seat: int, action: int) -> None:
        if RAISE_A <= action < RAISE_A + len(RAISES):
            self.gap_action[seat] = "raise"
            self.raised = RAISES[action - RAISE_A]
            self._pay_pot(seat, self.raised)
            self.phase = REPLY
            self.to_act = 1 - seat
            return
        if action == READY:
            self.gap_action[seat] = "ready"
        else:
            self._swap(seat, *PAIRS[action - SWAP_A])
        if self.phase == STRATEGY and seat == self.lead:
            self.to_act = 1 - seat  # AD-6.2, AD-6.3, AD-6.6
        else:
            self._start_skirmish()  # AD-4.3, AD-6.7

    def _swap(self, seat: int, a: int, b: int) -> None:
        ships = self.field[seat]
        ships[a - 1], ships[b - 1] = ships[b - 1], ships[a - 1]  # AD-6.5
        self.gap_action[seat] = "swap"
        self.gap_swap[seat] = [a, b]

    def _reply(self, seat: int, action: int) -> None:
        assert self.raised is not None
        amount, self.raised = self.raised, None
        if action == MATCH:
            self.gap_action[seat] = "match"
            self._pay_pot(seat, amount)
            self._start_skirmish()  # AD-4.6
            return
        # AD-4.7
        self.gap_action[seat] = "forfeit"
        raiser = 1 - seat
        next_ships = [self._next_ship(player) for player in SEATS]
        self.scrap[seat].append(next_ships[seat])
        self.bay[raiser].append((next_ships[raiser], False))
        self.wins[raiser] += 1
        self.lead = raiser
        self._after_skirmish()

    # ---------------------------------------------------------------- skirmish
    def _next_ship(self, seat: int) -> int:
        """The lowest occupied place, else the Fleet Deck."""
        for place, ship in enumerate(self.field[seat]):
            if ship is not None:
                self.field[seat][place] = None
                return ship
        return self._draw_ship(seat, "fight")  # AD-5.2

    def _start_skirmish(self) -> None:
        self.active = [self._next_ship(seat) for seat in SEATS]  # AD-5.3
        self.passes = 0
        self.item_moves = [None, None]
        self.phase = ITEMS
        self.to_act = self.lead  # AD-5.4

    def _item_move(self, seat: int, action: int) -> None:
        if action == PASS:
            self.item_moves[seat] = "passed"
            self.passes += 1
        else:
            self.item_moves[seat] = "played"
            self.passes = 0
            self._play(seat, action - PLAY_A)
        self.to_act = 1 - seat
        if self.passes == 2:
            self._resolve_skirmish()

    def _may_play(self, seat: int, item: int) -> bool:
        if item not in self.hand[seat]:
            return False
        if item in REPAIR:
            return REPAIR[item] in self.scrap[seat]
        if item in (REINFORCEMENTS, REDRAW):
            return self._can_draw_ship(seat)
        if item == RAPID_REPAIR:
            return bool(self.bay[seat])
        return True

    def _play(self, seat: int, item: int) -> None:
        self.hand[seat].remove(item)
        self.dealer_discard.append(item)  # AD-5.10
        self.known_items[1 - seat][item] = max(0, self.known_items[1 - seat][item] - 1)
        if item in BOOST:
            self.boost[seat] += BOOST[item]  # AD-10.1
        elif item in REPAIR:
            self.scrap[seat].remove(REPAIR[item])  # AD-10.2
            self._put_in_fleet_deck(seat, [REPAIR[item]])
        elif item == REINFORCEMENTS:
            self.support[seat].append(self._draw_ship(seat, "fight"))  # AD-10.3
        elif item == REDRAW:
            self._redraw(seat)  # AD-10.4
        else:
            self._bay_into_fleet_deck(seat)  # AD-10.5

    def _redraw(self, seat: int) -> None:
        if not self.piles[f"fleet {seat}"]:
            self._bay_into_fleet_deck(seat)  # AD-8.2
        ship = self.active[seat]
        assert ship is not None
        self._put_in_fleet_deck(seat, [ship])
        self.active[seat] = self._draw_ship(seat, "fight")

    def _resolve_skirmish(self) -> None:
        powers = [self.power(seat) for seat in SEATS]
        for seat in SEATS:
            if powers[seat] > powers[1 - seat]:
                self.wins[seat] += 1  # AD-5.6
                self.bay[seat] += [(ship, True) for ship in self.fighters(seat)]  # AD-8.4
                self.lead = seat  # AD-5.7
            elif powers[seat] == powers[1 - seat]:
                self.wins[seat] += 1  # AD-5.8: a tie counts for both
                self.scrap[seat] += self.fighters(seat)
            else:
                self.scrap[seat] += self.fighters(seat)  # AD-8.1
        self.active = [None, None]
        self.support = [[], []]
        self.boost = [0, 0]
        self._after_skirmish()

    def _after_skirmish(self) -> None:
        """AD-5.9"""
        lost = [self._ships_left(seat) == 0 for seat in SEATS]
        winner = self._battle_winner()
        if lost == [True, True]:
            if winner is not None:
                self._take_pot(winner)  # AD-9.2
            self._end_by_money()  # AD-9.2
        elif any(lost):
            self._end(winner=lost.index(False))  # AD-9.1
        elif winner is not None:
            self._collect(winner)
        else:
            self.skirmish += 1
            self._clear_gap()
            self.phase = STRATEGY
            self.to_act = self.lead  # AD-6.1

    def _battle_winner(self) -> int | None:
        """AD-5.1, AD-7.1"""
        if max(self.wins) < WINS or self.wins[0] == self.wins[1]:
            return None
        return self.wins.index(max(self.wins))

    # ---------------------------------------------------------------- collection phase
    def _collect(self, winner: int) -> None:
        self._take_pot(winner)
        for seat in SEATS:
            self.bay[seat] += [(ship, False) for ship in self.field[seat] if ship is not None]  # AD-7.3
            self.field[seat] = [None] * PLACES
        for kind in self.line[:DRAWN_ASTEROIDS]:
            value = ASTEROID_VALUES[kind]  # AD-7.4
            if value > self.bank:
                value = self.bank  # AD-7.4
            self.money[1 - winner] += value
            self.bank -= value
        if self.battle == self.max_battles:
            self.truncated = True  # AD-7.5
            self._end(winner=None)
            return
        self.asteroid_discard += self.line  # AD-7.6
        self.dealer_discard += [item for item in self.shop if item is not None]
        self._lay_lines()
        self._start_battle()  # AD-7.8

    def _take_pot(self, winner: int) -> None:
        self.money[winner] += sum(self.bets)  # AD-7.2
        self.bets = [0, 0]

    # ---------------------------------------------------------------- end
    def _end_by_money(self) -> None:
        if self.money[0] == self.money[1]:
            self._end(winner=None)  # AD-9.2
        else:
            self._end(winner=self.money.index(max(self.money)))

    def _end(self, winner: int | None) -> None:
        self.over = True
        self.phase = OVER
        self.to_act = -1
        if winner is not None:
            self.returns[winner] = 1.0
            self.returns[1 - winner] = -1.0
