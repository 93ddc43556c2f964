"""What a run is made of: one YAML file, checked before anything starts. Every field says why it is there."""

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import yaml

from flank_envs.engine.game import get_game
from flank_envs.engine.options import complete, suggestion
from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents import known_opponent
from training import settings
from training.checks import check
from training.settings import ConfigError, dotted

PLAIN_NUMBER = re.compile(r"[-+]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?")


@dataclass(frozen=True)
class Network:
    """The shared trunk: actor and critic are single layers on top, so that each sample costs one pass."""

    hidden: list[int] = field(default_factory=lambda: [256, 256])  # widths of the trunk's layers
    activation: str = "relu"  # cheap, a tenth of the time less than tanh; the trunk starts orthogonal, which suits it
    choices: int = 0  # width of the layer that scores the features of each action, in games with features; 0 for none
    alike: int = 0  # width of the layer that encodes each symmetric part, in games with such; 0 for none
    precision: str = "float32"  # of the trunk while it learns; "bfloat16" is quicker where the CPU has it


@dataclass(frozen=True)
class Ppo:
    """Settings of sb3-contrib's MaskablePPO."""

    games: int = 256  # played at once: large batches keep both cores in matrix products
    steps: int = 64  # decisions per game and rollout: games * steps samples for each update
    minibatch: int = 4096  # large: few optimizer steps, each at full speed
    epochs: int = 3  # passes over a rollout: more learn more per sample but slower per second
    learning_rate: float = 1e-3  # high at first, since minibatches are large
    final_learning_rate: float = 1e-4  # falls linearly to this, so that the end settles
    gamma: float = 1.0  # games end by themselves and only the result counts: no discount
    gae_lambda: float = 0.95  # trades noise of long games against errors of the value
    clip: float = 0.2  # how far an update may move the policy
    entropy: float = 0.01  # keeps rare actions alive; too much and the policy stays vague
    final_entropy: float = 0.01  # falls or rises linearly to this: first try everything, then play well
    value: float = 0.5  # weight of the value's error in the shared trunk
    normalize: bool = True  # advantages by their spread; without, entropy keeps its weight when all games end alike
    gradient: float = 0.5  # longest gradient: one odd minibatch must not ruin the trunk
    magnet: float = 0.0  # how strongly a past self draws the policy to it: self-play settles instead of circling
    magnet_every: int = 50  # rollouts after which the magnet is the policy of that time


@dataclass(frozen=True)
class Start:
    """Where learning begins: long games against a sensible opponent are hard to learn from nothing."""

    player: str = ""  # nothing; or a policy, whose weights are taken over; or any other player, which is imitated
    samples: int = 1_000_000  # decisions to imitate


@dataclass(frozen=True)
class Opponents:
    """Shares of new games that are played against each kind; they must add up to 1."""

    random: float = 0.1  # never forget to punish nonsense
    heuristic: float = 0.4  # a sensible opponent from the first game on
    latest: float = 0.2  # the policy as of the last update
    pool: float = 0.3  # earlier selves, so that old weaknesses stay cured
    pick: str = "win-rate"  # members by (1 - win rate), hard ones more often; or "uniform"
    keep_every: int = 20  # rollouts between two members of the pool
    others: dict[str, float] = field(default_factory=dict)  # shares of any other opponents, by name
    in_play: int = 4  # members of a kind that new games draw from: each costs a network pass per round of moves
    exploiters: float = 0.0  # learners that began as the policy of some moment and did nothing but beat it: its holes
    exploit_every: int = 40  # rollouts between two exploiters
    exploit_for: int = 10  # rollouts that an exploiter learns
    exploit_as: str = "policy"  # whom it begins as: the "policy" that it is to beat, or the "last" one of its variant
    exploit_rate: float = 0.0  # its learning rate; 0 for the one that the run began with
    exploit_variants: int = 0  # how many of the first variants they learn, by turns: those that matter; 0 for all

    @classmethod
    def only(cls, name: str) -> "Opponents":
        """All games against one."""
        nobody = cls(random=0.0, heuristic=0.0, latest=0.0, pool=0.0)
        compiled = {"random": {"random": 1.0}, "heuristic": {"heuristic": 1.0}}
        return dataclasses.replace(nobody, **compiled.get(name, {"others": {name: 1.0}}))


@dataclass(frozen=True)
class Evaluation:
    """Duplicate matches in the arena, apart from training games."""

    every: int = 20  # rollouts between evaluations: often enough for a curve
    games: int = 400  # about 5 % of margin, cheap enough to do often
    final_games: int = 2000  # about 2 % of margin for the last table
    opponents: list[str] = field(default_factory=lambda: ["random", "heuristic"])  # whom to measure against
    greedy: bool = False  # measure the likeliest action instead of the sampled policy
    goals: dict[str, float] = field(default_factory=dict)  # scores to reach in the end, by opponent

    @classmethod
    def none(cls) -> "Evaluation":
        """As little as can be, at the end of a run: for learners that are measured otherwise."""
        return cls(every=10**9, games=2, opponents=["random"])


