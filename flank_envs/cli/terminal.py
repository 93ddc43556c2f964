"""What the commands that show a game share: replay files, a folder of pictures, and who looks on."""

from pathlib import Path
from typing import Any

from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import Game
from flank_envs.session import Session


class Pictures:
    """A folder that gets one SVG file for each position; without a folder nothing is written."""

    def __init__(self, folder: str | None) -> None:
        self._folder = None if folder is None else Path(folder)
        self._count = 0
        if self._folder:
            self._folder.mkdir(parents=True, exist_ok=True)

    def add(self, game: Game, state: Any, viewer: int | None) -> None:
        """Draw a position as the viewer sees it."""
        if self._folder:
            (self._folder / f"{self._count:04d}.svg").write_text(game.view.picture(state, viewer), encoding="utf-8")
            self._count += 1

    def report(self) -> None:
        """Print how many pictures were written, and where."""
        if self._folder:
            print(f"{self._count} pictures are in {self._folder}.")


def save_replay(session: Session, path: str | None) -> None:
    """Write the replay of a game, if there is a path."""
    if path is not None:
        session.replay().save(path)
        print(f"Saved to {path}: `flank-envs replay {path}` shows it again.")


def check_viewer(viewer: int | None, seats: int) -> int | None:
    """A seat of the game, or None who sees all cards."""
    return None if viewer is None else whole_number(viewer, "--viewer", 0, seats - 1)


def decision_line(session: Session, number: int, viewer: int | None) -> str:
    """Who took a decision, and the number of the action where the viewer may know it."""
    seat = int(session.positions[number][0].to_act)
    player = f" ({session.players[seat]})" if seat in session.opponents else ""
    known = viewer in (None, seat) and number < len(session.actions)
    return f"-> seat {seat}{player}" + (f": action {session.actions[number]}" if known else "")
