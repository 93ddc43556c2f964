"""`python -m training.mixture POLICY POLICY ... --to FILE`: one policy of several, which draws a member for each game.

Who learns to beat one policy seldom beats another. So every seat draws one of these policies for the
whole of a game, and nobody else can know which. The first guides searches and values positions.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from flank_envs.engine.untrusted import cut
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.opponents.policy.mixture import members_of, mixture_of
from flank_envs.opponents.policy.network import Network
from training.config import ConfigError


def combine(files: Sequence[Path], probabilities: Sequence[float] = ()) -> Checkpoint:
    """One policy of those in the files, drawn by these probabilities, by default equal ones; weights are in float16.

    Members of a file that is a mixture itself are drawn as it draws them.
    """
    probabilities = probabilities or [1 / len(files)] * len(files)
    if len(probabilities) != len(files) or min(probabilities) <= 0 or abs(sum(probabilities) - 1) > 1e-6:
        raise ConfigError(f"--probabilities: give {len(files)} numbers above 0 that add up to 1, one for each policy")
    members: list[Checkpoint] = []
    shares: list[float] = []
    for file, probability in zip(files, probabilities, strict=True):
        file_members, file_shares = members_of(checkpoint.read(file))
        members += file_members
        shares += [probability * float(share) for share in file_shares]
        for name in ("game", "network"):
            if file_members[0].metadata[name] != members[0].metadata[name]:
                raise ConfigError(
                    f"{file} has {name} {cut(str(file_members[0].metadata[name]))}, "
                    f"{files[0]} has {cut(str(members[0].metadata[name]))}: give policies of one game and shape"
                )
    made = mixture_of(members, shares)
    Network(made)
    return Checkpoint({name: _halved(weight) for name, weight in made.weights.items()}, made.metadata)


def _halved(weight: np.ndarray) -> np.ndarray:
    """In float16, unless a number is too large for that."""
    with np.errstate(over="ignore"):
        half = weight.astype(np.float16)
    return half if np.isfinite(half).all() else weight


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training.mixture", description=__doc__)
    parser.add_argument("policies", metavar="POLICY", type=Path, nargs="+", help="a .safetensors file; two or more")
    parser.add_argument("--to", metavar="FILE", type=Path, required=True, help="the file to write")
    parser.add_argument(
        "--probabilities", type=float, nargs="+", default=[], help="one for each policy (default: all alike)"
    )
    args = parser.parse_args(arguments)
    try:
        if len(args.policies) < 2 or args.to.suffix != ".safetensors":
            raise ConfigError("give two policies or more, and with --to a file that ends in .safetensors")
        checkpoint.write(args.to, combine(args.policies, args.probabilities))
    except (ConfigError, ValueError, OSError) as problem:
        print(f"training.mixture: {cut(str(problem))}", file=sys.stderr)
        return 2
    print(f'policy      {args.to}\nload it     flank_envs.load_opponent("{args.to}")')
    return 0


if __name__ == "__main__":
    sys.exit(main())
