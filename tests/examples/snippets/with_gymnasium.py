import gymnasium
from gymnasium.wrappers import FrameStackObservation, HumanRendering, RecordVideo
from gymnasium.wrappers.vector import RecordVideo as RecordVideos

import flank_envs

flank_envs.all_games()  # importing has registered them


def play(env, steps):
    observation, info = env.reset(seed=0)
    for _ in range(steps):
        observation, *_, info = env.step(info["action_mask"].argmax(axis=-1))
    env.close()
    return observation


game = "flank_envs/HoldTheLine-v0"
print(play(FrameStackObservation(gymnasium.make(game), 3), 2).shape)  # (3, 514)
play(HumanRendering(gymnasium.make(game, render_mode="rgb_array")), 2)
play(RecordVideo(gymnasium.make(game, render_mode="rgb_array"), "film"), 2)
envs = gymnasium.make_vec(game, num_envs=4, render_mode="rgb_array", autoreset_mode="next_step")
play(RecordVideos(envs, "films", step_trigger=lambda step: step == 0, video_length=2), 3)
