"""What a designer of a game would want to read about it, from many games between good players.

games     playing them, and keeping what was decided
balance   who wins with which options, and how games end
choices   what is used, what never, and what early choices go with winning
tension   what a policy expects on the way: decisions that matter, comebacks
findings  what stands out, in sentences
page      all of it for people
"""

from flank_envs.evaluation.playtest.games import Games, play
from flank_envs.evaluation.playtest.page import report

__all__ = ["Games", "play", "report"]
