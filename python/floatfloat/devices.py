"""Devices: GPUs and the processor. The arithmetic of a device is certified on this machine before it is used."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
import threading
import warnings
from typing import Any, Callable, Iterator

import numpy as np

from . import _core
from ._array import MultiWordArray
from ._certificate import Certificate
from ._construct import array
from ._device_array import DeviceArray
from ._findings import Findings
from ._kinds import Parts, as_contiguous, contiguous, kind_of_scalar
from ._products import product_of
from ._recording import Recording, record
from .command import own

__all__ = ["Certificate", "Description", "Device", "DeviceArray", "DeviceError", "Findings", "devices", "paranoia"]

_HAS_DEVICES = hasattr(_core, "OpenDevice")
DeviceError = _core.DeviceError if _HAS_DEVICES else RuntimeError


def _require() -> None:
    if not _HAS_DEVICES:
        raise RuntimeError("this build of floatfloat has no devices: it was built with --no-default-features")


_OPENING = threading.Lock()


@contextlib.contextmanager
def _session_folder() -> Iterator[None]:
    """While drivers are opened, sets XDG_RUNTIME_DIR to a private folder if it is unset: else Mesa complains on stderr."""
    with _OPENING:
        if sys.platform != "linux" or "XDG_RUNTIME_DIR" in os.environ:
            yield
            return
        with tempfile.TemporaryDirectory(prefix="floatfloat-") as folder:
            os.environ["XDG_RUNTIME_DIR"] = folder
            try:
                yield
            finally:
                del os.environ["XDG_RUNTIME_DIR"]


class Description(dict):
    """What a device is: ``id``, ``name``, ``backend``, ``driver``, ``software``, ``words``."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __repr__(self) -> str:
        software = ", software" if self["software"] else ""
        return f"<{self['id']}: {self['name']} ({self['backend']}{software}; {', '.join(map(str, self['words']))})>"


def devices() -> list[Description]:
    """Lists the devices of this machine, the processor first. No device is opened.

    Drivers are loaded in separate processes, which end with this call. A driver that fails there causes a
    RuntimeWarning. The device of GL, ``wgpu:gl``, is listed only if wgpu has no other device.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.devices()[0].id
    'cpu'
    """
    _require()
    found, troubles = _core.list_devices(own())
    for trouble in troubles:
        warnings.warn(trouble, RuntimeWarning, stacklevel=2)
    return [Description(device) for device in json.loads(found)]


