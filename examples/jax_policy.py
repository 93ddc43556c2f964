"""A JAX policy on the batch: self-play policy gradient, with the games in numpy and everything learned in JAX.

The batch writes its arrays in place and JAX copies what it is given: between them is nothing. Shapes never change, so
both functions are compiled once. For games of two players.

    python examples/jax_policy.py --game hold_the_line --updates 200
"""

import argparse

import jax
import jax.numpy as jnp
import numpy as np

import flank_envs
from flank_envs.evaluation.arena import match

RATE, ENTROPY, LAMBDA = 1e-3, 0.01, 0.9


class JaxPolicy(flank_envs.Opponent):
    """The network as an opponent, for the arena and everywhere else."""

    name = "jax"

    def __init__(self, weights: list, seed: int = 0) -> None:
        self.weights, self.key = weights, jax.random.key(seed)

    def act(self, decisions: flank_envs.Decisions) -> np.ndarray:
        rows = len(decisions.action_mask)
        padding = ((0, (1 << (rows - 1).bit_length()) - rows), (0, 0))  # few shapes: each is compiled once
        seen, mask = np.pad(decisions.observation, padding), np.pad(decisions.action_mask.astype(bool), padding)
        self.key, key = jax.random.split(self.key)
        return np.asarray(choose(self.weights, key, seen, mask)[0])[:rows]


def begin(key: jax.Array, sizes: list[int]) -> list:
    """Weights of a network with these layers; the last one gives logits and, at its end, the value."""
    keys = jax.random.split(key, len(sizes) - 1)
    pairs = zip(keys, sizes[:-1], sizes[1:], strict=True)
    return [(jax.random.normal(k, (a, b)) / jnp.sqrt(a), jnp.zeros(b)) for k, a, b in pairs]


def network(weights: list, observation: jax.Array, mask: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Logarithms of the probabilities of actions, and the expected result of the seat to act."""
    seen = observation
    for weight, bias in weights[:-1]:
        seen = jax.nn.relu(seen @ weight + bias)
    out = seen @ weights[-1][0] + weights[-1][1]
    return jax.nn.log_softmax(jnp.where(mask, out[..., :-1], -1e9)), jnp.tanh(out[..., -1])


@jax.jit
def choose(weights: list, key: jax.Array, observation: jax.Array, mask: jax.Array) -> tuple[jax.Array, jax.Array]:
    logs, value = network(weights, observation, mask)
    return jax.random.categorical(key, logs).astype(jnp.int32), value


def loss(weights: list, seen: jax.Array, mask: jax.Array, action: jax.Array, gain: jax.Array, target: jax.Array):
    logs, value = network(weights, seen, mask)
    chosen = jnp.take_along_axis(logs, action[..., None], axis=-1)[..., 0]
    entropy = -(jnp.exp(logs) * jnp.where(mask, logs, 0)).sum(axis=-1)
    return (-chosen * gain + 0.5 * (value - target) ** 2 - ENTROPY * entropy).mean()


@jax.jit
def update(weights: list, moments: tuple, count: jax.Array, *played: jax.Array) -> tuple[list, tuple]:
    """One step of Adam."""
    slope = jax.grad(loss)(weights, *played)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], slope)
    second = jax.tree.map(lambda m, g: 0.999 * m + 0.001 * g * g, moments[1], slope)
    scale = RATE * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
    weights = jax.tree.map(lambda w, m, v: w - scale * m / (jnp.sqrt(v) + 1e-5), weights, first, second)
    return weights, (first, second)


def collect(batch: flank_envs.Batch, weights: list, key: jax.Array, steps: int) -> list[np.ndarray]:
    """Play on in all games: what was seen, legal and chosen, how good it was, and what to expect."""
    n, rows = batch.num_games, np.arange(batch.num_games)
    seen = np.zeros((steps, *batch.observation.shape), np.float32)
    mask = np.zeros((steps, *batch.action_mask.shape), np.bool_)
    action, value = np.zeros((steps, n), np.int32), np.zeros((steps + 1, n), np.float32)
    reward, goes_on = np.zeros((steps, n), np.float32), np.zeros((steps, n), np.float32)
    for t, step_key in enumerate(jax.random.split(key, steps)):
        seen[t], mask[t], seat = batch.observation, batch.action_mask, batch.to_act.copy()
        action[t], value[t] = choose(weights, step_key, seen[t], mask[t])
        batch.step(action[t])
        reward[t] = batch.reward[rows, seat]
        goes_on[t] = np.where(batch.to_act == seat, 1, -1) * ~batch.done  # what one seat wins the other loses
    value[steps] = choose(weights, key, batch.observation, batch.action_mask.astype(bool))[1]
    gain = np.zeros((steps + 1, n), np.float32)
    for t in reversed(range(steps)):
        gain[t] = reward[t] + goes_on[t] * (value[t + 1] + LAMBDA * gain[t + 1]) - value[t]
    return [seen, mask, action, gain[:-1], gain[:-1] + value[:-1]]


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="hold_the_line")
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--num-games", type=int, default=256)
    parser.add_argument("--steps", type=int, default=16, help="decisions of each game between two updates")
    parser.add_argument("--games", type=int, default=400, help="of the match against random play at the end")
    given = parser.parse_args(arguments)

    batch = flank_envs.make_batch(given.game, given.num_games, seed=0)
    weights = begin(jax.random.key(0), [batch.observation.shape[1], 128, 128, batch.action_mask.shape[1] + 1])
    moments = (jax.tree.map(jnp.zeros_like, weights), jax.tree.map(jnp.zeros_like, weights))
    for number in range(1, given.updates + 1):
        played = collect(batch, weights, jax.random.key(number), given.steps)
        played[3] = (played[3] - played[3].mean()) / (played[3].std() + 1e-8)
        weights, moments = update(weights, moments, jnp.float32(number), *played)
    score = match(given.game, JaxPolicy(weights), "random", given.games).score
    print(f"{given.updates * given.num_games * given.steps:,} decisions: {score:.1%} against random")
    return score


if __name__ == "__main__":
    main()
