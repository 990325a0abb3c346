"""Sums of words, rounded once to any float of NumPy."""

from __future__ import annotations

import numpy as np


def _two_sum(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rounded sum, and its error."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _odd(number: np.ndarray, rest: np.ndarray) -> np.ndarray:
    """The sum rounded to odd: if it is no float, the one of its neighbours whose last bit is 1.

    A shorter float that is nearest to it is also nearest to the sum.
    """
    digits = np.finfo(number.dtype).nmant + 1
    half = np.ldexp(np.frexp(number)[0], digits - 1)
    is_even = np.trunc(half) == half
    beside = np.nextafter(number, np.where(rest > 0, np.inf, -np.inf).astype(number.dtype))
    return np.where(is_even & (rest != 0) & np.isfinite(rest), beside, number)


def rounded(parts: tuple[np.ndarray, ...], dtype: np.dtype) -> np.ndarray:
    """The sum of words as the nearest numbers of a float type."""
    wide = dtype if dtype.itemsize > 8 else np.dtype(np.float64)
    words = [part.astype(wide) for part in parts]
    first = words[0]
    with np.errstate(all="ignore"):
        high, low = _two_sum(first, words[1])
        third, fourth = (*words[2:], 0, 0)[:2]
        rest, lost = _two_sum(third, np.asarray(fourth, wide))
        low, error = _two_sum(low, rest)
        error = error + lost
        if wide == dtype:
            total = high + _odd(low, error)
        else:
            high, low = _two_sum(high, low)
            total = _odd(high, np.where(low != 0, low, error))
    # A sum of −0 and 0 is 0, and one with infinity may be NaN.
    total = np.where(np.isfinite(first) & (total != 0), total, first)
    return np.asarray(total).astype(dtype)
