"""Linear algebra: residuals within the bounds of the library, and its errors."""

from __future__ import annotations

import signal
import threading
import time
from fractions import Fraction

import numpy as np
import pytest
from conftest import exact, random_numbers, unit

import floatfloat as ff


def largest(x):
    return float(np.max(np.abs(x)))


def hilbert(n, number=ff.DD):
    return 1 / ff.array([[i + j + 1 for j in range(n)] for i in range(n)], number)


@pytest.mark.parametrize("n", [1, 2, 7, 40])
def test_factorisations(n, number):
    u2 = float(unit(number))
    a = random_numbers(number, (n, n), n)
    permutation, lower, upper = ff.linalg.lu(a)
    c = (16 * n + 1024) * u2
    assert np.all(np.abs(lower @ upper - a[permutation]) <= c * (np.abs(lower) @ np.abs(upper)))
    s = a @ a.T + ff.array(np.eye(n), number)
    factor = np.linalg.cholesky(s)
    assert np.all(np.abs(factor @ factor.T - s) <= c * (np.abs(factor) @ np.abs(factor.T)))
    upper = ff.linalg.cholesky(s, upper=True)
    assert np.all(np.abs(upper.T @ upper - s) <= c * (np.abs(upper.T) @ np.abs(upper)))
    tall = random_numbers(number, (n + 3, n), n + 1)
    q, r = np.linalg.qr(tall)
    c = (2**16 * n + 8 * n * (n + 3)) * u2
    for j in range(n):
        assert ff.linalg.norm((q @ r - tall)[:, j]) <= c * ff.linalg.norm(tall[:, j])
    assert largest(q.T @ q - np.eye(n)) <= c * n and np.array_equal(np.tril(r, -1), np.zeros((n, n)))
    assert np.array_equal(np.linalg.qr(tall, mode="r"), r)


@pytest.mark.parametrize("shape", [(5,), (5, 1), (5, 3)])
def test_solutions_are_refined(shape, number):
    a = random_numbers(number, (5, 5), 8)
    x = random_numbers(number, shape, 9)
    found = np.linalg.solve(a, a @ x)
    assert found.shape == x.shape
    residual = np.abs(a @ x - a @ found)
    assert largest(residual) <= 100 * float(unit(number)) * largest(a) * largest(x) * 5


def test_ill_conditioned_systems_come_out_right():
    n = 10
    a = hilbert(n)
    rows = [[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)]
    # The exact solution of the matrix as it is rounded, by fractions.
    matrix = [[exact(a[i, j]) for j in range(n)] + [Fraction(1)] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(matrix[i][k]))
        matrix[k], matrix[pivot] = matrix[pivot], matrix[k]
        matrix[k] = [v / matrix[k][k] for v in matrix[k]]
        for i in range(n):
            if i != k:
                matrix[i] = [v - matrix[i][k] * w for v, w in zip(matrix[i], matrix[k])]
    found = ff.linalg.solve_with_condition(a, np.ones(n))
    for i in range(n):
        assert abs(exact(found.x[i]) - matrix[i][n]) <= abs(matrix[i][n]) * 1000 * unit(ff.DD)
    assert 1e12 < found.condition < 1e15 and len(rows) == n


def test_least_squares(number):
    a, x = random_numbers(number, (9, 4), 10), random_numbers(number, 4, 11)
    found = ff.linalg.lstsq(a, a @ x)
    assert largest(found.x - x) <= 1000 * float(unit(number)) * largest(x)
    b = random_numbers(number, (9, 2), 12)
    found = ff.linalg.lstsq(a, b)
    assert largest(a.T @ found.residual) <= 1000 * float(unit(number)) * largest(b) * 9
    assert largest(found.residual - (b - a @ found.x)) <= 1000 * float(unit(number)) * largest(b)
    fit = np.polyfit(ff.array(np.arange(6.0), number), ff.array(np.arange(6.0), number) ** 2 + 1, 2)
    assert largest(fit - [1, 0, 1]) <= 1000 * float(unit(number)) and np.polyval(fit, number(2)) - 5 < 1e-10


