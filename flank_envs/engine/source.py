"""The source of functions and modules as text that decides what they do, and the same text under every Python.

Comments, docstrings, annotations, line breaks and messages are left out, and the modules through which a function reads
its values: `t.POINTS` is written like `POINTS`. `ast.dump` and `ast.unparse` write one tree differently in different
versions of Python, so the text is made here.
"""

import ast
import linecache
from collections.abc import Mapping
from functools import cache
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

from flank_envs.engine.jit.reads import Path, globals_read

LEFT_OUT = ("annotation", "returns", "type_comment", "kind")  # fields of a tree that decide nothing
WORDS = (ast.JoinedStr, ast.Raise)  # texts with values in them and complaints: for people


def code_of(function: FunctionType) -> str:
    """The source of a function with its decorators; a ValueError if there is none to read."""
    code = function.__code__
    definition = _definitions(code.co_filename).get(code.co_firstlineno)
    if definition is None or definition.name != function.__name__:
        raise ValueError(
            f"the source of {function.__qualname__} cannot be read in {code.co_filename}: "
            "keep it in a file, and start again if the file has changed since"
        )
    return text_of(definition, {read.path: read.name for read in globals_read(function) if len(read.path) > 1})


def module_code(module: ModuleType) -> str:
    """The source of a module but for its imports."""
    return text_of([node for node in _tree(_file_of(module)).body if not isinstance(node, ast.Import | ast.ImportFrom)])


def names_in(module: ModuleType) -> list[str]:
    """All names and attributes that its source asks for, sorted."""
    nodes = list(ast.walk(_tree(_file_of(module))))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return sorted(names | {node.attr for node in nodes if isinstance(node, ast.Attribute)})


def text_of(part: Any, short: Mapping[Path, str] = MappingProxyType({})) -> str:
    """A syntax tree, or a field of one, as text; what is read through modules by its `short` name."""
    if isinstance(part, WORDS):
        return type(part).__name__
    if isinstance(part, ast.Attribute) and (path := _path_of(part)) in short:
        part = ast.Name(short[path], part.ctx)
    if isinstance(part, ast.AST):
        fields = [
            f"{name}={text_of(value, short)}"
            for name, value in ast.iter_fields(part)
            if name not in LEFT_OUT and value is not None and value != []
        ]
        return f"{type(part).__name__}({', '.join(fields)})"
    if isinstance(part, list):
        return f"[{', '.join(text_of(item, short) for item in part if not _is_words(item))}]"
    return repr(part)


def _path_of(part: ast.expr) -> Path:
    """The names of a chain of attributes, ("t", "POINTS") of `t.POINTS`; () for other expressions."""
    if isinstance(part, ast.Name):
        return (part.id,)
    if isinstance(part, ast.Attribute) and (above := _path_of(part.value)):
        return (*above, part.attr)
    return ()


def _is_words(part: Any) -> bool:
    """Whether this is a text that stands alone: a docstring, of whatever."""
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) and isinstance(part.value.value, str)


def _file_of(module: ModuleType) -> str:
    if module.__file__ is None:
        raise ValueError(f"the module {module.__name__} has no source: keep it in a file")
    return module.__file__


@cache
def _definitions(path: str) -> dict[int, ast.FunctionDef]:
    """The functions in a file by their first lines, which decorators are a part of."""
    functions = [node for node in ast.walk(_tree(path)) if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(d.lineno for d in node.decorator_list)]): node for node in functions}


@cache
def _tree(path: str) -> ast.Module:
    return ast.parse("".join(linecache.getlines(path)))
