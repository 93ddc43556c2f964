"""The command `flank-envs`: list, layout, play, watch, replay, serve, arena, ladder, playtest, compile.

One module for each command: arguments, calls into the other rooms, text. What a command does is in the room that it
calls; no other room imports this one.
"""

import argparse
import os
import sys
from typing import NoReturn

import flank_envs
from flank_envs.cli import about, arena, compile, ladder, play, playtest, replay, serve, watch
from flank_envs.cli.options import take_options
from flank_envs.engine.untrusted import cut

BAD_INPUT, INTERRUPTED = 2, 130


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message} (`{self.prog} --help` shows what is allowed)")


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code; bad input is one line on stderr and 2."""
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except BrokenPipeError:  # `flank-envs watch ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError) as problem:
        print(f"flank-envs: {cut(str(problem))}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _run(argv: list[str]) -> int:
    words, options = take_options(argv)
    arguments = _parser().parse_args(words)
    _refuse_empty(arguments)
    if hasattr(arguments, "options"):
        arguments.options += options
    elif options:
        raise ValueError(f"{options[0]!r} was given, but `{arguments.command}` takes no game options: leave it out")
    code = arguments.run(arguments)
    sys.stdout.flush()
    return code


def _refuse_empty(arguments: argparse.Namespace) -> None:
    """An empty name of a file or folder would mean the current folder, an empty host every network."""
    for name, value in vars(arguments).items():
        if any(isinstance(word, str) and not word.strip() for word in (value if isinstance(value, list) else [value])):
            raise ValueError(f"{name!r} was given as an empty text: give it a value, or leave it out")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="flank-envs",
        description="Board games with hidden information: look at them, play them, watch them, measure them.",
        epilog="`flank-envs COMMAND --help` explains a command. Start with: flank-envs play hold_the_line",
    )
    parser.add_argument("--version", action="version", version=f"flank-envs {flank_envs.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module in (about, play, watch, replay, serve, arena, ladder, playtest, compile):
        module.add_to(commands)
    return parser
