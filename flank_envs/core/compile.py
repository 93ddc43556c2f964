"""How rules become machine code, and where that code is kept between runs.

`rule` compiles a function that other compiled functions call. `kernel` compiles a function that Python calls, and
keeps the result on disk. Numba's own disk cache looks only at the file of the kernel, so an edited rule would go on
running in its old form; here the key contains a hash of all sources of the package. Every entry is one file, written
beside its final name and moved there, so any number of processes may start at once.
"""

import hashlib
import os
import pickle
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np
from numba.core import caching, compiler, serialize

from flank_envs.core.pipeline import KernelCompiler, RuleCompiler

PACKAGE = Path(__file__).resolve().parent.parent
JIT_DISABLED = bool(numba.config.DISABLE_JIT)  # pyright: ignore[reportAttributeAccessIssue]
KEPT_VERSIONS = 8

Function = TypeVar("Function", bound=Callable[..., Any])
# Without reference counts: rules own no arrays, and two threads counting references to one array slow each other down.
_PLAIN = {"nogil": True, "error_model": "numpy", "_nrt": False}
AS_RULE: Any = {**_PLAIN, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": RuleCompiler}
AS_KERNEL = {**_PLAIN, "pipeline_class": KernelCompiler}
_njit = cast(Any, numba.njit)


def rule(function: Function) -> Function:
    """Compile a function that is called from other compiled functions (and, in tests, from Python)."""
    compiled = _njit(**AS_RULE)(function)
    if not JIT_DISABLED:
        _widen_integers(compiled)
        _allow_calls_from_python(compiled)
    return compiled


def kernel(function: Function) -> Function:
    """Compile a function that Python calls: keep it on disk, and say so on stderr while it compiles."""
    compiled = _njit(**AS_KERNEL)(function)
    if not JIT_DISABLED:
        compiled._cache = _DiskCache(function)
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


@cache
def source_hash(package: Path = PACKAGE) -> str:
    """A hash of every source file of the package and of what translates it to machine code."""
    digest = hashlib.sha256()
    for part in (sys.version, platform.machine(), numba.__version__, llvmlite.__version__, np.__version__):
        digest.update(part.encode())
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


@cache
def cache_folder() -> Path:
    """The folder of this version's compiled kernels: below NUMBA_CACHE_DIR, or the user's own cache folder."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        root = Path(chosen) / "flank_envs"
    elif sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir())) / "flank_envs"
    elif sys.platform == "darwin":
        root = Path.home() / "Library" / "Caches" / "flank_envs"
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "flank_envs"
    try:
        return _prepare(root)
    except OSError:
        # A shared folder would let others plant code there: without one of our own, nothing is kept.
        return _prepare(Path(tempfile.mkdtemp(prefix="flank_envs-")))


def _prepare(root: Path) -> Path:
    folder = root / source_hash()
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    newest_first = sorted((f for f in root.iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime, reverse=True)
    for old in newest_first[KEPT_VERSIONS:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


class _DiskCache(caching._Cache):
    """One file for each kernel and signature, in a folder named after the hash of the sources."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._name = function.__qualname__
        self._started = 0.0

    @property
    def cache_path(self) -> str:  # pyright: ignore[reportIncompatibleMethodOverride, reportIncompatibleVariableOverride]
        return str(cache_folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        try:
            payload = self._file(sig, target_context.codegen()).read_bytes()
            return compiler.CompileResult._rebuild(target_context, *pickle.loads(payload))
        except FileNotFoundError:
            pass
        except Exception as problem:  # a damaged entry is compiled again
            print(f"flank_envs: cached code of {self._name} unreadable ({problem})", file=sys.stderr)
        self._started = time.perf_counter()
        print(f"flank_envs: compiling {self._name} (first use, then kept in {cache_folder()})", file=sys.stderr)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if data.library.has_dynamic_globals:  # an address of this process, which is wrong in the next one
            raise TypeError(f"{self._name} uses a table that is not contiguous: make it with np.ascontiguousarray")
        seconds = time.perf_counter() - self._started
        print(f"flank_envs: compiled {self._name} in {seconds:.1f} s", file=sys.stderr)
        path = self._file(sig, data.codegen)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as part:
                part.write(serialize.dumps(data._reduce()))
            os.replace(part.name, path)
        except OSError as problem:  # a full disk, for example: the code itself is fine
            print(f"flank_envs: cannot keep {self._name} for later ({problem})", file=sys.stderr)

    def _file(self, sig: Any, codegen: Any) -> Path:
        key = hashlib.sha256(repr((self._name, sig, codegen.magic_tuple())).encode()).hexdigest()[:24]
        return cache_folder() / f"{self._name}-{key}.bin"

    def enable(self) -> None: ...
    def disable(self) -> None: ...
    def flush(self) -> None: ...
