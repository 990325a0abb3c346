"""Differences of neighbours, derivatives and integrals of sampled functions."""

from __future__ import annotations

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from ._convert import common_kind
from ._kinds import DOUBLE
from ._reductions import as_numbers


def diff(a, n=1, axis=-1, prepend=np._NoValue, append=np._NoValue):
    x = as_numbers(a)
    axis = normalize_axis_index(axis, x.ndim)
    pieces = [piece for piece in (prepend, x, append) if piece is not np._NoValue]
    if len(pieces) > 1:
        shape = tuple(1 if k == axis else m for k, m in enumerate(x.shape))
        pieces = [np.broadcast_to(as_numbers(p, x.dtype), shape) if not np.ndim(p) else p for p in pieces]
        x = np.concatenate(pieces, axis=axis)
    if n < 0:
        raise ValueError(f"diff: n must be at least 0, not {n}")
    for _ in range(n):
        before = [slice(None)] * x.ndim
        after = list(before)
        before[axis], after[axis] = slice(None, -1), slice(1, None)
        x = x[tuple(after)] - x[tuple(before)]
    return x


def ediff1d(ary, to_end=None, to_begin=None):
    return np.concatenate([np.ravel(x) for x in (to_begin, diff(np.ravel(ary)), to_end) if x is not None])


def trapezoid(y, x=None, dx=1.0, axis=-1):
    y = np.moveaxis(as_numbers(y), axis, -1)
    if x is None:
        widths = dx
    else:
        x = as_numbers(x)
        widths = diff(x if x.ndim == 1 else np.moveaxis(x, axis, -1))
    return np.sum((y[..., 1:] + y[..., :-1]) * widths, axis=-1) / 2


def gradient(f, *varargs, axis=None, edge_order=1):
    kind = common_kind([f, *varargs]) or DOUBLE
    f = as_numbers(f, kind.scalar)
    axes = tuple(range(f.ndim)) if axis is None else normalize_axis_tuple(axis, f.ndim)
    if len(varargs) not in (0, 1, len(axes)) or len(varargs) == 1 and np.ndim(varargs[0]) and len(axes) > 1:
        raise TypeError(f"gradient: give one spacing, or one for each of the {len(axes)} axes, not {len(varargs)}")
    if edge_order not in (1, 2):
        raise ValueError(f"gradient: edge_order must be 1 or 2, not {edge_order}")
    spacings = varargs or (1,)
    spacings = [as_numbers(h, kind.scalar) for h in (spacings * len(axes) if len(spacings) == 1 else spacings)]
    found = [_derivative(f, k, h, edge_order) for k, h in zip(axes, spacings)]
    return found[0] if len(found) == 1 else tuple(found)


def _derivative(f, axis, spacing, edge_order):
    """The derivative along an axis: at inner points from the parabola through three points."""
    y = np.moveaxis(f, axis, 0)
    if len(y) < edge_order + 1:
        raise ValueError(f"gradient: axis {axis} needs at least {edge_order + 1} elements")
    if spacing.ndim not in (0, 1) or spacing.ndim and len(spacing) != len(y):
        raise ValueError(f"gradient: the places along axis {axis} must be {len(y)} numbers in an array of one axis")
    h = diff(spacing) if spacing.ndim else np.broadcast_to(spacing, (len(y) - 1,))
    h = h.reshape((-1,) + (1,) * (y.ndim - 1))
    slope = diff(y, axis=0) / h
    found = np.zeros_like(y)
    before, after = h[:-1], h[1:]
    found[1:-1] = (slope[:-1] * after + slope[1:] * before) / (before + after)
    found[0], found[-1] = slope[0], slope[-1]
    if edge_order == 2:
        # The parabola through the three points at an end.
        found[0] += (slope[0] - slope[1]) * h[0] / (h[0] + h[1])
        found[-1] += (slope[-1] - slope[-2]) * h[-1] / (h[-1] + h[-2])
    return np.moveaxis(found, 0, axis)


TABLE = {np.diff: diff, np.ediff1d: ediff1d, np.trapezoid: trapezoid, np.gradient: gradient}
