"""Arrays behave as those of float64 do: NumPy is the model, on numbers that both hold exactly."""

from __future__ import annotations

import copy
import pickle
import warnings

import numpy as np
import pytest
from conftest import WORDS, exact, random_numbers, unit
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import floatfloat as ff

SMALL = st.integers(-8, 8).map(float)
ARRAYS = hnp.arrays(np.float64, hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4), elements=SMALL)


def has_exact_products(x):
    """Whether every product of elements is a number of float64, whatever the order: else NumPy rounds, and we need not."""
    return np.abs(x[x != 0]).prod() < 2**53


def same(found, wanted):
    """Ours and NumPy's result: shapes, types and values."""
    if isinstance(wanted, (tuple, list)):
        assert len(found) == len(wanted)
        for f, w in zip(found, wanted):
            same(f, w)
        return
    if isinstance(found, (ff.DDArray, ff.DD)):
        assert np.shape(wanted) == found.shape
        assert np.ndim(wanted) or not isinstance(wanted, np.generic) or isinstance(found, ff.DD)
        found = ff.array(found)
        assert np.array_equal(found.hi, wanted, equal_nan=True) and not any(part[np.isfinite(found.hi)].any() for part in found.parts[1:])
    else:
        assert np.array_equal(found, wanted, equal_nan=True) and np.shape(found) == np.shape(wanted)


def check(function, *arrays):
    """A function gives the same on our arrays, or fails as on NumPy's."""
    try:
        with np.errstate(all="ignore"):
            wanted = function(*arrays)
    except Exception as error:  # noqa: BLE001
        with pytest.raises(type(error)):
            function(*(ff.array(x) for x in arrays))
        return
    same(function(*(ff.array(x) for x in arrays)), wanted)


@given(data=st.data())
@pytest.mark.parametrize("name", "add subtract multiply maximum minimum fmax less equal greater_equal copysign heaviside logical_and".split())
def test_broadcasting(name, data):
    shapes = data.draw(hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=3))
    x, y = (data.draw(hnp.arrays(np.float64, shape, elements=SMALL)) for shape in shapes.input_shapes)
    check(getattr(np, name), x, y)


@pytest.mark.parametrize("name", "negative absolute square sign floor rint isnan signbit logical_not".split())
@given(x=ARRAYS)
def test_ufuncs_of_one(name, x):
    check(getattr(np, name), x)
    check(lambda x: getattr(np, name)(x.T), x)


@pytest.mark.parametrize("name", "sum prod max min mean var argmax argmin any all ptp count_nonzero median nansum".split())
@given(x=ARRAYS, data=st.data())
def test_reductions(name, x, data):
    function = getattr(np, name)
    axis = data.draw(st.none() | st.integers(-2, 2)) if x.ndim else None
    keepdims = data.draw(st.booleans())
    exact = name not in ("mean", "var", "median") or x.size in (0, 1, 2, 4, 8)
    exact = exact and (name != "prod" or has_exact_products(x))
    if exact or not x.size:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            check(lambda x: function(x, axis=axis, keepdims=keepdims), x)


@given(x=ARRAYS, data=st.data())
def test_indexing(x, data):
    index = data.draw(hnp.basic_indices(x.shape, allow_newaxis=True, allow_ellipsis=True))
    ours = ff.array(x)
    same(ours[index], x[index])
    if x.size:
        mask = x > 0
        same(ours[mask], x[mask])
        flat = np.ravel(x)
        places = data.draw(hnp.arrays(np.intp, 3, elements=st.integers(0, x.size - 1)))
        same(np.ravel(ours)[places], flat[places])
        changed, ours_changed = flat.copy(), ff.array(flat)
        changed[places] = 7
        ours_changed[places] = 7
        same(ours_changed, changed)


