"""How rules become machine code, which is kept on disk: everything that touches Numba's insides, and nothing else.

Rules and kernels are marked with `compile.rule` and `compile.kernel`, verbs with `verbs.verb`; no other module of the
library imports Numba. No rule of a game lives here.
"""
