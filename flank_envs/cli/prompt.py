"""Asking a person for an action: what happened, the board, the numbered choices, an answer by number or by words."""

import re
import shutil
from typing import Final

from flank_envs.cli.options import check_target
from flank_envs.cli.rules import rules_text
from flank_envs.cli.screen import painted, show, told
from flank_envs.cli.terminal import TerminalGame

HELP = """Answer with the number of a choice, or with words of it: all of them must occur in one choice only.
Words may be cut short, and their order does not matter: "tank 2", "stop". Directions may be written NE.
  rules       the rules, those of this phase first
  undo        take your last decision back; a saved game says that it was practice
  save FILE   write a replay of the game so far
  describe N  what choice N means
  ?           this help and the board again
  q           leave the game"""
UNDO: Final = -1  # an answer that is no action
COMPASS = {
    "n": "north",
    "ne": "north-east",
    "e": "east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
}


class Leave(Exception):  # noqa: N818
    """The person wants to stop."""


class Unclear(ValueError):  # noqa: N818
    """An answer that does not mean exactly one choice."""


def ask_person(played: TerminalGame, seat: int, news: list[str]) -> int:
    """The action that the person in this seat chooses, or UNDO when the last one was taken back."""
    actions = played.legal
    sentences = [played.game.view.describe(played.state, action) for action in actions]
    _show(played, seat, news, sentences)
    while True:
        answer = input(painted("> ", "number")).strip()
        command, _, rest = answer.partition(" ")
        command, rest = command.lower(), rest.strip()
        try:
            if answer.lower() in ("q", "quit"):
                raise Leave
            if answer.lower() == "undo":
                if played.undo(seat):
                    return UNDO
                raise Unclear("There is nothing to take back: you have not decided anything yet.")
            if answer.lower() in ("?", "help"):
                print(HELP)
                _show(played, seat, news, sentences)
            elif answer.lower() == "rules":
                show(rules_text(played.game, played.state))
            elif command == "save":
                _save(played, rest)
            elif command == "describe":
                print(_described(played, actions, sentences, rest))
            else:
                return actions[choice_of(answer, sentences)]
        except Unclear as problem:
            print(painted(str(problem), "problem"))


def _show(played: TerminalGame, seat: int, news: list[str], sentences: list[str]) -> None:
    choices = in_columns([f"{number:>3}  {sentence}" for number, sentence in enumerate(sentences, start=1)])
    heading, _, board = played.game.view.text(played.state, seat).partition("\n")
    parts = [told(news), f"{painted(heading, 'heading')}\n{board}", choices]
    show("\n" + "\n\n".join(filter(None, parts)))


def _save(played: TerminalGame, path: str) -> None:
    """A replay of the game so far; a bad path is said and nothing is lost."""
    if not path:
        raise Unclear("Give the name of a file: save mine.replay")
    try:
        check_target(path)
        played.save(path)
    except (ValueError, OSError) as problem:
        raise Unclear(f"Not saved: {problem}") from None


def _described(played: TerminalGame, actions: list[int], sentences: list[str], number: str) -> str:
    """The whole sentence of a choice, and what choices of its kind do."""
    if not number:
        raise Unclear("Give the number of a choice: describe 1")
    chosen = choice_of(number, sentences)
    block, _ = played.game.actions.locate(actions[chosen])
    return f"{chosen + 1}: {sentences[chosen]}. {block.name}: {block.meaning}."


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
    known = [_words(sentence) for sentence in sentences]
    words = _in_full(_words(answer), known)
    if not words:
        raise Unclear(f"Give a number from 1 to {len(sentences)}, words of a choice, or ? for help.")
    found = [k for k, sentence in enumerate(known) if _has_all(sentence, words)]
    if not found:
        raise Unclear(f"No choice has all of {answer!r}: try other words, a number, or ? for help.")
    best = _most_specific(found, known, words)
    if len(best) > 1:
        numbers = ", ".join(str(k + 1) for k in best[:8]) + (", ..." if len(best) > 8 else "")
        raise Unclear(f"{answer!r} fits {len(best)} choices ({numbers}): say more, or give the number.")
    return best[0]


def _most_specific(found: list[int], known: list[list[str]], words: list[str]) -> list[int]:
    """Of several sentences the one that is these words, has them in this order, or has them whole, not only begun."""
    phrase = f" {' '.join(words)} "
    for fits in (
        lambda sentence: sentence == words,
        lambda sentence: phrase in f" {' '.join(sentence)} ",
        lambda sentence: all(word in sentence for word in words),
    ):
        closer = [k for k in found if fits(known[k])]
        if len(closer) == 1:
            return closer
    return found


def _words(sentence: str) -> list[str]:
    """Its words; those of the compass are not taken apart."""
    names = "|".join(sorted(COMPASS.values(), key=len, reverse=True))
    return re.findall(rf"\b(?:{names})\b|\w+", sentence.lower())


def _in_full(words: list[str], known: list[list[str]]) -> list[str]:
    """NE for north-east, where choices have directions."""
    directions = set(COMPASS.values()) & {word for sentence in known for word in sentence}
    return [COMPASS[word] if COMPASS.get(word) in directions else word for word in words]


def _has_all(sentence: list[str], words: list[str]) -> bool:
    return all(any(_fits(known, word) for known in sentence) for word in words)


def _fits(known: str, word: str) -> bool:
    return known == word if word.isdigit() else known.startswith(word)
