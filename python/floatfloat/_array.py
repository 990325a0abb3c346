"""Arrays of numbers of several words: first words in one NumPy array, second words in another, and so on."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import _core
from ._convert import FIELDS, common_kind, parts_of, structured_kind
from ._core import FF
from ._kinds import (
    DOUBLE, KINDS, SCALARS, SINGLE, Kind, Parts, contiguous, converted, is_scalar_type, kind_of_scalar, kind_of_words,
)


def _refuse_array(cls: str) -> TypeError:
    return TypeError(
        f"{cls} does not become an ordinary NumPy array: all words but the first would be lost. Use x.to_float64() "
        "for the nearest floats, x.to_structured() for all words in one array, or a function of floatfloat"
    )


def _quick(other: Any, cls: Any) -> Parts | None:
    """The parts of an operand whose conversion is quick: of the same type, or a number of Python."""
    if type(other) is cls:
        return other._parts
    if type(other) is float or type(other) is int:
        other = cls._kind.scalar(other)
    if type(other) is cls._kind.scalar:
        word = cls._kind.word
        return tuple(np.array(value, word) for value in other.parts)
    return None


def _operator(ufunc: np.ufunc, name: str = "", reflected: bool = False) -> Callable[..., Any]:
    compiled = getattr(_core, name, None)

    def method(self: Any, other: Any) -> Any:
        cls = type(self)
        if compiled is not None and (parts := _quick(other, cls)) is not None:
            parts = compiled(parts, self._parts) if reflected else compiled(self._parts, parts)
            if parts is not None and parts[0].ndim:
                return _wrap(cls, parts)
        if other is None or isinstance(other, (str, bytes, dict, set)):
            return NotImplemented
        return ufunc(other, self) if reflected else ufunc(self, other)

    return method


#: ``a @ b`` where it is not the product of two short arrays of one axis.
_product = _operator(np.matmul)


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


class MultiWordArray:
    """What arrays of all types have; see DDArray and the others."""

    __slots__ = ("_parts", "__weakref__")
    __array_priority__ = 1000
    __hash__ = None  # type: ignore[assignment]
    _kind: Kind

    _parts: Parts

    def __new__(cls, value: Any) -> Any:
        return array(value, dtype=cls._kind.scalar)

    # The array and its parts.

    @property
    def _hi(self) -> np.ndarray:
        """The first words, which have the sign and the special values."""
        return self._parts[0]

    @property
    def hi(self) -> np.ndarray:
        """The first words, the nearest ones to the numbers: a view that is not written to."""
        return _read_only(self._parts[0])

    @property
    def lo(self) -> np.ndarray:
        """What is missing from ``hi``, of numbers of two words: a view that is not written to."""
        if len(self._parts) > 2:
            raise AttributeError(f"{self.dtype.__name__} has more than two words: x.parts has them all")
        return _read_only(self._parts[1])

    @property
    def parts(self) -> Parts:
        """The words whose sums the numbers are, the first ones first: views that are not written to.

        >>> import floatfloat as ff
        >>> ff.TF([1]).parts
        (array([1.], dtype=float32), array([0.], dtype=float32), array([0.], dtype=float32))
        """
        return tuple(map(_read_only, self._parts))

    @property
    def dtype(self) -> type:
        """The type of the numbers: DD, TD, QD, FF, TF or QF."""
        return self._kind.scalar

    @property
    def shape(self) -> tuple[int, ...]:
        """How many elements there are along each axis; can be set."""
        return self._hi.shape

    @shape.setter
    def shape(self, shape: Any) -> None:
        reshaped = self.reshape(shape)
        if self.size and not all(map(np.shares_memory, reshaped._parts, self._parts)):
            raise AttributeError("the shape cannot be changed without a copy; use reshape")
        self._parts = reshaped._parts

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
        return sum(part.nbytes for part in self._parts)

    @property
    def itemsize(self) -> int:
        """Bytes of an element."""
        return len(self._parts) * self._hi.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes between first words along each axis."""
        return self._hi.strides

    @property
    def flags(self) -> Any:
        """The flags of the first words; those of the others are the same but for their strides."""
        return self._hi.flags

    @property
    def T(self) -> Any:
        """The transpose, a view."""
        return self.transpose()

    @property
    def mT(self) -> Any:
        """The transpose of the last two axes, a view."""
        return self._each(lambda part: part.mT)

    @property
    def real(self) -> Any:
        """The array itself."""
        return self

    @property
    def imag(self) -> Any:
        """Zeros."""
        return self._each(np.zeros_like)

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
            if all(given is not None for given in parts):
                found = COMPILED[ufunc](*parts)
                if found is not None and found[0].ndim:
                    return _wrap(cls, found)
        return _ufuncs.array_ufunc(ufunc, method, inputs, keywords)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if not kwargs and (quick := _QUICK.get(function)) is not None and (found := quick(*args)) is not None:
            return found
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
        return _result(self._kind, tuple(part[index] for part in self._parts))

    def __setitem__(self, index: Any, value: Any) -> None:
        given = parts_of(value, self._kind)
        index = _plain_index(index)
        for part, words in zip(self._parts, given):
            part[index] = words

    def __contains__(self, value: Any) -> bool:
        return bool(np.any(self == value))

    def item(self, *index: Any) -> Any:
        """One element as a scalar."""
        return _scalar(self._kind, [part.item(*index) for part in self._parts])

    def tolist(self) -> Any:
        """The elements as nested lists of scalars."""
        if not self.ndim:
            return self.item()
        return [row.tolist() if isinstance(row, MultiWordArray) else row for row in self]

    def copy(self, order: str = "C") -> Any:
        """A copy."""
        return self._each(lambda part: part.copy(order))

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Any:
        return self.copy()

    def fill(self, value: Any) -> None:
        """Sets all elements."""
        self[...] = value

    def __reduce__(self) -> Any:
        return _from_normalized, (self.dtype, *self._parts)

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
        """The elements as numbers of another type: one of ours, or a dtype of NumPy.

        Floats are the nearest ones, integers those towards zero: lower words are lost, because that is asked for.
        """
        if is_scalar_type(dtype):
            target = kind_of_scalar(dtype)
            if target is self._kind:
                return self.copy() if copy else self
            parts = converted(self._parts, self._kind, target)
            own = set(map(id, self._parts))
            return _wrap(_ARRAYS[target], tuple(part.copy() if id(part) in own else part for part in parts))
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
            raise TypeError(f"numbers of floatfloat do not become {dtype}")
        if dtype.itemsize > 8 and dtype.kind == "f":
            return sum(part.astype(dtype) for part in reversed(self._parts))
        if self._kind.word.itemsize == 8 and dtype.itemsize < 8:
            return np.asarray(self.astype(FF)._hi).astype(dtype)
        return self.to_float64().astype(dtype)

    def to_float64(self) -> np.ndarray:
        """The nearest float64: lower words are lost.

        >>> import floatfloat as ff
        >>> ff.DD(["0.1", "1e-400"]).to_float64()
        array([0.1, 0. ])
        """
        if self._kind is DOUBLE:
            return self._hi.copy()
        if self._kind is SINGLE:
            return self._hi.astype(np.float64) + self._parts[1]
        return _core.to_float64(contiguous(self._parts))

    def to_structured(self) -> np.ndarray:
        """All words in one ordinary array, for buffers and files.

        The fields are ``hi`` and ``lo`` of two words, and ``w0``, ``w1`` and so on of more.

        >>> import floatfloat as ff
        >>> ff.DD(["0.1"]).to_structured()
        array([(0.1, -5.55111512e-18)], dtype=[('hi', '<f8'), ('lo', '<f8')])
        """
        fields = FIELDS[len(self._parts)]
        structured = np.empty(self.shape, [(field, self._kind.word) for field in fields])
        for field, part in zip(fields, self._parts):
            structured[field] = part
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
    def __matmul__(self, other: Any) -> Any:
        product = _quick_dot(self, other)
        return _product(self, other) if product is None else product

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

    def _each(self, function: Callable[[np.ndarray], np.ndarray]) -> Any:
        """The same function of every part."""
        return _wrap(type(self), tuple(map(function, self._parts)))

    def reshape(self, *shape: Any, order: str = "C") -> Any:
        """The same elements in another shape; a view where that is possible."""
        return self._each(lambda part: part.reshape(*shape, order=order))

    def transpose(self, *axes: Any) -> Any:
        """A view with the axes in another order."""
        return self._each(lambda part: part.transpose(*axes))

    def resize(self, *shape: Any, **_: Any) -> None:
        """Not available: use ``np.resize``."""
        raise TypeError("arrays of floatfloat are not resized in place; use np.resize")

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


