"""Sets: unique elements, unions, intersections and differences."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._array import MultiWordArray
from ._convert import common_kind
from ._kinds import DOUBLE
from ._reductions import as_numbers
from ._sorting import argsort, searchsorted, sort


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, sorted=True):
    if axis is not None:
        raise TypeError("np.unique with an axis is not available for arrays of floatfloat: leave axis out")
    x = as_numbers(ar)
    shape, x = x.shape, x.reshape(-1)
    order = argsort(x)
    ordered = x[order]
    new = np.ones(ordered.size, bool)
    same = np.equal(ordered[1:], ordered[:-1])
    if equal_nan:
        same |= np.isnan(ordered._hi[1:]) & np.isnan(ordered._hi[:-1])
    new[1:] = ~same
    results = [ordered[new]]
    if return_index:
        results.append(order[new])
    if return_inverse:
        inverse = np.empty(x.size, np.intp)
        inverse[order] = np.cumsum(new) - 1
        results.append(inverse.reshape(shape))
    if return_counts:
        results.append(np.diff(np.append(np.flatnonzero(new), x.size)))
    return results[0] if len(results) == 1 else tuple(results)


def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    common = common_kind([element, test_elements]) or DOUBLE
    x = as_numbers(element, common.scalar)
    tests = sort(as_numbers(test_elements, common.scalar).reshape(-1))
    if not tests.size:
        return np.full(x.shape, bool(invert))
    place = np.minimum(searchsorted(tests, x), tests.size - 1)
    return np.asarray(np.equal(tests[place], x) != invert)


def _two(x: Any, y: Any) -> tuple[MultiWordArray, MultiWordArray]:
    """Both operands in one type, with one axis."""
    kind = common_kind([x, y]) or DOUBLE
    return as_numbers(x, kind.scalar).reshape(-1), as_numbers(y, kind.scalar).reshape(-1)


def union1d(ar1, ar2):
    return unique(np.concatenate(_two(ar1, ar2)))


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    (x, first), (y, second) = (unique(a, return_index=True) for a in _two(ar1, ar2))
    common = x[isin(x, y)]
    if not return_indices:
        return common
    return common, first[searchsorted(x, common)], second[searchsorted(y, common)]


def setdiff1d(ar1, ar2, assume_unique=False):
    x, y = _two(ar1, ar2)
    x = x if assume_unique else unique(x)
    return x[isin(x, y, invert=True)]


def setxor1d(ar1, ar2, assume_unique=False):
    x, y = map(unique, _two(ar1, ar2))
    return sort(np.concatenate([x[isin(x, y, invert=True)], y[isin(y, x, invert=True)]]))


TABLE = {
    np.unique: unique,
    np.unique_values: lambda x: unique(x, equal_nan=False),
    np.isin: isin,
    np.union1d: union1d,
    np.intersect1d: intersect1d,
    np.setdiff1d: setdiff1d,
    np.setxor1d: setxor1d,
}
