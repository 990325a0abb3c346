"""Arrays whose steps are watched for ``explain``: beside each value the exact value of the same steps."""

from __future__ import annotations

import linecache
import sys
import time
from typing import Any, Callable, Iterable

import numpy as np

from ._array import MultiWordArray
from ._core import QD, Watch
from ._frames import user_frame
from ._reductions import as_numbers

#: Relative errors of functions of QD are below this.
_OF_REFERENCE = 2.0**-205
#: The same for functions of whole arrays.
_OF_ARRAYS = 2.0**-190
#: A slope that comes from a difference has this relative error. It is small, because errors of many steps in a row are products.
_OF_SLOPE = 2.0**-20

#: A place that no watched run has reached.
_UNKNOWN = 2**32

_COMPARISONS = {np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal}
#: Functions that move numbers and compute nothing.
_MOVES = {
    np.reshape, np.ravel, np.transpose, np.squeeze, np.expand_dims, np.broadcast_to, np.concatenate, np.stack, np.vstack,
    np.hstack, np.dstack, np.column_stack, np.where, np.roll, np.flip, np.fliplr, np.flipud, np.take, np.repeat, np.tile,
    np.atleast_1d, np.atleast_2d, np.copy, np.diagonal, np.diag, np.moveaxis, np.swapaxes, np.append, np.split,
    np.array_split, np.triu, np.tril, np.compress, np.delete, np.insert, np.rot90,
}  # fmt: skip
#: Functions that change an array.
_CHANGES = {np.put, np.copyto, np.fill_diagonal, np.place, np.putmask, np.put_along_axis}
#: The arguments of these functions that are numbers; of others the first one.
_DATA = {np.where: (1, 2), np.append: (0, 1), np.insert: (0, 2)}
_FILLED = {np.zeros_like: 0.0, np.ones_like: 1.0, np.empty_like: 0.0}
_SHAPES = {np.shape, np.ndim, np.size}
#: Methods of arrays that are functions of NumPy.
_METHODS = {
    name: getattr(np, name)
    for name in (
        "sum mean prod std var min max dot cumsum cumprod reshape ravel transpose squeeze repeat take round trace argmax "
        "argmin argsort any all diagonal swapaxes clip"
    ).split()
}


class OutOfTime(BaseException):
    """The function has not ended in time. No ``except Exception`` of the user's code catches it."""


