"""Floating-point exceptions: NumPy's warnings and errors, as ``np.errstate`` asks for them."""

from __future__ import annotations

import threading
import warnings
from typing import Any

import numpy as np

from ._frames import user_place

#: The names that ``np.geterr`` has for what NumPy tells a function of ``np.errstate``.
_NAMES = {"divide by zero": "divide", "overflow": "over", "underflow": "under", "invalid value": "invalid"}


class _Quiet(threading.local):
    on = False


_QUIET = _Quiet()


class quiet:  # noqa: N801 (as np.errstate)
    """Within this context nothing is reported: for steps whose results are replaced, or reported as a whole."""

    def __enter__(self) -> None:
        self._before, _QUIET.on = _QUIET.on, True

    def __exit__(self, *_: Any) -> None:
        _QUIET.on = self._before


def report(name: str, operands: tuple[np.ndarray, ...]) -> None:
    """Reports what NumPy's function of this name finds for the first words of the operands.

    Compiled code calls this if a result is infinite or NaN.
    """
    ufunc = getattr(np, name, None)
    if isinstance(ufunc, np.ufunc):
        report_call(ufunc, operands, ufunc.__name__)


def report_call(function: Any, operands: tuple, name: str, **options: Any) -> None:
    """Calls a function of NumPy with words alone. What it finds is reported as found in the user's code."""
    if _QUIET.on:
        return
    wanted, found = np.geterr(), []
    with np.errstate(all="call", under="ignore", call=lambda what, _: found.append(what)):
        function(*operands, **options)
    for what in dict.fromkeys(found):
        action = wanted[_NAMES[what]]
        if action == "warn":
            _, _, level = user_place()
            warnings.warn(f"{what} encountered in {name}", RuntimeWarning, stacklevel=level)
        elif action != "ignore":
            # Raises, prints, logs or calls, as the user asked.
            function(*operands, **options)
