"""Einstein's summation convention, two operands at a time."""

from __future__ import annotations

import math
import string
from typing import Any

import numpy as np

from ._array import MultiWordArray
from ._base import result
from ._convert import common_kind
from ._kinds import DOUBLE
from ._products import matmul
from ._reductions import _out, as_numbers


def _without_ellipsis(subscripts: str, operands: list[MultiWordArray]) -> tuple[str, list[MultiWordArray]]:
    """The subscripts with a letter for each axis of an ellipsis, and the operands broadcast along these axes."""
    text = subscripts.replace(" ", "")
    if "." not in text:
        return text, operands
    left, arrow, right = text.partition("->")
    terms = left.split(",")
    if len(terms) != len(operands) or any("." in term.replace("...", "", 1) for term in (*terms, right)):
        raise ValueError(f"einsum: {subscripts!r} does not have a term for each operand, with at most one ellipsis '...' in it")
    counts = [x.ndim - len(term.replace("...", "")) if "..." in term else 0 for term, x in zip(terms, operands)]
    if min(counts) < 0:
        raise ValueError(f"einsum: {subscripts!r} has more letters than an operand has axes")
    unused = [letter for letter in string.ascii_letters if letter not in text]
    letters = "".join(unused[: max(counts)])
    places = [term.find("...") for term in terms]
    middles = [x.shape[place : place + count] for x, place, count in zip(operands, places, counts)]
    common = np.broadcast_shapes(*middles)
    operands = [
        np.broadcast_to(x, (*x.shape[:place], *common[len(common) - count :], *x.shape[place + count :])) if count else x
        for x, place, count in zip(operands, places, counts)
    ]
    terms = [term.replace("...", letters[len(letters) - count :]) for term, count in zip(terms, counts)]
    if not arrow:
        plain = left.replace("...", "").replace(",", "")
        right = "..." + "".join(sorted(letter for letter in set(plain) if plain.count(letter) == 1))
    return ",".join(terms) + "->" + right.replace("...", letters), operands


def _parsed(text: str, operands: list[MultiWordArray]) -> tuple[list[str], str]:
    """The subscripts of each operand, and of the result."""
    left, arrow, right = text.partition("->")
    inputs = left.split(",")
    if len(inputs) != len(operands):
        raise ValueError(f"einsum: {text!r} has {len(inputs)} terms for {len(operands)} operands")
    if not arrow:
        letters = left.replace(",", "")
        right = "".join(sorted(letter for letter in set(letters) if letters.count(letter) == 1))
    for term, operand in zip(inputs, operands):
        if len(term) != operand.ndim:
            raise ValueError(f"einsum: {term!r} has {len(term)} letters, but its operand has {operand.ndim} axes")
    if len(set(right)) != len(right) or not set(right) <= set("".join(inputs)):
        raise ValueError(f"einsum: the result {right!r} repeats a letter, or has a letter that no operand has")
    return inputs, right


def _diagonals(term: str, x: MultiWordArray) -> tuple[str, MultiWordArray]:
    """The operand with the diagonal for each repeated letter."""
    for letter in dict.fromkeys(term):
        while term.count(letter) > 1:
            first, second = [k for k, other in enumerate(term) if other == letter][:2]
            if x.shape[first] != x.shape[second]:
                raise ValueError(f"einsum: the axes {letter!r} have lengths {x.shape[first]} and {x.shape[second]}")
            x = np.diagonal(x, axis1=first, axis2=second)
            term = "".join(other for k, other in enumerate(term) if k not in (first, second)) + letter
    return term, x


def _reduced(term: str, x: MultiWordArray, kept: set[str]) -> tuple[str, MultiWordArray]:
    """The operand summed over the letters that are not in ``kept``."""
    axes = tuple(k for k, letter in enumerate(term) if letter not in kept)
    if axes:
        x = as_numbers(np.sum(x, axis=axes))
    return "".join(letter for letter in term if letter in kept), x


def _contracted(s: str, x: MultiWordArray, t: str, y: MultiWordArray, kept: set[str]) -> tuple[str, MultiWordArray]:
    """The product of two operands, summed over the letters that both have and that are not in ``kept``."""
    lengths = dict(zip(s, x.shape))
    for letter, length in zip(t, y.shape):
        if lengths.setdefault(letter, length) != length:
            raise ValueError(f"einsum: the axes {letter!r} of two operands have lengths {lengths[letter]} and {length}")
    shared = [letter for letter in s if letter in t]
    batch = [letter for letter in shared if letter in kept]
    summed = [letter for letter in shared if letter not in kept]
    rows = [letter for letter in s if letter not in shared]
    columns = [letter for letter in t if letter not in shared]

    def arranged(x: MultiWordArray, term: str, *groups: list[str]) -> MultiWordArray:
        x = np.transpose(x, [term.index(letter) for group in groups for letter in group])
        return x.reshape([math.prod(lengths[letter] for letter in group) for group in groups])

    product = matmul(arranged(x, s, batch, rows, summed), arranged(y, t, batch, summed, columns))
    letters = "".join(batch + rows + columns)
    return letters, product.reshape([lengths[letter] for letter in letters])


def einsum(subscripts: str, *operands: Any, out: Any = None, optimize: Any = False, **unknown: Any) -> Any:
    if not isinstance(subscripts, str):
        raise TypeError("einsum: the first argument must be a string of subscripts for arrays of floatfloat")
    if unknown:
        raise TypeError(f"einsum: unexpected arguments {sorted(unknown)} for arrays of floatfloat")
    kind = common_kind(operands) or DOUBLE
    arrays = [as_numbers(x, kind.scalar) for x in operands]
    text, arrays = _without_ellipsis(subscripts, arrays)
    inputs, output = _parsed(text, arrays)
    terms = [_diagonals(term, x) for term, x in zip(inputs, arrays)]
    term, x = terms[0]
    for k, (other, y) in enumerate(terms[1:], 1):
        later = set(output).union(*(t for t, _ in terms[k + 1 :]))
        term, x = _reduced(term, x, later | set(other))
        other, y = _reduced(other, y, later | set(term))
        term, x = _contracted(term, x, other, y, later)
    term, x = _reduced(term, x, set(output))
    x = np.transpose(x, [term.index(letter) for letter in output])
    return _out(result(kind, [part[()] for part in x._parts]) if isinstance(x, MultiWordArray) else x, out)
