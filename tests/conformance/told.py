"""What people are told of recorded games: `python -m tests.conformance.told` writes it anew, beside the replays.

Of every decision the story, in turn as each viewer is told it. Of some positions of every phase also the status, and
digests of the board in words, of what the picture shows, of what every action means and of why some are refused:
`python -m tests.conformance.told REPLAY NUMBER` prints these in full.
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np

from flank_envs.engine.game import Game, get_game
from flank_envs.engine.replay import Replay
from tests.conformance.play import golden_replays, masks

LOOKS = ("data-action", "fill", "stroke", "font-weight")  # of a shape
POSITIONS = 5  # of each phase of a recorded game, from all parts of it


def told(path: Path) -> str:
    """The whole text of one recorded game."""
    game, positions = _positions(path)
    shown = _shown([int(state.phase) for state, _ in positions])
    lines: list[str] = []
    for number, (state, action) in enumerate(positions):
        viewer = _in_turn(number, int(state.seats))
        if number in shown:
            digests = " ".join(f"{name} {_digest(text)}" for name, text in _looks(game, state, viewer).items())
            lines.append(f"{number} {_name(viewer)} sees {' | '.join(game.view.status(state, viewer))}: {digests}")
        if action is not None:
            story = game.view.story(state, action, positions[number + 1][0], viewer)
            lines.append(f"{number} {_name(viewer)}: {' '.join(story)}".rstrip())
    return "\n".join(lines) + "\n"


def in_full(path: Path, number: int) -> str:
    """What the digests of one position stand for."""
    game, positions = _positions(path)
    state = positions[number][0]
    found = _looks(game, state, _in_turn(number, int(state.seats)))
    return "\n".join(f"--- {name} ---\n{text}" for name, text in found.items())


def _positions(path: Path) -> tuple[Game, list[tuple[Any, int | None]]]:
    replay = Replay.load(path)
    return get_game(replay.game), [(states[0].copy(), action) for states, action in replay.positions()]


def _in_turn(number: int, seats: int) -> int | None:
    return (None, *range(seats))[number % (seats + 1)]


def _name(viewer: int | None) -> str:
    return "all" if viewer is None else f"seat {viewer}"


def _shown(phases: list[int]) -> set[int]:
    """Positions from all parts of the game, some of every phase, and the last one."""
    found = {len(phases) - 1}
    for phase in set(phases):
        places = [number for number, other in enumerate(phases) if other == phase]
        found |= {places[k] for k in np.unique(np.linspace(0, len(places) - 1, POSITIONS).astype(int))}
    return found


def _looks(game: Game, state: Any, viewer: int | None) -> dict[str, str]:
    mask = masks(game, np.array([state], game.state))[0]
    reasons = Counter(game.view.refusal(state, int(action)) for action in np.flatnonzero(mask == 0))
    return {
        "text": game.view.text(state, viewer),
        "picture": "\n".join(_drawn(ElementTree.fromstring(game.view.picture(state, viewer)))),
        "actions": "\n".join(game.view.describe(state, action) for action in range(len(mask))),
        "refusals": "\n".join(f"{count} × {reason}" for reason, count in sorted(reasons.items())),
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _drawn(picture: ElementTree.Element) -> Iterator[str]:
    """All that is drawn, one after the other, but not where and how large."""
    for item in picture.iter():
        looks = [f"{name} {item.attrib[name]}" for name in LOOKS if name in item.attrib]
        dashed = ["dashed"] * ("stroke-dasharray" in item.attrib)
        yield " ".join([item.tag.rpartition("}")[2], *looks, *dashed, *(item.text or "").split()])


def file_of(path: Path) -> Path:
    """Where the text of a recorded game is kept: beside it."""
    return path.with_suffix(".told")


if __name__ == "__main__":
    if sys.argv[1:]:
        print(in_full(Path(sys.argv[1]), int(sys.argv[2])))
    else:
        for recorded in golden_replays():
            file_of(recorded).write_text(told(recorded), encoding="utf-8")
