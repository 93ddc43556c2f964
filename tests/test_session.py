"""One game in progress, in every game: who plays, what is told, and that it can be undone, saved and replayed."""

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

from flank_envs import IllegalActionError, Opponent, Replay, Session, make_batch
from flank_envs.engine.game import Game
from flank_envs.opponents import Decisions
from tests.conformance.play import golden_replays, sample

DECISIONS = sample(40, 12)


def begun(game: Game, seed: int = 5, decisions: int = DECISIONS) -> Session:
    """A person in seat 0, random players in the others, after some decisions."""
    seats = make_batch(game, 1, seed=0).seats
    session = Session(game, dict.fromkeys(range(1, seats), "random"), seed=seed)
    session.advance()
    while len(session.actions) < decisions and not session.over:
        session.play(session.legal()[-1][0])
        session.advance()
    return session


def test_a_game_is_played_with_persons_and_opponents(game: Game) -> None:
    session = begun(game)
    assert session.players == ["person", *["random"] * (session.seats - 1)]
    assert session.over or session.to_act == 0
    assert len(session.positions) == len(session.actions) + 1
    if not session.over:
        assert session.legal() == [
            (int(action), game.view.describe(session.state, int(action))) for action in np.flatnonzero(session.mask())
        ]
        assert session.status(0) == game.view.status(session.state, 0)
        with pytest.raises(ValueError, match="a person is to act in seat 0"):
            session.play_opponent()


@pytest.mark.whole_games
def test_opponents_alone_play_to_the_end(game: Game) -> None:
    seats = make_batch(game, 1, seed=0).seats
    session = Session(game, ["random"] * seats, seed=3)
    assert session.returns() == [0.0] * seats
    assert session.advance() == len(session.actions)
    assert session.over
    assert (session.to_act, session.legal()) == (-1, [])
    assert any(session.returns()) == (len(set(session.returns())) > 1)
    assert session.replay().final().tobytes() == session.positions[-1].tobytes()
    for decide in (lambda: session.play(0), session.play_opponent, lambda: session.ask("random")):
        with pytest.raises(ValueError, match="the game is over"):
            decide()


def test_an_illegal_action_is_refused_in_words_and_changes_nothing(game: Game) -> None:
    session = Session(game, seed=5)
    before, illegal = session.save(), int(session.mask().argmin())
    with pytest.raises(IllegalActionError) as refused:
        session.play(illegal)
    assert session.describe(illegal) in str(refused.value)
    with pytest.raises(IllegalActionError, match=f"from 0 to {game.actions.size - 1}"):
        session.play(game.actions.size)
    assert session.save() == before


def test_every_player_draws_from_a_stream_of_its_own(game: Game) -> None:
    """The same seed gives the same game; another number of `choices` other choices in the same deal."""
    seats = make_batch(game, 1, seed=0).seats

    def play(**settings: int) -> Session:
        session = Session(game, ["random"] * seats, seed=5, **settings)
        for _ in range(DECISIONS):
            if not session.over:
                session.play_opponent()
        return session

    first, again, other = play(), play(), play(choices=6)
    assert first.save() == again.save()
    assert first.actions != other.actions
    assert first.positions[0].tobytes() == other.positions[0].tobytes()
    assert len(set(first.streams.tolist())) == seats
    assert len(set(first.drawn_from)) == len(first.actions)


def test_the_stream_of_one_player_does_not_depend_on_the_others(library_game: Game) -> None:
    """Whether a person or a random player sits elsewhere, who is asked first draws the same."""
    seats = library_game.players({})
    seat = Session(library_game, seed=9).to_act
    alone = Session(library_game, {seat: "random"}, seed=9)
    together = Session(library_game, ["random"] * seats, seed=9)
    assert alone.play_opponent() == together.play_opponent()
    assert (alone.streams == together.streams).all()


def test_the_story_is_what_the_game_tells_a_viewer(game: Game) -> None:
    session = begun(game)
    for viewer in (None, *range(session.seats)):
        told = [
            game.view.story(before[0], action, after[0], viewer)
            for before, action, after in zip(session.positions, session.actions, session.positions[1:], strict=False)
        ]
        assert session.story(viewer) == told
        assert session.story(viewer, since=3) == told[3:]


def test_undo_goes_back_to_the_last_decision_of_a_seat(game: Game) -> None:
    session = begun(game)
    whole = list(session.actions)
    expected = max(k for k in range(len(whole)) if session.positions[k][0].to_act == 0)
    before = session.positions[expected].tobytes()
    session.story(0)
    assert not session.replay().practice
    assert session.can_undo(0)
    assert session.undo(0)
    assert session.actions == whole[:expected]
    assert session.positions[-1].tobytes() == before
    assert (session.to_act, session.over) == (0, False)
    assert session.replay().practice
    session.play(session.legal()[0][0])
    assert len(session.story(0)) == len(session.actions)
    while session.undo(0):
        pass
    assert not session.can_undo(0)


