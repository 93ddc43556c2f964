"""The network of a policy, without torch: layers that are shared, then those of the actions and those of the value.

Format 2 describes them one by one (see layers.py), the value's may be missing:
    {"shared": [...], "action": [...], "value": [...] or null}
    shared.0.weight (hidden, values)   shared.0.bias (hidden,)   action.0.weight ...   value.0.weight ...

Format 1 is short for a trunk of dense layers with one activation, then one dense layer each:
    {"hidden": [256, 256], "activation": "relu"}
    trunk.0.weight   trunk.0.bias   trunk.1.weight ...   action.weight   action.bias   value.weight   value.bias

With "choices": 64 the trunk also sees the outlook of games with a Foresight, and each choice that this tells of gets
relu(values @ choice.values + features @ choice.shared) @ choice.score more:
    choice.values.weight (64, values)   choice.values.bias (64,)   choice.shared.weight (64, hidden)
    choice.score.weight (1, 64)
With "alike": 96 it looks at parts that are alike one by one: see alike.py.

Either may hold a belief too, by which nothing is played and searches are guided: see belief.py. And a file may hold
several networks of one shape, each a style of play: see styles.py.
"""

from typing import Any

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.engine.untrusted import shown
from flank_envs.engine.validate import for_kernels
from flank_envs.opponents.policy.alike import Each, Places
from flank_envs.opponents.policy.belief import Belief, belief_shapes
from flank_envs.opponents.policy.checkpoint import Checkpoint, CheckpointError
from flank_envs.opponents.policy.dense import layer
from flank_envs.opponents.policy.foresight import Eye, Foreseen, foresight_of
from flank_envs.opponents.policy.layers import MOST_LAYERS, WIDEST, Tower, check_layers, shapes_of
from flank_envs.opponents.policy.styles import drawn_styles, styles_in

SHORT_FORM = 1
ACTIVATIONS, DEEPEST = ("tanh", "relu"), MOST_LAYERS // 2  # of a trunk
PARTS = ("shared", "action", "value")


