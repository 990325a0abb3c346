"""Eigenvalues and singular values of matrices of two words, by nalgebra on double-doubles."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._array import MultiWordArray
from ._base import wrap
from ._complex import ComplexArray
from ._core import LinAlgError
from ._kinds import DOUBLE, Parts
from ._matrices import as_matrix, matrix_parts, stacked
from ._reductions import as_numbers


class Eigen(NamedTuple):
    """Eigenvalues in ascending order, and the eigenvectors as columns."""

    eigenvalues: Any
    eigenvectors: Any


class ComplexEigen(NamedTuple):
    """Eigenvalues, and the eigenvectors as columns; both complex."""

    eigenvalues: ComplexArray
    eigenvectors: ComplexArray


class SVD(NamedTuple):
    """The factors of ``svd``: ``a = U @ diag(S) @ Vh``."""

    U: Any
    S: Any
    Vh: Any


def _wide(a: Any, name: str, square: bool = True) -> tuple[MultiWordArray, type]:
    """The matrix in double-doubles, whose exponents are large enough for squares, and the type that it had."""
    a = as_matrix(a, name)
    if a._kind.words > 2:
        raise TypeError(
            f"{name} supports only matrices of two words, DD and FF: convert the matrix with a.astype(floatfloat.DD), if "
            "this precision is enough"
        )
    if square and a.shape[0] != a.shape[1]:
        raise LinAlgError(f"{name}: the matrix must be square; its shape is {a.shape}")
    return a.astype(DOUBLE.scalar, copy=False), a.dtype


def _narrow(parts: Parts, dtype: type) -> MultiWordArray:
    """Double-doubles rounded to the type that the matrix had."""
    return wrap(DOUBLE, parts).astype(dtype, copy=False)


def eigh(a: Any, UPLO: str = "L") -> Eigen:  # noqa: N803
    """The eigenvalues and eigenvectors of a symmetric matrix.

    Only one triangle of the matrix is read: the lower one, or the upper one if ``UPLO`` is "U".

    The algorithm is nalgebra's QR iteration in double-doubles. Results for FF are rounded from double-doubles.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.eigh(ff.DD([[2, 0], [0, 1]])).eigenvalues
    DD([1.0, 2.0])
    """
    if UPLO not in ("L", "U"):
        raise ValueError(f"eigh: UPLO must be 'L' or 'U', not {UPLO!r}")
    if np.ndim(a) > 2:
        return stacked(a, "eigh", lambda matrix: eigh(matrix, UPLO))
    wide, dtype = _wide(a, "eigh")
    if not wide.size:
        return Eigen(np.zeros_like(wide, shape=(0,)), wide)
    lower = np.tril(wide) if UPLO == "L" else np.triu(wide).T
    symmetric = lower + np.tril(lower, -1).T
    values, vectors = _core.symmetric_eigen(matrix_parts(symmetric))
    values, vectors = wrap(DOUBLE, values), wrap(DOUBLE, vectors)
    order = np.argsort(values)
    return Eigen(values[order].astype(dtype, copy=False), vectors[:, order].astype(dtype, copy=False))


def eigvalsh(a: Any, UPLO: str = "L") -> Any:  # noqa: N803
    """The eigenvalues of a symmetric matrix in ascending order."""
    return eigh(a, UPLO).eigenvalues


def eigvals(a: Any) -> ComplexArray:
    """The eigenvalues of a square matrix, as complex numbers, by nalgebra's Schur form in double-doubles.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.eigvals(ff.DD([[0, 1], [-1, 0]]))
    ComplexArray([0.0+1.0j, 0.0-1.0j])
    """
    if np.ndim(a) > 2:
        return stacked(a, "eigvals", eigvals)
    wide, dtype = _wide(a, "eigvals")
    if not wide.size:
        return ComplexArray(np.zeros_like(wide, shape=(0,)), np.zeros_like(wide, shape=(0,)))
    real, imag = _core.eigenvalues(matrix_parts(wide))
    return ComplexArray(_narrow(real, dtype), _narrow(imag, dtype))


def eig(a: Any) -> ComplexEigen:
    """The eigenvalues and eigenvectors of a square matrix, as complex numbers, by nalgebra's Schur form in double-doubles.

    Each eigenvector is a column of Euclidean length 1. The eigenvector of a real eigenvalue has zero imaginary parts. Where an
    eigenvalue has fewer eigenvectors than its multiplicity, some of them are nearly parallel. Results for FF are
    rounded from double-doubles.

    Examples
    --------
    >>> import floatfloat as ff
    >>> values, vectors = ff.linalg.eig(ff.DD([[2, 1], [0, 1]]))
    >>> values
    ComplexArray([2.0+0.0j, 1.0+0.0j])
    """
    if np.ndim(a) > 2:
        return stacked(a, "eig", eig)
    wide, dtype = _wide(a, "eig")
    if not wide.size:
        empty = np.zeros_like(wide, shape=(0,))
        return ComplexEigen(ComplexArray(empty, empty), ComplexArray(wide, wide))
    parts = (_narrow(found, dtype) for found in _core.eigen(matrix_parts(wide)))
    real, imag, vectors, imaginary_vectors = parts
    return ComplexEigen(ComplexArray(real, imag), ComplexArray(vectors, imaginary_vectors))


def svd(a: Any, full_matrices: bool = False, compute_uv: bool = True, hermitian: bool = False) -> Any:
    """The singular value decomposition of a matrix: ``a = U @ diag(S) @ Vh``.

    By default U and Vh have as many columns and rows as there are singular values. With ``full_matrices=True``, which is
    the default of ``numpy.linalg.svd``, they are square. ``hermitian`` is ignored. The algorithm is nalgebra's in double-doubles. Results for FF are rounded from double-doubles.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.svdvals(ff.DD([[3, 0], [0, 4]]))
    DD([4.0, 3.0])
    """
    if np.ndim(a) > 2:
        return stacked(a, "svd", lambda matrix: svd(matrix, full_matrices, compute_uv))
    wide, dtype = _wide(a, "svd", square=False)
    if wide.size:
        u, values, v_t = (wrap(DOUBLE, parts) for parts in _core.singular_values(matrix_parts(wide)))
    else:
        u, values, v_t = (np.zeros_like(wide, shape=shape) for shape in ((wide.shape[0], 0), (0,), (0, wide.shape[1])))
    if not compute_uv:
        return values.astype(dtype, copy=False)
    if full_matrices:
        u, v_t = _completed(u), _completed(v_t.T).T
    return SVD(*(x.astype(dtype, copy=False) for x in (u, values, v_t)))


def _completed(q: MultiWordArray) -> MultiWordArray:
    """A square orthogonal matrix whose first columns are the orthonormal columns of q, by Householder reflections."""
    rows, columns = q.shape
    rest, reflections = q.copy(), []
    for k in range(columns):
        v = rest[k:, k].copy()
        v[0] += np.copysign(np.linalg.norm(v), v[0])
        v = v / np.linalg.norm(v)
        reflections.append(v)
        rest[k:, k:] -= np.multiply.outer(2 * v, v @ rest[k:, k:])
    more = as_numbers(np.eye(rows)[:, columns:], q.dtype)
    for k, v in reversed(list(enumerate(reflections))):
        more[k:] -= np.multiply.outer(2 * v, v @ more[k:])
    return np.concatenate([q, more], axis=1)


def svdvals(a: Any) -> Any:
    """The singular values of a matrix in descending order."""
    return svd(a, compute_uv=False)
