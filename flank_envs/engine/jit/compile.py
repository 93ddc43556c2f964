"""How rules become machine code, which is kept on disk between runs.

`rule` compiles a function that other compiled functions call. `kernel` compiles a function that Python calls, and
keeps the result. Numba's own disk cache looks only at the file of the kernel, so an edited rule would go on running in
its old form; here a kernel is found by all that it is built from (`fingerprint`), in a folder of its own (`cache`).
"""

import hashlib
import os
import pickle
import sys
import time
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
from numba.core import caching, compiler, serialize

from flank_envs.engine.jit.cache import folder, load, save, tell
from flank_envs.engine.jit.fingerprint import fingerprint
from flank_envs.engine.jit.passes import AS_KERNEL, AS_RULE
from flank_envs.engine.jit.walk import RULES

JIT_DISABLED = bool(numba.config.DISABLE_JIT)  # pyright: ignore[reportAttributeAccessIssue]

Function = TypeVar("Function", bound=Callable[..., Any])
KERNELS: list[Any] = []  # all that were made
_njit = cast(Any, numba.njit)


def _named_by_content(record: Any) -> tuple[str, tuple[int]]:
    """How machine code names a record. Numba takes its number in this process, which another game's has in another.

    Functions that both games use would then have the same names in kernels that two processes have kept, and a process
    that loads both would run one game with the other's.
    """
    return "Record", (int(hashlib.sha256(record.name.encode()).hexdigest()[:15], 16),)


cast(Any, numba.types.Record).mangling_args = property(_named_by_content)


def rule(function: Function) -> Function:
    """Compile a function that is called from other compiled functions (and, in tests, from Python)."""
    RULES.add(function)
    compiled = _njit(**AS_RULE)(function)
    if not JIT_DISABLED:
        _widen_integers(compiled)
        _allow_calls_from_python(compiled)
    return compiled


def kernel(function: Function) -> Function:
    """Compile a function that Python calls: keep it on disk, and say so on stderr while it compiles."""
    RULES.add(function)
    compiled = _njit(**AS_KERNEL)(function)
    if not JIT_DISABLED:
        compiled._cache = _DiskCache(function)
        KERNELS.append(compiled)
    return compiled


def _widen_integers(dispatcher: Any) -> None:
    """Treat int8, int32 and literal arguments as int64: without it Numba compiles a rule once for each mixture."""
    specialised = dispatcher.get_call_template

    def get_call_template(args: tuple, kws: dict) -> Any:
        return specialised(tuple(map(_widened, args)), {name: _widened(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = get_call_template


def _allow_calls_from_python(dispatcher: Any) -> None:
    """Rules are compiled without the entry that Python needs, which halves compile time; it is added when one calls."""
    direct = _njit(**AS_KERNEL)(dispatcher.py_func)

    def add_overload(compiled: Any) -> None:
        dispatcher.overloads[tuple(compiled.signature.args)] = compiled

    dispatcher.add_overload = add_overload
    dispatcher._compile_for_args = lambda *args, **kws: direct


def _widened(kind: Any) -> Any:
    plain = numba.types.unliteral(kind)
    return numba.types.int64 if plain in numba.types.signed_domain else plain


class _DiskCache(caching._Cache):
    """One file for each kernel and signature, named after all that the kernel is built from."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = cast(FunctionType, function)
        self._name = function.__name__
        self._started = 0.0

    @property
    def cache_path(self) -> str:  # pyright: ignore[reportIncompatibleMethodOverride, reportIncompatibleVariableOverride]
        return str(folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        entry = self._entry(sig, target_context.codegen())
        payload = load(entry)
        if payload is not None:
            try:
                return compiler.CompileResult._rebuild(target_context, *pickle.loads(payload))
            except Exception as problem:
                tell(f"{entry} cannot be loaded ({problem}): compiling anew")
        self._started = time.perf_counter()
        print(f"flank_envs: compiling {self._name} (first use{_then_kept()})", file=sys.stderr)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if data.library.has_dynamic_globals:  # an address of this process, which is wrong in the next one
            raise TypeError(f"{self._name} uses a table that is not contiguous: make it with np.ascontiguousarray")
        seconds = time.perf_counter() - self._started
        print(f"flank_envs: compiled {self._name} in {seconds:.1f} s", file=sys.stderr)
        entry = self._entry(sig, data.codegen)
        if entry == self._entry(sig, data.codegen, anew=True):  # else a global was changed since: whose code is it?
            save(entry, serialize.dumps(data._reduce()))

    def _entry(self, sig: Any, codegen: Any, *, anew: bool = False) -> str:
        built_from = fingerprint(self._function, sig, anew=anew)
        key = hashlib.sha256(repr((built_from, codegen.magic_tuple())).encode()).hexdigest()[:32]
        return f"{self._name}-{key}.kernel"

    def enable(self) -> None: ...
    def disable(self) -> None: ...
    def flush(self) -> None: ...


def _then_kept() -> str:
    place = folder()
    return f", then kept in {place}" if place is not None and os.access(place, os.W_OK) else ""