class DDArray(MultiWordArray):
    """An array of double-doubles: numbers of two float64, 31 decimal digits.

    Made by ``floatfloat.array``, or by ``DD`` of a sequence or an array.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.DD(["0.1", 2, 3.5]) * 3
    DD([ 0.3,  6.0, 10.5])
    """

    __slots__ = ()
    _kind = DOUBLE


class FFArray(MultiWordArray):
    """An array of float-floats: numbers of two float32, 14 decimal digits.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.FF([1, 2]) / 3
    FF([0.333333333333333, 0.666666666666666])
    """

    __slots__ = ()
    _kind = SINGLE


class TDArray(MultiWordArray):
    """An array of triple-doubles: numbers of three float64, 47 decimal digits.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.TD([1, 2]) / 3
    TD([0.333333333333333333333333333333333333333333333333,
        0.666666666666666666666666666666666666666666666667])
    """

    __slots__ = ()
    _kind = kind_of_scalar(_core.TD)


class QDArray(MultiWordArray):
    """An array of quad-doubles: numbers of four float64, 63 decimal digits.

    Examples
    --------
    >>> import floatfloat as ff
    >>> import numpy as np
    >>> np.sqrt(ff.QD([2]))
    QD([1.414213562373095048801688724209698078569671875376948073176679738])
    """

    __slots__ = ()
    _kind = kind_of_scalar(_core.QD)


