"""Slow twin of Hold the Line: the rules in plain Python, to compare a fast engine with.

Every comment of the form HL-x.y names the rule of the specification that the line implements.
Chance is injected: the caller gives the shuffled decks and a function that orders reshuffles.
"""

from collections.abc import Callable
from typing import NamedTuple, Self

INFANTRY, ANTI_ARMOR, TANK = 0, 1, 2
SETUP, STAGING, COMBAT, OVER = 0, 1, 2, 3

SEATS = (0, 1)
KINDS, LANES = 3, 5
FULL_HP = [5, 3, 4]
FULL_ARMOR = [0, 1, 5]

CRACK, TANK_DAMAGE = 2, 4
DONE, TARGET = 15, 16  # action ids: DONE, and TARGET + slot

Card = tuple[int, int, int]  # (kind, hp, armor)


class Scale(NamedTuple):
    """The sizes of a game: lanes in use, the deck by kind, cards in hand and staged, the Red line, the last round."""

    lanes: int
    deck: tuple[int, int, int]
    setup_hand: int
    hand: int
    stage_limit: int
    red: int
    last_round: int


SCALES = {
    "full": Scale(5, (8, 4, 2), 7, 5, 3, 2, 100),  # HL-1.2
    "mini": Scale(2, (2, 1, 1), 3, 2, 1, 1, 3),
    "tiny": Scale(1, (1, 1, 1), 2, 2, 1, 1, 2),
}


def state_id(card: Card) -> int:
    """The place of a card state in the canonical list of 35."""
    kind, hp, armor = card
    first = [0, 5, 11][kind]
    return first + (FULL_HP[kind] - hp) * (FULL_ARMOR[kind] + 1) + (FULL_ARMOR[kind] - armor)


def canonical(cards: list[Card]) -> list[Card]:
    return sorted(cards, key=state_id)


def fresh(kind: int) -> Card:
    """HL-1.7: a card enters the Front with full HP and armor."""
    return (kind, FULL_HP[kind], FULL_ARMOR[kind])


def shot_damage(card: Card) -> tuple[int, int]:
    """(normal, piercing) damage of one shot."""
    kind, hp, armor = card
    if kind == ANTI_ARMOR:
        return (0, armor + hp)  # HL-4.3
    return (TANK_DAMAGE, 0)  # HL-4.4


def sweep_damage(stack: list[Card]) -> int:
    """HL-4.2: normal damage that the Infantry of a stack deal to each opposing card."""
    return sum(hp for kind, hp, _ in stack if kind == INFANTRY)


