"""Complex numbers: arrays of real and of imaginary parts, for eigenvalues and Fourier sums."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._array import MultiWordArray
from ._base import wrap
from ._construct import array
from ._convert import common_kind
from ._kinds import DOUBLE, SCALARS, Kind, kind_of_scalar
from ._reductions import as_numbers
from ._refusals import unavailable


def is_complex(x: Any) -> bool:
    """Whether an operand is complex: of floatfloat, of NumPy or of Python."""
    if isinstance(x, (MultiWordArray, *SCALARS)):
        return False
    if isinstance(x, (list, tuple)):
        return any(map(is_complex, x))
    return isinstance(x, (ComplexArray, complex)) or isinstance(x, (np.ndarray, np.generic)) and x.dtype.kind == "c"


def _kind(things: Any) -> Kind | None:
    """The kind that holds all operands; None if all of them are Python numbers."""
    parts = []
    for x in things:
        if isinstance(x, ComplexArray):
            parts.append(x.real)
        elif isinstance(x, (np.ndarray, np.generic)) and x.dtype.kind == "c":
            parts.append(x.real)
        elif not isinstance(x, complex):
            parts.append(x)
    return common_kind(parts)


def _as_complex(x: Any, kind: Kind) -> ComplexArray:
    if isinstance(x, ComplexArray):
        return x if x._kind is kind else complex_array(x.real, x.imag, dtype=kind.scalar)
    if isinstance(x, (complex, np.complexfloating)) or isinstance(x, np.ndarray) and x.dtype.kind == "c":
        return complex_array(x.real, x.imag, dtype=kind.scalar)
    if isinstance(x, (list, tuple)) and is_complex(x):
        parts = [_as_complex(element, kind) for element in x]
        return ComplexArray(np.stack([p.real for p in parts]), np.stack([p.imag for p in parts]))
    return complex_array(x, dtype=kind.scalar)


class ComplexArray:
    """An array of complex numbers, whose real and imaginary parts are arrays of one type.

    ``complex_array`` makes it, and so does arithmetic of arrays of floatfloat with complex numbers. A complex scalar is
    an array without axes.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.DD([1, 2]) * 1j + ff.DD("0.1")
    ComplexArray([0.1+1.0j, 0.1+2.0j])
    """

    __slots__ = ("real", "imag")
    __array_priority__ = 1001
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, real: MultiWordArray, imag: MultiWordArray) -> None:
        self.real, self.imag = real, imag

    @property
    def _kind(self) -> Kind:
        return self.real._kind

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of elements along each axis."""
        return self.real.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.real.ndim

    @property
    def size(self) -> int:
        """The number of elements."""
        return self.real.size

    @property
    def T(self) -> ComplexArray:
        """The transpose, a view."""
        return ComplexArray(self.real.T, self.imag.T)

    def __len__(self) -> int:
        return len(self.real)

    def __iter__(self) -> Any:
        return (self[k] for k in range(len(self)))

    def __getitem__(self, index: Any) -> ComplexArray:
        return ComplexArray(as_numbers(self.real[index]), as_numbers(self.imag[index]))

    def __setitem__(self, index: Any, value: Any) -> None:
        value = _as_complex(value, self._kind)
        self.real[index], self.imag[index] = value.real, value.imag

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError(
            "ComplexArray is not converted to an ordinary NumPy array, because lower words would be lost. Use "
            "x.to_complex128() to round to complex128, or x.real and x.imag"
        )

    def to_complex128(self) -> np.ndarray:
        """Each real and imaginary part rounded to the nearest float64. The lower words are lost."""
        return self.real.to_float64() + 1j * self.imag.to_float64()

    def __complex__(self) -> complex:
        return complex(float(self.real), float(self.imag))

    def __bool__(self) -> bool:
        return bool(self.real != 0) or bool(self.imag != 0)

    def copy(self) -> ComplexArray:
        """A copy of the array."""
        return ComplexArray(self.real.copy(), self.imag.copy())

    def conj(self) -> ComplexArray:
        """The conjugates."""
        return ComplexArray(self.real.copy(), as_numbers(-self.imag))

    def reshape(self, *shape: Any) -> ComplexArray:
        """The same elements in another shape."""
        return ComplexArray(self.real.reshape(*shape), self.imag.reshape(*shape))

    def sum(self, axis: Any = None) -> ComplexArray:
        """The sum over axes, by default over all of them."""
        return np.sum(self, axis=axis)

    def __reduce__(self) -> Any:
        return ComplexArray, (self.real, self.imag)

    def __neg__(self) -> Any:
        return np.negative(self)

    def __pos__(self) -> ComplexArray:
        return self.copy()

    def __abs__(self) -> Any:
        return np.absolute(self)

    def __pow__(self, other: Any) -> Any:
        if isinstance(other, int) and abs(other) <= 64:
            return _integer_power(self, other)
        return np.power(self, other)

    def __repr__(self) -> str:
        if not self.ndim:
            return f"ComplexArray({_text(self)})"
        return f"ComplexArray({_listed(self, ', ')})"

    def __str__(self) -> str:
        return _listed(self, " ") if self.ndim else _text(self)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        return complex_ufunc(ufunc, method, inputs, keywords)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        implementation = _FUNCTIONS.get(function)
        if implementation is None:
            raise unavailable(f"np.{function.__name__} of complex numbers", "compute with x.real and x.imag")
        return implementation(*args, **kwargs)


