"""The rarer methods of the scalars DD, TD, QD, FF, TF and QF: conversions, exact comparisons, formats."""

from __future__ import annotations

import math
import operator
import re
import sys
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from ._convert import exact_value, scalar
from ._kinds import SCALARS, Kind, kind_of_dtype, kind_of_scalar, wider


def construct(cls: type, value: Any, *lower: Any) -> Any:
    """``DD(value)``, ``DD(hi, lo)``, ``TD(first, second, third)`` for values that are not converted in compiled code."""
    from ._construct import array, from_parts

    kind = kind_of_scalar(cls)
    if lower:
        if any(map(np.ndim, (value, *lower))):
            return from_parts(value, *lower, dtype=cls)
        return cls._from_words(*map(float, (value, *lower)))
    number = scalar(value, kind)
    if number is not None:
        return number
    if isinstance(value, complex):
        raise TypeError(f"{cls.__name__} is a real number; use floatfloat.complex_array for complex numbers")
    return array(value, dtype=cls)


def _operand(other: Any, kind: Kind) -> Any:
    """The other operand as a scalar; None if it is an array, a text, complex or not a number."""
    if isinstance(other, (str, bytes, np.ndarray, complex)) or hasattr(other, "_kind"):
        return None
    if isinstance(other, np.generic):
        if other.dtype.kind not in "biuf":
            return None
        kind = wider(kind, kind_of_dtype(other.dtype))
    elif isinstance(other, SCALARS):
        kind = wider(kind, kind_of_scalar(type(other)))
    return scalar(other, kind)


def binary(name: str, this: Any, other: Any, reflected: bool) -> Any:
    """An operator of a scalar and a number of another type."""
    kind = kind_of_scalar(type(this))
    if isinstance(other, (complex, np.complexfloating)):
        from ._complex import complex_array

        number = complex_array(this)
        pair = (other, number) if reflected else (number, other)
        return getattr(operator, name)(*pair)
    number = _operand(other, kind)
    if number is None:
        return NotImplemented
    if type(number) is not type(this):
        this = scalar(this, kind_of_scalar(type(number)))
    pair = (number, this) if reflected else (this, number)
    return getattr(operator, name)(*pair)


def compare(name: str, this: Any, other: Any) -> Any:
    """An exact comparison of a scalar with a number of another type."""
    if isinstance(other, (np.ndarray, str, bytes)) or hasattr(other, "_kind"):
        return NotImplemented
    if isinstance(other, (complex, np.complexfloating)):
        if name not in ("eq", "ne"):
            return NotImplemented
        equal = other.imag == 0 and this == float(other.real)
        return equal if name == "eq" else not equal
    value = exact_value(other)
    if value is None:
        return NotImplemented
    return getattr(operator, name)(exact_value(this), value)


def hash_of(this: Any) -> int:
    """The hash. Numbers of other types that equal this one have the same hash."""
    return hash(exact_value(this))


def _finite(this: Any, what: str) -> Fraction:
    value = exact_value(this)
    if isinstance(value, float):
        if math.isnan(value):
            raise ValueError(f"cannot convert NaN to {what}")
        raise OverflowError(f"cannot convert infinity to {what}")
    return value


def as_integer_ratio(this: Any) -> tuple[int, int]:
    """Two integers whose quotient is the number."""
    value = _finite(this, "integer ratio")
    return value.numerator, value.denominator


def truncated(this: Any) -> int:
    """The number rounded toward zero to an integer."""
    return math.trunc(_finite(this, "integer"))


def floor(this: Any) -> int:
    """The largest integer that is not larger than the number."""
    return math.floor(_finite(this, "integer"))


def ceil(this: Any) -> int:
    """The smallest integer that is not smaller than the number."""
    return math.ceil(_finite(this, "integer"))


def rounded(this: Any, ndigits: Any) -> Any:
    """``round(this)``, an integer, or ``round(this, ndigits)``, a number of the same type."""
    if ndigits is None:
        return round(_finite(this, "integer"))
    value = exact_value(this)
    if isinstance(value, float):
        return this
    result = scalar(round(value, operator.index(ndigits)), kind_of_scalar(type(this)))
    return -result if result == 0 and math.copysign(1.0, this.hi) < 0 else result


_SPECIFICATION = re.compile(
    r"(?P<before>(?:.?[<>=^])?)(?P<sign>[-+ ]?)(?P<z>z?)(?P<alternate>#?)(?P<zero>0?)(?P<width>\d*)"
    r"(?P<grouping>[,_]?)(?:\.(?P<precision>\d+))?(?P<type>[eEfFgG%]?)",
    re.DOTALL,
)


def decimal(this: Any, digits: int | None = None) -> Decimal:
    """The exact value; with ``digits``, rounded to so many significant digits, ties to even."""
    value = exact_value(this)
    if isinstance(value, float):
        return Decimal(value)
    exact = Context(prec=2400)
    quotient = exact.divide(Decimal(value.numerator), Decimal(value.denominator))
    if value == 0 and math.copysign(1.0, this.hi) < 0:
        quotient = quotient.copy_negate()
    return quotient if digits is None else Context(prec=digits).plus(quotient)


