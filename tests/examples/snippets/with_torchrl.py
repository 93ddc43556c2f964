import gymnasium
from torchrl.envs import ActionMask, GymEnv, GymWrapper, PettingZooWrapper, TransformedEnv

import flank_envs

if __name__ == "__main__":  # the processes of GymEnv import this file
    game = "flank_envs/HoldTheLine-v0"
    vector = gymnasium.make_vec(game, num_envs=4, mask="observation", autoreset_mode="disabled")
    env = TransformedEnv(GymWrapper(vector), ActionMask())
    print(env.rollout(60, break_when_any_done=False).shape)  # torch.Size([4, 60])

    env = PettingZooWrapper(flank_envs.hold_the_line.env(), use_mask=True)
    print(env.rollout(10).shape)  # torch.Size([10])

    env = GymEnv(game, num_envs=2)
    print(env.rollout(40, break_when_any_done=False).shape)  # torch.Size([2, 40])
    env.close()
