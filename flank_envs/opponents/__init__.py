"""Opponents: who plays, and how they are loaded by name; random, heuristic, policy, search, mixture and your own.

Also the seats that they and a caller share, which one-learner interfaces and training stand on. Games are found by
their names and never imported; how opponents are trained is in `training`, how strong they are in `evaluation`.
"""

from flank_envs.opponents.base import Opponent
from flank_envs.opponents.decisions import Decisions
from flank_envs.opponents.load import AnyOpponent, known_opponent, load_opponent

__all__ = ["AnyOpponent", "Decisions", "Opponent", "known_opponent", "load_opponent"]