def damaged(card: Card, normal: int, piercing: int) -> Card:
    """The card after all damage of one combat; its HP may be 0 or less."""
    kind, hp, armor = card
    cracked = min(armor, normal // CRACK)  # HL-4.8
    if cracked == armor:
        hp -= normal - CRACK * armor
    if piercing:
        hp -= piercing  # HL-4.9
    return (kind, hp, armor - cracked)


def good_against(mine: int, other: int) -> bool:
    """The triangle: I beats A, A beats T, T beats I."""
    return (mine, other) in [(INFANTRY, ANTI_ARMOR), (ANTI_ARMOR, TANK), (TANK, INFANTRY)]


class Twin:
    """One game; `apply` makes one decision and everything automatic after it. It begins when it is dealt."""

    def __init__(
        self,
        reshuffle: Callable[[int, list[int]], list[int]],
        contested: str = "triangle",
        scale: str = "full",
    ) -> None:
        if contested not in ("triangle", "advance", "hold"):
            raise ValueError(f"unknown option contested={contested!r}")
        self.size = SCALES[scale]
        self.reshuffle = reshuffle
        self.contested = contested
        self.phase = SETUP
        self.to_act = 0
        self.over = False
        self.truncated = False
        self.returns = [0.0, 0.0]
        self.round = 0
        self.front = [0] * LANES
        self.lane = 0
        self.stacks: list[list[list[Card]]] = [[[] for _ in range(LANES)] for _ in SEATS]
        self.hand = [[0] * KINDS for _ in SEATS]
        self.pile: list[list[int]] = [[], []]  # the next card first
        self.discard = [[0] * KINDS for _ in SEATS]
        self.staged: list[list[int | None]] = [[None] * LANES for _ in SEATS]
        # Target slots chosen in the current lane, one per shooting card that has chosen.
        self.shots: list[list[int]] = [[], []]
        # Public memory of each seat's last shuffle.
        self.pool_at_shuffle = [list(self.size.deck) for _ in SEATS]
        self.hand_at_shuffle = [[0] * KINDS for _ in SEATS]

    def deal(self, piles: list[list[int]]) -> Self:
        """HL-2.1: the decks come shuffled."""
        self.pile = [list(piles[seat]) for seat in SEATS]
        for seat in SEATS:
            self._draw_up_to(seat, self.size.setup_hand)  # HL-2.2
        return self

    # ---------------------------------------------------------------- decisions
    def legal(self) -> list[int]:
        if self.phase == SETUP:
            return self._legal_stage(self.to_act)  # HL-2.3
        if self.phase == STAGING:
            return [*self._legal_stage(self.to_act), DONE]  # HL-3.2
        if self.phase == COMBAT:
            return [TARGET + slot for slot in self._distinct_targets(self.to_act)]
        return []

    def apply(self, action: int) -> None:
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal")
        seat = self.to_act
        if self.phase == SETUP:
            self._stage(seat, action)
            if self.staged_count(seat) == self.size.lanes:
                self._finish_setup_of(seat)
        elif self.phase == STAGING:
            if action != DONE:
                self._stage(seat, action)
            if action == DONE or self._staging_is_full(seat):
                self._run_until_decision(first_stager=seat + 1)
        else:
            self.shots[seat].append(action - TARGET)
            self._run_until_decision()

    def _run_until_decision(self, first_stager: int = 0) -> None:
        """HL-3.1: do everything automatic until a seat has to decide or the game is over."""
        while not self.over:
            if self.phase == STAGING:
                if self._find_stager(first_stager):
                    return
                self.phase = COMBAT
                self.lane = 0
            if self._find_shooter():
                return
            self._finish_round()
            first_stager = 0

    # ---------------------------------------------------------------- set-up and staging
    def _legal_stage(self, seat: int) -> list[int]:
        """HL-3.3: a kind in hand, a lane without an own face-down card."""
        return [
            kind * LANES + lane
            for kind in range(KINDS)
            for lane in range(self.size.lanes)
            if self.hand[seat][kind] > 0 and self.staged[seat][lane] is None
        ]

    def _stage(self, seat: int, action: int) -> None:
        kind, lane = divmod(action, LANES)
        self.hand[seat][kind] -= 1  # HL-3.4
        self.staged[seat][lane] = kind

    def staged_count(self, seat: int) -> int:
        return sum(kind is not None for kind in self.staged[seat])

    def _finish_setup_of(self, seat: int) -> None:
        if seat == 0:
            self.to_act = 1
            return
        self._join_front()  # HL-2.4
        for drawer in SEATS:
            self._draw_up_to(drawer, self.size.hand)  # HL-2.5
        self.phase = STAGING
        self.round = 1
        self._run_until_decision()

    def _staging_is_full(self, seat: int) -> bool:
        """HL-3.6: the third card is staged or the hand is empty."""
        return self.staged_count(seat) == self.size.stage_limit or sum(self.hand[seat]) == 0

    def _find_stager(self, first: int) -> bool:
        """Give the turn to the first seat from `first` on that has cards in hand."""
        for seat in SEATS[first:]:
            if sum(self.hand[seat]) > 0:
                self.to_act = seat
                return True
        return False

    # ---------------------------------------------------------------- combat
    def shooters(self, seat: int) -> list[Card]:
        """HL-4.5: the cards that need a target, in the order in which they choose."""
        return [card for card in self.stacks[seat][self.lane] if card[0] != INFANTRY]

    def assigned(self, seat: int, slot: int) -> tuple[int, int]:
        """(normal, piercing) damage that this seat's shots so far put on one enemy slot."""
        normal = piercing = 0
        for card, target in zip(self.shooters(seat), self.shots[seat], strict=False):
            if target == slot:
                n, p = shot_damage(card)
                normal, piercing = normal + n, piercing + p
        return normal, piercing

    def _distinct_targets(self, seat: int) -> list[int]:
        """HL-4.6: the lowest slot of each class of equivalent targets."""
        seen: list[tuple[Card, tuple[int, int]]] = []
        slots = []
        for slot, card in enumerate(self.stacks[1 - seat][self.lane]):
            target = (card, self.assigned(seat, slot))
            if target not in seen:
                seen.append(target)
                slots.append(slot)
        return slots

    def _find_shooter(self) -> bool:
        """Go on through the lanes (HL-4.5) until a seat has to choose a target."""
        while self.lane < LANES:
            if self.stacks[0][self.lane] and self.stacks[1][self.lane]:  # HL-4.1
                for seat in SEATS:
                    if self._must_choose(seat):
                        self.to_act = seat
                        return True
                self._resolve_lane()
            self.shots = [[], []]
            self.lane += 1
        return False

    def _must_choose(self, seat: int) -> bool:
        """Assign forced shots (HL-4.6); true when a shot with a real choice is next."""
        while len(self.shots[seat]) < len(self.shooters(seat)):
            slots = self._distinct_targets(seat)
            if len(slots) > 1:
                return True
            self.shots[seat].append(slots[0])
        return False

    def _resolve_lane(self) -> None:
        """HL-4.7: all damage comes from the state before, and is applied simultaneously."""
        after = [self._stack_after_combat(seat) for seat in SEATS]
        for seat in SEATS:
            for kind, hp, _ in after[seat]:
                if hp <= 0:
                    self.discard[seat][kind] += 1  # HL-4.10
            survivors = [card for card in after[seat] if card[1] > 0]
            self.stacks[seat][self.lane] = canonical(survivors)  # HL-4.11

    def _stack_after_combat(self, seat: int) -> list[Card]:
        enemy = 1 - seat
        sweep = sweep_damage(self.stacks[enemy][self.lane])
        after = []
        for slot, card in enumerate(self.stacks[seat][self.lane]):
            normal, piercing = self.assigned(enemy, slot)
            after.append(damaged(card, sweep + normal, piercing))
        return after

    # ---------------------------------------------------------------- deploy, end, draw
    def _finish_round(self) -> None:
        self.lane = 0
        pushes = [self._push(lane) for lane in range(LANES)]  # HL-5.2: before anyone joins
        self._join_front()  # HL-5.1
        for lane, push in enumerate(pushes):
            if push:
                self.front[lane] += push  # HL-5.7, HL-5.8
        self._check_end()  # HL-7.1
        if self.over:
            return
        for seat in SEATS:
            self._draw_up_to(seat, self.size.hand)  # HL-6.1
        if self.round == self.size.last_round:  # HL-7.5
            self.truncated = True
            self._end([0.0, 0.0])
            return
        self.round += 1
        self.phase = STAGING

    def _push(self, lane: int) -> int:
        """The change of the Front of one lane, in seat 0's frame."""
        holders = [seat for seat in SEATS if self.stacks[seat][lane]]
        if len(holders) == 2:
            return 0  # HL-5.3
        if not holders:
            return 0  # HL-5.4
        holder = holders[0]
        mine = self.staged[holder][lane]
        other = self.staged[1 - holder][lane]
        if mine is None:
            return 0  # HL-5.5
        if other is not None and not self._contested_push_succeeds(mine, other):
            return 0
        return 1 if holder == 0 else -1

    def _contested_push_succeeds(self, mine: int, other: int) -> bool:
        """HL-5.6, by the option `contested`."""
        if self.contested == "triangle":
            return good_against(mine, other)
        return self.contested == "advance"

    def _join_front(self) -> None:
        """Face-down cards are revealed and join their side's troops, however many there are (HL-1.6)."""
        for seat in SEATS:
            for lane in range(LANES):
                kind = self.staged[seat][lane]
                if kind is not None:
                    stack = self.stacks[seat][lane]
                    self.stacks[seat][lane] = canonical([*stack, fresh(kind)])
                    self.staged[seat][lane] = None

    def _check_end(self) -> None:
        front, red = self.front[: self.size.lanes], self.size.red
        gaps = [-red - 1 in front, red + 1 in front]
        routs = [set(front) == {-red}, set(front) == {red}]
        if all(gaps):
            self._end([0.0, 0.0])  # HL-7.4
        elif any(gaps):
            self._end([1.0, -1.0] if gaps[1] else [-1.0, 1.0])  # HL-7.2
        elif any(routs):
            self._end([1.0, -1.0] if routs[1] else [-1.0, 1.0])  # HL-7.3

    def _end(self, returns: list[float]) -> None:
        self.over = True
        self.phase = OVER
        self.to_act = -1
        self.returns = returns

    def _draw_up_to(self, seat: int, size: int) -> None:
        while sum(self.hand[seat]) < size:
            if not self.pile[seat]:
                if sum(self.discard[seat]) == 0:
                    return  # HL-6.3
                self._reshuffle_discards(seat)  # HL-6.2
            self.hand[seat][self.pile[seat].pop(0)] += 1

    def _reshuffle_discards(self, seat: int) -> None:
        self.pool_at_shuffle[seat] = list(self.discard[seat])  # HL-6.4
        self.hand_at_shuffle[seat] = list(self.hand[seat])
        self.pile[seat] = list(self.reshuffle(seat, list(self.discard[seat])))
        self.discard[seat] = [0] * KINDS
