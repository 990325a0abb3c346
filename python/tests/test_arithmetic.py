"""Errors of operators and functions against exact fractions and mpmath, with the bounds that the library states."""

from __future__ import annotations

import operator
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from conftest import WORDS as KINDS
from conftest import exact, random_numbers, unit, word
from hypothesis import given
from hypothesis import strategies as st

import floatfloat as ff

#: In uⁿ of two, three and four words: those of the operators in book/operations.md.
BOUNDS = {"add": (2, 8, 16), "subtract": (2, 8, 16), "multiply": (5, 25, 65), "divide": (10, 72, 310)}
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
    assert abs(found - wanted) <= BOUNDS[name][0] * unit(ff.DD) * abs(wanted)


@pytest.mark.parametrize("name", BOUNDS)
def test_operators_of_arrays(name, number):
    x, y = random_numbers(number, 500, 1), random_numbers(number, 500, 2)
    found = getattr(np, name)(x, y)
    for p, q, z in zip(x, y, found):
        wanted = {
            "add": exact(p) + exact(q), "subtract": exact(p) - exact(q),
            "multiply": exact(p) * exact(q), "divide": exact(p) / exact(q),
        }[name]
        assert abs(exact(z) - wanted) <= BOUNDS[name][KINDS[number][0] - 2] * unit(number) * abs(wanted)


#: A domain, and the bounds of book/operations.md in u³ and u⁴ of three and four words; None where they have no such
#: function. Those in u² are at most LARGEST_BOUND.
FUNCTIONS = {
    "exp": (-20, 20, (12, 23)), "exp2": (-20, 20, (13, 26)), "expm1": (-20, 20, (100, 180)),
    "log": (0.01, 100, (100, 350)), "log2": (0.01, 100, (190, 640)), "log10": (0.01, 100, (130, 420)),
    "log1p": (-0.9, 100, (100, 350)), "sin": (-30, 30, (70, 180)), "cos": (-30, 30, (70, 180)),
    "tan": (-30, 30, (220, 680)), "arcsin": (-1, 1, (190, 600)), "arccos": (-1, 1, (190, 600)),
    "arctan": (-50, 50, (140, 440)), "sinh": (-20, 20, (150, 360)), "cosh": (-20, 20, (60, 200)),
    "tanh": (-20, 20, (180, 500)), "arcsinh": (-50, 50, (260, 910)), "arccosh": (1, 50, (160, 530)),
    "arctanh": (-0.99, 0.99, (180, 670)), "sqrt": (0, 100, (24, 115)), "cbrt": (-100, 100, (28, 65)),
    "exp10": (-10, 10, (13, 26)), "erf": (-5, 5, None), "erfc": (-5, 5, None),
}
MPMATH = {
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
    "cbrt": "cbrt", "log10": "log10",
}
LARGEST_BOUND = 20


def reference(name, x):
    if name in ("exp2", "exp10"):
        return mpmath.mpf(int(name[3:])) ** x
    if name == "log2":
        return mpmath.log(x, 2)
    if name == "cbrt":
        return mpmath.sign(x) * mpmath.cbrt(abs(x))
    return getattr(mpmath, MPMATH.get(name) or name)(x)


def bound_of(number, bounds):
    """The bound of a function of a type."""
    count = KINDS[number][0]
    return (LARGEST_BOUND if count == 2 else bounds[count - 3]) * unit(number)


def as_mpf(x):
    value = exact(x)
    return mpmath.mpf(value.numerator) / value.denominator


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name, number):
    least, most, bounds = FUNCTIONS[name]
    random = np.random.default_rng(3)
    x = ff.array(random.uniform(least, most, 40), number) * ff.array(1 - random.uniform(0, 1e-6, 40), number)
    function = getattr(np, name, None) or getattr(ff, name)
    if bounds is None and KINDS[number][0] > 2:
        with pytest.raises(TypeError, match="numbers of two words, DD and FF: convert"):
            function(x)
        return
    found = function(x)
    assert type(found) is type(x)
    bound = bound_of(number, bounds)
    with mpmath.workdps(150):
        for p, z in zip(x, found):
            value = reference(name, as_mpf(p))
            assert abs(as_mpf(z) - value) <= mpmath.mpf(bound.numerator) / bound.denominator * abs(value), (name, p)


@pytest.mark.parametrize("name, bounds", [("arctan2", (140, 440)), ("hypot", (41, 156)), ("power", (173000, 563000))])
def test_functions_of_two(name, bounds, number):
    x, y = np.abs(random_numbers(number, 40, 4)), random_numbers(number, 40, 5)
    found = getattr(np, name)(x, y)
    of = {"arctan2": mpmath.atan2, "hypot": mpmath.hypot, "power": mpmath.power}[name]
    bound = bound_of(number, bounds)
    with mpmath.workdps(150):
        for p, q, z in zip(x, y, found):
            value = of(as_mpf(p), as_mpf(q))
            assert abs(as_mpf(z) - value) <= mpmath.mpf(bound.numerator) / bound.denominator * abs(value)


