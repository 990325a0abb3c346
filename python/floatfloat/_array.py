"""Arrays of double-doubles and of float-floats: high parts in one NumPy array, low parts in another."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import _core
from ._convert import common_kind, is_structured, parts_of
from ._core import DD, FF
from ._kinds import DOUBLE, SINGLE, Kind, as_contiguous, converted, kind_of_scalar


def _refuse_array(cls: str) -> TypeError:
    return TypeError(
        f"{cls} does not become an ordinary NumPy array: its low parts would be lost. Use x.to_float64() for the "
        "nearest floats, x.to_structured() for both parts in one array, or a function of floatfloat"
    )


def _quick(other: Any, cls: Any) -> tuple[Any, Any] | None:
    """The parts of an operand whose conversion is quick: of the same type, or a number of Python."""
    if type(other) is cls:
        return other._hi, other._lo
    if type(other) is float or type(other) is int:
        other = cls._kind.scalar(other)
    if type(other) is cls._kind.scalar:
        word = cls._kind.word
        return np.array(other.hi, word), np.array(other.lo, word)
    return None


def _operator(ufunc: np.ufunc, name: str = "", reflected: bool = False) -> Callable[..., Any]:
    compiled = getattr(_core, name, None)

    def method(self: Any, other: Any) -> Any:
        cls = type(self)
        if compiled is not None and (parts := _quick(other, cls)) is not None:
            own = (self._hi, self._lo)
            parts = compiled(*parts, *own) if reflected else compiled(*own, *parts)
            if parts is not None and parts[0].ndim:
                return _wrap(cls, *parts)
        if other is None or isinstance(other, (str, bytes, dict, set)):
            return NotImplemented
        return ufunc(other, self) if reflected else ufunc(self, other)

    return method


def _in_place(ufunc: np.ufunc) -> Callable:
    def method(self: Any, other: Any) -> Any:
        return ufunc(self, other, out=(self,))

    return method


def _comparison(ufunc: np.ufunc, otherwise: bool | None) -> Callable:
    def method(self: Any, other: Any) -> Any:
        if other is None or isinstance(other, (str, bytes, dict, set)):
            return NotImplemented if otherwise is None else np.full(self.shape, otherwise)
        return ufunc(self, other)

    return method


def _of_numpy(name: str) -> Callable[..., Any]:
    """A method that is a function of NumPy."""

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(np, name)(self, *args, **kwargs)

    method.__name__ = name
    method.__doc__ = f"As ``numpy.{name}``."
    return method


class PairArray:
    """What arrays of both types have; see DDArray and FFArray."""

    __slots__ = ("_hi", "_lo", "__weakref__")
    __array_priority__ = 1000
    __hash__ = None  # type: ignore[assignment]
    _kind: Kind

    _hi: np.ndarray
    _lo: np.ndarray

    def __new__(cls, value: Any) -> Any:
        return array(value, dtype=cls._kind.scalar)

    # The array and its parts.

    @property
    def hi(self) -> np.ndarray:
        """The high parts: a view that is not written to."""
        return _read_only(self._hi)

    @property
    def lo(self) -> np.ndarray:
        """The low parts: a view that is not written to."""
        return _read_only(self._lo)

    @property
    def dtype(self) -> type:
        """The type of the numbers: DD or FF."""
        return self._kind.scalar

    @property
    def shape(self) -> tuple[int, ...]:
        """How many elements there are along each axis; can be set."""
        return self._hi.shape

    @shape.setter
    def shape(self, shape: Any) -> None:
        reshaped = self.reshape(shape)
        if self.size and not (
            np.shares_memory(reshaped._hi, self._hi) and np.shares_memory(reshaped._lo, self._lo)
        ):
            raise AttributeError("the shape cannot be changed without a copy; use reshape")
        self._hi, self._lo = reshaped._hi, reshaped._lo

    @property
    def ndim(self) -> int:
        """How many axes there are."""
        return self._hi.ndim

    @property
    def size(self) -> int:
        """How many elements there are."""
        return self._hi.size

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self._hi.nbytes + self._lo.nbytes

    @property
    def itemsize(self) -> int:
        """Bytes of an element."""
        return 2 * self._hi.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes between high parts along each axis."""
        return self._hi.strides

    @property
    def flags(self) -> Any:
        """The flags of the high parts; those of the low parts are the same but for their strides."""
        return self._hi.flags

    @property
    def T(self) -> Any:
        """The transpose, a view."""
        return self.transpose()

    @property
    def mT(self) -> Any:
        """The transpose of the last two axes, a view."""
        return _wrap(type(self), self._hi.mT, self._lo.mT)

    @property
    def real(self) -> Any:
        """The array itself."""
        return self

    @property
    def imag(self) -> Any:
        """Zeros."""
        return _wrap(type(self), np.zeros_like(self._hi), np.zeros_like(self._lo))

    @property
    def flat(self) -> Any:
        """The elements in row-major order, one after the other."""
        return iter(self.ravel())

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise _refuse_array(type(self).__name__)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        if not keywords and method == "__call__" and ufunc in COMPILED:
            cls = type(self)
            parts = [_quick(x, cls) for x in inputs]
            if None not in parts:
                found = COMPILED[ufunc](*(part for pair in parts for part in pair))
                if found is not None and found[0].ndim:
                    return _wrap(cls, *found)
        return _ufuncs.array_ufunc(ufunc, method, inputs, keywords)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return _functions.array_function(function, args, kwargs)

    # Elements.

    def __len__(self) -> int:
        return len(self._hi)

    def __iter__(self) -> Any:
        if not self.ndim:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index: Any) -> Any:
        index = _plain_index(index)
        return _result(self._kind, self._hi[index], self._lo[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        hi, lo = parts_of(value, self._kind)
        index = _plain_index(index)
        self._hi[index] = hi
        self._lo[index] = lo

    def __contains__(self, value: Any) -> bool:
        return bool(np.any(self == value))

    def item(self, *index: Any) -> Any:
        """One element as a scalar."""
        return _scalar(self._kind, self._hi.item(*index), self._lo.item(*index))

    def tolist(self) -> Any:
        """The elements as nested lists of scalars."""
        if not self.ndim:
            return self.item()
        return [row.tolist() if isinstance(row, PairArray) else row for row in self]

    def copy(self, order: str = "C") -> Any:
        """A copy."""
        return _wrap(type(self), self._hi.copy(order), self._lo.copy(order))

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Any:
        return self.copy()

    def fill(self, value: Any) -> None:
        """Sets all elements."""
        self[...] = value

    def __reduce__(self) -> Any:
        return _from_normalized, (self.dtype, self._hi, self._lo)

    def __bool__(self) -> bool:
        return bool(self._hi)

    def __float__(self) -> float:
        return float(_one(self))

    def __int__(self) -> int:
        return int(_one(self))

    def __complex__(self) -> complex:
        return complex(float(self))

    def __repr__(self) -> str:
        from ._printing import array_repr

        return array_repr(self)

    def __str__(self) -> str:
        from ._printing import array_str

        return array_str(self)

    def __format__(self, specification: str) -> str:
        if self.ndim == 0:
            return format(self.item(), specification)
        if specification:
            raise TypeError("an array has no format; format its elements")
        return str(self)

    # Conversions.

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        """The elements as numbers of another type: DD, FF, or a dtype of NumPy.

        Floats are the nearest ones, integers those towards zero: low parts are lost, because that is asked for.
        """
        if dtype in (DD, FF):
            target = kind_of_scalar(dtype)
            if target is self._kind:
                return self.copy() if copy else self
            parts = converted(as_contiguous(self._hi), as_contiguous(self._lo), self._kind, target)
            return _wrap(_ARRAYS[target], *parts)
        dtype = np.dtype(dtype)
        if dtype.kind == "b":
            return self._hi != 0
        if dtype.kind == "O":
            objects = np.empty(self.shape, object)
            for index in np.ndindex(self.shape):
                objects[index] = self[index]
            return objects
        if dtype.kind in "iu":
            return _integers(self, dtype)
        if dtype.kind not in "fc":
            raise TypeError(f"double-words do not become {dtype}")
        if dtype.itemsize > 8 and dtype.kind == "f":
            return self._hi.astype(dtype) + self._lo.astype(dtype)
        if self._kind is DOUBLE and dtype.itemsize < 8:
            return np.asarray(self.astype(FF)._hi).astype(dtype)
        return self.to_float64().astype(dtype)

    def to_float64(self) -> np.ndarray:
        """The nearest float64: low parts are lost.

        >>> import floatfloat as ff
        >>> ff.DD(["0.1", "1e-400"]).to_float64()
        array([0.1, 0. ])
        """
        if self._kind is DOUBLE:
            return self._hi.copy()
        return self._hi.astype(np.float64) + self._lo

    def to_structured(self) -> np.ndarray:
        """Both parts in one ordinary array, with fields ``hi`` and ``lo``: for buffers and files.

        >>> import floatfloat as ff
        >>> ff.DD(["0.1"]).to_structured()
        array([(0.1, -5.55111512e-18)], dtype=[('hi', '<f8'), ('lo', '<f8')])
        """
        structured = np.empty(self.shape, [("hi", self._hi.dtype), ("lo", self._lo.dtype)])
        structured["hi"], structured["lo"] = self._hi, self._lo
        return structured

    # Arithmetic.

    __add__ = _operator(np.add, "add")
    __radd__ = _operator(np.add, "add", True)
    __iadd__ = _in_place(np.add)
    __sub__ = _operator(np.subtract, "subtract")
    __rsub__ = _operator(np.subtract, "subtract", True)
    __isub__ = _in_place(np.subtract)
    __mul__ = _operator(np.multiply, "multiply")
    __rmul__ = _operator(np.multiply, "multiply", True)
    __imul__ = _in_place(np.multiply)
    __truediv__ = _operator(np.divide, "divide")
    __rtruediv__ = _operator(np.divide, "divide", True)
    __itruediv__ = _in_place(np.divide)
    __floordiv__ = _operator(np.floor_divide)
    __rfloordiv__ = _operator(np.floor_divide, reflected=True)
    __ifloordiv__ = _in_place(np.floor_divide)
    __mod__ = _operator(np.remainder)
    __rmod__ = _operator(np.remainder, reflected=True)
    __imod__ = _in_place(np.remainder)
    __divmod__ = _operator(np.divmod)
    __rdivmod__ = _operator(np.divmod, reflected=True)
    __matmul__ = _operator(np.matmul)
    __rmatmul__ = _operator(np.matmul, reflected=True)
    __imatmul__ = _in_place(np.matmul)
    __rpow__ = _operator(np.power, reflected=True)
    __ipow__ = _in_place(np.power)

    def __pow__(self, other: Any, modulus: Any = None) -> Any:
        if modulus is not None:
            raise TypeError("pow() with a modulus needs integers")
        return _power(self, other)

    __lt__ = _comparison(np.less, None)
    __le__ = _comparison(np.less_equal, None)
    __gt__ = _comparison(np.greater, None)
    __ge__ = _comparison(np.greater_equal, None)
    __eq__ = _comparison(np.equal, False)  # type: ignore[assignment]
    __ne__ = _comparison(np.not_equal, True)  # type: ignore[assignment]

    def __neg__(self) -> Any:
        return np.negative(self)

    def __pos__(self) -> Any:
        return self.copy()

    def __abs__(self) -> Any:
        return np.absolute(self)

    # Shapes.

    def reshape(self, *shape: Any, order: str = "C") -> Any:
        """The same elements in another shape; a view where that is possible."""
        hi = self._hi.reshape(*shape, order=order)
        return _wrap(type(self), hi, self._lo.reshape(*shape, order=order))

    def transpose(self, *axes: Any) -> Any:
        """A view with the axes in another order."""
        return _wrap(type(self), self._hi.transpose(*axes), self._lo.transpose(*axes))

    def resize(self, *shape: Any, **_: Any) -> None:
        """Not available: use ``np.resize``."""
        raise TypeError("arrays of double-words are not resized in place; use np.resize")

    # Functions of NumPy.

    def sort(self, axis: int = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> None:
        """Sorts in place; NaN comes last."""
        self[...] = np.sort(self, axis=axis)

    def flatten(self, order: str = "C") -> Any:
        """A copy with one axis."""
        return self.ravel(order=order).copy()

    sum = _of_numpy("sum")
    prod = _of_numpy("prod")
    mean = _of_numpy("mean")
    var = _of_numpy("var")
    std = _of_numpy("std")
    min = _of_numpy("min")
    max = _of_numpy("max")
    argmin = _of_numpy("argmin")
    argmax = _of_numpy("argmax")
    cumsum = _of_numpy("cumsum")
    cumprod = _of_numpy("cumprod")
    any = _of_numpy("any")
    all = _of_numpy("all")
    clip = _of_numpy("clip")
    round = _of_numpy("round")
    dot = _of_numpy("dot")
    trace = _of_numpy("trace")
    argsort = _of_numpy("argsort")
    searchsorted = _of_numpy("searchsorted")
    nonzero = _of_numpy("nonzero")
    take = _of_numpy("take")
    repeat = _of_numpy("repeat")
    diagonal = _of_numpy("diagonal")
    ravel = _of_numpy("ravel")
    swapaxes = _of_numpy("swapaxes")
    squeeze = _of_numpy("squeeze")
    compress = _of_numpy("compress")
    ptp = _of_numpy("ptp")
    put = _of_numpy("put")
    conj = _of_numpy("conj")
    conjugate = conj


class DDArray(PairArray):
    """An array of double-doubles: numbers of two float64, 32 decimal digits.

    Made by ``floatfloat.array``, or by ``DD`` of a sequence or an array.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.DD(["0.1", 2, 3.5]) * 3
    DD([ 0.3,  6.0, 10.5])
    """

    __slots__ = ()
    _kind = DOUBLE


class FFArray(PairArray):
    """An array of float-floats: numbers of two float32, 14 decimal digits.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.FF([1, 2]) / 3
    FF([0.333333333333333, 0.666666666666666])
    """

    __slots__ = ()
    _kind = SINGLE


_ARRAYS = {DOUBLE: DDArray, SINGLE: FFArray}


#: Ufuncs that are one compiled function of all parts.
COMPILED: dict[np.ufunc, Callable[..., Any]] = {
    getattr(np, name): getattr(_core, name)
    for name in (
        "add subtract multiply divide power arctan2 hypot negative absolute sqrt square reciprocal floor ceil trunc rint "
        "degrees radians exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh "
        "arccosh arctanh cbrt"
    ).split()
}


def _wrap(cls: type, hi: np.ndarray, lo: np.ndarray) -> Any:
    """An array of these parts, which are normalised."""
    self = object.__new__(cls)
    self._hi, self._lo = hi, lo
    return self


def wrap(kind: Kind, hi: np.ndarray, lo: np.ndarray) -> Any:
    """An array of these parts, which are normalised; of no axes too."""
    return _wrap(_ARRAYS[kind], hi, lo)


def _scalar(kind: Kind, hi: Any, lo: Any) -> Any:
    return kind.scalar._from_words(hi, lo)


def _result(kind: Kind, hi: Any, lo: Any) -> Any:
    """What NumPy would return: a scalar instead of an array without axes that is nobody's view."""
    if isinstance(hi, np.ndarray) and (hi.ndim or hi.base is not None):
        return _wrap(_ARRAYS[kind], hi, lo)
    return _scalar(kind, hi, lo)


def result(kind: Kind, hi: Any, lo: Any) -> Any:
    """The result of a function: a scalar if it has no axes."""
    if np.ndim(hi):
        return _wrap(_ARRAYS[kind], hi, lo)
    return _scalar(kind, hi, lo)


def _one(self: PairArray) -> Any:
    if self.size != 1:
        raise TypeError("only an array of one element can be converted to a number of Python")
    return self.item()


def _read_only(part: np.ndarray) -> np.ndarray:
    view = part.view()
    view.flags.writeable = False
    return view


def _plain_index(index: Any) -> Any:
    parts = index if isinstance(index, tuple) else (index,)
    if any(isinstance(part, (PairArray, DD, FF)) for part in parts):
        raise IndexError("double-words are not indices; use integers, slices or masks")
    return index


def _integers(self: PairArray, dtype: np.dtype) -> np.ndarray:
    """The integer parts."""
    whole = np.trunc(self)
    limits = np.iinfo(dtype)
    if np.any(~np.isfinite(self._hi)) or np.any((whole < limits.min) | (whole > limits.max)):
        raise OverflowError(f"a number is not finite or outside of {dtype}")
    flat = (int(number) for number in np.ravel(whole))
    return np.fromiter(flat, dtype, self.size).reshape(self.shape)


def _power(base: Any, exponent: Any) -> Any:
    """NumPy's shortcuts for powers: exact ones are not worth a logarithm."""
    if isinstance(exponent, (int, float)) and not isinstance(exponent, bool):
        if exponent == 2:
            return np.square(base)
        if exponent == 1:
            return base.copy()
        if exponent == 0.5:
            return np.sqrt(base)
        if exponent == -1:
            return np.reciprocal(base)
    return np.power(base, exponent)


def _from_normalized(dtype: type, hi: np.ndarray, lo: np.ndarray) -> Any:
    """Unpickles; the parts were those of an array, but a pickle is not trusted."""
    return from_parts(hi, lo, dtype=dtype)


def array(value: Any, dtype: type | None = None, *, copy: bool = True) -> Any:
    """An array of double-doubles or float-floats.

    Parameters
    ----------
    value : number, str, sequence or array
        Floats, integers of any size, decimal strings, fractions, decimals, numbers of mpmath or gmpy2, arrays of
        them, arrays of ours, or structured arrays with fields ``hi`` and ``lo``. Each number is rounded once, to
        the nearest one.
    dtype : DD or FF, optional
        The type of the numbers; that of ``value`` if it is an array of ours, else DD.
    copy : bool
        Whether an array of ours that has the type already is copied.

    Returns
    -------
    DDArray or FFArray

    Examples
    --------
    >>> import floatfloat as ff
    >>> from fractions import Fraction
    >>> ff.array([Fraction(1, 8), "0.1"])
    DD([0.125,   0.1])
    >>> ff.array([[1, 2], [3, 4]], dtype=ff.FF)
    FF([[1.0, 2.0],
        [3.0, 4.0]])
    """
    if dtype is None:
        owner = getattr(value, "_kind", None) or (
            kind_of_scalar(type(value)) if isinstance(value, (DD, FF)) else None
        )
        if owner is None and isinstance(value, (np.ndarray, np.generic)) and is_structured(value.dtype):
            owner = SINGLE if value.dtype["hi"].itemsize == 4 else DOUBLE
        if owner is None and isinstance(value, (list, tuple)):
            owner = _kind_of_elements(value)
        kind = owner or DOUBLE
    else:
        kind = kind_of_scalar(dtype)
    hi, lo = parts_of(value, kind)
    if isinstance(value, PairArray) and value._kind is kind:
        if not copy:
            return value
        hi, lo = hi.copy(), lo.copy()
    return _wrap(_ARRAYS[kind], hi, lo)


def _kind_of_elements(sequence: Any) -> Kind | None:
    """That of the elements that are ours."""
    ours = [x for x in _leaves(sequence) if isinstance(x, (PairArray, DD, FF))]
    return common_kind(ours)


def _leaves(sequence: Any) -> Any:
    for element in sequence:
        if isinstance(element, (list, tuple)):
            yield from _leaves(element)
        else:
            yield element


def asarray(value: Any, dtype: type | None = None) -> Any:
    """As ``array``, without a copy of an array that has the type already."""
    return array(value, dtype, copy=False)


def from_parts(hi: Any, lo: Any, dtype: type | None = None) -> Any:
    """The sums of two arrays of floats, element by element, exactly normalised.

    Parameters
    ----------
    hi, lo : array_like of float
        In any order of size; they are broadcast.
    dtype : DD or FF, optional
        By default FF if both are float32, else DD.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.from_parts([1.0, 1e-20], [1e-20, 1.0])
    DD([1.00000000000000000001, 1.00000000000000000001])
    """
    hi, lo = np.broadcast_arrays(np.asarray(hi), np.asarray(lo))
    for part in (hi, lo):
        if part.dtype.kind not in "biuf":
            raise TypeError(f"parts are arrays of floats, not of {part.dtype}")
    if dtype is None:
        kind = SINGLE if hi.dtype == lo.dtype == np.float32 else DOUBLE
    else:
        kind = kind_of_scalar(dtype)
    words = [np.array(part.astype(kind.word), order="C") for part in (hi, lo)]
    for word, part in zip(words, (hi, lo)):
        if not np.array_equal(word, part, equal_nan=True):
            raise ValueError(f"a part is not a {kind.word}; convert it with floatfloat.array")
    return wrap(kind, *_core.normalize(*words))


def from_structured(structured: np.ndarray) -> Any:
    """The array of which ``to_structured`` made this one.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.from_structured(ff.DD(["0.1"]).to_structured())
    DD([0.1])
    """
    if not isinstance(structured, np.ndarray) or not is_structured(structured.dtype):
        raise TypeError("an array with fields hi and lo, both float64 or both float32, is needed")
    return array(structured)


# What is above is needed there.
from . import _functions, _ufuncs  # noqa: E402
