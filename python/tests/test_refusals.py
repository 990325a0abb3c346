"""Nothing loses lower words silently, and bad input is an exception of Python that says what to do."""

from __future__ import annotations

import copy
import inspect
import math
import pickle
import pydoc

import numpy as np
import pytest
from conftest import word

import floatfloat as ff

X = ff.DD(["0.1", "0.2"])


@pytest.mark.parametrize("convert", [
    np.asarray, np.array, np.asanyarray, lambda x: np.array(x, dtype=float), lambda x: np.array([x, x]),
    lambda x: np.array([*x]), lambda x: np.array([*x], dtype=float), lambda x: np.testing.assert_allclose(x, x),
    lambda x: np.testing.assert_array_equal(x, x), lambda x: np.testing.assert_array_almost_equal(x, x), np.float64,
    lambda x: np.zeros(2).__setitem__(slice(None), x), lambda x: np.copyto(np.zeros(2), x), lambda x: np.put(np.zeros(2), [0], x),
    lambda x: np.add(np.ones(2), np.ones(2), out=x), lambda x: np.full(3, x[0]),
])
def test_low_parts_are_never_lost_silently(convert):
    with pytest.raises(TypeError):
        convert(X)


@pytest.mark.parametrize("make", [
    lambda dtype: np.sum(np.ones(3), dtype=dtype), lambda dtype: np.array([0.1], dtype=dtype), lambda dtype: np.ones(2, dtype),
    lambda dtype: np.zeros(2, dtype=dtype), lambda dtype: np.ones(2).astype(dtype), np.dtype, lambda dtype: np.asarray([0.1], dtype),
    lambda dtype: np.full(2, 0.1, dtype), lambda dtype: np.mean(np.ones(2), dtype=dtype), lambda dtype: np.empty(2, dtype),
])
def test_types_of_ours_are_no_dtypes_of_numpy(make, number):
    with pytest.raises(TypeError, match=rf"floatfloat.array\(x, dtype={number.__name__}\)"):
        make(number)


def test_the_dtype_of_a_number_is_its_type_and_types_can_be_inspected(number):
    assert number(1).dtype is number and ff.array([1], dtype=number).dtype is number
    assert "_parse" in dict(inspect.getmembers(number)) and pydoc.render_doc(number)
    copied = copy.deepcopy(number("0.1"))
    assert copied == number("0.1") and pickle.loads(pickle.dumps(copied)) == copied


def test_dask_and_pandas_hold_numbers_of_ours(number):
    numbers = np.empty(2, object)
    numbers[0], numbers[1] = number("0.1"), number("0.2")
    da = pytest.importorskip("dask.array")
    assert da.from_array(numbers, chunks=1).compute()[0] == number("0.1")
    pd = pytest.importorskip("pandas")
    series = pd.Series(numbers)
    assert series[1] == number("0.2") and (series + series)[0] == number("0.1") * 2
    assert pd.DataFrame({"x": series})["x"].max() == number("0.2")


def test_a_number_is_not_stored_in_an_array_of_floats(number):
    x, z = number("0.1"), np.zeros(3)
    for store in (lambda: z.__setitem__(slice(1, 3), x), lambda: z.__setitem__([0, 1], x)):
        with pytest.raises(TypeError, match="all words but the first would be lost"):
            store()
    with pytest.raises(TypeError, match=rf"Make the array with floatfloat.{number.__name__}\(...\), or store float"):
        z[0] = x
    with pytest.raises(TypeError, match="would be lost"):
        np.zeros((2, 2))[1, 1] = x
    # What rounds on purpose, and what keeps all digits.
    z[0] = float(x)
    z[1:] = [float(x)] * 2
    kept, objects, table, array = [0], np.zeros(1, object), {}, ff.array([0.0], number)
    kept[0] = objects[0] = table["x"] = array[0] = x
    assert np.all(z == float(x)) and kept[0] is x and objects[0] is x and array[0] == x


