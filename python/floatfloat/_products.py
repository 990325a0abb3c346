"""Products of vectors and of matrices."""

from __future__ import annotations

import math
from collections.abc import Callable
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


def _is_transpose(a: MultiWordArray, b: MultiWordArray) -> bool:
    """Whether two matrices are views of the same numbers, one the transpose of the other."""
    return all(
        # The addresses last: NumPy is slow to tell them.
        x.shape == y.shape[::-1] and x.strides == y.strides[::-1] and x.ctypes.data == y.ctypes.data
        for x, y in zip(a._parts, b._parts)
    )


def _product(a: MultiWordArray, b: MultiWordArray) -> Parts:
    """The product of two matrices: symmetric where they are a matrix and its transpose, as NumPy's is."""
    if _is_transpose(a, b):
        return _core.matmul_transposed(contiguous(a._parts))
    return _core.matmul(contiguous(a._parts), contiguous(b._parts))


def _shapes(name: str, a: Any, b: Any) -> ValueError:
    return ValueError(f"{name}: shapes {a.shape} and {b.shape} do not fit")


def matmul(a: Any, b: Any) -> Any:
    a, b = _both(a, b)
    if a.ndim == b.ndim == 1:
        return dot(a, b)
    return _of_stacks("matmul", a, b, _product)


def matmul_accurate(a: Any, b: Any, /) -> Any:
    """The product of two matrices, more accurate than ``a @ b``, with the same bits on every machine.

    The matrices are scaled and rounded to integers, which are multiplied modulo coprime numbers of at most 256. Let u be the unit
    roundoff of a word, and N the number of words. The error of an element c, a sum of products xₖ·yₖ, is at most
    2u^N·Σ|xₖ·yₖ| + 3u^N·|c|, for sums of any length. Matrices of integers are multiplied exactly, before an element is
    rounded, if the 2-norms of the rows of ``a`` and of the columns of ``b`` are at most u^-N (2^106 for DD).

    It is slower than ``@`` with AVX2, and faster on processors without a fused multiply-add.

    Parameters
    ----------
    a, b : array_like
        Vectors, matrices or stacks of matrices, as for ``@``. Arrays of floats give a DD.

    Raises
    ------
    LinAlgError
        If the numbers are QD: they are too precise.

    Examples
    --------
    >>> import floatfloat as ff
    >>> x = ff.DD([[1e25, 1, -1e25]])
    >>> x @ [[1], [2], [1]], ff.linalg.matmul_accurate(x, [[1], [2], [1]])
    (DD([[2.0]]), DD([[2.0]]))
    """

    def product(a: MultiWordArray, b: MultiWordArray) -> Parts:
        return _core.matmul_accurate(contiguous(a._parts), contiguous(b._parts))

    return product_of(a, b, "matmul_accurate", product)


def product_of(a: Any, b: Any, name: str, product: Callable[[MultiWordArray, MultiWordArray], Parts]) -> Any:
    """The product of vectors, matrices or stacks of matrices by a function that multiplies two matrices."""
    return _of_stacks(name, *_both(a, b), product)


def matmul_rounded(a: Any, b: Any, /) -> Any:
    """The correctly rounded product of two matrices of ``float64``.

    Every element is the ``float64`` nearest to the exact sum of products, so its bits are the same on every machine. NumPy's
    product rounds every term, in an order that depends on the machine.

    Parameters
    ----------
    a, b : array_like
        Vectors, matrices or stacks of matrices of ``float64`` or of numbers that it represents, as for ``@``.

    Raises
    ------
    TypeError
        If the elements are complex or have several words: ``matmul_accurate`` multiplies the latter.
    ValueError
        If ``float64`` does not represent an element, or the shapes do not fit.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.matmul_rounded([[1e20, 1.0, -1e20]], [[1.0], [2.0], [1.0]])
    array([[2.]])
    """

    def product(a: Any, b: Any) -> Parts:
        return (_core.matmul_rounded(np.ascontiguousarray(a), np.ascontiguousarray(b)),)

    (found,) = _parts_of_stacks("matmul_rounded", _float64("a", a), _float64("b", b), [np.float64], product)
    return found


def _float64(name: str, x: Any) -> Any:
    """An array of ``float64`` with the elements of x, none of which is rounded."""
    if isinstance(x, MultiWordArray):
        raise TypeError(f"matmul_rounded: {name} has numbers of several words; use matmul_accurate")
    x = np.asarray(x)
    if x.dtype.kind not in "biuf":
        raise TypeError(f"matmul_rounded: {name} has elements of type {x.dtype}, not float64")
    found = x.astype(np.float64)
    # Beyond the largest integer of a type, its machine may give that integer.
    bits = 8 * x.dtype.itemsize - (x.dtype.kind == "i")
    with np.errstate(invalid="ignore"):
        same = np.array_equal(found.astype(x.dtype), x, equal_nan=x.dtype.kind == "f")
    if not same or (x.dtype.kind in "iu" and (found >= 2.0**bits).any()):
        raise ValueError(f"matmul_rounded: float64 does not represent all elements of {name}, of type {x.dtype}")
    return found


def _of_stacks(name: str, a: Any, b: Any, product: Callable[[Any, Any], Parts]) -> Any:
    """The products of the matrices of two stacks of numbers of several words."""
    return result(a._kind, _parts_of_stacks(name, a, b, [a._kind.word] * a._kind.words, product))


def _parts_of_stacks(name: str, a: Any, b: Any, words: list[Any], product: Callable[[Any, Any], Parts]) -> list[Any]:
    """The parts, of these types, of the products of two stacks. Vectors are matrices of one row or one column."""
    if not a.ndim or not b.ndim:
        raise ValueError(f"{name}: an operand has no axes; use * to multiply by a scalar")
    row, column = a.ndim == 1, b.ndim == 1
    a = a.reshape(1, -1) if row else a
    b = b.reshape(-1, 1) if column else b
    if a.shape[-1] != b.shape[-2]:
        raise _shapes(name, a, b)
    stack = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    shape = (*stack, a.shape[-2], b.shape[-1])
    if not stack:
        parts = product(a, b)
    else:
        parts = tuple(np.zeros(shape, word) for word in words)
        a, b = np.broadcast_to(a, stack + a.shape[-2:]), np.broadcast_to(b, stack + b.shape[-2:])
        for index in np.ndindex(stack):
            for part, of_matrix in zip(parts, product(a[index], b[index])):
                part[index] = of_matrix
    dropped = tuple(axis for axis, drop in ((-2, row), (-1, column)) if drop)
    if dropped:
        parts = tuple(part.squeeze(dropped) for part in parts)
    return [part[()] for part in parts]


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
        if axes > min(a.ndim, b.ndim):
            raise ValueError(f"tensordot: there are no {axes} axes in arrays of {a.ndim} and {b.ndim} axes")
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
    if not a.ndim or not b.ndim:
        return a * b
    axes = max(a.ndim, b.ndim)
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


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    return np.sum(np.diagonal(as_numbers(a, dtype), offset, axis1, axis2), axis=-1, out=out)
