"""Linear algebra of all types of numbers.

Solutions are refined, of two words with residuals in three. Stacks of matrices are processed one by one. Eigenvalues
and singular values are there for numbers of two words.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _core, _products
from ._array import MultiWordArray, result, wrap
from ._complex import ComplexArray
from ._convert import common_kind
from ._core import LinAlgError
from ._kinds import DOUBLE, Parts, contiguous
from ._reductions import as_numbers, by_rows
from ._reductions import max as _max
from ._reductions import min as _min
from ._reductions import sum as _sum

__all__ = [
    "Eigen", "LU", "LinAlgError", "LeastSquares", "QR", "SVD", "Solution", "cholesky", "cond", "det",
    "eigh", "eigvals", "eigvalsh", "inv", "lstsq", "lu", "matrix_power", "norm", "qr", "solve", "solve_with_condition",
    "svd", "svdvals",
]


class Solution(NamedTuple):
    """The solution of a linear system, and how well it is determined."""

    x: Any
    condition: float
    refinements: int


class LeastSquares(NamedTuple):
    """The solution of a least-squares problem."""

    x: Any
    residual: Any


class LU(NamedTuple):
    """``a[permutation] = lower @ upper``"""

    permutation: np.ndarray
    lower: Any
    upper: Any


class QR(NamedTuple):
    """``a = q @ r``"""

    Q: Any
    R: Any


class Eigen(NamedTuple):
    """Eigenvalues in ascending order, and eigenvectors as columns."""

    eigenvalues: Any
    eigenvectors: Any


class SVD(NamedTuple):
    """``a = U @ diag(S) @ Vh``"""

    U: Any
    S: Any
    Vh: Any


def _parts(a: MultiWordArray) -> Parts:
    return contiguous(a._parts)


def _matrix(a: Any, name: str) -> MultiWordArray:
    a = as_numbers(a)
    if a.ndim != 2:
        raise LinAlgError(f"{name}: a matrix has two axes, not {a.ndim}")
    return a


def _each(a: Any, name: str, of_matrix: Any) -> list:
    """Of each matrix of a stack, and the shape of the stack."""
    a = as_numbers(a)
    if a.ndim < 2:
        raise LinAlgError(f"{name}: a matrix has two axes, not {a.ndim}")
    return [of_matrix(a[index]) for index in np.ndindex(a.shape[:-2])]


def _stacked(a: Any, name: str, of_matrix: Any) -> Any:
    a = as_numbers(a)
    if a.ndim == 2:
        return of_matrix(a)
    results = [as_numbers(x) for x in _each(a, name, of_matrix)]
    if not results:
        raise LinAlgError(f"{name}: there is no matrix in an array of shape {a.shape}")
    stack = np.stack(results)
    return stack.reshape(a.shape[:-2] + stack.shape[1:])


def _columns(b: MultiWordArray) -> tuple[MultiWordArray, bool]:
    return (b.reshape(-1, 1), True) if b.ndim == 1 else (b, False)


def _system(a: Any, b: Any, name: str) -> tuple[MultiWordArray, MultiWordArray, bool]:
    kind = common_kind([a, b]) or DOUBLE
    a, b = _matrix(as_numbers(a, kind.scalar), name), as_numbers(b, kind.scalar)
    if b.ndim not in (1, 2):
        raise LinAlgError(f"{name}: the right-hand sides have one or two axes, not {b.ndim}")
    b, flat = _columns(b)
    return a, b, flat


def solve_with_condition(a: Any, b: Any) -> Solution:
    """The solution of ``a @ x = b``, with the condition number of ``a`` in the 1-norm, estimated.

    Examples
    --------
    >>> import floatfloat as ff
    >>> found = ff.linalg.solve_with_condition(ff.DD([[2, 1], [1, 3]]), [3, 5])
    >>> found.x, round(found.condition, 3)
    (DD([0.8, 1.4]), 3.2)
    """
    a, b, flat = _system(a, b, "solve")
    parts, reciprocal, refinements = _core.solve_matrix(_parts(a), _parts(b))
    x = wrap(a._kind, parts)
    return Solution(x[:, 0] if flat else x, 1.0 / reciprocal, refinements)


def solve(a: Any, b: Any) -> Any:
    """The solution of ``a @ x = b``, refined: relative error about u² + n²u³κ, κ the condition number.

    Of three and four words, whose residuals are computed in as many, about u³κ and u⁴κ.

    Parameters
    ----------
    a : array_like, (..., n, n)
    b : array_like, (n,) or (..., n, k)

    Raises
    ------
    LinAlgError
        If ``a`` is singular, or so nearly that no digit of the solution would be right.

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
    """The x that minimises the Euclidean norm of ``b - a @ x``, by QR and refinement.

    Returns
    -------
    LeastSquares
        ``x``, and ``residual = b - a @ x``.

    Raises
    ------
    LinAlgError
        If the columns are linearly dependent, or ``a`` has fewer rows than columns.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.lstsq(ff.DD([[1, 0], [1, 1], [1, 2]]), [1, 3, 5]).x
    DD([1.0, 2.0])
    """
    if rcond is not None:
        raise TypeError("lstsq: rcond is not available; dependent columns are an error")
    a, b, flat = _system(a, b, "lstsq")
    x, residual = (wrap(a._kind, parts) for parts in _core.solve_least_squares(_parts(a), _parts(b)))
    return LeastSquares(x[:, 0], residual[:, 0]) if flat else LeastSquares(x, residual)


