"""The classes of arrays, one for each type of numbers; NumPy's protocols, pickles and text."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from . import _core
from ._astype import Conversions
from ._base import ARRAYS, new_array, scalar_of
from ._construct import array, asarray, from_parts, from_structured
from ._kinds import DOUBLE, KINDS, SINGLE, kind_of_scalar
from ._methods import Methods
from ._operators import Operators
from ._printing import array_repr, array_str
from ._refusals import indexed_by_arrays, not_ordinary
from ._shortcuts import COMPILED, FUNCTIONS, quick_parts


class MultiWordArray(Conversions, Operators, Methods):
    """What arrays of all types have in common; see DDArray and the others."""

    __slots__ = ()

    def __new__(cls, value: Any) -> Any:
        return array(value, dtype=cls._kind.scalar)

    # The protocols of NumPy.

    def __array__(self, *_: Any, **__: Any) -> Any:
        if sys._getframe(1).f_globals.get("__name__") == "numpy.lib._index_tricks_impl":
            raise indexed_by_arrays()
        raise not_ordinary(type(self).__name__)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        if not keywords and method == "__call__" and ufunc in COMPILED:
            cls = type(self)
            parts = [quick_parts(x, cls) for x in inputs]
            if all(given is not None for given in parts):
                found = COMPILED[ufunc](*parts)
                if found is not None:
                    return new_array(cls, found) if found[0].ndim else scalar_of(cls._kind, found)
        return _ufuncs.array_ufunc(ufunc, method, inputs, keywords)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if not kwargs and (quick := FUNCTIONS.get(function)) is not None and (found := quick(*args)) is not None:
            return found
        return _functions.array_function(function, args, kwargs)

    # Pickles and text.

    def __reduce__(self) -> Any:
        return _from_normalized, (self.dtype, *self._parts)

    def __repr__(self) -> str:
        return array_repr(self)

    def __str__(self) -> str:
        return array_str(self)

    def __format__(self, specification: str) -> str:
        if self.ndim == 0:
            return format(self.item(), specification)
        if specification:
            raise TypeError("a format specification is for numbers, not for arrays; format the elements")
        return str(self)


def _from_normalized(dtype: type, *parts: np.ndarray) -> Any:
    """Makes the array of a pickle. A pickle can be damaged; therefore the parts are normalised again."""
    return from_parts(*parts, dtype=dtype)


class DDArray(MultiWordArray):
    """An array of double-doubles: sums of two float64, with 31 decimal digits.

    ``floatfloat.array`` makes one, and so does ``DD`` of a sequence or an array.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.DD(["0.1", 2, 3.5]) * 3
    DD([ 0.3,  6.0, 10.5])
    """

    __slots__ = ()
    _kind = DOUBLE


class FFArray(MultiWordArray):
    """An array of float-floats: sums of two float32, with 14 decimal digits.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.FF([1, 2]) / 3
    FF([0.333333333333333, 0.666666666666666])
    """

    __slots__ = ()
    _kind = SINGLE


class TDArray(MultiWordArray):
    """An array of triple-doubles: sums of three float64, with 47 decimal digits.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.TD([1, 2]) / 3
    TD([0.333333333333333333333333333333333333333333333333,
        0.666666666666666666666666666666666666666666666667])
    """

    __slots__ = ()
    _kind = kind_of_scalar(_core.TD)


class QDArray(MultiWordArray):
    """An array of quad-doubles: sums of four float64, with 63 decimal digits.

    Examples
    --------
    >>> import floatfloat as ff
    >>> import numpy as np
    >>> np.sqrt(ff.QD([2]))
    QD([1.414213562373095048801688724209698078569671875376948073176679738])
    """

    __slots__ = ()
    _kind = kind_of_scalar(_core.QD)


class TFArray(MultiWordArray):
    """An array of triple-floats: sums of three float32, with 21 decimal digits.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.TF([1, 2]) / 3
    TF([0.3333333333333333333333, 0.6666666666666666666667])
    """

    __slots__ = ()
    _kind = kind_of_scalar(_core.TF)


class QFArray(MultiWordArray):
    """An array of quad-floats: sums of four float32, with 28 decimal digits.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.QF([1, 2]) / 3
    QF([0.33333333333333333333333333333, 0.66666666666666666666666666667])
    """

    __slots__ = ()
    _kind = kind_of_scalar(_core.QF)


ARRAYS.update({cls._kind: cls for cls in (DDArray, TDArray, QDArray, FFArray, TFArray, QFArray)})
assert set(ARRAYS) == set(KINDS)

# Pickles of these functions name this module.
for _function in (array, asarray, from_parts, from_structured):
    _function.__module__ = __name__

# These modules import MultiWordArray, and its methods call them.
from . import _functions, _ufuncs  # noqa: E402