class Session:
    """The runs of one function. ``rounds`` is None while steps are watched."""

    def __init__(self, dtype: Any, deadline: float) -> None:
        self.dtype, self.deadline = np.dtype(dtype), deadline
        self.watch = Watch(24 if self.dtype == np.float32 else 53)
        self.rounds: bytes | None = None
        self.otherwise = False
        #: Places by instruction, which the interpreter may move, and by line and column.
        self._instructions: dict[Any, int] = {}
        self._places: dict[Any, int] = {}
        self._files: set[str] = set()

    def place(self, operation: str) -> int:
        """The place in the user's code that computes this."""
        if time.monotonic() > self.deadline:
            raise OutOfTime
        frame, _ = user_frame(sys._getframe(1))
        key = (frame.f_code, frame.f_lasti, operation)
        place = self._instructions.get(key)
        if place is None:
            place = self._instructions[key] = self._new_place(frame, operation)
        return place

    def _new_place(self, frame: Any, operation: str) -> int:
        columns = list(frame.f_code.co_positions())[frame.f_lasti // 2]
        file, line, column = frame.f_code.co_filename, frame.f_lineno or 1, (columns[2] or 0) + 1
        key = (file, line, column, operation)
        if key not in self._places and self.rounds is None:
            if file not in self._files:
                self._files.add(file)
                # The text of a cell of a notebook is in no file.
                self.watch.text(file, "".join(linecache.getlines(file, frame.f_globals)))
            self._places[key] = self.watch.place(*key)
        return self._places.get(key, _UNKNOWN)

    def is_rounded(self, place: int) -> bool:
        """Whether steps at a place are rounded in a run that is not watched."""
        assert self.rounds is not None
        return bool(self.rounds[place]) if place < len(self.rounds) else self.otherwise

    def rounded(self, exact: MultiWordArray) -> MultiWordArray:
        """The nearest numbers of the function's format."""
        return as_numbers(self.nearest(exact), QD)

    def nearest(self, exact: MultiWordArray) -> np.ndarray:
        """The same as ordinary numbers."""
        return np.asarray(exact.astype(self.dtype), self.dtype)


def words(x: Any) -> np.ndarray:
    """Numbers as float64, one after the other."""
    return np.ascontiguousarray(np.asarray(x, np.float64)).ravel()


def parts(exact: MultiWordArray) -> tuple[np.ndarray, ...]:
    """The words of exact numbers, one number after the other."""
    return tuple(np.ascontiguousarray(part).ravel() for part in exact._parts)


def _high(exact: MultiWordArray) -> np.ndarray:
    return np.asarray(exact._parts[0])


class WatchedArray(np.lib.mixins.NDArrayOperatorsMixin):
    """An array of a function that is explained."""

    __slots__ = ("error", "exact", "origin", "radius", "session", "value")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, session: Session, value: Any, exact: MultiWordArray, error: Any = None, radius: Any = None, origin: int | None = None
    ) -> None:
        self.session, self.value, self.exact, self.origin = session, value, exact, origin
        zeros = np.zeros(exact.shape) if error is None or radius is None else None
        self.error = zeros if error is None else error
        self.radius = zeros if radius is None else radius

    # Shape and elements.

    @property
    def shape(self) -> tuple[int, ...]:
        return self.exact.shape

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=int))

    @property
    def dtype(self) -> Any:
        return self.session.dtype

    @property
    def T(self) -> Any:
        return np.transpose(self)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of a number")
        return self.shape[0]

    def __iter__(self) -> Iterable[Any]:
        return (self[k] for k in range(len(self)))

    def __getitem__(self, key: Any) -> Any:
        return self._moved(lambda x: x[key])

    def __setitem__(self, key: Any, x: Any) -> None:
        x = lift(self.session, x)
        for name in ("value", "exact", "error", "radius"):
            target = getattr(self, name)
            if target is not None:
                target[key] = getattr(x, name)
        self.origin = x.origin

    def __getattr__(self, name: str) -> Any:
        function = _METHODS.get(name)
        if function is None:
            raise AttributeError(f"an array that is explained has no attribute {name!r}; use operators and functions of NumPy")
        return lambda *args, **kwargs: function(self, *args, **kwargs)

    def copy(self, *_: Any) -> Any:
        return np.copy(self)

    def flatten(self, *_: Any) -> Any:
        return np.ravel(np.copy(self))

    def astype(self, dtype: Any, **_: Any) -> Any:
        """A narrower format is not a part of the explanation: the numbers keep the format of the function."""
        if np.dtype(dtype) == self.dtype:
            return np.copy(self)
        raise TypeError(
            f"explain: {np.dtype(dtype)} and {self.dtype} in one function; pass all arrays in one of them and remove astype"
        )

    def item(self, *index: Any) -> Any:
        return np.ravel(self)[index[0] if index else 0]

    def _moved(self, move: Callable[[Any], Any]) -> Any:
        value = None if self.value is None else np.asarray(move(self.value))
        exact = as_numbers(move(self.exact), QD)
        error, radius = (np.asarray(move(x)) for x in (self.error, self.radius))
        return WatchedArray(self.session, value, exact, error, radius, self.origin)

    # What would lose the exact value.

    def __float__(self) -> float:
        raise TypeError(
            "explain: float() and functions of the module math take a number out of the explanation; use functions of NumPy, "
            "such as numpy.sqrt(x)"
        )

    __complex__ = __float__

    def __int__(self) -> int:
        return int(self._decided("int", lambda x: np.asarray(np.trunc(x), np.float64).item()))

    def __bool__(self) -> bool:
        return bool(self._decided("bool", lambda x: bool(np.asarray(x != 0).item())))

    def _decided(self, operation: str, decide: Callable[[Any], Any]) -> Any:
        session, place = self.session, self.session.place(operation)
        if self.size != 1:
            raise ValueError("the truth value of an array with more than one element is ambiguous; use any() or all()")
        exact = decide(self.exact.reshape(-1)[0])
        if session.rounds is not None:
            return exact
        value = decide(self.value.reshape(-1)[0])
        session.watch.decide(place, [words(self.value)], np.asarray([float(value != exact)]))
        return value

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError(
            "explain: a watched number is stored in an ordinary array, which takes it out of the explanation; make the array "
            "with numpy.zeros_like(x) or numpy.stack"
        )

    def __format__(self, specification: str) -> str:
        value = self.session.nearest(self.exact) if self.value is None else self.value
        return format(value[()] if not self.shape else value, specification)

    def __repr__(self) -> str:
        return f"WatchedArray({self})"

    # Steps.

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        out = keywords.pop("out", None)
        if method == "reduce" and ufunc in _REDUCTIONS and not out:
            return _REDUCTIONS[ufunc](*inputs, **keywords)
        if method != "__call__" or keywords or ufunc.nout != 1:
            call = "" if method == "__call__" else f".{method}"
            given = f" with {', '.join(sorted(keywords))}" if keywords else ""
            raise TypeError(f"explain: numpy.{ufunc.__name__}{call}{given} is not watched; use functions of single elements")
        if ufunc is np.matmul:
            result = _array_step(self.session, np.matmul, inputs, {})
        else:
            result = _element_step(self.session, ufunc, inputs)
        if not out:
            return result
        target = out[0] if isinstance(out, tuple) else out
        if not isinstance(target, WatchedArray):
            self.__array__()
        target[...] = result
        return target

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        session = self.session
        if function in _SHAPES:
            return function(np.empty(self.shape), *args[1:], **kwargs)
        if function in _CHANGES:
            raise TypeError(f"explain: numpy.{function.__name__} changes an array; assign to its elements, as by x[k] = y")
        if function in _FILLED or function is np.full_like:
            fill = _FILLED.get(function, 0.0)
            return lift(session, _filled(self.shape, self.dtype, fill, function, *args[1:], **kwargs))
        if function in _MOVES:
            return _move(session, function, args, kwargs)
        return _array_step(session, function, args, kwargs)


