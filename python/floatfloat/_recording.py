"""Recording of Python functions: a function is called once, with numbers that record the operations on them."""

from __future__ import annotations

import operator
from typing import Any, Callable, NamedTuple

import numpy as np

from ._convert import scalar
from ._kinds import DOUBLE, SCALARS

Step = tuple[str, list[int]]

_ONE = (
    "negative absolute sqrt square reciprocal floor ceil trunc rint exp exp2 expm1 log log2 log10 log1p sin cos tan "
    "arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh cbrt"
).split()
_TWO = "add subtract multiply divide power arctan2 hypot maximum minimum".split()
#: Functions for which NumPy has no ufunc.
_OWN = "rsqrt erf erfc exp10".split()


class Recording(NamedTuple):
    """Constants and steps. A step names its operands by place: operands of the function, then constants, then steps."""

    constants: list[tuple[float, float]]
    steps: list[Step]


class _Tape:
    """The constants and steps so far. The final places are known only in the end; until then a place is a pair."""

    def __init__(self) -> None:
        self.constants: list[tuple[float, float]] = []
        self.steps: list[tuple[str, list[Any]]] = []

    def constant(self, value: Any) -> Any:
        if isinstance(value, SCALARS) and len(value.parts) > 2:
            raise TypeError(
                f"a recorded function computes with DD and FF, not with {type(value).__name__}; floatfloat.DD(x) rounds to DD"
            )
        number = None if isinstance(value, (str, bytes)) else scalar(value, DOUBLE)
        if number is None:
            raise TypeError(f"a recorded function computes with numbers, not with a {type(value).__name__}")
        self.constants.append((float(number.hi), float(number.lo)))
        return ("constant", len(self.constants) - 1)

    def place(self, value: Any) -> Any:
        if isinstance(value, Number):
            if value.tape is not self:
                raise TypeError("a recorded function cannot use a recorded number of another function")
            return value.where
        return self.constant(value)

    def step(self, name: str, *operands: Any) -> Number:
        self.steps.append((name, [self.place(x) for x in operands]))
        return Number(self, ("step", len(self.steps) - 1))


def _not_recorded(function: Callable) -> TypeError:
    return TypeError(
        f"numpy.{function.__name__} cannot be recorded; use operators, ufuncs of NumPy, and numpy.where(x < y, yes, no)"
    )


class Comparison:
    """A comparison of recorded numbers, for ``where``."""

    def __init__(self, name: str, x: Any, y: Any, negated: bool = False) -> None:
        self.name, self.x, self.y, self.negated = name, x, y, negated

    def __bool__(self) -> bool:
        raise TypeError("a recorded function cannot branch on numbers; use numpy.where(x < y, yes, no)")

    def __invert__(self) -> Comparison:
        return Comparison(self.name, self.x, self.y, not self.negated)

    def choose(self, yes: Any, no: Any) -> Any:
        tape = next((x.tape for x in (self.x, self.y) if isinstance(x, Number)), None)
        if self.negated:
            yes, no = no, yes
        return tape.step(self.name, self.x, self.y, yes, no)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if function is np.where and len(args) == 3:
            return self.choose(*args[1:])
        raise _not_recorded(function)


class Number:
    """A number that records the operations on it."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, tape: _Tape, where: Any) -> None:
        self.tape, self.where = tape, where

    def __bool__(self) -> bool:
        raise TypeError("a recorded function cannot branch on numbers; use numpy.where(x < y, yes, no)")

    def __float__(self) -> float:
        raise TypeError("a recorded number has no value yet; use operators and ufuncs of NumPy, not the module math")

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if function is np.where and len(args) == 3 and isinstance(args[0], Comparison):
            return args[0].choose(*args[1:])
        raise _not_recorded(function)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        if method != "__call__" or keywords:
            call = "" if method == "__call__" else f".{method}"
            given = f" with {', '.join(sorted(keywords))}" if keywords else ""
            raise TypeError(f"numpy.{ufunc.__name__}{call}{given} cannot be recorded; use functions of single elements")
        compare = _COMPARISONS.get(ufunc)
        if compare is not None:
            return compare(*inputs)
        name = _UFUNCS.get(ufunc)
        if name is None:
            raise TypeError(f"numpy.{ufunc.__name__} cannot be recorded; there are {', '.join(sorted(_METHODS))}")
        return self.tape.step(name, *inputs)

    def __add__(self, other: Any) -> Any:
        return self.tape.step("add", self, other)

    def __radd__(self, other: Any) -> Any:
        return self.tape.step("add", other, self)

    def __sub__(self, other: Any) -> Any:
        return self.tape.step("subtract", self, other)

    def __rsub__(self, other: Any) -> Any:
        return self.tape.step("subtract", other, self)

    def __mul__(self, other: Any) -> Any:
        return self.tape.step("multiply", self, other)

    def __rmul__(self, other: Any) -> Any:
        return self.tape.step("multiply", other, self)

    def __truediv__(self, other: Any) -> Any:
        return self.tape.step("divide", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self.tape.step("divide", other, self)

    def __pow__(self, other: Any) -> Any:
        if isinstance(other, int) and 0 < other <= 16:
            power = self
            for bit in bin(other)[3:]:
                power = self.tape.step("square", power)
                if bit == "1":
                    power = power * self
            return power
        return self.tape.step("power", self, other)

    def __rpow__(self, other: Any) -> Any:
        return self.tape.step("power", other, self)

    def __neg__(self) -> Any:
        return self.tape.step("negative", self)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self.tape.step("absolute", self)

    def __lt__(self, other: Any) -> Any:
        return Comparison("where_less", self, other)

    def __gt__(self, other: Any) -> Any:
        return Comparison("where_less", other, self)

    def __le__(self, other: Any) -> Any:
        return Comparison("where_less_equal", self, other)

    def __ge__(self, other: Any) -> Any:
        return Comparison("where_less_equal", other, self)

    def __eq__(self, other: Any) -> Any:
        return Comparison("where_equal", self, other)

    def __ne__(self, other: Any) -> Any:
        return Comparison("where_equal", self, other, True)

    def __getattr__(self, name: str) -> Any:
        if name in _METHODS:
            return lambda *operands: self.tape.step(name, self, *operands)
        raise AttributeError(f"a recorded number has no {name!r}; there are {', '.join(sorted(_METHODS))}")


_METHODS = {*_ONE, *_TWO, *_OWN}
_UFUNCS = {getattr(np, name): name for name in _ONE + _TWO} | {np.fabs: "absolute"}
_COMPARISONS: dict[Any, Callable] = {
    np.less: operator.lt,
    np.less_equal: operator.le,
    np.greater: operator.gt,
    np.greater_equal: operator.ge,
    np.equal: operator.eq,
    np.not_equal: operator.ne,
}


def record(function: Callable, operands: int) -> Recording:
    """Records a function of so many numbers."""
    tape = _Tape()
    result = function(*(Number(tape, ("operand", k)) for k in range(operands)))
    if not isinstance(result, Number):
        result = tape.step("add", result, 0.0)
    if not tape.steps or result.where != ("step", len(tape.steps) - 1):
        # The result must be the last step.
        result = tape.step("maximum", result, result)
    begins = {"operand": 0, "constant": operands, "step": operands + len(tape.constants)}
    steps = [(name, [begins[of] + k for of, k in places]) for name, places in tape.steps]
    return Recording(tape.constants, steps)
