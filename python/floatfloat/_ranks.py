"""Ranks, pseudo-inverses and logarithms of determinants."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _products
from ._array import MultiWordArray
from ._core import LinAlgError
from ._factors import lu
from ._matrices import as_matrix, stacked
from ._reductions import as_numbers
from ._spectra import svd, svdvals


class SlogDet(NamedTuple):
    """The sign of a determinant, and the logarithm of its absolute value."""

    sign: Any
    logabsdet: Any


def _unit(a: MultiWordArray) -> Any:
    """The distance from 1 to the next number of the type. Singular values of FF are computed in DD."""
    return np.ldexp(a.dtype(1), 1 - a._kind.bits)


def _smallest(values: MultiWordArray, a: MultiWordArray, tol: Any, rtol: Any) -> Any:
    """The largest singular value that counts as zero."""
    if tol is not None:
        return as_numbers(tol, a.dtype)
    relative = max(a.shape) * _unit(a) if rtol is None else as_numbers(rtol, a.dtype)
    return np.max(values) * relative if values.size else a.dtype(0)


def slogdet(a: Any) -> SlogDet:
    """The sign of the determinant of a square matrix, and the logarithm of its absolute value, by LU factorisation.

    It does not overflow where the determinant does. The logarithm is −∞, and the sign 0, if the matrix is singular.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.slogdet(ff.DD([[0, 1], [1, 0]]))
    SlogDet(sign=DD('-1.0'), logabsdet=DD('0.0'))
    """

    def of_matrix(a: MultiWordArray) -> SlogDet:
        a = as_matrix(a, "slogdet")
        if not a.size and a.shape[0] == a.shape[1]:
            return SlogDet(a.dtype(1), a.dtype(0))
        try:
            permutation, _, upper = lu(a)
        except LinAlgError:
            if a.shape[0] != a.shape[1] or not np.isfinite(a).all():
                raise
            return SlogDet(a.dtype(0), a.dtype(-np.inf))
        diagonal = np.diagonal(upper)
        # Each cycle of the permutation is one exchange shorter than it is long.
        seen, cycles = set(), 0
        for k in range(permutation.size):
            cycles += k not in seen
            while k not in seen:
                seen.add(k)
                k = int(permutation[k])
        odd = (permutation.size - cycles + np.count_nonzero(diagonal < 0)) % 2
        return SlogDet(a.dtype(-1 if odd else 1), np.sum(np.log(np.abs(diagonal))))

    return stacked(a, "slogdet", of_matrix)


def matrix_rank(A: Any, tol: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:  # noqa: N803
    """The rank of a matrix: the number of singular values above ``tol``.

    By default ``tol`` is the largest singular value times the unit of the type times the larger side of the matrix, or
    times ``rtol``.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.matrix_rank(ff.DD([[1, 2], [2, 4]]))
    1
    """
    a = as_numbers(A)
    if a.ndim < 2:
        return int(np.any(a != 0))

    def of_matrix(a: MultiWordArray) -> int:
        values = svdvals(a)
        return int(np.count_nonzero(values > _smallest(values, a, tol, rtol)))

    return stacked(a, "matrix_rank", of_matrix)


def pinv(a: Any, rcond: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    """The Moore–Penrose pseudo-inverse of a matrix, by its singular values.

    Singular values that are not larger than ``rtol`` times the largest one count as zero. By default ``rtol`` is the
    unit of the type times the larger side of the matrix.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.pinv(ff.DD([[2, 0], [0, 0]]))
    DD([[0.5, 0.0],
        [0.0, 0.0]])
    """

    def of_matrix(a: MultiWordArray) -> Any:
        u, values, v_t = svd(a)
        large = values > _smallest(values, a, None, rtol if rcond is None else rcond)
        inverse = np.where(large, 1 / np.where(large, values, as_numbers(1, a.dtype)), as_numbers(0, a.dtype))
        return _products.matmul(v_t.T * inverse, u.T)

    return stacked(a, "pinv", of_matrix)