SHAPES = {
    "reshape": lambda x: np.reshape(x, (-1,)), "transpose": np.transpose, "ravel": np.ravel,
    "squeeze": np.squeeze, "expand_dims": lambda x: np.expand_dims(x, 0), "flip": np.flip,
    "roll": lambda x: np.roll(x, 1), "repeat": lambda x: np.repeat(x, 2), "tile": lambda x: np.tile(x, 2),
    "concatenate": lambda x: np.concatenate([x, x]), "stack": lambda x: np.stack([x, x], axis=-1),
    "vstack": lambda x: np.vstack([x, x]), "hstack": lambda x: np.hstack([x, x]), "swapaxes": lambda x: np.swapaxes(x, 0, -1),
    "tril": np.tril, "diag": np.diag, "take": lambda x: np.take(x, [0, 0]), "split": lambda x: np.array_split(x, 2),
    "atleast_2d": np.atleast_2d, "where": lambda x: np.where(x > 1, x, -x), "where1": lambda x: np.where(x),
    "clip": lambda x: np.clip(x, -2, 2), "sort": np.sort, "argsort": lambda x: np.argsort(x, kind="stable"),
    "unique": np.unique, "unique4": lambda x: np.unique(x, return_index=True, return_counts=True),
    "cumsum": np.cumsum, "cumsum0": lambda x: np.cumsum(x, axis=0), "cumprod": np.cumprod, "diff": np.diff,
    "diff2": lambda x: np.diff(x, 2, axis=0), "append": lambda x: np.append(x, 3.0), "insert": lambda x: np.insert(x, 0, 5.0),
    "delete": lambda x: np.delete(x, 0), "pad": lambda x: np.pad(x, 1), "zeros": np.zeros_like, "full": lambda x: np.full_like(x, 3),
    "broadcast": lambda x: np.broadcast_to(x, (2, *x.shape)), "select": lambda x: np.select([x > 0, x < -1], [x, x * 2], 9),
    "trace": np.trace, "outer": np.outer, "round": np.round, "nonzero": np.nonzero, "isin": lambda x: np.isin(x, x[:1]),
    "extract": lambda x: np.extract(x > 0, x), "isclose": lambda x: np.isclose(x, x + 1e-9), "compress": lambda x: np.compress([True], x, axis=0),
    "moveaxis": lambda x: np.moveaxis(x, 0, -1), "rot90": np.rot90, "triu": lambda x: np.triu(x, 1), "T": lambda x: x.T, "len": lambda x: np.array(len(x)),
    "mT": lambda x: x.mT, "flatten": lambda x: x.flatten(), "method": lambda x: x.reshape(-1).cumsum(), "nan": np.nan_to_num,
    "resize": lambda x: np.resize(x, (3,)), "putmask": lambda x: np.putmask(x, x > 0, 4.0) or x, "size": lambda x: np.array(np.size(x)),
    "tolist": lambda x: np.array([float(v) for v in np.ravel(x).tolist()]),
}


@pytest.mark.parametrize("name", SHAPES)
@given(x=ARRAYS)
def test_functions(name, x):
    function = SHAPES[name]
    if name == "cumprod":
        assume(has_exact_products(x))
    if name == "outer":
        check(lambda x: np.outer(x, x), x)
    else:
        check(function, x.copy())


@given(data=st.data())
@pytest.mark.parametrize("name", ["matmul", "dot", "inner", "vdot", "tensordot", "kron"])
def test_products(name, data):
    shape = data.draw(hnp.mutually_broadcastable_shapes(signature="(m,n),(n,p)->(m,p)", max_dims=1, max_side=3))
    x, y = (data.draw(hnp.arrays(np.float64, s, elements=SMALL)) for s in shape.input_shapes)
    function = getattr(np, name)
    check((lambda x, y: function(x, y, axes=1)) if name == "tensordot" else function, x, y)
    check(function, x[..., 0], x[..., 0]) if x.shape[-1] and name in ("dot", "inner", "vdot") and x.ndim == 2 else None


