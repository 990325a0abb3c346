"""Products: of vectors, of matrices, and einsum of two operands at a time."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import _core
from ._array import MultiWordArray
from ._base import result
from ._convert import common_kind
from ._kinds import DOUBLE, Parts, contiguous
from ._reductions import _out, as_numbers


def _both(a: Any, b: Any) -> tuple[MultiWordArray, MultiWordArray]:
    if isinstance(a, MultiWordArray) and type(a) is type(b):
        return a, b
    kind = common_kind([a, b]) or DOUBLE
    return as_numbers(a, kind.scalar), as_numbers(b, kind.scalar)


def _product(a: MultiWordArray, b: MultiWordArray) -> Parts:
    """The product of two matrices."""
    return _core.matmul(contiguous(a._parts), contiguous(b._parts))


def _shapes(name: str, a: Any, b: Any) -> ValueError:
    return ValueError(f"{name}: shapes {a.shape} and {b.shape} do not fit")


def matmul(a: Any, b: Any) -> Any:
    a, b = _both(a, b)
    if not a.ndim or not b.ndim:
        raise ValueError("matmul: an operand has no axes; use * to multiply by a scalar")
    row, column = a.ndim == 1, b.ndim == 1
    if row and column:
        return dot(a, b)
    a = a.reshape(1, -1) if row else a
    b = b.reshape(-1, 1) if column else b
    if a.shape[-1] != b.shape[-2]:
        raise _shapes("matmul", a, b)
    stack = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    shape = (*stack, a.shape[-2], b.shape[-1])
    if not stack:
        parts = _product(a, b)
    else:
        parts = tuple(np.zeros(shape, a._kind.word) for _ in range(a._kind.words))
        a, b = np.broadcast_to(a, stack + a.shape[-2:]), np.broadcast_to(b, stack + b.shape[-2:])
        for index in np.ndindex(stack):
            for part, words in zip(parts, _product(a[index], b[index])):
                part[index] = words
    dropped = tuple(axis for axis, drop in ((-2, row), (-1, column)) if drop)
    if dropped:
        parts = tuple(part.squeeze(dropped) for part in parts)
    return result(a._kind, [part[()] for part in parts])


def vecdot(a: Any, b: Any, axis: int = -1) -> Any:
    a, b = _both(a, b)
    if not a.ndim or not b.ndim or a.shape[axis] != b.shape[axis]:
        raise _shapes("vecdot", a, b)
    a, b = (np.moveaxis(x, axis, -1) for x in (a, b))
    shape = np.broadcast_shapes(a.shape, b.shape)
    a, b = np.broadcast_to(a, shape), np.broadcast_to(b, shape)
    parts = _core.dot_rows(contiguous(a._parts), contiguous(b._parts), math.prod(shape[:-1]))
    return result(a._kind, [part.reshape(shape[:-1])[()] for part in parts])


def matvec(a: Any, b: Any) -> Any:
    a, b = _both(a, b)
    return matmul(a, b[..., None])[..., 0]


def vecmat(a: Any, b: Any) -> Any:
    a, b = _both(a, b)
    return matmul(a[..., None, :], b)[..., 0, :]


UFUNCS = {np.matmul: matmul, np.vecdot: vecdot}
if hasattr(np, "matvec"):
    UFUNCS |= {np.matvec: matvec, np.vecmat: vecmat}


def dot(a: Any, b: Any, out: Any = None) -> Any:
    a, b = _both(a, b)
    if a.ndim == b.ndim == 1 and a.size == b.size:
        parts = _core.dot_rows(contiguous(a._parts), contiguous(b._parts), 1)
        return _out(a._kind.scalar._from_words(*(part.item() for part in parts)), out)
    if not a.ndim or not b.ndim:
        return _out(a * b, out)
    if a.shape[-1] != b.shape[-1 if b.ndim == 1 else -2]:
        raise _shapes("dot", a, b)
    if b.ndim <= 2:
        product = matmul(a.reshape(-1, a.shape[-1]), b)
        return _out(product.reshape(a.shape[:-1] + b.shape[1:]), out)
    return _out(np.tensordot(a, b, axes=(-1, -2)), out)


def vdot(a: Any, b: Any) -> Any:
    a, b = _both(a, b)
    return vecdot(a.reshape(-1), b.reshape(-1))


def inner(a: Any, b: Any) -> Any:
    a, b = _both(a, b)
    if not a.ndim or not b.ndim:
        return a * b
    if a.shape[-1] != b.shape[-1]:
        raise _shapes("inner", a, b)
    return np.tensordot(a, b, axes=(-1, -1))


def outer(a: Any, b: Any, out: Any = None) -> Any:
    a, b = _both(a, b)
    return _out(a.reshape(-1, 1) * b.reshape(1, -1), out)


def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    a, b = _both(a, b)
    if isinstance(axes, int):
        left, right = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    else:
        left, right = ([x] if isinstance(x, int) else list(x) for x in axes)
    left, right = [k % a.ndim for k in left], [k % b.ndim for k in right]
    if [a.shape[k] for k in left] != [b.shape[k] for k in right]:
        raise _shapes("tensordot", a, b)
    rows = [k for k in range(a.ndim) if k not in left]
    columns = [k for k in range(b.ndim) if k not in right]
    inner_size = math.prod(a.shape[k] for k in left)
    shape = tuple(a.shape[k] for k in rows) + tuple(b.shape[k] for k in columns)
    x = np.transpose(a, rows + left).reshape(math.prod(a.shape[k] for k in rows), inner_size)
    y = np.transpose(b, right + columns).reshape(inner_size, math.prod(b.shape[k] for k in columns))
    return result(a._kind, [part.reshape(shape)[()] for part in _product(x, y)])


def kron(a: Any, b: Any) -> Any:
    a, b = _both(a, b)
    axes = np.maximum(a.ndim, b.ndim)
    a = a.reshape((1,) * (axes - a.ndim) + a.shape)
    b = b.reshape((1,) * (axes - b.ndim) + b.shape)
    product = np.expand_dims(a, tuple(range(1, 2 * axes, 2))) * np.expand_dims(b, tuple(range(0, 2 * axes, 2)))
    return product.reshape(tuple(m * n for m, n in zip(a.shape, b.shape)))


def cross(a: Any, b: Any) -> Any:
    a, b = _both(a, b)
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        raise ValueError(f"cross: the last axes must have 3 elements; the shapes are {a.shape} and {b.shape}")
    x, y = ([v[..., k] for k in range(3)] for v in (a, b))
    terms = [x[(k + 1) % 3] * y[(k + 2) % 3] - x[(k + 2) % 3] * y[(k + 1) % 3] for k in range(3)]
    return np.stack([as_numbers(term) for term in terms], axis=-1)


def _parsed(subscripts: str, operands: list[MultiWordArray]) -> tuple[list[str], str]:
    """The subscripts of each operand, and of the result."""
    text = subscripts.replace(" ", "")
    if "." in text:
        raise TypeError("einsum with an ellipsis is not available for arrays of floatfloat: write a letter for each axis")
    left, arrow, right = text.partition("->")
    inputs = left.split(",")
    if len(inputs) != len(operands):
        raise ValueError(f"einsum: {subscripts!r} has {len(inputs)} terms for {len(operands)} operands")
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
    inputs, output = _parsed(subscripts, arrays)
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


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    return np.sum(np.diagonal(as_numbers(a, dtype), offset, axis1, axis2), axis=-1, out=out)
