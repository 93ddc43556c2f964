"""How rules become machine code: everything here that touches Numba's insides, and nothing else.

Rules and kernels are marked with `compile.rule` and `compile.kernel`; other rooms need no more than these two.
"""
