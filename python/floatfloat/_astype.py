"""Conversions of arrays to other types: of floatfloat, of NumPy, of Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._base import wrap
from ._construct import asarray
from ._conversions import record
from ._convert import FIELDS
from ._elements import Elements
from ._kinds import DOUBLE, contiguous, converted, is_scalar_type, kind_of_scalar
from ._rounding import rounded


class Conversions(Elements):
    """Conversions of an array to other types."""

    __slots__ = ()

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        """The elements converted to another type: DD, TD, QD, FF, TF or QF, or a dtype of NumPy.

        A conversion to floats, or to fewer words, rounds to the nearest number. A conversion to integers rounds
        toward zero. Words that the new type does not have are lost.
        """
        if is_scalar_type(dtype):
            target = kind_of_scalar(dtype)
            if target is self._kind:
                return self.copy() if copy else self
            parts = converted(self._parts, self._kind, target)
            own = set(map(id, self._parts))
            return wrap(target, tuple(part.copy() if id(part) in own else part for part in parts))
        dtype = np.dtype(dtype)
        if dtype.kind == "b":
            return self._hi != 0
        if dtype.kind == "O":
            objects = np.empty(self.shape, object)
            for index in np.ndindex(self.shape):
                objects[index] = self[index]
            return objects
        if dtype.kind in "iu":
            return _integers(self, dtype)
        if dtype.kind not in "fc":
            raise TypeError(f"numbers of floatfloat cannot be converted to {dtype}")
        record(self.dtype)
        if dtype.kind == "f" and dtype.itemsize != 8:
            return rounded(self._parts, dtype)
        if dtype == np.complex64:
            return rounded(self._parts, np.dtype(np.float32)).astype(dtype)
        return self._rounded().astype(dtype)

    def to_float64(self) -> np.ndarray:
        """Each number rounded to the nearest float64. The lower words are lost.

        >>> import floatfloat as ff
        >>> ff.DD(["0.1", "1e-400"]).to_float64()
        array([0.1, 0. ])
        """
        record(self.dtype)
        return self._rounded()

    def _rounded(self) -> np.ndarray:
        if self._kind is DOUBLE:
            return self._hi.copy()
        return _core.to_float64(contiguous(self._parts))

    def to_structured(self) -> np.ndarray:
        """All words in one structured NumPy array, for buffers and files.

        The fields of numbers of two words are ``hi`` and ``lo``. The fields of longer numbers are ``w0``, ``w1`` and
        so on.

        >>> import floatfloat as ff
        >>> ff.DD(["0.1"]).to_structured()
        array([(0.1, -5.55111512e-18)], dtype=[('hi', '<f8'), ('lo', '<f8')])
        """
        fields = FIELDS[len(self._parts)]
        structured = np.empty(self.shape, [(field, self._kind.word) for field in fields])
        for field, part in zip(fields, self._parts):
            structured[field] = part
        return structured

    def tolist(self) -> Any:
        """The elements as nested lists of scalars."""
        if not self.ndim:
            return self.item()
        return [row.tolist() if isinstance(row, Conversions) else row for row in self]

    def __bool__(self) -> bool:
        return bool(self._hi)

    def __float__(self) -> float:
        return float(_one(self))

    def __int__(self) -> int:
        return int(_one(self))

    def __complex__(self) -> complex:
        return complex(float(self))


def _one(self: Conversions) -> Any:
    """The only element."""
    if self.size != 1:
        raise TypeError("only an array of one element can be converted to a Python number")
    return self.item()


def _integers(self: Conversions, dtype: np.dtype) -> np.ndarray:
    """The integer parts as integers of NumPy."""
    whole = np.trunc(self)
    limits = np.iinfo(dtype)
    if np.any(~np.isfinite(self._hi)) or np.any((whole < limits.min) | (whole > limits.max)):
        raise OverflowError(f"a number is not finite, or outside the range of {dtype}")
    # Both halves have at most 32 bits, and are exact in their first words.
    high = np.floor(np.ldexp(whole, -32))
    low = whole - np.ldexp(high, 32)
    wide = np.dtype(np.uint64 if dtype.kind == "u" else np.int64)
    halves = (np.asarray(half._rounded()).astype(wide) for half in (asarray(high), asarray(low)))
    return np.asarray(next(halves) * wide.type(2**32) + next(halves), dtype)
