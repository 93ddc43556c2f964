import gymnasium
from agilerl.algorithms import DQN

import flank_envs

flank_envs.all_games()  # importing has registered them
envs = gymnasium.make_vec("flank_envs/HoldTheLine-v0", num_envs=4)
agent = DQN(envs.single_observation_space, envs.single_action_space)
observations, info = envs.reset(seed=0)
for _ in range(20):
    actions = agent.get_action(observations, epsilon=0.1, action_mask=info["action_mask"])
    observations, rewards, terminated, truncated, info = envs.step(actions)
print(observations.shape)  # (4, 514)