def lu(a: Any) -> LU:
    """The factors of a square matrix with rows swapped: ``a[permutation] = lower @ upper``.

    Examples
    --------
    >>> import floatfloat as ff
    >>> permutation, lower, upper = ff.linalg.lu(ff.DD([[1, 2], [4, 2]]))
    >>> permutation, lower @ upper
    (array([1, 0]), DD([[4.0, 2.0],
        [1.0, 2.0]]))
    """
    a = _matrix(a, "lu")
    parts, permutation = _core.lu_factors(_parts(a))
    factors = wrap(a._kind, parts)
    lower = np.tril(factors, -1)
    np.fill_diagonal(lower, 1)
    return LU(np.array(permutation, np.intp), lower, np.triu(factors))


def cholesky(a: Any, /, *, upper: bool = False) -> Any:
    """The lower triangle L of ``a = L @ L.T`` for a symmetric positive definite matrix.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.cholesky(ff.DD([[4, 2], [2, 5]]))
    DD([[2.0, 0.0],
        [1.0, 2.0]])
    """

    def of_matrix(a: MultiWordArray) -> MultiWordArray:
        factor = wrap(a._kind, _core.cholesky_factor(_parts(a.T if upper else a)))
        return factor.T.copy() if upper else factor

    return _stacked(a, "cholesky", of_matrix)


def qr(a: Any, mode: str = "reduced") -> Any:
    """The factors of a matrix of at least as many rows as columns and independent columns: ``a = Q @ R``.

    Parameters
    ----------
    a : array_like, (m, n)
    mode : {'reduced', 'r'}

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
        raise ValueError(f"qr: mode is 'reduced' or 'r', not {mode!r}")
    a = _matrix(a, "qr")
    q, r = (wrap(a._kind, parts) for parts in _core.qr_factors(_parts(a)))
    return r if mode == "r" else QR(q, r)


def inv(a: Any) -> Any:
    """The inverse of a square matrix, each column a refined solution.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.inv(ff.DD([[2, 0], [0, 4]]))
    DD([[ 0.5,  0.0],
        [ 0.0, 0.25]])
    """
    a = as_numbers(a)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise LinAlgError(f"inv: the last two axes of a square matrix are equally long, not {a.shape}")
    return solve(a, as_numbers(np.eye(a.shape[-1]), a.dtype))


def det(a: Any) -> Any:
    """The determinant of a square matrix, by LU.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.det(ff.DD([[2, 1], [1, 3]]))
    DD('5.0')
    """

    def of_matrix(a: MultiWordArray) -> Any:
        return result(a._kind, [part[0] for part in _core.determinant(_parts(a))])

    return _stacked(a, "det", of_matrix)


def cond(x: Any, p: Any = 1) -> float:
    """The condition number in the 1-norm, estimated: seldom less than a third of the true one.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.cond(ff.DD([[1, 0], [0, 1e-20]]))
    1e+20
    """
    if p not in (1, np.inf):
        raise TypeError(f"cond: norms are 1 and inf for arrays of floatfloat, not {p!r}")
    a = _matrix(x, "cond")
    reciprocal = _core.reciprocal_condition(_parts(a.T if p == np.inf else a))
    return np.inf if reciprocal == 0 else 1.0 / reciprocal


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: A002
    """The norm of a vector or of a matrix.

    Vectors have all norms; matrices those of Frobenius, 1 and infinity.

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
            raise ValueError("norm: ord without an axis is for vectors and matrices")
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
        raise ValueError(f"norm: {ord!r} is no norm of vectors")
    return np.power(_sum(np.power(size, ord), axes, keepdims=keepdims), 1 / as_numbers(ord, a.dtype)[()])


def _matrix_norm(a: MultiWordArray, ord: Any, axes: tuple, keepdims: bool) -> Any:  # noqa: A002
    if ord is None or ord == "fro":
        return by_rows(_core.norm_rows, a, axes, keepdims)
    if ord not in (1, -1, np.inf, -np.inf):
        raise TypeError(f"norm: matrices of floatfloat have the norms 'fro', 1 and inf, not {ord!r}")
    rows, columns = axes
    inside, outside = (rows, columns) if ord in (1, -1) else (columns, rows)
    sums = _sum(np.abs(a), inside, keepdims=True)
    extreme = (_max if ord > 0 else _min)(sums, (inside, outside), keepdims=keepdims)
    return extreme


