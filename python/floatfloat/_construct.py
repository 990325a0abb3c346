"""How arrays are made: of numbers, of their words, of structured arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._base import ArrayBase, wrap
from ._convert import common_kind, parts_of, structured_kind
from ._kinds import DOUBLE, SCALARS, SINGLE, Kind, kind_of_scalar, kind_of_words


def array(value: Any, dtype: type | None = None, *, copy: bool = True) -> Any:
    """Makes an array of double-doubles, or of another type of floatfloat.

    Parameters
    ----------
    value : number, str, sequence or array
        Floats, integers of any size, decimal strings, fractions, decimals, numbers of mpmath or gmpy2; sequences or
        arrays of them; arrays of floatfloat; structured arrays that ``to_structured`` returned. Each number is
        rounded once, to the nearest one.
    dtype : DD, TD, QD, FF, TF or QF, optional
        The type of the numbers. By default, numbers of floatfloat keep their type, and all others become DD.
    copy : bool
        Whether an array of floatfloat that already has the type is copied.

    Returns
    -------
    DDArray, or the array class of the type

    Examples
    --------
    >>> import floatfloat as ff
    >>> from fractions import Fraction
    >>> ff.array([Fraction(1, 8), "0.1"])
    DD([0.125,   0.1])
    >>> ff.array([[1, 2], [3, 4]], dtype=ff.FF)
    FF([[1.0, 2.0],
        [3.0, 4.0]])
    """
    kind = _kind_of_value(value) or DOUBLE if dtype is None else kind_of_scalar(dtype)
    if isinstance(value, ArrayBase) and value._kind is kind:
        return value.copy() if copy else value
    if isinstance(value, ArrayBase):
        return value.astype(kind.scalar)  # type: ignore[attr-defined]
    return wrap(kind, parts_of(value, kind))


def asarray(value: Any, dtype: type | None = None) -> Any:
    """As ``array``, but without a copy of an array of floatfloat that already has the type."""
    return array(value, dtype, copy=False)


def from_parts(*parts: Any, dtype: type | None = None) -> Any:
    """Makes an array of the sums of two, three or four floats each.

    The sums are normalised without a rounding error.

    Parameters
    ----------
    *parts : array_like of float
        The terms of the sums, in any order of magnitude. They are broadcast to one shape.
    dtype : DD, TD, QD, FF, TF or QF, optional
        The type of the numbers. By default it has as many words as there are parts: float32 if all parts are
        float32, else float64.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.from_parts([1.0, 1e-20], [1e-20, 1.0])
    DD([1.00000000000000000001, 1.00000000000000000001])
    >>> x = ff.from_parts(1.0, 1e-20, [1e-40])
    >>> type(x).__name__, x.shape
    ('TDArray', (1,))
    """
    given = np.broadcast_arrays(*map(np.asarray, parts)) if parts else ()
    for part in given:
        if part.dtype.kind not in "biuf":
            raise TypeError(f"parts must be arrays of floats, not of {part.dtype}")
    if dtype is not None:
        kind = kind_of_scalar(dtype)
    elif 2 <= len(given) <= 4:
        single = all(part.dtype == np.float32 for part in given)
        kind = kind_of_words(SINGLE.word if single else DOUBLE.word, len(given))
    else:
        raise TypeError(f"numbers have two, three or four parts, not {len(given)}; to give fewer, set dtype")
    if not 1 <= len(given) <= kind.words:
        raise TypeError(f"{kind.scalar.__name__} has {kind.words} words; {len(given)} parts are given")
    words = [np.array(part.astype(kind.word), order="C") for part in given]
    for word, part in zip(words, given):
        if not np.array_equal(word, part, equal_nan=True):
            raise ValueError(f"a part has a value that {kind.word} cannot hold exactly; round it with floatfloat.array")
    words += [np.zeros(words[0].shape, kind.word) for _ in range(kind.words - len(words))]
    return wrap(kind, _core.normalize(tuple(words)))


def from_structured(structured: np.ndarray) -> Any:
    """Makes an array of a structured array that ``to_structured`` returned.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.from_structured(ff.DD(["0.1"]).to_structured())
    DD([0.1])
    """
    if not isinstance(structured, np.ndarray) or structured_kind(structured.dtype) is None:
        raise TypeError(
            "from_structured needs a structured array of float64 or of float32, with the fields (hi, lo), (w0, w1, w2) "
            "or (w0, w1, w2, w3)"
        )
    return array(structured)


def _kind_of_value(value: Any) -> Kind | None:
    """The kind of the numbers of ours in a value; None if there are none."""
    kind = getattr(value, "_kind", None) or (kind_of_scalar(type(value)) if isinstance(value, SCALARS) else None)
    if kind is None and isinstance(value, (np.ndarray, np.generic)):
        kind = structured_kind(value.dtype)
    if kind is None and isinstance(value, (list, tuple)):
        kind = common_kind([x for x in _leaves(value) if isinstance(x, (ArrayBase, *SCALARS))])
    return kind


def _leaves(sequence: Any) -> Any:
    """The elements of nested lists and tuples."""
    for element in sequence:
        if isinstance(element, (list, tuple)):
            yield from _leaves(element)
        else:
            yield element
