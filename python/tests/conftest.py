"""What tests share: exact values, and the units in which errors are stated."""

from __future__ import annotations

import inspect
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

import floatfloat as ff

#: What pytest-run-parallel runs in one thread: mpmath's precision is that of the process, and so are signals, workers and
#: the files of a test.
ALONE = {"test_book", "test_dask", "test_command", "test_examples", "test_devices"}


def pytest_configure(config):
    config.addinivalue_line("markers", "thread_unsafe: runs in one thread where pytest-run-parallel runs others in several")


def pytest_collection_modifyitems(items):
    # Not doctests.
    for item in (item for item in items if isinstance(item, pytest.Function)):
        source = inspect.getsource(item.function)
        shared = any(name in source for name in ("mpmath.workdps", "signal.", "multiprocessing.", "tmp_path", "set_num_threads"))
        if shared or item.module.__name__ in ALONE:
            item.add_marker(pytest.mark.thread_unsafe)


settings.register_profile("gate", max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("gate")


#: The count and the bits of the words of each type.
WORDS = {ff.DD: (2, 53), ff.TD: (3, 53), ff.QD: (4, 53), ff.FF: (2, 24), ff.TF: (3, 24), ff.QF: (4, 24)}


@pytest.fixture(params=WORDS, ids=lambda number: number.__name__)
def number(request):
    """Each of the types."""
    return request.param


@pytest.fixture(params=[ff.DD, ff.FF], ids=["DD", "FF"])
def pair(request):
    """The types of two words, which have functions that the others have not."""
    return request.param


def word(number) -> type:
    """The word of a type."""
    return np.float64 if WORDS[number][1] == 53 else np.float32


def unit(number) -> Fraction:
    """uⁿ of a type of n words."""
    count, bits = WORDS[number]
    return Fraction(1, 2 ** (count * bits))


def exact(x) -> Fraction:
    """The value of a scalar."""
    return sum(Fraction(float(part)) for part in x.parts)


def random_numbers(number, shape, seed=0, least=-3, most=3):
    """Numbers of both signs, all of whose words are full."""
    random = np.random.default_rng(seed)
    of = word(number)
    parts = [(random.standard_normal(shape) * 2.0 ** random.integers(least, most, shape)).astype(of)]
    for _ in range(WORDS[number][0] - 1):
        parts.append((parts[-1] * random.uniform(-0.5, 0.5, shape) * np.finfo(of).eps).astype(of))
    return ff.from_parts(*parts)
