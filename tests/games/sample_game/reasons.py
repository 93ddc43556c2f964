"""What must be so when Last Match refuses an action."""

from tests.games.sample_game.rules import LATE
from tests.reasons import ALWAYS, Reasons

REASONS: Reasons = {
    **ALWAYS,
    r"only (\d+) are left": lambda r: r.number() == r.state.left <= r.place[0],
    r"passing begins at (\d+) matches": lambda r: (
        r.block == "PASS" and r.number() == LATE < r.state.left and r.state.passes[r.seat]
    ),
    "there is no pass to use": lambda r: r.block == "PASS" and not r.state.passes[r.seat],
}
