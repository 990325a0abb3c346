"""Shorter ways to the compiled functions, for operands that need no conversion and for short arrays.

For short arrays, the general way through NumPy's protocols and all their options takes longer than the computation.
"""

from __future__ import annotations

import math
from typing import Any, Callable

import numpy as np

from . import _core
from ._base import ArrayBase, scalar_of
from ._kinds import Parts

#: The ufuncs for which there is one compiled function of all parts.
COMPILED: dict[np.ufunc, Callable[..., Any]] = {
    getattr(np, name): getattr(_core, name)
    for name in (
        "add subtract multiply divide power arctan2 hypot negative absolute sqrt square reciprocal floor ceil trunc rint "
        "degrees radians exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh "
        "arccosh arctanh cbrt"
    ).split()
}


def quick_parts(operand: Any, cls: Any) -> Parts | None:
    """The parts of an array of the class ``cls``, of a scalar of its type, or of a Python number; else None."""
    if type(operand) is cls:
        return operand._parts
    if type(operand) is float or type(operand) is int:
        operand = cls._kind.scalar(operand)
    if type(operand) is cls._kind.scalar:
        word = cls._kind.word
        return tuple(np.array(value, word) for value in operand.parts)
    return None


def quick_sum(x: Any, *options: Any) -> Any:
    """``np.sum(x)`` of a short array of one axis; None if that does not apply."""
    if options or not isinstance(x, ArrayBase):
        return None
    words = _core.sum_of_row(x._parts)
    # The longer way reports overflow.
    return scalar_of(x._kind, words) if words is not None and math.isfinite(words[0]) else None


def quick_dot(x: Any, y: Any, *options: Any) -> Any:
    """``np.dot(x, y)`` of two short arrays of one axis; None if that does not apply."""
    if options or type(x) is not type(y) or not isinstance(x, ArrayBase):
        return None
    words = _core.dot_of_row(x._parts, y._parts)
    return None if words is None else scalar_of(x._kind, words)


#: The functions of NumPy that have a shorter way, which returns None if it does not apply.
FUNCTIONS: dict[Any, Callable[..., Any]] = {np.sum: quick_sum, np.dot: quick_dot}
