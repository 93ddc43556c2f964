"""Old and new features over many decisions: python -m old_features.compare GAME [--decisions N] [--speed]

Plays random legal decisions in all option samples; every position is looked at by the seat to act.
"""
import argparse
import time
from collections import Counter
from importlib import import_module

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.batch import Batch
from flank_envs.engine.game import get_game
from flank_envs.engine.positions import FeatureRows, features


def old_rows(game, old, observation):
    f = old.FEATURES
    n = len(observation)
    state = np.zeros((n, f.state_size), np.float32)
    scratch = np.zeros(f.scratch_size, np.int64)
    most = n * f.most_actions
    rows, actions, values = np.empty(most, np.int64), np.empty(most, np.int64), np.empty((most, f.action_size), np.float32)
    count = f.write(observation, scratch, state, rows, actions, values)
    return FeatureRows(state, rows[:count], actions[:count], values[:count])


def by_action(found, actions):
    order = np.argsort(found.rows * actions + found.actions, kind="stable")
    return found.rows[order] * actions + found.actions[order], found.values[order]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("game"); p.add_argument("--decisions", type=int, default=20000); p.add_argument("--seed", type=int, default=0)
    p.add_argument("--show", type=int, default=12); p.add_argument("--options", default="all", choices=("all", "default"))
    p.add_argument("--speed", action="store_true"); p.add_argument("--tolerance", type=float, default=0.0)
    a = p.parse_args()
    game = get_game(a.game); old = import_module(f"old_features.{a.game}")
    if a.speed:
        return speed(game, old)
    samples = game.option_samples() if a.options == "all" else [{}]
    games = 64
    total = bad_state = bad_action = extra_old = extra_new = rows_compared = 0
    state_at, action_at = Counter(), Counter(); shown = 0; missing = Counter(); added = Counter()
    per = max(1, a.decisions // (games * len(samples)))
    for number, options in enumerate(samples):
        batch = Batch(game, games, seed=a.seed * 1000003 + number * 1000, options=options)
        streams = batch.streams(a.seed * 77 + number)
        for _ in range(per):
            obs = np.array(batch.observation)
            o, n = old_rows(game, old, obs), features(game, batch.states)
            total += games
            differs = ~np.isclose(o.state, n.state, rtol=0, atol=a.tolerance)
            bad_state += differs.any(1).sum()
            for k in np.flatnonzero(differs.any(0)):
                state_at[int(k)] += int(differs[:, k].sum())
            ko, vo = by_action(o, game.actions.size); kn, vn = by_action(n, game.actions.size)
            assert len(set(kn)) == len(kn), "an action twice"
            mask = batch.action_mask.reshape(-1) > 0
            assert mask[kn].all(), "features of an illegal action"
            for key in set(ko) - set(kn): missing[(game.phases[batch.states[key // game.actions.size]["phase"]], bool(mask[key]))] += 1
            for key in set(kn) - set(ko): added[game.phases[batch.states[key // game.actions.size]["phase"]]] += 1
            common, io, inn = np.intersect1d(ko, kn, return_indices=True)
            d = ~np.isclose(vo[io], vn[inn], rtol=0, atol=a.tolerance)
            rows_compared += len(common); bad_action += d.any(1).sum()
            for k in np.flatnonzero(d.any(0)): action_at[int(k)] += int(d[:, k].sum())
            if d.any() and shown < a.show:
                r = int(np.flatnonzero(d.any(1))[0]); g, act = divmod(int(common[r]), game.actions.size)
                ks = np.flatnonzero(d[r])
                print(f"options {options} game {g} phase {game.phases[batch.states[g]['phase']]} action {act} ({game.view.describe(batch.states[g], act)}):",
                      [(game.features.actions.locate(int(k))[0].name, game.features.actions.locate(int(k))[1], float(vo[io][r, k]), float(vn[inn][r, k])) for k in ks[:6]])
                shown += 1
            if differs.any() and shown < a.show:
                g = int(np.flatnonzero(differs.any(1))[0]); ks = np.flatnonzero(differs[g])
                print(f"options {options} game {g} phase {game.phases[batch.states[g]['phase']]} STATE:",
                      [(game.features.state.locate(int(k))[0].name, game.features.state.locate(int(k))[1], float(o.state[g, k]), float(n.state[g, k])) for k in ks[:6]])
                shown += 1
            batch.step_random(streams)
    where = lambda layout, at: Counter()
    print(f"{total} positions: state features differ in {bad_state}; {rows_compared} rows of actions, {bad_action} differ")
    print("rows only old, by (phase, legal):", dict(missing)); print("rows only new, by phase:", dict(added))
    for title, layout, at in (("state", game.features.state, state_at), ("action", game.features.actions, action_at)):
        names = Counter()
        for k, c in at.items(): names[layout.locate(k)[0].name] += c
        print(title, "values that differ, by block:", dict(names))


def speed(game, old):
    batch = Batch(game, 256, seed=0); streams = batch.streams(0)
    for _ in range(300): batch.step_random(streams)
    f = old.FEATURES; n = 256
    state = np.zeros((n, f.state_size), np.float32); scratch = np.zeros(f.scratch_size, np.int64); most = n * f.most_actions
    bufs = np.empty(most, np.int64), np.empty(most, np.int64), np.empty((most, f.action_size), np.float32)
    g = game.features
    nstate = np.zeros((n, g.state.size), np.float32); spare = np.zeros(1, game.state); numbers = np.zeros(g.numbers, np.int64)
    nmost = n * g.most_actions
    nbufs = np.empty(nmost, np.int64), np.empty(nmost, np.int64), np.empty((nmost, g.actions.size), np.float32)
    cpu = {"step": 0.0, "old": 0.0, "new": 0.0}
    def timed(name, work):
        t = time.process_time(); work(); cpu[name] += time.process_time() - t
    for k in range(600):
        seats = batch.to_act.astype(np.int64); states = np.array(batch.states); obs = np.array(batch.observation)
        pause = cpu.copy()
        timed("old", lambda: f.write(obs, scratch, state, *bufs)); timed("new", lambda: kernels.write_features(states, seats, spare, numbers, nstate, *nbufs))
        timed("step", lambda: batch.step_random(streams))
        if k < 20: cpu = dict.fromkeys(cpu, 0.0)
    per = {name: 1e9 * s / (580 * n) for name, s in cpu.items()}
    print({name: f"{v:.0f} ns" for name, v in per.items()}, f"with features: {1 + per['new'] / per['step']:.2f} x a step (old {1 + per['old'] / per['step']:.2f} x)")


if __name__ == "__main__":
    main()
