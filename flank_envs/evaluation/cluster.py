"""Ray, for more than one machine: joining a cluster, and calls that its machines share."""

# pyright: reportMissingImports=false
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from flank_envs.engine.untrusted import short_repr
from flank_envs.extras import needs_extra
from flank_envs.opponents import Opponent

LOCAL = "local"  # the address of a cluster that is this machine alone, and ends with the program


def connect(address: str) -> Any:
    """The module `ray`, connected to the cluster at an address; a ValueError that says what is wrong else."""
    try:
        with needs_extra("--ray", "ray"):
            import ray
    except ImportError as problem:
        raise ValueError(str(problem)) from None
    if not ray.is_initialized():
        try:
            ray.init(address, logging_level="warning", log_to_driver=False)
        except (ConnectionError, ValueError, OSError, RuntimeError) as problem:
            raise ValueError(
                f"no Ray cluster answers at {short_repr(address)} ({problem}): start one with `ray start "
                "--head` and give "
                f"the address that it prints (with RAY_AUTH_MODE=token set here too if it asks for a token), or give "
                f"{LOCAL!r} for this machine alone"
            ) from None
    return ray


def shared_calls(ray: Any) -> Callable[[Callable[..., Any], Iterable[tuple]], Iterator[Any]]:
    """A map over tuples of arguments whose calls run on all machines; what comes out is in the order asked for.

    Calls begin at once. One whose machine dies is made again on another.
    """
    sent: dict[int, tuple[Any, Any]] = {}

    def travelling(argument: Any) -> Any:
        """Opponents may be large and are in many calls: each travels to a machine once."""
        if not isinstance(argument, Opponent):
            return argument
        if id(argument) not in sent:
            sent[id(argument)] = (argument, ray.put(argument))  # the opponent too: while it lives its id is its own
        return sent[id(argument)][1]

    def calls(function: Callable[..., Any], jobs: Iterable[tuple]) -> Iterator[Any]:
        remote = ray.remote(function).options(max_retries=-1, scheduling_strategy="SPREAD")
        return map(ray.get, [remote.remote(*map(travelling, job)) for job in jobs])

    return calls
