"""The ufuncs of NumPy on our arrays and scalars."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import _core
from ._array import MultiWordArray
from ._base import result, wrap
from ._compare import equal, is_negative, less, less_equal
from ._convert import common_kind, parts_of
from ._exceptions import quiet, report_call
from ._kinds import DOUBLE, SCALARS, Kind, Parts, converted, kind_of_scalar, padded, together
from ._refusals import unavailable
from ._shortcuts import COMPILED


def _compiled(function: Callable) -> Callable:
    """A compiled function of one or two operands of any shapes and strides."""

    def call(*operands: Parts) -> Parts:
        parts = function(*operands)
        return function(*together(*operands)) if parts is None else parts

    return call


def _one_by_one(function: Callable) -> Callable:
    """A compiled function whose operands have one shape."""

    def call(*operands: Parts) -> Parts:
        return function(*together(*operands))

    return call


def of_two_words(name: str, function: Callable) -> Callable:
    """A function that exists for numbers of two words only."""

    def call(*operands: Parts) -> Parts:
        if len(operands[0]) > 2:
            raise TypeError(
                f"{name} supports only numbers of two words, DD and FF: convert the argument with "
                "x.astype(floatfloat.DD), if this precision is enough, or use functions that support more words"
            )
        return function(*operands)

    return call


def _choose(mask: np.ndarray, x: Parts, y: Parts) -> Parts:
    return tuple(np.where(mask, one, other) for one, other in zip(x, y))


def _maximum(x: Parts, y: Parts) -> Parts:
    return _choose(less_equal(y, x) | np.isnan(x[0]), x, y)


def _minimum(x: Parts, y: Parts) -> Parts:
    return _choose(less_equal(x, y) | np.isnan(x[0]), x, y)


def _fmax(x: Parts, y: Parts) -> Parts:
    return _choose(less_equal(y, x) | np.isnan(y[0]), x, y)


def _fmin(x: Parts, y: Parts) -> Parts:
    return _choose(less_equal(x, y) | np.isnan(y[0]), x, y)


def _sign(x: Parts) -> Parts:
    return padded(np.asarray(np.sign(x[0])), len(x))


def _copysign(x: Parts, y: Parts) -> Parts:
    flip = np.signbit(x[0]) != np.signbit(y[0])
    return tuple(np.where(flip, -part, part) for part in x)


def _heaviside(x: Parts, y: Parts) -> Parts:
    step = np.where(x[0] > 0, x[0].dtype.type(1), x[0].dtype.type(0))
    return _choose(x[0] == 0, y, padded(np.asarray(np.where(np.isnan(x[0]), x[0], step)), len(x)))


def _ldexp(x: Parts, exponent: np.ndarray) -> Parts:
    exponent = np.asarray(exponent)
    if exponent.dtype.kind not in "iu":
        raise TypeError(f"ldexp: the exponents must be integers, not {exponent.dtype}")
    parts = np.broadcast_arrays(*(np.ldexp(part, exponent) for part in x))
    hi, *lower = (part.astype(x[0].dtype, order="C") for part in parts)
    return _core.normalize((hi, *(np.where(np.isfinite(hi), part, 0).astype(hi.dtype) for part in lower)))


def _frexp(x: Parts) -> tuple[Parts, np.ndarray]:
    _, exponent = np.frexp(x[0])
    exponent = np.asarray(exponent)
    # Below a power of two the first word is that power, and the exponent one less.
    below = (np.abs(np.frexp(x[0])[0]) == 0.5) & (x[1] != 0) & (np.signbit(x[1]) != np.signbit(x[0]))
    exponent = (exponent - below).astype(exponent.dtype)
    return _ldexp(x, -exponent), exponent


def _modf(x: Parts) -> tuple[Parts, Parts]:
    whole = _compiled(_core.trunc)(x)
    rest = _compiled(_core.subtract)(x, whole)
    infinite = np.isinf(x[0])
    rest = tuple(np.where(infinite, np.zeros_like(part), part) for part in rest)
    return _copysign(rest, x), whole


def _divmod(x: Parts, y: Parts) -> tuple[Parts, Parts]:
    return _one_by_one(_core.floor_divide)(x, y), _one_by_one(_core.modulo)(x, y)


def _identity(x: Parts) -> Parts:
    return tuple(np.array(part) for part in x)


def _spacing(x: Parts) -> Parts:
    return _choose(np.isinf(x[0]), padded(np.full_like(x[0], np.nan), len(x)), _one_by_one(_core.spacing)(x))


def _logaddexp(x: Parts, y: Parts) -> Parts:
    """ln(eˣ + eʸ), from the larger of the two."""
    large, small = _maximum(x, y), _minimum(x, y)
    same = equal(large, small)
    difference = _compiled(_core.subtract)(small, large)
    difference = tuple(np.where(same, 0, part).astype(part.dtype) for part in difference)
    return _compiled(_core.add)(large, _compiled(_core.log1p)(_compiled(_core.exp)(difference)))


#: For each ufunc a function that takes the parts of the operands, and returns the parts of the result.
NUMBERS: dict[np.ufunc, Callable] = {
    **{ufunc: _compiled(function) for ufunc, function in COMPILED.items()},
    np.float_power: _compiled(_core.power),
    np.fabs: _compiled(_core.absolute),
    np.conjugate: _identity,
    np.positive: _identity,
    np.rad2deg: _compiled(_core.degrees),
    np.deg2rad: _compiled(_core.radians),
    np.remainder: _one_by_one(_core.modulo),
    np.floor_divide: _one_by_one(_core.floor_divide),
    np.fmod: _one_by_one(_core.fmod),
    np.nextafter: _one_by_one(_core.nextafter),
    np.spacing: _spacing,
    np.maximum: _maximum,
    np.minimum: _minimum,
    np.fmax: _fmax,
    np.fmin: _fmin,
    np.sign: _sign,
    np.copysign: _copysign,
    np.heaviside: _heaviside,
    np.logaddexp: _logaddexp,
}

#: Functions of several steps, whose exceptions are those of NumPy's function as a whole.
_REPORTED = frozenset((np.remainder, np.floor_divide, np.fmod, np.logaddexp))

#: For each ufunc a function that takes the parts of the operands, and returns truth values.
TRUTHS: dict[np.ufunc, Callable] = {
    np.less: less,
    np.less_equal: less_equal,
    np.greater: lambda x, y: less(y, x),
    np.greater_equal: lambda x, y: less_equal(y, x),
    np.equal: equal,
    np.not_equal: lambda x, y: ~equal(x, y),
    np.isfinite: lambda x: np.isfinite(x[0]),
    np.isinf: lambda x: np.isinf(x[0]),
    np.isnan: lambda x: np.isnan(x[0]),
    np.signbit: is_negative,
    np.logical_not: lambda x: x[0] == 0,
    np.logical_and: lambda x, y: (x[0] != 0) & (y[0] != 0),
    np.logical_or: lambda x, y: (x[0] != 0) | (y[0] != 0),
    np.logical_xor: lambda x, y: (x[0] != 0) ^ (y[0] != 0),
}

#: The ufuncs that have several results.
_SEVERAL: dict[np.ufunc, Callable] = {np.divmod: _divmod, np.modf: _modf}

#: What to use instead of some ufuncs that are not available.
_ADVICE = {
    np.logaddexp2: "use np.logaddexp(x * ln2, y * ln2) / ln2 with ln2 = np.log(x.dtype(2))",
    np.bitwise_and: "numbers of floatfloat have no bits; use np.logical_and",
    np.bitwise_or: "numbers of floatfloat have no bits; use np.logical_or",
    np.bitwise_xor: "numbers of floatfloat have no bits; use np.logical_xor",
    np.invert: "numbers of floatfloat have no bits; use np.logical_not",
    np.left_shift: "numbers of floatfloat have no bits; use np.ldexp(x, n)",
    np.right_shift: "numbers of floatfloat have no bits; use np.ldexp(x, -n)",
    np.gcd: "use integers, for example x.astype(np.int64)",
    np.lcm: "use integers, for example x.astype(np.int64)",
}

#: What to use instead of ufuncs of scipy.special.
_SPECIAL = {name: f"use floatfloat.{name}" for name in "erf erfc gamma cbrt exp2 exp10 expm1 log1p".split()}
_SPECIAL |= {"gammaln": "use floatfloat.lgamma", "rgamma": "use 1 / floatfloat.gamma(x)"}


def _unavailable(ufunc: np.ufunc, method: str = "") -> TypeError:
    """The error of a ufunc that is not available, of NumPy or of another library such as scipy.special."""
    if getattr(np, ufunc.__name__, None) is ufunc:
        return unavailable(f"np.{ufunc.__name__}{method}", None if method else _ADVICE.get(ufunc))
    return unavailable(f"the ufunc {ufunc.__name__}{method}", None if method else _SPECIAL.get(ufunc.__name__))


def operands(inputs: Any, kind: Kind) -> list[Parts]:
    """The parts of all operands."""
    return [parts_of(x, kind) for x in inputs]


def _target(inputs: Any, dtype: Any) -> Kind:
    if dtype is not None:
        return kind_of_scalar(dtype)
    return common_kind(inputs) or DOUBLE


def _store(kind: Kind, parts: Parts, out: Any, where: Any) -> Any:
    """The result, written to ``out`` where there is one."""
    if out is None:
        if where is not True:
            shape = np.broadcast_shapes(parts[0].shape, np.shape(where))
            out = wrap(kind, padded(np.zeros(shape, kind.word), kind.words))
        else:
            return result(kind, parts)
    if not isinstance(out, MultiWordArray):
        raise TypeError("out is an ordinary array, where lower words would be lost; pass an array of floatfloat")
    if np.broadcast_shapes(parts[0].shape, out.shape) != out.shape:
        raise ValueError(f"the result, of shape {parts[0].shape}, does not fit out, of shape {out.shape}")
    for to, part in zip(out._parts, converted(parts, kind, out._kind)):
        np.copyto(to, part, where=where)
    return out


def _store_plain(values: Any, out: Any, where: Any) -> Any:
    if out is None and where is True:
        return values if np.ndim(values) else np.asarray(values)[()]
    if isinstance(out, MultiWordArray):
        raise TypeError("the results are not numbers of floatfloat; pass an ordinary NumPy array as out")
    if out is None:
        out = np.zeros(np.broadcast_shapes(np.shape(values), np.shape(where)), np.asarray(values).dtype)
    np.copyto(out, values, where=where)
    return out


def _call(ufunc: np.ufunc, inputs: tuple, out: Any, where: Any, dtype: Any) -> Any:
    outs = out if isinstance(out, tuple) else (out,) * ufunc.nout
    if ufunc is np.ldexp:
        kind = _target(inputs[:1], dtype)
        return _store(kind, _ldexp(parts_of(inputs[0], kind), inputs[1]), outs[0], where)
    if ufunc is np.frexp:
        kind = _target(inputs, dtype)
        mantissa, exponent = _frexp(parts_of(inputs[0], kind))
        return _store(kind, mantissa, outs[0], where), _store_plain(exponent, outs[1], where)
    if not any(isinstance(x, (MultiWordArray, *SCALARS)) for x in inputs):
        raise TypeError(
            f"{ufunc.__name__}: out is an array of floatfloat but no operand is; convert an operand with floatfloat.array"
        )
    kind = _target(inputs, dtype)
    if ufunc in NUMBERS:
        given = operands(inputs, kind)
        if ufunc in _REPORTED:
            with quiet():
                parts = NUMBERS[ufunc](*given)
            if not np.isfinite(parts[0]).all():
                report_call(ufunc, tuple(part[0] for part in given), ufunc.__name__)
        else:
            parts = NUMBERS[ufunc](*given)
        return _store(kind, tuple(map(np.asarray, parts)), outs[0], where)
    if ufunc in TRUTHS:
        return _store_plain(TRUTHS[ufunc](*operands(inputs, kind)), outs[0], where)
    if ufunc in _SEVERAL:
        results = _SEVERAL[ufunc](*operands(inputs, kind))
        return tuple(_store(kind, parts, out, where) for parts, out in zip(results, outs))
    raise _unavailable(ufunc)


def array_ufunc(ufunc: np.ufunc, method: str, inputs: tuple, keywords: dict) -> Any:
    """Implements ``__array_ufunc__`` of arrays and scalars."""
    from . import _accumulations, _complex, _products, _reductions

    keywords = dict(keywords)
    out = keywords.pop("out", None)
    if isinstance(out, tuple) and len(out) == 1:
        out = out[0]
    where = keywords.pop("where", True)
    dtype = keywords.pop("dtype", None)
    for ignored in ("casting", "order", "subok", "signature"):
        keywords.pop(ignored, None)
    if any(isinstance(x, (str, bytes)) for x in inputs):
        return NotImplemented
    if any(map(_complex.is_complex, inputs)):
        if out is not None or where is not True or dtype is not None:
            raise TypeError(f"np.{ufunc.__name__}: out, where and dtype are not available for complex numbers of floatfloat")
        return _complex.complex_ufunc(ufunc, method, inputs, keywords)
    if ufunc in _products.UFUNCS:
        if method != "__call__" or where is not True:
            raise _unavailable(ufunc, f".{method}")
        value = _products.UFUNCS[ufunc](*inputs, **keywords)
        return value if out is None else _assign(out, value)
    if method == "__call__":
        if keywords:
            raise TypeError(f"np.{ufunc.__name__}: unexpected arguments {sorted(keywords)}")
        return _call(ufunc, inputs, out, where, dtype)
    if method == "outer":
        x, y = (x if isinstance(x, MultiWordArray) else wrap(k, parts_of(x, k)) for k in [_target(inputs, dtype)] for x in inputs)
        return _call(ufunc, (x.reshape(x.shape + (1,) * y.ndim), y), out, where, dtype)
    if method == "reduce":
        value = _reductions.ufunc_reduce(ufunc, *inputs, where=where, dtype=dtype, **keywords)
        return value if out is None else _assign(out, value)
    if method == "accumulate":
        value = _accumulations.ufunc_accumulate(ufunc, *inputs, **keywords)
        return value if out is None else _assign(out, value)
    if method == "reduceat":
        value = _accumulations.ufunc_reduceat(ufunc, *inputs, dtype=dtype, **keywords)
        return value if out is None else _assign(out, value)
    if method == "at":
        return _accumulations.ufunc_at(ufunc, *inputs)
    raise _unavailable(ufunc, f".{method}")


def _assign(out: Any, value: Any) -> Any:
    """``value``, written to ``out``."""
    if not isinstance(value, (MultiWordArray, *SCALARS)):
        return _store_plain(value, out, True)
    kind = common_kind([value])
    return _store(kind, parts_of(value, kind), out, True)