def _wide(a: Any, name: str, square: bool = True) -> tuple[MultiWordArray, type]:
    """A matrix in double-doubles, which have the range that squares need, and the type that it had."""
    a = _matrix(a, name)
    if a._kind.words > 2:
        raise TypeError(
            f"{name} supports only matrices of two words, DD and FF: convert the matrix with a.astype(floatfloat.DD), if "
            "this precision is enough"
        )
    if square and a.shape[0] != a.shape[1]:
        raise LinAlgError(f"{name}: a square matrix is needed, not {a.shape}")
    return a.astype(DOUBLE.scalar, copy=False), a.dtype


def _narrow(parts: Parts, dtype: type) -> MultiWordArray:
    return wrap(DOUBLE, parts).astype(dtype, copy=False)


def eigh(a: Any, UPLO: str = "L") -> Eigen:  # noqa: N803
    """Eigenvalues and eigenvectors of a symmetric matrix, of which one triangle is read.

    By nalgebra's QR iteration on double-doubles; those of float-floats are rounded from there.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.eigh(ff.DD([[2, 0], [0, 1]])).eigenvalues
    DD([1.0, 2.0])
    """
    if UPLO not in ("L", "U"):
        raise ValueError(f"eigh: UPLO is 'L' or 'U', not {UPLO!r}")
    wide, dtype = _wide(a, "eigh")
    if not wide.size:
        return Eigen(np.zeros_like(wide, shape=(0,)), wide)
    lower = np.tril(wide) if UPLO == "L" else np.triu(wide).T
    symmetric = lower + np.tril(lower, -1).T
    values, vectors = _core.symmetric_eigen(_parts(symmetric))
    values, vectors = wrap(DOUBLE, values), wrap(DOUBLE, vectors)
    order = np.argsort(values)
    return Eigen(values[order].astype(dtype, copy=False), vectors[:, order].astype(dtype, copy=False))


def eigvalsh(a: Any, UPLO: str = "L") -> Any:  # noqa: N803
    """The eigenvalues of a symmetric matrix in ascending order."""
    return eigh(a, UPLO).eigenvalues


def eigvals(a: Any) -> ComplexArray:
    """The eigenvalues of a square matrix, complex, by nalgebra's Schur form of double-doubles.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.eigvals(ff.DD([[0, 1], [-1, 0]]))
    ComplexArray([0.0+1.0j, 0.0-1.0j])
    """
    wide, dtype = _wide(a, "eigvals")
    if not wide.size:
        return ComplexArray(np.zeros_like(wide, shape=(0,)), np.zeros_like(wide, shape=(0,)))
    real, imag = _core.eigenvalues(_parts(wide))
    return ComplexArray(_narrow(real, dtype), _narrow(imag, dtype))


def svd(a: Any, full_matrices: bool = False, compute_uv: bool = True, hermitian: bool = False) -> Any:
    """The singular value decomposition of a matrix, in its reduced form: ``a = U @ diag(S) @ Vh``.

    By nalgebra on double-doubles; that of float-floats is rounded from there.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.svdvals(ff.DD([[3, 0], [0, 4]]))
    DD([4.0, 3.0])
    """
    if full_matrices and compute_uv:
        raise TypeError("svd: for arrays of floatfloat there is the reduced form; give full_matrices=False")
    wide, dtype = _wide(a, "svd", square=False)
    if not wide.size:
        raise LinAlgError(f"svd: a matrix of shape {wide.shape} has no singular values")
    u, values, v_t = _core.singular_values(_parts(wide))
    if not compute_uv:
        return _narrow(values, dtype)
    return SVD(*(_narrow(parts, dtype) for parts in (u, values, v_t)))


def svdvals(a: Any) -> Any:
    """The singular values of a matrix in descending order."""
    return svd(a, compute_uv=False)


def matrix_power(a: Any, n: int) -> Any:
    """A power of a square matrix by repeated squaring; of its inverse for negative ``n``."""
    a = as_numbers(a)
    if n < 0:
        a, n = inv(a), -n
    power = np.broadcast_to(as_numbers(np.eye(a.shape[-1]), a.dtype), a.shape).copy()
    while n:
        if n & 1:
            power = _products.matmul(power, a)
        a, n = _products.matmul(a, a), n >> 1
    return power


TABLE = {
    np.linalg.solve: solve,
    np.linalg.cholesky: cholesky,
    np.linalg.qr: qr,
    np.linalg.inv: inv,
    np.linalg.det: det,
    np.linalg.cond: cond,
    np.linalg.norm: norm,
    np.linalg.matrix_power: matrix_power,
    np.linalg.eigh: eigh,
    np.linalg.eigvals: eigvals,
    np.linalg.eigvalsh: eigvalsh,
    np.linalg.svd: lambda a, full_matrices=True, compute_uv=True, hermitian=False: svd(a, full_matrices, compute_uv),
    np.linalg.svdvals: svdvals,
}
