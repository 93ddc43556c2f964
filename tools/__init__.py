"""What developers of flank_envs run: generated pages, mutation, fuzzing, soak, balance, screenshots.

The library needs none of it; speed is measured in `benchmarks`.
"""
