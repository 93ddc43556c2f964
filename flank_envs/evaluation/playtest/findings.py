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
    """Findings about seats and options."""
    findings = []
    for row in rows:
        name = f"{row.player}, {row.variant}"
        striking = [(f"seat {seat}", s) for seat, s in enumerate(row.seats) if s.striking and far(s)]
        if striking:
            seats = ", ".join(f"{seat} wins {share_text(s)}" for seat, s in striking)
            findings.append(
                f"**Seats** ({name}): {seats} of {counted(row.seats[0].games)} with a winner; {row.seats[0].even:.1%} "
                "would be even."
            )
        if row.first.striking and far(row.first) and not striking:
            findings.append(
                f"**Deciding first** ({name}): the seat that decides first wins {share_text(row.first)} of "
                f"{counted(row.first.games)} with a winner; {row.first.even:.1%} would be even."
            )
        if row.truncated.interval[0] > OFTEN_CUT:
            findings.append(
                f"**Limit** ({name}): {share_text(row.truncated)} of {counted(row.games)} run into the game's limit "
                "without a winner."
            )
        if row.tied.interval[0] > OFTEN_TIED:
            findings.append(f"**Ties** ({name}): {share_text(row.tied)} of {counted(row.games)} are tied.")
    return findings


def of_games(
    name: str, games: Games, begun: Sequence[Beginning], early: Sequence[Opening], felt: Tension | None
) -> list[str]:
    """Findings about one variant."""
    findings = []
    ways = endings(games)
    if ways[0][1].part > ALWAYS and len(set(games.endings)) > 1:
        findings.append(f"**One ending** ({name}): {ways[0][1].part:.1%} of games end the same way ({ways[0][0]}).")
    for block in block_uses(games):
        if len(block.never_legal) == block.size:
            findings.append(f"**Never legal** ({name}): nobody could ever choose {block.name} ({block.meaning}).")
        if block.ignored:
            some = f"{len(block.ignored)} of the {block.size} actions " if block.size > 1 else ""
            which = f", those at {listed(block.ignored)}" if block.size > 1 else ""
            findings.append(
                f"**Never used** ({name}), though often legal: {some}{block.name} ({block.meaning}){which}."
            )
    for beginning in begun:
        if beginning.won.striking and beginning.won.games >= ENOUGH:
            findings.append(
                f"**First choice** ({name}): who begins with *{beginning.sentence}* wins {share_text(beginning.won)} "
                f"of {counted(beginning.won.games)} in which nobody else does; {beginning.won.even:.1%} would be even. "
                f"The seat that decides first begins so in {beginning.by_first:.1%} of games."
            )
    for opening in [o for o in early if abs(o.won.part - o.won.even) > CLEAR][:MOST_OPENINGS]:
        findings.append(
            f"**Early choice** ({name}): the only one who early on decided to *{opening.sentence}* wins "
            f"{share_text(opening.won)} of {counted(opening.won.games)}; {opening.won.even:.1%} would be even."
        )
    if felt:
        findings.append(
            f"**Comebacks** ({name}): {share_text(felt.comebacks)} of games are won by a seat that its policy once "
            f"gave less than {felt.low:.0%}. The winner stays above {1 - felt.low:.0%} after {felt.decided_at:.0%} of "
            "the game, in the mean."
        )
    return findings


def far(s: Share) -> bool:
    """Whether a share is far enough from an even one to matter."""
    return abs(s.part - s.even) > FAR


def share_text(s: Share) -> str:
    """46.3 % with its interval."""
    low, high = s.interval
    return f"{s.part:.1%} ({low:.1%} to {high:.1%})"


def listed(numbers: Sequence[int]) -> str:
    """The first of these numbers as text, and how many more there are."""
    text = ", ".join(map(str, numbers[:MOST_NUMBERS]))
    return text if len(numbers) <= MOST_NUMBERS else f"{text} and {len(numbers) - MOST_NUMBERS} more"


def counted(games: int) -> str:
    return f"{games} game" + "s" * (games != 1)
