"""Linear algebra of all types of numbers.

Solutions are refined iteratively. The residuals of numbers of two words are computed in three words. The matrices of a
stack are processed one by one. Eigenvalues and singular values are available for numbers of two words, DD and FF.
"""

from __future__ import annotations

import numpy as np

from ._core import LinAlgError
from ._factors import LU, QR, cholesky, lu, qr
from ._norms import norm
from ._spectra import SVD, Eigen, eigh, eigvals, eigvalsh, svd, svdvals
from ._systems import (
    LeastSquares, Solution, cond, det, inv, lstsq, matrix_power, solve, solve_with_condition,
)

__all__ = [
    "Eigen", "LU", "LinAlgError", "LeastSquares", "QR", "SVD", "Solution", "cholesky", "cond", "det",
    "eigh", "eigvals", "eigvalsh", "inv", "lstsq", "lu", "matrix_power", "norm", "qr", "solve", "solve_with_condition",
    "svd", "svdvals",
]

# Pickles and help() name this module, and not the private one in which a function or class is written.
for _name in set(__all__) - {"LinAlgError"}:
    globals()[_name].__module__ = __name__

#: The functions of NumPy that these implement.
TABLE = {
    np.linalg.solve: solve,
    np.linalg.cholesky: cholesky,
    np.linalg.qr: qr,
    np.linalg.inv: inv,
    np.linalg.det: det,
    np.linalg.cond: cond,
    np.linalg.norm: norm,
    np.linalg.matrix_power: matrix_power,
    np.linalg.eigh: eigh,
    np.linalg.eigvals: eigvals,
    np.linalg.eigvalsh: eigvalsh,
    np.linalg.svd: lambda a, full_matrices=True, compute_uv=True, hermitian=False: svd(a, full_matrices, compute_uv),
    np.linalg.svdvals: svdvals,
}