def formatted(this: Any, specification: str) -> str:
    """``format(this, specification)``, correctly rounded. The specification is that of Python's floats."""
    match = _SPECIFICATION.fullmatch(specification)
    if match is None:
        raise ValueError(
            f"Invalid format specifier {specification!r} for object of type {type(this).__name__!r}"
        )
    kind, precision = match["type"], match["precision"]
    if not math.isfinite(this.hi) or not this.hi:
        return format(float(this.hi), specification)
    before = match["before"] + match["sign"] + match["zero"] + match["width"]
    if not kind and precision is None:
        if not specification:
            return str(this)
        return format(Decimal(str(this)), before + match["grouping"])
    digits = 6 if precision is None else int(precision)
    if kind in ("", "g", "G"):
        significant = max(digits, 1)
        number = decimal(this, significant)
        exponent = number.adjusted() if number else 0
        limit = significant if kind else significant - 1
        if -4 <= exponent < limit:
            shape = f".{max(significant - 1 - exponent, 0)}f"
        else:
            shape = f".{significant - 1}{'E' if kind == 'G' else 'e'}"
        text = format(number, shape)
        text = _with_point(text) if match["alternate"] else _without_zeros(text)
        if not kind and "e" not in text and "." not in text:
            text += ".0"
        return _padded(text, match)
    text = format(decimal(this), f".{digits}{kind}")
    return _padded(_with_point(text) if match["alternate"] else text, match)


def _with_point(text: str) -> str:
    """The text with a decimal point, which the alternate form has also if no digit follows."""
    return text if "." in text else re.sub(r"^([^eE%]*)", r"\1.", text, count=1)


def _without_zeros(text: str) -> str:
    """The text without zeros at the end of the fraction."""
    mantissa, letter, exponent = re.fullmatch(r"([^eE]*)([eE]?)(.*)", text).groups()
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return mantissa + letter + exponent


def _padded(text: str, match: re.Match) -> str:
    """The digits of a number with sign, grouping and padding."""
    text = re.sub(r"([eE][-+])(\d)$", r"\g<1>0\2", text)
    negative, digits = text.startswith("-"), text.lstrip("-")
    sign = "-" if negative else match["sign"] if match["sign"] in ("+", " ") else ""
    if match["grouping"]:
        whole, rest = re.fullmatch(r"(\d*)(.*)", digits, re.DOTALL).groups()
        digits = format(int(whole or "0"), match["grouping"]) + rest
    width = int(match["width"] or 0)
    before = match["before"]
    if match["zero"] and not before:
        before = "0="
    fill, align = (before[:-1] or " ", before[-1]) if before else (" ", ">")
    if align == "=":
        return sign + digits.rjust(width - len(sign), fill)
    return format(sign + digits, f"{fill}{align}{width}" if width else "")


#: Operators that compute what NumPy's functions compute.
_OPERATORS = {np.add: operator.add, np.subtract: operator.sub, np.multiply: operator.mul, np.divide: operator.truediv}
#: The types that float64 does not make wider.
_OF_FLOAT64 = frozenset(scalar for scalar in SCALARS if kind_of_scalar(scalar).word.itemsize == 8)


def array_ufunc(ufunc: Any, method: str, inputs: tuple, keywords: dict | None) -> Any:
    """A ufunc of NumPy called with a scalar."""
    from ._ufuncs import array_ufunc

    if not keywords and method == "__call__" and (quick := _OPERATORS.get(ufunc)) is not None:
        x, y = inputs
        # The operators of Python refuse to divide by zero, and NumPy's function does not.
        if type(x) is np.float64 and type(y) in _OF_FLOAT64 and (y or ufunc is not np.divide):
            return quick(float(x), y)
        if type(y) is np.float64 and type(x) in _OF_FLOAT64 and (y or ufunc is not np.divide):
            return quick(x, float(y))
    return array_ufunc(ufunc, method, inputs, keywords or {})


def array_function(function: Any, types: Any, arguments: tuple, keywords: dict) -> Any:
    """A function of NumPy called with a scalar."""
    from ._functions import array_function

    return array_function(function, arguments, keywords)


class _Dtype:
    """The attribute ``dtype``: a number has its type, a type raises an error.

    If a type is passed to NumPy as ``dtype=``, NumPy asks the type for this attribute. Without the attribute NumPy would
    silently make an array of Python objects or of float64. The TypeError prevents that.
    """

    def __get__(self, number: Any, owner: type) -> type:
        if number is not None:
            return type(number)
        name = owner.__name__
        message = f"NumPy has no data type for {name}; floatfloat.array(x, dtype={name}) makes an array of these numbers"
        module = sys._getframe(1).f_globals.get("__name__", "")
        if module == "numpy._core.getlimits":
            # np.finfo takes a TypeError for a value whose type it shall ask.
            raise ValueError(f"np.finfo is not available for {name}: use floatfloat.finfo({name})")
        # Modules that list the attributes of types, such as inspect, expect an AttributeError.
        caller = module.partition(".")[0]
        raise AttributeError(message) if caller in sys.stdlib_module_names else TypeError(message)


for _scalar in SCALARS:
    _scalar.dtype = _Dtype()  # type: ignore[attr-defined]


def element(this: Any, index: Any) -> Any:
    """``this[index]``: the number itself for ``()``, and an array without axes for ``...``, as of NumPy's scalars."""
    if isinstance(index, tuple) and not index:
        return this
    if index is Ellipsis:
        from ._construct import asarray

        return asarray(this)
    raise IndexError("invalid index to scalar variable.")
