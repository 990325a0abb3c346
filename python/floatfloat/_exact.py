"""Operands of exact sums: integers, floats and numbers of floatfloat, without a rounding error."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np

from . import _core
from ._array import MultiWordArray
from ._construct import array as numbers_of_ours
from ._construct import asarray
from ._kinds import SCALARS

#: Numbers with as many bits as four float64 hold, whatever their value.
_BITS = 212

#: All integers of smaller magnitude are float64.
_LARGE = 2.0**53


def operand(x: Any, name: str) -> Any:
    """x as an array of float32, float64 or floatfloat, without a rounding error. Such an array is not copied."""
    if isinstance(x, MultiWordArray):
        return x
    if isinstance(x, SCALARS):
        return asarray(x)
    if isinstance(x, np.ma.MaskedArray):
        raise TypeError(f"{name}: a masked array is ambiguous here; pass the elements that are not masked, x.compressed()")
    array = np.asarray(x)
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    if array.dtype == np.float64 and isinstance(x, (list, tuple)) and _has_large_integers(x):
        array = np.array(x, object)
    if array.dtype in (np.float32, np.float64):
        return array
    if array.dtype == np.float16:
        return array.astype(np.float32)
    if array.dtype.kind in "biu":
        floats = array.astype(np.float64)
        return floats if np.abs(floats).max(initial=0.0) < _LARGE else numbers_of_ours(array)
    if array.dtype.kind == "O":
        return _of_objects(array, name)
    raise TypeError(
        f"{name}: the elements must be floats, integers or numbers of floatfloat, not {array.dtype}; convert other real "
        "numbers with floatfloat.array"
    )


def result_type(x: Any, dtype: Any, *given: Any) -> Any:
    """The type of a result: by default the type of the elements, or float64 if all of them are integers."""
    if dtype is not None:
        return dtype
    if not isinstance(x, MultiWordArray):
        return x.dtype.type
    return x.dtype if any(isinstance(value, (MultiWordArray, *SCALARS)) for value in given) else np.float64


def _has_large_integers(x: Any) -> bool:
    """Whether there are integers that NumPy may have rounded to float64."""
    return any(isinstance(v, int) and not -_LARGE < v < _LARGE for v in np.array(x, object).flat)


def _of_objects(array: np.ndarray, name: str) -> Any:
    """Python integers and floats in an array of objects, as of a nullable column of pandas or of large integers."""
    for place, value in np.ndenumerate(array):
        if isinstance(value, (numbers.Integral, np.bool_)):
            if int(value).bit_length() > _BITS:
                message = f"{name}: the integer at {_shown(place)} has more than {_BITS} bits, the limit of exact sums"
                raise ValueError(message)
        elif not isinstance(value, (float, np.floating)) or isinstance(value, np.longdouble):
            raise TypeError(f"{name}: the element at {_shown(place)} is {value!r}, neither an integer nor a float")
    return numbers_of_ours(array, dtype=_core.QD)


def _shown(place: tuple[int, ...]) -> str:
    return f"index {place[0] if len(place) == 1 else place}" if place else "index ()"
