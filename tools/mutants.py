"""Mutants of sources: one changed token each, with the kind of those that hardly make a difference."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.harmless import Change, kind_of

ROOT = Path(__file__).resolve().parent.parent
# Rules, invariants and heuristics have twins and tests of their own; RLlib's tests run in another environment.
LEFT_OUT = (
    "flank_envs/games/*/*.py",
    *(f"flank_envs/games/*/{folder}/*.py" for folder in ("phases", "check", "heuristic", "features")),
    *(f"flank_envs/{name}.py" for name in ("interfaces/rllib", "interfaces/rllib_ppo", "evaluation/cluster")),
)

SWAPS: dict[type, str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "+",
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in", ast.And: "or", ast.Or: "and",
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """The characters start..end of a file, replaced; `lines` are the texts of its line and of its statement's first."""

    file: str
    line: int
    lines: tuple[str, ...]
    start: int
    end: int
    old: str
    new: str
    kind: str = ""  # why it may make no difference, if there is a reason
    column: int = 0

    @property
    def key(self) -> tuple[str, ...]:
        """What tells it from others, also after an edit elsewhere in the file."""
        return (self.file, *self.lines, str(self.column), self.old, self.new)


def mutants(path: Path) -> Iterator[Mutant]:
    """Every small change of a source file: operators, numbers, truth values, conditions and left-out calls."""
    source = path.read_text(encoding="utf-8")
    starts = [0]
    for text in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(text))
    name = path.relative_to(ROOT).as_posix()
    in_view = "/view/" in name  # where a number is a coordinate, and one pixel off is no bug

    def at(line: int, column: int) -> int:
        text = source[starts[line - 1] : starts[line]]
        return starts[line - 1] + len(text.encode()[:column].decode())

    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    texts = [text.strip() for text in source.splitlines()]

    def change(node: ast.AST, first: int, last: int, new: str) -> Mutant:
        line = source.count("\n", 0, first) + 1
        begins = max((n.lineno for n in statements if n.lineno <= line <= (n.end_lineno or 0)), default=line)
        lines = tuple(texts[k - 1] for k in range(line, begins - 1, -1))
        kind = kind_of(Change(name, node, parents, new), lines[0])
        return Mutant(name, line, lines, first, last, source[first:last], new, kind, first - starts[line - 1])

    def between(node: ast.AST, left: ast.expr, right: ast.expr, operator: ast.AST) -> Iterator[Mutant]:
        first, last = at(left.end_lineno or 0, left.end_col_offset or 0), at(right.lineno, right.col_offset)
        if type(operator) in SWAPS and "(" not in source[first:last] and ")" not in source[first:last]:
            yield change(node, first, last, f" {SWAPS[type(operator)]} ")

    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and not _is_type_or_text(node):
            yield from between(node, node.left, node.right, node.op)
        elif isinstance(node, ast.BoolOp):
            yield from between(node, node.values[0], node.values[1], node.op)
        elif isinstance(node, ast.Compare):
            yield from between(node, node.left, node.comparators[0], node.ops[0])
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            first, last = _span(node.test, at)
            yield change(node.test, first, last, f"(not ({source[first:last]}))")
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool if in_view else bool | int | float):
            first, last = _span(node, at)
            new = str(not node.value) if isinstance(node.value, bool) else f"({source[first:last]} + 1)"
            yield change(node, first, last, new)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            first, last = _span(node, at)
            yield change(node.value, first, last, "pass")


def _is_type_or_text(node: ast.BinOp) -> bool:
    """Unions of types and formatted texts: a change there says nothing."""
    return isinstance(node.op, ast.BitOr) or isinstance(node.left, ast.JoinedStr)


def _span(node: ast.AST, at) -> tuple[int, int]:
    return at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)  # pyright: ignore


def sources() -> list[Path]:
    """All sources of the library and of training but the rules."""
    found = [*sorted((ROOT / "flank_envs").rglob("*.py")), *sorted((ROOT / "training").rglob("*.py"))]
    return [path for path in found if not any(path.match(left) for left in LEFT_OUT)]
