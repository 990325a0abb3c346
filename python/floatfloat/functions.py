"""Functions of single elements: those of NumPy under their NumPy names, and others that NumPy does not have.

The operands are numbers or arrays: anything that ``floatfloat.array`` takes. The result has the type that holds all
operands, and DD if all operands are Python numbers. The error bounds are those of the Rust crate. For double-doubles, a
bound of 5u² is a relative error of about 6e-32.
"""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import _core
from ._base import result
from ._convert import common_kind, parts_of
from ._kinds import DOUBLE
from ._ufuncs import NUMBERS, _compiled, of_two_words


def _function(name: str, doc: str, of_parts: Callable, count: int) -> Callable:
    def function(*operands: Any) -> Any:
        if len(operands) != count:
            raise TypeError(f"{name}() takes {count} operand{'s' * (count > 1)}, not {len(operands)}")
        kind = common_kind(operands) or DOUBLE
        parts = of_parts(*(parts_of(x, kind) for x in operands))
        return result(kind, [np.asarray(part)[()] for part in parts])

    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    function.__module__ = __name__
    return function


_OF_NUMPY = (
    "exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh "
    "sqrt cbrt degrees radians"
).split()
for _name in _OF_NUMPY:
    globals()[_name] = _function(_name, f"As ``numpy.{_name}``, in the precision of the operand.", NUMBERS[getattr(np, _name)], 1)
for _name in ("arctan2", "hypot", "power"):
    globals()[_name] = _function(_name, f"As ``numpy.{_name}``, in the precision of the operand.", NUMBERS[getattr(np, _name)], 2)
exp10 = _function("exp10", "10ˣ", _compiled(_core.exp10), 1)
for _name, _doc in {
    "sinpi": "sin πx",
    "cospi": "cos πx",
    "tanpi": "tan πx",
    "rsqrt": "1/√x",
    "erf": "The error function.",
    "erfc": "1 − erf x, without cancellation.",
    "gamma": "The gamma function.",
    "lgamma": "The logarithm of the absolute value of the gamma function.",
}.items():
    _doc += "\n\nFor numbers of two words, DD and FF; wider types raise TypeError."
    globals()[_name] = _function(_name, _doc, of_two_words(_name, _compiled(getattr(_core, _name))), 1)


def rootn(x: Any, n: int) -> Any:
    """The n-th root.

    For numbers of two words, DD and FF; wider types raise TypeError.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.rootn(ff.DD(32), 5)
    DD('2.0')
    """
    kind = common_kind([x]) or DOUBLE
    root = of_two_words("rootn", _compiled(lambda parts: _core.rootn(parts, n)))
    return result(kind, [np.asarray(part)[()] for part in root(parts_of(x, kind))])


__all__ = [*_OF_NUMPY, "arctan2", "hypot", "power", "exp10", "sinpi", "cospi", "tanpi", "rsqrt", "erf", "erfc",
           "gamma", "lgamma", "rootn"]
