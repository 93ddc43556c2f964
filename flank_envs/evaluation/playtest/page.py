"""The report of a playtest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.engine.options import complete
from flank_envs.evaluation.ladder.variants import Variant, variants_of
from flank_envs.evaluation.playtest import findings
from flank_envs.evaluation.playtest.balance import Balance, balance, endings, pace
from flank_envs.evaluation.playtest.choices import Beginning, Opening, beginnings, block_uses, openings, uses
from flank_envs.evaluation.playtest.findings import listed, share_text
from flank_envs.evaluation.playtest.games import Games, play
from flank_envs.evaluation.playtest.tension import Tension, tension
from flank_envs.evaluation.seeds import PLAYTEST
from flank_envs.opponents import AnyOpponent, load_opponent
from flank_envs.view.tables import table

CLOSE = 400  # games of a main variant that are evaluated and put into words
SIDE, SHARP = 10, 4  # other options, and sharper players, get one game for so many
SHARPER = 0.5  # the temperature of a sampled policy that is tried too
LISTED, MOST_WORDS = 25, 60


@dataclass(frozen=True)
class Closely:
    """A main variant and what was seen in it."""

    variant: Variant
    games: Games
    beginnings: list[Beginning]
    openings: list[Opening]
    tension: Tension | None


def report(
    game: Game,
    player: AnyOpponent,
    games: int,
    options: Mapping[str, Any] | None,
    command: str,
    progress: Callable[[str], None] = lambda line: None,
) -> str:
    """Play, measure, and write it all down."""
    opponent = load_opponent(player)
    opponent.check_compatible(game, options or {})
    rows: list[Balance] = []
    near: list[Closely] = []
    for variant in variants_of(game, options):
        if variant.main:
            played = play(game, opponent, variant.options, games, PLAYTEST.seed(games), min(games, CLOSE))
            near.append(Closely(variant, played, beginnings(played), openings(played), tension(played)))
            rows.append(balance(played, opponent.name, variant.name))
            progress(f"{variant.name}: {games} games of {opponent.name}")
    sharper = opponent.at_temperature(SHARPER) if opponent.temperature == 1 else None
    if sharper is not None:
        for c in near:
            count = max(2, games // SHARP)
            played = play(game, sharper, c.variant.options, count, PLAYTEST.seed(count))
            rows.append(balance(played, sharper.name, c.variant.name))
            progress(f"{c.variant.name}: {len(played.decisions)} games of {sharper.name}")
    for name, chosen in other_options(game, [c.variant for c in near]) if not options else []:
        count = max(2, games // SIDE)
        played = play(game, opponent, chosen, count, PLAYTEST.seed(count))
        if not played.truncated.all() and not any(_are_first_of(played, c.games) for c in near):
            rows.append(balance(played, opponent.name, name))  # else it is the limit itself, or changes nothing
        progress(f"{name}: {len(played.decisions)} games of {opponent.name}")
    return _page(game, opponent.name, rows, near, command)


def _are_first_of(games: Games, longer: Games) -> bool:
    """Whether these are the first of those games, decision by decision."""
    count, decisions = len(games.decisions), len(games.log.action)
    return np.array_equal(games.returns, longer.returns[:count]) and all(
        np.array_equal(mine[:decisions], theirs[:decisions])
        for mine, theirs in ((games.log.game, longer.log.game), (games.log.action, longer.log.action))
    )


def other_options(game: Game, mains: Sequence[Variant]) -> list[tuple[str, dict[str, Any]]]:
    """Every other value of every option by itself (of numbers, some), for each number of players."""
    variants = []
    for main in mains:
        for sample in game.option_samples():
            chosen = complete(game.options, main.options | {k: v for k, v in sample.items() if k != "players"})
            if chosen != main.options and not game.rules.conflict(chosen):
                prefix = [] if main.name == "defaults" else [main.name]
                variants.append((", ".join([*prefix, *(f"{k}={v}" for k, v in sample.items())]), chosen))
    return variants


def _page(game: Game, player: str, rows: Sequence[Balance], near: Sequence[Closely], command: str) -> str:
    sentences = findings.of_balance(rows)
    for c in near:
        sentences += findings.of_games(c.variant.name, c.games, c.beginnings, c.openings, c.tension)
    sections = [
        f"# {game.title}: playtest",
        f"Written by `{command}`, from games of {player} against its like. Intervals are at 95 %; findings are what "
        "luck alone would bring less than once in a thousand times. Numbers in sentences are left out (#). What goes "
        "with winning need not be its cause, and other players may find other lines of play. Games that repeat others "
        "count as one.",
        "## Findings",
        "\n".join(f"- {finding}" for finding in sentences) or "Nothing stands out.",
        "## Balance",
        "Of the games that one seat won alone, those won by each seat, and by the seat that decided first.",
        _balance_table(rows),
    ]
    for c in near:
        sections += _closely(c, len(near) > 1)
    return "\n\n".join(sections) + "\n"


def _balance_table(rows: Sequence[Balance]) -> str:
    cells = []
    for r in rows:
        mean, most_often, most = r.length
        seats = ", ".join(share_text(s) for s in r.seats)
        cells.append(
            [
                *(r.player, r.variant, str(r.games), str(r.distinct), seats, share_text(r.first)),
                *(f"{r.tied.part:.1%}", f"{r.truncated.part:.1%}", f"{mean:.0f} / {most_often} / {most}"),
            ]
        )
    heads = ["player", "options", "games", "distinct", "won by seat 0, 1 ...", "by the first", "tied", "limit"]
    return table([*heads, "decisions mean / p95 / most"], cells, "llrrllrrr")


def _closely(c: Closely, several: bool) -> list[str]:
    name = f" ({c.variant.name})" if several else ""
    flow = pace(c.games)
    rows = [["decisions", *(f"{n:.0f}" for n in flow.decisions)]]
    if flow.rounds[-1]:
        rows.append(["rounds", *(f"{n:.0f}" for n in flow.rounds)])
    mean, high = flow.in_a_row
    each = f", {flow.decisions[2] / flow.rounds[2]:.1f} decisions a round" if flow.rounds[2] else ""
    return [
        f"## Length and pace{name}",
        table(["", "5 % are below", "median", "mean", "5 % are above", "most"], rows, "lrrrrr"),
        f"A seat takes {mean:.1f} decisions in a row before another decides (5 % of the time {high} or more){each}. A "
        f"decision has {flow.choices:.1f} legal actions in the mean; {flow.forced:.1%} leave no choice.",
        f"## How games end{name}",
        table(["ending", "games"], [[e, share_text(s)] for e, s in endings(c.games)[:LISTED]], "lr"),
        *_tension_part(c.tension, name, c.games.close),
        f"## What is used{name}",
        _blocks(c.games),
        f"In words, in {c.games.close} games looked at closely: the choices taken most often.",
        _words(c.games),
        *_never(c.games),
        *_beginnings_part(c.beginnings, name),
        *_openings_part(c.openings, name),
    ]


def _tension_part(felt: Tension | None, name: str, close: int) -> list[str]:
    if felt is None:
        return []
    phases = [
        [p.name, f"{p.part:.1%}", f"{p.choices:.1f}", f"{p.forced:.1%}", f"{p.swing:.1%}", f"{p.part_of_swings:.1%}"]
        for p in felt.phases
    ]
    return [
        f"## Decisions that matter{name}",
        f"By the values that the policy gives each seat before its decisions, in {close} games. A swing is how much a "
        "seat's probability of winning changes until it decides again.",
        table(["phase", "decisions", "legal actions", "no choice", "mean swing", "of all swings"], phases, "lrrrrr"),
        "The choices with the largest swings:",
        table(["choice", "mean swing", "taken"], [[t, f"{s:.1%}", str(n)] for t, s, n in felt.swings[:10]], "lrr"),
        f"A seat that was once given less than {felt.low:.0%} won {share_text(felt.fell_and_won)} of the time; "
        f"{share_text(felt.comebacks)} of games were won by such a seat. The winner stays above {1 - felt.low:.0%} "
        f"after {felt.decided_at:.0%} of the game, in the mean.",
    ]


def _blocks(games: Games) -> str:
    rows = [
        [b.name, b.meaning, f"{b.a_game:.1f}", f"{b.taken:.1%}", listed(b.unused), listed(b.never_legal)]
        for b in block_uses(games)
    ]
    return table(["actions", "meaning", "a game", "chosen when legal", "never chosen", "never legal"], rows, "llrrll")


def _words(games: Games) -> str:
    rows = [
        [
            *(use.sentence, f"{use.taken / max(1, games.close):.2f}", f"{use.in_games:.1%}"),
            f"{use.taken_there / use.legal:.1%}" if use.legal else "",
        ]
        for use in uses(games)[:MOST_WORDS]
        if use.taken
    ]
    return table(["choice", "a game", "games with it", "of decisions where legal"], rows, "lrrr")


def _never(games: Games) -> list[str]:
    never = [use for use in uses(games) if use.taken == 0]
    if not never:
        return ["Every choice that somebody was seen to have was taken at least once."]
    rows = [[use.sentence, str(use.legal)] for use in never[:LISTED]]
    more = f" ({len(never)} in all)" if len(never) > LISTED else ""
    return [f"Never taken, though somebody could have{more}:", table(["choice", "decisions where legal"], rows, "lr")]


def _beginnings_part(begun: Sequence[Beginning], name: str) -> list[str]:
    rows = [
        [b.sentence, f"{b.by_first:.1%}", f"{b.by_others:.1%}", str(b.won.games), share_text(b.won)]
        for b in begun[:LISTED]
    ]
    heads = ["first choice", "of the first seat", "of the others", "games where one alone began so", "won by it"]
    return [f"## First choices{name}", table(heads, rows, "lrrrr")]


def _openings_part(early: Sequence[Opening], name: str) -> list[str]:
    if not early:
        return [f"## Early choices{name}", "No early choice goes with winning or losing further than luck goes."]
    rows = [[o.sentence, str(o.won.games), share_text(o.won)] for o in early[:LISTED]]
    return [
        f"## Early choices{name}",
        "Taken in the first quarter of a game by one seat only: how often that seat won.",
        table(["choice", "games", "won"], rows, "lrr"),
    ]
