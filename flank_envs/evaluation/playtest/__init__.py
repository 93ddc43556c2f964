"""Playtests: a report for the designer of a game, from many games between good players.

games     play them, and keep what was decided
balance   who wins with which options, and how games end
choices   what is used, what never, and what early choices go with winning
tension   how a policy evaluates positions on the way: decisions that matter, comebacks
findings  what stands out, in sentences
page      all of it for people

How strong the players are is measured by the arena and the ladder.
"""

from flank_envs.evaluation.playtest.games import Games, play
from flank_envs.evaluation.playtest.page import report

__all__ = ["Games", "play", "report"]