def _filled(
    like: tuple, kept: Any, fill: Any, function: Any, *given: Any, dtype: Any = None, shape: Any = None, **options: Any
) -> np.ndarray:
    """An array like a watched one, with zeros, ones or the number that is given."""
    if function is np.full_like:
        given = given or (options.pop("fill_value"),)
        fill = given[0]
        if isinstance(fill, WatchedArray):
            raise TypeError("explain: numpy.full_like takes an ordinary number; use x * 0 + y")
    return np.full(like if shape is None else shape, fill, kept if dtype is None else dtype)


def lift(session: Session, x: Any) -> WatchedArray:
    """Numbers of any kind, which are exact if they are not watched. NumPy rounds constants to float32 first."""
    if isinstance(x, WatchedArray):
        return x
    if type(x) is float and session.dtype == np.float32 and float(np.float32(x)) != x:
        return _constant(session, x)
    if isinstance(x, MultiWordArray) or np.asarray(x).dtype.kind not in "biuf":
        raise TypeError(f"explain: a function of float32 or float64 cannot compute with a {type(x).__name__}")
    value = np.asarray(x)
    return WatchedArray(session, value, as_numbers(value if value.dtype.kind != "b" else value.astype(int), QD))


def _constant(session: Session, x: float) -> WatchedArray:
    place, exact = session.place("constant"), as_numbers(np.asarray(x), QD)
    if session.rounds is not None:
        return WatchedArray(session, None, session.rounded(exact) if session.is_rounded(place) else exact)
    return _entered(session, place, [], np.asarray(np.float32(x)), exact, 0.0)


def _named(session: Session, operation: str, compute: Callable[[], Any]) -> Any:
    """What is computed in QD, or an error that says what QD does not have."""
    try:
        return compute()
    except TypeError as error:
        raise TypeError(f"explain: {operation} has no exact counterpart: {error}") from error


def _element_step(session: Session, ufunc: Any, inputs: tuple) -> Any:
    operation = _SYMBOLS.get(ufunc.__name__, ufunc.__name__)
    place = session.place(operation)
    operands = [lift(session, x) for x in inputs]
    with np.errstate(all="ignore"):
        exact = _named(session, operation, lambda: ufunc(*(x.exact for x in operands)))
        if not isinstance(exact, (MultiWordArray, QD)):
            return _decision(session, place, ufunc, inputs, operands, np.asarray(exact))
        exact = as_numbers(exact, QD)
        if session.rounds is not None:
            exact = session.rounded(exact) if session.is_rounded(place) else exact
            return WatchedArray(session, None, exact)
        value = np.asarray(ufunc(*(x.value if isinstance(x, WatchedArray) else x for x in inputs)))
        high = _high(exact)
        radius = _radius(ufunc, operands, high) + np.abs(high) * _OF_REFERENCE
    return _entered(session, place, operands, value, exact, radius)


