"""Linear algebra of all types of numbers.

Solutions are refined iteratively. The residuals of numbers of two words are computed in three words. The matrices of a
stack are processed one by one. Eigenvalues and singular values are available for numbers of two words, DD and FF.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ._core import LinAlgError
from ._factors import LU, QR, cholesky, lu, qr
from ._norms import matrix_norm, norm, vector_norm
from ._products import matmul_accurate, matmul_rounded
from ._ranks import SlogDet, matrix_rank, pinv, slogdet
from ._spectra import SVD, ComplexEigen, Eigen, eig, eigh, eigvals, eigvalsh, svd, svdvals
from ._reductions import _out, as_numbers
from ._systems import (
    LeastSquares, Solution, cond, det, inv, lstsq, matrix_power, solve, solve_with_condition,
)

__all__ = [
    "ComplexEigen", "Eigen", "LU", "LeastSquares", "LinAlgError", "QR", "SVD", "SlogDet", "Solution", "cholesky",
    "cond", "det", "eig", "eigh", "eigvals", "eigvalsh", "inv", "lstsq", "lu", "matmul_accurate", "matmul_rounded",
    "matrix_norm", "matrix_power", "matrix_rank", "norm", "pinv", "qr", "slogdet", "solve", "solve_with_condition", "svd",
    "svdvals", "vector_norm",
]

# Pickles and help() name this module, and not the private one in which a function or class is written.
for _name in set(__all__) - {"LinAlgError"}:
    globals()[_name].__module__ = __name__


def _vector(x: Any) -> Any:
    """The operand, which must have one axis."""
    x = as_numbers(x)
    if x.ndim != 1:
        raise ValueError(f"outer: the operands must have one axis, not {x.ndim}")
    return x


#: The functions of NumPy that these implement.
TABLE = {
    np.linalg.solve: solve,
    np.linalg.cholesky: cholesky,
    np.linalg.qr: qr,
    np.linalg.inv: inv,
    np.linalg.det: det,
    np.linalg.cond: lambda x, p=None: cond(x, p),
    np.linalg.norm: norm,
    np.linalg.matrix_power: matrix_power,
    np.linalg.eigh: eigh,
    np.linalg.eig: eig,
    np.linalg.eigvals: eigvals,
    np.linalg.eigvalsh: eigvalsh,
    np.linalg.svd: lambda a, full_matrices=True, compute_uv=True, hermitian=False: svd(a, full_matrices, compute_uv),
    np.linalg.svdvals: svdvals,
    np.linalg.slogdet: slogdet,
    np.linalg.matrix_rank: matrix_rank,
    np.linalg.pinv: pinv,
    np.linalg.matrix_norm: matrix_norm,
    np.linalg.vector_norm: vector_norm,
    np.linalg.multi_dot: lambda arrays, *, out=None: _out(functools.reduce(np.dot, arrays), out),
    # The others have other names in NumPy, too.
    np.linalg.diagonal: lambda x, /, *, offset=0: np.diagonal(x, offset, -2, -1),
    np.linalg.trace: lambda x, /, *, offset=0, dtype=None: np.trace(x, offset, -2, -1, dtype),
    np.linalg.outer: lambda x1, x2, /: np.multiply.outer(_vector(x1), _vector(x2)),
    np.linalg.matmul: lambda x1, x2, /: np.matmul(x1, x2),
    np.linalg.matrix_transpose: lambda x, /: np.matrix_transpose(x),
    np.linalg.tensordot: lambda x1, x2, /, *, axes=2: np.tensordot(x1, x2, axes),
    np.linalg.vecdot: lambda x1, x2, /, *, axis=-1: np.vecdot(x1, x2, axis=axis),
    np.linalg.cross: lambda x1, x2, /, *, axis=-1: np.moveaxis(
        np.cross(np.moveaxis(x1, axis, -1), np.moveaxis(x2, axis, -1)), -1, axis
    ),
}
