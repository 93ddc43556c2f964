import jax
import jax.numpy as jnp

import flank_envs


@jax.jit
def choose(key, weights, observation, mask):
    return jax.random.categorical(key, jnp.where(mask, observation @ weights, -1e9))


batch = flank_envs.make_batch("hold_the_line", num_games=64, seed=0)
weights = jnp.zeros((batch.observation.shape[1], batch.action_mask.shape[1]))
for key in jax.random.split(jax.random.key(0), 10):
    batch.step(choose(key, weights, batch.observation, batch.action_mask))
print(int(batch.states["decisions"].sum()))  # 640