class Network:
    """A policy's network; rows in, logits and values out. Of several styles it is the first."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.checkpoint = checkpoint
        (checkpoint, *others), self._chances = styles_in(checkpoint)
        self._other_styles = [Network(style) for style in others]
        game, network = checkpoint.game, checkpoint.metadata["network"]
        short = checkpoint.metadata["format"] == SHORT_FORM
        choices, alike = _widths_of_choices(network, game) if short else (0, 0)
        inputs, outputs = game.observation.size, game.actions.size
        if choices:
            inputs += foresight_of(game).outlook
        if alike:
            places = Places(game)
            inputs, outputs = places.trunk(alike), places.outputs
        parts = _spelled_out(network, outputs) if short else _checked(network)
        expected, features = shapes_of(parts["shared"], "shared", inputs)
        for part, width in (("action", outputs), ("value", 1)):
            if parts[part] is not None:
                shapes, found = shapes_of(parts[part], part, features)
                expected |= shapes
                if found != width:
                    raise CheckpointError(f"the {part} layers give {found} values, {game.name} needs {width}")
        names = _short_names(len(parts["shared"]) // 2) if short else {name: name for name in expected}
        believes = checkpoint.metadata.get("belief")
        beside = Choices.shapes(choices, game, features, alike) if choices else {}
        beside |= Each.shapes(alike, game) if alike else {}
        beside |= {} if believes is None else belief_shapes(believes, game)
        expected |= beside
        names |= {name: name for name in beside}
        _same_shapes(checkpoint.weights, {names[name]: shape for name, shape in expected.items()})
        weights = {name: checkpoint.weights[names[name]] for name in expected}
        self._inputs = game.observation.size
        self._choices = Choices(weights, game, alike) if choices else None
        self._each = Each(weights, game) if alike else None
        self.belief = None if believes is None else Belief(weights, self._inputs, len(believes))
        self._shared = Tower(parts["shared"], "shared", weights)
        self._action = Tower(parts["action"], "action", weights)
        self._value = None if parts["value"] is None else Tower(parts["value"], "value", weights)

    @property
    def has_value(self) -> bool:
        """Whether it also judges positions."""
        return self._value is not None

    def need_value(self) -> Tower:
        """What judges positions; a ValueError if there is none."""
        if self._value is None:
            raise ValueError(
                "this policy has no value, so it can play but not judge positions or guide a search: "
                "export it together with its value"
            )
        return self._value

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """(rows, actions) float32, a new array; a row's numbers do not depend on the other rows."""
        return self._logits(*self._features(observation))

    def logits_of_seats(self, states: np.ndarray, observation: np.ndarray) -> np.ndarray:
        """As `logits`, for the seats to act in these records: each in the style that it has drawn for its game."""
        if not self._other_styles:
            return self.logits(observation)
        drawn = drawn_styles(self._chances, states["lot"], states["to_act"])
        logits = np.zeros((len(observation), self.checkpoint.game.actions.size), np.float32)
        for number, style in enumerate([self, *self._other_styles]):
            rows = np.flatnonzero(drawn == number)
            if len(rows):
                logits[rows] = style.logits(observation[rows])
        return logits

    def need_one_style(self) -> None:
        """A ValueError if there are several."""
        if self._other_styles:
            raise ValueError("this policy draws a style of play for each game: give a policy of one style")

    def values(self, observation: np.ndarray) -> np.ndarray:
        """(rows,) float32: the expected result of the seat to act."""
        return self.need_value()(self._features(observation)[0])[:, 0]

    def judge(self, observation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits and values together, for the price of one pass through the shared layers."""
        value, found = self.need_value(), self._features(observation)
        return self._logits(*found), value(found[0])[:, 0]

    def _features(self, observation: np.ndarray) -> tuple[np.ndarray, Foreseen | None, np.ndarray | None]:
        """What the shared layers find, what was foreseen, and what was made of each part."""
        seen = for_kernels(observation, "observation", (len(observation), self._inputs), np.float32)
        if self._choices is None:
            return self._shared(seen), None, None
        foreseen = self._choices.eye.look(seen)
        given, made = np.concatenate([seen, foreseen.outlook], axis=1), None
        if self._each is not None:
            made, given = self._each.look(given)
        return self._shared(given), foreseen, made

    def _logits(self, features: np.ndarray, foreseen: Foreseen | None, made: np.ndarray | None) -> np.ndarray:
        logits = self._action(features)
        if self._each is not None:
            logits = np.take(logits, self._each.places.output, axis=1)  # contiguous, as kernels were compiled for
        if self._choices is not None and foreseen is not None:
            self._choices.add(logits, features, foreseen, made)
        return logits


class Choices:
    """What a network makes of where each choice leads."""

    def __init__(self, weights: dict[str, np.ndarray], game: Game, alike: int = 0) -> None:
        self.eye = Eye(game)
        values, self._bias, shared, score, *part = (weights[name] for name in self.shapes(1, game, 1, alike))
        self._values, self._shared, self._score = (np.ascontiguousarray(w.T) for w in (values, shared, score))
        self._none, self._zero = np.zeros_like(self._bias), np.zeros(1, np.float32)
        if alike:
            self._part, self._part_of = np.ascontiguousarray(part[0].T), Places(game).part

    @staticmethod
    def shapes(width: int, game: Game, features: int, alike: int = 0) -> dict[str, tuple[int, ...]]:
        """Of its weights, by name."""
        shapes: dict[str, tuple[int, ...]] = {
            "choice.values.weight": (width, foresight_of(game).values),
            "choice.values.bias": (width,),
            "choice.shared.weight": (width, features),
            "choice.score.weight": (1, width),
        }
        return shapes | ({"choice.part.weight": (width, alike)} if alike else {})

    def add(self, logits: np.ndarray, features: np.ndarray, foreseen: Foreseen, made: np.ndarray | None) -> None:
        """Add the scores of choices to the logits of their actions."""
        rows = foreseen.rows
        hidden = layer(foreseen.values, self._values, self._bias) + layer(features, self._shared, self._none)[rows]
        if made is not None:
            part = self._part_of[foreseen.actions]
            about = np.flatnonzero(part < made.shape[1])
            hidden[about] += layer(made[rows[about], part[about]], self._part, self._none)
        logits[rows, foreseen.actions] += layer(np.maximum(hidden, 0), self._score, self._zero)[:, 0]


def _checked(network: Any) -> dict[str, Any]:
    if not isinstance(network, dict) or set(network) != set(PARTS):
        raise CheckpointError(f"network {shown(network)}: expected the layers of {', '.join(PARTS)}")
    for part in PARTS:
        if part != "value" or network[part] is not None:
            check_layers(network[part], part)
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
            f"network {shown(network)}: expected hidden layers of 1 to {WIDEST} and one of {', '.join(ACTIVATIONS)}"
        )
    shared = [found for width in hidden for found in ({"kind": "dense", "width": width}, {"kind": activation})]
    return {"shared": shared, "action": [{"kind": "dense", "width": actions}], "value": [{"kind": "dense", "width": 1}]}


def _widths_of_choices(network: Any, game: Game) -> tuple[int, int]:
    """Of the layer that weighs choices and of the one that looks at parts that are alike, 0 for none."""
    told = network if isinstance(network, dict) else {}
    choices, alike = told.get("choices", 0), told.get("alike", 0)
    for name, width in (("choices", choices), ("alike", alike)):
        if type(width) is not int or not 0 <= width <= WIDEST:
            raise CheckpointError(f"network {name}={shown(width)}: expected a width from 0 to {WIDEST}")
    if choices and game.foresight is None:
        raise CheckpointError(f"network choices={choices}: {game.name} foresees nothing")
    if alike and (not choices or game.foresight is None or game.foresight.alike is None):
        raise CheckpointError(f"network alike={alike}: only with choices, in games with parts that are alike")
    return choices, alike


def _short_names(depth: int) -> dict[str, str]:
    """The names of weights in format 2, and what they are called in format 1."""
    names = {f"{part}.0.{kind}": f"{part}.{kind}" for part in ("action", "value") for kind in ("weight", "bias")}
    for k in range(depth):
        names |= {f"shared.{2 * k}.{kind}": f"trunk.{k}.{kind}" for kind in ("weight", "bias")}
    return names


def _same_shapes(weights: dict[str, np.ndarray], expected: dict[str, tuple[int, ...]]) -> None:
    found = {name: weight.shape for name, weight in weights.items()}
    if found != expected:
        wrong = sorted(set(found.items()) ^ set(expected.items()))[:4]
        raise CheckpointError(f"the weights do not fit the network that the metadata describe, e.g. {shown(wrong)}")