class Device:
    """Opens a device, and certifies it if there is no certificate.

    Results have the same bits as those of the processor. The certificate names exceptions, such as flushed subnormal
    numbers. The driver is loaded into this process: if it crashes, the interpreter ends; if it leaks, this process loses
    memory. ``devices`` and ``paranoia`` load drivers in separate processes.

    Parameters
    ----------
    select : str
        ``'best'``, ``'cpu'``, ``'wgpu'``, ``'wgpu:1'``, ``'wgpu:gl'``, ``'cuda'``, ``'cuda:1'``.
    recertify : bool
        Whether the device is certified again, although there is a certificate for it and its driver.

    Raises
    ------
    ValueError
        If ``select`` is not the name of a device.
    DeviceError
        If there is no such device, or it cannot be opened.

    Examples
    --------
    >>> import floatfloat as ff
    >>> device = ff.Device("cpu")
    >>> x, y = device.array(ff.FF([1, 2, 3])), device.array(ff.FF([4, 5, 6]))
    >>> device.map(lambda a, b: (a * b - a / b).sqrt(), x, y).sum() > 8
    True
    """

    def __init__(self, select: str = "best", recertify: bool = False) -> None:
        _require()
        with _session_folder():
            self._open = _core.OpenDevice(select, recertify)
        self.description = Description(json.loads(self._open.description()))

    @property
    def id(self) -> str:
        """The name by which ``Device`` opens this device."""
        return self.description.id

    @property
    def certificate(self) -> Certificate:
        """The certificate of this device."""
        content, text = self._open.certificate()
        return Certificate(json.loads(content), text)

    def array(self, value: Any, dtype: type | None = None) -> DeviceArray:
        """Copies numbers to the device.

        Parameters
        ----------
        value : array_like
            Anything that ``floatfloat.array`` takes.
        dtype : DD or FF, optional
            By default, DD and FF keep their type, and numbers of other libraries become DD.

        Raises
        ------
        TypeError
            If the numbers have more than two words.
        DeviceError
            If the device does not have the words of this type, or is not exact with them.
        """
        if isinstance(value, DeviceArray):
            value = value.to_host()
        x = array(value, dtype, copy=False) if dtype is None else array(value, kind_of_scalar(dtype).scalar)
        if x._kind.words > 2:
            raise TypeError(
                f"arrays on devices hold DD and FF, not {x.dtype.__name__}: give dtype=floatfloat.DD if its precision is enough"
            )
        parts = tuple(as_contiguous(part).reshape(-1) for part in x._parts)
        return DeviceArray(self, self._open.upload(parts), x.shape)

    def map(self, function: Callable, *arrays: Any, check: int = 0) -> DeviceArray:
        """Computes a function of every element of arrays of one shape, on the device.

        The function is called once, with numbers that record the operations on them. The device then runs the recorded
        operations for every element.

        Parameters
        ----------
        function : callable
            Takes one number for each array. It may use operators, ufuncs of NumPy and their names as methods
            (``x.sqrt()``), and ``numpy.where`` of a comparison. It cannot branch on numbers.
        *arrays : DeviceArray or array_like
            Arrays that are not on this device are copied to it.
        check : int
            The number of results, from the first one on, that are compared with the processor's, bit for bit.

        Raises
        ------
        TypeError
            If the function uses an operation that cannot be recorded.
        ValueError
            If the arrays have different shapes.
        DeviceError
            If the device fails, or a compared result differs.

        Examples
        --------
        >>> import floatfloat as ff
        >>> import numpy as np
        >>> device = ff.Device("cpu")
        >>> device.map(lambda x: np.exp(x) * 2 + 1, ff.FF([0.0, 1.0]), check=2).to_host()
        FF([            3.0, 6.4365636569181])
        """
        if not arrays:
            raise TypeError("map: at least one array is needed")
        here = [x if isinstance(x, DeviceArray) and x.device is self else self.array(x) for x in arrays]
        shapes = {x.shape for x in here}
        if len(shapes) > 1:
            raise ValueError(f"map: the arrays must have one shape, not {sorted(shapes)}")
        recording = record(function, len(here))
        numbers = self._open.map(recording.constants, recording.steps, [x._numbers for x in here])
        result = DeviceArray(self, numbers, here[0].shape)
        if check:
            self._check(recording, here, result, check)
        return result

    def _check(self, recording: Recording, arrays: list[DeviceArray], result: DeviceArray, count: int) -> None:
        reference = self._open.reference()
        first = []
        for x in arrays:
            parts = self._open.download(x._numbers)
            first.append(reference.upload(tuple(part[:count].copy() for part in parts)))
        wanted = reference.download(reference.map(recording.constants, recording.steps, first))
        found = self._open.download(result._numbers)
        for part, other in zip(found, wanted):
            wrong = np.flatnonzero((part[:count] != other) & ~(np.isnan(part[:count]) & np.isnan(other)))
            if wrong.size:
                raise DeviceError(
                    f"{self.id}: element {wrong[0]} is {part[wrong[0]]!r}, but {other[wrong[0]]!r} on the processor"
                )

    def dot(self, x: Any, y: Any) -> Any:
        """The sum of the products of the elements of two arrays, computed on the device."""
        x, y = (v if isinstance(v, DeviceArray) else self.array(v) for v in (x, y))
        return x.dtype._from_words(*self._open.dot(x._numbers, y._numbers))

    def matmul_accurate(self, a: Any, b: Any, /) -> Any:
        """The product of two matrices with the bits of ``linalg.matmul_accurate``, computed on the device.

        The operands and the result are arrays of the host, of any number of words but four of ``float64``. The device needs no
        ``float64``. The processor computes parts of the product, or all of it, where exponents differ much, where a sum has more
        than 65,024 terms, and where the device is emulated in software.

        Parameters
        ----------
        a, b : array_like
            Vectors, matrices or stacks of matrices, as for ``@``. Arrays of floats give a DD.

        Raises
        ------
        DeviceError
            If the device fails or multiplies integers wrongly, or if the numbers are QD.

        Examples
        --------
        >>> import floatfloat as ff
        >>> ff.Device("cpu").matmul_accurate(ff.DD([[1e25, 1, -1e25]]), [[1], [2], [1]])
        DD([[2.0]])
        """

        def product(a: MultiWordArray, b: MultiWordArray) -> Parts:
            return self._open.matmul_accurate(contiguous(a._parts), contiguous(b._parts))

        return product_of(a, b, "matmul_accurate", product)

    def __repr__(self) -> str:
        return f"<Device {self.description!r}>"


