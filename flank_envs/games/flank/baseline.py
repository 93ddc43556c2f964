"""The rule-of-thumb player."""

from flank_envs.core.compile import rule


@rule
def rule_of_thumb(state, mask):
    for action in range(mask.shape[0] - 1, 0, -1):
        if mask[action]:
            return action
    return 0
