"""Opponents: anything that chooses actions for a whole batch of decisions."""

from flank_envs.opponents.base import Opponent
from flank_envs.opponents.decisions import Decisions
from flank_envs.opponents.load import AnyOpponent, known_opponent, load_opponent

__all__ = ["AnyOpponent", "Decisions", "Opponent", "known_opponent", "load_opponent"]
