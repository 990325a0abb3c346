"""Conversions to floats of NumPy: rounded once."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from conftest import exact

FLOATS = [np.float16, np.float32, np.float64, np.longdouble]


def _nearest(value: Fraction, dtype: type[np.floating]) -> np.floating:
    """By comparing neighbours of a float nearby, ties to the one with an even last bit."""
    near = dtype(float(value)) if dtype is not np.longdouble else _long(value)
    neighbours = [np.nextafter(near, dtype(-np.inf)), near, np.nextafter(near, dtype(np.inf))]
    bits = np.finfo(dtype).nmant + 1

    def distance(number: np.floating) -> tuple[Fraction, bool]:
        significand = np.ldexp(np.frexp(number)[0], bits)
        return abs(Fraction(*number.as_integer_ratio()) - value), significand % 2 != 0

    return min(neighbours, key=distance)


def _long(value: Fraction) -> np.longdouble:
    first = float(value)
    return np.longdouble(first) + np.longdouble(float(value - Fraction(first)))


def _near_ties(kind: type, dtype: type[np.floating]) -> list:
    """Numbers at the middle between two floats, and beside it by less than a float of the type can tell."""
    step = kind(2.0) ** -(np.finfo(dtype).nmant + 2)
    numbers = []
    for odd in (1, 3, 5):
        middle = 1 + odd * (2 * step)
        numbers += [middle - step, middle + step, middle]
        numbers += [
            middle + sign * step + other * kind(2.0) ** -below
            for sign in (-1, 1) for other in (-1, 1) for below in (30, 40, 47, 60, 75, 90, 105, 130)
        ]
    return [sign * number for sign in (1, -1) for number in numbers]


@pytest.mark.parametrize("dtype", FLOATS)
def test_conversions_round_once(number, dtype):
    numbers = _near_ties(number, dtype)
    found = number(numbers).astype(dtype)
    assert found.dtype == dtype
    for x, y in zip(numbers, found):
        assert y == _nearest(exact(x), dtype), (x.parts, y)


def test_complex_numbers_round_once(number):
    numbers = _near_ties(number, np.float32)
    found = number(numbers).astype(np.complex64)
    assert found.dtype == np.complex64 and not found.imag.any()
    assert [float(x) for x in found.real] == [float(_nearest(exact(x), np.float32)) for x in numbers]


@pytest.mark.parametrize("dtype", FLOATS)
def test_special_values_stay(number, dtype):
    found = number([0.0, -0.0, np.inf, -np.inf, np.nan]).astype(dtype)
    assert np.array_equal(found, np.array([0.0, -0.0, np.inf, -np.inf, np.nan], dtype), equal_nan=True)
    assert np.signbit(found).tolist()[:4] == [False, True, False, True]