def test_save_restore_clone_and_pickle_go_on_alike(game: Game) -> None:
    session = begun(game)
    data = session.save()
    other = begun(game, seed=6, decisions=2)
    other.restore(data)
    for twin in (session.clone(), other, pickle.loads(pickle.dumps(session))):
        assert twin.save() == data
        assert twin.replay() == session.replay()
        assert [states.tobytes() for states in twin.positions] == [states.tobytes() for states in session.positions]
    if not session.over:
        for one in (session, other):
            one.play(one.legal()[0][0])
            one.advance()
        assert session.save() == other.save() != data


WRONG = {
    "it is no session": {"session": 2},
    "'seed' is wrong": {"seed": -1},
    "'streams' are not as many": {"streams": [1]},
    "'streams' is wrong": {"streams": [0, 0]},
    "'drawn_from' is not as long": {"drawn_from": [1, 2, 3]},
    "'actions' is wrong": {"actions": ["x"]},
    "version=77": {"version": 77},
    "options=": {"options": {"colour": 1}},
    "players=": {"players": ["person", "heuristic"]},
    "outside 0": {"actions": [2**30], "drawn_from": [0]},
}


@pytest.mark.parametrize("told", WRONG)
def test_saved_sessions_that_do_not_fit_are_refused(told: str) -> None:
    session = Session("hold_the_line", {1: "random"}, seed=3)
    session.play(session.legal()[0][0])
    good = session.save()
    with pytest.raises(ValueError, match=told):
        session.restore(json.dumps(json.loads(good) | WRONG[told]).encode())
    for bad in (good[:-1], b"", "text", good.replace(b'"forfeit"', b'"other"')):
        with pytest.raises(ValueError, match=r"saved session|was given"):
            session.restore(bad)  # pyright: ignore[reportArgumentType]
    assert session.save() == good


def test_a_replay_leads_to_a_session(game: Game) -> None:
    session = begun(game)
    session.undo(0)
    again = Session.of_replay(Replay.parse(session.replay().text()))
    assert again.positions[-1].tobytes() == session.positions[-1].tobytes()
    assert (again.actions, again.taken_back, again.seed) == (session.actions, True, 5)
    assert again.replay() == session.replay()
    assert again.players == ["person"] * again.seats


def test_a_forfeit_of_a_replay_is_a_position_and_told(game: Game) -> None:
    batch = make_batch(game, 1, seed=4, replays=True, autoreset=False, illegal="lose")
    batch.step(batch.action_mask.argmax(1))
    batch.step(batch.action_mask.argmin(1))
    session = Session.of_replay(batch.replay())
    assert (len(session.actions), len(session.positions)) == (1, 3)
    assert session.over
    assert session.returns() == batch.returns()[0].tolist()
    assert len(session.story(None)) == 2
    assert not session.can_undo(0)
    assert session.replay() == batch.replay()


@pytest.mark.parametrize("path", golden_replays("hold_the_line"), ids=lambda path: path.stem)
def test_golden_replays(path: Path) -> None:
    replay = Replay.load(path)
    session = Session.of_replay(replay)
    assert session.over
    assert session.actions == replay.actions
    assert session.positions[-1].tobytes() == replay.final().tobytes()


class Last(Opponent):
    """The last legal action; counts how often it was asked."""

    name = "last"
    asked = 0

    def act(self, decisions: Decisions) -> np.ndarray:
        self.asked += len(decisions.observation)
        return decisions.action_mask.shape[1] - 1 - decisions.action_mask[:, ::-1].argmax(1)


def test_players_may_be_opponents_and_functions_and_change_places(game: Game) -> None:
    last = Last()
    seat = Session(game, seed=2).to_act
    session = Session(game, {seat: last}, seed=2)
    assert session.players[seat] == "last"
    expected = session.legal()[-1][0]
    assert session.play_opponent() == expected
    assert last.asked == 1
    session.undo(seat)
    session.seat(seat, lambda observation, action_mask: int(action_mask.argmax()), name="first")
    assert session.players[seat] == "first"
    assert session.play_opponent() == session.mask(0).argmax()
    session.undo(seat)
    session.seat(seat, "person")
    assert session.players[seat] == "person"
    assert session.advance() == 0


def test_who_cannot_sit_is_refused(game: Game) -> None:
    for players, told in (
        (["random"] * 9, "give a player for each"),
        ("random", "give a player for each"),
        ({9: "random"}, "seat=9"),
        ({0: "nobody"}, "unknown opponent"),
    ):
        with pytest.raises(ValueError, match=told):
            Session(game, players)  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="unknown option"):
        Session(game, speed=3)


def test_options_are_given_by_name_also_the_number_of_players() -> None:
    session = Session("mana_surge", {1: "heuristic"}, seed=1, players=2)
    assert (session.seats, session.options["players"]) == (2, 2)


def test_restored_sessions_answer_alike_whatever_was_asked_before() -> None:
    saved = Session("sample_game", seed=5).save()
    answers = []
    for seed in (8, 9):
        session = Session("sample_game", seed=seed)
        session.ask("random")
        session.restore(saved)
        answers.append([session.ask("random") for _ in range(20)])
    session = Session("sample_game", seed=5)
    assert answers == [[session.ask("random") for _ in range(20)]] * 2
