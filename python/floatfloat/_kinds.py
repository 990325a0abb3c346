"""The two types of numbers, and which of them holds the numbers of another type."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from . import _core
from ._core import DD, FF


class Kind(NamedTuple):
    """A type of numbers: its scalar, its word, and the significant digits that arrays are printed with."""

    scalar: type
    word: np.dtype
    digits: int


DOUBLE = Kind(DD, np.dtype(np.float64), 32)
SINGLE = Kind(FF, np.dtype(np.float32), 15)

#: What float32 holds exactly, beside itself: FF keeps all bits of these types of NumPy.
_FIT_SINGLE = frozenset(
    np.dtype(name) for name in ("?", "i1", "u1", "i2", "u2", "i4", "u4", "f2", "f4")
)


def kind_of_scalar(scalar: type) -> Kind:
    """The kind of a scalar type: DD or FF."""
    if scalar is DD:
        return DOUBLE
    if scalar is FF:
        return SINGLE
    raise TypeError(f"the type of numbers is floatfloat.DD or floatfloat.FF, not {scalar!r}")


def kind_of_dtype(dtype: np.dtype) -> Kind:
    """The kind that holds the numbers of a dtype of NumPy without loss."""
    return SINGLE if dtype in _FIT_SINGLE else DOUBLE


def wider(one: Kind, other: Kind) -> Kind:
    """The kind that holds the numbers of both."""
    return one if one is other else DOUBLE


def as_contiguous(array: np.ndarray) -> np.ndarray:
    """A C-contiguous, aligned array of the same shape; of no axes too. What comes from another process may be neither."""
    flags = array.flags
    return array if flags.c_contiguous and flags.aligned else array.copy(order="C")


def narrowed(hi: np.ndarray, lo: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Double-doubles as the nearest float-floats."""
    return _core.narrow(as_contiguous(hi), as_contiguous(lo))


def widened(hi: np.ndarray, lo: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Float-floats as the double-doubles that they equal."""
    parts = (part.astype(np.float64, order="C") for part in (hi, lo))
    return _core.normalize(*parts)


def converted(
    hi: np.ndarray, lo: np.ndarray, source: Kind, target: Kind
) -> tuple[np.ndarray, np.ndarray]:
    """Parts of one kind as parts of another."""
    if source is target:
        return hi, lo
    return widened(hi, lo) if target is DOUBLE else narrowed(hi, lo)
