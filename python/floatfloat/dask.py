"""Exact sums, dot products and norms of Dask arrays, and the factor R of tall matrices.

Results have the same bits for any chunks and any number of workers. Each chunk becomes a ``ReproducibleSum`` of half a
kilobyte. These sums are merged, and only the last step rounds. Dask is needed: ``pip install floatfloat[dask]``.
"""

from __future__ import annotations

import math
from itertools import combinations_with_replacement
from typing import Any, Callable

import numpy as np

from . import _core, _sums, linalg
from ._base import wrap
from ._kinds import DOUBLE, as_contiguous
from ._sums import ReproducibleSum, merged

try:
    import dask
    import dask.array as da
except ImportError as _missing:  # pragma: no cover
    raise ImportError("floatfloat.dask needs Dask: pip install floatfloat[dask]") from _missing

__all__ = ["dot", "norm", "qr_r", "sum"]

#: Sums that one task merges.
_FAN = 16


def _merged(parts: list, merge: Callable) -> Any:
    """The result of merging all parts, a few in each task."""
    while len(parts) > 1:
        parts = [dask.delayed(merge)(parts[k : k + _FAN]) for k in range(0, len(parts), _FAN)]
    return parts[0]


def _array(x: Any, name: str) -> Any:
    if not isinstance(x, da.Array):
        other = "linalg.qr" if name == "qr_r" else name
        raise TypeError(f"{name}: a Dask array is needed, not a {type(x).__name__}; for others use floatfloat.{other}")
    if x.dtype not in (np.float32, np.float64):
        raise TypeError(f"{name}: the elements must be float32 or float64, not {x.dtype}; convert them with x.astype")
    return x


def _blocks(x: Any) -> list:
    return list(x.to_delayed().ravel())


def _total(parts: list, dtype: Any) -> Any:
    if not parts:
        return ReproducibleSum().to(dtype)
    return _merged(parts, merged).compute().to(dtype)


def sum(x: Any, *, dtype: Any = None) -> Any:  # noqa: A001
    """The sum of all elements of a Dask array: exact, and rounded once.

    ``dtype`` is the type of the result, as in ``floatfloat.sum``.

    Examples
    --------
    >>> import dask.array as da, floatfloat.dask, numpy as np
    >>> x = da.from_array(np.array([1.0, 1e100, 1.0, -1e100]), chunks=2)
    >>> floatfloat.dask.sum(x)
    np.float64(2.0)
    """
    x = _array(x, "sum")
    return _total([dask.delayed(ReproducibleSum)(block) for block in _blocks(x)], dtype or x.dtype.type)


def _products(x: np.ndarray, y: np.ndarray) -> ReproducibleSum:
    return ReproducibleSum().add_products(x, y)


def dot(x: Any, y: Any, *, dtype: Any = None) -> Any:
    """The sum of the products of the elements of two Dask arrays of one shape: exact, and rounded once."""
    x, y = _array(x, "dot"), _array(y, "dot")
    if x.shape != y.shape:
        raise ValueError(f"dot: shapes {x.shape} and {y.shape} differ")
    y = y.rechunk(x.chunks)
    parts = [dask.delayed(_products)(a, b) for a, b in zip(_blocks(x), _blocks(y))]
    return _total(parts, dtype or np.result_type(x.dtype, y.dtype).type)


def _squares(block: np.ndarray, exponent: int) -> ReproducibleSum:
    scaled = np.ldexp(block, -exponent)
    return ReproducibleSum().add_products(scaled, scaled)


def norm(x: Any, *, dtype: Any = None) -> Any:
    """The Euclidean norm of all elements of a Dask array.

    The exact sum of squares is rounded to a double-double. Its square root is rounded to ``dtype``, by default the type
    of the elements.
    """
    x = _array(x, "norm")
    if not x.size:
        return _sums.norm(np.zeros(0, x.dtype), dtype=dtype)
    largest = float(abs(x).max().compute())
    if not largest or not math.isfinite(largest):
        return _sums.norm(np.array([largest], x.dtype), dtype=dtype)
    exponent = math.frexp(largest)[1]
    exponent = 0 if -400 < exponent < 400 else exponent
    parts = [dask.delayed(_squares)(block, exponent) for block in _blocks(x.astype(np.float64))]
    root = np.ldexp(np.sqrt(_total(parts, _core.DD)), exponent)
    target = dtype or x.dtype.type
    return root if target is _core.DD else np.dtype(target).type(float(root)) if target is not _core.FF else target(root)


def _gram(block: np.ndarray) -> list[ReproducibleSum]:
    """The sums of products of each pair of columns."""
    columns = [as_contiguous(block[:, k]) for k in range(block.shape[1])]
    return [_products(x, y) for x, y in combinations_with_replacement(columns, 2)]


def _merged_grams(grams: list) -> list[ReproducibleSum]:
    return [merged(sums) for sums in zip(*grams)]


def qr_r(a: Any, *, tolerance: float = 1e-10) -> Any:
    """The factor R of ``a = Q @ R`` for a tall Dask array, in double-doubles, with a positive diagonal.

    R is the Cholesky factor of the exact Gram matrix ``a.T @ a``, which is rounded once to double-doubles. This squares
    the condition number κ of ``a``: for n columns, R has a relative error of about n·κ²·2⁻¹⁰⁶. It must not exceed
    ``tolerance``. With the default, κ may be 10¹⁰ for a few columns. ``Q`` is ``a @ inv(R)``.

    Raises
    ------
    LinAlgError
        If ``a`` has fewer rows than columns, its columns are linearly dependent, or the error exceeds ``tolerance``.

    Examples
    --------
    >>> import dask.array as da, floatfloat.dask, numpy as np
    >>> floatfloat.dask.qr_r(da.from_array(np.array([[3.0, 0.0], [4.0, 0.0], [0.0, 2.0]]), chunks=(1, 2)))
    DD([[5.0, 0.0],
        [0.0, 2.0]])
    """
    a = _array(a, "qr_r")
    if a.ndim != 2 or a.shape[0] < a.shape[1] or not a.shape[1]:
        raise linalg.LinAlgError(f"qr_r: a must be a matrix with at least as many rows as columns; its shape is {a.shape}")
    rows, columns = a.shape
    a = a.rechunk({1: columns})
    sums = _merged([dask.delayed(_gram)(block) for block in _blocks(a)], _merged_grams).compute()
    hi, lo = np.zeros((columns, columns)), np.zeros((columns, columns))
    for (i, j), total in zip(combinations_with_replacement(range(columns), 2), sums):
        hi[i, j], lo[i, j] = total.to_double_double()
        hi[j, i], lo[j, i] = hi[i, j], lo[i, j]
    gram = wrap(DOUBLE, (hi, lo))
    # Columns of about one length: their scale would add to the condition number.
    exponents = np.frexp(np.sqrt(np.where(np.diagonal(hi) > 0, np.diagonal(hi), 1.0)))[1]
    scaled = np.ldexp(gram, -(exponents[:, None] + exponents[None, :]))
    condition = linalg.cond(scaled)
    error = columns * condition * 2.0**-106
    if not error <= tolerance:
        raise linalg.LinAlgError(
            f"qr_r: the square of the condition number is about {condition:.1e}, so that R would have a relative error of "
            f"about {error:.1e}, more than the tolerance {tolerance:.1e}; make the columns less dependent, or use "
            "floatfloat.linalg.qr on one machine"
        )
    return np.ldexp(linalg.cholesky(scaled).T.copy(), exponents[None, :])