def _operator(ufunc: np.ufunc, reflected: bool = False) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        if type(other) is ComplexArray and not other.ndim and not self.ndim and ufunc in _OF_NUMBERS:
            if other._kind is self._kind:
                return _OF_NUMBERS[ufunc](_Single(self), _Single(other))
        if other is None or isinstance(other, (str, bytes, dict, set)):
            return NotImplemented
        return ufunc(other, self) if reflected else ufunc(self, other)

    return method


class _Single:
    """A complex number whose parts are scalars, which compute faster than arrays without axes."""

    __slots__ = ("real", "imag")

    def __init__(self, x: ComplexArray) -> None:
        self.real, self.imag = x.real.item(), x.imag.item()


for _name, _ufunc in {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "truediv": np.divide, "matmul": np.matmul,
}.items():
    setattr(ComplexArray, f"__{_name}__", _operator(_ufunc))
    setattr(ComplexArray, f"__r{_name}__", _operator(_ufunc, True))
ComplexArray.__rpow__ = _operator(np.power, True)  # type: ignore[attr-defined]
ComplexArray.__eq__ = _operator(np.equal)  # type: ignore[method-assign, assignment]
ComplexArray.__ne__ = _operator(np.not_equal)  # type: ignore[method-assign, assignment]


def _text(number: ComplexArray) -> str:
    digits = number._kind.digits
    real, imag = (number.real.item(), number.imag.item())
    texts = [str(x) if len(str(x)) <= digits else format(x, f".{digits}") for x in (real, imag)]
    return f"{texts[0]}{'' if texts[1].startswith('-') else '+'}{texts[1]}j"


def _listed(x: ComplexArray, separator: str) -> str:
    if not x.size:
        return "[]"
    flat = x.reshape(-1)
    places = np.arange(x.size).reshape(x.shape)
    return np.array2string(places, separator=separator, formatter={"int": lambda k: _text(flat[int(k)])})


