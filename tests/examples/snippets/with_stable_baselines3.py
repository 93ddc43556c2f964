from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecVideoRecorder

from flank_envs.interfaces.sb3 import SeatVecEnv

model = MaskablePPO("MlpPolicy", SeatVecEnv("hold_the_line", 8, seed=0), n_steps=16, batch_size=64, device="cpu")
model.learn(128)

filmed = SeatVecEnv("hold_the_line", 2, seed=0, render_mode="rgb_array")
camera = VecVideoRecorder(filmed, "film", record_video_trigger=lambda step: step == 0, video_length=2)
seen = camera.reset()
for _ in range(3):
    actions, _ = model.predict(seen, action_masks=filmed.action_masks())
    seen, rewards, dones, infos = camera.step(actions)
camera.close()
