"""Conversion of every kind of number, or arrays of them, to high and low parts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np

from . import _core
from ._core import DD, FF
from ._kinds import DOUBLE, SINGLE, Kind, as_contiguous, converted, kind_of_dtype, kind_of_scalar, wider

Parts = tuple[np.ndarray, np.ndarray]


def exact_value(number: Any) -> Fraction | float | None:
    """The exact value of a number of any library; a float if it is infinite or NaN, None if it is no real number."""
    if isinstance(number, np.ndarray):
        return None
    if isinstance(number, (bool, np.bool_)):
        return Fraction(int(number))
    if isinstance(number, (DD, FF)):
        hi, lo = float(number.hi), float(number.lo)
        return Fraction(hi) + Fraction(lo) if math.isfinite(hi) else hi
    if isinstance(number, (int, float, Decimal, Rational)):
        try:
            return Fraction(number)
        except (ValueError, OverflowError):  # NaN and infinity
            return float(number)
    if isinstance(number, np.floating):
        return Fraction(*number.as_integer_ratio()) if np.isfinite(number) else float(number)
    if isinstance(number, np.integer):
        return Fraction(int(number))
    if hasattr(number, "_mpf_"):  # mpmath
        sign, mantissa, exponent, _ = number._mpf_
        if not mantissa and exponent:
            return float(number)
        return Fraction(-int(mantissa) if sign else int(mantissa)) * Fraction(2) ** exponent
    if hasattr(number, "as_integer_ratio"):  # gmpy2's mpfr and others
        try:
            numerator, denominator = number.as_integer_ratio()
        except (ValueError, OverflowError):
            return float(number)
        return Fraction(int(numerator), int(denominator))
    if hasattr(number, "numerator") and hasattr(number, "denominator"):
        return Fraction(int(number.numerator), int(number.denominator))
    if hasattr(number, "__index__"):
        return Fraction(int(number))
    return None


def _nearest(value: Fraction, word: np.dtype) -> float:
    """The word nearest to a fraction, ties to even."""
    try:
        double = float(value)
    except OverflowError:
        return math.copysign(math.inf, value)
    if word == np.float64:
        return double
    with np.errstate(over="ignore"):
        single = np.float32(double)
    if not np.isfinite(single):
        return float(single)
    # The second rounding may have gone the wrong way.
    with np.errstate(over="ignore"):
        candidates = (np.nextafter(single, np.float32(-np.inf)), single, np.nextafter(single, np.float32(np.inf)))
    finite = [candidate for candidate in candidates if np.isfinite(candidate)]
    odd = {candidate: int(candidate.view(np.uint32)) & 1 for candidate in finite}
    return float(min(finite, key=lambda word: (abs(Fraction(float(word)) - value), odd[word])))


def words_of(value: Fraction | float, kind: Kind) -> tuple[float, float]:
    """The pair of words nearest to an exact value."""
    if isinstance(value, float):
        return value, 0.0
    hi = _nearest(value, kind.word)
    if not math.isfinite(hi):
        return hi, 0.0
    return hi, _nearest(value - Fraction(hi), kind.word)


def scalar(number: Any, kind: Kind) -> Any:
    """A number of any library as a scalar of this kind, rounded once; None if it is no real number."""
    if isinstance(number, kind.scalar):
        return number
    if isinstance(number, (str, bytes)):
        return kind.scalar._parse(number.decode() if isinstance(number, bytes) else number)
    value = exact_value(number)
    if value is None:
        return None
    hi, lo = words_of(value, kind)
    if value == 0 and not isinstance(number, (int, Rational)) and math.copysign(1.0, number) < 0:
        hi = -0.0
    return kind.scalar._from_words(hi, lo)


def _refuse(what: str) -> TypeError:
    return TypeError(
        f"{what} cannot become double-words: give floats, integers, strings, fractions, decimals, numbers of "
        "mpmath or gmpy2, or arrays of them"
    )


def _zeros(hi: np.ndarray) -> np.ndarray:
    return np.zeros(hi.shape, hi.dtype)


def _of_integers(array: np.ndarray, kind: Kind) -> Parts:
    """Integers of up to 64 bits, in two halves that words hold."""
    if kind is SINGLE and array.dtype.itemsize > 4:
        return converted(*_of_integers(array, DOUBLE), DOUBLE, SINGLE)
    bits = 4 * (8 if kind is DOUBLE else 4)
    unit = kind.word.type(2.0**bits)
    if array.dtype.itemsize * 8 <= bits:
        hi = array.astype(kind.word, order="C")
        return hi, _zeros(hi)
    top = (array >> array.dtype.type(bits)).astype(kind.word, order="C") * unit
    bottom = (array & array.dtype.type(2**bits - 1)).astype(kind.word, order="C")
    return _core.normalize(np.asarray(top), np.asarray(bottom))


def _of_long_doubles(array: np.ndarray, kind: Kind) -> Parts:
    with np.errstate(over="ignore", invalid="ignore"):
        hi = np.asarray(array.astype(np.float64, order="C"))
        lo = np.asarray((array - hi).astype(np.float64, order="C"))
    lo = np.where(np.isfinite(hi), lo, 0.0)
    return converted(*_core.normalize(hi, np.asarray(lo)), DOUBLE, kind)


def is_structured(dtype: np.dtype) -> bool:
    """Whether it is the dtype of pairs, as ``to_structured`` gives them."""
    names = dtype.names == ("hi", "lo")
    return names and dtype["hi"] == dtype["lo"] and dtype["hi"].kind == "f" and dtype["hi"].itemsize in (4, 8)


def of_ndarray(array: np.ndarray, kind: Kind) -> Parts:
    """An array of NumPy as new parts of this kind."""
    code = array.dtype.kind
    if code == "f" and array.dtype.itemsize <= 8:
        if kind is SINGLE and array.dtype.itemsize == 8:
            return _core.narrow_words(as_contiguous(array.astype(np.float64)))
        hi = array.astype(kind.word, order="C")
        return hi, _zeros(hi)
    if code == "f":
        return _of_long_doubles(array, kind)
    if code == "b":
        hi = array.astype(kind.word, order="C")
        return hi, _zeros(hi)
    if code in "iu":
        return _of_integers(array.astype(array.dtype.newbyteorder("=")), kind)
    if is_structured(array.dtype):
        source = DOUBLE if array.dtype["hi"].itemsize == 8 else SINGLE
        parts = (array[name].astype(source.word, order="C") for name in ("hi", "lo"))
        return converted(*_core.normalize(*parts), source, kind)
    if code in "OUS" or code == "T":
        return _of_objects(array, kind)
    raise _refuse(f"an array of {array.dtype}")


def _of_objects(array: np.ndarray, kind: Kind) -> Parts:
    hi, lo = np.empty(array.shape, kind.word), np.empty(array.shape, kind.word)
    for index in np.ndindex(array.shape):
        number = scalar(array[index], kind)
        if number is None:
            raise _refuse(f"element {index} of type {type(array[index]).__name__}")
        hi[index], lo[index] = number.hi, number.lo
    return hi, lo


def _of_sequence(sequence: Any, kind: Kind) -> Parts:
    types = set(map(type, sequence))
    if not types:
        return np.zeros(0, kind.word), np.zeros(0, kind.word)
    if types == {float}:
        return of_ndarray(np.array(sequence, dtype=np.float64), kind)
    if types == {int} and all(-(2**63) <= value < 2**63 for value in sequence):
        return of_ndarray(np.array(sequence, dtype=np.int64), kind)
    elements = [parts_of(element, kind) for element in sequence]
    shapes = {hi.shape for hi, _ in elements}
    if len(shapes) > 1:
        raise ValueError(f"the elements of a sequence have different shapes: {sorted(shapes)}")
    return np.stack([hi for hi, _ in elements]), np.stack([lo for _, lo in elements])


def parts_of(thing: Any, kind: Kind) -> Parts:
    """Anything that is numbers as parts of this kind; those of an array of ours are its own, not copies."""
    if isinstance(thing, (DD, FF)):
        source = kind_of_scalar(type(thing))
        parts = np.array(thing.hi, source.word), np.array(thing.lo, source.word)
        return converted(*parts, source, kind)
    if hasattr(thing, "_kind"):
        return converted(thing._hi, thing._lo, thing._kind, kind)
    if isinstance(thing, (np.ndarray, np.generic)):
        return of_ndarray(np.asarray(thing), kind)
    if isinstance(thing, (list, tuple)):
        return _of_sequence(thing, kind)
    if isinstance(thing, range):
        return _of_sequence(list(thing), kind)
    number = scalar(thing, kind)
    if number is not None:
        return parts_of(number, kind)
    if hasattr(thing, "__array__"):
        return of_ndarray(np.asarray(thing), kind)
    if isinstance(thing, Sequence):
        return _of_sequence(list(thing), kind)
    raise _refuse(f"a {type(thing).__name__}")


def kind_of(thing: Any) -> Kind | None:
    """The kind that an operand asks for; None of a number of Python, which takes that of the others."""
    if isinstance(thing, (DD, FF)):
        return kind_of_scalar(type(thing))
    if hasattr(thing, "_kind"):
        return thing._kind
    if isinstance(thing, (np.ndarray, np.generic)):
        if is_structured(thing.dtype):
            return DOUBLE if thing.dtype["hi"].itemsize == 8 else SINGLE
        return kind_of_dtype(thing.dtype)
    if isinstance(thing, (list, tuple)):
        return common_kind(thing)
    return None


def common_kind(things: Any) -> Kind | None:
    """The kind that holds all operands."""
    common = None
    for thing in things:
        kind = kind_of(thing)
        if kind is not None:
            common = kind if common is None else wider(common, kind)
    return common
