"""What stands out in a playtest, in sentences: only what is further from even than luck goes."""

from collections.abc import Sequence

from flank_envs.evaluation.playtest.balance import Balance, Share, endings
from flank_envs.evaluation.playtest.choices import ENOUGH, Beginning, Opening, block_uses
from flank_envs.evaluation.playtest.games import Games
from flank_envs.evaluation.playtest.tension import Tension

OFTEN_TIED, OFTEN_CUT = 0.05, 0.01
FAR = 0.03  # from even: less would not bother a player
ALWAYS = 0.95
MOST_OPENINGS, CLEAR = 5, 0.1
MOST_NUMBERS = 12


def of_balance(rows: Sequence[Balance]) -> list[str]:
    """Seats and options."""
    found = []
    for row in rows:
        name = f"{row.player}, {row.variant}"
        striking = [(f"seat {seat}", s) for seat, s in enumerate(row.seats) if s.striking and far(s)]
        if striking:
            told = ", ".join(f"{seat} wins {told_share(s)}" for seat, s in striking)
            found.append(
                f"**Seats** ({name}): {told} of {counted(row.seats[0].games)} with a winner; {row.seats[0].even:.1%} "
                "would be even."
            )
        if row.first.striking and far(row.first) and not striking:
            found.append(
                f"**Deciding first** ({name}): the seat that decides first wins {told_share(row.first)} of "
                f"{counted(row.first.games)} with a winner; {row.first.even:.1%} would be even."
            )
        if row.truncated.interval[0] > OFTEN_CUT:
            found.append(
                f"**Limit** ({name}): {told_share(row.truncated)} of {counted(row.games)} run into the game's limit "
                "without a winner."
            )
        if row.tied.interval[0] > OFTEN_TIED:
            found.append(f"**Ties** ({name}): {told_share(row.tied)} of {counted(row.games)} are tied.")
    return found


def of_games(
    name: str, games: Games, begun: Sequence[Beginning], early: Sequence[Opening], felt: Tension | None
) -> list[str]:
    """One variant looked at closely."""
    found = []
    ways = endings(games)
    if ways[0][1].part > ALWAYS and len(set(games.endings)) > 1:
        found.append(f"**One ending** ({name}): {ways[0][1].part:.1%} of games end the same way ({ways[0][0]}).")
    for block in block_uses(games):
        if len(block.never_legal) == block.size:
            found.append(f"**Never legal** ({name}): nobody could ever choose {block.name} ({block.meaning}).")
        if block.ignored:
            some = f"{len(block.ignored)} of the {block.size} actions " if block.size > 1 else ""
            which = f", those at {listed(block.ignored)}" if block.size > 1 else ""
            found.append(f"**Never used** ({name}), though often legal: {some}{block.name} ({block.meaning}){which}.")
    for beginning in begun:
        if beginning.won.striking and beginning.won.games >= ENOUGH:
            found.append(
                f"**First choice** ({name}): who begins with *{beginning.sentence}* wins {told_share(beginning.won)} "
                f"of {counted(beginning.won.games)} in which nobody else does; {beginning.won.even:.1%} would be even. "
                f"The seat that decides first begins so in {beginning.by_first:.1%} of games."
            )
    for opening in [o for o in early if abs(o.won.part - o.won.even) > CLEAR][:MOST_OPENINGS]:
        found.append(
            f"**Early choice** ({name}): the only one who early on decided to *{opening.sentence}* wins "
            f"{told_share(opening.won)} of {counted(opening.won.games)}; {opening.won.even:.1%} would be even."
        )
    if felt:
        found.append(
            f"**Comebacks** ({name}): {told_share(felt.comebacks)} of games are won by a seat that its policy once "
            f"gave less than {felt.low:.0%}. The winner stays above {1 - felt.low:.0%} after {felt.decided_at:.0%} of "
            "the game, in the mean."
        )
    return found


def far(s: Share) -> bool:
    """Whether somebody would mind."""
    return abs(s.part - s.even) > FAR


def told_share(s: Share) -> str:
    """46.3 % with its interval."""
    low, high = s.interval
    return f"{s.part:.1%} ({low:.1%} to {high:.1%})"


def listed(numbers: Sequence[int]) -> str:
    """Some of them."""
    told = ", ".join(map(str, numbers[:MOST_NUMBERS]))
    return told if len(numbers) <= MOST_NUMBERS else f"{told} and {len(numbers) - MOST_NUMBERS} more"


def counted(games: int) -> str:
    return f"{games} game" + "s" * (games != 1)
