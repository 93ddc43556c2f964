"""RLlib's PPO by self-play: the recipe of flank_envs.interfaces.rllib, some iterations, and the result as an opponent.

python examples/rllib_ppo.py --game hold_the_line --iterations 40
"""

import argparse

import flank_envs.interfaces.rllib
from flank_envs.evaluation.arena import match


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="hold_the_line")
    parser.add_argument("--iterations", type=int, default=40)
    parser.add_argument("--runners", type=int, default=1, help="processes that play; 0 plays in this one")
    parser.add_argument("--batch", type=int, default=8192, help="decisions of an iteration")
    parser.add_argument("--games", type=int, default=400, help="of the match against random play at the end")
    parser.add_argument("--out", default="rllib.safetensors")
    given = parser.parse_args(arguments)

    config = (
        flank_envs.interfaces.rllib.ppo(given.game, opponents={"random": 0.2})
        .env_runners(num_env_runners=given.runners)
        .training(train_batch_size_per_learner=given.batch, minibatch_size=min(1024, given.batch))
        .debugging(seed=0)
    )
    algorithm = config.build_algo()
    for number in range(1, given.iterations + 1):
        algorithm.train()
        print(f"iteration {number} of {given.iterations}", flush=True)
    flank_envs.interfaces.rllib.export(algorithm, given.out, given.game)
    algorithm.stop()

    score = match(given.game, given.out, "random", given.games).score
    print(f"{score:.1%} against random; {given.out} is the policy")
    return score


if __name__ == "__main__":
    main()
