"""Ask a person for an action: what happened, the board, the legal actions by number, an answer by number or words."""

import re
import shutil
from typing import Final

from flank_envs.cli.options import check_target
from flank_envs.cli.rules import rules_text
from flank_envs.cli.screen import painted, show, story_lines
from flank_envs.cli.terminal import save_replay
from flank_envs.session import Session

HELP = """Answer with the number of an action, as it is listed (numbers are those of `flank-envs layout`), or with words
of a choice: all of them must occur in one choice only.
Words may be cut short, and their order does not matter: "tank 2", "stop". Directions may be written NE.
  rules       the rules, those of this phase first
  undo        take your last decision back; a saved game says that it was practice
  save FILE   write a replay of the game so far
  describe N  what choice N means
  ?           this help and the board again
  q           leave the game"""
UNDO: Final = -1  # an answer that is no action
Choice = tuple[int, str]  # the number of an action, and its sentence
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


def ask_person(session: Session, seat: int, news: list[str]) -> int:
    """The action that the person in this seat chooses, or UNDO when the last one was taken back."""
    choices = session.legal()
    _show(session, seat, news, choices)
    while True:
        answer = input(painted("> ", "number")).strip()
        command, _, rest = answer.partition(" ")
        command, rest = command.lower(), rest.strip()
        try:
            if answer.lower() in ("q", "quit"):
                raise Leave
            if answer.lower() == "undo":
                if session.undo(seat):
                    return UNDO
                raise Unclear("There is nothing to take back: you have not decided anything yet.")
            if answer.lower() in ("?", "help"):
                print(HELP)
                _show(session, seat, news, choices)
            elif answer.lower() == "rules":
                show(rules_text(session.game, session.state))
            elif command == "save":
                _save(session, rest)
            elif command == "describe":
                print(_described(session, choices, rest))
            else:
                return choice_of(answer, choices)
        except Unclear as problem:
            print(painted(str(problem), "problem"))


def _show(session: Session, seat: int, news: list[str], choices: list[Choice]) -> None:
    listed = in_columns([f"{action:>3}  {sentence}" for action, sentence in choices])
    heading, _, board = session.game.view.text(session.state, seat).partition("\n")
    parts = [story_lines(news), f"{painted(heading, 'heading')}\n{board}", listed]
    show("\n" + "\n\n".join(filter(None, parts)))


def _save(session: Session, path: str) -> None:
    """A replay of the game so far; a bad path is said and nothing is lost."""
    if not path:
        raise Unclear("Give the name of a file: save mine.replay")
    try:
        check_target(path)
        save_replay(session, path)
    except (ValueError, OSError) as problem:
        raise Unclear(f"Not saved: {problem}") from None


def _described(session: Session, choices: list[Choice], answer: str) -> str:
    """The whole sentence of a choice, and what choices of its kind do."""
    if not answer:
        raise Unclear("Give the number of a choice, as it is listed: describe 12")
    action = choice_of(answer, choices)
    block, _ = session.game.actions.locate(action)
    return f"{action}: {dict(choices)[action]}. {block.name}: {block.meaning}."


def in_columns(lines: list[str], most_rows: int = 12) -> str:
    """Lines side by side where the terminal is wide enough, read from top to bottom."""
    width = max(map(len, lines)) + 3
    columns = min(-(-len(lines) // most_rows), max(1, shutil.get_terminal_size().columns // width))
    rows = -(-len(lines) // columns)
    return "\n".join("".join(line.ljust(width) for line in lines[row::rows]).rstrip() for row in range(rows))


def choice_of(answer: str, choices: list[Choice]) -> int:
    """The one action that the answer means, by its number or by words of its sentence."""
    if answer.isascii() and answer.isdigit():
        if all(action != int(answer) for action, _ in choices):
            raise Unclear(f"{answer} is not the number of a choice: give one that is listed, or ? for help.")
        return int(answer)
    sentences = [_words(sentence) for _, sentence in choices]
    words = _in_full(_words(answer), sentences)
    if not words:
        raise Unclear("Give the number of a choice, words of it, or ? for help.")
    fitting = [k for k, sentence in enumerate(sentences) if _has_all(sentence, words)]
    if not fitting:
        raise Unclear(f"No choice has all of {answer!r}: try other words, a number, or ? for help.")
    best = _most_specific(fitting, sentences, words)
    if len(best) > 1:
        numbers = ", ".join(str(choices[k][0]) for k in best[:8]) + (", ..." if len(best) > 8 else "")
        raise Unclear(f"{answer!r} fits {len(best)} choices ({numbers}): say more, or give the number.")
    return choices[best[0]][0]


def _most_specific(fitting: list[int], sentences: list[list[str]], words: list[str]) -> list[int]:
    """Of several sentences the one that is these words, has them in this order, or has them whole, not only begun."""
    phrase = f" {' '.join(words)} "
    for fits in (
        lambda sentence: sentence == words,
        lambda sentence: phrase in f" {' '.join(sentence)} ",
        lambda sentence: all(word in sentence for word in words),
    ):
        closer = [k for k in fitting if fits(sentences[k])]
        if len(closer) == 1:
            return closer
    return fitting


def _words(sentence: str) -> list[str]:
    """Its words; those of the compass are not taken apart."""
    names = "|".join(sorted(COMPASS.values(), key=len, reverse=True))
    return re.findall(rf"\b(?:{names})\b|\w+", sentence.lower())


def _in_full(words: list[str], sentences: list[list[str]]) -> list[str]:
    """NE for north-east, where choices have directions."""
    directions = set(COMPASS.values()) & {word for sentence in sentences for word in sentence}
    return [COMPASS[word] if COMPASS.get(word) in directions else word for word in words]


def _has_all(sentence: list[str], words: list[str]) -> bool:
    return all(any(_fits(whole, word) for whole in sentence) for word in words)


def _fits(whole: str, word: str) -> bool:
    return whole == word if word.isdigit() else whole.startswith(word)
