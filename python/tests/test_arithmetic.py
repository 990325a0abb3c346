"""Errors of operators and functions against exact fractions and mpmath, with the bounds that the library states."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from conftest import exact, random_numbers, unit
from hypothesis import given
from hypothesis import strategies as st

import floatfloat as ff

#: In u²: those of the operators in the documentation of the crate.
BOUNDS = {"add": 2, "subtract": 2, "multiply": 5, "divide": 10}
WORDS = st.floats(min_value=1e-60, max_value=1e60) | st.floats(min_value=-1e60, max_value=-1e-60)


@pytest.mark.parametrize("name", BOUNDS)
@given(x=WORDS, y=WORDS, a=st.floats(-1e-17, 1e-17), b=st.floats(-1e-17, 1e-17))
def test_operators_of_double_doubles(name, x, y, a, b):
    x, y = ff.DD(x, x * a), ff.DD(y, y * b)
    found = exact(getattr(np, name)(x, y))
    wanted = {
        "add": lambda p, q: p + q, "subtract": lambda p, q: p - q,
        "multiply": lambda p, q: p * q, "divide": lambda p, q: p / q,
    }[name](exact(x), exact(y))
    assert abs(found - wanted) <= BOUNDS[name] * unit(ff.DD) * abs(wanted)


@pytest.mark.parametrize("name", BOUNDS)
def test_operators_of_arrays(name, number):
    x, y = random_numbers(number, 500, 1), random_numbers(number, 500, 2)
    found = getattr(np, name)(x, y)
    for p, q, z in zip(x, y, found):
        wanted = {
            "add": exact(p) + exact(q), "subtract": exact(p) - exact(q),
            "multiply": exact(p) * exact(q), "divide": exact(p) / exact(q),
        }[name]
        assert abs(exact(z) - wanted) <= BOUNDS[name] * unit(number) * abs(wanted)


#: In u²: those of book/operations.md, the largest of any function; and a domain.
FUNCTIONS = {
    "exp": (-20, 20), "exp2": (-20, 20), "expm1": (-20, 20), "log": (0.01, 100), "log2": (0.01, 100),
    "log10": (0.01, 100), "log1p": (-0.9, 100), "sin": (-30, 30), "cos": (-30, 30), "tan": (-30, 30),
    "arcsin": (-1, 1), "arccos": (-1, 1), "arctan": (-50, 50), "sinh": (-20, 20), "cosh": (-20, 20),
    "tanh": (-20, 20), "arcsinh": (-50, 50), "arccosh": (1, 50), "arctanh": (-0.99, 0.99), "sqrt": (0, 100),
    "cbrt": (-100, 100), "erf": (-5, 5), "erfc": (-5, 5),
}
MPMATH = {
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
    "cbrt": "cbrt", "exp2": None, "log2": None, "log10": "log10",
}
LARGEST_BOUND = 20


def reference(name, x):
    if name == "exp2":
        return mpmath.mpf(2) ** x
    if name == "log2":
        return mpmath.log(x, 2)
    if name == "cbrt":
        return mpmath.sign(x) * mpmath.cbrt(abs(x))
    return getattr(mpmath, MPMATH.get(name) or name)(x)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name, number):
    least, most = FUNCTIONS[name]
    random = np.random.default_rng(3)
    x = ff.array(random.uniform(least, most, 40), number) * ff.array(1 - random.uniform(0, 1e-6, 40), number)
    found = getattr(np, name)(x) if hasattr(np, name) else getattr(ff, name)(x)
    assert type(found) is type(x)
    with mpmath.workdps(80):
        for p, z in zip(x, found):
            value = reference(name, mpmath.mpf(exact(p).numerator) / exact(p).denominator)
            error = abs(mpmath.mpf(exact(z).numerator) / exact(z).denominator - value)
            bound = LARGEST_BOUND * mpmath.mpf(2) ** (-106 if number is ff.DD else -48)
            assert error <= bound * abs(value), (name, p)


@pytest.mark.parametrize("name", ["arctan2", "hypot", "power"])
def test_functions_of_two(name, number):
    x, y = np.abs(random_numbers(number, 40, 4)), random_numbers(number, 40, 5)
    found = getattr(np, name)(x, y)
    of = {"arctan2": mpmath.atan2, "hypot": mpmath.hypot, "power": mpmath.power}[name]
    with mpmath.workdps(80):
        mp = lambda v: mpmath.mpf(exact(v).numerator) / exact(v).denominator  # noqa: E731
        for p, q, z in zip(x, y, found):
            value = of(mp(p), mp(q))
            bound = LARGEST_BOUND * mpmath.mpf(2) ** (-106 if number is ff.DD else -48)
            assert abs(mp(z) - value) <= bound * abs(value)


def test_special_values_are_those_of_numpy(number):
    special = np.array([0.0, -0.0, 1.0, -1.0, 2.5, np.inf, -np.inf, np.nan])
    with np.errstate(all="ignore"):
        for name in ("exp", "log", "sqrt", "sin", "arctan", "tanh", "floor", "rint", "sign", "absolute", "log1p", "cbrt"):
            wanted = getattr(np, name)(special.astype(np.float32 if number is ff.FF else np.float64))
            found = getattr(np, name)(ff.array(special, number)).hi
            assert np.array_equal(np.isnan(found), np.isnan(wanted)), name
            assert np.array_equal(np.isinf(found), np.isinf(wanted)), name
            assert np.array_equal(np.signbit(found[~np.isnan(found)]), np.signbit(wanted[~np.isnan(wanted)])), name
        x, y = np.meshgrid(special, special)
        for name in ("add", "subtract", "multiply", "divide", "maximum", "minimum", "fmax", "fmin", "remainder", "fmod"):
            wanted = getattr(np, name)(x, y)
            found = getattr(np, name)(ff.array(x, number), ff.array(y, number)).hi
            assert np.array_equal(found, wanted.astype(found.dtype), equal_nan=True), name


def test_low_parts_of_special_values_are_zero(number):
    x = ff.array([np.inf, -np.inf, np.nan], number)
    assert not x.lo.any() and not (x + 1).lo.any() and not np.exp(x).lo.any()


def test_remainders_are_rounded_once(number):
    x, y = random_numbers(number, 200, 6, 0, 12), random_numbers(number, 200, 7)
    for p, q, r in zip(x, y, np.fmod(x, y)):
        quotient = int(exact(p) / exact(q))
        wanted = exact(p) - quotient * exact(q)
        assert abs(exact(r) - wanted) <= unit(number) * abs(wanted)
    assert np.all(np.sign(np.remainder(x, y)) * np.sign(y) >= 0)
    whole, rest = np.divmod(x, y)
    assert np.all(whole == np.floor(whole)) and np.all(rest == np.remainder(x, y))


def test_parts_of_numbers(number):
    x = random_numbers(number, 100, 8, -10, 10)
    mantissa, exponent = np.frexp(x)
    assert np.all(np.abs(mantissa) >= 0.5) and np.all(np.abs(mantissa) < 1)
    assert np.all(np.ldexp(mantissa, exponent) == x)
    fraction, whole = np.modf(x)
    assert np.all(fraction + whole == x) and np.all(np.abs(fraction) < 1) and np.all(whole == np.trunc(x))


def test_neighbours(number):
    one = ff.array([1.0], number)
    above = np.nextafter(one, number(np.inf))
    assert above[0] > 1 and np.nextafter(above, number(0))[0] == 1
    assert exact(above[0]) - 1 < unit(number) * 4


def test_powers_of_python_numbers(number):
    x = random_numbers(number, 30, 9)
    assert np.all(x**2 == x * x) and np.all(np.abs(x) ** 0.5 == np.sqrt(np.abs(x)))
    assert np.all(2**x == np.power(number(2), x))
    third = number(1) / 3
    assert abs(exact(third**3) - exact(third) ** 3) <= LARGEST_BOUND * unit(number)
    assert exact(third) != Fraction(1, 3)
