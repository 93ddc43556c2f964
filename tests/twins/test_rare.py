"""Play from rare positions beside the twins, and the count of the rules that ran."""

import textwrap
from random import Random

import pytest

from flank_envs import get_game, make_batch
from flank_envs.engine.jit.compile import JIT_DISABLED
from tests.twins import rare
from tests.twins.rule_runs import RuleRuns, cited

DECISIONS = 30 if JIT_DISABLED else 800


@pytest.mark.parametrize("name", rare.names())
def test_games_follow_the_twin_from_rare_positions(name):
    """Each seed begins elsewhere; `python -m tests.twins.rare` goes on for as long as is wanted."""
    played = rare.play(name, DECISIONS, seed=1)
    assert played.decisions >= DECISIONS
    assert len(played.kept) > len(played.tried) / 2, f"hardly any change leads to a position: {played}"


@pytest.mark.parametrize("name", rare.names())
def test_a_difference_is_told_with_its_start(name, monkeypatch):
    """Whoever finds one can begin there again."""

    class Wrong:
        def step(self, action: int) -> None:
            raise AssertionError("another phase")

    monkeypatch.setattr(f"tests.twins.{name}_rare.beside", lambda batch, options: Wrong())
    with pytest.raises(AssertionError, match="another phase") as found:
        rare.play(name, 10, seed=4)
    assert f"{name} with " in found.value.__notes__[0]
    assert "seed 4" in found.value.__notes__[0]


@pytest.mark.parametrize("name", rare.names())
def test_the_same_seed_plays_the_same(name):
    first, second = (rare.play(name, 1, seed=2) for _ in range(2))
    assert str(first) == str(second)


def test_changes_lead_to_other_positions():
    """What breaks an invariant is thrown away, and the rest of the changes still counts."""
    game = get_game("flank")
    batch = make_batch(game, 1, seed=0, autoreset=False)
    played = rare.Played()

    def rich(record, rng):
        record.tokens[0] = 5

    def too_rich(record, rng):
        record.tokens[1] = 9

    rare._change(batch, [too_rich, rich, too_rich], Random(0), played)
    assert batch.states[0].tokens.tolist() == [[5, 5, 5], [0, 0, 0]]
    assert (played.kept, played.refused) == ({"rich": 1}, {"too_rich": 2})


def test_ranges_of_rules():
    """XX-1.2 to XX-1.4 cites three rules."""
    assert cited("XX-1.2 to XX-1.4, XX-2.1") == {"XX-1.2", "XX-1.3", "XX-1.4", "XX-2.1"}


def test_runs_of_rules(tmp_path):
    """A docstring counts calls, a comment its statement, and that of a condition what it leads to."""
    path = tmp_path / "sample.py"
    path.write_text(
        textwrap.dedent(
            '''
            def called(number):
                """XX-1.1."""
                if number > 2:  # XX-1.2
                    number = 2
                # XX-1.3
                number += sum(
                    k for k in range(number)  # XX-1.4
                )
                while number > 9:
                    raise ValueError
                return number
            '''
        )
    )
    namespace = {}
    exec(compile(path.read_text(), str(path), "exec"), namespace)
    runs = RuleRuns([path])
    with runs:
        for number in range(5):
            namespace["called"](number)
    namespace["called"](9)
    assert [runs.runs(f"XX-1.{k}") > 0 for k in range(1, 5)] == [True] * 4
    assert (runs.runs("XX-1.1"), runs.runs("XX-1.2")) == (5, 2)
    assert [line for _, line in runs.never_ran] == [11]
