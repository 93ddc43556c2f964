"""Endings that are alike in all games, in words."""

from typing import Any

from flank_envs.core.header import ending


def shared_ending(state: Any) -> tuple[str, str] | None:
    """Who and what, of a game that is over by a forfeit or by its limit; None if its rules ended it."""
    return {
        "forfeit": (f"Seat {state.forfeit} forfeits", "illegal action"),
        "limit": ("No winner", "the game's limit is reached"),
    }.get(ending(state))
