"""Arrays in the memory of devices, with operators that the device computes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from ._array import MultiWordArray
from ._base import wrap
from ._kinds import DOUBLE, SINGLE, Kind

if TYPE_CHECKING:
    from .devices import Device


class DeviceArray:
    """An array in the memory of a device. ``Device.array`` makes it, and ``to_host`` copies it back."""

    def __init__(self, device: Device, numbers: Any, shape: tuple[int, ...]) -> None:
        self.device, self._numbers, self.shape = device, numbers, shape

    @property
    def _element(self) -> Kind:
        return DOUBLE if self._numbers.double else SINGLE

    @property
    def dtype(self) -> type:
        """The type of the numbers: DD or FF."""
        return self._element.scalar

    @property
    def size(self) -> int:
        """The number of elements."""
        return len(self._numbers)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("an array without axes has no length")
        return self.shape[0]

    def to_host(self) -> MultiWordArray:
        """Copies the numbers to an array of floatfloat."""
        parts = self.device._open.download(self._numbers)
        return wrap(self._element, tuple(part.reshape(self.shape) for part in parts))

    def sum(self) -> Any:
        """The sum of all elements, computed on the device."""
        return self.dtype._from_words(*self.device._open.sum(self._numbers))

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("DeviceArray is not converted to a NumPy array; x.to_host() copies it to an array of floatfloat")

    __array_ufunc__ = None

    def __add__(self, other: Any) -> DeviceArray:
        return self._with(other, lambda x, y: x + y)

    def __radd__(self, other: Any) -> DeviceArray:
        return self._with(other, lambda x, y: y + x)

    def __sub__(self, other: Any) -> DeviceArray:
        return self._with(other, lambda x, y: x - y)

    def __rsub__(self, other: Any) -> DeviceArray:
        return self._with(other, lambda x, y: y - x)

    def __mul__(self, other: Any) -> DeviceArray:
        return self._with(other, lambda x, y: x * y)

    def __rmul__(self, other: Any) -> DeviceArray:
        return self._with(other, lambda x, y: y * x)

    def __truediv__(self, other: Any) -> DeviceArray:
        return self._with(other, lambda x, y: x / y)

    def __rtruediv__(self, other: Any) -> DeviceArray:
        return self._with(other, lambda x, y: y / x)

    def __neg__(self) -> DeviceArray:
        return self.device.map(lambda x: -x, self)

    def _with(self, other: Any, function: Callable) -> DeviceArray:
        if isinstance(other, DeviceArray):
            return self.device.map(function, self, other)
        if np.ndim(other):
            return NotImplemented
        return self.device.map(lambda x: function(x, other), self)

    def __repr__(self) -> str:
        return f"<DeviceArray of {self.dtype.__name__}, shape {self.shape}, on {self.device.id}>"