def paranoia(
    device: str | Callable = "cpu",
    *,
    quick: bool = True,
    kind: str | None = None,
    dtype: Any = None,
    sizes: tuple[int, int, int] = (16, 32, 16),
    reference: str | None = None,
    exhaustive: bool = False,
    seed: int = 1,
) -> Findings:
    """Finds out how a device rounds, or how a function computes sums, products of matrices, or exp, sin and the like.

    Parameters
    ----------
    device : str or callable
        A device, as ``"cpu"`` or ``"wgpu:0"``, which is examined as by ``floatfloat paranoia``; its driver is loaded in a
        separate process. Or a function that takes one array and returns its sum, or takes two and returns their dot product
        or product of matrices: bits of the operands that matter, order of summation, accumulator and rounding are found from
        its results alone. Or a function of one or two numbers, elementwise on arrays or on single floats, whose errors are
        measured. Arrays are NumPy's; results are taken from any array that NumPy or DLPack can read. Or, with ``kind``, a
        parser, which takes a text and gives a number, or a printer, which takes a number and gives a text.
    quick : bool
        Examines less.
    kind : {"sum", "dot", "matmul", "function", "function of two", "parser", "printer"}, optional
        What a function computes. By default it is asked, except for a parser or a printer.
    dtype : dtype, optional
        The type of the arrays that a function is given: float16, bfloat16 (of ml_dtypes), float32 or float64. By default
        float32, or float64 if the function gives no float32 for float32.
    sizes : tuple of int
        m, k, n: a function of matrices gets m × k and k × n matrices; a sum and a dot product have k terms.
    reference : str, optional
        The function that results are compared with, as ``"exp"`` or ``"ln"``. By default it follows from the function's name.
    exhaustive : bool
        Compares a function of one number for every number of float16, bfloat16 or float32, too; minutes for float32.
    seed : int
        Chooses the random operands.

    Returns
    -------
    Findings
        Its tables. ``good`` is whether nothing was found that programs do not expect; ``drawing`` shows the order of summation.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.paranoia("cpu")  # doctest: +SKIP
    <Findings, all as promised: ...>
    >>> import math
    >>> ff.paranoia(math.fsum).tables["black-box"]["rows"][1]
    ['math.fsum', 'order', 'all 32 terms in one step']
    """
    if callable(device):
        from ._blackbox import examine

        return examine(
            device, kind=kind, dtype=dtype, sizes=sizes, reference=reference, quick=quick, exhaustive=exhaustive, seed=seed
        )
    given = {"kind": kind, "dtype": dtype, "reference": reference, "exhaustive": exhaustive or None}
    for name in [name for name, value in given.items() if value is not None]:
        raise TypeError(f"{name} is for functions; {device!r} is a device")
    import subprocess
    from pathlib import Path

    if not own():
        raise RuntimeError("paranoia runs in a separate process, which an embedded interpreter cannot start")
    with tempfile.TemporaryDirectory(prefix="floatfloat-") as folder:
        path = Path(folder) / "paranoia.json"
        call = [*own(), "paranoia", "--device", device, "--out", str(path)]
        done = subprocess.run(call + ["--quick"] * quick, capture_output=True, text=True, check=False)
        if not path.exists():
            raise DeviceError(done.stderr.strip() or f"the command ended with status {done.returncode}")
        return Findings(json.loads(path.read_text()), done.returncode)
