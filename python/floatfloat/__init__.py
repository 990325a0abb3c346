"""Extended precision for NumPy: each number is the sum of two, three or four machine words.

>>> import floatfloat as ff
>>> import numpy as np
>>> x = ff.DD(["0.1", "0.2", "0.3"])
>>> np.exp(x).sum()
DD('3.676432483811820562716524134457925')
>>> ff.sum(np.array([1.0, 1e100, 1.0, -1e100]))
np.float64(2.0)

``DD`` is a double-double: two float64, 31 decimal digits. ``TD`` and ``QD`` have three and four float64, with 47 and 63
digits. ``FF``, ``TF`` and ``QF`` have two, three and four float32, with 14, 21 and 28 digits.

Each type makes a scalar from a number, and an array from a sequence or an array. The operators and functions of NumPy
work on both. A function that is not available raises an error: nothing falls back to float64.
"""

from __future__ import annotations

import numbers as _numbers
import os as _os

from . import _core, _number_methods, functions, linalg, testing  # noqa: F401 (it gives scalars their methods)
from ._advise import Advice, advise
from ._array import DDArray, FFArray, QDArray, QFArray, TDArray, TFArray
from ._complex import ComplexArray, complex_array
from ._construct import array, asarray, from_parts, from_structured
from ._conversions import LostDigitsWarning
from ._core import DD, FF, QD, QF, TD, TF, LinAlgError, __version__, get_num_threads, set_num_threads
from ._explain import Explanation, explain
from ._finfo import finfo
from ._io import load, save
from ._progress import progress
from ._ranges import arange
from ._sums import ReproducibleSum, dot, merged, norm, sum  # noqa: A004
from .devices import Certificate, Device, DeviceArray, DeviceError, devices, paranoia
from .functions import *  # noqa: F403

for _scalar in (DD, TD, QD, FF, TF, QF):
    _numbers.Real.register(_scalar)
if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_core._after_fork)

#: π, correctly rounded to a double-double. For another type, compute ``2 * floatfloat.arcsin(floatfloat.QD(1))``.
pi = DD("3.14159265358979323846264338327950288419716939937510582097494459")
#: e, correctly rounded to a double-double. For another type, compute ``floatfloat.exp(floatfloat.QD(1))``.
e = DD("2.71828182845904523536028747135266249775724709369995957496696763")

__all__ = [
    "Advice", "Certificate", "ComplexArray", "DD", "DDArray", "Device", "DeviceArray", "DeviceError", "Explanation", "FF",
    "FFArray", "LinAlgError", "LostDigitsWarning", "QD", "QDArray", "QF", "QFArray", "ReproducibleSum", "TD", "TDArray", "TF", "TFArray", "__version__",
    "advise", "arange", "array", "asarray", "complex_array", "devices", "dot", "e", "explain", "finfo", "from_parts", "from_structured",
    "get_num_threads", "linalg", "load", "merged", "norm", "paranoia", "pi", "progress", "save", "set_num_threads", "sum",
    "testing", *functions.__all__,
]
