"""Equivalent mutants: kinds of changes that hardly make a difference, by rule, and a list of single ones with reasons.

They are tried like all others, in plain Python alone, and those that survive are counted and printed apart.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, cast

LEAST_COORDINATE = 3  # smaller whole numbers in a picture's arithmetic count things: seats, rows, choices
LEAST_FAR_LIMIT, MOST_FAR_LIMIT = 100, 2**40  # what is larger, and no power, mixes bits
LEAST_UNIT = 10**6  # a part of so many more or less is not seen in what is shown
MOST_TOLERANCE = 1e-3
DRAWING = re.compile(r"flank_envs/view/|/view/(picture|board|panels?|pieces|cards|sheets|choices)\.py$")
LENGTHS = re.compile(r"^([xywh]\d?|at|left|right|top|bottom|low|high|width|height|size|wide|tall|middle|inset|gap)$")
FIXED_LENGTHS = re.compile(r"(^|_)(X|Y|W|H|LEFT|TOP|RIGHT|BOTTOM|WIDTH|HEIGHT|SIZE|GAP|ROW|ROOM|MARGIN)(_|$)")
TIMES = {"began", "spoke", "perf_counter", "process_time", "monotonic"}
AMOUNTS = {"--games", "--samples", "--simulations", "--minutes"}


class Change(NamedTuple):
    """A break: its file, the part of the source that changes, the parents of all parts, and what is put there."""

    file: str
    node: ast.AST
    parents: Mapping[ast.AST, ast.AST]
    new: str

    def around(self) -> Iterator[ast.AST]:
        """The part itself, then what it stands in, up to the module."""
        node: ast.AST | None = self.node
        while node is not None:
            yield node
            node = self.parents.get(node)

    def largest(self, kinds: tuple[type[ast.AST], ...]) -> ast.AST:
        """What it stands in, as far as that is of these kinds."""
        found = self.node
        while isinstance(self.parents.get(found), kinds):
            found = self.parents[found]
        return found

    def keyword(self) -> str:
        """The named argument that it is a part of, "" if there is none in its statement."""
        return next((node.arg or "" for node in self.around() if isinstance(node, ast.keyword)), "")

    def statement(self) -> ast.AST:
        """The smallest one that it stands in."""
        return next(node for node in self.around() if isinstance(node, ast.stmt))


def names_in(node: ast.AST) -> set[str]:
    """All names and attributes."""
    return {
        part.id if isinstance(part, ast.Name) else part.attr
        for part in ast.walk(node)
        if isinstance(part, ast.Name | ast.Attribute)
    }


def is_place_in_picture(change: Change) -> bool:
    """Arithmetic with coordinates: pictures are tested for what can be clicked and read, not for where it stands."""
    if _is_pixel(change):
        return True
    if not (DRAWING.search(change.file) and isinstance(change.node, ast.BinOp)):
        return False
    whole = change.largest((ast.BinOp, ast.UnaryOp))
    numbers = [part.value for part in ast.walk(whole) if isinstance(part, ast.Constant)]
    if any(isinstance(n, float) or (isinstance(n, int) and n >= LEAST_COORDINATE) for n in numbers):
        return True
    return any(LENGTHS.match(name) or FIXED_LENGTHS.search(name) for name in names_in(whole))


def _is_pixel(change: Change) -> bool:
    """A number handed to `svg`, alone or added to a place: one off, it moves by a pixel. Factors count rows."""
    if not isinstance(change.node, ast.Constant) or isinstance(change.node.value, bool | str):
        return False
    part = change.node
    parent = change.parents[part]
    while isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add | ast.Sub):
        part, parent = parent, change.parents[parent]
    call = change.parents[parent] if isinstance(parent, ast.keyword) else parent
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and names_in(call.func.value) == {"svg"}


def is_look(change: Change) -> bool:
    """Bold or not, which of two sizes, how far files are indented, the size and the lines of a plot."""
    parent = change.parents.get(change.node)
    if DRAWING.search(change.file) and isinstance(parent, ast.IfExp) and change.node is parent.test:
        return _is_arithmetic(parent.body) and _is_arithmetic(parent.orelse)
    if change.keyword() in {"bold", "italic", "dashed", "soft_wrap", "highlight", "indent"}:
        return isinstance(change.node, ast.Constant)
    drawn = {"axes", "Figure"} if isinstance(change.node, ast.Constant) else {"axes"}
    return any(isinstance(node, ast.Call) and bool(drawn & names_in(node.func)) for node in change.around())


def is_far_limit(change: Change) -> bool:
    """A large number of a table or a power of ten, one off: nobody meets the limit, or it sets the size of a sample."""
    if not isinstance(change.node, ast.Constant) or isinstance(change.node.value, bool | str):
        return False
    whole = change.largest((ast.BinOp, ast.UnaryOp))
    if any(isinstance(part, ast.expr) and not _is_arithmetic(part) for part in ast.walk(whole)):
        return False
    power = any(isinstance(part, ast.Pow) for part in ast.walk(whole))
    value = eval(compile(ast.Expression(cast(ast.expr, whole)), "", "eval"))  # of numbers alone
    in_table = not any(isinstance(node, ast.FunctionDef) for node in change.around())
    is_default = isinstance(change.statement(), ast.FunctionDef)
    return abs(value) >= LEAST_FAR_LIMIT and (power or ((in_table or is_default) and value < MOST_FAR_LIMIT))


def is_default(change: Change) -> bool:
    """How much a command tries if it is not told, one off; tests say how much."""
    if not isinstance(change.node, ast.Constant) or change.keyword() != "default":
        return False
    call = next(node for node in change.around() if isinstance(node, ast.Call))
    return any(isinstance(word, ast.Constant) and word.value in AMOUNTS for word in call.args)


def is_seed(change: Change) -> bool:
    """The number of a seed that nobody chooses: other games serve as well."""
    parent = change.parents.get(change.node)
    return isinstance(change.node, ast.Constant) and isinstance(parent, ast.keyword) and parent.arg == "seed"


def is_unit(change: Change) -> bool:
    """Millions and more, in which a number is shown, one off."""
    parent = change.parents.get(change.node)
    if not (isinstance(change.node, ast.Constant) and isinstance(parent, ast.BinOp) and parent.right is change.node):
        return False
    value = change.node.value
    return isinstance(parent.op, ast.Div) and isinstance(value, int | float) and value >= LEAST_UNIT


def is_for_types(change: Change) -> bool:
    """What is imported for type checkers alone: at run time it takes longer."""
    return isinstance(change.node, ast.Name) and change.node.id == "TYPE_CHECKING"


def _is_arithmetic(part: ast.expr) -> bool:
    number = isinstance(part, ast.Constant) and isinstance(part.value, int | float)
    return number or isinstance(part, ast.BinOp | ast.UnaryOp)


def is_help(change: Change) -> bool:
    """Words about an argument of a command."""
    return change.keyword() in {"help", "metavar", "description", "epilog", "prog"}


def is_guard(change: Change) -> bool:
    """What ends in an error only after another mistake: zips of equal lengths, values that nobody changes."""
    return change.keyword() in {"strict", "frozen", "eq"} and isinstance(change.node, ast.Constant)


def is_time_told(change: Change) -> bool:
    """When a line of progress is due, the time in it, and when to stop waiting."""
    if change.file.startswith("flank_envs/engine/") or not isinstance(
        change.node, ast.BinOp | ast.Compare | ast.Constant
    ):
        return False
    return bool(TIMES & names_in(change.largest((ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call))))


def is_edge(change: Change) -> bool:
    """A threshold of measured shares, or a tolerance, itself in or out: nothing measured is exactly that."""
    if not isinstance(change.node, ast.Compare) or change.new.strip() not in ("<", "<=", ">", ">="):
        return False
    limit = change.node.comparators[0]
    if isinstance(limit, ast.Constant):
        return isinstance(limit.value, float) and 0 < limit.value <= MOST_TOLERANCE
    return isinstance(limit, ast.Name) and limit.id in _fractions(list(change.around())[-1])


def _fractions(module: ast.AST) -> set[str]:
    """The constants of a module that are no whole numbers."""
    found: set[str] = set()
    for statement in module.body if isinstance(module, ast.Module) else ():
        if isinstance(statement, ast.Assign):
            names, values = statement.targets[0], statement.value
            pairs = [(names, values)]
            if isinstance(names, ast.Tuple) and isinstance(values, ast.Tuple):
                pairs = list(zip(names.elts, values.elts, strict=True))
            found |= {
                name.id
                for name, value in pairs
                if isinstance(name, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, float)
            }
    return found


def is_main_guard(change: Change) -> bool:
    """Whether a module that is started as a command runs, and what it does then: tests call what it would call."""
    tests = [node.test for node in change.around() if isinstance(node, ast.If)]
    return any(ast.unparse(test) == "__name__ == '__main__'" for test in tests)


KINDS: dict[str, Callable[[Change], bool]] = {
    "a place in a picture": is_place_in_picture,
    "a look": is_look,
    "a far limit": is_far_limit,
    "words of help": is_help,
    "a guard": is_guard,
    "a time told": is_time_told,
    "a default": is_default,
    "a seed": is_seed,
    "a unit": is_unit,
    "an import for types": is_for_types,
    "the edge of a threshold": is_edge,
    "the start as a command": is_main_guard,
}
# Functions in which a break changes only how long something takes, and lines where it changes nothing.
SPEED: dict[tuple[str, str], str] = {
    ("flank_envs/engine/threads.py", "learn"): "how the work is shared among threads",
    ("flank_envs/web/ready.py", "_let_act"): "what is compiled before somebody asks for it",
}
SAME: dict[tuple[str, str, str], str] = {
    (
        "flank_envs/games/flank/view/story.py",
        "winner = attacker if worth[attacker] > worth[1 - attacker] else 1 - attacker",
        ">=",
    ): "where both are worth the same nobody asks who wins",
    (
        "flank_envs/engine/jit/compile.py",
        'return "Record", (int(hashlib.sha256(record.name.encode()).hexdigest()[:15], 16),)',
        "(16 + 1)",
    ): "any number will do that tells records apart",
    (
        "flank_envs/evaluation/exact.py",
        "gained_0 = np.bincount(self.lines_0, self.won * plan[1][self.lines_1], self.seats[0].lines)",
        "(0 + 1)",
    ): "the last line is reached, so that the least length asked for makes no difference",
    (
        "flank_envs/opponents/policy/network.py",
        "if self._choices is not None and action_features is not None:",
        "or",
    ): "both are there or neither is",
    (
        "flank_envs/engine/jit/compile.py",
        'return "Record", (int(hashlib.sha256(record.name.encode()).hexdigest()[:15], 16),)',
        "(15 + 1)",
    ): "any number will do that tells records apart",
    (
        "flank_envs/evaluation/exact.py",
        "mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)",
        "(0xBF58476D1CE4E5B9 + 1)",
    ): "any large number mixes well enough",
    ("flank_envs/opponents/search/tree.py", "NO_NODE = -1", "(1 + 1)"): "any number below 0 is no node",
    (
        "flank_envs/cli/compile.py",
        "env = SeatVecEnv(game, 2)",
        "(2 + 1)",
    ): "as much is compiled for any number",
    (
        "flank_envs/engine/threads.py",
        "if threads == 1 or games < 2 * threads:",
        "+",
    ): "who works, not what is done",
    ("flank_envs/engine/threads.py", "time.sleep(1e-4)", "(1e-4 + 1)"): "it waits longer",
    ("flank_envs/engine/record.py", "filled, end = [], 0", "(0 + 1)"): "there is no gap before the first field",
    (
        "flank_envs/interfaces/pettingzoo.py",
        "setattr(CheckedEnv, _name, _after_reset(_name))",
        "pass",
    ): "PettingZoo's wrapper finds the same, later",
    ("flank_envs/engine/kernels.py", "return -1", "(1 + 1)"): "callers ask whether it is below 0",
}


def kind_of(change: Change, line: str) -> str:
    """Why a break may make no difference, "" if there is no reason."""
    if (change.file, line, change.new.strip()) in SAME:
        return "the same program"
    functions = [node.name for node in change.around() if isinstance(node, ast.FunctionDef)]
    if any((change.file, function) in SPEED for function in functions):
        return "speed alone"
    return next((kind for kind, holds in KINDS.items() if holds(change)), "")
