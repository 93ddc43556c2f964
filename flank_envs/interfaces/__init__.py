"""The interfaces to other libraries, one module each, named after what they serve.

PettingZoo, Gymnasium, Stable-Baselines3, RLlib, OpenSpiel, exports of their models, and the registries that know all
games. An interface is thin: the games are the engine's and the other seats are those of `opponents`. No rule lives
here.
"""
