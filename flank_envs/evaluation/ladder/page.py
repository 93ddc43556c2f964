"""A ladder for people: a page with a picture of every main variant."""

from collections.abc import Sequence
from pathlib import Path

from flank_envs.evaluation.arena import FOOTNOTE
from flank_envs.evaluation.ladder import match_store
from flank_envs.evaluation.ladder.entrants import Player
from flank_envs.evaluation.ladder.exploit import Exploit, exploits
from flank_envs.evaluation.ladder.match_store import MatchStore
from flank_envs.evaluation.ladder.matches import pairs_of
from flank_envs.evaluation.ladder.standing import Standing, standing
from flank_envs.evaluation.ladder.variants import Variant
from flank_envs.evaluation.lines import distinct_text
from flank_envs.evaluation.scores import ladder_picture, signed
from flank_envs.view.tables import table

DATA, PAGE = "ladder.json", "ladder.md"


def write(folder: Path, store: MatchStore, players: Sequence[Player], variants: Sequence[Variant]) -> str:
    """Write data, page and pictures into a folder; the page is returned."""
    pairs = pairs_of(store, players, variants, 0)
    standings = [s for s in (standing(store, players, variant, pairs) for variant in variants) if s]
    match_store.save(folder / DATA, store, standings=[s.as_json() for s in standings])
    text = page(store, players, standings)
    (folder / PAGE).write_text(text, encoding="utf-8", newline="\n")
    for s in standings:
        if s.variant.main:
            picture = ladder_picture(_title(store, s.variant), s.ratings, s.pairings)
            (folder / picture_name(s.variant)).write_text(picture + "\n", encoding="utf-8", newline="\n")
    return text


def page(store: MatchStore, players: Sequence[Player], standings: Sequence[Standing]) -> str:
    """All standings in words and tables."""
    mains = [s for s in standings if s.variant.main]
    known = exploits(store.game)
    sections = [
        f"# {store.game.title}: the ladder",
        f"Written by `{store.command}`, which goes on where it stopped. Every deal is played with the players in all "
        "seats; ratings are Bradley-Terry strengths on the Elo scale with 95 % intervals, and random play has 0. "
        "Costly pairs played fewer games. CPU-milliseconds are those of the machine on which it was run.",
        *(_main(store, players, s, known) for s in mains),
    ]
    if not mains:
        sections.append("Nobody has met anybody yet.")
    if len(standings) > len(mains):
        sections.append(_sides(mains[0], [s for s in standings if not s.variant.main]))
    return "\n\n".join(sections) + "\n"


def _main(store: MatchStore, players: Sequence[Player], s: Standing, exploiters: Sequence[Exploit]) -> str:
    by_identity = {exploit.identity: exploit for exploit in exploiters if exploit.options == s.variant.options}
    known = {player.name: by_identity[player.identity] for player in players if player.identity in by_identity}
    costs = {player.name: store.costs[player.identity] for player in players if player.identity in store.costs}
    labels = {player.name: player.label for player in players}
    heads = ["player", "rating", "95 % interval", "games", "score by seat", "CPU-ms a decision"]
    rows = []
    for r in s.ratings:
        interval = " to ".join(map(signed, r.interval))
        seats = " / ".join(f"{score:.1%}" for score in s.seat_scores(r.player))
        cost = f"{costs[r.player]:.3g}" if r.player in costs else ""
        rows.append([labels[r.player], signed(r.rating), interval, str(s.games(r.player)), seats, cost])
    if any(r.player in known for r in s.ratings):
        heads.append("a learner's score against it")
        rows = [[*row, _exploited(known.get(r.player))] for row, r in zip(rows, s.ratings, strict=True)]
    names = [r.player for r in s.ratings]
    scores = [[f"{k}", name, *(_score(s, name, other) for other in names)] for k, name in enumerate(names, 1)]
    return "\n\n".join(
        [
            f"## {_title(store, s.variant)}",
            f"![ratings and scores]({picture_name(s.variant)})",
            table(heads, rows, "l" + "r" * (len(heads) - 1)),
            *([FOOTNOTE + "."] if any(player.opponent.needs_full_state for player in players) else []),
            _cycles(s),
            _about_scores(s),
            table(["", "", *(f"{k}" for k in range(1, len(names) + 1))], scores, "rl" + "r" * len(names)),
        ]
    )


def _about_scores(s: Standing) -> str:
    who = "the row's player against the column's"
    if s.seats > 2:
        who = f"one of the row's player against {s.seats - 1} of the column's"
    return (
        f"Score of {who}, and the number of games. Players that leave little to chance repeat their games: a "
        "repeated game counts once in ratings and intervals, and the table says how many are distinct."
        + _not_counted(s)
    )


def _not_counted(s: Standing) -> str:
    """What is not known of games that were played before anybody told them apart."""
    if not s.not_counted:
        return ""
    return f" Of {s.not_counted} games it was not counted how many repeat: each counts as another one."


def _score(s: Standing, a: str, b: str) -> str:
    met = s.pairing(a, b)
    if met is None:
        return ""
    return f"{met.score:.1%} of {met.games}{distinct_text(met.games, met.distinct)}"


def _exploited(exploit: Exploit | None) -> str:
    if exploit is None:
        return ""
    low, high = exploit.interval
    return f"{exploit.score:.1%} ({low:.1%} to {high:.1%}) after {exploit.minutes:g} CPU-minutes"


def _cycles(s: Standing) -> str:
    """Who beats whom against the rating."""
    lines = [
        f"- {p.a} beats {p.b}, which is rated higher: {p.score:.1%} of {p.games} games"
        f"{distinct_text(p.games, p.distinct)}."
        for p in s.upsets()
    ]
    for a, b, c in s.cycles():
        steps = [(x, y, s.pairing(x, y)) for x, y in ((a, b), (b, c), (c, a))]
        lines.append("- A cycle: " + ", ".join(f"{x} beats {y} ({p.score:.1%})" for x, y, p in steps if p) + ".")
    return "\n".join(["Against the rating:", "", *lines]) if lines else "Nobody beats a player that is rated higher."


def _sides(main: Standing, sides: Sequence[Standing]) -> str:
    names = [r.player for r in main.ratings if any(r.player == q.player for s in sides for q in s.ratings)]
    variants = [main, *sides]
    rows = []
    for name in names:
        scores = [s.score(name, names) for s in variants]
        rows.append([name, *("" if score is None else f"{score:.1%}" for score in scores)])
    return "\n\n".join(
        [
            "## Other options",
            "The mean score against the others of this table, who do not search. Policies may never have met these "
            "options while they were trained.",
            table(["player", *(s.variant.name for s in variants)], rows, "l" + "r" * len(variants)),
        ]
    )


def picture_name(variant: Variant) -> str:
    """ladder.svg, or ladder-players-3.svg."""
    words = "".join(letter if letter.isalnum() else " " for letter in variant.name).split()
    return "-".join(["ladder", *(words if variant.name != "defaults" else [])]) + ".svg"


def _title(store: MatchStore, variant: Variant) -> str:
    return store.game.title + (f", {variant.name}" if variant.name != "defaults" else "")
