"""Dice: the smallest game of chance, whose values are known by arithmetic. Seat 0 throws, or gives up."""

from flank_envs.engine import rng
from flank_envs.engine.game import Game
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.layout import Block, Layout
from flank_envs.engine.options import Option
from flank_envs.engine.record import end_game, record_type
from flank_envs.engine.rng import below, following, output, random_legal, scaled, stream_below

BY_NAME, BY_OUTPUT, BY_MODULE = range(3)
OPTIONS = (
    Option("sides", 6, "of the die", between=(2, 60)),
    Option("drawn", BY_NAME, "how the rules ask for chance", choices=(BY_NAME, BY_OUTPUT, BY_MODULE)),
)
STATE = record_type(OPTIONS, [("dice_winner", int)])
PHASES = ("TURN", "OVER")
THROW, GIVE_UP, GIVE_IN = range(3)
INVARIANTS = ()
WHIM = 5  # the heuristic throws one time in so many, else it takes any action


@rule
def deal(state):
    state.phase = 0
    state.to_act = 0
    state.dice_winner = 1


@rule
def legal(state, mask):
    mask[:] = 1


@rule
def _number(state, n):
    if state.drawn == BY_NAME:
        return below(state, n)
    if state.drawn == BY_MODULE:
        return rng.below(state, n)
    bits = output(state.rng)
    state.rng = following(state.rng)
    return scaled(bits, n)


@rule
def apply(state, action):
    """A 0 wins; another number is that of the sides of a second die, where a 0 wins as well."""
    if action == THROW:
        thrown = _number(state, state.sides)
        if thrown == 0 or _number(state, thrown) == 0:
            state.dice_winner = 0
    end_game(state, 1)
    return False


@rule
def outcome(state, returns):
    returns[state.dice_winner] = 1
    returns[1 - state.dice_winner] = -1


@rule
def observe(state, seat, out):
    out[0] = seat


@rule
def heuristic(state, mask, streams, i):
    if stream_below(streams, i, WHIM) == 0:
        return THROW
    return random_legal(mask, streams, i)


@rule
def check(state):
    return 0


def describe(state, action):
    return ("throw", "give up", "give in")[action]


def refusal(state, action):
    return "it is legal"


def text(state, viewer):
    return "a die"


def picture(state, viewer):
    return ""


GAME = Game(
    name="dice_game",
    title="Dice",
    module=__name__,
    phases=PHASES,
    actions=Layout(Block("CHOICE", (3,), "throw, give up, give in")),
    observation=Layout(Block("seat", (), "1 for the second seat")),
    options=OPTIONS,
    state=STATE,
)


def chance_to_win(sides: int) -> float:
    """Of who throws."""
    return (1 + sum(1 / second for second in range(1, sides))) / sides
