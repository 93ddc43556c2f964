"""How the game ends: FL-9."""

import pytest

from flank_envs import make_batch
from tests.games.flank.board import GAME, Board, battle

GOES_ON = (False, False, -1, [0, 0])
DRAW = (True, False, -1, [0, 0])
SEAT_0_WINS = (True, False, 0, [1, -1])
SEAT_1_WINS = (True, False, 1, [-1, 1])


def ending(board: Board) -> tuple[bool, bool, int, list[float]]:
    state = board.state
    return bool(state.over), bool(state.limit), int(state.winner), board.returns()


def last_move(units=({}, {}), bases=((0,), (14,)), round_number: int = 5, **rest) -> Board:
    """The round ends with this position."""
    return Board(units=units, bases=bases, phase="MOVE_TARGET", to_act=1, round_number=round_number, **rest).play("end")


def test_a_player_without_bases_plays_on():
    """FL-9.1: the round is finished first."""
    board = battle("WWW||", units=({}, {3: "S"}), bases=((0,), (12,)), tokens=((0, 0, 0), (0, 0, 1)))
    assert (board.bases(1), board.turn(), ending(board)) == ([], ("MOVE_TARGET", 1), GOES_ON)
    board.play("to 10")
    assert ending(board) == SEAT_0_WINS
    assert (board.phase(), board.to_act(), board.legal()) == ("GAME_OVER", -1, [])


def test_both_have_bases():
    """FL-9.1, FL-9.4: the game goes on, and the initiative changes hands."""
    board = last_move()
    assert (ending(board), board.state.round_number, board.state.initiative) == (GOES_ON, 6, 1)
    assert board.turn() == ("HARVEST", 1)
    assert (board.look(0)["clock"].tolist(), board.look(1)["clock"].tolist()) == (
        pytest.approx([6 / 20, 0]),
        pytest.approx([6 / 20, 1]),
    )


def test_the_initiative_comes_back():
    """FL-9.4: every round."""
    board = Board.dealt(factions=(0, 1), first_player=0)
    holders = []
    while len(holders) < 4:
        holders.append(int(board.state.initiative))
        number = board.state.round_number
        while board.state.round_number == number:
            board.play("end")
    assert holders == [0, 1, 0, 1]


def test_a_player_with_bases_wins():
    """FL-9.2: whatever units and zones the other has."""
    assert ending(last_move(({}, {7: "SSSS", 3: "T"}), ((0,), ()))) == SEAT_0_WINS
    assert ending(last_move(({7: "WWWW", 3: "M"}, {}), ((), (14,)))) == SEAT_1_WINS


@pytest.mark.parametrize(
    ("units", "result"),
    [
        (({7: "WWW"}, {3: "S", 8: "S"}), SEAT_0_WINS),
        (({7: "W"}, {3: "SS"}), SEAT_1_WINS),
        (({7: "W", 6: "W"}, {3: "SS"}), SEAT_0_WINS),
        (({7: "WW"}, {3: "S", 8: "S"}), SEAT_1_WINS),
        (({7: "WW"}, {3: "SC"}), DRAW),
        (({}, {}), DRAW),
    ],
)
def test_nobody_has_bases(units, result):
    """FL-9.2: units, then zones, then a draw."""
    assert ending(last_move(units, ((), ()))) == result


@pytest.mark.parametrize(
    ("units", "bases", "result"),
    [
        (({}, {7: "SSSS"}), ((0, 1), (14,)), SEAT_0_WINS),
        (({7: "WWWW"}, {}), ((0,), (14, 13)), SEAT_1_WINS),
        (({7: "WW"}, {3: "S"}), ((0,), (14,)), SEAT_0_WINS),
        (({7: "W"}, {3: "S", 8: "S"}), ((0,), (14,)), SEAT_1_WINS),
        (({7: "W", 0: "W"}, {3: "S", 8: "S"}), ((0,), (14,)), SEAT_1_WINS),
        (({7: "W", 6: "W"}, {3: "SS"}), ((0,), (14,)), SEAT_0_WINS),
        (({7: "W", 0: "W"}, {3: "S", 14: "S"}), ((0,), (14,)), DRAW),
    ],
)
def test_the_last_round(units, bases, result):
    """FL-9.3: bases, then units, then zones with a unit or a base, then a draw."""
    assert ending(last_move(units, bases, round_number=20)) == result
    assert ending(last_move(units, bases, round_number=19)) == GOES_ON


def test_another_last_round():
    """FL-9.3: the option final_round."""
    assert ending(last_move(({7: "W"}, {}), round_number=3, final_round=3)) == SEAT_0_WINS
    assert ending(last_move(({7: "W"}, {}), round_number=2, final_round=3)) == GOES_ON


def test_no_last_round():
    """FL-9.3: final_round=None; the clock then counts to 20."""
    board = last_move(({7: "W"}, {}), round_number=20, final_round=None)
    assert (ending(board), board.state.round_number) == (GOES_ON, 21)
    assert board.look(0)["clock"][0] == 1


def test_the_last_round_is_played():
    """FL-9.3: the first player's move phase does not end it."""
    board = Board(units=({6: "W"}, {8: "S"}), tokens=((0, 0, 1), (0, 0, 1)), phase="MOVE_TARGET", round_number=20).play(
        "end"
    )
    assert (board.turn(), ending(board)) == (("MOVE_TARGET", 1), GOES_ON)


def test_a_finished_game_deals_no_cards():
    """FL-9.1: the end comes before the next round."""
    board = last_move(({7: "W"}, {}), round_number=20)
    assert (board.hand(0), board.hand(1), board.state.round_number) == ("", "", 20)


def test_truncation():
    """FL-9.3: without a last round, the limit of decisions ends the game, with nothing for anybody."""
    batch = make_batch(GAME, 1, seed=4, autoreset=False, final_round=None, max_decisions=100)
    words = batch.streams(4)
    for _ in range(100):
        assert not batch.done[0]
        batch.step_random(words)
    state = batch.states[0]
    assert (batch.done[0], batch.truncated[0], batch.reward[0].tolist()) == (True, True, [0, 0])
    assert (GAME.phases[state.phase], state.to_act, state.decisions, state.winner) == ("GAME_OVER", -1, 100, -1)
    assert "No winner: the cap on decisions is reached" in GAME.view.text(state, 0)