class TFArray(MultiWordArray):
    """An array of triple-floats: numbers of three float32, 21 decimal digits.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.TF([1, 2]) / 3
    TF([0.3333333333333333333333, 0.6666666666666666666667])
    """

    __slots__ = ()
    _kind = kind_of_scalar(_core.TF)


class QFArray(MultiWordArray):
    """An array of quad-floats: numbers of four float32, 28 decimal digits.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.QF([1, 2]) / 3
    QF([0.33333333333333333333333333333, 0.66666666666666666666666666667])
    """

    __slots__ = ()
    _kind = kind_of_scalar(_core.QF)


_ARRAYS = {array._kind: array for array in (DDArray, TDArray, QDArray, FFArray, TFArray, QFArray)}
assert set(_ARRAYS) == set(KINDS)


#: Ufuncs that are one compiled function of all parts.
COMPILED: dict[np.ufunc, Callable[..., Any]] = {
    getattr(np, name): getattr(_core, name)
    for name in (
        "add subtract multiply divide power arctan2 hypot negative absolute sqrt square reciprocal floor ceil trunc rint "
        "degrees radians exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh "
        "arccosh arctanh cbrt"
    ).split()
}


def _wrap(cls: type, parts: Parts) -> Any:
    """An array of these parts, which are normalised."""
    self = object.__new__(cls)
    self._parts = parts
    return self


def wrap(kind: Kind, parts: Parts) -> Any:
    """An array of these parts, which are normalised; of no axes too."""
    return _wrap(_ARRAYS[kind], parts)


def _scalar(kind: Kind, words: Any) -> Any:
    return kind.scalar._from_words(*words)


def _result(kind: Kind, parts: Any) -> Any:
    """What NumPy would return: a scalar instead of an array without axes that is nobody's view."""
    first = parts[0]
    if isinstance(first, np.ndarray) and (first.ndim or first.base is not None):
        return _wrap(_ARRAYS[kind], parts)
    return _scalar(kind, parts)


def result(kind: Kind, parts: Any) -> Any:
    """The result of a function: a scalar if it has no axes."""
    if np.ndim(parts[0]):
        return _wrap(_ARRAYS[kind], tuple(parts))
    return _scalar(kind, parts)


def _one(self: MultiWordArray) -> Any:
    if self.size != 1:
        raise TypeError("only an array of one element can be converted to a number of Python")
    return self.item()


def _read_only(part: np.ndarray) -> np.ndarray:
    view = part.view()
    view.flags.writeable = False
    return view


def _plain_index(index: Any) -> Any:
    parts = index if isinstance(index, tuple) else (index,)
    if any(isinstance(part, (MultiWordArray, *SCALARS)) for part in parts):
        raise IndexError("numbers of floatfloat are not indices; use integers, slices or masks")
    return index


def _integers(self: MultiWordArray, dtype: np.dtype) -> np.ndarray:
    """The integer parts."""
    whole = np.trunc(self)
    limits = np.iinfo(dtype)
    if np.any(~np.isfinite(self._hi)) or np.any((whole < limits.min) | (whole > limits.max)):
        raise OverflowError(f"a number is not finite or outside of {dtype}")
    flat = (int(number) for number in np.ravel(whole))
    return np.fromiter(flat, dtype, self.size).reshape(self.shape)


def _quick_sum(x: Any, *more: Any) -> Any:
    if more or not isinstance(x, MultiWordArray):
        return None
    words = _core.sum_of_row(x._parts)
    return None if words is None else _scalar(x._kind, words)


