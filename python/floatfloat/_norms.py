"""Norms of vectors and matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._array import MultiWordArray
from ._reductions import as_numbers, by_rows
from ._reductions import max as _max
from ._reductions import min as _min
from ._reductions import sum as _sum


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: A002
    """The norm of a vector or of a matrix, as ``numpy.linalg.norm``.

    For vectors all norms are available. For matrices the Frobenius norm is available, and ``ord`` may be 1, -1, inf or
    -inf.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.norm(ff.DD([3, 4]))
    DD('5.0')
    """
    a = as_numbers(x)
    if axis is None and (ord is None or a.ndim == 1):
        if ord is None or ord == 2:
            return by_rows(_core.norm_rows, a, None, keepdims)
        axis = 0
    elif axis is None:
        if a.ndim != 2:
            raise ValueError(f"norm: ord without axis needs an array of one or two axes, not {a.ndim}")
        axis = (0, 1)
    axes = (axis,) if isinstance(axis, (int, np.integer)) else tuple(axis)
    if len(axes) == 2:
        return _matrix_norm(a, ord, axes, keepdims)
    if ord is None or ord == 2:
        return by_rows(_core.norm_rows, a, axes, keepdims)
    size = np.abs(a)
    if ord == np.inf:
        return _max(size, axes, keepdims=keepdims)
    if ord == -np.inf:
        return _min(size, axes, keepdims=keepdims)
    if ord == 0:
        return _sum(as_numbers(a != 0, a.dtype), axes, keepdims=keepdims)
    if ord == 1:
        return _sum(size, axes, keepdims=keepdims)
    if isinstance(ord, str):
        raise ValueError(f"norm: {ord!r} is not a norm of vectors")
    return np.power(_sum(np.power(size, ord), axes, keepdims=keepdims), 1 / as_numbers(ord, a.dtype)[()])


def _matrix_norm(a: MultiWordArray, ord: Any, axes: tuple, keepdims: bool) -> Any:  # noqa: A002
    if ord is None or ord == "fro":
        return by_rows(_core.norm_rows, a, axes, keepdims)
    if ord not in (1, -1, np.inf, -np.inf):
        raise TypeError(f"norm: ord must be 'fro', 1, -1, inf or -inf for matrices of floatfloat, not {ord!r}")
    rows, columns = axes
    inside, outside = (rows, columns) if ord in (1, -1) else (columns, rows)
    sums = _sum(np.abs(a), inside, keepdims=True)
    extreme = (_max if ord > 0 else _min)(sums, (inside, outside), keepdims=keepdims)
    return extreme
