"""Every function of NumPy that the package has does with unusual arrays what NumPy does with float64."""

from __future__ import annotations

import inspect
import warnings

import numpy as np
import pytest

import floatfloat as ff
from floatfloat._functions import TABLE
from floatfloat._ufuncs import NUMBERS, TRUTHS

pytestmark = pytest.mark.thread_unsafe  # which warnings are shown is a setting of the process

ARRAYS = {
    "empty": np.zeros(0), "no rows": np.zeros((0, 3)), "no columns": np.zeros((3, 0)), "NaN": np.full(3, np.nan),
    "some NaN": np.array([[1.0, np.nan], [np.nan, np.nan]]), "no axes": np.array(2.5), "NaN without axes": np.array(np.nan),
    "reversed": np.arange(12.0)[::-2], "strided": np.arange(24.0).reshape(4, 6)[::2, ::-3] + 1, "infinite": np.array([np.inf, 1.0, -np.inf]),
    "one": np.array([3.0]), "plain": np.array([3.0, 1.0, 2.0]), "square": np.array([[2.0, 1.0], [1.0, 3.0]]), "zeros": np.array([0.0, -0.0]),
    "stack": np.arange(8.0).reshape(2, 2, 2)[:, ::-1] + 1,
}
#: What cannot be compared: text, files, memory, elements of no value, decompositions whose signs are free;
#: functions that take numbers as masks.
LEFT_OUT = """
    array2string array_repr array_str save savez savez_compressed savetxt shares_memory may_share_memory empty_like copyto einsum
    eig eigvals eigh qr svd multi_dot roots poly compress extract place putmask
""".split()
#: Where the package intends something else: an infinite neighbour that does not count makes no NaN in a quantile, NaN in a
#: matrix is an error, vectors of two elements have no cross product, the mean of no rows is no division by zero.
OTHERWISE = {
    ("quantile", "infinite"), ("percentile", "infinite"), ("nanquantile", "infinite"), ("nanpercentile", "infinite"),
    *((name, "some NaN") for name in "cholesky inv det cond slogdet svdvals matrix_rank pinv eigvalsh matrix_norm solve".split()),
    *(("cross", name) for name in ("some NaN", "strided", "square", "zeros", "stack", "infinite")),
    *((name, array) for name in ("average", "nanquantile") for array in ("empty", "no rows", "no columns")),
}
AXES = [{}, {"axis": 0}, {"axis": -1}]
OPTIONS = {
    **dict.fromkeys(
        "sum prod mean var std max min amax amin any all count_nonzero ptp nansum nanprod nanmax nanmin nanmean nanvar nanstd median "
        "nanmedian argmax argmin nanargmax nanargmin".split(),
        [*AXES, {"axis": 0, "keepdims": True}],
    ),
    **dict.fromkeys("cumsum cumprod nancumsum nancumprod sort argsort flip diff trapezoid norm average".split(), AXES),
}
ARGUMENTS = {
    "quantile": (0.5,), "nanquantile": ([0.25, 0.5],), "percentile": ([25, 50],), "nanpercentile": (50,), "reshape": (-1,), "repeat": (2,),
    "tile": (2,), "roll": (1,), "expand_dims": (0,), "swapaxes": (0, -1), "moveaxis": (0, -1), "rollaxis": (0,), "split": (1,),
    "array_split": (2,), "delete": (0,), "insert": (0, 5.0), "take": ([0],), "partition": (0,), "argpartition": (0,), "resize": ((2, 2),),
    "full_like": (2.0,), "pad": (1,), "clip": (0, 2), "matrix_power": (2,), "broadcast_to": ((3,),), "hsplit": (1,), "vsplit": (1,),
    "polyfit": (np.arange(3.0), 1),
}
SEQUENCES = "concatenate stack vstack hstack dstack column_stack block".split()


