"""The limits of the types of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._convert import kind_of
from ._kinds import SCALARS, is_scalar_type, kind_of_scalar


class finfo:  # noqa: N801 (as in NumPy)
    """The limits of a type of numbers, with the names of ``numpy.finfo``. The argument is a type, a number or an array.

    ``eps`` is the distance from 1 to the next number of ``nmant + 1`` bits. Numbers smaller than ``tiny`` have fewer bits,
    because their last words are below the range of a word.

    Examples
    --------
    >>> import floatfloat as ff
    >>> limits = ff.finfo(ff.DD)
    >>> limits.precision, limits.nmant
    (31, 105)
    """

    dtype: type
    nmant: int
    precision: int
    bits: int
    eps: Any
    epsneg: Any
    max: Any
    min: Any
    tiny: Any
    smallest_normal: Any
    smallest_subnormal: Any
    resolution: Any

    def __init__(self, dtype: Any) -> None:
        if not is_scalar_type(dtype) and not hasattr(dtype, "_kind") and not isinstance(dtype, SCALARS):
            raise TypeError(f"finfo: the argument must be a type, a number or an array of floatfloat, not {dtype!r}")
        kind = kind_of_scalar(dtype) if is_scalar_type(dtype) else kind_of(dtype)
        assert kind is not None
        scalar, word = kind.scalar, np.finfo(kind.word)
        # Each word of the largest number is less than half a unit in the last place of the word before.
        words = [word.max]
        for _ in range(kind.words - 1):
            half = np.ldexp(kind.word.type(1), np.frexp(words[-1])[1] - word.nmant - 2)
            words.append(np.nextafter(half, kind.word.type(0)))
        self.dtype, self.nmant, self.bits = scalar, kind.bits - 1, 8 * kind.words * kind.word.itemsize
        self.precision = int(self.nmant * np.log10(2.0))
        self.eps, self.epsneg = np.ldexp(scalar(1), 1 - kind.bits), np.ldexp(scalar(1), -kind.bits)
        self.max = scalar._from_words(*map(float, words))
        self.min = -self.max
        self.tiny = np.ldexp(scalar(1), int(word.minexp) + (kind.words - 1) * (int(word.nmant) + 1))
        self.smallest_normal, self.smallest_subnormal = self.tiny, scalar(float(word.smallest_subnormal))
        self.resolution = scalar(f"1e-{self.precision}")

    def __repr__(self) -> str:
        return f"finfo(dtype={self.dtype.__name__}, resolution={self.resolution}, min={self.min}, max={self.max})"
