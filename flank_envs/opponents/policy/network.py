"""The network of a policy, without torch: layers that are shared, then those of the actions and those of the value.

Format 2 describes them one by one (see layers.py), the value's may be missing:
    {"shared": [...], "action": [...], "value": [...] or null}
    shared.0.weight (hidden, values)   shared.0.bias (hidden,)   action.0.weight ...   value.0.weight ...

Format 1 is short for a trunk of dense layers with one activation, then one dense layer each:
    {"hidden": [256, 256], "activation": "relu"}
    trunk.0.weight   trunk.0.bias   trunk.1.weight ...   action.weight   action.bias   value.weight   value.bias

With "choices" it is given features too and scores actions by them, with "alike" it looks at symmetric parts one by one:
see scoring.py.

Either may hold a belief too, by which nothing is played and searches are guided: see belief.py. And a file may hold
several networks of one shape, the members of a mixture: see mixture.py.
"""

import numpy as np

from flank_envs.engine.positions import FeatureRows, features
from flank_envs.engine.validate import for_kernels
from flank_envs.opponents.policy.belief import Belief
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.opponents.policy.layers import Tower
from flank_envs.opponents.policy.mixture import drawn_members, members_of
from flank_envs.opponents.policy.network_shape import NetworkShape
from flank_envs.opponents.policy.parts import PartLayout
from flank_envs.opponents.policy.scoring import NumpyLayers, action_scores, encode_parts, scoring_weights


class Network:
    """A policy's network; rows in, logits and values out. Of a mixture it is the first member."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.checkpoint = checkpoint
        (first, *others), self._probabilities = members_of(checkpoint)
        self._other_members = [Network(member) for member in others]
        game = checkpoint.game
        shape = NetworkShape(game, first.metadata)
        weights = shape.weights_of(first)
        self._inputs = game.observation.size
        self._scorer = NumpyLayers(scoring_weights(weights)) if shape.scorer_width else None
        self._parts = PartLayout(game) if shape.part_width else None
        self.belief = Belief(weights, self._inputs, shape.belief_depth) if shape.belief_depth else None
        layers = shape.layers
        self._shared, self._action = (Tower(layers[name], name, weights) for name in ("shared", "action"))
        self._value = None if layers["value"] is None else Tower(layers["value"], "value", weights)

    @property
    def has_value(self) -> bool:
        """Whether it also has a value."""
        return self._value is not None

    def need_value(self) -> Tower:
        """The layers of the value; a ValueError if there are none."""
        if self._value is None:
            raise ValueError(
                "this policy has no value, so it can play but not guide a search or say what to expect: "
                "export it together with its value"
            )
        return self._value

    @property
    def uses_features(self) -> bool:
        """Whether it must be given the features of positions besides observations."""
        return self._scorer is not None or any(member.uses_features for member in self._other_members)

    def features_of(self, states: np.ndarray) -> FeatureRows | None:
        """The features of records for their seats to act, as it must be given them; None if it uses none."""
        return features(self.checkpoint.game, states) if self.uses_features else None

    def logits(self, observation: np.ndarray, features: FeatureRows | None = None) -> np.ndarray:
        """(rows, actions) float32, a new array; a row's numbers do not depend on the other rows."""
        return self._logits(*self._encode(observation, features), features)

    @property
    def is_mixture(self) -> bool:
        """Whether there are several networks, of which a seat draws one for each game."""
        return bool(self._other_members)

    def logits_of_members(self, observation: np.ndarray, features: FeatureRows | None, draws: np.ndarray) -> np.ndarray:
        """As `logits`, each row by the member of the mixture that its number (rows,) draws."""
        drawn = drawn_members(self._probabilities, draws)
        logits = np.zeros((len(observation), self.checkpoint.game.actions.size), np.float32)
        for number, member in enumerate([self, *self._other_members]):
            rows = np.flatnonzero(drawn == number)
            if len(rows):
                logits[rows] = member.logits(observation[rows], None if features is None else features.take(rows))
        return logits

    def need_one_member(self) -> None:
        """A ValueError if there are several."""
        if self.is_mixture:
            raise ValueError("this policy is a mixture, which draws a member for each game: give a single one")

    def values(self, observation: np.ndarray, features: FeatureRows | None = None) -> np.ndarray:
        """(rows,) float32: the expected result of the seat to act."""
        return self.need_value()(self._encode(observation, features)[0])[:, 0]

    def evaluate(self, observation: np.ndarray, features: FeatureRows | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Logits and values together, for the price of one pass through the shared layers."""
        value, encoded = self.need_value(), self._encode(observation, features)
        return self._logits(*encoded, features), value(encoded[0])[:, 0]

    def _encode(self, observation: np.ndarray, features: FeatureRows | None) -> tuple[np.ndarray, np.ndarray | None]:
        """The output of the shared layers, and the encoded parts."""
        inputs = for_kernels(observation, "observation", (len(observation), self._inputs), np.float32)
        if self._scorer is None:
            return self._shared(inputs), None
        if features is None:
            raise ValueError("this network scores actions by their features: give them with the observations")
        inputs, parts = np.concatenate([inputs, features.state], axis=1), None
        if self._parts is not None:
            parts, inputs = encode_parts(self._scorer, self._parts, inputs)
        return self._shared(inputs), parts

    def _logits(self, hidden: np.ndarray, parts: np.ndarray | None, features: FeatureRows | None) -> np.ndarray:
        logits = self._action(hidden)
        if self._parts is not None:
            logits = np.take(logits, self._parts.output, axis=1)  # contiguous, as kernels were compiled for
        if self._scorer is not None and features is not None:
            scores = action_scores(self._scorer, hidden, features, parts, self._parts)
            logits[features.rows, features.actions] += scores[:, 0]
        return logits