@dataclass(frozen=True)
class Config:
    """All settings of a run."""

    game: str  # a name from `flank-envs list`
    steps: int  # the budget: the learner's decisions in all games together
    options: dict[str, Any] = field(default_factory=dict)  # of the game
    variants: list[dict[str, Any]] = field(default_factory=list)  # other options, each for an equal part of the games
    seed: int = 1  # everything random follows from it
    threads: int = 2  # of torch; the same number gives the same result again
    parts: int = 1  # of the games, each played by itself, on any machine; the same number gives the same result again
    network: Network = field(default_factory=Network)
    start: Start = field(default_factory=Start)
    ppo: Ppo = field(default_factory=Ppo)
    opponents: Opponents = field(default_factory=Opponents)
    evaluation: Evaluation = field(default_factory=Evaluation)

    @property
    def rollout(self) -> int:
        """Samples per update."""
        return self.ppo.games * self.ppo.steps

    @property
    def rollouts(self) -> int:
        return -(-self.steps // self.rollout)

    def exploited_variants(self) -> list[dict[str, Any]]:
        """The variants that exploiters learn by turns."""
        return self.variants[: self.opponents.exploit_variants or None]

    def exploiter(self, target: str, rollout: int, player: str = "") -> "Config":
        """Of a learner that begins as `target` or as `player` and does nothing but beat the former, in one variant."""
        turn, variants = rollout // self.opponents.exploit_every, self.exploited_variants()
        rate = self.opponents.exploit_rate or self.ppo.learning_rate
        return dataclasses.replace(
            self,
            steps=self.opponents.exploit_for * self.rollout,
            variants=[variants[turn % len(variants)]] if variants else [],
            seed=(self.seed + turn) % 2**32,
            start=Start(player=player or target),
            ppo=dataclasses.replace(
                self.ppo, learning_rate=rate, final_learning_rate=rate, final_entropy=self.ppo.entropy, magnet=0.0
            ),
            opponents=Opponents.only(target),
            evaluation=Evaluation.none(),
        )

    def settings(self) -> list[dict[str, Any]]:
        """The options of every variant; without variants there is one."""
        return [{**self.options, **variant} for variant in self.variants or [{}]]

    def contests(self) -> dict[str, tuple[str, dict[str, Any]]]:
        """What is measured, by name: an opponent and the options to play it with."""
        contests = {}
        for variant, options in zip(self.variants or [{}], self.settings(), strict=True):
            for opponent in self.evaluation.opponents:
                differs = ", ".join(f"{name}={value}" for name, value in variant.items())
                contests[f"{opponent} ({differs})" if differs else opponent] = (opponent, options)
        return contests

    def as_dict(self) -> dict[str, Any]:
        return dataclasses.asdict(self)

    def as_yaml(self) -> str:
        """A file that `load` reads."""
        return yaml.safe_dump(self.as_dict(), sort_keys=False)


def load(path: str | Path, overrides: Sequence[str] = ()) -> Config:
    """Read a YAML file, set the overrides (`ppo.games=512`), and check everything."""
    content = settings.read(path)
    for text in overrides:
        _override(content, text)
    return parse(content)


def _override(content: dict[str, Any], text: str) -> None:
    name, equals, value = text.partition("=")
    if not equals:
        raise ConfigError(f"{short_repr(text)}: overrides look like ppo.games=512")
    *sections, last = name.split(".")
    for section in sections:
        content = content.setdefault(section, {})
        if not isinstance(content, dict):
            raise ConfigError(f"{short_repr(name)}: {short_repr(section)} is a setting and has none below it")
    try:
        content[last] = settings.parse(value)
    except ValueError as problem:
        raise ConfigError(f"{short_repr(text)}: the value is not YAML: {problem}") from None


def parse(content: Mapping[str, Any]) -> Config:
    """Settings as a checked Config."""
    config = _section(Config, content, "")
    try:
        game = get_game(config.game)
        options = complete(game.options, config.options)
        for settings in config.settings():
            game.blank(1, settings)
            for name in (*config.evaluation.opponents, *config.opponents.others, config.start.player):
                if name:
                    known_opponent(name).check_compatible(game, settings)
    except ValueError as problem:
        raise ConfigError(str(problem)) from None
    check(config)
    return dataclasses.replace(config, options=options)


def _section(kind: type, content: Any, where: str) -> Any:
    if not isinstance(content, Mapping):
        raise ConfigError(f"{where or 'config'}: expected settings by name, got {short_repr(content)}")
    hints = get_type_hints(kind)
    for name in content:
        if name not in hints:
            raise ConfigError(f"unknown setting {short_repr(dotted(where, name))}{suggestion(str(name), list(hints))}")
    for needed in dataclasses.fields(kind):
        nothing = dataclasses.MISSING
        if needed.name not in content and needed.default is nothing and needed.default_factory is nothing:
            raise ConfigError(f"setting {dotted(where, needed.name)!r} is missing")
    return kind(**{name: _value(hints[name], value, dotted(where, name)) for name, value in content.items()})


def _value(kind: Any, value: Any, where: str) -> Any:
    """`value` if it is of that kind."""
    if dataclasses.is_dataclass(kind):
        return _section(kind, value, where)  # pyright: ignore[reportArgumentType]
    if kind is float:
        return _number(value, where)
    if kind is Any:
        return value
    plain = get_origin(kind) or kind
    names = {int: "a whole number", str: "a text", bool: "true or false", list: "a list", dict: "settings by name"}
    if not isinstance(value, plain) or (plain is int and isinstance(value, bool)):
        raise ConfigError(f"{where}={short_repr(value)}: give {names[plain]}")
    if plain is list:
        return [_value(get_args(kind)[0], item, where) for item in value]
    if plain is dict:
        return {str(name): _value(get_args(kind)[1], item, dotted(where, name)) for name, item in value.items()}
    return value


def _number(value: Any, where: str) -> float:
    """A number, also as text, since YAML reads 1e-3 as such."""
    if type(value) not in (int, float) and not (isinstance(value, str) and PLAIN_NUMBER.fullmatch(value)):
        raise ConfigError(f"{where}={short_repr(value)}: give a number")
    try:
        return float(value)
    except OverflowError:
        raise ConfigError(f"{where}={short_repr(value)}: give a smaller number") from None
