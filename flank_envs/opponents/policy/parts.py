"""Symmetric parts of a position, such as lanes: what is about each of them, in the layouts of a game."""

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.engine.layout import Layout
from flank_envs.engine.positions import need_features


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