def complex_array(real: Any, imag: Any = 0, dtype: type | None = None) -> ComplexArray:
    """Makes an array of complex numbers from real and imaginary parts, or from complex numbers.

    Parameters
    ----------
    real : array_like
        Real parts, or complex numbers.
    imag : array_like
        Imaginary parts. Both are broadcast to one shape.
    dtype : DD, TD, QD, FF, TF or QF, optional
        The type of the parts. By default the type that holds both parts; DD if both are Python numbers.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.complex_array(["0.1", 1], [2, "-0.3"])
    ComplexArray([0.1+2.0j, 1.0-0.3j])
    """
    if is_complex(real):
        kind = _kind([real]) if dtype is None else kind_of_scalar(dtype)
        x = _as_complex(real, kind or DOUBLE)
        return x if isinstance(imag, int) and imag == 0 else x + complex_array(imag) * 1j
    kind = common_kind([real, imag]) if dtype is None else None
    dtype = dtype or (kind or DOUBLE).scalar
    parts = np.broadcast_arrays(array(real, dtype), array(imag, dtype))
    return ComplexArray(*(part.copy() for part in parts))


def _pairs(real: Any, imag: Any) -> ComplexArray:
    return ComplexArray(*(_without_axes(x) if isinstance(x, SCALARS) else as_numbers(x) for x in (real, imag)))


def _without_axes(x: Any) -> MultiWordArray:
    """A scalar as an array."""
    kind = kind_of_scalar(type(x))
    return wrap(kind, tuple(np.array(word, kind.word) for word in x.parts))


def _multiply(x: ComplexArray, y: ComplexArray) -> ComplexArray:
    return _pairs(x.real * y.real - x.imag * y.imag, x.real * y.imag + x.imag * y.real)


def _divide(x: ComplexArray, y: ComplexArray) -> ComplexArray:
    """x·conj(y)/|y|², scaled by powers of two so that squares stay in range."""
    size = np.maximum(np.abs(y.real), np.abs(y.imag))
    exponent = np.where(np.isfinite(as_numbers(size).hi) & (as_numbers(size).hi != 0), np.frexp(as_numbers(size).hi)[1], 0)
    c, d = np.ldexp(y.real, -exponent), np.ldexp(y.imag, -exponent)
    a, b = np.ldexp(x.real, -exponent), np.ldexp(x.imag, -exponent)
    norm = c * c + d * d
    return _pairs((a * c + b * d) / norm, (b * c - a * d) / norm)


def _exp(x: ComplexArray) -> ComplexArray:
    size = np.exp(x.real)
    return _pairs(size * np.cos(x.imag), np.where(as_numbers(x.imag) == 0, x.imag, size * np.sin(x.imag)))


def _log(x: ComplexArray) -> ComplexArray:
    return _pairs(np.log(np.hypot(x.real, x.imag)), np.arctan2(x.imag, x.real))


def _sqrt(x: ComplexArray) -> ComplexArray:
    size = np.hypot(x.real, x.imag)
    # Of the two halves the one without cancellation, and the other from it.
    large = np.sqrt((size + np.abs(x.real)) / 2)
    safe = np.where(as_numbers(large) == 0, as_numbers(1, x._kind.scalar), as_numbers(large))
    small = np.abs(x.imag) / (2 * safe)
    right = as_numbers(x.real) >= 0
    return _pairs(np.where(right, large, small), np.copysign(np.where(right, small, large), x.imag))


def _integer_power(x: ComplexArray, n: int) -> ComplexArray:
    if n < 0:
        return _divide(complex_array(np.ones_like(x.real)), _integer_power(x, -n))
    power = complex_array(np.ones_like(x.real))
    while n:
        if n & 1:
            power = _multiply(power, x)
        x, n = _multiply(x, x), n >> 1
    return power


def _matmul(x: ComplexArray, y: ComplexArray) -> ComplexArray:
    return _pairs(x.real @ y.real - x.imag @ y.imag, x.real @ y.imag + x.imag @ y.real)