def test_determinants_inverses_and_conditions(number):
    a = ff.array([[2.0, 1.0], [1.0, 3.0]], number)
    assert abs(np.linalg.det(a) - 5) <= 20 * float(unit(number)) and np.linalg.det(ff.array(np.ones((2, 2)), number)) == 0
    assert largest(np.linalg.inv(a) @ a - np.eye(2)) <= 20 * float(unit(number))
    assert np.linalg.cond(a, 1) == pytest.approx(np.linalg.cond(a.to_float64(), 1))
    assert np.linalg.cond(ff.array(np.ones((2, 2)), number), 1) == np.inf
    assert np.all(np.linalg.matrix_power(a, 3) == a @ a @ a) and largest(np.linalg.matrix_power(a, -1) - np.linalg.inv(a)) == 0


def test_stacks_of_matrices(number):
    a, b = random_numbers(number, (2, 3, 4, 4), 13), random_numbers(number, (2, 3, 4, 2), 14)
    x = np.linalg.solve(a, b)
    assert x.shape == b.shape and largest(a @ x - b) <= 1e5 * float(unit(number)) * largest(b)
    assert np.linalg.det(a).shape == (2, 3) and np.linalg.inv(a).shape == a.shape
    assert np.array_equal(np.linalg.det(a)[1, 2], np.linalg.det(a[1, 2]))
    assert (a @ b)[1, 1, 0, 0] == (a[1, 1] @ b[1, 1])[0, 0]


@pytest.mark.parametrize("order", [None, 1, 2, 3, np.inf, -np.inf, 0])
def test_norms_of_vectors(order, number):
    x = random_numbers(number, (3, 4), 15)
    for axis in (0, 1):
        found = np.linalg.norm(x, order, axis=axis)
        assert np.allclose(ff.array(found).to_float64(), np.linalg.norm(x.to_float64(), order, axis=axis), rtol=1e-6)


@pytest.mark.parametrize("order", [None, "fro", 1, -1, np.inf, -np.inf])
def test_norms_of_matrices(order, number):
    x = random_numbers(number, (3, 4), 16)
    assert float(np.linalg.norm(x, order)) == pytest.approx(np.linalg.norm(x.to_float64(), order))
    assert np.linalg.norm(x, order, keepdims=True).shape == (1, 1)
    with pytest.raises(ValueError, match="'nuc'"):
        np.linalg.norm(x, 3, axis=(0, 1))


def test_products_of_matrices_are_exact_to_their_bound(number):
    a, b = random_numbers(number, (6, 20), 17), random_numbers(number, (20, 5), 18)
    found = a @ b
    for i in range(6):
        for j in range(5):
            terms = [exact(p) * exact(q) for p, q in zip(a[i], b[:, j])]
            # Accuracy::Fast of the crate: (b² + 7b + 10)/2 u² for b terms.
            assert abs(exact(found[i, j]) - sum(terms)) <= (20**2 + 7 * 20 + 10) / 2 * unit(number) * sum(map(abs, terms))


def test_accurate_products_are_within_their_bound(number):
    a, b = random_numbers(number, (6, 20), 17), random_numbers(number, (20, 5), 18)
    if number is ff.QD:
        with pytest.raises(ff.linalg.LinAlgError, match="too precise"):
            ff.linalg.matmul_accurate(a, b)
        return
    found = ff.linalg.matmul_accurate(a, b)
    for i in range(6):
        for j in range(5):
            terms = [exact(p) * exact(q) for p, q in zip(a[i], b[:, j])]
            allowed = 2 * sum(map(abs, terms)) + 3 * abs(sum(terms))
            assert abs(exact(found[i, j]) - sum(terms)) <= unit(number) * allowed
    # Views, vectors and stacks have the bits of matrices.
    assert np.array_equal(ff.linalg.matmul_accurate(b.T, a.T), found.T)
    one_row = ff.linalg.matmul_accurate(a[:1], b)[0]
    assert np.array_equal(ff.linalg.matmul_accurate(a[0], b), one_row)
    stacked = ff.linalg.matmul_accurate(np.stack([a, a]), b)
    assert np.array_equal(stacked[1], found)
    assert ff.linalg.matmul_accurate(a[0], b[:, 0]) == ff.linalg.matmul_accurate(a[:1], b[:, :1])[0, 0]


def test_accurate_products_of_integers_are_exact():
    a, b = np.arange(12.0).reshape(3, 4) - 2**40, np.arange(8.0).reshape(4, 2) + 2**40
    found = ff.linalg.matmul_accurate(a, b)
    assert isinstance(found, ff.DDArray)
    for i in range(3):
        for j in range(2):
            assert exact(found[i, j]) == sum(Fraction(p) * Fraction(q) for p, q in zip(a[i], b[:, j]))
    with pytest.raises(ValueError, match="matmul_accurate: shapes"):
        ff.linalg.matmul_accurate(a, a)


