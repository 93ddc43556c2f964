"""The invariants of Mercy Frontier."""

from flank_envs.core.compile import rule

INVARIANTS = ("x",)


@rule
def check(state):
    return 0
