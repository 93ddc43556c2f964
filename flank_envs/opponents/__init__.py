"""Opponents: anything that chooses actions for a whole batch of decisions."""

from flank_envs.opponents.base import Decisions, Opponent
from flank_envs.opponents.load import load_opponent

__all__ = ["Decisions", "Opponent", "load_opponent"]