def test_rounded_products_are_correctly_rounded():
    random = np.random.default_rng(19)
    a, b = random.standard_normal((2, 5, 30)) * 2.0 ** random.integers(-40, 40, (2, 5, 30)), random.standard_normal((30, 4))
    a[0, 0, :15], b[:15] = a[0, 0, 15:], -b[15:]
    found = ff.linalg.matmul_rounded(a, b)
    assert found.dtype == np.float64 and found.shape == (2, 5, 4)
    for k, i, j in np.ndindex(found.shape):
        assert found[k, i, j] == float(sum(Fraction(p) * Fraction(q) for p, q in zip(a[k, i], b[:, j])))
    assert found[0, 0, 0] == 0
    assert np.array_equal(ff.linalg.matmul_rounded(a[1, 0], b), found[1, 0])
    assert ff.linalg.matmul_rounded([1, 2], np.float32([3, 4])) == 11


def test_rounded_products_of_what_is_not_float64():
    for operand, error, match in [
        (ff.DD([1, 2]), TypeError, "use matmul_accurate"),
        (np.array([1j, 2]), TypeError, "complex128, not float64"),
        (np.array([2**63 - 1, 1]), ValueError, "does not represent"),
        ([1.0, 2.0, 3.0], ValueError, "shapes"),
        (1.0, ValueError, "no axes"),
    ]:
        with pytest.raises(error, match=match):
            ff.linalg.matmul_rounded(operand, [1.0, 2.0])


@pytest.mark.parametrize("n", [3, 40, 90])
def test_a_product_with_the_transpose_is_symmetric(n, number):
    a = random_numbers(number, (n, n + 7), n)
    for x, y in [(a, a.T), (a.T, a), (a[::2, 1:], a[::2, 1:].T)]:
        product = x @ y
        for part, other in zip(product._parts, (x @ y.copy())._parts):
            assert np.array_equal(part, part.T)
            below = np.tril_indices(len(part))
            assert np.array_equal(part[below], other[below])
    # Not the transpose of the same numbers.
    square = a[:n, :n]
    assert np.array_equal(square @ square, square @ square.copy())


def test_the_errors_of_the_library():
    for call, words in [
        (lambda: np.linalg.solve(ff.DD([[1, 2], [2, 4]]), [1, 1]), "singular"),
        (lambda: np.linalg.solve(hilbert(30), np.ones(30)), "condition number is about"),
        (lambda: np.linalg.cholesky(ff.DD([[1, 2], [2, 1]])), "not positive definite"),
        (lambda: np.linalg.qr(ff.DD([[1, 1], [1, 1], [1, 1]])), "linearly dependent"),
        (lambda: np.linalg.qr(ff.DD([[1, 1]])), "at least as many rows"),
        (lambda: np.linalg.det(ff.DD([[1, 1]])), "square"),
        (lambda: np.linalg.solve(ff.DD([[np.nan]]), [1]), "not finite"),
        (lambda: np.linalg.solve(ff.DD([1, 2]), [1]), "two axes"),
        (lambda: np.linalg.solve(ff.DD([[1, 2], [3, 4]]), [1, 2, 3]), "3 × 1"),
        (lambda: np.linalg.inv(ff.DD([[1, 2, 3]])), "square"),
    ]:
        with pytest.raises(ff.LinAlgError, match=words):
            call()
    assert ff.LinAlgError is np.linalg.LinAlgError and issubclass(ff.LinAlgError, ValueError)


def test_long_work_tells_how_far_it_is():
    a = random_numbers(ff.DD, (900, 900), 20)
    heard = []
    with ff.progress(lambda done, total: heard.append((done, total))):
        a @ a
    assert heard and heard[-1][0] == heard[-1][1] > 0 and [done for done, _ in heard] == sorted(done for done, _ in heard)
    count = len(heard)
    a @ a
    assert len(heard) == count

    def enough(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"), ff.progress(enough):
        a @ a


def test_ctrl_c_ends_long_work():
    """Within a second of the signal, which comes while a product is computed that takes longer."""
    a = random_numbers(ff.DD, (1500, 1500), 19)
    sent = []

    def press():
        time.sleep(0.5)
        sent.append(time.monotonic())
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=press)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            while True:
                a @ a
    finally:
        thread.join()
        signal.signal(signal.SIGINT, before)
    assert sent
