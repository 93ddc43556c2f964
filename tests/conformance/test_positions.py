"""Positions by hand: records are read-only, and what is put or set up is a position of the game or refused in words."""

import numpy as np
import pytest

from flank_envs import make_batch
from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.engine.positions import legal_masks
from flank_envs.engine.rules import nothing_derived
from flank_envs.opponents.seats import SeatGames
from tests.conformance.play import finished, option_sets, player_sets, positions, sample


def own_fields(game: Game) -> list[str]:
    """What `set_up` may set."""
    fixed = {"seats", *(option.name for option in game.options)}
    return [name for name in game.state.names if name not in fixed and not name.startswith("gap_")]


def derived_fields(game: Game, records: np.ndarray) -> set[str]:
    """The fields that `derive` makes right in all these records, whatever stood there."""
    found = set(own_fields(game))
    for name in own_fields(game):
        for record in records:
            copy = record.copy()
            copy[name] ^= 1
            game.rules.derive(copy)
            if copy.tobytes() != record.tobytes():
                found.discard(name)
                break
    return found


def test_records_are_read_only(game: Game) -> None:
    batch = make_batch(game, 2, seed=0)
    before = batch.save()
    name = game.state.names[-1] if not game.state.names[-1].startswith("gap_") else "phase"
    for write in (
        lambda: batch.states.__setitem__(slice(None), np.zeros(2, game.state)),
        lambda: batch.states[name].__setitem__(0, 1),
        lambda: setattr(batch.states[0], name, 1),
        lambda: setattr(batch.states[0], "to_act", 99),
    ):
        with pytest.raises(ValueError, match="read-only"):
            write()
    assert batch.save() == before


def test_records_of_any_position_can_be_put(game: Game) -> None:
    """Copies go on as the games they were taken from, in all places or in some; endings stay endings."""
    for options in option_sets(game):
        records = positions(game, sample(40, 3), **options)
        batch = make_batch(game, len(records), seed=9, autoreset=False, replays=True, **options)
        batch.put(records)
        assert batch.states.tobytes() == records.tobytes()
        assert np.array_equal(batch.to_act, records["to_act"])
        assert np.array_equal(batch.action_mask, legal_masks(game, records))
        with pytest.raises(ValueError, match="restored or set up"):
            batch.replay(0)
        records["rng"] = 1
        assert (batch.states["rng"] != 1).all()
        which = np.arange(len(records)) % 2 == 0
        other = make_batch(game, len(records), seed=3, autoreset=False, **options)
        kept = other.states[~which].tobytes()
        other.put(batch.states[which], which)
        assert other.states[which].tobytes() == batch.states[which].tobytes()
        assert other.states[~which].tobytes() == kept
        assert np.array_equal(other.observation[which], batch.observation[which])


def test_records_that_do_not_belong_here_are_refused_and_change_nothing(game: Game) -> None:
    batch = make_batch(game, 3, seed=0)
    before = batch.save()
    broken = batch.states.copy()
    broken["decisions"][1] = -1
    first = game.rules.invariants[0]
    with pytest.raises(ValueError, match=f"record 1 is not a position of {game.title}: not true that {first}"):
        batch.put(broken)
    for other in game.option_samples()[1:]:
        records = make_batch(game, 3, seed=0, **other).states
        with pytest.raises(ValueError, match=r"record 0 (has options .* expected|is not a position)"):
            batch.put(records)
    assert batch.save() == before


def test_broken_records_stop_the_batch_until_they_are_mended(game: Game) -> None:
    """Whoever gets round the read-only views is told by `refresh` what is broken, and where."""
    batch = make_batch(game, 3, seed=0)
    good, saved, streams = batch.states.copy(), batch.save(), batch.streams(0)
    told = f"game 2 is not a position of {game.title}: not true that {game.rules.invariants[0]}"
    for mend in (
        lambda: batch.put(good[2], np.array([False, False, True])),
        lambda: batch.put(good),
        lambda: batch.restore(saved),
        lambda: batch.reset(seed=0),
    ):
        batch._arrays.states["to_act"][2] = 99
        with pytest.raises(ValueError, match=told):
            batch.refresh()
        for use in (
            lambda: batch.step(batch.action_mask.argmax(1)),
            lambda: batch.step_random(streams),
            lambda: batch.observe(0),
            batch.returns,
            batch.refresh,
        ):
            with pytest.raises(ValueError, match=told):
                use()
        mend()
        assert batch.save() == saved
        batch.refresh()
        batch.step(batch.action_mask.argmax(1))
        batch.restore(saved)