_UFUNCS: dict[np.ufunc, Callable[..., Any]] = {
    np.add: lambda x, y: _pairs(x.real + y.real, x.imag + y.imag),
    np.subtract: lambda x, y: _pairs(x.real - y.real, x.imag - y.imag),
    np.multiply: _multiply,
    np.divide: _divide,
    np.matmul: _matmul,
    np.power: lambda x, y: _exp(_multiply(y, _log(x))),
    np.negative: lambda x: _pairs(-x.real, -x.imag),
    np.conjugate: lambda x: x.conj(),
    np.square: lambda x: _multiply(x, x),
    np.exp: _exp,
    np.log: _log,
    np.sqrt: _sqrt,
    np.absolute: lambda x: np.hypot(x.real, x.imag),
    np.equal: lambda x, y: np.equal(x.real, y.real) & np.equal(x.imag, y.imag),
    np.not_equal: lambda x, y: np.not_equal(x.real, y.real) | np.not_equal(x.imag, y.imag),
    np.isfinite: lambda x: np.isfinite(x.real) & np.isfinite(x.imag),
    np.isnan: lambda x: np.isnan(x.real) | np.isnan(x.imag),
    np.isinf: lambda x: np.isinf(x.real) | np.isinf(x.imag),
}


#: The operators that need nothing but the parts.
_OF_NUMBERS = {ufunc: _UFUNCS[ufunc] for ufunc in (np.add, np.subtract, np.multiply)}


def complex_ufunc(ufunc: np.ufunc, method: str, inputs: tuple, keywords: dict) -> Any:
    """Calls a ufunc, one of whose operands is complex."""
    if method != "__call__" or keywords or ufunc not in _UFUNCS:
        raise unavailable(f"np.{ufunc.__name__} of complex numbers", "compute with x.real and x.imag")
    kind = _kind(inputs) or DOUBLE
    return _UFUNCS[ufunc](*(_as_complex(x, kind) for x in inputs))


def _by_parts(function: Callable) -> Callable:
    """A function that is linear, or only moves elements: NumPy's function of each part."""

    def call(a: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(a, (list, tuple)):
            kind = _kind(a) or DOUBLE
            parts = [_as_complex(x, kind) for x in a]
            return _pairs(*(function([getattr(p, of) for p in parts], *args, **kwargs) for of in ("real", "imag")))
        return _pairs(function(a.real, *args, **kwargs), function(a.imag, *args, **kwargs))

    return call


def _product(function: Callable) -> Callable:
    """A bilinear function of two arrays."""

    def call(a: Any, b: Any) -> ComplexArray:
        kind = _kind([a, b]) or DOUBLE
        x, y = _as_complex(a, kind), _as_complex(b, kind)
        return _pairs(
            function(x.real, y.real) - function(x.imag, y.imag), function(x.real, y.imag) + function(x.imag, y.real)
        )

    return call


def _where(condition: Any, x: Any, y: Any) -> ComplexArray:
    kind = _kind([x, y]) or DOUBLE
    x, y = _as_complex(x, kind), _as_complex(y, kind)
    return _pairs(np.where(condition, x.real, y.real), np.where(condition, x.imag, y.imag))


_FUNCTIONS: dict[Callable, Callable] = {
    **{
        function: _by_parts(function)
        for function in (
            np.sum, np.mean, np.cumsum, np.diff, np.reshape, np.ravel, np.transpose, np.concatenate, np.stack, np.vstack,
            np.hstack, np.take, np.roll, np.flip, np.repeat, np.tile, np.broadcast_to, np.expand_dims, np.squeeze,
            np.diagonal, np.trace, np.moveaxis, np.swapaxes,
        )
    },
    np.dot: _product(np.dot),
    np.outer: _product(np.outer),
    np.vdot: lambda a, b: _product(np.vdot)(_as_complex(a, _kind([a, b]) or DOUBLE).conj(), b),
    np.where: _where,
    np.real: lambda val: val.real,
    np.imag: lambda val: val.imag,
    np.angle: lambda z, deg=False: np.degrees(np.arctan2(z.imag, z.real)) if deg else np.arctan2(z.imag, z.real),
    np.shape: lambda a: a.shape,
    np.ndim: lambda a: a.ndim,
    np.size: lambda a: a.size,
    np.iscomplexobj: lambda x: True,
    np.isrealobj: lambda x: False,
}
