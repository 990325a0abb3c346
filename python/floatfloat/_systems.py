"""Systems of linear equations, inverses, determinants, condition numbers and powers of matrices."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _core, _products
from ._array import MultiWordArray
from ._base import result, wrap
from ._convert import common_kind
from ._core import LinAlgError
from ._kinds import DOUBLE
from ._matrices import as_matrix, matrix_parts, stacked
from ._reductions import as_numbers


class Solution(NamedTuple):
    """The solution of a linear system, the condition number of its matrix, and the number of refinement steps."""

    x: Any
    condition: float
    refinements: int


class LeastSquares(NamedTuple):
    """The solution of a least-squares problem, and its residual."""

    x: Any
    residual: Any


def _system(a: Any, b: Any, name: str) -> tuple[MultiWordArray, MultiWordArray, bool]:
    """The matrix, the right-hand sides as columns, and whether ``b`` was a single one without a second axis."""
    kind = common_kind([a, b]) or DOUBLE
    a, b = as_matrix(as_numbers(a, kind.scalar), name), as_numbers(b, kind.scalar)
    if b.ndim not in (1, 2):
        raise LinAlgError(f"{name}: b must have one or two axes, not {b.ndim}")
    return (a, b.reshape(-1, 1), True) if b.ndim == 1 else (a, b, False)


def solve_with_condition(a: Any, b: Any) -> Solution:
    """Solves ``a @ x = b``, and estimates the condition number of ``a`` in the 1-norm.

    Examples
    --------
    >>> import floatfloat as ff
    >>> found = ff.linalg.solve_with_condition(ff.DD([[2, 1], [1, 3]]), [3, 5])
    >>> found.x, round(found.condition, 3)
    (DD([0.8, 1.4]), 3.2)
    """
    a, b, flat = _system(a, b, "solve")
    parts, reciprocal, refinements = _core.solve_matrix(matrix_parts(a), matrix_parts(b))
    x = wrap(a._kind, parts)
    return Solution(x[:, 0] if flat else x, 1.0 / reciprocal, refinements)


def solve(a: Any, b: Any) -> Any:
    """Solves ``a @ x = b`` by LU factorisation and iterative refinement.

    Let u be the unit roundoff of a word, and κ the condition number of ``a``. The relative error of the solution is
    about u² + n²u³κ for numbers of two words. For numbers of three and four words, whose residuals are computed in as
    many words, it is about u³κ and u⁴κ.

    Parameters
    ----------
    a : array_like, (..., n, n)
    b : array_like, (n,) or (..., n, k)

    Raises
    ------
    LinAlgError
        If ``a`` is singular, or so close to singular that no digit of the solution would be correct.

    Examples
    --------
    >>> import floatfloat as ff
    >>> hilbert = 1 / ff.DD([[i + j + 1 for j in range(8)] for i in range(8)])
    >>> x = ff.linalg.solve(hilbert, hilbert.sum(axis=1))
    >>> bool(abs(x - 1).max() < 1e-20)
    True
    """
    kind = common_kind([a, b]) or DOUBLE
    a = as_numbers(a, kind.scalar)
    if a.ndim <= 2:
        return solve_with_condition(a, b).x
    b = as_numbers(b, kind.scalar)
    if b.ndim == 1:
        b = b[:, None]
        return solve(a, b)[..., 0]
    stack = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = np.broadcast_to(a, stack + a.shape[-2:]), np.broadcast_to(b, stack + b.shape[-2:])
    if not all(stack):
        return np.zeros_like(a, shape=stack + (a.shape[-1], b.shape[-1]))
    solutions = [solve(a[index], b[index]) for index in np.ndindex(stack)]
    return np.stack(solutions).reshape(stack + solutions[0].shape)


def lstsq(a: Any, b: Any, rcond: Any = None) -> LeastSquares:
    """Finds the x that minimises the Euclidean norm of ``b - a @ x``, by QR factorisation and iterative refinement.

    Returns
    -------
    LeastSquares
        ``x``, and ``residual = b - a @ x``.

    Raises
    ------
    LinAlgError
        If the columns of ``a`` are linearly dependent, or ``a`` has fewer rows than columns.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.lstsq(ff.DD([[1, 0], [1, 1], [1, 2]]), [1, 3, 5]).x
    DD([1.0, 2.0])
    """
    if rcond is not None:
        raise TypeError("lstsq: rcond is not available; linearly dependent columns raise LinAlgError")
    a, b, flat = _system(a, b, "lstsq")
    x, residual = (wrap(a._kind, parts) for parts in _core.solve_least_squares(matrix_parts(a), matrix_parts(b)))
    return LeastSquares(x[:, 0], residual[:, 0]) if flat else LeastSquares(x, residual)


def inv(a: Any) -> Any:
    """The inverse of a square matrix. Each column is a refined solution.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.inv(ff.DD([[2, 0], [0, 4]]))
    DD([[ 0.5,  0.0],
        [ 0.0, 0.25]])
    """
    a = as_numbers(a)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise LinAlgError(f"inv: the matrix must be square; its shape is {a.shape}")
    return solve(a, as_numbers(np.eye(a.shape[-1]), a.dtype))


def det(a: Any) -> Any:
    """The determinant of a square matrix, by LU factorisation.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.det(ff.DD([[2, 1], [1, 3]]))
    DD('5.0')
    """

    def of_matrix(a: MultiWordArray) -> Any:
        return result(a._kind, [part[0] for part in _core.determinant(matrix_parts(a))])

    return stacked(a, "det", of_matrix)


def cond(x: Any, p: Any = 1) -> Any:
    """An estimate of the condition number in the 1-norm, or in the ∞-norm if ``p`` is ``np.inf``.

    It is seldom less than a third of the true condition number. With ``p`` = None, the default of ``numpy.linalg.cond``,
    or 2, it is the quotient of the largest and the smallest singular value, of numbers of two words.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.cond(ff.DD([[1, 0], [0, 1e-20]]))
    1e+20
    """
    if p is None or p in (2, -2):
        from ._spectra import svdvals

        values = svdvals(x)
        if not values.size:
            raise LinAlgError("cond is not defined on empty arrays")
        with np.errstate(divide="ignore"):
            quotient = values[..., 0] / values[..., -1]
        quotient = 1 / quotient if p == -2 else quotient
        return float(quotient) if values.ndim == 1 else quotient
    if p not in (1, np.inf):
        raise TypeError(f"cond: p must be None, 1, 2, -2 or inf for arrays of floatfloat, not {p!r}")
    a = as_matrix(x, "cond")
    reciprocal = _core.reciprocal_condition(matrix_parts(a.T if p == np.inf else a))
    return np.inf if reciprocal == 0 else 1.0 / reciprocal


def matrix_power(a: Any, n: int) -> Any:
    """The n-th power of a square matrix, by repeated squaring. For negative ``n``, the power of the inverse."""
    a = as_numbers(a)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise LinAlgError(f"matrix_power: the matrix must be square; its shape is {a.shape}")
    if n < 0:
        a, n = inv(a), -n
    power = np.broadcast_to(as_numbers(np.eye(a.shape[-1]), a.dtype), a.shape).copy()
    while n:
        if n & 1:
            power = _products.matmul(power, a)
        a, n = _products.matmul(a, a), n >> 1
    return power
