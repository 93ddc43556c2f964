"""Lines of play made up for tests."""

import numpy as np


def all_distinct(scores: np.ndarray) -> np.ndarray:
    """Another line for each game."""
    return np.arange(1, scores.size + 1, dtype=np.uint64).reshape(scores.shape)
