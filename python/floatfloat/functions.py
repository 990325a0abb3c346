"""The functions of the library with the names of NumPy, and those that NumPy does not have.

Each takes numbers or arrays of anything that is numbers, and gives those of its operand's type, or double-doubles.
Bounds of errors are those of the library; 5u² is a relative error of about 6e-32 of double-doubles.
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
    "lgamma": "The logarithm of the magnitude of the gamma function.",
}.items():
    globals()[_name] = _function(
        _name, f"{_doc}\n\nOf numbers of two words.", of_two_words(_name, _compiled(getattr(_core, _name))), 1
    )


def rootn(x: Any, n: int) -> Any:
    """The n-th root, of numbers of two words.

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
