import numpy as np
from tianshou.env import DummyVectorEnv, PettingZooEnv

import flank_envs

envs = DummyVectorEnv([lambda: PettingZooEnv(flank_envs.hold_the_line.env()) for _ in range(4)])
seen, info = envs.reset()
for _ in range(10):
    seen, rewards, terminated, truncated, info = envs.step([np.argmax(row["mask"]) for row in seen])
print(rewards.shape, seen[0]["obs"].shape)  # (4, 2) (514,)
