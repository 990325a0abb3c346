"""The types of numbers, and which of them holds the numbers of another type."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from . import _core
from ._core import DD, FF, QD, QF, TD, TF

#: The parts of numbers: an array of first words, one of second words, and so on.
Parts = tuple[np.ndarray, ...]


class Kind(NamedTuple):
    """A type of numbers: its scalar type, the dtype and count of its words, and the digits that arrays print."""

    scalar: type
    word: np.dtype
    words: int
    digits: int

    @property
    def bits(self) -> int:
        """The significant bits."""
        return self.words * (53 if self.word.itemsize == 8 else 24)


DOUBLE = Kind(DD, np.dtype(np.float64), 2, 32)
SINGLE = Kind(FF, np.dtype(np.float32), 2, 15)
KINDS = (
    DOUBLE,
    Kind(TD, np.dtype(np.float64), 3, 48),
    Kind(QD, np.dtype(np.float64), 4, 64),
    SINGLE,
    Kind(TF, np.dtype(np.float32), 3, 22),
    Kind(QF, np.dtype(np.float32), 4, 29),
)
#: The types of single numbers.
SCALARS = tuple(kind.scalar for kind in KINDS)
_OF_SCALAR = {kind.scalar: kind for kind in KINDS}
_OF_WORDS = {(kind.word, kind.words): kind for kind in KINDS}

#: What float32 holds exactly, beside itself: FF keeps all bits of these types of NumPy.
_FIT_SINGLE = frozenset(
    np.dtype(name) for name in ("?", "i1", "u1", "i2", "u2", "i4", "u4", "f2", "f4")
)


def is_scalar_type(thing: object) -> bool:
    """Whether it is one of our types of numbers: DD, TD, QD, FF, TF or QF."""
    return isinstance(thing, type) and thing in _OF_SCALAR


def kind_of_scalar(scalar: type) -> Kind:
    """The kind of a scalar type: DD, TD, QD, FF, TF or QF."""
    kind = _OF_SCALAR.get(scalar) if isinstance(scalar, type) else None
    if kind is None:
        raise TypeError(f"dtype must be DD, TD, QD, FF, TF or QF of floatfloat, not {scalar!r}")
    return kind


def kind_of_words(word: np.dtype, words: int) -> Kind:
    """The kind of numbers that have ``words`` words of the dtype ``word``."""
    return _OF_WORDS[word, words]


def kind_of_dtype(dtype: np.dtype) -> Kind:
    """The kind of two words that holds the numbers of a dtype of NumPy without loss."""
    return SINGLE if dtype in _FIT_SINGLE else DOUBLE


def wider(one: Kind, other: Kind) -> Kind:
    """The kind that holds the numbers of both: it has the longer word, and the larger count of words."""
    if one is other:
        return one
    word = one.word if one.word.itemsize >= other.word.itemsize else other.word
    return _OF_WORDS[word, max(one.words, other.words)]


def as_contiguous(array: np.ndarray) -> np.ndarray:
    """The array, C-contiguous and aligned: a copy if it is not. Arrays from another process may be neither."""
    flags = array.flags
    return array if flags.c_contiguous and flags.aligned else array.copy(order="C")


def contiguous(parts: Parts) -> Parts:
    """The parts, each C-contiguous and aligned."""
    return tuple(map(as_contiguous, parts))


def together(*operands: Parts) -> list[Parts]:
    """The parts of several operands, broadcast to one shape, C-contiguous and aligned."""
    flat = [as_contiguous(part) for part in np.broadcast_arrays(*(part for parts in operands for part in parts))]
    parts = iter(flat)
    return [tuple(next(parts) for _ in operand) for operand in operands]


def padded(first: np.ndarray, words: int) -> Parts:
    """Parts with these first words. All other words are zero."""
    return (first, *(np.zeros(first.shape, first.dtype) for _ in range(words - 1)))


def converted(parts: Parts, source: Kind, target: Kind) -> Parts:
    """Parts of one kind as parts of another: exact if the target has enough words, else rounded to nearest."""
    if source is target:
        return parts
    if target.words >= source.words and target.word.itemsize >= source.word.itemsize:
        more = target.words - source.words
        shape = np.shape(parts[0])
        parts = tuple(part.astype(target.word, order="C", copy=False) for part in parts)
        parts += tuple(np.zeros(shape, target.word) for _ in range(more))
        return parts if source.word is target.word else _core.normalize(contiguous(parts))
    return _core.convert(contiguous(parts), target.words, target.word.itemsize == 4)
