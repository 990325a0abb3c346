"""Convolutions and correlations of long arrays, as products of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _products
from ._array import MultiWordArray
from ._exceptions import quiet
from ._reductions import as_numbers

#: The elements of one block.
_BLOCK = 128


def _direct(x: MultiWordArray, y: MultiWordArray) -> MultiWordArray:
    """The convolution by its definition. It multiplies no element by a zero that is not there."""
    full = np.zeros_like(x, shape=(x.size + y.size - 1,))
    with quiet():
        for k in range(y.size):
            full[k : k + x.size] += x * y[k]
    return full


def _by_blocks(x: MultiWordArray, y: MultiWordArray) -> MultiWordArray:
    """The convolution as products of the blocks of x with matrices that have a block of y in each row, shifted."""
    side = min(_BLOCK, y.size)
    counts = [-(-v.size // side) for v in (x, y)]
    blocks, shifted = (np.pad(v, (0, n * side - v.size)).reshape(n, side) for v, n in zip((x, y), counts))
    places = np.arange(2 * side) - np.arange(side)[:, None]
    inside = (places >= 0) & (places < side)
    full = np.zeros_like(x, shape=(sum(counts), side))
    for k, block in enumerate(shifted):
        matrix = np.where(inside, block[np.where(inside, places, 0)], as_numbers(0, x.dtype))
        products = blocks @ matrix
        full[k : k + len(blocks)] += products[:, :side]
        full[k + 1 : k + 1 + len(blocks)] += products[:, side:]
    return full.reshape(-1)[: x.size + y.size - 1]


def convolve(a: Any, v: Any, mode: str = "full") -> Any:
    x, y = _products._both(a, v)
    if not x.size or not y.size or x.ndim > 1 or y.ndim > 1:
        raise ValueError(f"convolve: operands must have one axis and be non-empty, not of shapes {x.shape} and {y.shape}")
    x, y = x.reshape(-1), y.reshape(-1)
    if y.size > x.size:
        x, y = y, x
    finite = np.isfinite(x._hi).all() and np.isfinite(y._hi).all()
    full = (_by_blocks if finite else _direct)(x, y)
    if mode == "full":
        return full
    if mode == "same":
        start = (y.size - 1) // 2
        return full[start : start + x.size]
    if mode == "valid":
        return full[y.size - 1 : x.size]
    raise ValueError(f"convolve: mode must be 'full', 'same' or 'valid', not {mode!r}")


def correlate(a: Any, v: Any, mode: str = "valid") -> Any:
    x, y = _products._both(a, v)
    # As in NumPy, the longer operand stays where it is.
    return correlate(y, x, mode)[::-1] if y.size > x.size else convolve(x, y[::-1], mode)
