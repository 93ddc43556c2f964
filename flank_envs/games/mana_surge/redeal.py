"""Drawing anew what a seat cannot know in Mana Surge: nothing is hidden, and nothing is left to chance."""

from flank_envs.core.compile import rule


@rule
def redeal(state, seat):
    """Every seat knows everything."""
