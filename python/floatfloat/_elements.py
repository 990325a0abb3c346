"""The elements of an array: indexing, assignment, iteration."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._base import ArrayBase, scalar_of, wrap
from ._convert import parts_of
from ._kinds import SCALARS, Kind


class Elements(ArrayBase):
    """Access to the elements of an array."""

    __slots__ = ()

    def __len__(self) -> int:
        return len(self._hi)

    def __iter__(self) -> Any:
        if not self.ndim:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index: Any) -> Any:
        index = _plain_index(index)
        return _selected(self._kind, tuple(part[index] for part in self._parts))

    def __setitem__(self, index: Any, value: Any) -> None:
        given = parts_of(value, self._kind)
        index = _plain_index(index)
        for part, words in zip(self._parts, given):
            part[index] = words

    def __contains__(self, value: Any) -> bool:
        return bool(np.any(self == value))

    @property
    def flat(self) -> Any:
        """An iterator over the elements in row-major order."""
        return iter(self.reshape(-1))

    def item(self, *index: Any) -> Any:
        """One element as a scalar."""
        return scalar_of(self._kind, [part.item(*index) for part in self._parts])

    def fill(self, value: Any) -> None:
        """Sets all elements to ``value``."""
        self[...] = value


def _plain_index(index: Any) -> Any:
    """The index. A number of floatfloat in it raises IndexError."""
    parts = index if isinstance(index, tuple) else (index,)
    if any(isinstance(part, (ArrayBase, *SCALARS)) for part in parts):
        raise IndexError("numbers of floatfloat cannot be indices; use integers, slices or boolean masks")
    return index


def _selected(kind: Kind, parts: Any) -> Any:
    """The result of indexing, as in NumPy: a scalar for one element, else an array.

    A view without axes, as ``x[..., 0]`` of an array of one axis, remains an array.
    """
    first = parts[0]
    if isinstance(first, np.ndarray) and (first.ndim or first.base is not None):
        return wrap(kind, parts)
    return scalar_of(kind, parts)
