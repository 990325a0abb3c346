"""Factorisations of matrices: LU, Cholesky, QR."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._array import MultiWordArray
from ._base import wrap
from ._matrices import as_matrix, matrix_parts, stacked


class LU(NamedTuple):
    """The factors of ``lu``: ``a[permutation] = lower @ upper``."""

    permutation: np.ndarray
    lower: Any
    upper: Any


class QR(NamedTuple):
    """The factors of ``qr``: ``a = Q @ R``."""

    Q: Any
    R: Any


def lu(a: Any) -> LU:
    """The LU factorisation of a square matrix with partial pivoting: ``a[permutation] = lower @ upper``.

    Raises
    ------
    LinAlgError
        If ``a`` is singular, or an element is not finite.

    Examples
    --------
    >>> import floatfloat as ff
    >>> permutation, lower, upper = ff.linalg.lu(ff.DD([[1, 2], [4, 2]]))
    >>> permutation, lower @ upper
    (array([1, 0]), DD([[4.0, 2.0],
        [1.0, 2.0]]))
    """
    a = as_matrix(a, "lu")
    parts, permutation = _core.lu_factors(matrix_parts(a))
    factors = wrap(a._kind, parts)
    lower = np.tril(factors, -1)
    np.fill_diagonal(lower, 1)
    return LU(np.array(permutation, np.intp), lower, np.triu(factors))


def cholesky(a: Any, /, *, upper: bool = False) -> Any:
    """The Cholesky factor of a symmetric positive definite matrix.

    It is the lower triangular matrix L with ``a = L @ L.T``, or with ``upper=True`` the upper triangular matrix U with
    ``a = U.T @ U``. Only the same triangle of ``a`` is read.

    Raises
    ------
    LinAlgError
        If ``a`` is not positive definite.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.cholesky(ff.DD([[4, 2], [2, 5]]))
    DD([[2.0, 0.0],
        [1.0, 2.0]])
    """

    def of_matrix(a: MultiWordArray) -> MultiWordArray:
        factor = wrap(a._kind, _core.cholesky_factor(matrix_parts(a.T if upper else a)))
        return factor.T.copy() if upper else factor

    return stacked(a, "cholesky", of_matrix)


def qr(a: Any, mode: str = "reduced") -> Any:
    """The reduced QR factorisation ``a = Q @ R``.

    Parameters
    ----------
    a : array_like, (..., m, n)
    mode : {'reduced', 'r'}
        ``'reduced'`` returns Q and R, ``'r'`` returns R alone.

    Raises
    ------
    LinAlgError
        If ``a`` has fewer rows than columns, or its columns are linearly dependent.

    Examples
    --------
    >>> import floatfloat as ff
    >>> import numpy as np
    >>> a = ff.DD([[3, 1], [4, 1]])
    >>> q, r = ff.linalg.qr(a)
    >>> bool(abs(q @ r - a).max() < 1e-30)
    True
    """
    if mode not in ("reduced", "r"):
        raise ValueError(f"qr: mode must be 'reduced' or 'r', not {mode!r}")

    def of_matrix(a: MultiWordArray) -> Any:
        q, r = (wrap(a._kind, parts) for parts in _core.qr_factors(matrix_parts(a)))
        return r if mode == "r" else QR(q, r)

    return stacked(a, "qr", of_matrix)
