"""Carry shipped policies and ladders over to code that plays the same: write the present hashes into their files.

    python -m tools.carry_over

Policies hold a digest of the code that fills their features, ladders and exploit.json the identities of rules and
players. After an edit that changes how code is written and not what it does, they refuse it. First the policies are
given the present hashes, then the pinned games are played (tests/conformance/test_pinned.py); only if nothing has
changed do ladders go on.
"""

import json
import subprocess
import sys
from pathlib import Path

from flank_envs import all_games
from flank_envs.engine.game import Game, get_game
from flank_envs.engine.untrusted import read_json
from flank_envs.evaluation.ladder.entrants import rules_of, standard_entrants
from flank_envs.opponents import load_opponent
from flank_envs.opponents.policy.features import features_hashes

ROOT = Path(__file__).resolve().parent.parent
CHECKPOINTS = ROOT / "checkpoints"


def carry_policy(path: Path) -> bool:
    """Write the present hashes of features into a policy's file; whether it had others."""
    data = path.read_bytes()
    end = 8 + int.from_bytes(data[:8], "little")
    header = read_json(data[8:end])
    about = read_json(header["__metadata__"]["flank_envs"])
    if not about["network"].get("choices"):
        return False
    now = about | features_hashes(get_game(about["game"]))
    if now == about:
        return False
    header["__metadata__"]["flank_envs"] = json.dumps(now)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, "little") + text + data[end:])
    return True


def carry_ladder(game: Game, path: Path) -> int:
    """Write the present identities of rules and players into a ladder; how many had changed."""
    text = path.read_text(encoding="utf-8")
    written = json.loads(text)
    now = {player.name: player.identity for player in standard_entrants(game)}
    pairs = {written["rules"]: rules_of(game)}
    pairs |= {written["names"][name]: identity for name, identity in now.items() if name in written["names"]}
    changed = {json.dumps(old): json.dumps(new) for old, new in pairs.items() if old != new}
    for number, old in enumerate(changed):  # in two steps: a new one may be another's old one
        text = text.replace(old, f'"<{number}>"')
    for number, new in enumerate(changed.values()):
        text = text.replace(f'"<{number}>"', new)
    path.write_text(text, encoding="utf-8")
    return len(changed)


def carry_exploits(game: Game, path: Path) -> None:
    """Write the present identity of the shipped policy into what was measured of those who exploit it."""
    found = json.loads(path.read_text(encoding="utf-8"))
    for result in found:
        if result["opponent"] == "trained":
            result["identity"] = load_opponent("trained").identity(game)
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Policies, then the pinned games, then ladders."""
    for path in sorted(CHECKPOINTS.rglob("*.safetensors")):
        if carry_policy(path):
            print(f"{path.relative_to(ROOT)} has the present hashes of features")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/conformance/test_pinned.py"]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        print("play has changed: ladders stay as they are, and so should policies (git checkout checkpoints)")
        return 1
    for game in all_games().values():
        changed = carry_ladder(game, CHECKPOINTS / "ladder" / game.name / "ladder.json")
        carry_exploits(game, CHECKPOINTS / game.name / "exploit.json")
        print(f"{game.name}: {changed} identities in its ladder have changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
