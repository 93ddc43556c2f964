"""Ray gives up on processes that are slow to answer: on a busy machine they are, and nothing is wrong.

So it waits longer here, its workers are no less important than other programs, and who does not answer at all is asked
again sooner.
"""

import os
from collections.abc import Callable
from typing import Any

os.environ.setdefault("RAY_raylet_start_wait_time_s", "120")
os.environ.setdefault("RAY_health_check_timeout_ms", "60000")
os.environ.setdefault("RAY_worker_register_timeout_seconds", "1200")
os.environ.setdefault("RAY_worker_niceness", "0")
os.environ.setdefault("RAY_health_check_period_ms", "1000")
TRIES = 5


def patiently(start: Callable[[], Any], stop: Callable[[], Any]) -> Any:
    """What `start` gives, after more tries if Ray does not come up: its own waits are short."""
    for _ in range(TRIES - 1):
        try:
            return start()
        except Exception:  # Ray raises just that
            stop()
    return start()
