"""Slow twin of Mana Surge: the rules in plain Python, to compare a fast engine with.

Every comment of the form MS-x.y names the rule that the line implements. Tiles and directions are those of seat 0's
frame; actions and observations are translated from and to the frame of the seat that acts or looks.
"""

from typing import Self

START, MOVE1, MOVE1_DIR, COMBAT, COMBAT_DIR, MOVE2, MOVE2_DIR, END, SACRIFICE, OVER = range(10)
DECISION_PHASES = 9

PASS, DAGGER, SPAWN, DIR, CELL = 0, 1, 2, 5, 11  # first action id of each block

RADIUS = 5
DIRECTIONS = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]  # clockwise from north
COORDINATES = [
    (q, r)
    for q in range(-RADIUS, RADIUS + 1)
    for r in range(-RADIUS, RADIUS + 1)
    if abs(q + r) <= RADIUS  # columns from left to right, each from top to bottom
]
INDEX = {place: tile for tile, place in enumerate(COORDINATES)}
TILES = range(91)

PLAIN, POOL, THORNS, RAMPART, BLADE, WARSTONE, MIRE, EXTRA_ACTION, EXTRA_SPAWN, DAGGER_TILE = range(10)
PLACES = {
    POOL: [45],
    THORNS: [17, 27, 32, 53, 67, 74],
    RAMPART: [35, 44, 56, 10, 19, 31, 52, 76, 82],
    BLADE: [18, 42, 75, 16, 23, 37, 58, 63, 73],
    WARSTONE: [25, 33, 36, 54, 57, 65],
    MIRE: [34, 46, 55],
    EXTRA_ACTION: [24, 47, 64, 11, 41, 83],
    EXTRA_SPAWN: [3, 20, 21, 61, 77, 88],
    DAGGER_TILE: [26, 43, 66],
}
KIND = [next((kind for kind, tiles in PLACES.items() if tile in tiles), PLAIN) for tile in TILES]
LOCKING = (POOL, EXTRA_ACTION, EXTRA_SPAWN, DAGGER_TILE)  # MS-3.6
ATTACK_BONUS = {BLADE: 1, WARSTONE: 1, MIRE: -1}
DEFENSE_BONUS = {RAMPART: 1, WARSTONE: 1}

SPAWNER_TILES = [50, 0, 85]
OWN_SLOTS = [39, 49, 60]  # left, front, right of tile 50
EMPTY = -1
SACRIFICED = 3


def neighbor(tile: int, direction: int) -> int | None:
    q, r = COORDINATES[tile]
    dq, dr = DIRECTIONS[direction]
    return INDEX.get((q + dq, r + dr))


def attack_on(tile: int) -> int:
    """MS-3.10: the modifier counts while the token stands there."""
    return 1 + ATTACK_BONUS.get(KIND[tile], 0)


def defense_on(tile: int) -> int:
    return 1 + DEFENSE_BONUS.get(KIND[tile], 0)


class Frame:
    """How one seat sees the board: turned so that its spawner is tile 50, or mirrored in a one-on-one match."""

    def __init__(self, players: int, seat: int) -> None:
        self.players, self.seat = players, seat
        self.tiles = [self.tile(local) for local in TILES]
        self.seen_as = {tile: local for local, tile in enumerate(self.tiles)}

    def tile(self, local: int) -> int:
        """The tile of the board that the seat calls `local`."""
        q, r = COORDINATES[local]
        if self.players == 2:
            return INDEX[(-r, -q)] if self.seat == 1 else local
        for _ in range(self.seat):
            q, r = -q - r, q
        return INDEX[(q, r)]

    def direction(self, local: int) -> int:
        if self.players == 2:
            return (2 - local) % 6 if self.seat == 1 else local
        return (local + 2 * self.seat) % 6