def _quick_dot(x: Any, y: Any, *more: Any) -> Any:
    if more or type(x) is not type(y) or not isinstance(x, MultiWordArray):
        return None
    words = _core.dot_of_row(x._parts, y._parts)
    return None if words is None else _scalar(x._kind, words)


#: Functions of short arrays, of which the way through all their options would take most of the time.
_QUICK: dict[Any, Callable[..., Any]] = {np.sum: _quick_sum, np.dot: _quick_dot}


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


def _from_normalized(dtype: type, *parts: np.ndarray) -> Any:
    """Unpickles; the parts were those of an array, but a pickle is not trusted."""
    return from_parts(*parts, dtype=dtype)


def array(value: Any, dtype: type | None = None, *, copy: bool = True) -> Any:
    """An array of double-doubles, or of another of our types.

    Parameters
    ----------
    value : number, str, sequence or array
        Floats, integers of any size, decimal strings, fractions, decimals, numbers of mpmath or gmpy2, arrays of
        them, arrays of ours, or structured arrays as ``to_structured`` makes them. Each number is rounded once, to
        the nearest one.
    dtype : DD, TD, QD, FF, TF or QF, optional
        The type of the numbers; that of ``value`` if it is an array of ours, else DD.
    copy : bool
        Whether an array of ours that has the type already is copied.

    Returns
    -------
    DDArray, or that of the type

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
            kind_of_scalar(type(value)) if isinstance(value, SCALARS) else None
        )
        if owner is None and isinstance(value, (np.ndarray, np.generic)):
            owner = structured_kind(value.dtype)
        if owner is None and isinstance(value, (list, tuple)):
            owner = _kind_of_elements(value)
        kind = owner or DOUBLE
    else:
        kind = kind_of_scalar(dtype)
    if isinstance(value, MultiWordArray) and value._kind is kind:
        return value.copy() if copy else value
    if isinstance(value, MultiWordArray):
        return value.astype(kind.scalar)
    return _wrap(_ARRAYS[kind], parts_of(value, kind))


def _kind_of_elements(sequence: Any) -> Kind | None:
    """That of the elements that are ours."""
    ours = [x for x in _leaves(sequence) if isinstance(x, (MultiWordArray, *SCALARS))]
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


def from_parts(*parts: Any, dtype: type | None = None) -> Any:
    """The sums of two, three or four arrays of floats, element by element, exactly normalised.

    Parameters
    ----------
    *parts : array_like of float
        In any order of size; they are broadcast.
    dtype : DD, TD, QD, FF, TF or QF, optional
        By default that of so many words, of float32 if all are float32, else of float64.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.from_parts([1.0, 1e-20], [1e-20, 1.0])
    DD([1.00000000000000000001, 1.00000000000000000001])
    >>> x = ff.from_parts(1.0, 1e-20, [1e-40])
    >>> type(x).__name__, x.shape
    ('TDArray', (1,))
    """
    given = np.broadcast_arrays(*map(np.asarray, parts)) if parts else ()
    for part in given:
        if part.dtype.kind not in "biuf":
            raise TypeError(f"parts are arrays of floats, not of {part.dtype}")
    if dtype is not None:
        kind = kind_of_scalar(dtype)
    elif 2 <= len(given) <= 4:
        single = all(part.dtype == np.float32 for part in given)
        kind = kind_of_words(SINGLE.word if single else DOUBLE.word, len(given))
    else:
        raise TypeError(f"numbers have two, three or four parts, not {len(given)}; dtype names the type of fewer")
    if not 1 <= len(given) <= kind.words:
        raise TypeError(f"{kind.scalar.__name__} has {kind.words} words; {len(given)} parts are given")
    words = [np.array(part.astype(kind.word), order="C") for part in given]
    for word, part in zip(words, given):
        if not np.array_equal(word, part, equal_nan=True):
            raise ValueError(f"a part is not a {kind.word}; convert it with floatfloat.array")
    words += [np.zeros(words[0].shape, kind.word) for _ in range(kind.words - len(words))]
    return wrap(kind, _core.normalize(tuple(words)))


def from_structured(structured: np.ndarray) -> Any:
    """The array of which ``to_structured`` made this one.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.from_structured(ff.DD(["0.1"]).to_structured())
    DD([0.1])
    """
    if not isinstance(structured, np.ndarray) or structured_kind(structured.dtype) is None:
        raise TypeError(
            "an array with fields hi and lo, or w0, w1, w2 and perhaps w3, all float64 or all float32, is needed"
        )
    return array(structured)


# What is above is needed there.
from . import _functions, _ufuncs  # noqa: E402
