"""Exact sums, dot products and norms of ordinary arrays and of arrays of floatfloat."""

from __future__ import annotations

import math
from typing import Any, Iterable

import numpy as np

from . import _core
from ._array import MultiWordArray
from ._base import wrap
from ._construct import array
from ._exact import operand, result_type
from ._kinds import DOUBLE, SINGLE, as_contiguous, is_scalar_type, kind_of_scalar, padded
from ._reductions import Axis, _axes

_METHODS = ("fast", "exact", "reproducible")


class ReproducibleSum(_core.ReproducibleSum):
    """An exact sum, which is rounded only when it is read.

    The result has the same bits in any order, for chunks of any size, and across processes. ``add`` takes numbers,
    arrays and other sums, ``add_products`` takes the products of two arrays. A sum can be pickled and merged.

    Examples
    --------
    >>> import floatfloat as ff
    >>> import numpy as np
    >>> total = ff.ReproducibleSum([1e300, 1.0])
    >>> total.add(-1e300)
    >>> float(total)
    1.0
    >>> other = ff.ReproducibleSum().add_products([1e-200, 3.0], [1e-200, 0.5])
    >>> float(total + other)
    2.5
    """

    def __new__(cls, terms: Any = None) -> ReproducibleSum:
        return super().__new__(cls)

    def __init__(self, terms: Any = None) -> None:
        if terms is not None:
            self.add(terms)

    def add(self, terms: Any) -> None:
        """Adds a number, the elements of an array, or another sum."""
        if isinstance(terms, _core.ReproducibleSum):
            self.merge(terms)
        elif isinstance(x := operand(terms, "add"), MultiWordArray):
            for part in x._parts:
                self.add_words(as_contiguous(part))
        else:
            self.add_words(as_contiguous(x))

    def add_products(self, x: Any, y: Any) -> ReproducibleSum:
        """Adds the products of the elements of two arrays of one shape, and returns this sum."""
        x, y = _alike(x, y, "add_products")
        if isinstance(x, MultiWordArray):
            x_parts, y_parts = (tuple(map(as_contiguous, v._parts)) for v in (x, y))
            if len(x_parts) == 2:
                self.add_pair_products(x_parts, y_parts)
            else:
                for one in x_parts:
                    for other in y_parts:
                        self.add_word_products(one, other)
        else:
            self.add_word_products(as_contiguous(x), as_contiguous(y))
        return self

    def __iadd__(self, terms: Any) -> ReproducibleSum:
        self.add(terms)
        return self

    def __add__(self, other: Any) -> ReproducibleSum:
        total = ReproducibleSum(self)
        total.add(other)
        return total

    __radd__ = __add__

    def __float__(self) -> float:
        return self.to_float64()

    def to(self, dtype: Any) -> Any:
        """The sum rounded to ``float``, ``numpy.float32``, or DD, TD, QD, FF, TF or QF."""
        if dtype is _core.DD:
            return _core.DD._from_words(*self.to_double_double())
        if dtype is _core.FF:
            return _core.FF._from_words(*self.to_float_float())
        if is_scalar_type(dtype):
            return self._to_more_words(dtype)
        if np.dtype(dtype) == np.float32:
            return np.float32(self.to_float32())
        if np.dtype(dtype) == np.float64:
            return np.float64(self.to_float64())
        raise TypeError(f"to: the type must be float, numpy.float32, DD, TD, QD, FF, TF or QF, not {dtype!r}")

    def _to_more_words(self, dtype: Any) -> Any:
        """The sum in three or four words. Each word is the remainder that the words before it leave, rounded."""
        kind, rest, words = kind_of_scalar(dtype), ReproducibleSum(self), []
        for _ in range(kind.words):
            word = rest.to_float64() if kind.word.itemsize == 8 else rest.to_float32()
            words.append(word)
            if not word or not math.isfinite(word):
                break
            rest.add(-kind.word.type(word))
        return dtype._from_words(*words)

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, _core.ReproducibleSum):
            return NotImplemented
        return self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return _from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        return f"<ReproducibleSum, about {self.to_float64()!r}>"


def _from_bytes(data: bytes) -> ReproducibleSum:
    total = ReproducibleSum()
    total.add_bytes(data)
    return total


def _alike(x: Any, y: Any, name: str) -> tuple[Any, Any]:
    """Two operands of one type and one shape."""
    x, y = operand(x, name), operand(y, name)
    if isinstance(x, MultiWordArray) or isinstance(y, MultiWordArray):
        from ._products import _both

        x, y = _both(x, y)
    elif x.dtype != y.dtype:
        x, y = x.astype(np.float64), y.astype(np.float64)
    if x.shape != y.shape:
        raise ValueError(f"{name}: shapes {x.shape} and {y.shape} differ")
    return x, y


def _check(method: str) -> None:
    if method not in _METHODS:
        raise ValueError(f"method must be one of {_METHODS}, not {method!r}")


def _rows(x: Any, axis: Axis) -> tuple[Any, tuple[int, ...]]:
    """The elements of each reduction, and the shape of the result."""
    axes = _axes(x, axis)
    kept = tuple(k for k in range(x.ndim) if k not in axes)
    shape = tuple(x.shape[k] for k in kept)
    return np.transpose(x, kept + axes).reshape(shape + (-1,)), shape


def _collected(values: list, shape: tuple[int, ...], dtype: Any) -> Any:
    if not shape:
        return values[0]
    if is_scalar_type(dtype):
        kind = kind_of_scalar(dtype)
        words = zip(*(value.parts for value in values)) if values else [()] * kind.words
        return wrap(kind, tuple(np.array(part, kind.word).reshape(shape) for part in words))
    return np.array(values, dtype).reshape(shape)


