"""Sums of ordinary arrays: exact, the same in any order, and fast."""

from __future__ import annotations

import math
import multiprocessing
import pickle
import threading
from fractions import Fraction

import numpy as np
import pytest
from conftest import random_numbers, unit
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import floatfloat as ff

WILD = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300)


@given(x=hnp.arrays(np.float64, st.integers(0, 50), elements=WILD))
def test_exact_sums_are_those_of_fsum(x):
    wanted = math.fsum(x)
    assert ff.sum(x) == wanted and type(ff.sum(x)) is np.float64
    assert ff.sum(x[::-1]) == wanted and ff.sum(np.sort(x), method="reproducible") == wanted
    total = sum(map(Fraction, x.tolist()), Fraction(0))
    assert abs(Fraction(*ff.sum(x, dtype=ff.DD).as_integer_ratio()) - total) <= abs(total) * Fraction(1, 2**106)


@given(data=st.data(), n=st.integers(0, 30))
def test_exact_dots(data, n):
    x, y = (data.draw(hnp.arrays(np.float64, n, elements=st.floats(-1e100, 1e100, allow_subnormal=False))) for _ in range(2))
    total = sum((Fraction(p) * Fraction(q) for p, q in zip(x.tolist(), y.tolist())), Fraction(0))
    assert ff.dot(x, y) == float(total) and ff.dot(y[::-1], x[::-1]) == float(total)


@pytest.mark.parametrize("word", [np.float32, np.float64])
def test_fast_sums_are_as_good_as_twice_the_precision(word):
    x = np.random.default_rng(1).standard_normal(10_000).astype(word)
    exact = sum(map(Fraction, x.tolist()), Fraction(0))
    u = Fraction(1, 2 ** (53 if word == np.float64 else 24))
    size = sum(abs(Fraction(v)) for v in x.tolist())
    gamma = 10_000 * u / (1 - 10_000 * u)
    found = ff.sum(x, method="fast")
    assert type(found) is word
    assert abs(Fraction(float(found)) - exact) <= u * abs(exact) + gamma**2 * size
    squares = sum((Fraction(v) ** 2 for v in x.tolist()), Fraction(0))
    assert abs(Fraction(float(ff.dot(x, x, method="fast"))) - squares) <= 3 * u * squares
    assert abs(float(ff.norm(x)) - math.sqrt(squares)) <= 2 * float(u) * math.sqrt(squares)
    assert abs(float(ff.norm(x, method="fast")) - math.sqrt(squares)) <= 2 * float(u) * math.sqrt(squares)


def test_axes_types_and_double_words(number):
    x = np.arange(24.0).reshape(2, 3, 4)
    for axis in (None, 0, 1, -1, (0, 2)):
        for method in ("exact", "fast", "reproducible"):
            assert np.array_equal(ff.sum(x, axis, method=method), x.sum(axis))
    ours = random_numbers(number, 1000, 3)
    for method in ("exact", "fast"):
        assert type(ff.sum(ours, method=method)) is number
        assert abs(ff.sum(ours, method=method) - np.sum(ours)) <= 2000 * float(unit(number)) * np.sum(np.abs(ours))
    assert isinstance(ff.sum(x, 0, dtype=number), type(ours)) and type(ff.dot(ours, ours)) is number
    assert ff.norm(ff.DD([3, 4])) == 5 and ff.norm([1e300, 1e300]) == pytest.approx(math.sqrt(2) * 1e300, rel=1e-15)


def test_special_values():
    assert math.isnan(ff.sum([1.0, np.nan])) and ff.sum([np.inf, 1]) == np.inf and math.isnan(ff.sum([np.inf, -np.inf]))
    assert ff.sum(np.array([])) == 0 and ff.norm([np.inf]) == np.inf and ff.norm([]) == 0 and math.isnan(ff.norm([np.nan]))


@given(x=hnp.arrays(np.float64, st.integers(0, 40), elements=WILD), cuts=st.lists(st.integers(0, 40), max_size=4), seed=st.integers(0, 99))
def test_sums_of_parts_have_the_bits_of_the_whole(x, cuts, seed):
    parts = np.split(np.random.default_rng(seed).permutation(x), sorted(cuts))
    sums = [pickle.loads(pickle.dumps(ff.ReproducibleSum(part))) for part in parts]
    whole = ff.ReproducibleSum(x)
    assert ff.merged(sums) == whole and float(ff.merged(sums)) == ff.sum(x)
    assert ff.merged(sums).to_bytes() == whole.to_bytes()


def test_what_a_sum_takes(number):
    total = ff.ReproducibleSum()
    total += 1
    total += number("0.5")
    total += np.float32(0.25)
    total += ff.array([0.125], number)
    total.add_products(ff.array([2.0], number), [4.0])
    assert float(total) == 9.875 and total.to(number) == 9.875 and type(total.to(np.float32)) is np.float32
    total.add(total)
    assert float(total) == 19.75 and repr(total) == "<ReproducibleSum, about 19.75>"
    for junk in (1j, "a", object(), np.array([1], "M8[s]")):
        with pytest.raises(TypeError):
            total.add(junk)
    with pytest.raises(ValueError, match="bytes"):
        ff._sums._from_bytes(b"abc")
    with pytest.raises(ValueError):
        total.add_products([1.0], [1.0, 2.0])
    with pytest.raises(TypeError):
        total.to(np.int64)


