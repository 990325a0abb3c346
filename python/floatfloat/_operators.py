"""The operators of arrays: arithmetic and comparison."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import _core
from ._base import ArrayBase, new_array, scalar_of
from ._shortcuts import quick_dot, quick_parts


def _operator(ufunc: np.ufunc, name: str = "", reflected: bool = False) -> Callable[..., Any]:
    """An operator that calls the ufunc, or first the compiled function of this name if there is one."""
    compiled = getattr(_core, name, None)

    def method(self: Any, other: Any) -> Any:
        cls = type(self)
        if compiled is not None and (parts := quick_parts(other, cls)) is not None:
            parts = compiled(parts, self._parts) if reflected else compiled(self._parts, parts)
            if parts is not None:
                return new_array(cls, parts) if parts[0].ndim else scalar_of(cls._kind, parts)
        if other is None or isinstance(other, (str, bytes, dict, set)):
            return NotImplemented
        return ufunc(other, self) if reflected else ufunc(self, other)

    return method


def _in_place(ufunc: np.ufunc, name: str = "") -> Callable:
    """An operator that writes the result of the ufunc into the array."""
    compiled = getattr(_core, name, None)

    def method(self: Any, other: Any) -> Any:
        if compiled is not None and (parts := quick_parts(other, type(self))) is not None:
            found = compiled(self._parts, parts)
            if found is not None and found[0].shape == self._parts[0].shape:
                for part, words in zip(self._parts, found):
                    part[...] = words
                return self
        return ufunc(self, other, out=(self,))

    return method


#: Up to so many elements, one compiled function takes less time than several of NumPy.
_SHORT = 256


def _comparison(ufunc: np.ufunc, name: str, otherwise: bool | None) -> Callable:
    """A comparison. With what is not a number, each element compares as ``otherwise``, or Python decides if None."""

    def method(self: Any, other: Any) -> Any:
        if (parts := quick_parts(other, type(self))) is not None:
            found = _core.compare(name, self._parts, parts, _SHORT)
            if found is not None and found.ndim:
                return found
        if other is None or isinstance(other, (str, bytes, dict, set)):
            return NotImplemented if otherwise is None else np.full(self.shape, otherwise)
        return ufunc(self, other)

    return method


#: ``a @ b`` if it is not the product of two short arrays of one axis.
_product = _operator(np.matmul)


def _power(base: Any, exponent: Any) -> Any:
    """``base ** exponent``. As in NumPy, 2, 1, 0.5 and -1 are computed without a logarithm."""
    if isinstance(exponent, (int, float)) and not isinstance(exponent, bool):
        if exponent == 2:
            return np.square(base)
        if exponent == 1:
            return base.copy()
        if exponent == 0.5:
            return np.sqrt(base)
        if exponent == -1:
            return np.reciprocal(base)
    return np.power(base, exponent)


class Operators(ArrayBase):
    """The operators of an array."""

    __slots__ = ()

    __add__ = _operator(np.add, "add")
    __radd__ = _operator(np.add, "add", True)
    __iadd__ = _in_place(np.add, "add")
    __sub__ = _operator(np.subtract, "subtract")
    __rsub__ = _operator(np.subtract, "subtract", True)
    __isub__ = _in_place(np.subtract, "subtract")
    __mul__ = _operator(np.multiply, "multiply")
    __rmul__ = _operator(np.multiply, "multiply", True)
    __imul__ = _in_place(np.multiply, "multiply")
    __truediv__ = _operator(np.divide, "divide")
    __rtruediv__ = _operator(np.divide, "divide", True)
    __itruediv__ = _in_place(np.divide, "divide")
    __floordiv__ = _operator(np.floor_divide)
    __rfloordiv__ = _operator(np.floor_divide, reflected=True)
    __ifloordiv__ = _in_place(np.floor_divide)
    __mod__ = _operator(np.remainder)
    __rmod__ = _operator(np.remainder, reflected=True)
    __imod__ = _in_place(np.remainder)
    __divmod__ = _operator(np.divmod)
    __rdivmod__ = _operator(np.divmod, reflected=True)

    def __matmul__(self, other: Any) -> Any:
        product = quick_dot(self, other)
        return _product(self, other) if product is None else product

    __rmatmul__ = _operator(np.matmul, reflected=True)
    __imatmul__ = _in_place(np.matmul)

    def __pow__(self, other: Any, modulus: Any = None) -> Any:
        if modulus is not None:
            raise TypeError("pow() with a modulus needs integers")
        return _power(self, other)

    __rpow__ = _operator(np.power, reflected=True)
    __ipow__ = _in_place(np.power)

    def __neg__(self) -> Any:
        return np.negative(self)

    def __pos__(self) -> Any:
        return self.copy()

    def __abs__(self) -> Any:
        return np.absolute(self)

    __lt__ = _comparison(np.less, "lt", None)
    __le__ = _comparison(np.less_equal, "le", None)
    __gt__ = _comparison(np.greater, "gt", None)
    __ge__ = _comparison(np.greater_equal, "ge", None)
    __eq__ = _comparison(np.equal, "eq", False)  # type: ignore[assignment]
    __ne__ = _comparison(np.not_equal, "ne", True)  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]
