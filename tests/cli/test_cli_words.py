"""The words that commands take and give: options, answers, tables and verdicts."""

import os
import shutil
import sys
from types import SimpleNamespace

import pytest

from flank_envs import get_game
from flank_envs.cli.about import aligned
from flank_envs.cli.options import read_options, take_options
from flank_envs.cli.prompt import Unclear, choice_of, in_columns
from flank_envs.cli.screen import folded, painted
from flank_envs.view.ending import verdict


def test_options_may_stand_anywhere_but_after_a_flag() -> None:
    words = ["play", "a=1", "--save", "b=2", "--players", "x", "y", "c=3", "--seed=4"]
    assert take_options(words) == (["play", "--save", "b=2", "--players", "x", "y", "--seed=4"], ["a=1", "c=3"])


def test_options_are_read_as_the_game_means_them() -> None:
    game = get_game("hold_the_line")
    assert read_options(game, []) == {"contested": "triangle", "scale": "full"}
    assert read_options(game, ["contested=hold"]) == {"contested": "hold", "scale": "full"}
    assert read_options(game, ['contested="hold"']) == {"contested": "hold", "scale": "full"}
    assert read_options(game, ["contested='hold'"]) == {"contested": "hold", "scale": "full"}
    with pytest.raises(ValueError, match="contested=None"):
        read_options(game, ["contested=none"])
    with pytest.raises(ValueError, match="contested=True"):
        read_options(game, ["contested=true"])


def test_choices_are_read_in_the_form_in_which_they_are_listed() -> None:
    for option in get_game("flank").options:
        for choice in option.choices:
            for word in (repr(choice), repr(choice).replace(" ", "")):
                assert read_options(get_game("flank"), [f"{option.name}={word}"])[option.name] == choice
    with pytest.raises(ValueError, match=r"factions='\(0,0\)': choose one of None, \(0, 1\)"):
        read_options(get_game("flank"), ["factions=(0,0)"])


def test_a_whole_phrase_decides_between_choices_that_have_all_words() -> None:
    choices = [(7, "hit the Tank (HP 2) in lane 1"), (8, "hit the Tank (HP 1) in lane 2"), (20, "stop")]
    assert choice_of("lane 2", choices) == 8
    assert choice_of("hp 2", choices) == 7
    assert choice_of("st", choices) == 20
    assert choice_of("20", choices) == 20
    with pytest.raises(Unclear, match="2 is not the number of a choice"):
        choice_of("2", choices)  # neither is a place in the list
    with pytest.raises(Unclear, match="No choice has all"):
        choice_of("lane 3", [*choices, (30, "hit the Scout in lane 33")])  # a number is not begun
    with pytest.raises(Unclear, match=r"fits 2 choices \(7, 8\)"):
        choice_of("tank 2", choices)


def test_words_may_be_directions_and_the_most_specific_sentence_is_meant() -> None:
    ways = ("north", "north-east", "south-east", "south")
    choices = [(40 + tile, f"move {way} to tile {tile}") for tile, way in enumerate(ways, 7)]
    assert choice_of("NE", choices) == 48
    assert choice_of("n", choices) == 47
    assert choice_of("north", choices) == 47
    assert choice_of("move se", choices) == 49
    assert choice_of("tile 8", choices) == 48
    assert choice_of("s", [(3, "stop")]) == 3  # without directions it is the beginning of a word
    assert choice_of("end", [(1, "end the harvest"), (2, "endless")]) == 1
    assert choice_of("stop", [(5, "stop"), (6, "stop staging")]) == 5
    assert choice_of("lane tank", [(5, "hit the Tank in lane 1"), (6, "hit the Tanker in lane 2")]) == 5


def test_tables_and_columns() -> None:
    assert aligned([("a", "b"), ("long", "x")]) == "a     b\n----  -\nlong  x"
    assert in_columns(["a", "b", "c"], most_rows=2) == "a   c\nb"


def test_a_long_last_cell_goes_on_below_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda *_, **__: os.terminal_size((46, 24)))
    lines = aligned([("name", "unit", "meaning"), ("size", "one", "so much " * 9)]).splitlines()
    assert [line[:12] for line in lines[2:]] == ["size  one   ", " " * 12, " " * 12]
    assert max(map(len, lines)) <= 46


def test_verdicts() -> None:
    by_rules = SimpleNamespace(forfeit=-1, limit=0)
    assert verdict(by_rules, [1.0, -1.0]) == "Seat 0 wins (seat 0 +1, seat 1 -1)."
    assert verdict(by_rules, [0.5, 0.5, -1.0]).startswith("Seats 0 and 1 win")
    assert verdict(by_rules, [0.0, 0.0]).startswith("Nobody wins")
    at_limit = SimpleNamespace(forfeit=-1, limit=1)
    assert verdict(at_limit, [0.0, 0.0]) == "No winner: the game's limit is reached (seat 0 +0, seat 1 +0)."
    forfeited = SimpleNamespace(forfeit=1, limit=0)
    assert verdict(forfeited, [0.0, -1.0]) == "Seat 1 forfeits: illegal action (seat 0 +0, seat 1 -1)."


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert painted("you win", "story") == "you win"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert painted("you win", "story") == "\x1b[36myou win\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert painted("you win", "story") == "you win"
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert painted("you win", "story") == "you win"


def test_sentences_are_folded_and_drawings_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda *_, **__: os.terminal_size((20, 24)))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    drawing = "|" + "." * 30 + "|"
    assert folded(f"{drawing}\na sentence that is too long").split("\n") == [
        drawing,
        "a sentence that is",
        "    too long",
    ]
