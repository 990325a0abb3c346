"""The command ``floatfloat``: the same program as that of the crate, with its subcommands."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from . import _core

__all__ = ["main", "run"]


def run(arguments: Sequence[str], *, watch_signals: bool = False) -> int:
    """Runs the command with these arguments, without its name, and returns its exit status.

    With ``watch_signals`` Ctrl-C is the command's, for the rest of the process. 0 is success, 1 a finding that failed,
    2 an error, 130 an interruption.
    """
    if not hasattr(_core, "run_command"):
        raise RuntimeError("this build of floatfloat has no command: it was built with --no-default-features")
    sys.stdout.flush()
    return _core.run_command(["floatfloat", *arguments], own(), watch_signals)


def own() -> list[str]:
    """What starts the command in another process; empty where the interpreter is embedded and cannot be started."""
    return [sys.executable, "-m", "floatfloat"] if sys.executable else []


def main() -> int:
    """The script ``floatfloat``."""
    return run(sys.argv[1:], watch_signals=True)
