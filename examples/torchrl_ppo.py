"""TorchRL's PPO against random play: collector, advantage, loss and buffer are TorchRL's own.

python examples/torchrl_ppo.py --game HoldTheLine --steps 400000
"""

import argparse

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.data import LazyTensorStorage, ReplayBuffer, SamplerWithoutReplacement
from torchrl.envs import GymWrapper
from torchrl.modules import MLP, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import flank_envs.interfaces.torch_export
from flank_envs.evaluation.arena import match


class Masked(nn.Module):
    """Logits of a network, with those of illegal actions far below all others."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, observation: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return self.network(observation).masked_fill(mask == 0, -1e9)


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="HoldTheLine")
    parser.add_argument("--steps", type=int, default=400_000, help="decisions of the learner")
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--frames", type=int, default=8192, help="decisions for each update")
    parser.add_argument("--games", type=int, default=400, help="of the match against random play at the end")
    parser.add_argument("--out", default="torchrl.safetensors")
    given = parser.parse_args(arguments)
    torch.manual_seed(0)

    games = gymnasium.make_vec(
        f"flank_envs/{given.game}-v0", num_envs=given.num_envs, mask="observation", autoreset_mode="disabled"
    )
    env = GymWrapper(games, categorical_action_encoding=True)
    game = games.unwrapped.game
    network = MLP(game.observation.size, game.actions.size, num_cells=[128, 128], activation_class=nn.ReLU)
    value_layers = MLP(game.observation.size, 1, num_cells=[128, 128], activation_class=nn.ReLU)
    actor = ProbabilisticActor(
        TensorDictModule(Masked(network), in_keys=["observations", "action_mask"], out_keys=["logits"]),
        in_keys=["logits"],
        spec=env.action_spec,
        distribution_class=torch.distributions.Categorical,
        return_log_prob=True,
    )
    critic = ValueOperator(value_layers, in_keys=["observations"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
    buffer = ReplayBuffer(
        storage=LazyTensorStorage(given.frames), sampler=SamplerWithoutReplacement(), batch_size=given.frames // 8
    )
    collector = Collector(env, actor, frames_per_batch=given.frames, total_frames=given.steps)
    for played in collector:
        with torch.no_grad():
            advantage(played)
        buffer.empty()
        buffer.extend(played.reshape(-1))
        for _ in range(4 * 8):
            losses = loss(buffer.sample())
            optimizer.zero_grad()
            sum(losses[name] for name in ("loss_objective", "loss_critic", "loss_entropy")).backward()
            nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
            optimizer.step()
        ended = played["next", "done"]
        print(f"mean result of {int(ended.sum())} games: {played['next', 'reward'][ended].mean():+.2f}", flush=True)
    collector.shutdown()

    flank_envs.interfaces.torch_export.export(
        nn.Sequential(*network), given.out, game, value=nn.Sequential(*value_layers)
    )
    score = match(game, given.out, "random", given.games).score
    print(f"{given.steps:,} decisions: {score:.1%} against random; {given.out} is the policy")
    return score


if __name__ == "__main__":
    main()