def test_a_set_up_position_is_the_one_described(game: Game) -> None:
    """All fields of positions from everywhere, given by name, lead to the same bytes; derived ones may be left out."""
    names = own_fields(game)
    for options in player_sets(game):
        batch = make_batch(game, 2, seed=1, autoreset=False, **options)
        untouched = batch.states[0].tobytes()
        records = positions(game, sample(40, 4), **options)
        derived = derived_fields(game, records)
        for record in records:
            batch.set_up(1, **{name: record[name] for name in names})
            assert batch.states[1].tobytes() == record.tobytes()
            if record.forfeit >= 0:
                continue  # the check of a forfeit is the one of the position before
            batch.reset(seed=1)
            batch.set_up(1, **{name: record[name] for name in names if name not in derived})
            assert batch.states[1].tobytes() == record.tobytes()
            assert batch.states[0].tobytes() == untouched
            batch.reset(seed=1)


def test_derived_fields_follow_from_the_others(game: Game) -> None:
    """In every position `derive` changes nothing, and it finds again all of them together, if there are any."""
    for options in option_sets(game):
        records = positions(game, sample(60, 6), seed=5, **options)
        derived = derived_fields(game, records)
        assert bool(derived) == (game.rules.derive is not nothing_derived)
        for record in records:
            copy = record.copy()
            game.rules.derive(copy)
            assert copy.tobytes() == record.tobytes()
            for name in derived:
                copy[name] ^= 1
            game.rules.derive(copy)
            assert copy.tobytes() == record.tobytes()


def test_what_cannot_be_set_up_is_explained(game: Game) -> None:
    batch = make_batch(game, 2, seed=0)
    before = batch.save()
    for fields, words in (
        ({"weather": 1}, "weather=1: records of .* have no such field to set"),
        ({"to_act": 1.5}, "to_act=1.5: give a number, whole, from -128 to 127"),
        ({"to_act": 300}, "to_act=300: give a number, whole, from -128 to 127"),
        ({"to_act": [0, 1]}, r"to_act=\[0, 1\]: give a number"),
        ({"phase": "LUNCH"}, f"phase='LUNCH': choose one of {game.phases[0]}"),
        ({"decisions": -1}, f"set up like this, game 1 is not a position of {game.title}: not true that"),
        *(({o.name: 0}, f"{o.name}=0: .* .options are given when the batch is made") for o in game.options),
    ):
        with pytest.raises(ValueError, match=words):
            batch.set_up(1, **fields)
    assert batch.save() == before
    batch.set_up(1, phase=game.phases[batch.states[1].phase], rng=2**63)
    assert batch.states["rng"][1] == 2**63


def test_any_numbers_in_any_field_are_refused_or_a_position(game: Game) -> None:
    batch = make_batch(game, 2, seed=0)
    rng, refused = np.random.default_rng(0), []
    for name in own_fields(game):
        kind, shape = game.state[name].base, game.state[name].shape
        limits = np.iinfo(kind)
        values = [np.full(shape, value, kind) for value in (limits.min, limits.max, 0, 1)]
        values += [rng.integers(limits.min, limits.max, shape, kind) for _ in range(sample(20, 2))]
        for value in values:
            before = batch.save()
            try:
                batch.set_up(1, **{name: value})
            except ValueError as problem:
                refused.append(str(problem))
                assert batch.save() == before
            else:
                assert kernels.checks(batch.states.copy()) == 0
                batch.reset(seed=0)
    assert refused
    assert all(f"game 1 is not a position of {game.title}: not true that" in words for words in refused)


def test_learners_only_go_on_where_they_are_to_act(game: Game) -> None:
    """A position in which an opponent is to act is not the learner's to play."""
    batch = make_batch(game, 2, seed=3, autoreset=False)
    learner = (int(batch.to_act[0]) + 1) % batch.seats
    games = SeatGames(game, 2, seat=learner)
    games.reset(seed=0)
    games.put(finished(game, 2))
    assert np.array_equal(games.observation, games.observe(learner))  # what the learner sees of the end, not seat 0
    games.put(batch.states)
    with pytest.raises(ValueError, match=r"an opponent is to act in a game that was put here: restore_seating\(\)"):
        games.step(np.zeros(2, int))
    games.reset()
    games.step(games.action_mask.argmax(1))
