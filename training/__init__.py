"""Training policies for the games of flank_envs: `python -m training CONFIG [key=value ...]`."""

import os

# Before numpy and torch start their threads: idle ones sleep instead of taking the core that plays the games, and
# numpy's small products (opponents) stay on one core.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
