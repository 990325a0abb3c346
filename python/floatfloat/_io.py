"""NumPy files without pickle: arrays of floatfloat are written as structured arrays."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ._array import MultiWordArray
from ._construct import asarray, from_structured
from ._convert import structured_kind
from ._kinds import SCALARS


def _plain(value: Any) -> Any:
    if isinstance(value, SCALARS):
        value = asarray(value)
    return value.to_structured() if isinstance(value, MultiWordArray) else value


def _ours(value: np.ndarray) -> Any:
    return value if structured_kind(value.dtype) is None else from_structured(value)


def save(file, arr, allow_pickle=False, **more):
    """Writes an array to a ``.npy`` file, as ``np.save``, but never with pickle. ``floatfloat.load`` reads the file.

    Examples
    --------
    >>> import floatfloat as ff, tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "x.npy")
    >>> ff.save(path, ff.DD(["0.1", "0.2"]))
    >>> ff.load(path)
    DD([0.1, 0.2])
    """
    np.save(file, _plain(arr), allow_pickle=False)


def load(file, mmap_mode=None):
    """Reads a file that ``np.save`` or ``np.savez`` wrote, with arrays of floatfloat or of NumPy.

    Returns
    -------
    DDArray or another array class of floatfloat, or numpy.ndarray; for a ``.npz`` file, a dict of them
    """
    loaded = np.load(file, mmap_mode=mmap_mode, allow_pickle=False)
    if isinstance(loaded, np.ndarray):
        return _ours(loaded)
    with loaded:
        return {name: _ours(loaded[name]) for name in loaded.files}


def _savez(function):
    def call(file, *args, allow_pickle=False, **kwds):
        function(file, *map(_plain, args), **{key: _plain(value) for key, value in kwds.items()})

    return call


def savetxt(fname, X, fmt="%.18e", delimiter=" ", **more):  # noqa: N803
    x = asarray(X)
    if x.ndim > 2:
        raise ValueError(f"savetxt: an array must have at most two axes, not {x.ndim}")
    match = re.fullmatch(r"%([-+ #0]*)(\d*)(\.\d+)?([eEfFgGs])", fmt) if isinstance(fmt, str) else None
    if match is None:
        raise TypeError(f"savetxt: fmt must be one format such as '%.30e' for arrays of floatfloat, not {fmt!r}")
    texts = np.empty(x.shape, object)
    for index in np.ndindex(x.shape):
        # By default all digits of the type.
        everything = fmt == "%.18e" or match[4] == "s"
        texts[index] = str(x[index]) if everything else _with_flags(x[index], *match.groups(default=""))
    np.savetxt(fname, texts, "%s", delimiter, **more)


def _with_flags(number, flags, width, precision, letter):
    """A number as the operator % formats it."""
    sign = "+" if "+" in flags else " " if " " in flags else ""
    align = "<" if "-" in flags else "=" if "0" in flags else ">"
    fill = "0" if align == "=" else " "
    return format(number, f"{fill}{align}{sign}{'#' * ('#' in flags)}{width}{precision}{letter}")


TABLE = {np.savetxt: savetxt, np.save: save, np.savez: _savez(np.savez), np.savez_compressed: _savez(np.savez_compressed)}
