"""Eigenvalues and singular values: what they must satisfy, to the precision of the type."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import random_numbers, unit

import floatfloat as ff


def largest(x):
    return float(np.max(np.abs(x)))


@pytest.mark.parametrize("n", [1, 2, 9])
def test_eigenvectors_of_symmetric_matrices(n, pair):
    a = random_numbers(pair, (n, n), n)
    a = a + a.T
    limit = 1000 * n * float(unit(pair)) * largest(a)
    for uplo in "LU":
        values, vectors = np.linalg.eigh(a, uplo)
        assert values.dtype is pair and np.all(values[1:] >= values[:-1])
        assert largest(a @ vectors - vectors * values) <= limit and largest(vectors.T @ vectors - np.eye(n)) <= limit / largest(a)
    assert largest(np.linalg.eigvalsh(a) - values) <= limit
    assert np.allclose(values.to_float64(), np.linalg.eigvalsh(a.to_float64()), rtol=1e-3)


@pytest.mark.parametrize("shape", [(1, 1), (6, 4), (4, 6), (5, 5)])
def test_singular_values(shape, pair):
    a = random_numbers(pair, shape, 3)
    limit = 1000 * max(shape) * float(unit(pair)) * largest(a)
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    assert s.dtype is pair and np.all(s[1:] <= s[:-1]) and np.all(s >= 0)
    assert largest((u * s) @ vh - a) <= limit
    assert largest(u.T @ u - np.eye(s.size)) <= limit / largest(a) and largest(vh @ vh.T - np.eye(s.size)) <= limit / largest(a)
    assert largest(ff.linalg.svdvals(a) - s) <= limit


def test_eigenvalues_of_any_square_matrix():
    # The companion matrix of (x − 1)(x − 2)(x² + 1).
    companion = ff.DD([[3, -3, 3, -2], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]])
    values = np.linalg.eigvals(companion)
    real, imag = values.real, values.imag
    order = np.lexsort((imag.hi, np.round(real.hi, 9)))
    assert largest(real[order] - [0, 0, 1, 2]) <= 1e-28 and largest(imag[order] - [-1, 1, 0, 0]) <= 1e-28


def exact_product(a, vectors):
    """a @ vectors of a real and a complex matrix: its real and its imaginary part."""
    return a @ vectors.real, a @ vectors.imag


@pytest.mark.parametrize("size", [1, 2, 3, 8, 25])
def test_eigenvectors(size, pair):
    a = random_numbers(pair, (size, size), size)
    values, vectors = np.linalg.eig(a)
    assert values.shape == (size,) and vectors.shape == (size, size) and values.real.dtype is pair
    # A·v = λ·v.
    re, im = exact_product(a, vectors)
    limit = 1e4 * size * float(unit(pair)) * largest(a)
    assert largest(re - (vectors.real * values.real - vectors.imag * values.imag)) <= limit
    assert largest(im - (vectors.real * values.imag + vectors.imag * values.real)) <= limit
    squares = np.sum(vectors.real**2 + vectors.imag**2, axis=0)
    assert largest(squares - 1) <= 100 * float(unit(pair))
    # Those of a real eigenvalue are real; the others come in pairs.
    assert not np.any(vectors.imag[:, values.imag == 0])
    assert np.array_equal(np.sort(values.imag), np.sort(-values.imag))
    plain = np.linalg.eigvals(a.to_float64())
    found = values.real.to_float64() + 1j * values.imag.to_float64()
    assert all(np.min(np.abs(plain - value)) <= 1e-5 for value in found)


def test_eigenvectors_of_special_matrices():
    # Rotations by a right angle in two planes, coupled; eigenvalues i, i, −i, −i with too few eigenvectors.
    a = ff.DD([[0, 1, 1, 0], [-1, 0, 0, 1], [0, 0, 0, 1], [0, 0, -1, 0]])
    # An eigenvalue with one eigenvector.
    jordan = ff.DD(np.eye(12) * 3 + np.eye(12, k=1))
    for matrix in (a, jordan, ff.DD(np.eye(3)), ff.DD(np.zeros((2, 2))), jordan * 1e150, jordan * 1e-200):
        values, vectors = ff.linalg.eig(matrix)
        re, im = exact_product(matrix, vectors)
        limit = 1e-12 * max(largest(matrix), 1e-300)
        assert largest(re - (vectors.real * values.real - vectors.imag * values.imag)) <= limit
        assert largest(im - (vectors.real * values.imag + vectors.imag * values.real)) <= limit
        assert largest(np.sum(vectors.real**2 + vectors.imag**2, axis=0) - 1) <= 1e-28
    assert np.array_equal(ff.linalg.eig(ff.DD(np.eye(3))).eigenvectors.real, np.eye(3))
    stack = ff.DD(np.arange(18.0).reshape(2, 3, 3) ** 2)
    values, vectors = np.linalg.eig(stack)
    assert values.shape == (2, 3) and vectors.shape == (2, 3, 3)
    assert np.array_equal(values.real[1], np.linalg.eig(stack[1]).eigenvalues.real)
    assert np.linalg.eigvals(stack).shape == (2, 3)
    assert ff.linalg.eig(ff.DD(np.zeros((0, 0)))).eigenvectors.shape == (0, 0)


def test_the_characteristic_polynomial_of_a_matrix():
    companion = ff.DD([[3, -3, 3, -2], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]])
    assert largest(np.poly(companion) - [1, -3, 3, -3, 2]) <= 1e-28
    assert largest(np.poly(ff.DD([[2, 1], [1, 2]])) - [1, -4, 3]) <= 1e-29


def test_hilbert_matrices_keep_their_small_singular_values():
    n = 8
    a = 1 / ff.DD([[i + j + 1 for j in range(n)] for i in range(n)])
    values = ff.linalg.svdvals(a)
    # The least, to all digits that mpmath gives: condition 1.5e10, so that float64 has six of them.
    import mpmath

    with mpmath.workdps(50):
        least = min(mpmath.svd_r(mpmath.matrix(n, n) + mpmath.hilbert(n), compute_uv=False))
        assert abs(mpmath.mpf(str(values[-1])) / least - 1) < 1e-19


def test_refusals():
    for call in (
        lambda: ff.linalg.eigh(ff.DD([[1, 2, 3]])), lambda: ff.linalg.eigvals(ff.DD([1, 2])), lambda: ff.linalg.eig(ff.DD([[np.nan]])),
        lambda: ff.linalg.svd(ff.DD([[np.nan]])),
        lambda: ff.linalg.eigh(ff.DD([[np.inf]])),
    ):
        with pytest.raises(ff.LinAlgError):
            call()
    assert ff.linalg.eigvalsh(ff.DD(np.zeros((0, 0)))).shape == (0,)


@pytest.mark.parametrize("number", [ff.TD, ff.QD, ff.TF, ff.QF])
def test_more_words_have_none(number):
    for function in (ff.linalg.eigh, ff.linalg.eig, ff.linalg.eigvals, ff.linalg.svd, ff.linalg.svdvals, ff.linalg.eigvalsh):
        with pytest.raises(TypeError, match="two words, DD and FF: convert the matrix with"):
            function(number([[1.0, 2.0], [2.0, 1.0]]))
