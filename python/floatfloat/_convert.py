"""Conversion of every kind of number, or arrays of them, to the words of ours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np

from . import _core
from ._kinds import (
    DOUBLE, SCALARS, Kind, Parts, as_contiguous, converted, kind_of_dtype, kind_of_scalar, kind_of_words, padded,
    wider,
)


def exact_value(number: Any) -> Fraction | float | None:
    """The exact value of a number of any library. A float if it is infinite or NaN, None if it is not a real number."""
    if isinstance(number, np.ndarray):
        return None
    if isinstance(number, (bool, np.bool_)):
        return Fraction(int(number))
    if isinstance(number, SCALARS):
        hi = float(number.hi)
        return sum(map(Fraction, number.parts)) if math.isfinite(hi) else hi
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
        return math.inf if value > 0 else -math.inf
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


def words_of(value: Fraction | float, kind: Kind) -> list[float]:
    """The words of an exact value. Each word is the float nearest to the remainder that the words before it leave."""
    if isinstance(value, float):
        return [value]
    words: list[float] = []
    for _ in range(kind.words):
        words.append(_nearest(value, kind.word))
        if not math.isfinite(words[-1]):
            break
        value -= Fraction(words[-1])
    return words


def scalar(number: Any, kind: Kind) -> Any:
    """A number of any library as a scalar of this kind, rounded once; None if it is not a real number."""
    if isinstance(number, kind.scalar):
        return number
    if type(number) is float or type(number) is int and -(2**63) <= number < 2**63:
        return kind.scalar(number)  # which converts these by itself
    if isinstance(number, (str, bytes)):
        return kind.scalar._parse(number.decode() if isinstance(number, bytes) else number)
    value = exact_value(number)
    if value is None:
        return None
    words = words_of(value, kind)
    if value == 0 and not isinstance(number, (int, Rational)) and math.copysign(1.0, getattr(number, "hi", number)) < 0:
        words = [-0.0]
    return kind.scalar._from_words(*words)


def _refuse(what: str) -> TypeError:
    return TypeError(
        f"{what} cannot become numbers of floatfloat: give floats, integers, strings, fractions, decimals, numbers of "
        "mpmath or gmpy2, or arrays of them"
    )


def _of_integers(array: np.ndarray, kind: Kind) -> Parts:
    """Integers of up to 64 bits as parts of this kind."""
    single = kind.word.itemsize == 4
    if single and array.dtype.itemsize > 4:
        # Three float32 and more have the bits for it, two are rounded.
        return converted(_of_integers(array, DOUBLE), DOUBLE, kind)
    bits = 16 if single else 32
    if array.dtype.itemsize * 8 <= bits:
        return padded(array.astype(kind.word, order="C"), kind.words)
    top = (array >> array.dtype.type(bits)).astype(kind.word, order="C") * kind.word.type(2.0**bits)
    bottom = (array & array.dtype.type(2**bits - 1)).astype(kind.word, order="C")
    return _core.normalize((np.asarray(top), np.asarray(bottom), *padded(np.asarray(bottom), kind.words - 1)[1:]))


def _of_long_doubles(array: np.ndarray, kind: Kind) -> Parts:
    with np.errstate(over="ignore", invalid="ignore"):
        hi = np.asarray(array.astype(np.float64, order="C"))
        lo = np.asarray((array - hi).astype(np.float64, order="C"))
    lo = np.where(np.isfinite(hi), lo, 0.0)
    return converted(_core.normalize((hi, np.asarray(lo))), DOUBLE, kind)


#: The names of the fields of structured arrays, by the count of words.
FIELDS = {2: ("hi", "lo"), 3: ("w0", "w1", "w2"), 4: ("w0", "w1", "w2", "w3")}


def structured_kind(dtype: np.dtype) -> Kind | None:
    """The kind of the numbers of a structured dtype of ``to_structured``; None for any other dtype."""
    words = {fields: count for count, fields in FIELDS.items()}.get(dtype.names or ())
    if words is None:
        return None
    word = dtype[0]
    if word.kind != "f" or word.itemsize not in (4, 8) or any(dtype[k] != word for k in range(words)):
        return None
    return kind_of_words(word.newbyteorder("="), words)


def of_ndarray(array: np.ndarray, kind: Kind) -> Parts:
    """An array of NumPy as new parts of this kind."""
    code = array.dtype.kind
    if code == "f" and array.dtype.itemsize <= 8:
        if kind.word.itemsize == 4 and array.dtype.itemsize == 8:
            return _core.narrow_words(as_contiguous(array.astype(np.float64)), kind.words)
        return padded(array.astype(kind.word, order="C"), kind.words)
    if code == "f":
        return _of_long_doubles(array, kind)
    if code == "b":
        return padded(array.astype(kind.word, order="C"), kind.words)
    if code in "iu":
        return _of_integers(array.astype(array.dtype.newbyteorder("=")), kind)
    if (source := structured_kind(array.dtype)) is not None:
        parts = tuple(array[name].astype(source.word, order="C") for name in array.dtype.names)
        return converted(_core.normalize(parts), source, kind)
    if code in "OUS" or code == "T":
        return _of_objects(array, kind)
    raise _refuse(f"an array of {array.dtype}")


def _of_objects(array: np.ndarray, kind: Kind) -> Parts:
    parts = tuple(np.empty(array.shape, kind.word) for _ in range(kind.words))
    for index in np.ndindex(array.shape):
        number = scalar(array[index], kind)
        if number is None:
            raise _refuse(f"element {index} of type {type(array[index]).__name__}")
        for part, word in zip(parts, number.parts):
            part[index] = word
    return parts


def _of_sequence(sequence: Any, kind: Kind) -> Parts:
    types = set(map(type, sequence))
    if not types:
        return padded(np.zeros(0, kind.word), kind.words)
    if types == {float}:
        return of_ndarray(np.array(sequence, dtype=np.float64), kind)
    if types == {int} and all(-(2**63) <= value < 2**63 for value in sequence):
        return of_ndarray(np.array(sequence, dtype=np.int64), kind)
    elements = [parts_of(element, kind) for element in sequence]
    shapes = {parts[0].shape for parts in elements}
    if len(shapes) > 1:
        raise ValueError(f"the elements of a sequence have different shapes: {sorted(shapes)}")
    return tuple(np.stack(words) for words in zip(*elements))


def parts_of(thing: Any, kind: Kind) -> Parts:
    """Numbers of any library as parts of this kind. The parts of an array of this kind are not copied."""
    if isinstance(thing, SCALARS):
        source = kind_of_scalar(type(thing))
        return converted(tuple(np.array(word, source.word) for word in thing.parts), source, kind)
    if hasattr(thing, "_kind"):
        return converted(thing._parts, thing._kind, kind)
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
    """The kind of an operand; None for a Python number, which takes the kind of the other operands."""
    if isinstance(thing, SCALARS):
        return kind_of_scalar(type(thing))
    if hasattr(thing, "_kind"):
        return thing._kind
    if isinstance(thing, (np.ndarray, np.generic)):
        return structured_kind(thing.dtype) or kind_of_dtype(thing.dtype)
    if isinstance(thing, (list, tuple)):
        return common_kind(thing)
    return None


def common_kind(things: Any) -> Kind | None:
    """The kind that holds all operands; None if all of them are Python numbers."""
    common = None
    for thing in things:
        kind = kind_of(thing)
        if kind is not None:
            common = kind if common is None else wider(common, kind)
    return common