def _as_type(value: float, dtype: Any) -> Any:
    return dtype(value) if is_scalar_type(dtype) else np.dtype(dtype).type(value)


def sum(x: Any, axis: Axis = None, *, method: str = "exact", dtype: Any = None) -> Any:  # noqa: A001
    """The sum of the elements of an array: by default exact, and rounded once.

    Parameters
    ----------
    x : array_like
        Floats, integers or numbers of floatfloat. A contiguous array of float32 or float64 is not copied.
    axis : int or tuple of int, optional
        By default all elements are summed.
    method : {'exact', 'fast', 'reproducible'}
        ``'exact'`` rounds the exact sum once, to the nearest number of the type. The result has the same bits in any
        order, for any number of threads, on any machine. ``'reproducible'`` is another name for ``'exact'``. ``'fast'``
        computes in twice the precision of the floats (Sum2 of Ogita, Rump and Oishi). The last bit of an
        ill-conditioned sum then depends on the order.
    dtype : optional
        The type of the result: ``float``, ``numpy.float32``, or a type of floatfloat. By default the type of the
        elements; float64 for integers.

    Raises
    ------
    TypeError
        If an element is not a real number, or the array is masked.

    Examples
    --------
    >>> import floatfloat as ff
    >>> import numpy as np
    >>> x = np.array([1.0, 1e100, 1.0, -1e100])
    >>> np.sum(x), ff.sum(x)
    (np.float64(0.0), np.float64(2.0))
    >>> ff.sum([0.1, 0.2, 0.3], dtype=ff.DD)
    DD('0.600000000000000005551115123125783')
    """
    _check(method)
    given, x = x, operand(x, "sum")
    rows, shape = _rows(x, axis)
    target = result_type(x, dtype, given)
    values = []
    for index in np.ndindex(shape):
        row = rows[index]
        if method == "fast":
            values.append(_fast_sum(row, target))
        else:
            values.append(ReproducibleSum(row).to(target))
    return _collected(values, shape, target)


def _fast_sum(x: Any, dtype: Any) -> Any:
    if not isinstance(x, MultiWordArray):
        if not is_scalar_type(dtype):
            return _as_type(_core.sum2(as_contiguous(x)), dtype)
        kind = SINGLE if x.dtype == np.float32 else DOUBLE
        x = wrap(kind, padded(as_contiguous(x), 2))
    return _as_type(x.sum(), dtype)


def dot(x: Any, y: Any, *, method: str = "exact", dtype: Any = None) -> Any:
    """The sum of the products of the elements of two arrays of one shape: by default exact, and rounded once.

    ``method`` and ``dtype`` are those of ``sum``.

    Raises
    ------
    ValueError
        If the shapes differ.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.dot([1e200, 1.0, -1e200], [1e200, 3.0, 1e200])
    np.float64(3.0)
    """
    _check(method)
    given, (x, y) = (x, y), _alike(x, y, "dot")
    target = result_type(x, dtype, *given)
    if method != "fast":
        return ReproducibleSum().add_products(x, y).to(target)
    if isinstance(x, MultiWordArray) or is_scalar_type(target):
        x, y = (array(v).reshape(-1) for v in (x, y))
        return _as_type(np.dot(x, y), target)
    return _as_type(_core.dot2(as_contiguous(x), as_contiguous(y)), target)


def norm(x: Any, *, method: str = "exact", dtype: Any = None) -> Any:
    """The Euclidean norm of all elements of an array.

    ``'exact'`` and ``'reproducible'`` round the exact sum of squares to a double-double, or to ``dtype`` if that is more
    precise. They take its square root, and round it to ``dtype``. The result has the same bits in any order. ``'fast'``
    computes in numbers of two words, or in the type of the array. ``dtype`` is that of ``sum``.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.norm([3.0, 4.0])
    np.float64(5.0)
    >>> ff.norm([3e-200, 4e-200])
    np.float64(5e-200)
    """
    _check(method)
    given, x = x, operand(x, "norm")
    target = result_type(x, dtype, given)
    if method == "fast":
        from . import linalg

        return _as_type(_float_or_pair(linalg.norm(array(x).reshape(-1)), target), target)
    scaled, exponent = _scaled(x)
    wide = target if is_scalar_type(target) and kind_of_scalar(target).bits > DOUBLE.bits else _core.DD
    root = np.sqrt(ReproducibleSum().add_products(scaled, scaled).to(wide))
    return _as_type(_float_or_pair(np.ldexp(root, exponent), target), target)


def _float_or_pair(value: Any, target: Any) -> Any:
    return value if is_scalar_type(target) else float(value)


def _scaled(x: Any) -> tuple[Any, int]:
    """The array times a power of two that depends on its largest element alone, so that squares stay in range."""
    size = np.abs(x._hi if isinstance(x, MultiWordArray) else x)
    largest = float(size.max(initial=0.0))
    if not largest or not math.isfinite(largest):
        return x, 0
    exponent = math.frexp(largest)[1]
    if -400 < exponent < 400:
        return x, 0
    return np.ldexp(x, -exponent), exponent


def merged(sums: Iterable[ReproducibleSum]) -> ReproducibleSum:
    """Merges several sums into one.

    Examples
    --------
    >>> import floatfloat as ff
    >>> float(ff.merged([ff.ReproducibleSum([1e300, 1.0]), ff.ReproducibleSum([-1e300])]))
    1.0
    """
    total = ReproducibleSum()
    for part in sums:
        total.merge(part)
    return total
