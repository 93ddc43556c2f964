"""The field's words: none of those that stood here before, in names, in what is said, and in pages; and the glossary.

What is not clean yet stands in EXCEPTIONS and ALLOWED. These tables shrink: an entry that nothing needs fails the test.
"""

import io
import re
import tokenize
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.pages import DOCS, PAGES, ROOT

ROOTS = ("flank_envs", "training", "tools", "benchmarks", "examples", "tests")
SOURCES = [path for root in ROOTS for path in sorted((ROOT / root).rglob("*.py")) if path != Path(__file__)]
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")  # hold_the_line, HoldTheLine, HOLD

# Parts of names, and what is said instead.
NAMES = {
    "book|books": "match store",
    "chances": "probabilities, rng streams, chance events or shares",
    "climb|climbs": "play the missing matches",
    "converge|converges|converged": "exploitability curve",
    "door|doors": "interface",
    "foresee|foresees|foreseen|foresight": "features",
    "forget|forgets|forgotten": "undo_unseen, or drop",
    "gate|gates": "validate",
    "judge|judges|judged|judging": "evaluate; value for networks",
    "lookahead|lookaheads": "rollout",
    "lot|lots": "the mixture's draw",
    "outlook|outlooks": "state features",
    "redeal|redeals|redealt": "determinize",
    "style|styles": "mixture, member",
    "taught|teach|teacher|teaches": "expert iteration",
    "thumb": "heuristic",
}
# Words of comments, messages and pages; pages may use no more of those above either.
SAID = {
    "door|doors": "interface",
    "foresight": "features",
    "lookahead|lookaheads": "rollout",
    "outlook|outlooks": "state features",
    "redeal|redeals|redealt": "determinize",
    "rule of thumb|rules of thumb": "heuristic",
}
# Of pages no part of a name is meant but the word: some of them are plain English elsewhere.
WRITTEN = SAID | {word: NAMES[word] for word in NAMES if word not in ("book|books", "style|styles")}

# Names by their word, and said words by "said: " and the word, with the files in which they still stand.
EXCEPTIONS: dict[str, str] = {}
# Of pages: the word and the text around it that may stand.
ALLOWED: dict[str, tuple[str, ...]] = {
    "foresee|foresees|foreseen|foresight": ("foreseen but for the choice of targets",),
}


def tokens(path: Path) -> Iterator[tokenize.TokenInfo]:
    yield from tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)


def hits() -> Iterator[tuple[str, str, int, str]]:
    """The key of an exception, the file, the line and what stands there."""
    parts = {part: word for word in NAMES for part in word.split("|")}
    said = {word: re.compile(rf"\b({word})\b", re.IGNORECASE) for word in SAID}
    for path in SOURCES:
        name = path.relative_to(ROOT).as_posix()
        for token in tokens(path):
            if token.type == tokenize.NAME:
                for part in PART.findall(token.string):
                    if part.lower() in parts:
                        yield parts[part.lower()], name, token.start[0], token.string
            elif token.type in (tokenize.COMMENT, tokenize.STRING):
                for word, pattern in said.items():
                    if found := pattern.search(token.string):
                        yield f"said: {word}", name, token.start[0], found[0]


def test_old_words_are_no_names_and_are_not_said() -> None:
    used: set[tuple[str, str]] = set()
    wrong = []
    for key, name, line, text in hits():
        excepted = [pattern for pattern in EXCEPTIONS.get(key, "").split() if fnmatch(name, pattern)]
        used |= {(key, pattern) for pattern in excepted}
        if not excepted:
            instead = (SAID if key.startswith("said: ") else NAMES)[key.removeprefix("said: ")]
            wrong.append(f"{name}:{line}: {text}: the word is {instead}")
    assert not wrong, "\n".join(wrong)
    left = [(key, pattern) for key in EXCEPTIONS for pattern in EXCEPTIONS[key].split() if (key, pattern) not in used]
    assert not left, f"these are clean now, take them from EXCEPTIONS: {left}"


def test_pages_use_the_words_of_the_field() -> None:
    wrong, used = [], set()
    for page in [*PAGES, ROOT / "CHANGELOG.md"]:
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            for word, instead in WRITTEN.items():
                allowed = [text for text in ALLOWED.get(word, ()) if text in line]
                used |= {(word, text) for text in allowed}
                for text in allowed:
                    line = line.replace(text, "")
                if found := re.search(rf"(?<![\w./-])({word})(?![\w-])", line, re.IGNORECASE):
                    wrong.append(f"{page.relative_to(ROOT)}:{number}: {found[0]}: the word is {instead}")
    assert not wrong, "\n".join(wrong)
    left = [(word, text) for word in ALLOWED for text in ALLOWED[word] if (word, text) not in used]
    assert not left, f"no page says this any more, take it from ALLOWED: {left}"


def test_old_words_are_noticed() -> None:
    assert PART.findall("two_doors DOOR MostLots _judge2") == ["two", "doors", "DOOR", "Most", "Lots", "judge"]


# What design and pages speak of, as the glossary writes it.
TERMS = """
    action features, action mask, AEC, belief, c_puct, chance event, determinization, Elo rating, entrants,
    expert iteration, exploitability, exploiter, fictitious play, forfeit, heuristic, imitation, information set,
    interface, match store, mixture, observation, part encoder, policy, policy average, prior, PUCT, random stream,
    record, rollout, seat, sequential halving, state features, symmetric parts, termination, transaction, truncation,
    undo unseen, value, warm start
"""
ROW = re.compile(r"\| ([^|]+) \| ([^|]+) \| (\[[^|]+\]\([^|]+) \|")


def sections() -> list[list[re.Match[str]]]:
    """The rows of each table of the glossary."""
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    return [list(map(ROW.fullmatch, lines)) for lines in map(_rows, text.split("\n## ")[1:])]  # pyright: ignore


def _rows(section: str) -> list[str]:
    return [line for line in section.splitlines() if line.startswith("| ")][1:]


def test_the_glossary_has_every_term_once_with_a_link() -> None:
    assert all(row for rows in sections() for row in rows), "a row is a term, a line and a link"
    terms = [row[1] for rows in sections() for row in rows]
    assert sorted(terms) == sorted(" ".join(TERMS.split()).split(", "))


@pytest.mark.parametrize("rows", sections(), ids=lambda rows: rows[0][1])
def test_the_glossary_is_in_alphabetical_order(rows: list[re.Match[str]]) -> None:
    terms = [row[1].lower() for row in rows]
    assert terms == sorted(terms)
