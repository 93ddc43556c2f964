"""The command line, through `main`."""

import argparse
import io
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import flank_envs
from flank_envs import Replay, Session, all_games, cli, get_game, make_batch
from flank_envs.cli import _parser, main
from flank_envs.cli.screen import show
from flank_envs.engine.questions import feature_layouts

ROOT = Path(__file__).parents[2]
GAME = "hold_the_line"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command with this text on stdin: its exit code, stdout and stderr."""

    def call(*argv: object, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main([str(word) for word in argv])
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """The replay of a game of 30 decisions that is not over."""
    batch = make_batch(GAME, 1, 5, replays=True, autoreset=False)
    streams = batch.streams(1)
    for _ in range(30):
        batch.step(batch.random_actions(streams))
    path = tmp_path / "game.replay"
    batch.replay().save(path)
    return path


def test_list_names_every_game_with_ids_and_options(run: Run) -> None:
    code, out, _ = run("list")
    assert code == 0
    for game in all_games().values():
        assert f"flank_envs/{game.name}-v{game.version}" in out
        assert f"flank_envs/{game.camel_name}-v{game.version}" in out
        assert all(option.name in out for option in game.options)


def test_the_version_is_the_one_in_pyproject(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"flank-envs {flank_envs.__version__}\n"
    written = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert flank_envs.__version__ == written


def test_layout_names_every_block_and_phase(run: Run, name: str) -> None:
    code, out, _ = run("layout", name)
    assert code == 0
    game = get_game(name)
    layouts = (game.actions, game.observation, *feature_layouts(game).values())
    for word in [*(b.name for layout in layouts for b in layout.blocks), *feature_layouts(game), *game.phases]:
        assert word in out


@pytest.fixture
def first_choices(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A person who types the number of the first choice that is listed, so many times, and then `q`."""

    def type_them(times: int) -> None:
        listed: list[int] = []
        answers = iter(range(times))
        legal = Session.legal

        def seen(session: Session) -> list[tuple[int, str]]:
            choices = legal(session)
            listed[:] = [action for action, _ in choices]
            return choices

        monkeypatch.setattr(Session, "legal", seen)
        monkeypatch.setattr("builtins.input", lambda _: "q" if next(answers, None) is None else str(listed[0]))

    return type_them


def test_a_whole_game_can_be_played_by_numbers(
    run: Run, first_choices: Callable[[int], None], tmp_path: Path, name: str
) -> None:
    path = tmp_path / "mine.replay"
    first_choices(2000)
    code, out, _ = run("play", name, "--seed", 3, "--opponent", "random", "--save", path)
    assert code == 0
    assert "You win." in out or "You lose." in out or "Nobody wins" in out or "No winner" in out
    assert Replay.load(path).final()[0].over


def test_the_same_seed_and_answers_give_the_same_game(run: Run) -> None:
    words = ("play", GAME, "--seat", 1, "--opponent", "random", "--seed", 9)
    (code, out, _), (_, again, _) = (run(*words, typed="inf\n0\n1\n2\n3\n4\nstop\n" * 3) for _ in range(2))
    assert (code, again) == (0, out)


def test_answers_may_be_words_and_unclear_ones_are_asked_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "words.replay"
    typed = "tank\nnonsense\n99\n29\n\n?\nTANK lane 2\n0\nquit\n"
    code, out, _ = run("play", GAME, "--seed", 3, "--save", path, typed=typed)
    assert code == 0
    assert "'tank' fits 5 choices" in out
    assert "No choice has all of 'nonsense'" in out
    assert out.count("is not the number of a choice") == 2
    assert "12  place a Tank in lane 2" in out  # the number of the action space
    assert "You place a Tank in lane 2." in out
    assert "You left after 2 decisions." in out
    assert Replay.load(path).actions == [12, 0]


