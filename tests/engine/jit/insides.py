"""What flank_envs/engine/jit relies on in Numba beyond its documented interface, checked without pytest.

`tests/engine/jit/test_insides.py` runs this with the newest Numba, `make compat` with the oldest one too.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numba
import numpy as np
from numba.core import (
    caching,
    codegen,
    compiler,
    compiler_machinery,
    itanium_mangler,
    serialize,
    typed_passes,
    types,
    untyped_passes,
)
from numba.core.registry import cpu_target
from numba.extending import overload
from numba.np.numpy_support import from_dtype

from flank_envs.engine.jit import compile as compiling
from flank_envs.engine.jit.compile import kernel, rule
from flank_envs.engine.jit.passes import AS_KERNEL, AS_RULE, PIPELINE, SHORT, short_passes

HOOKS = {"cache_path", "load_overload", "save_overload", "enable", "disable", "flush"}  # of _Cache
UNTYPED_PASSES = ("TranslateByteCode", "FixupArgs", "IRProcessing", "ReconstructSSA")
TYPED_PASSES = (
    *("NopythonTypeInference", "PreLowerStripPhis", "IRLegalization", "AnnotateTypes", "NativeLowering"),
    "NoPythonBackend",
)


def library() -> Any:
    """An empty code library."""
    return cpu_target.target_context.codegen().create_library("empty")


def attributes() -> list[tuple[Any, tuple[str, ...]]]:
    """Objects, and the attributes of theirs that engine/jit uses or replaces."""
    plain = numba.njit(**AS_KERNEL)(lambda k: k)
    return [
        (plain, ("py_func", "overloads", "targetoptions", "_cache")),
        (type(plain), ("add_overload", "get_call_template", "_compile_for_args")),
        (types.Record, ("mangling_args",)),
        (compiler.CompileResult, ("_reduce", "_rebuild", "_replace")),
        (compiler.Compiler, ("define_pipelines",)),
        (serialize, ("dumps",)),
        (compiler_machinery, ("register_pass",)),
        (compiler_machinery.PassManager, ("add_pass", "finalize")),
        (untyped_passes, UNTYPED_PASSES),
        (typed_passes, TYPED_PASSES),
        (codegen.JITCodeLibrary, ("_optimize_functions", "_get_module_for_linking", "_finalize_dynamic_globals")),
        (codegen.JITCodeLibrary, ("finalize", "add_linking_library", "enable_object_caching", "has_dynamic_globals")),
        (library(), ("_codegen", "_linking_libraries", "_final_module", "_finalized")),
        (library()._codegen, ("_module_pass_manager", "_data_layout", "magic_tuple")),
        (cpu_target.target_context, ("insert_user_function", "refresh", "codegen")),
    ]


def missing_attributes() -> list[str]:
    """Those that this Numba does not have."""
    return [f"{owner!r} has no {name}" for owner, names in attributes() for name in names if not hasattr(owner, name)]


def cache_has_our_hooks() -> bool:
    """A cache must define these methods, and the one of engine/jit defines them all."""
    return caching._Cache.__abstractmethods__ == HOOKS and not compiling._DiskCache.__abstractmethods__


def records_are_named_by_their_fields() -> bool:
    """Machine code names a record by its content: the same in every process, and different for different records."""
    kinds = [np.dtype([("a", np.int8)]), np.dtype([("a", np.int8)]), np.dtype([("b", np.int8)])]
    one, same, other = (itanium_mangler.mangle_type_or_value(from_dtype(kind)) for kind in kinds)
    hashed = str(types.Record.mangling_args.fget(from_dtype(kinds[0]))[1][0])  # pyright: ignore
    return one == same != other and hashed in one


def rules_are_compiled_once_for_all_integers() -> bool:
    """`get_call_template` gets the argument types and may widen them."""

    @rule
    def double(k):
        return 2 * k

    def doubled(small, large):
        return double(small) + double(large) + double(3)

    right = numba.njit(**AS_KERNEL)(doubled)(np.int8(1), np.int64(2)) == 12  # compiled anew in every process
    return right and len(double.overloads) == 1  # pyright: ignore[reportFunctionMemberAccess]


def rules_can_be_called_from_python() -> bool:
    """`_compile_for_args` finds the entry that rules are compiled without."""

    @rule
    def triple(k):
        return 3 * k

    return triple(2) == 6 and triple(np.int8(3)) == 9


def kernels_ask_their_cache() -> bool:
    """A new signature asks `load_overload(sig, context)`, then gives `save_overload(sig, result)` what was compiled."""
    asked: list[str] = []

    @kernel
    def same(k):
        return k

    cache = same._cache  # pyright: ignore[reportFunctionMemberAccess]
    cache.load_overload = lambda sig, context: asked.append("load")
    cache.save_overload = lambda sig, data: asked.append(f"save {hasattr(data, 'codegen')}")
    return same(5) == 5 and asked == ["load", "save True"]


def overloads_take_the_parameters_of_a_wrapped_function() -> bool:
    """`overload` compares the names of parameters with those of the function that `functools.wraps` has copied."""

    def stub(state, action):
        """A verb."""

    @wraps(stub)
    def typed(*kinds):
        return lambda state, action: state + action

    overload(stub, jit_options=AS_RULE)(typed)

    return numba.njit(**AS_KERNEL)(lambda a, b: stub(a, b))(1, 2) == 3


def the_chosen_passes_work() -> bool:
    """The short passes where they are wanted."""
    return short_passes() == (PIPELINE == SHORT)


CHECKS: tuple[Callable[[], bool], ...] = (
    cache_has_our_hooks,
    records_are_named_by_their_fields,
    rules_are_compiled_once_for_all_integers,
    rules_can_be_called_from_python,
    kernels_ask_their_cache,
    overloads_take_the_parameters_of_a_wrapped_function,
    the_chosen_passes_work,
)


def failures() -> list[str]:
    """What this Numba lacks or does otherwise; nothing if engine/jit can work with it."""
    return missing_attributes() or [check.__name__ for check in CHECKS if not check()]