def _decision(session: Session, place: int, ufunc: Any, inputs: tuple, operands: list, exact: np.ndarray) -> Any:
    """A step whose result is no number: a comparison, or a question such as ``isnan``."""
    if session.rounds is not None:
        return exact if exact.ndim else exact[()]
    value = np.asarray(ufunc(*(x.value if isinstance(x, WatchedArray) else x for x in inputs)))
    if ufunc in _COMPARISONS:
        shown = [words(np.broadcast_to(x.value, value.shape)) for x in operands]
        session.watch.decide(place, shown, words(value != exact))
    return value if value.ndim else value[()]


def _entered(
    session: Session, place: int, operands: list, value: np.ndarray, exact: MultiWordArray, radius: Any
) -> WatchedArray:
    """Enters a step whose operands have the shape of the result, or are single numbers."""
    shape = exact.shape

    def same(x: np.ndarray) -> np.ndarray:
        return words(x) if np.size(x) == 1 else words(np.broadcast_to(x, shape))

    errors = session.watch.step(
        place,
        [same(x.value) for x in operands[:3]],
        [x.origin for x in (operands + [_NOTHING, _NOTHING])[:2]],
        [same(x.error) for x in operands],
        words(value),
        parts(exact),
    )
    radius = np.broadcast_to(np.asarray(radius, np.float64), shape)
    return WatchedArray(session, value, exact, errors.reshape(shape), radius.copy(), place)


class _Nothing:
    origin = None


_NOTHING = _Nothing()


def _radius(ufunc: Any, operands: list[WatchedArray], result: np.ndarray) -> Any:
    """The error of an exact result that comes from those of the operands."""
    if not any(np.any(x.radius) for x in operands):
        return 0.0
    middles, radii = [_high(x.exact) for x in operands], [x.radius for x in operands]
    if ufunc in (np.add, np.subtract):
        return radii[0] + radii[1]
    if ufunc is np.multiply:
        return np.abs(middles[0]) * radii[1] + np.abs(middles[1]) * radii[0] + radii[0] * radii[1]
    if ufunc is np.divide:
        least = np.abs(middles[1]) - radii[1]
        certain = least > 0
        return np.where(certain, (radii[0] + np.abs(result) * radii[1]) / np.where(certain, least, 1), np.inf)
    total: Any = 0.0
    for k, (middle, radius) in enumerate(zip(middles, radii)):
        step = np.maximum(radius, np.abs(middle) * 2.0**-26)
        above, below = (ufunc(*middles[:k], middle + sign * step, *middles[k + 1 :]) for sign in (1, -1))
        slope = np.abs(above - below) / (2 * step)
        total = total + np.where(radius == 0, 0, np.where(np.isfinite(slope), (1 + _OF_SLOPE) * slope * radius, np.inf))
    return total


def _map(x: Any, change: Callable[[WatchedArray], Any]) -> Any:
    """Arguments with each watched array changed."""
    if isinstance(x, WatchedArray):
        return change(x)
    if isinstance(x, (tuple, list)):
        return type(x)(_map(one, change) for one in x)
    if isinstance(x, dict):
        return {name: _map(one, change) for name, one in x.items()}
    return x


def _all(x: Any) -> list[WatchedArray]:
    found: list[WatchedArray] = []
    _map(x, found.append)
    return found


def _move(session: Session, function: Any, args: Any, kwargs: Any) -> Any:
    def joined(x: Any) -> Any:
        """A sequence of arrays, in which plain numbers may be beside watched ones."""
        if isinstance(x, (tuple, list)) and any(_all(one) for one in x):
            return [joined(one) for one in x]
        return lift(session, x)

    args = tuple(joined(x) if k in _DATA.get(function, (0,)) else x for k, x in enumerate(args))
    moved = [None if session.rounds is not None else function(*_map(args, lambda x: x.value), **kwargs)]
    moved += [function(*_map(args, lambda x, n=name: getattr(x, n)), **kwargs) for name in ("exact", "error", "radius")]
    origin = next((x.origin for x in _all(args) if x.origin is not None), None)
    if isinstance(moved[1], list):
        values = moved[0] if moved[0] is not None else [None] * len(moved[1])
        return [WatchedArray(session, v, as_numbers(e, QD), *rest, origin) for v, e, *rest in zip(values, *moved[1:])]
    return WatchedArray(session, moved[0], as_numbers(moved[1], QD), np.asarray(moved[2]), np.asarray(moved[3]), origin)


