"""tianshou's DQN learns one seat of the PettingZoo environment; tianshou's random player has the other.

python examples/tianshou_dqn.py --game hold_the_line --epochs 10
"""

import argparse

import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import flank_envs.interfaces.torch_export


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="hold_the_line")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--steps", type=int, default=5000, help="decisions of both seats in an epoch")
    parser.add_argument("--test-games", type=int, default=50)
    given = parser.parse_args(arguments)
    torch.manual_seed(0)

    def games(count: int) -> DummyVectorEnv:
        return DummyVectorEnv([lambda: PettingZooEnv(getattr(flank_envs, given.game).env()) for _ in range(count)])

    env = PettingZooEnv(getattr(flank_envs, given.game).env())
    network = Net(
        state_shape=env.observation_space["observation"].shape,
        action_shape=env.action_space.n,
        hidden_sizes=[128, 128],
    )
    learner = DQN(
        policy=DiscreteQLearningPolicy(
            model=network, action_space=env.action_space, eps_training=0.1, eps_inference=0.0
        ),
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=0.99,
        n_step_return_horizon=3,
        target_update_freq=300,
    )
    others = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in env.agents[1:]]
    players = MultiAgentOffPolicyAlgorithm(algorithms=[learner, *others], env=env)
    train, test = games(8), games(8)
    collector = Collector[CollectStats](players, train, VectorReplayBuffer(40_000, 8), exploration_noise=True)
    result = players.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            test_collector=Collector[CollectStats](players, test, exploration_noise=False),
            max_epochs=given.epochs,
            epoch_num_steps=given.steps,
            collection_step_num_env_steps=64,
            update_step_num_gradient_steps_per_sample=0.1,
            test_step_num_episodes=given.test_games,
            batch_size=128,
            multi_agent_return_reduction=lambda results: results[:, 0],
        )
    )
    print(f"best mean result against random: {result.best_reward:+.2f}")
    return float(result.best_reward)


if __name__ == "__main__":
    main()
