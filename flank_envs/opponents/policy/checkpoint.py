"""Trained policies as files: one .safetensors with float32 or float16 weights and JSON metadata. Reading runs nothing.

8 bytes   length of the header, little-endian
header    JSON: {"__metadata__": {"flank_envs": "<JSON>"}, "trunk.0.weight": {"dtype": "F32", "shape": [256, 514],
          "data_offsets": [0, 526336]}, ...}
weights   one after the other, without gaps
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs.engine.game import Game, get_game
from flank_envs.engine.options import complete
from flank_envs.engine.untrusted import read_file, read_json, short_repr
from flank_envs.opponents.policy.features import CODE, features_hashes

FORMATS = (1, 2)  # of the network: a trunk in short, or layers one by one
KINDS = {"F32": np.dtype("<f4"), "F16": np.dtype("<f2")}  # of weights in a file; once read they are float32
LARGEST_HEADER = 1_000_000
LARGEST_FILE = 200_000_000
REQUIRED = ("format", "game", "version", "options", "actions", "observation", "network")


class CheckpointError(ValueError):
    """A checkpoint file that cannot be used; the message says why."""


@dataclass(frozen=True)
class Checkpoint:
    """Weights by name, and what they are: game, layouts, network, and how they were trained.

    The options say what it was trained for; it plays with any.
    """

    weights: dict[str, np.ndarray]
    metadata: dict[str, Any]

    @property
    def game(self) -> Game:
        return get_game(self.metadata["game"])


def describe(game: Game, options: Mapping[str, Any], network: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """The metadata of a policy for this game as it is now; `network` is of one of the FORMATS (see network.py)."""
    return {
        "format": FORMATS["shared" in network],
        "game": game.name,
        "version": game.version,
        "options": complete(game.options, options),
        **_fed_with(game, network),
        "network": dict(network),
        **more,
    }


def _fed_with(game: Game, network: Any) -> dict[str, str]:
    """Hashes of what such a network is given and what it gives."""
    hashes = {"actions": game.actions.hash, "observation": game.observation.hash}
    choices = network.get("choices") if isinstance(network, Mapping) else None
    if game.features is not None and isinstance(choices, int) and choices > 0:
        hashes |= features_hashes(game)
    return hashes


def write(path: str | Path, checkpoint: Checkpoint) -> None:
    """Write a file; it appears whole or not at all. Weights in float16 are written so, all others in float32."""
    path = Path(path)
    header: dict[str, Any] = {"__metadata__": {"flank_envs": json.dumps(checkpoint.metadata)}}
    body, end = [], 0
    for name, weight in checkpoint.weights.items():
        kind = "F16" if weight.dtype == np.float16 else "F32"
        data = np.ascontiguousarray(weight, KINDS[kind]).tobytes()
        header[name] = {"dtype": kind, "shape": list(weight.shape), "data_offsets": [end, end + len(data)]}
        body.append(data)
        end += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(b"".join([len(text).to_bytes(8, "little"), text, *body]))
    part.replace(path)


def read(path: str | Path) -> Checkpoint:
    """Read a file, from whomever it is, and make sure that it fits the game as it is now."""
    path = Path(path)
    try:
        data = read_file(path, LARGEST_FILE)
    except OSError as problem:
        raise CheckpointError(f"cannot read the checkpoint {path}: {problem.strerror}") from None
    try:
        header, body = _parts(data)
        checkpoint = Checkpoint(_weights(header, body), _metadata(header))
        _check_game(checkpoint.metadata)
    except CheckpointError as problem:
        raise CheckpointError(f"{path}: {problem}") from None
    return checkpoint


def _parts(data: bytes) -> tuple[dict[str, Any], bytes]:
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > LARGEST_HEADER or length > len(data) - 8:
        raise CheckpointError("this is no .safetensors file, or it is cut off: the header does not fit")
    try:
        header = read_json(data[8 : 8 + length])
    except ValueError:
        raise CheckpointError("the header is not JSON: this is no .safetensors file, or it is damaged") from None
    if not isinstance(header, dict):
        raise CheckpointError("the header must be a JSON object")
    return header, data[8 + length :]


def _weights(header: dict[str, Any], body: bytes) -> dict[str, np.ndarray]:
    weights, end = {}, 0
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        kind, shape, bounds = _entry(name, entry)
        count = math.prod(shape)
        size = kind.itemsize * count
        if bounds != [end, end + size] or end + size > len(body):
            raise CheckpointError(
                f"weight {short_repr(name)} of shape {shape} claims bytes {bounds}, expected {[end, end + size]} "
                f"of {len(body)}: cut off or damaged"
            )
        weights[name] = np.frombuffer(body, kind, count, end).reshape(shape).astype(np.float32)
        if not np.isfinite(weights[name]).all():
            raise CheckpointError(f"weight {short_repr(name)} holds values that are no numbers")
        end += size
    if end != len(body):
        raise CheckpointError(f"{len(body) - end} bytes follow after the last weight: damaged")
    return weights


def _entry(name: str, entry: Any) -> tuple[np.dtype, list[int], list[int]]:
    kind = entry.get("dtype") if isinstance(entry, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise CheckpointError(f"weight {short_repr(name)} is neither float32 nor float16 (dtype F32 or F16)")
    shape, bounds = (_whole_numbers(name, entry.get(key)) for key in ("shape", "data_offsets"))
    if len(shape) > 2 or 0 in shape:
        raise CheckpointError(
            f"weight {short_repr(name)} of shape {short_repr(shape)} is neither a vector nor a matrix"
        )
    return KINDS[kind], shape, bounds


def _whole_numbers(name: str, numbers: Any) -> list[int]:
    if not isinstance(numbers, list) or not all(type(n) is int and 0 <= n < 2**40 for n in numbers):
        raise CheckpointError(f"weight {short_repr(name)} has no sound shape and offsets")
    return numbers


def _metadata(header: dict[str, Any]) -> dict[str, Any]:
    outer = header.get("__metadata__")
    text = outer.get("flank_envs") if isinstance(outer, dict) else None
    try:
        metadata = read_json(text) if isinstance(text, str) else None
    except ValueError:
        metadata = None
    if not isinstance(metadata, dict):
        raise CheckpointError("there is no metadata of flank_envs in it: it was not written by this library")
    if missing := [key for key in REQUIRED if key not in metadata]:
        raise CheckpointError(f"the metadata lacks {', '.join(missing)}")
    return metadata


def _check_game(metadata: dict[str, Any]) -> None:
    if metadata["format"] not in FORMATS:
        known = " and ".join(map(str, FORMATS))
        raise CheckpointError(f"format {short_repr(metadata['format'])} was given, this library reads formats {known}")
    try:
        game = get_game(metadata["game"])
        complete(game.options, metadata["options"])
    except (ValueError, TypeError, AttributeError) as problem:
        raise CheckpointError(str(problem)) from None
    for key, now in {"version": game.version, **_fed_with(game, metadata["network"])}.items():
        if key not in metadata:
            raise CheckpointError(
                f"the network is fed with features of {game.name}, but the metadata do not say which ones it was "
                f"trained with: train it again or, if it was these, add {key!r}: {now!r} to the metadata"
            )
        if metadata[key] != now:
            name = "other code for its features" if key == CODE else key
            raise CheckpointError(
                f"made for {game.name} with {name} {short_repr(metadata[key])}, but the library has {key} {now!r}: "
                "train it again"
            )
