"""Arrays as text, with all digits of their type."""

from __future__ import annotations

from typing import Any

import numpy as np

#: NumPy's default. With it, arrays of floatfloat print all digits of their type.
_DEFAULT_PRECISION = 8


def _text(number: Any, digits: int, options: Any) -> str:
    """A number by NumPy's print options. With ``floatmode='unique'`` the text reads back as the same number."""
    precision = options["precision"]
    text = str(number)
    if not np.isfinite(number.hi) or options["floatmode"] == "unique":
        return text
    if precision == _DEFAULT_PRECISION:
        return text if len(text) <= digits else format(number, f".{digits}")
    rounded = format(number, f".{precision}f")
    return rounded if len(rounded) <= 24 + precision else format(number, f".{precision}e")


def _formatted(array: Any, separator: str, prefix: str, suffix: str) -> str:
    """The array as text. NumPy prints the places of the elements; the formatter replaces each place by its number."""
    if not array.size:
        return "[]"
    options = np.get_printoptions()
    flat = array.ravel()
    places = np.arange(array.size).reshape(array.shape)
    texts: dict[int, str] = {}

    def collect(place: int) -> str:
        texts[place] = _text(flat[int(place)], array._kind.digits, options)
        return texts[place]

    def shown(formatter: Any) -> str:
        return np.array2string(
            places, separator=separator, prefix=prefix, suffix=suffix, formatter={"int": formatter}
        )

    shown(collect)
    width = max(map(len, texts.values()))
    return shown(lambda place: texts[place].rjust(width))


def array_str(array: Any) -> str:
    """``str(array)``"""
    return str(array.item()) if not array.ndim else _formatted(array, " ", "", "")


def array_repr(array: Any) -> str:
    """``repr(array)``"""
    name = array.dtype.__name__
    if not array.ndim:
        return f"{name}Array({str(array.item())!r})"
    shape = "" if array.size or array.shape == (0,) else f", shape={array.shape}"
    return f"{name}({_formatted(array, ', ', name + '(', shape + ')')}{shape})"
