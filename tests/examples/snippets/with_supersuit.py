import supersuit

import flank_envs

env = flank_envs.hold_the_line.env(mask="info")
env = supersuit.frame_stack_v1(supersuit.dtype_v0(env, "float16"), 2)
env = supersuit.clip_reward_v0(env)
env.reset(seed=0)
observation, reward, terminated, truncated, info = env.last()
print(observation.shape, observation.dtype, int(info["action_mask"].sum()))  # (1028,) float16 15
