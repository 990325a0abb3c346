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
    """A number of floatfloat became a float where nobody asked for one.

    Compiled functions of SciPy compute in float64: their results have the digits of float64 alone. An array of floats
    keeps the digits of floats alone when a number is stored in one of its elements, as in ``array[0] = x``.
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


def _warn(number: type, what: str) -> None:
    _, _, level = user_place()
    # The place is that of the caller's caller.
    warnings.warn(what.format(name=number.__name__), LostDigitsWarning, stacklevel=level - 1)


def warn_of_scipy(number: type) -> None:
    """Warns of a conversion in SciPy."""
    _warn(
        number,
        "SciPy takes a {name} as a float: its result has the digits of float64 alone. Write the function with operations "
        "of floatfloat, or convert with float() to round on purpose.",
    )


def warn_of_store(number: type) -> None:
    """Warns of a number that is stored in an array of floats."""
    _warn(
        number,
        "a {name} is stored in an array of floats, which keeps the digits of a float alone. Make the array with "
        "floatfloat.{name}(…), for example floatfloat.{name}(np.zeros(3)), or convert with float() to round on purpose.",
    )
