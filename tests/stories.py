"""Stories of single decisions, for the tests of each game: the choice is given in words, as at a terminal."""

import numpy as np

from flank_envs import Batch
from flank_envs.cli.prompt import choice_of


def told(batch: Batch, choice: str, viewer: int | None) -> list[str]:
    """Let the seat to act take the choice that these words mean, and hear what the viewer is told."""
    before = batch.states[0].copy()
    action = choice_of(choice, batch.legal())
    batch.step(np.array([action]))
    return batch.game.view.story(before, action, batch.states[0], viewer)
