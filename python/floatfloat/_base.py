"""What an array is: one NumPy array for each word of its numbers, and a shape."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._kinds import Kind, Parts


class ArrayBase:
    """The words of the numbers of an array, and its shape.

    ``_parts`` has one NumPy array for each word. All of them have the shape of the array.
    """

    __slots__ = ("_parts", "__weakref__")
    __array_priority__ = 1000
    _kind: Kind

    _parts: Parts

    # The words.

    @property
    def _hi(self) -> np.ndarray:
        """The first words. They have the signs and the special values."""
        return self._parts[0]

    @property
    def hi(self) -> np.ndarray:
        """The first word of each number, as a read-only view. It is the float nearest to the number."""
        return _read_only(self._parts[0])

    @property
    def lo(self) -> np.ndarray:
        """The second word of each number of two words, as a read-only view. The number is the sum of both words."""
        if len(self._parts) > 2:
            raise AttributeError(f"{self.dtype.__name__} has more than two words: x.parts has all of them")
        return _read_only(self._parts[1])

    @property
    def parts(self) -> Parts:
        """The words of the numbers, as one read-only view for each word, the first words first.

        Each number is the exact sum of its words.

        >>> import floatfloat as ff
        >>> ff.TF([1]).parts
        (array([1.], dtype=float32), array([0.], dtype=float32), array([0.], dtype=float32))
        """
        return tuple(map(_read_only, self._parts))

    @property
    def dtype(self) -> type:
        """The type of the numbers: DD, TD, QD, FF, TF or QF."""
        return self._kind.scalar

    @property
    def real(self) -> Any:
        """The real part: the array itself."""
        return self

    @property
    def imag(self) -> Any:
        """The imaginary part: an array of zeros."""
        return self._each(np.zeros_like)

    def _each(self, function: Callable[[np.ndarray], np.ndarray]) -> Any:
        """An array of the same class. Its parts are what ``function`` returns for each part."""
        return new_array(type(self), tuple(map(function, self._parts)))

    # The shape.

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of elements along each axis. Setting it changes the array in place, without a copy."""
        return self._hi.shape

    @shape.setter
    def shape(self, shape: Any) -> None:
        reshaped = self.reshape(shape)
        if self.size and not all(map(np.shares_memory, reshaped._parts, self._parts)):
            raise AttributeError("the shape cannot be set without a copy of the elements; use reshape")
        self._parts = reshaped._parts

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self._hi.ndim

    @property
    def size(self) -> int:
        """The number of elements."""
        return self._hi.size

    @property
    def nbytes(self) -> int:
        """The number of bytes of all elements."""
        return sum(part.nbytes for part in self._parts)

    @property
    def itemsize(self) -> int:
        """The number of bytes of one element."""
        return len(self._parts) * self._hi.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """The number of bytes from one first word to the next, along each axis."""
        return self._hi.strides

    @property
    def flags(self) -> Any:
        """The flags of the first words. The flags of the other words differ at most in what strides determine."""
        return self._hi.flags

    @property
    def T(self) -> Any:
        """The transpose, a view."""
        return self.transpose()

    @property
    def mT(self) -> Any:
        """The transpose of the last two axes, a view."""
        return self._each(lambda part: part.mT)

    def reshape(self, *shape: Any, order: str = "C") -> Any:
        """The same elements in another shape: a view if possible, else a copy."""
        return self._each(lambda part: part.reshape(*shape, order=order))

    def transpose(self, *axes: Any) -> Any:
        """A view with the axes in another order."""
        return self._each(lambda part: part.transpose(*axes))

    # Copies.

    def copy(self, order: str = "C") -> Any:
        """A copy of the array."""
        return self._each(lambda part: part.copy(order))

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Any:
        return self.copy()


#: The class of the arrays of each kind. The module ``_array`` fills the table.
ARRAYS: dict[Kind, type] = {}


def new_array(cls: type, parts: Parts) -> Any:
    """An array of the class ``cls``. The parts must be normalised."""
    self = object.__new__(cls)
    self._parts = parts
    return self


def wrap(kind: Kind, parts: Parts) -> Any:
    """An array of this kind, also if the parts have no axes. The parts must be normalised."""
    return new_array(ARRAYS[kind], parts)


def scalar_of(kind: Kind, words: Any) -> Any:
    """The scalar that has these words."""
    return kind.scalar._from_words(*words)


def result(kind: Kind, parts: Any) -> Any:
    """The result of a function: a scalar if the parts have no axes, else an array."""
    if np.ndim(parts[0]):
        return wrap(kind, tuple(parts))
    return scalar_of(kind, parts)


def _read_only(part: np.ndarray) -> np.ndarray:
    view = part.view()
    view.flags.writeable = False
    return view
