"""Playtests: what is counted was played, and what stands out is said."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from flank_envs import Decisions, Opponent, load_opponent
from flank_envs.cli import main
from flank_envs.engine.game import Game, get_game
from flank_envs.evaluation.arena import confidence
from flank_envs.evaluation.ladder.variants import variants_of
from flank_envs.evaluation.playtest import findings, page
from flank_envs.evaluation.playtest import games as playing
from flank_envs.evaluation.playtest.balance import Balance, Share, balance, pace, share
from flank_envs.evaluation.playtest.choices import beginnings, block_uses, openings, uses
from flank_envs.evaluation.playtest.games import Games, Log, plain, play
from flank_envs.evaluation.playtest.page import other_options, report
from flank_envs.evaluation.playtest.tension import chance, tension
from tests.conformance.play import sample
from tests.games.sample_game import GAME
from tests.lines import all_distinct

TAKE_ONE, TAKE_TWO, TAKE_THREE, PASS = range(4)


class OneAtATime(Opponent):
    """Takes one match, whatever happens: seat 0 takes the last of 21."""

    name = "one-at-a-time"

    def act(self, decisions: Decisions) -> np.ndarray:
        return np.full(len(decisions), TAKE_ONE, np.int32)


def game_of(steps: list[tuple[int, int, float]], returns: list[float]) -> dict[str, list]:
    """One game by hand: (seat, action, value) of its decisions, and its results."""
    return {"steps": steps, "returns": returns}


def by_hand(*games: dict[str, list]) -> Games:
    """Games of Last Match as they would have been written down."""
    rows = [(k, *step) for k, game in enumerate(games) for step in game["steps"]]
    number, seat, action, value = (np.array(column) for column in zip(*rows, strict=True))
    words = ["take # match", "take # matches", "pass"]
    sentence = np.array([0, 1, 1, 2])[action]
    log = Log(number, seat, np.zeros(len(rows), int), action, np.full(len(rows), 3), value.astype(float), sentence)
    return Games(
        game=GAME,
        options={},
        close=len(games),
        returns=np.array([game["returns"] for game in games], float),
        decisions=np.array([len(game["steps"]) for game in games]),
        truncated=np.zeros(len(games), bool),
        rounds=np.zeros(len(games)),
        endings=["Seat # wins"] * len(games),
        lines=np.arange(1, len(games) + 1, dtype=np.uint64),
        log=log,
        offered=np.full(4, len(rows)),
        sentences=words,
    )


def test_games_are_written_down_decision_by_decision() -> None:
    games = play(GAME, OneAtATime(), {}, 5, close=2)
    assert games.decisions.tolist() == [21] * 5
    assert games.winner.tolist() == [0] * 5
    assert games.first.tolist() == [0] * 5
    assert games.log.game.tolist() == [k for k in range(5) for _ in range(21)]
    assert games.log.seat.tolist() == [k % 2 for k in range(21)] * 5
    assert set(games.log.action.tolist()) == {TAKE_ONE}
    assert (games.log.sentence >= 0).tolist() == [True] * 42 + [False] * 63
    assert games.sentences == ["take # match"]
    assert games.offered[TAKE_ONE] == 105
    assert games.offered[TAKE_THREE] == 95  # not of the last two matches
    assert games.offers["take # matches"] == 40


class Untidy(OneAtATime):
    """Writes into all that it is given, and would look at the true records if it could."""

    needs_full_state = False

    def act(self, decisions: Decisions) -> np.ndarray:
        if self.needs_full_state:
            decisions.states["left"] = 1
        decisions.action_mask[:] = 1
        decisions.observation[:] = 0
        return super().act(decisions)

    def value(self, decisions: Decisions) -> np.ndarray:
        assert decisions.observation.any()
        assert hasattr(decisions, "states") == self.needs_full_state
        return np.full(len(decisions), 0.5, np.float32)


@pytest.mark.parametrize("sees_everything", [False, True])
def test_players_are_given_what_is_theirs_to_write_into(sees_everything: bool) -> None:
    player = Untidy()
    player.needs_full_state = sees_everything
    games = play(GAME, player, {}, 5, close=2)
    assert games.offered[TAKE_THREE] == 95
    assert games.offers["take # matches"] == 40
    assert (games.log.value == 0.5).tolist() == [True] * 42 + [False] * 63


def test_games_do_not_depend_on_how_many_are_played_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    together = play(GAME, load_opponent("random"), {}, 6, seed=3)
    monkeypatch.setattr(playing, "CHUNK", 4)
    again = play(GAME, load_opponent("random"), {}, 6, seed=3)
    assert together.log.action.tolist() == again.log.action.tolist()


def test_every_game_can_be_written_down(game: Game) -> None:
    """With its rounds, its endings in words, and sentences for what was chosen."""
    count = sample(6, 1)
    games = play(game, load_opponent("heuristic"), {}, count, close=1)
    assert len(games.endings) == count
    assert len(games.log.game) == games.decisions.sum()
    assert all(sentence in games.offers for sentence in games.sentences)  # the one game is below WHOLE
    if game is not GAME:
        assert all(games.endings)
        assert not any(letter.isdigit() for ending in games.endings for letter in ending)
        assert (games.rounds > 0).all()
    assert [block.name for block in block_uses(games)] == [block.name for block in game.actions.blocks]


def test_shares_of_seats_and_of_the_first() -> None:
    games = by_hand(
        game_of([(0, TAKE_ONE, 0.0), (1, TAKE_ONE, 0.0)], [1, -1]),
        game_of([(1, TAKE_ONE, 0.0), (0, TAKE_ONE, 0.0)], [-1, 1]),
        game_of([(1, TAKE_ONE, 0.0), (0, TAKE_ONE, 0.0)], [-1, 1]),
        game_of([(0, TAKE_ONE, 0.0), (1, TAKE_ONE, 0.0)], [0, 0]),
    )
    found = balance(games, "somebody", "defaults")
    assert [s.part for s in found.seats] == pytest.approx([1 / 3, 2 / 3])
    assert found.seats[0].games == 3
    assert found.first.part == 1
    assert found.tied.part == 0.25
    won = np.array([[1.0], [0], [0]])
    assert found.seats[0].interval == confidence(won, all_distinct(won))
    assert (found.games, found.distinct) == (4, 4)


def test_pace_counts_decisions_in_a_row() -> None:
    turns = [(0, TAKE_ONE, 0.0), (0, TAKE_ONE, 0.0), (1, TAKE_ONE, 0.0)]
    flow = pace(by_hand(game_of(turns, [1, -1]), game_of([(1, TAKE_ONE, 0.0)] * 3, [1, -1])))
    assert flow.in_a_row[0] == 2  # 2, 1 and 3: the last of one game does not run on into the next
    assert flow.decisions[-1] == 3
    assert flow.forced == 0


def test_decisions_of_a_round_are_told_where_there_are_rounds() -> None:
    games = by_hand(game_of([(0, TAKE_ONE, 0.0)] * 4, [1, -1]), game_of([(1, TAKE_ONE, 0.0)] * 8, [1, -1]))
    for rounds, told in (((1.0, 3.0), True), ((0.0, 0.0), False)):
        seen = replace(games, rounds=np.array(rounds))
        text = "\n".join(page._closely(page.Closely(variants_of(GAME)[0], seen, [], [], None), False))
        assert ("(5 % of the time 7 or more), 3.0 decisions a round." in text) == told


def test_a_striking_share_is_told_and_luck_is_not() -> None:
    assert part(600, 1000).striking
    assert not part(540, 1000).striking
    assert not part(8, 8).striking


def test_a_game_that_is_played_again_counts_once() -> None:
    """600 of 1000 games, but each of 20 lines was played 50 times: as wide as 12 of 20, and nothing to wonder at."""
    hits, lines = np.repeat(np.arange(20) < 12, 50), np.repeat(np.arange(1, 21, dtype=np.uint64), 50)
    repeated, once = share(hits, lines), part(12, 20)
    assert (repeated.part, repeated.games, repeated.effective) == (0.6, 1000, 20)
    assert repeated.interval == pytest.approx(once.interval)
    assert not repeated.striking
    games = play(GAME, OneAtATime(), {}, 60, close=60)
    assert set(games.winner.tolist()) == {0}
    found = balance(games, "somebody", "defaults")
    assert (found.games, found.distinct) == (60, 4)  # everybody keeps the pass that was dealt, or none
    low, high = part(4, 4).interval
    assert found.seats[0].interval == pytest.approx((low, high), abs=0.1)
    assert findings.of_balance([found]) == []
    (first,) = beginnings(games)
    assert (first.won.games, openings(games)) == (0, [])  # both begin so


def part(hits: int, games: int, even: float = 0.5) -> Share:
    """So many of these games, which are all distinct."""
    hit = np.arange(games) < hits
    return share(hit, all_distinct(hit), even)


def row(seats: list[tuple[int, int]], cut: int = 0, tied: int = 0, first: int = 0) -> Balance:
    """A line of balance: wins of each seat out of so many, and games cut off, tied, and won by the first."""
    wins = [part(won, games, 1 / len(seats)) for won, games in seats]
    others = part(first, 1000), part(tied, 1000, 0.0), part(cut, 1000, 0.0)
    return Balance("trained", "players=3", 1000, 1000, wins, *others, (1, 1, 1))


def test_what_stands_out_is_said() -> None:
    (seats,) = findings.of_balance([row([(460, 1000), (340, 1000), (200, 1000)], first=500)])
    assert seats == (
        "**Seats** (trained, players=3): seat 0 wins 46.0% (42.9% to 49.1%), seat 2 wins 20.0% (17.6% to 22.6%) of "
        "1000 games with a winner; 33.3% would be even."
    )
    (first,) = findings.of_balance([row([(510, 1000), (490, 1000)], first=700)])
    assert "the seat that decides first wins 70.0%" in first
    (cut,) = findings.of_balance([row([(500, 1000), (500, 1000)], cut=114, first=500)])
    assert cut.startswith("**Limit** (trained, players=3): 11.4% (9.6% to 13.5%) of 1000 games run into")
    (tied,) = findings.of_balance([row([(500, 1000), (500, 1000)], tied=90, first=500)])
    assert tied.startswith("**Ties**")
    assert findings.of_balance([row([(530, 1000), (470, 1000)], cut=12, tied=50, first=520)]) == []


def test_uses_by_block_and_in_words() -> None:
    games = play(GAME, OneAtATime(), {}, 4, close=4)
    take, pass_ = block_uses(games)
    assert take.a_game == 21
    assert take.unused == take.ignored == [1, 2]
    assert take.never_legal == []
    assert pass_.taken == 0
    first, *others = uses(games)
    assert (first.sentence, first.taken, first.in_games) == ("take # match", 84, 1.0)
    assert (first.legal, first.taken_there) == (84, 84)
    assert {use.sentence: use.taken for use in others} == {"take # matches": 0, "pass": 0}
    assert [(use.in_games, use.taken_there) for use in others] == [(0, 0), (0, 0)]
    told = findings.of_games("defaults", games, [], [], None)
    assert any(
        line.startswith("**Never used** (defaults), though often legal: 2 of the 3 actions TAKE") for line in told
    )


def test_early_choices_count_where_one_seat_alone_took_them() -> None:
    late = [(0, TAKE_ONE, 0.0), (1, TAKE_ONE, 0.0)] * 6
    wins = [game_of([(0, TAKE_TWO, 0.0), (1, TAKE_ONE, 0.0), *late], [1, -1]) for _ in range(40)]
    both = [game_of([(0, TAKE_TWO, 0.0), (1, TAKE_TWO, 0.0), *late], [1, -1]) for _ in range(40)]
    at_the_end = [game_of([*late, (0, PASS, 0.0), (1, TAKE_ONE, 0.0)], [1, -1]) for _ in range(40)]
    found = {opening.sentence: opening.won for opening in openings(by_hand(*wins, *both, *at_the_end))}
    assert found["take # matches"].part == 1
    assert found["take # matches"].games == 40
    assert "pass" not in found


def test_choices_and_comebacks_of_a_game_that_repeats_count_once() -> None:
    late = [(0, TAKE_ONE, -0.8), (1, TAKE_ONE, 0.8)] * 6
    wins = [game_of([(0, TAKE_TWO, 0.0), (1, TAKE_ONE, 0.0), *late], [1, -1]) for _ in range(40)]
    games = by_hand(*wins)
    felt = tension(games)
    assert felt
    assert "take # matches" in {opening.sentence for opening in openings(games)}
    games.lines[:] = 1
    assert openings(games) == []
    assert beginnings(games)[0].won.effective == 1
    again = tension(games)
    assert again
    for share_, once in ((felt.comebacks, again.comebacks), (felt.fell_and_won, again.fell_and_won)):
        assert (share_.part, share_.effective) == (once.part, 40)
        assert once.effective == 1
        assert once.interval[0] < 0.3 < share_.interval[0]


def test_first_choices_of_seats() -> None:
    """Seat 1 decides first: it passes in 40 games and wins them all; in 10 more both begin alike, and one is tied."""
    passes = [game_of([(1, PASS, 0.0), (0, TAKE_ONE, 0.0), (1, TAKE_TWO, 0.0)], [-1, 1]) for _ in range(40)]
    both = [game_of([(1, TAKE_ONE, 0.0), (0, TAKE_ONE, 0.0), (0, PASS, 0.0)], [-1, 1]) for _ in range(9)]
    tied = [game_of([(1, PASS, 0.0), (0, TAKE_ONE, 0.0)], [0, 0])]
    games = by_hand(*passes, *both, *tied)
    found = {b.sentence: b for b in beginnings(games)}
    assert set(found) == {"pass", "take # match"}
    assert (found["pass"].by_first, found["pass"].by_others) == (0.82, 0)
    assert (found["pass"].won.part, found["pass"].won.games) == (1, 40)
    assert (found["take # match"].by_first, found["take # match"].by_others) == (0.18, 1)
    assert (found["take # match"].won.part, found["take # match"].won.games) == (0, 40)
    told = findings.of_games("here", games, beginnings(games), [], None)
    assert any(line.startswith("**First choice** (here): who begins with *pass* wins 100.0%") for line in told)


def test_swings_comebacks_and_the_moment_of_decision() -> None:
    """Seat 0 falls to 10 % and wins; seat 1 is ahead until the end. A second game is decided from the start."""
    back = game_of([(0, 0, 0.0), (1, 1, 0.0), (0, 0, -0.8), (1, 1, 0.8)], [1, -1])
    plain_win = game_of([(0, 0, 0.6), (1, 1, -0.6), (0, 0, 0.8), (1, 1, -0.8)], [1, -1])
    felt = tension(by_hand(back, plain_win), enough=1)
    assert felt
    assert felt.low == 0.25
    assert felt.comebacks.part == 0.5
    assert (felt.fell_and_won.part, felt.fell_and_won.games) == (0.5, 2)  # seat 0 there, seat 1 in the second game
    assert felt.decided_at == pytest.approx((0.75 + 0) / 2)
    swings = {told: swing for told, swing, _ in felt.swings}
    assert swings["take # match"] == pytest.approx((0.4 + 0.9 + 0.1 + 0.1) / 4)
    assert swings["take # matches"] == pytest.approx((0.4 + 0.9 + 0.1 + 0.1) / 4)
    (phase,) = felt.phases
    assert (phase.name, phase.part, phase.part_of_swings) == ("TURN", 1.0, 1.0)


def test_decisions_without_a_choice_are_counted_by_phase() -> None:
    games = by_hand(game_of([(0, 0, 0.1), (1, 1, 0.2), (0, 0, 0.3), (1, 1, 0.4)], [1, -1]))
    felt = tension(replace(games, log=replace(games.log, choices=np.array([1, 3, 4, 4]))), enough=1)
    assert felt
    (phase,) = felt.phases
    assert (phase.choices, phase.forced) == (3.0, 0.25)


def test_probabilities_of_three_share_what_the_winner_gets() -> None:
    assert chance(np.array([1.0, -0.5, 0.0, -0.9]), 3).tolist() == pytest.approx([1, 0, 1 / 3, 0])
    assert chance(np.array([1.0, -1.0, 0.0]), 2).tolist() == [1, 0, 0.5]


def test_without_a_value_nothing_is_said_about_tension() -> None:
    assert tension(play(GAME, OneAtATime(), {}, 2, close=2)) is None


def test_sentences_lose_their_numbers() -> None:
    assert plain("build a Roach in zone 12 for 1 red") == "build a Roach in zone # for # red"


def test_options_are_tried_for_every_number_of_players() -> None:
    game = get_game("mana_surge")
    names = [name for name, _ in other_options(game, [v for v in variants_of(game) if v.main])]
    assert "players=2, komi=0" in names
    assert "players=3, first_seat=2" in names
    assert "players=2, first_seat=2" not in names  # there is no such seat


def test_a_report_has_all_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Last Match with a policy that is asked what it thinks."""
    thinks = Opponent()
    monkeypatch.setattr(thinks, "value", lambda decisions: np.zeros(len(decisions), np.float32))
    monkeypatch.setattr(playing, "evaluator_of", lambda game, player: thinks)
    text = report(GAME, OneAtATime(), 30, None, "the command")
    for heading in ("Findings", "Balance", "Length and pace", "How games end", "Decisions that matter", "What is used"):
        assert f"## {heading}\n" in text
    assert "Written by `the command`, from games of one-at-a-time" in text
    assert "**Seats**" not in text  # there are four games, played again and again
    assert "| one-at-a-time | defaults | 30 | 4 | 100.0%" in text
    assert re.search(r"\| one-at-a-time \| heap=11 \| 3 \| [123] \| 100.0%", text)
    assert "**One ending**" not in text  # there is only one anyway