@pytest.mark.parametrize("function", [
    np.fft.fft, np.linalg.tensorinv, np.polyadd, np.unwrap, np.i0, np.sinc, np.lexsort, np.histogram2d,
    np.apply_along_axis, np.piecewise, np.bitwise_and, np.logaddexp2, np.invert,
])
def test_what_is_not_there_says_what_to_do(function):
    arguments = {
        np.histogram2d: (X, X), np.polyadd: (X, X), np.apply_along_axis: (np.sum, 0, X), np.piecewise: (X, [X > 0], [1.0]),
        np.bitwise_and: (X, X), np.logaddexp2: (X, X),
    }
    with pytest.raises(TypeError, match="not available for arrays of floatfloat: "):
        function(*arguments.get(function, (X,)))


def test_methods_of_ufuncs_that_are_not_there():
    for call in (lambda: np.add.at(np.zeros(3), [0], X[0]), lambda: np.divide.reduceat(X, [0]), lambda: np.divide.reduce(X), lambda: np.exp(X, extra=1)):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("junk", [
    np.array([object()], dtype=object), np.array(["a", "b"]), np.array([1j]), np.array([1], "M8[s]"), np.zeros(2, "V8"), [1, [2, 3]],
    [[1, 2], [3]], [None], "abc", object(), {1: 2}, [b"\xff"], np.zeros(1, [("hi", "f8"), ("lo", "f4")]), np.zeros(1, [("a", "f8")]), 1j,
])
def test_junk_is_refused(number, junk):
    with pytest.raises((TypeError, ValueError)):
        ff.array(junk, number)
    if isinstance(junk, complex) or isinstance(junk, np.ndarray) and junk.dtype.kind == "c":
        assert isinstance(X + junk, ff.ComplexArray)
        return
    with pytest.raises((TypeError, ValueError)):
        X + junk if not isinstance(junk, str) else ff.array(junk)


def test_arrays_of_every_layout(number):
    of = word(number)
    plain = np.arange(12, dtype=of).reshape(3, 4)
    unaligned = np.frombuffer(b"\0" + plain.tobytes(), dtype=np.uint8)[1:].view(of).reshape(3, 4)
    read_only = plain.copy()
    read_only.flags.writeable = False
    layouts = [plain.astype(plain.dtype.newbyteorder(">")), np.asfortranarray(plain), plain[::-1, ::-1][::-1, ::-1], read_only, unaligned, plain.astype(object)]
    for layout in layouts:
        x = ff.array(layout, number)
        assert np.all(x == plain) and np.all(x + layout == 2 * plain) and np.all(np.exp(x) == np.exp(ff.array(plain, number)))
        assert ff.sum(x) == plain.sum()
        if layout.dtype != object:
            assert ff.sum(layout) == plain.sum() and ff.dot(layout, layout) == (plain * plain).sum()


def test_integers_of_64_bits_are_kept():
    for dtype in (np.int64, np.uint64):
        limits = np.iinfo(dtype)
        values = [limits.min, limits.max, limits.max - 1, 2**53 + 1, 0, 1]
        x = ff.array(np.array(values, dtype))
        assert [int(v) for v in x] == values
        assert [int(v) for v in x.astype(dtype)] == values
    assert [int(v) for v in ff.FF(np.array([2**31 - 1, -(2**31)], np.int32))] == [2**31 - 1, -(2**31)]
    with pytest.raises(OverflowError):
        ff.DD([1e30]).astype(np.int64)


def test_mixed_lists_keep_every_digit():
    x = ff.array([2**60 + 1, 0.5, "0.1", ff.DD(1) / 3])
    assert int(x[0]) == 2**60 + 1 and x[2] == ff.DD("0.1") and x[3] == ff.DD(1) / 3


def test_long_doubles_keep_their_bits():
    x = np.longdouble(1) / 3
    if np.finfo(np.longdouble).nmant > 52:
        assert ff.DD(x).lo != 0 and ff.array(np.array([x])).astype(np.longdouble)[0] == x
    assert math.isinf(ff.array(np.array([np.longdouble("inf")]))[0].hi)


