"""How Numba is asked to compile: with the short passes of `pipeline`, or with its stock passes.

The short ones save a third of the time and stand on Numba's insides, which any version may change. So they are tried
on a little kernel before the first one is compiled; where that fails, the stock passes do the same more slowly.
FLANK_ENVS_PIPELINE=stock asks for these. What is kept on disk needs no passes, and no trial.
"""

import os
import pickle
from typing import Any, cast

import numba
import numpy as np
from numba.core import compiler, serialize

from flank_envs.engine.jit.cache import tell

SHORT, STOCK = "short", "stock"
PIPELINE = os.environ.get("FLANK_ENVS_PIPELINE") or SHORT
if PIPELINE not in (SHORT, STOCK):
    raise ValueError(f"FLANK_ENVS_PIPELINE={PIPELINE!r}: choose {SHORT} or {STOCK}, or leave it out")

_works: bool | None = None if PIPELINE == SHORT else False  # None: not yet tried


class RuleCompiler(compiler.CompilerBase):
    """Compiles what other compiled functions call."""

    def define_pipelines(self) -> list[Any]:
        if short_passes():
            from flank_envs.engine.jit import pipeline  # with some Numba this may fail: `short_passes` has tried

            return [self.short_ones(pipeline)]
        return compiler.Compiler.define_pipelines(cast(Any, self))

    def short_ones(self, pipeline: Any) -> Any:
        return pipeline.rule_passes()


class KernelCompiler(RuleCompiler):
    """Compiles what Python calls."""

    def short_ones(self, pipeline: Any) -> Any:
        return pipeline.kernel_passes()


# Without reference counts: rules own no arrays, and two threads counting references to one array slow each other down.
_PLAIN = {"nogil": True, "error_model": "numpy", "_nrt": False}
AS_RULE: Any = {**_PLAIN, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": RuleCompiler}
AS_KERNEL: Any = {**_PLAIN, "pipeline_class": KernelCompiler}


def short_passes() -> bool:
    """Whether the short passes are wanted and work."""
    global _works
    if _works is None:
        _works = True  # for the trial, which asks too
        try:
            _try_short_passes()
        except Exception as problem:
            _works = False
            why = f"{type(problem).__name__}: {problem}".splitlines()[0]
            tell(f"the short passes fail with Numba {numba.__version__} ({why}): compiling with the stock ones, slowly")
    return _works


_TABLE = np.arange(1, 9)


@numba.njit(**AS_RULE)
def _small(k):
    return _TABLE[k] + 1


@numba.njit(**AS_RULE)
def _large(numbers):
    """More than `pipeline` takes for small."""
    total = 0
    for k in range(numbers.shape[0]):
        if numbers[k] % 3 == 0:
            total += _small(numbers[k])
        elif numbers[k] % 5 == 0:
            total -= numbers[k] // 5
        else:
            total ^= numbers[k] << 2
        numbers[k] = total % 7
    return total


@numba.njit(**AS_KERNEL)
def _trial(numbers):
    return _large(numbers) * 1000 + _small(2)


def _try_short_passes() -> None:
    """Compile, run, keep and load again."""
    numbers = np.arange(8)
    if _trial(numbers) != 22004 or numbers.sum() != 22:
        raise ValueError("wrong code")
    (compiled,) = cast(Any, _trial).overloads.values()
    kept = pickle.loads(serialize.dumps(compiled._reduce()))
    compiler.CompileResult._rebuild(compiled.target_context, *kept)
