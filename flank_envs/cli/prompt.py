"""Asking a person for an action: the board, the numbered choices, and an answer by number or by words."""

import re
import shutil

from flank_envs.cli.terminal import TerminalGame

HELP = """Answer with the number of a choice, or with words of it: all of them must occur in one choice only.
Words may be cut short, and their order does not matter: "tank 2", "stop".
  ?  this help and the board again
  q  leave the game"""


class Leave(Exception):  # noqa: N818
    """The person wants to stop."""


class Unclear(ValueError):  # noqa: N818
    """An answer that does not mean exactly one choice."""


def ask_person(played: TerminalGame, seat: int) -> int:
    """The action that the person in this seat chooses."""
    actions = played.legal
    sentences = [played.game.describe(played.state, action) for action in actions]
    _show(played, seat, sentences)
    while True:
        answer = input("> ").strip()
        if answer.lower() in ("q", "quit"):
            raise Leave
        if answer.lower() in ("?", "help"):
            print(HELP)
            _show(played, seat, sentences)
            continue
        try:
            chosen = choice_of(answer, sentences)
        except Unclear as problem:
            print(problem)
        else:
            print(f"You {sentences[chosen]}.")
            return actions[chosen]


def _show(played: TerminalGame, seat: int, sentences: list[str]) -> None:
    print(f"\n{played.game.text(played.state, seat)}\n")
    print(in_columns([f"{number:>3}  {sentence}" for number, sentence in enumerate(sentences, start=1)]))


def in_columns(lines: list[str], most_rows: int = 12) -> str:
    """Lines side by side where the terminal is wide enough, read from top to bottom."""
    width = max(map(len, lines)) + 3
    columns = min(-(-len(lines) // most_rows), max(1, shutil.get_terminal_size().columns // width))
    rows = -(-len(lines) // columns)
    return "\n".join("".join(line.ljust(width) for line in lines[row::rows]).rstrip() for row in range(rows))


def choice_of(answer: str, sentences: list[str]) -> int:
    """The index of the one sentence that the answer means."""
    if answer.isascii() and answer.isdigit():
        if not 1 <= int(answer) <= len(sentences):
            raise Unclear(f"There is no choice {answer}: give 1 to {len(sentences)}, or ? for help.")
        return int(answer) - 1
    words = _words(answer)
    if not words:
        raise Unclear(f"Give a number from 1 to {len(sentences)}, words of a choice, or ? for help.")
    found = [k for k, sentence in enumerate(sentences) if _has_all(_words(sentence), words)]
    exact = [k for k in found if f" {' '.join(words)} " in f" {' '.join(_words(sentences[k]))} "]
    if len(found) > 1 and len(exact) == 1:
        return exact[0]
    if not found:
        raise Unclear(f"No choice has all of {answer!r}: try other words, a number, or ? for help.")
    if len(found) > 1:
        numbers = ", ".join(str(k + 1) for k in found[:8]) + (", ..." if len(found) > 8 else "")
        raise Unclear(f"{answer!r} fits {len(found)} choices ({numbers}): say more, or give the number.")
    return found[0]


def _words(sentence: str) -> list[str]:
    return re.findall(r"\w+", sentence.lower())


def _has_all(sentence: list[str], words: list[str]) -> bool:
    return all(any(_fits(known, word) for known in sentence) for word in words)


def _fits(known: str, word: str) -> bool:
    return known == word if word.isdigit() else known.startswith(word)
