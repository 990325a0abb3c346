"""Assertions for tests. Those of ``numpy.testing`` would round to float64, and raise an error for arrays of floatfloat."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ._convert import common_kind
from ._kinds import DOUBLE
from ._reductions import as_numbers

__all__ = ["assert_allclose", "assert_array_equal"]


def _both(actual: Any, desired: Any) -> tuple[Any, Any]:
    kind = common_kind([actual, desired]) or DOUBLE
    x, y = as_numbers(actual, kind.scalar), as_numbers(desired, kind.scalar)
    shape = np.broadcast_shapes(x.shape, y.shape)
    if x.shape != shape and x.ndim or y.shape != shape and y.ndim:
        raise AssertionError(f"shapes {x.shape} and {y.shape} differ")
    return np.broadcast_to(x, shape), np.broadcast_to(y, shape)


def _report(wrong: np.ndarray, x: Any, y: Any, what: str, message: str) -> None:
    if not wrong.any():
        return
    index = tuple(int(k) for k in np.argwhere(wrong)[0])
    raise AssertionError(
        f"{what} in {int(wrong.sum())} of {wrong.size} elements, the first at {index}: {x[index]} where {y[index]} "
        f"is expected. {message}".rstrip()
    )


def assert_allclose(
    actual: Any, desired: Any, rtol: float | None = None, atol: float = 0.0, equal_nan: bool = True, err_msg: str = ""
) -> None:
    """Asserts |actual − desired| <= atol + rtol·|desired|, computed in the type of the arrays.

    By default ``rtol`` is 10 to the power 3 − d for types of d decimal digits: 1e-28 for DD (31 digits), 1e-11 for FF
    (14 digits).

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.testing.assert_allclose(ff.DD(1) / 3 * 3, 1)
    >>> ff.testing.assert_allclose(ff.DD("0.1"), 0.1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    AssertionError: not close in 1 of 1 elements, the first at (): 0.1 where 0.10000000000000000555... is expected.
    """
    x, y = _both(actual, desired)
    if rtol is None:
        rtol = 10.0 ** (3 - math.floor(x._kind.bits * math.log10(2)))
    from ._functions import _isclose

    _report(~np.asarray(_isclose(x, y, rtol, atol, equal_nan)), x, y, "not close", err_msg)


def assert_array_equal(actual: Any, desired: Any, err_msg: str = "") -> None:
    """Asserts that all elements are equal. NaN equals NaN.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.testing.assert_array_equal(ff.DD([1, 2]) + 1, [2, 3])
    """
    x, y = _both(actual, desired)
    wrong = ~(np.asarray(np.equal(x, y)) | (np.isnan(x) & np.isnan(y)))
    _report(wrong, x, y, "different", err_msg)
