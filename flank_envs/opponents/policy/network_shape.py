"""What the metadata of a checkpoint say of its network: its layers, and the weights that they must have."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.engine.positions import need_features
from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents.policy.belief import belief_shapes
from flank_envs.opponents.policy.checkpoint import Checkpoint, CheckpointError
from flank_envs.opponents.policy.layers import MOST_LAYERS, WIDEST, check_layers, shapes_of
from flank_envs.opponents.policy.parts import PartLayout, has_parts
from flank_envs.opponents.policy.scoring import Shapes, part_shapes, scorer_shapes

SHORT_FORM = 1
ACTIVATIONS, DEEPEST = ("tanh", "relu"), MOST_LAYERS // 2  # of a trunk
TOWERS = ("shared", "action", "value")


class NetworkShape:
    """Of one network, not of a mixture; a CheckpointError if the metadata describe none."""

    def __init__(self, game: Game, metadata: Mapping[str, Any]) -> None:
        self._game, network = game, metadata["network"]
        self._is_short = metadata["format"] == SHORT_FORM
        self._belief = metadata.get("belief")
        self.scorer_width, self.part_width = _widths_of_scorers(network, self._game) if self._is_short else (0, 0)
        self.layers = _spelled_out(network, self._outputs) if self._is_short else _checked(network)

    @property
    def belief_depth(self) -> int:
        """The hidden layers of the belief; 0 if there is none."""
        return len(self._belief or ())

    @property
    def _inputs(self) -> int:
        """Values that the shared layers are given."""
        if self.part_width:
            return PartLayout(self._game).trunk(self.part_width)
        return self._game.observation.size + (need_features(self._game).state.size if self.scorer_width else 0)

    @property
    def _outputs(self) -> int:
        """Logits that the action layers give."""
        return PartLayout(self._game).outputs if self.part_width else self._game.actions.size

    @cached_property
    def _tower_shapes(self) -> tuple[Shapes, int]:
        """Of the weights of the shared, action and value layers; and the width of what the shared ones give."""
        expected, hidden = shapes_of(self.layers["shared"], "shared", self._inputs)
        for tower, outputs in (("action", self._outputs), ("value", 1)):
            if self.layers[tower] is not None:
                shapes, width = shapes_of(self.layers[tower], tower, hidden)
                expected |= shapes
                if width != outputs:
                    raise CheckpointError(f"the {tower} layers give {width} values, {self._game.name} needs {outputs}")
        return expected, hidden

    @property
    def _other_shapes(self) -> Shapes:
        """Of the weights beside the towers, whose names are the same in both formats."""
        game, shapes = self._game, {}
        if self.scorer_width:
            shapes |= scorer_shapes(self.scorer_width, game, self._tower_shapes[1], self.part_width)
        if self.part_width:
            shapes |= part_shapes(self.part_width, game)
        return shapes | ({} if self._belief is None else belief_shapes(self._belief, game))

    @cached_property
    def _names(self) -> dict[str, str]:
        """The names of all weights in format 2, and what they are called in the file."""
        towers = _short_names(len(self.layers["shared"]) // 2) if self._is_short else {}
        return {name: towers.get(name, name) for name in (*self._tower_shapes[0], *self._other_shapes)}

    @property
    def shapes(self) -> Shapes:
        """Of all weights, by their names in the file."""
        shapes = self._tower_shapes[0] | self._other_shapes
        return {self._names[name]: shape for name, shape in shapes.items()}

    def weights_of(self, checkpoint: Checkpoint) -> dict[str, np.ndarray]:
        """The weights under the names of format 2; a CheckpointError unless they have these shapes."""
        _same_shapes(checkpoint.weights, self.shapes)
        return {name: checkpoint.weights[in_file] for name, in_file in self._names.items()}


def _checked(network: Any) -> dict[str, Any]:
    if not isinstance(network, dict) or set(network) != set(TOWERS):
        raise CheckpointError(f"network {short_repr(network)}: expected the layers of {', '.join(TOWERS)}")
    for tower in TOWERS:
        if tower != "value" or network[tower] is not None:
            check_layers(network[tower], tower)
    return network


def _spelled_out(network: Any, actions: int) -> dict[str, Any]:
    """Format 1 as format 2."""
    hidden = network.get("hidden") if isinstance(network, dict) else None
    activation = network.get("activation") if isinstance(network, dict) else None
    if (
        not isinstance(hidden, list)
        or not 1 <= len(hidden) <= DEEPEST
        or not all(type(width) is int and 1 <= width <= WIDEST for width in hidden)
        or not isinstance(activation, str)
        or activation not in ACTIVATIONS
    ):
        raise CheckpointError(
            f"network {short_repr(network)}: expected hidden layers of 1 to {WIDEST} and one of "
            f"{', '.join(ACTIVATIONS)}"
        )
    shared = [entry for width in hidden for entry in ({"kind": "dense", "width": width}, {"kind": activation})]
    return {"shared": shared, "action": [{"kind": "dense", "width": actions}], "value": [{"kind": "dense", "width": 1}]}


def _widths_of_scorers(network: Any, game: Game) -> tuple[int, int]:
    """Of the layer that scores actions by their features and of the one that encodes symmetric parts, 0 for none."""
    described = network if isinstance(network, dict) else {}
    scorer, part = described.get("choices", 0), described.get("alike", 0)
    for name, width in (("choices", scorer), ("alike", part)):
        if type(width) is not int or not 0 <= width <= WIDEST:
            raise CheckpointError(f"network {name}={short_repr(width)}: expected a width from 0 to {WIDEST}")
    if scorer and game.features is None:
        raise CheckpointError(f"network choices={scorer}: {game.name} has no features")
    if part and (not scorer or not has_parts(game)):
        raise CheckpointError(f"network alike={part}: only with choices, in games with symmetric parts")
    return scorer, part


def _short_names(depth: int) -> dict[str, str]:
    """The names of weights in format 2, and what they are called in format 1."""
    names = {f"{part}.0.{kind}": f"{part}.{kind}" for part in ("action", "value") for kind in ("weight", "bias")}
    for k in range(depth):
        names |= {f"shared.{2 * k}.{kind}": f"trunk.{k}.{kind}" for kind in ("weight", "bias")}
    return names


def _same_shapes(weights: dict[str, np.ndarray], expected: dict[str, tuple[int, ...]]) -> None:
    shapes = {name: weight.shape for name, weight in weights.items()}
    if shapes != expected:
        wrong = sorted(set(shapes.items()) ^ set(expected.items()))[:4]
        raise CheckpointError(
            f"the weights do not fit the network that the metadata describe, e.g. {short_repr(wrong)}"
        )
