"""Methods of the scalars: those of NumPy's scalars, and conversions to numbers of other libraries."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, Callable

import numpy as np

from ._construct import asarray
from ._convert import exact_value
from ._conversions import record
from ._kinds import SCALARS, kind_of_scalar
from ._scalars import decimal

#: The methods that call the function of NumPy of the same name.
_OF_NUMPY = (
    "all any argmax argmin argsort clip compress cumprod cumsum diagonal dot max mean min nonzero prod ravel repeat round "
    "searchsorted squeeze std sum swapaxes take trace var"
).split()


def _of_numpy(name: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(np, name)(self, *args, **kwargs)

    method.__name__ = name
    method.__doc__ = f"Calls ``numpy.{name}`` with the number and the arguments."
    return method


class NumberMethods:
    """The methods. They are attributes of each scalar type, which cannot have a base class."""

    def item(self: Any, *index: Any) -> Any:
        """The number itself. An index can only be 0."""
        if any(k not in (0, -1, (), (0,)) for k in index):
            raise IndexError(f"item: a single number has no element at index {index}")
        return self

    def tolist(self: Any) -> Any:
        """The number itself."""
        return self

    def copy(self: Any, order: str = "C") -> Any:
        """The number itself, which cannot change."""
        return self

    def conj(self: Any) -> Any:
        """The number itself."""
        return self

    def transpose(self: Any, *axes: Any) -> Any:
        """The number itself."""
        return self

    def reshape(self: Any, *shape: Any, order: str = "C") -> Any:
        """An array of one element with this shape."""
        return asarray(self).reshape(*shape, order=order)

    def flatten(self: Any, order: str = "C") -> Any:
        """An array of one axis with the number."""
        return asarray(self).reshape(1)

    def astype(self: Any, dtype: Any, copy: bool = True) -> Any:
        """The number as another type: of floatfloat, of NumPy or of Python. See ``astype`` of arrays."""
        return asarray(self).astype(dtype)[()]

    def to_float64(self: Any) -> Any:
        """The number rounded to the nearest float64."""
        record(type(self))
        return np.float64(self._nearest_float())

    def to_structured(self: Any) -> np.ndarray:
        """All words in a structured NumPy array without axes."""
        return asarray(self).to_structured()

    def tobytes(self: Any, order: str = "C") -> bytes:
        """The bytes of all words, the first word first."""
        return asarray(self).to_structured().tobytes()

    def to_fraction(self: Any) -> Fraction:
        """The exact value. ``Fraction(x)`` takes the number from Python 3.14 on.

        >>> import floatfloat as ff
        >>> ff.DD("0.5").to_fraction()
        Fraction(1, 2)
        """
        return Fraction(*self.as_integer_ratio())

    def to_decimal(self: Any) -> Decimal:
        """The exact value. ``Decimal(x)`` takes only numbers of Python.

        >>> import floatfloat as ff
        >>> ff.DD("0.5").to_decimal()
        Decimal('0.5')
        """
        return decimal(self)

    # How other libraries ask for the exact value.

    def _mpmath_(self: Any, precision: int, rounding: str) -> Any:
        import mpmath

        value = exact_value(self)
        if isinstance(value, float):
            return mpmath.mpf(value)
        # The denominator is a power of two.
        return mpmath.mpf((value.numerator, 1 - value.denominator.bit_length()))

    def _sympy_(self: Any) -> Any:
        import sympy

        value = exact_value(self)
        return sympy.sympify(value) if isinstance(value, float) else sympy.Rational(value.numerator, value.denominator)

    def __mpq__(self: Any) -> Any:
        import gmpy2

        return gmpy2.mpq(*self.as_integer_ratio())

    def __mpz__(self: Any) -> Any:
        import gmpy2

        return gmpy2.mpz(int(self))

    def __mpfr__(self: Any) -> Any:
        import gmpy2

        value = exact_value(self)
        if isinstance(value, float) or not value:
            return gmpy2.mpfr(float(self.hi))
        bits = max(2, abs(value.numerator).bit_length())
        with gmpy2.context(gmpy2.get_context(), precision=bits):
            return gmpy2.div(gmpy2.mpz(value.numerator), gmpy2.mpz(value.denominator))

    @property
    def T(self: Any) -> Any:
        """The number itself."""
        return self

    @property
    def flat(self: Any) -> Any:
        """An iterator over the number."""
        return iter((self,))

    @property
    def itemsize(self: Any) -> int:
        """The number of bytes of all words."""
        kind = kind_of_scalar(type(self))
        return kind.words * kind.word.itemsize

    @property
    def nbytes(self: Any) -> int:
        """The number of bytes of all words."""
        return self.itemsize

    @property
    def strides(self: Any) -> tuple[()]:
        """``()``: there are no axes."""
        return ()


for _scalar in SCALARS:
    for _name in _OF_NUMPY:
        setattr(_scalar, _name, _of_numpy(_name))
    for _name, _value in vars(NumberMethods).items():
        if not _name.startswith("__") or _name.startswith("__mp"):
            setattr(_scalar, _name, _value)
