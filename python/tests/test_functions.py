"""Statistics, sets, derivatives, ranges, polynomials: as NumPy's on float64, and with the digits of the type."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from conftest import exact, random_numbers, unit

import floatfloat as ff

RANDOM = np.random.default_rng(5)
A, S, X, Y = RANDOM.normal(size=(4, 6)), RANDOM.normal(size=(2, 3, 4, 4)), RANDOM.normal(size=50), RANDOM.normal(size=50)
N = np.where(RANDOM.random((4, 6)) < 0.3, np.nan, A)


def plain(x):
    return x.to_complex128() if isinstance(x, ff.ComplexArray) else x.to_float64() if hasattr(x, "_kind") else x


def check(function, *arrays):
    """Compares the function of arrays of DD with that of float64."""
    wanted, found = function(*arrays), function(*map(ff.DD, arrays))
    pairs = list(zip(wanted, found, strict=True)) if isinstance(wanted, tuple) else [(wanted, found)]
    for x, y in pairs:
        y = float(y) if isinstance(y, ff.DD) else plain(y)
        assert np.shape(x) == np.shape(y)
        np.testing.assert_allclose(np.asarray(y), np.asarray(x), rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("function", [
    np.cov, np.corrcoef, lambda a: np.cov(a, rowvar=False, bias=True), lambda a: np.cov(a, a[::-1], ddof=2),
    lambda a: np.cov(a, fweights=[1, 2, 1, 1, 3, 1], aweights=[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]), lambda a: np.cov(a[0]),
    lambda a: np.cov(a, aweights=[0.1, 0.2, 0.3, 0.4, 0.5, 0.6], ddof=0), lambda a: np.corrcoef(a[0], a[1]),
])
def test_covariances(function):
    check(function, A)


@pytest.mark.parametrize("name", "sum prod max min argmax argmin mean var std median cumsum cumprod".split())
@pytest.mark.parametrize("axis", [None, 0, 1])
def test_nan_is_left_out(name, axis):
    check(lambda a: getattr(np, f"nan{name}")(a, axis=axis), np.where(np.isnan(N).all(axis=0) | np.isnan(N).all(axis=1)[:, None], 1.0, N))


def test_quantiles_of_what_is_not_nan():
    check(lambda a: np.nanquantile(a, [0.2, 0.7], axis=1), N)
    check(lambda a: np.nanquantile(a, 0.3, axis=1, keepdims=True), N)
    check(lambda a: np.nanpercentile(a, 30), N)
    check(lambda a: np.nanvar(a, axis=1, ddof=1), np.where(np.isnan(N).all(axis=1)[:, None], 1.0, N))


@pytest.mark.parametrize("order", [1, 2])
def test_derivatives(order, number):
    check(lambda a: np.gradient(a, edge_order=order), X)
    check(lambda a: np.gradient(a, 0.5, edge_order=order), A)
    check(lambda a, b: np.gradient(a, np.sort(b), edge_order=order), X, Y)
    check(lambda a: np.gradient(a, axis=1, edge_order=order), A)
    x = ff.arange(0, 2, number("0.1"))
    # The derivative of a parabola is exact inside, and with order 2 at the ends.
    wrong = np.abs(np.gradient(x * x, x, edge_order=order) - 2 * x)[1:-1] if order == 1 else np.abs(np.gradient(x * x, x, edge_order=2) - 2 * x)
    assert wrong.max() < 1000 * float(unit(number))
    for call in (lambda: np.gradient(x, edge_order=3), lambda: np.gradient(x[:1]), lambda: np.gradient(x, x[:3]), lambda: np.gradient(x, 1, 2)):
        with pytest.raises((ValueError, TypeError), match="gradient"):
            call()


@pytest.mark.parametrize("function", [np.union1d, np.intersect1d, np.setdiff1d, np.setxor1d, lambda x, y: np.intersect1d(x, y, return_indices=True)])
def test_sets(function, number):
    check(function, np.round(X), np.round(Y))
    x = ff.array(["0.1", "0.2", "0.3"], number)
    found = function(x, ff.array([number("0.2"), number("0.2") + number("1e-12")], number))
    # Numbers that differ in their last words are different.
    assert len(found) == {"union1d": 4, "intersect1d": 1, "setdiff1d": 2, "setxor1d": 3}.get(function.__name__, 3)


@pytest.mark.parametrize("sizes", [(1, 1), (5, 3), (127, 2), (128, 128), (129, 50), (300, 260), (3, 300)])
def test_convolutions_of_every_length(sizes):
    x, y = (RANDOM.normal(size=n) for n in sizes)
    for mode in ("full", "same", "valid"):
        check(lambda a, b: np.convolve(a, b, mode), x, y)
        check(lambda a, b: np.correlate(a, b, mode), x, y)


def test_convolutions_are_exact_to_their_bound(number):
    x, y = random_numbers(number, 200, 3), random_numbers(number, 140, 4)
    found = np.convolve(x, y)
    for k in (0, 1, 139, 150, 338):
        terms = [exact(x[k - j]) * exact(y[j]) for j in range(140) if 0 <= k - j < 200]
        assert abs(exact(found[k]) - sum(terms)) <= 140**2 * unit(number) * sum(map(abs, terms))


@pytest.mark.parametrize("subscripts", ["...ij,...jk->...ik", "i...->...", "...ii->...i", "...ij,...ij", "...ij,...->...j"])
def test_ellipses_stand_for_axes(subscripts):
    operands = (S,) if "," not in subscripts else (S, S[0] if subscripts.endswith(("ik", "ij")) else S[:, :1, 0, 0])
    check(lambda *given: np.einsum(subscripts, *given), *operands)
    if subscripts == "...ij,...jk->...ik":
        x = ff.DD(S)
        assert np.array_equal(np.einsum(subscripts, x, x), np.einsum("abij,abjk->abik", x, x))


def test_ranges(number):
    x = ff.arange(number(1), 2, number("0.25"))
    assert x.tolist() == [1, 1.25, 1.5, 1.75] and x.dtype is number and ff.arange(3, dtype=number).tolist() == [0, 1, 2]
    assert ff.arange(5, 0, -2).tolist() == [5, 3, 1] and ff.arange(0, -1).size == 0
    for call in (lambda: ff.arange(0, 1, 0), lambda: ff.arange(0, np.inf), lambda: ff.arange([1], 2)):
        with pytest.raises((ValueError, TypeError, ZeroDivisionError), match="arange"):
            call()
    powers = np.logspace(number(0), 3, 4)
    assert np.max(np.abs(powers / [1, 10, 100, 1000] - 1)) < 100 * float(unit(number))
    ratios = np.geomspace(number(1), 1000, 4)
    assert np.max(np.abs(ratios / [1, 10, 100, 1000] - 1)) < 100 * float(unit(number)) and ratios[-1] == 1000
    check(lambda a: np.geomspace(a[0], a[1], 5, endpoint=False), np.array([-1.0, -1000.0]))
    check(lambda a: np.logspace(a[:2], a[2:4], 5, base=2.0), X)
    for ends in ((number(0), 1), (number(-1), 1)):
        with pytest.raises(ValueError):
            np.geomspace(*ends)


def test_limits(number):
    limits = ff.finfo(number)
    assert limits.dtype is number and limits == limits and ff.finfo(number(1)).eps == ff.finfo(number([1])).eps == limits.eps
    assert exact(limits.epsneg) == unit(number) and limits.eps == 2 * limits.epsneg and limits.bits == 8 * ff.array([1], number).itemsize
    assert np.isfinite(limits.max) and limits.min == -limits.max and np.isinf(limits.max + limits.max * limits.eps)
    full = number(1) + limits.eps
    assert full * limits.tiny / limits.tiny == full and number(1) + number(10) ** -limits.precision != 1
    with pytest.raises(TypeError, match="finfo"):
        ff.finfo(1.0)
    with pytest.raises(ValueError, match="use floatfloat.finfo"):
        np.finfo(number)


def test_polynomials():
    check(np.poly, np.array([1.0, 2, 3]))
    check(np.polymul, np.array([0.0, 1, 2]), np.array([1.0, 1]))
    dozen = np.poly(ff.arange(1, 13, dtype=ff.DD))
    found = np.sort(np.roots(dozen).real)
    # Wilkinson's polynomial, of degree 12, of which float64 loses most digits.
    assert np.max(np.abs(found - np.arange(1, 13))) < 1e-18 and np.max(np.abs(np.roots(dozen).imag)) < 1e-18
    assert np.roots(ff.DD([0, 1, -2, 0, 0])).real.tolist() == [2, 0, 0] and np.roots(ff.DD([0.0])).size == 0


def test_blocks_and_text_files(number, tmp_path):
    x = random_numbers(number, (2, 2), 7)
    assert np.array_equal(np.block([[x, x], [np.ones((1, 2)), x[:1]]])[:2, :2], x) and np.block([[x, x]]).dtype in (number, ff.DD)
    np.savetxt(tmp_path / "x", x, delimiter=" ")
    read = ff.array(np.loadtxt(tmp_path / "x", dtype=str), number)
    assert np.array_equal(read, x)
    np.savetxt(tmp_path / "x", ff.DD([1, Fraction(-1, 3)]), fmt="%+12.5e")
    assert (tmp_path / "x").read_text() == "+1.00000e+00\n-3.33333e-01\n"
    with pytest.raises(TypeError, match="fmt"):
        np.savetxt(tmp_path / "x", x, fmt=["%d", "%d"])


def test_running_extremes(number):
    x = random_numbers(number, (3, 41), 8)
    for ufunc, extreme in ((np.maximum, max), (np.minimum, min)):
        found = ufunc.accumulate(x, axis=1)
        assert all(found[i, k] == extreme(x[i, : k + 1].tolist()) for i in range(3) for k in range(41))


def test_what_singular_values_give(pair):
    limit = 1e4 * float(unit(pair))
    for shape in ((4, 6), (6, 4), (5, 5), (3, 0)):
        a = random_numbers(pair, shape, 9)
        u, s, v = np.linalg.svd(a)
        assert u.shape == (shape[0],) * 2 and v.shape == (shape[1],) * 2
        assert np.linalg.norm(u.T @ u - np.eye(shape[0])) < limit and np.linalg.norm(v @ v.T - np.eye(shape[1])) < limit
        assert np.linalg.norm((u[:, : s.size] * s) @ v[: s.size] - a) < limit * 10
    a = random_numbers(pair, (6, 4), 10)
    p = np.linalg.pinv(a)
    assert np.linalg.norm(p @ a - np.eye(4)) < limit and np.linalg.matrix_rank(a) == 4
    a = np.concatenate([a, a[:, :1] + a[:, 1:2]], axis=1)
    assert np.linalg.matrix_rank(a) == 4 and np.linalg.norm(a @ np.linalg.pinv(a) @ a - a) < limit * 10
    for function in (np.linalg.pinv, np.linalg.matrix_rank, np.linalg.cond, lambda a: np.linalg.cond(a, -2), np.linalg.svdvals):
        check(function, S)
        check(function, A)
    for order in (2, -2, "nuc", "fro", 1, np.inf):
        check(lambda a: np.linalg.norm(a, order, axis=(0, 2), keepdims=True), S[0])
        check(lambda a: np.linalg.matrix_norm(a, ord=order), S)
    for order in (2, 1, np.inf, 3):
        check(lambda a: np.linalg.vector_norm(a, axis=(0, 1), ord=order), A)


def test_logarithms_of_determinants(number):
    check(np.linalg.slogdet, S)
    assert np.linalg.slogdet(number([[1, 1], [1, 1]])) == (0, -np.inf)
    sign, logarithm = np.linalg.slogdet(np.eye(60)[::-1] * number(1e-3))
    assert sign == np.linalg.slogdet(np.eye(60)[::-1]).sign and np.abs(logarithm / (60 * np.log(number(1e-3))) - 1) < 1e-12
    with pytest.raises(np.linalg.LinAlgError):
        np.linalg.slogdet(number([[1, np.nan], [1, 1]]))


@pytest.mark.parametrize("function", [
    np.linalg.diagonal, np.linalg.trace, np.linalg.matrix_transpose, lambda a: np.linalg.matmul(a, a), lambda a: np.linalg.vecdot(a, a, axis=0),
    lambda a: np.linalg.outer(a[0, 0, 0], a[1, 1, 1]), lambda a: np.linalg.tensordot(a[0, 0], a[0, 0]), lambda a: np.linalg.cross(a[0], a[0] + 1, axis=0),
    lambda a: np.linalg.multi_dot([a[0, 0], a[0, 1], a[1, 0]]), lambda a: np.abs(np.linalg.qr(a).R), lambda a: np.linalg.eigvalsh(a + a.swapaxes(-1, -2)),
    lambda a: np.cumulative_sum(a, axis=1, include_initial=True), lambda a: np.cumulative_prod(a[0, 0, 0], include_initial=True),
    lambda a: np.digitize(a[0, 0], [2.0, 1, 0, -1], right=True),
])
def test_other_names_and_stacks(function):
    check(function, S)
