"""How Numba compiles rules and kernels here: its own passes, fewer of them, and each rule optimised once.

Numba turns every function into machine code and links it into each caller, where it is optimised again: for hundreds of
small rules that is most of the time. Here rules never become machine code by themselves. Small ones are linked into
their callers, where they are inlined; larger ones wait for the kernel, which links and optimises everything once.

    kernel step                 links all large rules below it
      rule apply                large: waits
        rule fight              large: waits
          rule points           small: part of fight
"""

from types import ModuleType
from typing import Any, Literal

from numba.core import codegen, compiler_machinery, ir, typed_passes, untyped_passes

SMALL = 60  # instructions: about what LLVM inlines wherever it is called


class _RuleLibrary(codegen.JITCodeLibrary):
    """Optimised code for others to link. `waiting` are the large rules that its kernel must link, callers first."""

    waiting: tuple["_RuleLibrary", ...] = ()
    large = False

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout  # the passes over the module below do the rest

    def finalize(self) -> None:
        below = list(dict.fromkeys(self._linking_libraries))
        self.waiting = _waiting(below)
        for library in below:
            if not getattr(library, "large", False):
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)
        self.large = self._count_instructions() > SMALL
        self._finalize_dynamic_globals()
        self._finalized = True

    def _count_instructions(self) -> int:
        functions = self._final_module.functions
        return sum(1 for function in functions for block in function.blocks for _ in block.instructions)


class _KernelLibrary(codegen.JITCodeLibrary):
    """Machine code, with all rules linked in."""

    def finalize(self) -> None:
        for library in _waiting(self._linking_libraries):
            self.add_linking_library(library)
        super().finalize()


def _waiting(libraries: list[Any]) -> tuple[_RuleLibrary, ...]:
    """The large rules in and below these, each after all of its callers: LLVM links only what is called already.

    A caller has more rules below it than any of them: its own, and the one it calls.
    """
    found: dict[_RuleLibrary, None] = {}
    for library in libraries:
        if getattr(library, "large", False):
            found[library] = None
        found |= dict.fromkeys(getattr(library, "waiting", ()))
    return tuple(sorted(found, key=lambda library: -len(library.waiting)))


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class _ReadModules(compiler_machinery.FunctionPass):
    """Make `tables.COST` the same to Numba as the global `COST`: a constant, which no rule can write into.

    By itself Numba would compile code that writes into the constant, and type one more value for each read.
    """

    _name = "read_modules"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> Any:
        changed = False
        for block in state.func_ir.blocks.values():
            modules: dict[str, ModuleType] = {}  # by the variable that holds it
            for step in block.find_insts(ir.Assign):
                step.value = _constant(step.value, modules)
                if isinstance(step.value, ir.Global) and isinstance(step.value.value, ModuleType):
                    modules[step.target.name] = step.value.value
                    changed = True
        return changed


def _constant(value: Any, modules: dict[str, ModuleType]) -> Any:
    """What is read from one of these modules, as a global; any other value as it is."""
    if isinstance(value, ir.Expr) and value.op == "getattr" and value.value.name in modules:
        module = modules[value.value.name]
        if hasattr(module, value.attr):
            return ir.Global(value.attr, getattr(module, value.attr), value.loc)
    return value


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class _RuleLowering(typed_passes.NativeLowering):
    _name = "rule_lowering"

    def run_pass(self, state: Any) -> Literal[True]:
        state.library = _RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        # Callers find the code by its entry point, for which Numba takes only built-in functions: this one is
        # different for every rule, and is never called.
        entry = [].append
        state.targetctx.insert_user_function(entry, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=entry)
        return True


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class _KernelLowering(typed_passes.NativeLowering):
    _name = "kernel_lowering"

    def run_pass(self, state: Any) -> Literal[True]:
        state.library = _KernelLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().run_pass(state)


def rule_passes() -> Any:
    """The passes that plain loops over records need: nothing for closures, comprehensions or array expressions."""
    return _passes(_RuleLowering)


def kernel_passes() -> Any:
    """The same passes, down to machine code that Python calls."""
    return _passes(_KernelLowering)


def _passes(lowering: type) -> Any:
    passes = compiler_machinery.PassManager("short")
    for kind in (
        untyped_passes.TranslateByteCode,
        _ReadModules,
        untyped_passes.FixupArgs,
        untyped_passes.IRProcessing,
        untyped_passes.ReconstructSSA,
        typed_passes.NopythonTypeInference,
        typed_passes.PreLowerStripPhis,
        typed_passes.IRLegalization,
        typed_passes.AnnotateTypes,
        lowering,
        typed_passes.NoPythonBackend,
    ):
        passes.add_pass(kind, kind.__name__)
    passes.finalize()
    return passes
