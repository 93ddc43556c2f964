"""Hand-made positions of Mana Surge: the tiles of each seat's tokens as {0: "39 49 60", 1: "45"}, in seat 0's frame."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from flank_envs import get_game, make_batch
from flank_envs.engine import kernels
from tests.twins.mana_surge import DAGGER_TILE, EXTRA_ACTION, EXTRA_SPAWN, KIND, SPAWNER_TILES, TILES, neighbor

GAME = get_game("mana_surge")
HOME = "39 49 60"
HOMES = (HOME, "6 7 1", "86 79 78")
COMPASS = ("N", "NE", "SE", "S", "SW", "NW")
SLOTS = ("left", "front", "right")
NOBODY, SPAWNER, NO_TILE = -1, 3, -1
ABILITIES = (EXTRA_ACTION, EXTRA_SPAWN, DAGGER_TILE)
PASS, DAGGER, SPAWN, DIR, CELL = 0, 1, 2, 5, 11


class Board:
    """One game that stands at a decision of the test's choice; tokens that are not placed are in the supplies."""

    def __init__(
        self,
        placed: Mapping[int, str],
        phase: str = "MOVE1",
        *,
        to_act: int = 0,
        ap: int = 1,
        mana: Sequence[int] = (0, 0, 0),
        turns: int = 0,
        **options: int,
    ) -> None:
        self.batch = make_batch(GAME, 1, 0, autoreset=False, **options)
        state = self.state
        state.phase, state.to_act = GAME.phases.index(phase), to_act
        state.action_points, state.turns = ap, turns
        state.first_seat = (to_act - turns) % self.players  # whoever that makes the first to move
        state.spawns_allowed, state.spawns_done, state.dagger_uses = 1, 0, 0
        state.mana[: self.players] = mana[: self.players]
        self._place(placed)
        self.batch.refresh()
        self._check()

    @classmethod
    def new(cls, **options: int) -> "Board":
        """A game just dealt."""
        board = cls.__new__(cls)
        board.batch = make_batch(GAME, 1, 0, autoreset=False, **options)
        board._check()
        return board

    @classmethod
    def turn(cls, placed: Mapping[int, str], *, seat: int = 0, players: int = 3, **settings: int) -> "Board":
        """A turn of `seat` begins: the seat before it passes (and stands at home if the test does not place it)."""
        before = (seat - 1) % players
        filled = {before: HOMES[before], **placed}
        return cls(filled, "MOVE2", to_act=before, players=players, **settings).play("pass")

    @property
    def state(self) -> np.record:
        return self.batch._arrays.states[0]  # to be written; `refresh` checks it

    @property
    def players(self) -> int:
        return int(self.state.seats)

    def _place(self, placed: Mapping[int, str]) -> None:
        """Write the tokens, and the fields that follow from them."""
        state = self.state
        state.owner[:] = NOBODY
        state.owner[SPAWNER_TILES[: self.players]] = SPAWNER
        state.tokens[:] = 0
        state.held[:] = 0
        for seat in range(self.players):
            found = sorted(tiles(placed.get(seat, "")))
            assert (state.owner[found] == NOBODY).all(), f"seat {seat} cannot stand on {found}"
            state.owner[found] = seat
            state.tokens[seat, : len(found)] = found
            state.supply[seat] = state.troops - len(found)
            state.held[seat] = [
                sum(KIND[t] == kind for t in found) for kind in (EXTRA_ACTION, EXTRA_SPAWN, DAGGER_TILE)
            ]
        for tile in TILES:
            around = [NO_TILE if (other := neighbor(tile, d)) is None else other for d in range(6)]
            owners = [SPAWNER if other == NO_TILE else int(state.owner[other]) for other in around]
            state.exits[tile] = bits(owner == NOBODY for owner in owners)
            for seat in range(self.players):
                state.foes[seat, tile] = bits(owner not in (seat, NOBODY, SPAWNER) for owner in owners)

    def _check(self) -> None:
        broken = kernels.checks(self.batch.states.copy())
        assert broken == 0, f"{GAME.rules.invariants[broken - 1]}: broken"

    def reset(self) -> "Board":
        self.batch.reset(seed=0)
        self._check()
        return self

    def play(self, *names: str) -> "Board":
        """Actions in the frame of whoever acts: "pass", "dagger", "left", "C49" (pick tile 49), "NE"."""
        for name in names:
            self.batch.step(np.array([action_id(name)]))
            self._check()
        return self

    def random_play(self, seed: int, limit: int) -> Iterator[None]:
        """Random decisions, at most `limit` or until the game is over."""
        words = self.batch.streams(seed)
        for _ in range(limit):
            if self.over():
                return
            self.batch.step(self.batch.random_actions(words))
            self._check()
            yield

    def tokens(self, seat: int) -> list[int]:
        return np.flatnonzero(self.state.owner == seat).tolist()

    def supply(self) -> list[int]:
        return self.state.supply[: self.players].tolist()

    def mana(self) -> list[int]:
        return self.state.mana[: self.players].tolist()

    def ap(self) -> int:
        return int(self.state.action_points)

    def turns(self) -> int:
        return int(self.state.turns)

    def phase(self) -> str:
        return GAME.phases[self.state.phase]

    def to_act(self) -> int:
        return int(self.batch.to_act[0])

    def over(self) -> bool:
        return bool(self.state.over)

    def at_limit(self) -> bool:
        return bool(self.batch.states[0].limit)

    def returns(self) -> list[float]:
        return self.batch.reward[0].tolist()

    def ids(self) -> list[int]:
        return np.flatnonzero(self.batch.action_mask[0]).tolist()

    def legal(self) -> list[str]:
        return [action_name(action) for action in self.ids()]

    def look(self, seat: int) -> dict[str, np.ndarray]:
        """What a seat observes, by block."""
        return GAME.observation.split(self.batch.observe(seat)[0])


def tiles(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def bits(flags: Iterator[bool]) -> int:
    return sum(1 << d for d, flag in enumerate(flags) if flag)


def cells(text: str) -> list[str]:
    """The names of picking these tiles, in the order of the ids."""
    return [f"C{tile}" for tile in sorted(tiles(text))]


def action_id(name: str) -> int:
    if name in SLOTS:
        return SPAWN + SLOTS.index(name)
    if name in COMPASS:
        return DIR + COMPASS.index(name)
    return {"pass": PASS, "dagger": DAGGER}[name] if name in ("pass", "dagger") else CELL + int(name[1:])


def action_name(action: int) -> str:
    if action >= CELL:
        return f"C{action - CELL}"
    return ("pass", "dagger", *SLOTS, *COMPASS)[action]
