"""The command ``floatfloat``: the same program as that of the Rust crate ``floatfloat-cli``, with all subcommands."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from . import _core

__all__ = ["main", "run"]


def run(arguments: Sequence[str], *, watch_signals: bool = False) -> int:
    """Runs the command with these arguments, the first of which is the subcommand, and returns its exit status.

    The status is 0 for success, 1 for a finding that failed, 2 for an error, and 130 for an interruption. With
    ``watch_signals`` the command handles Ctrl-C, for the rest of the process.
    """
    if not hasattr(_core, "run_command"):
        raise RuntimeError("this build of floatfloat has no command: it was built with --no-default-features")
    sys.stdout.flush()
    return _core.run_command(["floatfloat", *arguments], own(), watch_signals)


def own() -> list[str]:
    """The program and arguments that start the command in another process; empty in an embedded interpreter."""
    return [sys.executable, "-m", "floatfloat"] if sys.executable else []


def main() -> int:
    """Runs the script ``floatfloat``, and returns its exit status."""
    return run(sys.argv[1:], watch_signals=True)