def test_special_values_are_those_of_numpy(number):
    special = np.array([0.0, -0.0, 1.0, -1.0, 2.5, np.inf, -np.inf, np.nan])
    with np.errstate(all="ignore"):
        for name in ("exp", "log", "sqrt", "sin", "arctan", "tanh", "floor", "rint", "sign", "absolute", "log1p", "cbrt"):
            wanted = getattr(np, name)(special.astype(word(number)))
            found = getattr(np, name)(ff.array(special, number)).hi
            assert np.array_equal(np.isnan(found), np.isnan(wanted)), name
            assert np.array_equal(np.isinf(found), np.isinf(wanted)), name
            assert np.array_equal(np.signbit(found[~np.isnan(found)]), np.signbit(wanted[~np.isnan(wanted)])), name
        x, y = np.meshgrid(special, special)
        for name in ("add", "subtract", "multiply", "divide", "maximum", "minimum", "fmax", "fmin", "remainder", "fmod", "floor_divide"):
            wanted = getattr(np, name)(x, y)
            found = getattr(np, name)(ff.array(x, number), ff.array(y, number)).hi
            assert np.array_equal(found, wanted.astype(found.dtype), equal_nan=True), name


def test_low_parts_of_special_values_are_zero(number):
    x = ff.array([np.inf, -np.inf, np.nan], number)
    for lower in zip(x.parts[1:], (x + 1).parts[1:], np.exp(x).parts[1:]):
        assert not np.any(lower)


def test_remainders_are_rounded_once(number):
    x, y = random_numbers(number, 200, 6, 0, 12), random_numbers(number, 200, 7)
    for p, q, r in zip(x, y, np.fmod(x, y)):
        quotient = int(exact(p) / exact(q))
        wanted = exact(p) - quotient * exact(q)
        assert abs(exact(r) - wanted) <= unit(number) * abs(wanted)
    assert np.all(np.sign(np.remainder(x, y)) * np.sign(y) >= 0)
    whole, rest = np.divmod(x, y)
    assert np.all(whole == np.floor(whole)) and np.all(rest == np.remainder(x, y))
    for p, q, w, r in zip(x, y, whole, rest):
        assert exact(w) == exact(p) // exact(q)
        wanted = exact(p) % exact(q)
        assert abs(exact(r) - wanted) <= unit(number) * abs(wanted)


def test_quotients_are_those_of_exact_numbers(number):
    for x, y in (("0.3", "0.1"), ("4.68e-6", "6e-8"), ("-0.3", "0.1"), ("0.3", "-0.1")):
        x, y = number(x), number(y)
        assert exact(x // y) == exact(x) // exact(y)
    for x, y in ((-1.0, np.inf), (1.0, -np.inf), (-1.0, -3.0), (-0.0, 3.0), (0.0, -3.0), (7.0, -2.0)):
        wanted = divmod(x, y)
        found = [float(part) for part in divmod(number(x), number(y))]
        assert found == list(wanted) and np.array_equal(np.signbit(found), np.signbit(wanted)), (x, y)


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
    # Of more words the last may be much smaller than the precision that operations have.
    assert 0 < exact(above[0]) - 1 < unit(number) * 4


def test_powers_of_python_numbers(number):
    x = random_numbers(number, 30, 9)
    assert np.all(x**2 == x * x) and np.all(np.abs(x) ** 0.5 == np.sqrt(np.abs(x)))
    assert np.all(2**x == np.power(number(2), x))
    third = number(1) / 3
    assert abs(exact(third**3) - exact(third) ** 3) <= bound_of(number, (173000, 563000)) * exact(third) ** 3
    assert exact(third) != Fraction(1, 3)


def test_short_and_long_arrays_compare_alike(number):
    u = float(unit(number))
    for size in (1, 10, 256, 257, 1000):
        x = random_numbers(number, size, size)
        y = x.copy()
        y[::3] += np.abs(x[::3]) * (4 * u)
        y[1::3] -= np.abs(x[1::3]) * (4 * u)
        for operation in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne):
            wanted = [operation(exact(a), exact(b)) for a, b in zip(x, y)]
            assert operation(x, y).tolist() == wanted
            assert operation(x, y[0]).tolist() == [operation(exact(a), exact(y[0])) for a in x]
            assert operation(x[::-1], y[::-1]).tolist() == wanted[::-1]
    nan = ff.array([np.nan, 1.0], number)
    assert not (nan == nan)[0] and (nan != nan)[0] and not (nan <= nan)[0] and not (nan > 0)[0]


def test_changes_in_place_are_those_of_new_arrays(number):
    x, y = random_numbers(number, 10, 1), random_numbers(number, 10, 2)
    for operation, in_place in ((operator.add, operator.iadd), (operator.sub, operator.isub), (operator.mul, operator.imul), (operator.truediv, operator.itruediv)):
        for other in (y, y[0], 3, 0.5, np.float32(2), y[::-1]):
            changed = x.copy()
            view = changed[:]
            assert in_place(changed, other) is changed and np.array_equal(changed, operation(x, other)) and np.array_equal(view, changed)
    with pytest.raises(ValueError):
        x += random_numbers(number, (2, 10), 3)
    with pytest.raises(ValueError, match="read-only"):
        frozen = np.broadcast_to(x[:1], (10,))
        frozen += 1
