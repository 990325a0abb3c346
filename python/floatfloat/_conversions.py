"""Conversions of numbers to floats, which lose all words but the first. Compiled code reports them."""

from __future__ import annotations

import threading
import warnings
from collections import Counter
from contextlib import contextmanager
from typing import Iterator

from . import _core
from ._frames import user_place


class LostDigitsWarning(UserWarning):
    """SciPy took a number of floatfloat as a float.

    Compiled functions of SciPy compute in float64: their results have the digits of float64 alone.
    ``warnings.simplefilter("ignore", floatfloat.LostDigitsWarning)`` hides these warnings. With ``"error"`` some
    functions of SciPy raise SystemError instead, because they do not look at the error at once.
    """


class _Places(threading.local):
    """The places where numbers became floats, in this thread; None if nobody asks."""

    found: Counter[tuple[str, int]] | None = None


_PLACES = _Places()


@contextmanager
def watched() -> Iterator[Counter[tuple[str, int]]]:
    """Counts the conversions to floats in this thread: how many there are in each line of each file."""
    before, _PLACES.found = _PLACES.found, Counter()
    was_on = _core._watch_conversions(True)
    try:
        yield _PLACES.found
    finally:
        _core._watch_conversions(was_on)
        _PLACES.found = before


def record(number: type) -> None:
    """Records a conversion. Called in a thread that is watched."""
    if _PLACES.found is not None:
        file, line, _ = user_place()
        _PLACES.found[file, line] += 1


def warn(number: type) -> None:
    """Warns of a conversion in SciPy."""
    _, _, level = user_place()
    name = number.__name__
    warnings.warn(
        f"SciPy takes a {name} as a float: its result has the digits of float64 alone. Write the function with operations "
        "of floatfloat, or convert with float() to round on purpose.",
        LostDigitsWarning,
        stacklevel=level,
    )