def test_parts_are_normalised_and_checked():
    x = ff.from_parts([1.0, 1e-20, np.inf], [1e-20, 1.0, 1.0])
    assert x[0] == x[1] and x.lo[2] == 0
    y = ff.from_parts([1e-40, 1.0], [1.0, 1e-40], 1e-20, dtype=ff.QD)
    assert y[0] == y[1] == ff.QD(1, 1e-20, 1e-40) and ff.from_parts(1.0, 0.0, [0.0, 1.0]).dtype is ff.TD
    with pytest.raises(TypeError, match="DD has 2 words; 3 parts"):
        ff.from_parts([1.0], [0.0], [0.0], dtype=ff.DD)
    with pytest.raises(TypeError, match="two, three or four parts, not 1"):
        ff.from_parts([1.0])
    with pytest.raises(AttributeError, match="more than two words: x.parts"):
        y.lo
    with pytest.raises(ValueError):
        ff.from_parts([0.1], [0.0], dtype=ff.FF)
    with pytest.raises(TypeError):
        ff.from_parts([1j], [0.0])
    with pytest.raises(ValueError):
        ff.from_parts([1.0, 2.0], [1.0, 2.0, 3.0])
    with pytest.raises(TypeError):
        ff.from_structured(np.zeros(2))


def test_shapes_that_do_not_fit():
    x = ff.DD(np.zeros((2, 3)))
    for call in (
        lambda: x + np.zeros(2), lambda: x @ x, lambda: np.dot(x, x), lambda: x.reshape(4), lambda: x[5], lambda: x["a"],
        lambda: x.__setitem__(0, [1, 2]), lambda: np.concatenate([x, x.T]), lambda: np.sum(x, axis=7), lambda: x[X],
    ):
        with pytest.raises((ValueError, IndexError)):
            call()


def test_huge_shapes_are_refused():
    x = np.broadcast_to(ff.DD(1), (2**30, 2**25))
    assert x.shape == (2**30, 2**25)
    with pytest.raises((MemoryError, ValueError)):
        x + 1
    column = ff.DD(np.ones((2**22, 1)))
    with pytest.raises(MemoryError):
        column @ column.T


def test_empty_arrays(number):
    x = ff.array([], number)
    assert np.sum(x) == 0 and not np.signbit(np.sum(x)) and np.prod(x) == 1 and x.size == 0 and np.exp(x).shape == (0,)
    assert np.sum(ff.array(np.zeros((0, 3)), number), axis=0).shape == (3,)
    assert np.array_equal(np.sum(ff.array(np.zeros((3, 0)), number), axis=1), np.zeros(3))
    assert (ff.array(np.zeros((0, 3)), number) @ ff.array(np.zeros((3, 2)), number)).shape == (0, 2)
    assert np.all(ff.array(np.zeros((2, 0)), number) @ ff.array(np.zeros((0, 2)), number) == 0)
    with pytest.raises(ValueError):
        np.max(x)


def test_what_is_not_there_names_what_is(number):
    x = number([1.0, 2.0])
    for call, instead in [
        (lambda: np.linalg.lstsq(x[:, None], x), "floatfloat.linalg.lstsq"),
        (lambda: np.polyfit(x, x, 1, full=True), rf"for {number.__name__}; floatfloat.linalg.lstsq"),
        (lambda: np.r_[x, x], "use np.concatenate"), (lambda: np.c_[x, x], "np.column_stack"),
        (lambda: np.sum(x, where=x), "np.sum: "), (lambda: np.prod(x, where=x), "np.prod: "), (lambda: np.max(x, where=x, initial=0), "np.max: "),
    ]:
        with pytest.raises(TypeError, match=instead):
            call()
    special = pytest.importorskip("scipy.special")
    for call, instead in [(lambda: special.erf(x), "ufunc erf .* use floatfloat.erf"), (lambda: special.gammaln(x), "floatfloat.lgamma")]:
        with pytest.raises(TypeError, match=instead):
            call()
