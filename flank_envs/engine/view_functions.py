"""What a game shows to people: words, text and pictures, found by their names in the game's folder."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flank_envs.engine.folder import find_by_name

MODULES = ("view", "view.words", "view.refusals", "view.text", "view.picture", "view.story")
REQUIRED = ("describe", "refusal", "text", "picture")
OPTIONAL = ("story", "status", "round_number")


def no_status(state: Any, viewer: int | None) -> tuple[str, str]:
    """The `status` of games that have none of their own."""
    return "", ""


def no_round(state: Any) -> int:
    """The `round_number` of games that are not divided into rounds."""
    return 0


@dataclass(frozen=True)
class View:
    """The functions of a game for people, in plain Python. `viewer` is a seat, or None, who sees all cards."""

    describe: Callable[[Any, int], str]
    """`describe(state, action)` names an action."""
    refusal: Callable[[Any, int], str]
    """`refusal(state, action)` says why an action is not legal."""
    text: Callable[[Any, int | None], str]
    """`text(state, viewer)` draws the board for terminals."""
    picture: Callable[[Any, int | None], str]
    """`picture(state, viewer)` draws the board as SVG."""
    story: Callable[[Any, int, Any, int | None], list[str]] = None  # pyright: ignore[reportAssignmentType]
    """`story(before, action, after, viewer)` tells a decision and everything automatic that followed, in sentences.

    By default the decision alone.
    """
    status: Callable[[Any, int | None], tuple[str, str]] = no_status
    """`status(state, viewer)` says who decides and what; or who has won, and how."""
    round_number: Callable[[Any], int] = no_round
    """`round_number(state)` is the round, turn or battle that a game is in."""


def find_view(package: str) -> View:
    """The functions for people of the game in this package or module."""
    return View(**find_by_name(package, (*REQUIRED, *OPTIONAL), MODULES, REQUIRED))