@pytest.mark.parametrize("subscripts, shapes", [
    ("ij,jk->ik", [(2, 3), (3, 4)]), ("ij,jk", [(2, 3), (3, 4)]), ("i,i->", [(3,), (3,)]), ("ij->ji", [(2, 3)]),
    ("ii->i", [(3, 3)]), ("ii", [(3, 3)]), ("bij,bjk->bik", [(2, 2, 3), (2, 3, 2)]), ("ij,j->i", [(2, 3), (3,)]),
    ("i,j->ij", [(2,), (3,)]), ("ijk,k->ij", [(2, 3, 4), (4,)]), ("ij,ij->j", [(2, 3), (2, 3)]), ("ij,jk,kl->il", [(2, 3), (3, 4), (4, 2)]),
    ("ij->", [(2, 3)]), ("ijk->kj", [(2, 3, 4)]), ("i,i,i->i", [(3,), (3,), (3,)]), ("ab,cd->abcd", [(2, 1), (1, 3)]),
])
def test_einsum(subscripts, shapes):
    random = np.random.default_rng(0)
    arrays = [random.integers(-5, 6, shape).astype(float) for shape in shapes]
    check(lambda *x: np.einsum(subscripts, *x), *arrays)


def test_einsum_refuses():
    x = ff.DD([[1, 2], [3, 4]])
    for subscripts in ("ij,jk->ik", "i->i", "ij->k", "...ijk->...", "....ij", "ij->ii"):
        with pytest.raises((ValueError, TypeError)):
            np.einsum(subscripts, x)


@given(x=hnp.arrays(np.float64, st.integers(1, 12), elements=SMALL), data=st.data())
def test_order_statistics(x, data):
    sorted_x = np.sort(x)
    values = data.draw(hnp.arrays(np.float64, 4, elements=st.floats(-10, 10)))
    side = data.draw(st.sampled_from(["left", "right"]))
    check(lambda a, v: np.searchsorted(a, v, side), sorted_x, values)
    for q in (0.0, 0.25, 0.5, 1.0):
        for method in ("lower", "higher", "nearest", "midpoint"):
            check(lambda x: np.quantile(x, q, method=method), x)
    assert np.allclose(np.quantile(ff.array(x), [0.1, 0.3]).hi, np.quantile(x, [0.1, 0.3]))
    check(np.median, x)
    edges = np.unique(x)
    if edges.size > 1:
        check(lambda x, e: np.histogram(x, bins=e), x, edges)
        check(lambda x, e: np.digitize(x, e), x, edges)
        check(lambda v, e: np.interp(v, e, e * 2), np.round(values), edges)


def test_sums_with_where_initial_and_out():
    x = np.arange(6.0).reshape(2, 3)
    mask = x > 1
    check(lambda x: np.sum(x, axis=0, where=mask, initial=2.0), x)
    check(lambda x: np.max(x, axis=1, where=mask, initial=-1.0), x)
    check(lambda x: np.mean(x, axis=1, where=mask), x)
    check(lambda x: np.add.reduce(x, axis=(0, 1), keepdims=True), x)
    check(lambda x: np.multiply.accumulate(x, axis=1), x)
    check(lambda x: np.subtract.outer(x, x), x)
    out = ff.DD(np.zeros(3))
    assert np.add.reduce(ff.DD(x), axis=0, out=out) is out and np.all(out == x.sum(axis=0))


def test_out_and_where(number):
    x = ff.array([1.0, 2.0, 3.0], number)
    out = ff.array([9.0, 9.0, 9.0], number)
    mask = np.array([True, False, True])
    assert np.add(x, 1, out=out, where=mask) is out
    assert np.all(out == [2.0, 9.0, 4.0])
    truth = np.zeros(3, bool)
    assert np.less(x, 2, out=truth) is truth and truth.tolist() == [True, False, False]
    with pytest.raises(TypeError, match="lower words"):
        np.add(x, 1, out=np.zeros(3))
    with pytest.raises(ValueError):
        np.add(x, [[1.0], [2.0]], out=out)


def test_in_place_operators_keep_the_array(number):
    x = random_numbers(number, (3, 4), 1)
    view, before, y = x[1:], x.copy(), x
    x += 1
    x *= before
    x[0] -= 2
    assert x is y and np.all(view == ((before + 1) * before)[1:])
    plain = np.ones(3)
    with pytest.raises(TypeError):
        plain += ff.DD([1, 2, 3])


