"""Polynomials: values by Horner's rule, fits by least squares, in the order of NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._complex import ComplexArray
from ._convert import common_kind
from ._convolutions import convolve
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
    if x.ndim != 1:
        raise ValueError(f"vander: x must have one axis, not {x.ndim}")
    count = x.size if N is None else N
    if not count:
        return np.zeros_like(x, shape=(x.size, 0))
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


def _trimmed(p: Any) -> Any:
    """The coefficients from the first one on that is not zero; at least one."""
    p = np.atleast_1d(as_numbers(p))
    if p.ndim > 1:
        raise ValueError(f"polymul: the coefficients must have one axis, not {p.ndim}")
    used = np.flatnonzero(p)
    return p[used[0] :] if used.size else np.zeros_like(p, shape=(1,))


def polymul(a1, a2):
    return convolve(_trimmed(a1), _trimmed(a2))


def poly(seq_of_zeros):
    """The polynomial with these zeros, or with the eigenvalues of a matrix as zeros."""
    zeros = as_numbers(seq_of_zeros)
    if zeros.ndim > 2:
        raise ValueError(f"poly: the zeros must have one axis, or a matrix two, not {zeros.ndim}")
    if zeros.ndim == 2:
        return _characteristic(zeros)
    p = np.ones_like(zeros, shape=(1,))
    for zero in np.atleast_1d(zeros):
        p = np.append(p, zero * 0) - zero * np.append(zero * 0, p)
    return p


def _characteristic(a: Any) -> Any:
    """The characteristic polynomial of a matrix: of its real eigenvalues, and of each pair of complex eigenvalues."""
    from . import linalg

    values = linalg.eigvals(a)
    p = poly(values.real[values.imag == 0])
    pairs = values.imag > 0
    for re, im in zip(values.real[pairs], values.imag[pairs]):
        p = convolve(p, np.stack([re * 0 + 1, -2 * re, re * re + im * im]))
    return p


def roots(p):
    """The roots of a polynomial, as complex numbers: the eigenvalues of its companion matrix."""
    from . import linalg

    p = as_numbers(p)
    if p.ndim != 1:
        raise ValueError(f"roots: the coefficients must have one axis, not {p.ndim}")
    used = np.flatnonzero(p)
    inner = p[used[0] : used[-1] + 1] if used.size else p[:0]
    degree = max(inner.size - 1, 0)
    companion = as_numbers(np.eye(degree, k=-1), p.dtype)
    if degree:
        companion[0] = -inner[1:] / inner[0]
    zeros = np.zeros_like(p, shape=(p.size - 1 - used[-1] if used.size else 0,))
    found = linalg.eigvals(companion)
    return ComplexArray(np.concatenate([found.real, zeros]), np.concatenate([found.imag, zeros]))


TABLE = {np.polyval: polyval, np.polyfit: polyfit, np.vander: vander, np.polymul: polymul, np.poly: poly, np.roots: roots}
