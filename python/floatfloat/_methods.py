"""The methods of arrays that call a function of NumPy."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._elements import Elements


def _of_numpy(name: str) -> Callable[..., Any]:
    """A method that calls the function of NumPy of the same name."""

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(np, name)(self, *args, **kwargs)

    method.__name__ = name
    method.__doc__ = f"Calls ``numpy.{name}`` with the array and the arguments."
    return method


class Methods(Elements):
    """The methods of an array that call a function of NumPy."""

    __slots__ = ()

    # Reductions.

    sum = _of_numpy("sum")
    prod = _of_numpy("prod")
    mean = _of_numpy("mean")
    var = _of_numpy("var")
    std = _of_numpy("std")
    min = _of_numpy("min")
    max = _of_numpy("max")
    ptp = _of_numpy("ptp")
    argmin = _of_numpy("argmin")
    argmax = _of_numpy("argmax")
    any = _of_numpy("any")
    all = _of_numpy("all")
    cumsum = _of_numpy("cumsum")
    cumprod = _of_numpy("cumprod")
    dot = _of_numpy("dot")
    trace = _of_numpy("trace")

    # Functions of each element.

    clip = _of_numpy("clip")
    round = _of_numpy("round")
    conj = _of_numpy("conj")
    conjugate = conj

    # Sorting and searching.

    def sort(self, axis: int = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> None:
        """Sorts the array in place. NaN comes last."""
        self[...] = np.sort(self, axis=axis)

    argsort = _of_numpy("argsort")
    searchsorted = _of_numpy("searchsorted")
    nonzero = _of_numpy("nonzero")

    # Functions that move elements.

    take = _of_numpy("take")
    put = _of_numpy("put")
    compress = _of_numpy("compress")
    repeat = _of_numpy("repeat")
    diagonal = _of_numpy("diagonal")
    ravel = _of_numpy("ravel")
    swapaxes = _of_numpy("swapaxes")
    squeeze = _of_numpy("squeeze")

    def flatten(self, order: str = "C") -> Any:
        """A copy with one axis."""
        return self.ravel(order=order).copy()

    def resize(self, *shape: Any, **_: Any) -> None:
        """Not available: use ``np.resize``."""
        raise TypeError("arrays of floatfloat cannot be resized in place; use np.resize")