def test_wrong_arguments():
    for call in (lambda: ff.sum([1.0], method="best"), lambda: ff.dot([1.0], [1.0, 2.0])):
        with pytest.raises(ValueError):
            call()
    for junk in (["a"], [1j], [object()]):
        with pytest.raises(TypeError, match="must be floats, integers|neither an integer nor a float"):
            ff.sum(junk)


def test_strides_and_byte_orders():
    x = np.random.default_rng(2).standard_normal((50, 60))
    for view in (x[::2, ::-3], x.T, x.astype(">f8"), np.broadcast_to(x[0], (7, 60))):
        assert ff.sum(view) == math.fsum(view.ravel().tolist())


def _in_another_process(x):
    return ff.ReproducibleSum(x), np.exp(x).sum(), ff.DD(x).sum(), float(np.sum(ff.DD(np.ones(100_000))))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(method):
    """Children have threads of their own, although the parent had some before."""
    assert np.sum(ff.DD(np.ones(100_000)) + 1) == 200_000
    x = np.random.default_rng(3).standard_normal(1000)
    with multiprocessing.get_context(method).Pool(2) as pool:
        results = pool.map_async(_in_another_process, np.split(x, 4)).get(60)
    assert ff.merged(part for part, *_ in results) == ff.ReproducibleSum(x)
    assert [row[2] for row in results] == [ff.DD(part).sum() for part in np.split(x, 4)]


def test_threads():
    x = random_numbers(ff.DD, 70_000, 5)
    wanted = (x.sum(), np.exp(x[:100]).sum(), x @ x)
    results = []
    threads = [threading.Thread(target=lambda: results.append((x.sum(), np.exp(x[:100]).sum(), x @ x))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [wanted] * 8


def test_bits_do_not_depend_on_the_number_of_threads():
    x = random_numbers(ff.DD, 100_000, 6)
    before = ff.get_num_threads()
    sums = []
    for count in (1, 2, 3):
        ff.set_num_threads(count)
        assert ff.get_num_threads() == count
        sums.append((x.sum(), x.dot(x), ff.sum(x)))
    ff.set_num_threads(before)
    assert sums[0] == sums[1] == sums[2]
    with pytest.raises(ValueError):
        ff.set_num_threads(0)


def test_integers_of_any_size_enter_exactly():
    big = 2**53
    x = np.array([big + 1, -big])
    assert ff.sum(x) == 1.0 and type(ff.sum(x)) is np.float64
    assert ff.sum(x.astype(np.uint64)[:1], dtype=ff.DD) == ff.DD(big + 1)
    limits = np.array([np.iinfo(np.int64).min, np.iinfo(np.int64).max, 1])
    assert ff.sum(limits) == 0.0
    assert ff.sum(np.array([2**64 - 1, 1], np.uint64), dtype=ff.DD) == ff.DD(2**64)
    assert ff.sum([2**100 + 1, -(2**100)]) == 1.0
    assert ff.sum([big + 1, 0.5, -big]) == 1.5
    assert float(ff.ReproducibleSum([2**62 + 1, -(2**62)])) == 1.0
    assert ff.dot([big + 1, big], [1, -1]) == 1.0
    assert ff.dot([2**70 + 1], [2**70 - 1], dtype=ff.QD) == ff.QD(2**140 - 1)
    assert ff.norm(np.array([3 * 2**60, 4 * 2**60])) == 5.0 * 2**60
    assert ff.sum(np.array([[big + 1, 1], [-big, 2]]), axis=0).tolist() == [1.0, 3.0]
    assert ff.sum(np.array([], np.int64)) == 0.0


@given(x=hnp.arrays(np.int64, st.integers(0, 30)))
def test_sums_of_long_integers_are_those_of_python(x):
    assert ff.sum(x, dtype=ff.QD) == ff.QD(sum(int(v) for v in x))
    assert ff.dot(x, x[::-1], dtype=ff.QD) == ff.QD(sum(int(v) * int(w) for v, w in zip(x, x[::-1])))


@pytest.mark.parametrize("x, message", [
    (np.ma.masked_array([1.0, 2.0], [False, True]), "compressed"),
    ([1, None], "index 1 is None"),
    (np.array([[1, 2], [3, "x"]], object), r"index \(1, 1\) is 'x'"),
    ([2**300], "more than 212 bits"),
    ([1j], "complex128"),
])
def test_what_is_no_number_is_refused(x, message):
    with pytest.raises((TypeError, ValueError), match=message):
        ff.sum(x)
    with pytest.raises((TypeError, ValueError), match=message):
        ff.dot(x, x)
    with pytest.raises((TypeError, ValueError), match=message):
        ff.ReproducibleSum(x)