def test_options_that_change_nothing_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "other_options", lambda *_: [("heap=21 again", {"heap": 21}), ("heap=20", {"heap": 20})])
    text = report(GAME, OneAtATime(), 30, None, "the command")
    assert "| one-at-a-time | heap=20 |" in text
    assert "heap=21 again" not in text


def test_what_nobody_could_choose_is_told() -> None:
    games = play(GAME, OneAtATime(), {}, 4)
    games.offered[PASS] = 0
    assert "**Never legal** (here): nobody could ever choose PASS (use the pass)." in findings.of_games(
        "here", games, [], [], None
    )


@pytest.mark.parametrize("folder", ["docs/playtest", "checkpoints/ladder"])
def test_every_game_has_its_report_and_its_ladder(folder: str, library_game: Game) -> None:
    root = Path(__file__).parents[3] / folder
    report_, ladder = root / f"{library_game.name}.md", root / library_game.name / "ladder.md"
    text = (report_ if folder == "docs/playtest" else ladder).read_text(encoding="utf-8")
    assert text.startswith(f"# {library_game.title}: ")
    assert f" {library_game.name} " in text.split("`")[1]  # the command that made it


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "report.md"
    command = ["playtest", GAME.name, "--games", "4", "heap=12"]
    assert main(command) == 0
    shown = capsys.readouterr().out
    assert "from games of heuristic" in shown  # nothing is shipped for Last Match
    assert "heap=12" in shown
    assert main([*command, "--output", str(target), "--player", "random"]) == 0
    assert "from games of random" in target.read_text(encoding="utf-8")
    for words, told in (
        (["nothing"], "unknown game"),
        ([GAME.name, "--player", "trained"], "no trained policy"),
        ([GAME.name, "--games", "1"], "--games=1"),
        ([GAME.name, "--output", str(tmp_path / "nowhere" / "x.md")], "there is no folder"),
    ):
        assert main(["playtest", *words]) == 2
        assert told in capsys.readouterr().err
