"""What tests share: exact values, and the units in which errors are stated."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

import floatfloat as ff

settings.register_profile("gate", max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("gate")


@pytest.fixture(params=[ff.DD, ff.FF], ids=["DD", "FF"])
def number(request):
    """Each of the types."""
    return request.param


def unit(number) -> Fraction:
    """u² of a type."""
    return Fraction(1, 2 ** (106 if number is ff.DD else 48))


def exact(x) -> Fraction:
    """The value of a scalar."""
    return Fraction(float(x.hi)) + Fraction(float(x.lo))


def random_numbers(number, shape, seed=0, least=-3, most=3):
    """Numbers of both signs with full low parts."""
    random = np.random.default_rng(seed)
    word = np.float64 if number is ff.DD else np.float32
    hi = (random.standard_normal(shape) * 2.0 ** random.integers(least, most, shape)).astype(word)
    lo = (hi * random.uniform(-0.5, 0.5, shape) * np.finfo(word).eps).astype(word)
    return ff.from_parts(hi, lo)
