"""Probabilities, values and visits that policies and searches give the decisions of a public game."""

from typing import Any

import numpy as np

from flank_envs.engine.positions import legal_masks, observations
from flank_envs.opponents import Decisions, Opponent, known_opponent
from flank_envs.opponents.decisions import restricted_for
from flank_envs.opponents.registry import choices
from flank_envs.web.table import Table
from flank_envs.web.views import worded


def of_game(table: Table, policy: Opponent) -> dict[str, Any]:
    """For each decision: the seat, its value, and the probabilities of what was played and of the likeliest.

    The probabilities are those at temperature 1.
    """
    count = len(table.session.actions)
    if count == 0:
        return {"policy": policy.name, "to_act": [], "values": [], "played": [], "likeliest": []}
    states = np.concatenate(table.session.positions[:count])
    probabilities, values = _evaluate(table, policy, states)
    played = probabilities[np.arange(count), table.session.actions]
    return {
        "policy": policy.name,
        "to_act": states["to_act"].tolist(),
        "values": _short(values),
        "played": _short(played),
        "likeliest": _short(probabilities.max(axis=1)),
    }


def decision(table: Table, at: int, policies: list[Opponent]) -> dict[str, Any]:
    """Every legal action of one decision in words, with the probabilities that each policy gives it."""
    states = table.session.positions[at]
    legal = np.flatnonzero(table.session.mask(at)).tolist()
    evaluated = [(policy.name, *_evaluate(table, policy, states)) for policy in policies]
    searched = visits(table, at)
    return {
        "at": at,
        "to_act": int(states[0].to_act),
        "played": table.session.actions[at],
        "choices": worded(table.session.game, states[0], legal),
        "policies": [
            {"name": name, "value": round(float(values[0]), 3), "probabilities": _short(probabilities[0, legal])}
            for name, probabilities, values in evaluated
        ],
        "search": None if searched is None else {"name": searched[0], "visits": searched[1][legal].tolist()},
    }


def visits(table: Table, at: int) -> tuple[str, np.ndarray] | None:
    """How often the player of this decision tried each action, if it searched: the very same search once more."""
    session = table.session
    name = session.players[int(session.positions[at][0].to_act)]
    offered = {choice.name for choice in choices()}
    if name not in offered or not session.drawn_from[at] or session.mask(at).sum() < 2:
        return None
    player = known_opponent(name)  # anew: the one at the table may be thinking
    if not player.can("search", session.game):
        return None
    decisions = restricted_for(player, session.decisions(at, session.drawn_from[at]))
    return name, player.search(decisions).visits[0]


def _evaluate(table: Table, policy: Opponent, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Probabilities of all actions, 0 for illegal ones, and values, for the seats to act."""
    game = table.session.game
    streams, draws = np.ones(len(states), np.uint64), table.session.draws(states["to_act"])
    seen, masks = observations(game, states), legal_masks(game, states)
    decisions = restricted_for(policy, Decisions.trusted(game, states, seen, masks, streams, draws))
    return (policy.at_temperature(1.0) or policy).probabilities(decisions), policy.value(decisions)


def _short(numbers: np.ndarray) -> list[float]:
    return np.round(numbers.astype(float), 4).tolist()