def test_views_share_memory(number):
    x = random_numbers(number, (4, 4), 2)
    for view in (x.T, x[::2], x[::-1], x.reshape(16), x.ravel(), np.diagonal(x), np.broadcast_to(x, (2, 4, 4))):
        assert np.shares_memory(x, view)
    x[1, 1] = 5
    assert x.T[1, 1] == 5 and x.reshape(16)[5] == 5 and x[::-1][2, 1] == 5
    x.T[...] = 0
    assert not any(part.any() for part in x.parts)
    with pytest.raises(ValueError):
        x.hi[0] = 1


@given(data=st.data())
def test_strides_of_any_kind(data):
    x = random_numbers(ff.DD, (4, 5, 3), 3)
    index = data.draw(hnp.basic_indices(x.shape, allow_newaxis=True))
    part = x[index]
    if not isinstance(part, ff.DD):
        copied = part.copy()
        assert np.all(part * 2 == copied * 2) and np.all(np.exp(part) == np.exp(copied))
        assert np.array_equal(np.sum(part), np.sum(copied)) or part.size > 1


def test_comparisons_see_low_parts(number):
    x = number("0.1")
    above = np.nextafter(ff.array([x]), number(1))
    assert np.all(above > x) and np.all(above != x) and not np.any(above == x)
    assert np.array_equal(np.sort(ff.array([above[0], x])), ff.array([x, above[0]]))
    assert np.argmax(ff.array([x, above[0]])) == 1 and np.max(ff.array([x, above[0]])) == above[0]
    assert not np.array_equal(above, ff.array([x])) and np.searchsorted(ff.array([x]), above[0]) == 1


def test_types_of_results():
    dd, single = ff.DD([1.0, 2.0]), ff.FF([1.0, 2.0])
    for other, kind in [
        (1, ff.FF), (0.1, ff.FF), (np.float32(1), ff.FF), (np.ones(2, np.float32), ff.FF), (np.ones(2, np.int16), ff.FF),
        (np.ones(2, np.int32), ff.FF), (np.ones(2), ff.DD), (np.float64(1), ff.DD), (np.ones(2, np.int64), ff.DD), (dd, ff.DD), ([1, 2], ff.FF),
    ]:
        assert (single + other).dtype is kind and np.multiply(other, single).dtype is kind, other
        assert (dd + other).dtype is ff.DD
    assert np.concatenate([single, np.ones(2)]).dtype is ff.DD and np.where([True, False], single, dd).dtype is ff.DD


def test_types_of_more_words_mix():
    """The longer word and the larger count of words hold the numbers of both."""
    types = {(word, count): number for number, (count, word) in WORDS.items()}
    for (word, count), one in types.items():
        for (other_word, other_count), other in types.items():
            wanted = types[max(word, other_word), max(count, other_count)]
            x, y = one([1, "0.1"]), other([3, 2])
            assert (x * y).dtype is (y + x).dtype is type(x[1] - y[0]) is np.concatenate([x, y]).dtype is wanted
            assert wanted is other or not np.shares_memory(y.astype(wanted), y)
            assert np.array_equal(y.astype(wanted), y) and np.array_equal(x.astype(wanted), x)
            assert np.array_equal(x.astype(other).astype(one)[:1], x[:1])
    assert (ff.TF([1]) + np.ones(1)).dtype is ff.TD and (ff.TF([1]) + np.ones(1, np.float32)).dtype is ff.TF


def test_rounding_to_fewer_words(number):
    for target in WORDS:
        x = random_numbers(number, 50, 12)
        for p, q in zip(x, x.astype(target)):
            assert abs(exact(q) - exact(p)) <= unit(target) * abs(exact(p)) and (q == target(p))


def test_pickles_copies_and_structured_arrays(number):
    x = random_numbers(number, (2, 3), 4)
    for y in (pickle.loads(pickle.dumps(x)), copy.copy(x), copy.deepcopy(x), ff.from_structured(x.to_structured()), ff.array(x.to_structured())):
        assert type(y) is type(x) and np.array_equal(x, y) and not np.shares_memory(x, y)
    assert memoryview(x.to_structured()).nbytes == x.nbytes
    assert np.array_equal(np.from_dlpack(x.hi.copy()), x.hi)


