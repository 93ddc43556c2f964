"""Sentences about how a game ended that all games share."""

from typing import Any

from flank_envs.engine.record import ending


def shared_ending(state: Any) -> tuple[str, str] | None:
    """The winner and the reason of a game ended by a forfeit, a limit or the cap; None if its rules ended it."""
    return {
        "forfeit": (f"Seat {state.forfeit} forfeits", "illegal action"),
        "limit": ("No winner", "the game's limit is reached"),
        "cap": ("No winner", "the cap on decisions is reached"),
    }.get(ending(state))


def verdict(state: Any, returns: list[float]) -> str:
    """The winner and the results in words."""
    best = [seat for seat, value in enumerate(returns) if value == max(returns)]
    results = ", ".join(f"seat {seat} {value or 0:+g}" for seat, value in enumerate(returns))
    shared = shared_ending(state)
    if shared:
        return f"{': '.join(shared)} ({results})."
    if len(best) == len(returns):
        return f"Nobody wins ({results})."
    seats = " and ".join(map(str, best))
    return f"Seat {seats} wins ({results})." if len(best) == 1 else f"Seats {seats} win ({results})."
