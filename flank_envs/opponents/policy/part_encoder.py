"""Symmetric parts of a position, such as lanes: one layer encodes each of them, whatever their order.

With "alike": 96 (and "choices") in the short form of a network, the trunk sees, instead of everything,
    what is about no part, and the mean and the largest of relu(part @ alike.seen + what is about no part @ alike.rest),
the score of an action about a part also depends on the encoding of that part (choice.part), and those actions share
their outputs of the action layer:
    alike.seen.weight (96, values of a part)   alike.seen.bias (96,)   alike.rest.weight (96, other values)
    choice.part.weight (choices, 96)
"""

from collections.abc import Mapping

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.engine.layout import Layout
from flank_envs.engine.positions import need_features
from flank_envs.opponents.policy.dense import layer


def places_of_parts(*layouts: Layout) -> np.ndarray:
    """(parts, values) where what is about each symmetric part stands in these layouts, one after the other."""
    found, start = [], 0
    for layout in layouts:
        for block in layout.blocks:
            if block.parts is not None:
                places = start + layout.start(block.name) + np.arange(block.size).reshape(block.shape)
                found.append(np.moveaxis(places, block.parts, 0).reshape(block.shape[block.parts], -1))
        start += layout.size
    return np.concatenate(found, axis=1) if found else np.zeros((0, 0), np.int64)


def has_parts(game: Game) -> bool:
    """Whether symmetric parts are named in the layouts of the game, also in those of its features."""
    layouts = (game.observation, game.features.state) if game.features else ()
    return bool(layouts) and all(len(places_of_parts(layout)) for layout in (*layouts, game.actions))


class PartLayout:
    """Where parts and the rest stand in what a network is given, and which part and output each action has."""

    def __init__(self, game: Game) -> None:
        if not has_parts(game):
            raise ValueError(f"{game.name} has no symmetric parts")
        features = need_features(game)
        self.seen, actions = places_of_parts(game.observation, features.state), places_of_parts(game.actions)
        self.rest = np.setdiff1d(np.arange(game.observation.size + features.state.size), self.seen)
        self.parts, self.values = self.seen.shape
        others = np.setdiff1d(np.arange(game.actions.size), actions)
        self.outputs = len(others) + actions.shape[1]
        self.output = np.zeros(game.actions.size, np.int64)
        self.output[others] = np.arange(len(others))
        self.output[actions] = len(others) + np.arange(actions.shape[1])
        self.part = np.full(game.actions.size, self.parts)  # for actions that are about no part
        self.part[actions] = np.arange(self.parts)[:, None]

    def trunk(self, width: int) -> int:
        """How many values the trunk sees."""
        return len(self.rest) + 2 * width


class PartEncoder:
    """Encodes each part by the same layer."""

    def __init__(self, weights: Mapping[str, np.ndarray], game: Game) -> None:
        self.layout = PartLayout(game)
        part_weight, self._bias, rest_weight = (weights[name] for name in self.shapes(1, game))
        self._part_weight, self._rest_weight = (np.ascontiguousarray(weight.T) for weight in (part_weight, rest_weight))
        self._no_bias = np.zeros_like(self._bias)

    @staticmethod
    def shapes(width: int, game: Game) -> dict[str, tuple[int, ...]]:
        """Of its weights, by name."""
        layout = PartLayout(game)
        return {
            "alike.seen.weight": (width, layout.values),
            "alike.seen.bias": (width,),
            "alike.rest.weight": (width, len(layout.rest)),
        }

    def encode(self, inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(rows, parts, width) the encoded parts, and what the trunk is given."""
        layout, rows = self.layout, len(inputs)
        rest = np.take(inputs, layout.rest, axis=1)
        parts = np.take(inputs, layout.seen, axis=1).reshape(rows * layout.parts, layout.values)
        encoded = layer(parts, self._part_weight, self._no_bias).reshape(rows, layout.parts, len(self._bias))
        encoded += layer(rest, self._rest_weight, self._bias)[:, None]
        np.maximum(encoded, 0, out=encoded)
        return encoded, np.concatenate([rest, encoded.mean(axis=1), encoded.max(axis=1)], axis=1)