def test_play_tells_what_the_opponents_did(run: Run, first_choices: Callable[[int], None]) -> None:
    first_choices(6)
    _, out, _ = run("play", GAME, "--seed", 3, "--opponent", "random")
    news = out.partition("* Seat 1 has placed a card in each lane.")[2]
    assert "seat 1 deploys" in news.partition("round 1 | STAGING")[0]


def test_undo_goes_back_to_the_last_own_decision_and_makes_it_practice(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "practice.replay"
    typed = "undo\ntank lane 2\ninf 0\nundo\nundo\nundo\n1\nq\n"
    _, out, _ = run("play", GAME, "--seed", 3, "--save", path, typed=typed)
    assert out.count("There is nothing to take back") == 2
    assert out.count("You take your last decision back; this is practice now.") == 2
    replay = Replay.load(path)
    assert (replay.practice, len(replay.actions)) == (True, 1)
    assert "Practice: decisions were taken back." in run("replay", path, "--quiet")[1]


def test_undo_takes_the_answers_of_opponents_back_as_well(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "practice.replay"
    run("play", GAME, "--seed", 3, "--save", path, typed="0\n1\n2\n3\n4\nstop\nundo\nundo\nq\n")
    assert len(Replay.load(path).actions) == 4  # the fifth card, and then all five of seat 1's


def test_a_game_can_be_saved_while_it_is_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "so_far.replay"
    typed = f"1\nsave {path}\nsave\nsave {tmp_path}/no/where\n1\nq\n"
    _, out, _ = run("play", GAME, "--seed", 3, typed=typed)
    assert len(Replay.load(path).actions) == 1
    assert not Replay.load(path).practice
    assert "Give the name of a file: save mine.replay" in out
    assert "Not saved: " in out


def test_rules_begin_with_the_current_phase_and_choices_are_described(run: Run) -> None:
    _, out, _ = run("play", GAME, "--seed", 3, typed="rules\ndescribe 12\ndescribe\ndescribe 99\nq\n")
    assert "> ## Set-up\n\n- **HL-2.1**" in out
    assert out.index("## Set-up") < out.index("# Hold the Line") < out.index("## Staging")
    assert "12: place a Tank in lane 2. STAGE: put a card of that kind face down in that lane" in out
    assert "Give the number of a choice, as it is listed: describe 12" in out
    assert "99 is not the number of a choice" in out


def test_flank_shows_what_factions_upgrades_and_mines_do(run: Run, first_choices: Callable[[int], None]) -> None:
    first_choices(2)
    _, out, _ = run("play", "flank", "--seed", 3, "first_player=0")
    assert "Terran: Soldier, Commando (2 kills), Tank (siege 2), Walker" in out
    assert "to force mine: any card for 1 blue, 1 green, 1 yellow" in out
    assert re.search(r"Mind Wave \(1 blue, 2 green\): before combat,\s+push one enemy unit", out)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ends are a terminal of 80 columns and 24 rows; plain text, unless a test wants colours."""
    monkeypatch.setattr("flank_envs.cli.screen.is_terminal", lambda: True)
    monkeypatch.setattr("flank_envs.cli.replay.is_terminal", lambda: True)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda *_, **__: os.terminal_size((80, 24)))


@pytest.mark.usefixtures("terminal")
def test_more_than_a_screenful_is_shown_page_by_page(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prompts = []
    monkeypatch.setattr("builtins.input", lambda prompt: prompts.append(prompt) or "")
    show("\n".join(map(str, range(50))))
    assert capsys.readouterr().out.split() == [str(k) for k in range(50)]
    assert len(prompts) == 2
    monkeypatch.setattr("builtins.input", lambda prompt: "q")
    show("\n".join(map(str, range(50))))
    assert len(capsys.readouterr().out.split()) == 22
    show("\n".join(map(str, range(22))))
    assert len(capsys.readouterr().out.split()) == 22


@pytest.mark.usefixtures("terminal")
def test_a_replay_is_stepped_through_at_a_terminal(run: Run, recorded: Path) -> None:
    code, out, _ = run("replay", recorded, typed="n\n\np\ng 12\ng 999\ndance\np\nq\n")
    assert code == 0
    shown = re.findall(r"\[(\d+) of 30\]", out)
    assert shown == ["0", "1", "2", "1", "12", "30", "30", "29"]
    assert "'dance' is none of: n next" in out
    assert "In order. The game was not finished." in out
    assert run("replay", recorded, typed="")[0] == 0


def test_end_of_input_leaves_politely_and_an_empty_game_can_be_saved(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.replay"
    code, out, err = run("play", GAME, "--save", path)
    assert (code, err) == (0, "")
    assert "You left after 0 decisions." in out
    assert Replay.load(path).actions == []


def test_interruption_leaves_politely(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    code, out, _ = run("play", GAME)
    assert code == 0
    assert "You left after 0 decisions." in out


def test_the_person_sees_only_what_the_seat_may_know(run: Run) -> None:
    _, out, _ = run("play", GAME, "--seat", 1, "--seed", 4, typed="q\n")
    state = make_batch(GAME, 1, 4).states[0]
    hand = " ".join(f"{count}{letter}" for count, letter in zip(state.hand[0], "IAT", strict=True))
    assert "Seat 0 | hand 7 " in out
    assert f"Seat 0 | hand {hand}" not in out


def test_watching_shows_words_and_writes_pictures_and_a_replay(run: Run, tmp_path: Path, name: str) -> None:
    path, folder = tmp_path / "seen.replay", tmp_path / "new" / "pictures"
    code, out, _ = run("watch", name, "--seed", 31, "--svg", folder, "--save", path)
    assert code == 0
    replay = Replay.load(path)
    assert [int(number) for number in re.findall(r"-> seat \d \(heuristic\): action (\d+)", out)] == replay.actions
    pictures = sorted(folder.iterdir())
    assert len(pictures) == len(replay.actions) + 1
    assert all(picture.read_text(encoding="utf-8").startswith("<svg") for picture in pictures)


def test_watching_as_a_viewer_tells_what_that_seat_may_know(run: Run) -> None:
    _, out, _ = run("watch", GAME, "--seed", 31, "--viewer", 1, "--players", "random", "heuristic", "contested=hold")
    assert "* Seat 0 has placed a card in each lane." in out
    assert "* Seat 0 stages" not in out
    assert "-> seat 1 (heuristic): action " in out
    assert "-> seat 0 (random): action " not in out
    assert "* You stage" in out
    assert re.search(r"\* (You|Seat 0) deploys? ", out)


def test_watching_tells_every_move_of_a_game_without_secrets(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "open.replay"
    _, out, _ = run("watch", "mana_surge", "--seed", 2, "--viewer", 0, "--save", path, "max_rounds=3")
    assert out.count("-> seat") == len(Replay.load(path).actions)
    assert "* Seat 1 moves from tile" in out


def test_replay_verifies_and_prints(run: Run, recorded: Path) -> None:
    code, out, _ = run("replay", recorded)
    assert code == 0
    actions = [int(number) for number in re.findall(r"-> seat \d: action (\d+)", out)]
    assert actions == Replay.load(recorded).actions
    assert out.endswith("In order. The game was not finished.\n")
    code, quiet, _ = run("replay", recorded, "--quiet")
    assert code == 0
    assert len(quiet.splitlines()) == 2


def test_replay_for_a_viewer_with_pictures(run: Run, recorded: Path, tmp_path: Path) -> None:
    code, out, _ = run("replay", recorded, "--viewer", 0, "--svg", tmp_path / "pictures")
    assert code == 0
    assert "* Seat 1 has placed a card in each lane." in out
    assert "* You place" in out
    assert len(list((tmp_path / "pictures").iterdir())) == 31


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "required: COMMAND"),
        ("dance", "invalid choice: 'dance'"),
        ("layout hold_the_lin", "did you mean 'hold_the_line'?"),
        ("play chess", "unknown game 'chess' (known: "),
        ("play hold_the_line contestd=hold", "did you mean 'contested'?"),
        ("play hold_the_line contested=maybe", "choose one of 'triangle', 'advance', 'hold'"),
        ("play hold_the_line contested=3", "option contested=3: choose one of"),
        ("play hold_the_line contested=hold contested=hold", "given twice"),
        ("play hold_the_line contested", "write them as option=value"),
        ("play hold_the_line --opponent randm", "did you mean 'random'?"),
        ("play hold_the_line --seat 2", "--seat=2: give a whole number from 0 to 1"),
        ("play hold_the_line --seat first", "--seat: invalid int value: 'first'"),
        ("play hold_the_line --seed -1", "--seed=-1: give a whole number from 0 to"),
        ("play hold_the_line --save no/such/folder/x.replay", "make it first"),
        ("play hold_the_line --save .", "is a folder"),
        ("watch hold_the_line --players random random random", "3 names for 2 seats"),
        ("watch hold_the_line --viewer 5", "--viewer=5: give a whole number from 0 to 1"),
        ("watch hold_the_line --delay -1", "--delay -1: give seconds"),
        ("replay no_such_file.replay", "cannot read no_such_file.replay: No such file"),
        ("replay .", "cannot read ."),
        ("replay x.replay contested=hold", "`replay` takes no game options"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run: Run, words: str, says: str) -> None:
    code, _, err = run(*words.split())
    assert code == 2
    assert err.startswith("flank-envs: ")
    assert err.count("\n") == 1
    assert says in err


def idle_parser() -> argparse.ArgumentParser:
    """That of the command line, with commands that begin nothing."""
    parser = _parser()
    for command in commands_of(parser).values():
        command.set_defaults(run=lambda arguments: 0)
    return parser


def commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    return next(action.choices for action in parser._actions if isinstance(action.choices, dict))


def with_one_empty_value() -> list[list[str]]:
    """Every command with each of its arguments that take a value, given as an empty text."""
    found = []
    for name, command in commands_of(_parser()).items():
        taking = [action for action in command._actions if action.nargs != 0]
        words = ["word" for action in taking if not action.option_strings for _ in range(2 if action.nargs else 1)]
        found += [[name, *words, f"{action.option_strings[0]}="] for action in taking if action.option_strings]
        found += [[name, *words[1:], " "]] if words else []
    return found


@pytest.mark.parametrize("words", with_one_empty_value(), ids=" ".join)
def test_empty_values_are_refused(run: Run, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder would be the current one, an empty host every network."""
    monkeypatch.setattr(cli, "_parser", idle_parser)
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert "empty" in err or "invalid" in err


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("seed 5", "seed 6", "illegal for seat"),
        ("seed 5", "seed five", "give a whole number"),
        ("flank_envs replay 1", "something else", "a replay begins"),
        ('"over": false', '"over": true', "it was changed"),
        ("hold_the_line 0", "hold_the_line 99", "version 99"),
        ("hold_the_line 0", "chess 0", "unknown game 'chess'"),
        ("options {", "options [", "unreadable"),
    ],
)
def test_a_corrupt_replay_is_refused(run: Run, recorded: Path, old: str, new: str, says: str) -> None:
    text = recorded.read_text(encoding="utf-8")
    assert old in text
    recorded.write_text(text.replace(old, new), encoding="utf-8")
    code, out, err = run("replay", recorded)
    assert (code, out) == (2, "")
    assert says in err


def test_bytes_that_are_no_text_are_refused(run: Run, recorded: Path) -> None:
    recorded.write_bytes(np.arange(256, dtype=np.uint8).tobytes())
    code, _, err = run("replay", recorded)
    assert code == 2
    assert "is not a text file" in err


@pytest.mark.parametrize("command", [[], ["list"], ["layout"], ["play"], ["watch"], ["replay"]])
def test_help_exits_with_0(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([*command, "--help"])
    assert left.value.code == 0
    assert "usage: flank-envs" in capsys.readouterr().out
