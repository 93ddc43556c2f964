"""Choosing by what a network says."""

import numpy as np

from flank_envs.engine.jit.compile import kernel
from flank_envs.engine.rng import stream_below


@kernel
def choose_by_logits(logits, masks, streams, scale, actions):
    """A legal action for every row, with chances proportional to exp(scale * logit); the largest if scale is infinite.

    `logits` are overwritten.
    """
    for i in range(masks.shape[0]):
        best = -1
        for action in range(masks.shape[1]):
            if masks[i, action] and (best < 0 or logits[i, action] > logits[i, best]):
                best = action
        if best < 0 or scale == np.inf:
            actions[i] = max(best, 0)
            continue
        highest = logits[i, best]
        total = 0.0
        for action in range(masks.shape[1]):
            if masks[i, action]:
                total += np.exp(scale * (logits[i, action] - highest))
                logits[i, action] = total
        left = stream_below(streams, i, 2**32 - 1) / (2**32 - 1) * total
        for action in range(masks.shape[1]):
            if masks[i, action]:
                best = action
                if left < logits[i, action]:
                    break
        actions[i] = best
