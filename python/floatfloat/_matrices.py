"""What the functions of linear algebra share: matrices and stacks of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._array import MultiWordArray
from ._complex import ComplexArray
from ._core import LinAlgError
from ._kinds import Parts, contiguous
from ._reductions import as_numbers


def matrix_parts(a: MultiWordArray) -> Parts:
    """The parts of a matrix as the compiled functions need them."""
    return contiguous(a._parts)


def as_matrix(a: Any, name: str) -> MultiWordArray:
    """The operand of the function ``name`` as one matrix."""
    a = as_numbers(a)
    if a.ndim != 2:
        raise LinAlgError(f"{name}: a matrix must have two axes, not {a.ndim}")
    return a


def stacked(a: Any, name: str, of_matrix: Any) -> Any:
    """The result of ``of_matrix`` for a matrix, or the stack of the results for each matrix of a stack."""
    a = as_numbers(a)
    if a.ndim == 2:
        return of_matrix(a)
    if a.ndim < 2:
        raise LinAlgError(f"{name}: a matrix must have two axes, not {a.ndim}")
    results = [of_matrix(a[index]) for index in np.ndindex(a.shape[:-2])]
    if not results:
        raise LinAlgError(f"{name}: an array of shape {a.shape} contains no matrix")
    if isinstance(results[0], tuple):
        return type(results[0])(*(_stack(parts, a.shape[:-2]) for parts in zip(*results)))
    return _stack(results, a.shape[:-2])


def _stack(results: Any, shape: tuple[int, ...]) -> Any:
    """One array of the results for the matrices of a stack of this shape."""
    if isinstance(results[0], ComplexArray):
        return ComplexArray(_stack([x.real for x in results], shape), _stack([x.imag for x in results], shape))
    plain = all(isinstance(x, (int, np.integer)) for x in results)
    stack = np.array(results) if plain else np.stack(list(map(as_numbers, results)))
    return stack.reshape(shape + stack.shape[1:])