def both(name, array, number):
    """The operands of NumPy, and ours."""
    ours = ff.array(array, number)
    if name in SEQUENCES:
        return ([array, array],), ([ours, ours],)
    more = ARGUMENTS.get(name, ())
    function = NAMED[name]
    if not more and isinstance(function, np.ufunc):
        more = (array,) * (function.nin - 1)
    elif not more:
        parameters = inspect.signature(function).parameters.values()
        required = [p for p in parameters if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        more = (array,) * (len(required) - 1)
    return (array, *more), (ours, *(ours if x is array else x for x in more))


def called(function, arguments, options):
    """The result, or the class of an error; and the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found = function(*arguments, **options)
        except Exception as error:
            return type(error), set()
    return found, {str(w.message).replace("scalar ", "").rstrip(".") for w in caught}


def same(x, y):
    if isinstance(x, (tuple, list)):
        return isinstance(y, (tuple, list)) and len(x) == len(y) and all(map(same, x, y))
    if x is None or isinstance(x, type):
        return x is y or isinstance(y, type) and (issubclass(y, x) or issubclass(y, (TypeError, ValueError, IndexError)))
    if isinstance(y, type):
        return False
    y = y.to_float64() if hasattr(y, "to_float64") else y
    return np.shape(x) == np.shape(y) and np.allclose(x, y, rtol=1e-11, atol=1e-13, equal_nan=True)


#: Functions of one argument or more, by name; a function that NumPy has under two names once.
NAMED = {f.__name__: f for f in [*TABLE, *NUMBERS, *TRUTHS] if f.__name__ not in LEFT_OUT}
#: What needs singular values and eigenvalues.
OF_TWO_WORDS = "svdvals cond matrix_rank pinv eigvalsh".split()
#: Warnings of steps that we compute in another order, or not at all.
QUIET = "cov corrcoef polyfit correlate interp gradient geomspace".split()


@pytest.mark.parametrize("number", [ff.DD, ff.FF, ff.QD])
@pytest.mark.parametrize("name", sorted(NAMED))
def test_unusual_arrays_are_those_of_numpy(name, number):
    if number is ff.QD and name in OF_TWO_WORDS or number is ff.FF and name in ("nan_to_num", "spacing"):
        pytest.skip("for numbers of two words, or of float64")
    for label, array in ARRAYS.items():
        if (name, label) in OTHERWISE:
            continue
        plain, ours = both(name, array, number)
        for options in OPTIONS.get(name, [{}]):
            x, warned = called(NAMED[name], plain, options)
            y, found = called(NAMED[name], ours, options)
            assert same(x, y), (label, options, x, y)
            if name not in QUIET:
                assert warned == found, (label, options)


def test_every_function_is_compared():
    assert len(NAMED) > 190 and not set(LEFT_OUT) - {f.__name__ for f in TABLE}


def large(x):
    """Numbers near the largest ones."""
    return x * (1e38 if x.dtype is ff.FF else 5e307)


@pytest.mark.parametrize("number", [ff.DD, ff.FF, ff.QD])
@pytest.mark.parametrize(("function", "message"), [
    (lambda x: x / 0, "divide by zero encountered in divide"), (lambda x: np.log(x), "invalid value encountered in log"),
    (lambda x: np.exp(x * -1e5), "overflow encountered in exp"), (lambda x: large(x) * 100, "overflow encountered in multiply"),
    (lambda x: np.sum(x / 0 - 1), "divide by zero"), (lambda x: np.sum(large(x)), "overflow encountered in reduce"),
    (lambda x: np.cumprod(large(x)), "overflow encountered in accumulate"), (lambda x: np.sqrt(x[0]), "invalid value encountered in sqrt"),
])
def test_errstate_decides_about_exceptions(number, function, message):
    x = ff.array([-1.0, -2.0, -3.0], number)
    with np.errstate(all="raise"), pytest.raises(FloatingPointError, match=message):
        function(x)
    with pytest.warns(RuntimeWarning, match=message) as caught:
        function(x)
    assert {w.filename for w in caught} == {__file__}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("error")
        function(x)
    told = []
    with np.errstate(all="call", call=lambda what, _: told.append(what)):
        function(x)
    assert told and told[0] in message


def test_finite_results_are_no_exceptions(number):
    with np.errstate(all="raise"):
        x = ff.array([0.5, 1.0, 2.0], number)
        assert np.isfinite(x / 3 + np.exp(x) * np.log(x) - x**3).all() and np.isfinite(np.var(x))
        # NaN that is there before is no exception.
        assert np.isnan(ff.array([np.nan, 1.0], number) * 2 + 1)[0]
