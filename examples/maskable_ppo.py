"""Self-play with sb3-contrib's MaskablePPO: the opponents are random play and the learner's own past selves.

python examples/maskable_ppo.py --game hold_the_line --steps 1000000
"""

import argparse
from pathlib import Path

from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

import flank_envs.interfaces.sb3
from flank_envs.evaluation.arena import match


class PastSelves(BaseCallback):
    """Before each rollout, let new games also draw the learner as it is now, or one of its last few selves."""

    def __init__(self, envs: flank_envs.interfaces.sb3.SeatVecEnv, folder: Path, keep: int = 5) -> None:
        super().__init__()
        self.envs, self.folder, self.keep = envs, folder, keep
        self.selves: list[str] = []

    def _on_rollout_start(self) -> None:
        path = self.folder / f"self-{self.num_timesteps}.safetensors"
        flank_envs.interfaces.sb3.export(self.model, path, self.envs.games.game)
        self.selves = [*self.selves, str(path)][-self.keep :]
        self.envs.set_opponents(["random", *self.selves], shares=[0.2] + [0.8 / len(self.selves)] * len(self.selves))

    def _on_step(self) -> bool:
        return True


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="hold_the_line")
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions of the learner")
    parser.add_argument("--num-envs", type=int, default=128)
    parser.add_argument("--games", type=int, default=400, help="of the match against random play at the end")
    parser.add_argument("--folder", type=Path, default=Path("maskable_ppo"), help="where past selves are kept")
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)

    envs = flank_envs.interfaces.sb3.SeatVecEnv(given.game, given.num_envs, seed=0)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=128,
        batch_size=2048,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=0,
        device="cpu",
    )
    model.learn(given.steps, callback=PastSelves(envs, given.folder))

    last = given.folder / "policy.safetensors"
    flank_envs.interfaces.sb3.export(model, last, given.game)
    score = match(given.game, str(last), "random", given.games).score
    print(f"{model.num_timesteps:,} decisions: {score:.1%} against random; {last} is the policy")
    return score


if __name__ == "__main__":
    main()
