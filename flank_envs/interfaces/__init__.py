"""The interfaces to other libraries, one module each, named after what they serve.

An interface is thin: the games are the engine's and the other seats are those of `opponents`. No rule lives here.
"""