class Twin:
    """One game; `apply` makes one decision and everything automatic after it. It begins when it is dealt."""

    def __init__(
        self,
        players: int = 3,
        troops: int = 15,
        mana_goal: int = 10,
        first_seat: int = 0,
        komi: int = 1,
        max_rounds: int = 200,
    ) -> None:
        self.players, self.troops, self.mana_goal, self.max_rounds = players, troops, mana_goal, max_rounds
        self.seats = range(players)
        self.frames = [Frame(players, seat) for seat in self.seats]
        self.slots = [[self.frames[seat].tile(slot) for slot in OWN_SLOTS] for seat in self.seats]
        self.spawners = SPAWNER_TILES[:players]  # MS-1.1, MS-1.4
        self.owner = [EMPTY] * len(TILES)  # the seat whose token is on each tile
        self.supply = [troops] * players  # MS-1.2
        self.mana = [0] * players
        self.first_seat, self.komi = first_seat, komi
        self.phase, self.to_act = START, first_seat
        self.ap = self.allowed = self.spawned = self.dagger_uses = 0
        self.turns = 0
        self.winner: int | None = None
        self.over = False
        self.truncated = False
        self.picked: int | None = None
        self.marked: list[int] = []

    def deal(self) -> Self:
        for seat in self.seats:
            for tile in self.slots[seat]:
                self.owner[tile] = seat  # MS-1.3
                self.supply[seat] -= 1
        if self.players == 2:
            self.mana[1 - self.first_seat] = self.komi  # MS-1.6
        self.to_act = self.first_seat  # MS-1.5
        self._begin_turn()
        self._run_until_decision()
        return self

    # ---------------------------------------------------------------- decisions
    def legal(self) -> list[int]:
        """Action ids in the frame of the seat to act."""
        seat = self.to_act
        if self.phase == START:
            places = [SPAWN + i for i in range(3) if self._is_empty(self.slots[seat][i])]
            if self.spawned == 0:
                return places  # MS-2.4
            return [PASS, *places]  # MS-2.5
        if self.phase in (MOVE1, MOVE2):
            return [PASS, *self._cells(self._movable())]  # MS-3.4
        if self.phase == COMBAT:
            return [PASS, *self._cells(self._attackers())]  # MS-4.5
        if self.phase in (MOVE1_DIR, MOVE2_DIR):
            return self._directions(self._open_directions(self.picked))
        if self.phase == COMBAT_DIR:
            return self._directions(self._attack_directions(self.picked))
        if self.phase == END:
            return [PASS, DAGGER]
        if self.phase == SACRIFICE:
            return self._cells([tile for tile in self._tokens(seat) if tile not in self.marked])  # MS-5.4
        return []

    def apply(self, action: int) -> None:
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal")
        frame = self.frames[self.to_act]
        if action == PASS:
            self._leave_phase()
        elif action == DAGGER:
            self.ap -= 1
            self.dagger_uses += 1
            self.phase = SACRIFICE
        elif action < DIR:
            self._spawn(self.slots[self.to_act][action - SPAWN])
        elif action < CELL:
            self._strike_or_move(frame.direction(action - DIR))
        else:
            self._choose(frame.tile(action - CELL))
        self._run_until_decision()

    def _cells(self, tiles: list[int]) -> list[int]:
        return sorted(CELL + self.frames[self.to_act].seen_as[tile] for tile in tiles)

    def _directions(self, directions: list[int]) -> list[int]:
        frame = self.frames[self.to_act]
        return [DIR + local for local in range(6) if frame.direction(local) in directions]

    def _choose(self, tile: int) -> None:
        if self.phase == SACRIFICE:
            self.marked.append(tile)
            if len(self.marked) == SACRIFICED:
                self._sacrifice()
            return
        self.picked = tile
        self.phase += 1  # the phase of choosing a direction follows each phase of picking

    def _strike_or_move(self, direction: int) -> None:
        origin, self.picked = self.picked, None
        target = neighbor(origin, direction)
        self.ap -= 1
        if self.phase == COMBAT_DIR:
            self._fight(origin, target)
        else:
            self._move(origin, target)
        self.phase -= 1

    # ---------------------------------------------------------------- the turn
    def _begin_turn(self) -> None:
        self.phase = START
        self.ap = 1  # MS-2.1
        self.allowed = 1  # MS-2.2
        for tile in self._tokens(self.to_act):
            if KIND[tile] == EXTRA_ACTION:
                self.ap += 1  # MS-3.8, MS-3.9
            elif KIND[tile] == EXTRA_SPAWN:
                self.allowed += 1  # MS-3.7, MS-3.8
        self.spawned = 0
        self.dagger_uses = 0

    def _leave_phase(self) -> None:
        """MS-3.1: what follows START, MOVE1, COMBAT, MOVE2 and END."""
        following = {START: MOVE1, MOVE1: COMBAT, COMBAT: MOVE2, MOVE2: END}
        if self.phase == END:
            self._end_turn()
            return
        self.phase = following[self.phase]
        if self.phase == END:
            self._collect()

    def _run_until_decision(self) -> None:
        while not self.over and not self._must_decide():
            self._leave_phase()

    def _must_decide(self) -> bool:
        if self.phase == START:
            return self._must_spawn()
        if self.phase in (MOVE1, MOVE2):
            return self.ap >= 1 and self._movable() != []
        if self.phase == COMBAT:
            return self.ap >= 1 and self._attackers() != []  # MS-4.5
        if self.phase == END:
            return self._may_sacrifice()
        return True  # a token or a direction is always chosen by the player

    def _end_turn(self) -> None:
        self.turns += 1
        if self.turns == self.max_rounds * self.players:  # MS-6.3
            self.truncated = True
            self._game_over()
            return
        self.to_act = (self.to_act + 1) % self.players  # MS-5.7
        self._begin_turn()

    def _game_over(self) -> None:
        self.over = True
        self.phase = OVER
        self.to_act = -1

    @property
    def returns(self) -> list[float]:
        if self.winner is None:
            return [0.0] * self.players
        loss = -1.0 if self.players == 2 else -0.5
        return [1.0 if seat == self.winner else loss for seat in self.seats]

    # ---------------------------------------------------------------- start
    def _must_spawn(self) -> bool:
        """Place a forced token; true when there is something to choose."""
        seat = self.to_act
        free = [tile for tile in self.slots[seat] if self._is_empty(tile)]
        if not free:
            return False  # MS-2.6
        if self.supply[seat] == 0:
            return False  # MS-2.6
        if self.spawned == self.allowed:
            return False  # MS-2.6
        if self.spawned == 0 and len(free) == 1:
            self._spawn(free[0])  # MS-2.7
            return False  # all three tiles are taken now
        return True

    def _spawn(self, tile: int) -> None:
        """MS-2.3."""
        self.owner[tile] = self.to_act
        self.supply[self.to_act] -= 1
        self.spawned += 1

    # ---------------------------------------------------------------- moves
    def _is_empty(self, tile: int) -> bool:
        return self.owner[tile] == EMPTY and tile not in self.spawners  # MS-3.3

    def _tokens(self, seat: int) -> list[int]:
        return [tile for tile in TILES if self.owner[tile] == seat]

    def _free_tokens(self) -> list[int]:
        return [tile for tile in self._tokens(self.to_act) if KIND[tile] not in LOCKING]  # MS-3.6

    def _held(self, seat: int, kind: int) -> int:
        """How many tiles of a kind a seat has its tokens on."""
        return sum(self.owner[tile] == seat for tile in PLACES[kind])

    def _open_directions(self, tile: int) -> list[int]:
        around = [(d, neighbor(tile, d)) for d in range(6)]
        return [d for d, other in around if other is not None and self._is_empty(other)]

    def _movable(self) -> list[int]:
        return [tile for tile in self._free_tokens() if self._open_directions(tile)]

    def _move(self, origin: int, target: int) -> None:
        """MS-3.2, MS-3.11: one step onto an empty tile."""
        self.owner[origin] = EMPTY
        if KIND[target] == THORNS:
            self.supply[self.to_act] += 1  # MS-3.5
        else:
            self.owner[target] = self.to_act

    # ---------------------------------------------------------------- combat
    def _attack_directions(self, tile: int) -> list[int]:
        around = [(d, neighbor(tile, d)) for d in range(6)]
        return [d for d, other in around if other is not None and self.owner[other] not in (EMPTY, self.to_act)]

    def _attackers(self) -> list[int]:
        return [tile for tile in self._free_tokens() if self._attack_directions(tile)]

    def _fight(self, attacker: int, target: int) -> None:
        """MS-4.1, MS-4.2: both strike at once. MS-4.4: nobody advances."""
        target_falls = attack_on(attacker) >= defense_on(target)
        attacker_falls = attack_on(target) >= defense_on(attacker)
        if target_falls:
            self._remove(target)  # MS-4.6
        if attacker_falls:
            self._remove(attacker)  # MS-4.6

    def _remove(self, tile: int) -> None:
        self.supply[self.owner[tile]] += 1
        self.owner[tile] = EMPTY

    # ---------------------------------------------------------------- end of a turn
    def _collect(self) -> None:
        if self.owner[PLACES[POOL][0]] == self.to_act:
            self._gain_mana()  # MS-5.1

    def _gain_mana(self) -> None:
        self.mana[self.to_act] += 1
        if self.mana[self.to_act] == self.mana_goal:  # MS-6.1
            self.winner = self.to_act
            self._game_over()

    def _may_sacrifice(self) -> bool:
        """MS-5.3."""
        seat = self.to_act
        unused = self.dagger_uses < self._held(seat, DAGGER_TILE)
        return self.ap >= 1 and len(self._tokens(seat)) >= SACRIFICED and unused

    def _sacrifice(self) -> None:
        for tile in self.marked:
            self._remove(tile)  # MS-5.5
        self.marked = []
        self.phase = END
        self._gain_mana()

    # ---------------------------------------------------------------- observation
    def observe(self, seat: int) -> list[float]:
        order = [(seat + step) % self.players for step in self.seats]  # the observer, the next seat, ...
        seen_tiles = self.frames[seat].tiles
        pending = [self.picked, *self.marked]
        held = [[self._held(s, kind) for s in order] for kind in (EXTRA_ACTION, EXTRA_SPAWN, DAGGER_TILE)]
        spawns_left = self.allowed - self.spawned if self.phase == START else 0
        obs = [float(self.phase == phase) for phase in range(DECISION_PHASES)]
        obs += [float(self.to_act == seat)]
        obs += for_three([float(self.to_act == s) for s in order])
        for s in (*order, None)[:3]:
            obs += [float(self.owner[tile] == s) for tile in seen_tiles]
        obs += [attack_on(tile) / 2 if self.owner[tile] != EMPTY else 0.0 for tile in seen_tiles]
        obs += [defense_on(tile) / 2 if self.owner[tile] != EMPTY else 0.0 for tile in seen_tiles]
        obs += [float(tile in pending) for tile in seen_tiles]
        obs += for_three([self.mana[s] / self.mana_goal for s in order])
        obs += for_three([self.supply[s] / self.troops for s in order])
        for counts, most in zip(held, (6, 6, 3), strict=True):
            obs += for_three([count / most for count in counts])
        obs += for_three([float(self.owner[PLACES[POOL][0]] == s) for s in order])
        obs += [self.ap / 7, spawns_left / 7, self.dagger_uses / 3, len(self.marked) / 3]
        obs += [float(self.players == 3), self.turns / (self.max_rounds * self.players)]
        return obs


def for_three(values: list[float]) -> list[float]:
    """One value per relative seat; the third is 0 in a one-on-one match."""
    return [*values, 0.0][:3]
