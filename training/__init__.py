"""Training policies for the games of flank_envs: `python -m training CONFIG [key=value ...]`.

Self-play, expert iteration, imitation, exploiters and policy averages, with their configs and score cards. What a
trained policy needs to play is in `flank_envs/opponents/policy`; the library does not import this package.
"""

import os
import sys

# Before numpy and torch start their threads: idle ones sleep instead of taking the core that plays the games, and
# numpy's small products (opponents) stay on one core.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from flank_envs.extras import find_all, needs_extra

try:
    with needs_extra("training", "train"):
        find_all("torch", "stable_baselines3", "sb3_contrib", "yaml", "rich", "tensorboard", "filelock", "matplotlib")
except ModuleNotFoundError as problem:
    if sys.argv[:1] == ["-m"]:  # `python -m training` looks for the package: at a terminal a traceback is of no use
        sys.exit(str(problem))
    raise