def test_printing(number):
    assert repr(ff.DD(["0.1", "-2", "1e-30"])) == "DD([  0.1,  -2.0, 1e-30])"
    x = ff.array(np.arange(2000.0), number)
    assert "..." in repr(x) and repr(ff.array([], number)) == f"{number.__name__}([])"
    with np.printoptions(precision=3):
        assert str(ff.DD(["0.123456"])) == "[0.123]"
    with np.printoptions(threshold=5, edgeitems=1):
        assert str(x) == "[   0.0 ... 1999.0]"
    third = ff.array([1], number) / 3
    digits = {ff.DD: 32, ff.TD: 48, ff.QD: 64, ff.FF: 15, ff.TF: 22, ff.QF: 29}[number]
    assert str(third) == f"[0.{'3' * digits}]"
    with np.printoptions(floatmode="unique"):
        assert number(repr(third)[4:-2]) == third[0] and number(str(third)[1:-1]) == third[0]


def test_products_beyond_float64_are_exact():
    x = np.array([3.0, 5.0, 7.0] * 11)
    wanted = np.cumprod(x.astype(int).astype(object))
    assert wanted[-1] > 2**53
    assert [int(product) for product in np.cumprod(ff.array(x))] == wanted.tolist()
    assert int(np.prod(ff.array(x))) == wanted[-1]


@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "maximum", "divide", "hypot"])
def test_changes_at_indices(name, number):
    ufunc, random = getattr(np, name), np.random.default_rng(5)
    for size, count in ((7, 5), (5, 40), (2, 300)):
        indices = random.integers(0, size, count)
        x = random_numbers(number, size, 20)
        y = ff.array(random.uniform(0.9, 1.1, count), number) / 3 * 3
        wanted = x.copy()
        for place, value in zip(indices, y):
            wanted[place] = ufunc(wanted[place], value)
        assert ufunc.at(x, indices, y) is None
        ff.testing.assert_allclose(x, wanted, rtol=float(count * 400 * unit(number)), atol=float(count * 400 * unit(number)))
    x = random_numbers(number, (3, 4), 22)
    wanted = x.copy()
    wanted[1, 2] = ufunc(ufunc(wanted[1, 2], 2), 3)
    wanted[0, 0] = ufunc(wanted[0, 0], 5)
    ufunc.at(x, ([1, 0, 1], [2, 0, 2]), [2, 5, 3])
    assert np.array_equal(x, wanted)


def test_changes_at_indices_of_one_operand_and_refusals(number):
    x = number([1.0, 2.0, 3.0])
    np.negative.at(x, [0, 2, 2])
    assert np.array_equal(x, [-1.0, 2.0, 3.0])
    np.add.at(x, slice(None), 1)
    np.add.at(x, np.array([True, False, True]), [10, 20])
    np.add.at(x, [], [])
    assert np.array_equal(x, [10.0, 3.0, 24.0])
    with pytest.raises(TypeError, match="lower words would be lost"):
        np.add.at(np.zeros(3), [0], x[0])
    with pytest.raises(IndexError):
        np.add.at(x, [3], 1)
    with pytest.raises(TypeError):
        np.add.at(x, x, 1)


@pytest.mark.parametrize("name", ["add", "multiply", "maximum", "minimum"])
def test_reductions_of_segments(name, number):
    ufunc, plain = getattr(np, name), np.random.default_rng(6).integers(-3, 4, (8, 5)).astype(float)
    for axis, indices in ((0, [0, 3, 1, 7]), (1, [4, 0, 2]), (0, [0]), (-1, [])):
        indices = np.array(indices, int)
        wanted = ufunc.reduceat(plain, indices, axis=axis)
        found = ufunc.reduceat(number(plain), indices, axis=axis)
        assert found.dtype is number and np.array_equal(found, wanted) and found.shape == wanted.shape
    with pytest.raises(IndexError):
        ufunc.reduceat(number(plain), [8])
    with pytest.raises(TypeError):
        ufunc.reduceat(number(plain), [0.5])
