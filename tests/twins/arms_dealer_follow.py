"""Lets the slow twin of Arms Dealer follow another engine move by move, also through shuffles inside a move.

A move can shuffle a deck, draw from it and run on to the next decision, so the draws are not all visible afterwards.
What lies on the table tells most of them; the rest (ships that have fought already) is tried until everything agrees.
"""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from flank_envs.engine.rng import following, output, scaled
from tests.twins.arms_dealer import Twin
from tests.twins.arms_dealer_table import Event
from tests.twins.arms_dealer_view import BLOCKS, SIZE, observe

TOLERANCE = 1e-6
STARTS = dict(zip([name for name, _ in BLOCKS], accumulate([size for _, size in BLOCKS], initial=0), strict=False))


@dataclass
class Snapshot:
    """What the other engine shows between two moves; `piles` are its decks, whose order does not matter."""

    phase: int
    to_act: int
    legal: list[int]
    observations: list[list[float]]
    piles: dict[str, list[int]]
    shop: list[int | None]
    line: list[int]
    stream: int = 1  # its random stream, from which the draws of the next move come


class ImpossibleError(Exception):
    """The other engine laid a card that was not in the pile."""


class Guess:
    """Chance as the snapshot after the move tells it; `script` chooses among the draws that it does not tell.

    What the other engine's stream would draw from a sorted pile is tried first, which saves most of the trying.
    """

    def __init__(self, after: Snapshot, stream: int, script: list[int]) -> None:
        self.after = after
        self.stream = np.uint64(stream)
        self.script = script
        self.taken: list[tuple[int, int]] = []  # (number of the option, options) of each such draw
        self.lead = 0 if after.observations[0][start("lead")] else 1
        self.shop_first = 0 if after.observations[0][start("shop_first")] else 1
        self.laid = [new_ships(after.observations[seat]) for seat in (0, 1)]

    def __call__(self, event: Event, options: list[int]) -> int:
        kind, number = event
        first = sorted(options)[scaled(np.uint64(output(self.stream)), len(options))]
        self.stream = np.uint64(following(self.stream))
        if kind == "fight":
            return self._try_one(sorted(set(options), key=lambda ship: ship != first))
        if kind == "lay":
            card = self._laid_ship(number, options)
        else:
            told = {"lead": [self.lead], "shop_first": [self.shop_first]}
            told |= {"shop": self.after.shop, "asteroid": self.after.line}
            card = told[kind][number]
        if card is None or card not in options:
            raise ImpossibleError(f"{event} gave {card}, expected one of {sorted(set(options))}")
        return card

    def _try_one(self, options: list[int]) -> int:
        if len(options) == 1:
            return options[0]
        k = self.script[len(self.taken)] if len(self.taken) < len(self.script) else 0
        self.taken.append((k, len(options)))
        return options[k]

    def _laid_ship(self, seat: int, options: list[int]) -> int:
        """Any ship that the snapshot shows among the five: their order does not matter."""
        for ship in self.laid[seat]:
            if ship in options:
                self.laid[seat].remove(ship)
                return ship
        raise ImpossibleError(f"seat {seat} drew {self.laid[seat]}, expected some of {sorted(set(options))}")


def start(block: str) -> int:
    """The offset of a block of the observation."""
    return STARTS[block]


def new_ships(observation: list[float]) -> list[int]:
    """The ships of a seat drawn or laid in the Fleet Phase, as it sees them."""
    drawn, field = start("own_drawn"), start("own_field")
    ships = [kind for kind in range(5) for _ in range(round(observation[drawn + kind] * 5))]
    return ships + [k % 5 for k in range(25) if observation[field + k]]


def differences(twin: Twin, after: Snapshot) -> list[str]:
    """Where the twin and the snapshot disagree, in words."""
    pairs = {
        "phase": (after.phase, twin.phase),
        "to_act": (after.to_act, twin.to_act),
        "legal": (sorted(after.legal), sorted(twin.legal())),
        **{name: (sorted(after.piles[name]), sorted(pile)) for name, pile in twin.piles.items()},
        "shop": (after.shop, twin.shop),
        "line": (after.line, twin.line),
    }
    found = [f"{name}: {theirs}, the twin has {own}" for name, (theirs, own) in pairs.items() if theirs != own]
    for seat in (0, 1):
        found += view_differences(seat, after.observations[seat], observe(twin, seat))
    return found


def view_differences(seat: int, theirs: list[float], own: list[float]) -> list[str]:
    if len(theirs) != SIZE:
        return [f"seat {seat} sees {len(theirs)} values, expected {SIZE}"]
    if np.abs(np.subtract(theirs, own)).max() <= TOLERANCE:
        return []
    found = []
    for name, size in BLOCKS:
        a, b = start(name), start(name) + size
        if any(abs(x - y) > TOLERANCE for x, y in zip(theirs[a:b], own[a:b], strict=True)):
            found.append(f"seat {seat} sees {name}: {theirs[a:b]}, the twin {own[a:b]}")
    return found


def next_script(taken: list[tuple[int, int]]) -> list[int] | None:
    """The script after this one: the last draw that has another option takes it."""
    script = [k for k, _ in taken]
    while script:
        script[-1] += 1
        if script[-1] < taken[len(script) - 1][1]:
            return script
        script.pop()
    return None


def agree(make: Callable[[Guess], Twin], after: Snapshot, stream: int) -> Twin:
    """The twin made with the chance that explains the snapshot; without one, an error with the smallest difference."""
    script: list[int] | None = []
    smallest: list[str] = []
    impossible = ""
    while script is not None:
        guess = Guess(after, stream, script)
        try:
            twin = make(guess)
        except ImpossibleError as error:
            impossible = str(error)
        else:
            found = differences(twin, after)
            if not found:
                return twin
            if not smallest or len(found) < len(smallest):
                smallest = found
        script = next_script(guess.taken)
    raise AssertionError("the twin disagrees:\n" + "\n".join(smallest or [impossible]))


def dealt(after: Snapshot, **options: object) -> Twin:
    """The twin of a game just dealt."""
    return agree(lambda guess: Twin(guess, **options).deal(), after, 1)  # pyright: ignore[reportArgumentType]


def follow(twin: Twin, action: int, before: Snapshot, after: Snapshot) -> Twin:
    """The twin after this action of the other engine."""
    twin.chance = no_chance  # the chance of the move before is over
    frozen = pickle.dumps(twin)  # much faster to copy from than by `copy.deepcopy`

    def move(guess: Guess) -> Twin:
        moved = pickle.loads(frozen)
        moved.chance = guess
        moved.apply(action)
        return moved

    return agree(move, after, before.stream)


def no_chance(event: Event, options: list[int]) -> int:
    raise ImpossibleError(f"{event} between two moves")
