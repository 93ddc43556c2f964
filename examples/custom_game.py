"""A game of your own: Kuhn poker, whole, in one file, played through all interfaces.

Each of two players is dealt one of three cards and stakes 1. They bet one more or pass in turn; passing after a bet
gives up, else the higher card wins. docs/adding_a_game.md tells what each verb promises.

    python examples/custom_game.py --games 1000
"""

import argparse

import gymnasium
import numpy as np

import flank_envs
from flank_envs.engine.game import Game
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.layout import Block, Layout
from flank_envs.engine.record import NO_LIMIT, end_game, header_fits, record_type
from flank_envs.engine.rng import below
from flank_envs.evaluation.arena import match
from flank_envs.view import svg
from flank_envs.view.parts import button
from flank_envs.view.viewer import choices, sees
from flank_envs.view.words import seat_name, whose_turn

CARDS, MOST_MOVES = 3, 3
BETTING, OVER = range(2)
NONE, PASSED, BET = range(3)  # what stands in `moves`
NAMES = ("Jack", "Queen", "King")

STATE = record_type(
    (),
    [
        ("kuhn_card", np.int8, 2),  # of each seat, hidden from the other
        ("moves", np.int8, MOST_MOVES),  # in turn, from seat 0 on
        ("made", np.int8),  # how many of them
        ("winner", np.int8),  # seat, -1 while nobody has won
    ],
)
ACTIONS = Layout(Block("PASS", (), "pass; after a bet, give up"), Block("BET", (), "bet; after a bet, call"))
OBSERVATION = Layout(
    Block("card", (CARDS,), "one-hot: the own card"),
    Block("begins", (), "1 for the seat that decides first"),
    Block("moves", (MOST_MOVES, 2), "one-hot: passed or bet, in turn"),
)
CARD, BEGINS, MOVES = (OBSERVATION.start(name) for name in ("card", "begins", "moves"))
INVARIANTS = ("the header is in its ranges", "two different cards are dealt", "moves, turn and winner fit each other")


@rule
def deal(state):
    state.phase = BETTING
    state.to_act = 0
    state.kuhn_card[0] = below(state, CARDS)
    state.kuhn_card[1] = (state.kuhn_card[0] + 1 + below(state, CARDS - 1)) % CARDS
    for k in range(MOST_MOVES):
        state.moves[k] = NONE
    state.made = 0
    state.winner = -1


@rule
def legal(state, mask):
    mask[0] = 1
    mask[1] = 1


@rule
def apply(state, action):
    state.moves[state.made] = action + PASSED
    state.made += 1
    state.to_act = state.made % 2
    if is_decided(state):
        state.winner = who_wins(state)
        end_game(state, OVER)
    return False


@rule
def is_decided(state):
    """After two moves, unless the second is the first bet, and after three."""
    return state.made == 3 or (state.made == 2 and not (state.moves[0] == PASSED and state.moves[1] == BET))


@rule
def who_wins(state):
    gave_up = state.moves[state.made - 2] == BET and state.moves[state.made - 1] == PASSED
    if gave_up:
        return state.made % 2
    return 0 if state.kuhn_card[0] > state.kuhn_card[1] else 1


@rule
def outcome(state, returns):
    """A bet that was called doubles the stakes: 1, else 1/2."""
    won = 1.0 if state.moves[state.made - 1] == BET else 0.5
    returns[state.winner] = won
    returns[1 - state.winner] = -won


@rule
def observe(state, seat, out):
    out[CARD + int(state.kuhn_card[seat])] = 1
    out[BEGINS] = seat == 0
    for k in range(state.made):
        out[MOVES + 2 * k + int(state.moves[k]) - PASSED] = 1


@rule
def determinize(state, seat):
    """The other card may be either of the two that this seat does not hold."""
    state.kuhn_card[1 - seat] = (state.kuhn_card[seat] + 1 + below(state, CARDS - 1)) % CARDS


