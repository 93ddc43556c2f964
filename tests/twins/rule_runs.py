"""How often the lines of a twin ran that cite a rule.

A citation is an id in a comment or in the docstring of a function; "MF-9.2 to MF-9.6" cites all five. A docstring
counts the calls of its function, a comment the runs of its statement, and at an `if`, `for` or `while` those of the
first statement inside: a rule is exercised where its condition holds.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Self

from tests.rule_report import ID, rules_of

RANGE = re.compile(rf"({ID.pattern}) to ({ID.pattern})")
Place = tuple[str, int]  # file and line
CALL = 0  # among lines: a function is called whose docstring cites a rule
COMPOUND = (ast.If, ast.For, ast.While, ast.With)


class RuleRuns:
    """Counts the lines of these files that run inside of a `with` block.

    Tracing is slow. So a function is left alone as soon as all its lines have run, if no comment in it cites a rule.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        self.lines: Counter[Place] = Counter()
        self.places: dict[str, set[Place]] = defaultdict(set)  # of each id
        self.statements: set[Place] = set()
        self._files = {str(path) for path in files}
        self._unseen: dict[int, set[int]] = {}  # lines by the code object's id
        self._codes: list[CodeType] = []  # so that no id is used again
        for path in self._files:
            self._read(path)
        self._counted = {place for places in self.places.values() for place in places}

    def __enter__(self) -> Self:
        self._before = sys.gettrace()
        sys.settrace(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _call(self, frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        unseen = self._unseen.get(id(code))
        if unseen is None:
            unseen = self._unseen[id(code)] = self._lines_to_see(code)
        if not unseen:
            return None
        self.lines[code.co_filename, code.co_firstlineno] += 1
        return self._line if len(unseen) > (CALL in unseen) else None

    def _lines_to_see(self, code: CodeType) -> set[int]:
        """Those that have not run; a line that cites a rule stays among them, and so does the call of a function."""
        self._codes.append(code)
        if code.co_filename not in self._files:
            return set()
        lines = {line for _, _, line in code.co_lines() if line is not None and line > code.co_firstlineno}
        return lines | ({CALL} if (code.co_filename, code.co_firstlineno) in self._counted else set())

    def _line(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            code, line = frame.f_code, frame.f_lineno
            self.lines[code.co_filename, line] += 1
            if (code.co_filename, line) not in self._counted:
                self._unseen[id(code)].discard(line)
        return self._line

    def runs(self, rule: str) -> int:
        return sum(self.lines[place] for place in self.places[rule])

    @property
    def never_ran(self) -> list[Place]:
        """Statements inside of functions."""
        return sorted(place for place in self.statements if not self.lines[place])

    def table(self, folder: Path) -> str:
        """The rules of a game, the least exercised ones first; then what never ran."""
        rules = rules_of(folder)
        uncited = [rule for rule in rules if not self.places[rule]]
        cited = sorted((self.runs(rule), rules.index(rule), rule) for rule in rules if self.places[rule])
        rows = [f"{rule:<9}{runs:>12,}" for runs, _, rule in cited]
        lost = [f"{Path(file).name}:{line}" for file, line in self.never_ran]
        return "\n".join(
            (
                *("rule             runs", *rows),
                f"not at a line of the twin: {', '.join(uncited) or 'none'}",
                f"lines that never ran: {', '.join(lost) or 'none'}",
            )
        )

    # ---------------------------------------------------------------- reading
    def _read(self, path: str) -> None:
        source = Path(path).read_text(encoding="utf-8")
        functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
        starts: dict[int, int] = {}  # of a line: where the statement starts whose runs count for it
        for function in functions:
            body = function.body
            if text := ast.get_docstring(function, clean=False):
                body = body[1:]
                self._cite(text, path, min([function.lineno, *(mark.lineno for mark in function.decorator_list)]))
            for statement in (
                node for node in ast.walk(function) if isinstance(node, ast.stmt) and node is not function
            ):
                first = statement.body[0] if isinstance(statement, COMPOUND) else statement
                end = (first.lineno - 1) if isinstance(statement, COMPOUND) else (statement.end_lineno or first.lineno)
                for line in range(statement.lineno, end + 1):
                    starts[line] = first.lineno
            self.statements |= {(path, n.lineno) for top in body for n in ast.walk(top) if isinstance(n, ast.stmt)}
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT and (line := _statement_at(starts, token)):
                self._cite(token.string, path, line)

    def _cite(self, text: str, path: str, line: int) -> None:
        for rule in cited(text):
            self.places[rule].add((path, line))


def _statement_at(starts: dict[int, int], comment: tokenize.TokenInfo) -> int | None:
    """A comment at the end of a line belongs to it, one on a line of its own to the next line."""
    alone = not comment.line[: comment.start[1]].strip()
    return starts.get(comment.start[0] + alone)


def cited(text: str) -> set[str]:
    """All ids in a text, with those between the ends of a range."""
    found = set(ID.findall(text))
    for first, last in RANGE.findall(text):
        head, _, low = first.rpartition(".")
        found |= {f"{head}.{number}" for number in range(int(low), int(last.rpartition(".")[2]) + 1)}
    return found