def _array_step(session: Session, function: Any, args: Any, kwargs: Any) -> Any:
    """A function of whole arrays is one step. Where it is rounded, NumPy computes it from rounded numbers."""
    place = session.place(function.__name__)
    sources = _all((args, kwargs))
    with np.errstate(all="ignore"):
        if session.rounds is not None and session.is_rounded(place):
            return _rounded_step(session, function, args, kwargs)
        exactly = _map((args, kwargs), lambda x: x.exact)
        exact = _named(session, f"numpy.{function.__name__}", lambda: function(*exactly[0], **exactly[1]))
        if session.rounds is not None:
            return _wrapped(exact, lambda one: WatchedArray(session, None, as_numbers(one, QD)))
        plain = _map((args, kwargs), lambda x: x.value)
        value = function(*plain[0], **plain[1])
        radius = _array_radius(function, args, kwargs)
    errors = np.asarray(max((float(np.max(x.error, initial=0)) for x in sources), default=0.0))

    def entered(value: Any, exact: Any) -> Any:
        value, exact = np.asarray(value), as_numbers(exact, QD)
        worst = WatchedArray(session, np.zeros(()), as_numbers(0, QD), errors, np.zeros(()), sources[0].origin)
        return _entered(session, place, [worst], value, exact, np.abs(_high(exact)) * _OF_ARRAYS + radius)

    return _wrapped(value, entered, exact)


def _rounded_step(session: Session, function: Any, args: Any, kwargs: Any) -> Any:
    """The exact result, changed by the error that NumPy makes with rounded operands: the error of this step alone."""
    operands = [
        _map((args, kwargs), change)
        for change in (lambda x: session.nearest(x.exact), lambda x: session.rounded(x.exact), lambda x: x.exact)
    ]
    rounded, exactly_rounded, exact = (function(*args, **kwargs) for args, kwargs in operands)

    def changed(exact: Any, exactly_rounded: Any, rounded: Any) -> Any:
        error = as_numbers(rounded, QD) - as_numbers(exactly_rounded, QD)
        error = np.where(np.isfinite(error), error, as_numbers(0, QD))
        return WatchedArray(session, None, as_numbers(as_numbers(exact, QD) + error, QD))

    return _wrapped(exact, changed, exactly_rounded, rounded)


def _wrapped(result: Any, wrap: Callable[..., Any], *others: Any) -> Any:
    """Results that are numbers, wrapped; others as they are."""
    if isinstance(result, (tuple, list)):
        all_wrapped = [_wrapped(one, wrap, *rest) for one, *rest in zip(result, *others)]
        return type(result)(*all_wrapped) if hasattr(result, "_fields") else tuple(all_wrapped)
    is_number = isinstance(result, (MultiWordArray, QD)) or getattr(result, "dtype", np.dtype("O")).kind == "f"
    return wrap(result, *others) if is_number else result


def _array_radius(function: Any, args: Any, kwargs: Any) -> Any:
    """The error of an exact result that comes from those of the operands: of linear functions."""
    if function in (np.sum, np.mean, np.cumsum):
        kept = {name: value for name, value in kwargs.items() if name in ("axis", "keepdims")}
        return function(*_map(args, lambda x: x.radius), **kept)
    if function in (np.matmul, np.dot, np.vdot, np.inner):
        a, b = (np.abs(_high(x.exact)) if isinstance(x, WatchedArray) else np.abs(x) for x in args)
        of_a, of_b = (x.radius if isinstance(x, WatchedArray) else np.zeros(np.shape(x)) for x in args)
        return function(a, of_b) + function(of_a, b)
    return max((float(np.max(x.radius, initial=0)) for x in _all((args, kwargs))), default=0.0)


_REDUCTIONS = {np.add: np.sum, np.multiply: np.prod, np.maximum: np.max, np.minimum: np.min}
_SYMBOLS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "true_divide": "/", "remainder": "%", "less": "<",
    "less_equal": "<=", "greater": ">", "greater_equal": ">=", "equal": "==", "not_equal": "!=", "log": "ln",
    "arctan": "atan", "arcsin": "asin", "arccos": "acos",
}  # fmt: skip