@rule
def heuristic(state, mask, streams, i):
    """Bet and call with the King, call a bet with nothing less."""
    return 1 if state.kuhn_card[state.to_act] == CARDS - 1 else 0


@rule
def check(state):
    if not (header_fits(state, 2, OVER, NO_LIMIT)):
        return 1
    if not (0 <= state.kuhn_card[0] < CARDS and 0 <= state.kuhn_card[1] < CARDS):
        return 2
    if state.kuhn_card[0] == state.kuhn_card[1]:
        return 2
    if not 0 <= state.made <= MOST_MOVES:
        return 3
    for k in range(MOST_MOVES):
        if not NONE <= state.moves[k] <= BET or (state.moves[k] > NONE) != (k < state.made):
            return 3
    if state.made == 3 and not (state.moves[0] == PASSED and state.moves[1] == BET):
        return 3
    if is_decided(state):
        return 0 if state.over == 1 and state.winner == who_wins(state) else 3
    return 0 if state.over == 0 and state.winner == -1 and state.to_act == state.made % 2 else 3


def describe(state, action):
    faces_bet = state.made > 0 and state.moves[state.made - 1] == BET
    return ("give up" if faces_bet else "pass", "call" if faces_bet else "bet")[action]


def refusal(state, action):
    return "the game is over"


def text(state, viewer):
    status = f"Seat {state.winner} wins" if state.over and state.winner >= 0 else whose_turn(state, viewer)
    lines = [f"KUHN POKER | {status}"]
    for seat in range(2):
        card = NAMES[state.kuhn_card[seat]] if sees(viewer, seat) else "a card"
        moves = [("", "passed", "bet")[move] for move in state.moves[seat : state.made : 2]]
        lines.append(f"{seat_name(viewer, seat)}: {', '.join([card, *moves])}")
    return "\n".join(lines)


def picture(state, viewer):
    lines = [svg.text(20, 30 + 24 * k, line) for k, line in enumerate(text(state, viewer).splitlines())]
    buttons = [
        button(state, k, 80 + 130 * k, 120, 120, 28, describe(state, k), size=13) for k in choices(state, viewer)
    ]
    return svg.document(360, 150, *lines, *buttons)


GAME = Game(
    name="kuhn_poker",
    title="Kuhn Poker",
    module=__name__,  # verbs and view functions are found in it by their names
    phases=("BETTING", "OVER"),
    actions=ACTIONS,
    observation=OBSERVATION,
    state=STATE,
)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="of the matches at the end")
    given = parser.parse_args(arguments)

    flank_envs.add_game(GAME)
    env = flank_envs.kuhn_poker.raw_env(render_mode="ansi", viewer=0)  # PettingZoo
    env.reset(seed=1)
    env.step(1)
    print(env.render())
    print(env.replay().text())

    batch = flank_envs.make_batch("kuhn_poker", num_games=4, seed=0)
    batch.step(np.array([0, 1, 0, 1]))
    print("batch", batch.to_act, batch.observe(1)[:, CARD : CARD + CARDS].argmax(axis=1))

    envs = gymnasium.make_vec("flank_envs/KuhnPoker-v0", num_envs=given.games, opponent="heuristic", seat=0)
    envs.reset(seed=0)
    won = envs.step(np.ones(given.games, np.int64))[1]  # bet, whatever the card: a King calls, others give up
    print(f"Gymnasium: betting at once wins {won.mean():+.2f} a game; expected is 2/3 * 1/2 - 1/3 * 1 = 0")

    found = flank_envs.search(batch, "search:500", seed=0)
    print("search in game 0:", dict(zip(("pass", "bet"), found.visits[0].tolist(), strict=True)))
    met = match("kuhn_poker", "search:200", "random", given.games)
    print(f"arena: {met.a} wins {met.score:.0%} of the games against {met.b}, though it plays for stakes")


if __name__ == "__main__":
    main()
