"""Endings that are alike in all games, in words."""

from typing import Any

from flank_envs.engine.record import ending


def shared_ending(state: Any) -> tuple[str, str] | None:
    """Who and what, of a game that is over by a forfeit, a limit or the cap; None if its rules ended it."""
    return {
        "forfeit": (f"Seat {state.forfeit} forfeits", "illegal action"),
        "limit": ("No winner", "the game's limit is reached"),
        "cap": ("No winner", "the cap on decisions is reached"),
    }.get(ending(state))


def verdict(state: Any, returns: list[float]) -> str:
    """Who has won, and the results."""
    best = [seat for seat, value in enumerate(returns) if value == max(returns)]
    results = ", ".join(f"seat {seat} {value or 0:+g}" for seat, value in enumerate(returns))
    shared = shared_ending(state)
    if shared:
        return f"{': '.join(shared)} ({results})."
    if len(best) == len(returns):
        return f"Nobody wins ({results})."
    seats = " and ".join(map(str, best))
    return f"Seat {seats} wins ({results})." if len(best) == 1 else f"Seats {seats} win ({results})."
