"""Polynomials: values by Horner's rule, fits by least squares, in the order of NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._convert import common_kind
from ._kinds import DOUBLE
from ._reductions import as_numbers


def polyval(p: Any, x: Any) -> Any:
    kind = common_kind([p, x]) or DOUBLE
    p, x = as_numbers(p, kind.scalar), as_numbers(x, kind.scalar)
    value = np.zeros_like(x)
    for coefficient in p:
        value = value * x + coefficient
    return value if isinstance(value, type(x)) and value.ndim else as_numbers(value)[()]


def vander(x: Any, N: int | None = None, increasing: bool = False) -> Any:  # noqa: N803
    x = as_numbers(x)
    count = x.size if N is None else N
    columns = [np.ones_like(x)]
    for _ in range(count - 1):
        columns.append(columns[-1] * x)
    columns = columns[:count]
    return np.stack(columns if increasing else columns[::-1], axis=-1)


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    from . import linalg

    kind = common_kind([x, y]) or DOUBLE
    if full or cov or rcond is not None:
        raise TypeError(
            f"polyfit: rcond, full and cov are not available for {kind.scalar.__name__}; "
            "floatfloat.linalg.lstsq(np.vander(x, deg + 1), y) also returns the residual"
        )
    x, y = as_numbers(x, kind.scalar), as_numbers(y, kind.scalar)
    if x.ndim != 1 or not x.size or y.shape[:1] != x.shape or y.ndim > 2:
        raise ValueError(
            "polyfit: x must have one axis and an element, and y an element or a row for each element of x; the shapes "
            f"are {x.shape} and {y.shape}"
        )
    if deg < 0:
        raise ValueError(f"polyfit: deg must be at least 0, not {deg}")
    a = vander(x, deg + 1)
    if w is not None:
        w = as_numbers(w, kind.scalar)
        a, y = a * w[:, None], y * (w if y.ndim == 1 else w[:, None])
    # Columns of about one size: their scale would add to the condition number.
    scale = as_numbers(np.exp2(np.ceil(np.log2(np.maximum(np.max(np.abs(a), axis=0)._hi, 1e-300)))), kind.scalar)
    solution = linalg.lstsq(a / scale, y).x
    return solution / (scale if solution.ndim == 1 else scale[:, None])


TABLE = {np.polyval: polyval, np.polyfit: polyfit, np.vander: vander}
