"""Functions that only move elements: the same NumPy call on every part."""

from __future__ import annotations

import inspect
from typing import Any, Callable

import numpy as np

from ._array import MultiWordArray
from ._base import wrap
from ._construct import asarray
from ._convert import common_kind, parts_of
from ._kinds import DOUBLE, SCALARS, Kind, Parts, is_scalar_type, kind_of_scalar


def _wrapped(kind: Kind, results: Any) -> Any:
    """The results of the calls for each part as an array of ours, or a list of them."""
    results = tuple(results)
    if isinstance(results[0], (list, tuple)):
        return type(results[0])(_wrapped(kind, parts) for parts in zip(*results))
    if isinstance(results[0], np.ndarray):
        return wrap(kind, results)
    return kind.scalar._from_words(*results)


def _has_ours(thing: Any) -> bool:
    if isinstance(thing, (list, tuple)):
        return any(map(_has_ours, thing))
    return isinstance(thing, (MultiWordArray, *SCALARS))


def _only_plain(function: Callable, *things: Any) -> None:
    """Refuses numbers of floatfloat where NumPy takes indices, masks or counts."""
    if any(map(_has_ours, things)):
        raise TypeError(f"np.{function.__name__}: numbers of floatfloat cannot be indices, masks or counts")


def _sequence_parts(things: Any, kind: Kind) -> list[Parts]:
    return [parts_of(thing, kind) for thing in things]


def of_array(function: Callable) -> Callable:
    """A function whose first argument has the elements."""

    def call(a: Any, *args: Any, **kwargs: Any) -> Any:
        _only_plain(function, *args, *kwargs.values())
        kind = common_kind([a]) or DOUBLE
        return _wrapped(kind, (function(part, *args, **kwargs) for part in parts_of(a, kind)))

    return call


def of_sequence(function: Callable) -> Callable:
    """A function whose first argument is a sequence of arrays."""

    def call(arrays: Any, *args: Any, out: Any = None, dtype: Any = None, **kwargs: Any) -> Any:
        from ._reductions import _out

        _only_plain(function, *args, *kwargs.values())
        things = list(arrays)
        kind = common_kind(things + ([] if dtype is None else [dtype()])) or DOUBLE
        parts = _sequence_parts(things, kind)
        return _out(_wrapped(kind, (function(list(words), *args, **kwargs) for words in zip(*parts))), out)

    return call


def of_arguments(function: Callable) -> Callable:
    """A function all of whose positional arguments are arrays."""

    def call(*arrays: Any, **kwargs: Any) -> Any:
        _only_plain(function, *kwargs.values())
        kinds = [common_kind([a]) or DOUBLE for a in arrays]
        parts = [parts_of(a, kind) for a, kind in zip(arrays, kinds)]
        # The others have no such parts; their shapes are those of the first ones.
        words = range(max((kind.words for kind in kinds), default=1))
        results = [function(*(part[min(k, len(part) - 1)] for part in parts), **kwargs) for k in words]
        if not isinstance(results[0], (list, tuple)):
            return _wrapped(kinds[0], results)
        return type(results[0])(_wrapped(kind, each[: kind.words]) for kind, each in zip(kinds, zip(*results)))

    return call


def _with_values(function: Callable, places: tuple[int, ...]) -> Callable:
    """A function in which some positional arguments are elements, of one kind."""

    signature = inspect.signature(function)
    names = list(signature.parameters)

    def call(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs)
        chosen = [names[k] for k in places if names[k] in bound.arguments]
        _only_plain(function, *(value for name, value in bound.arguments.items() if name not in chosen))
        kind = common_kind([bound.arguments[name] for name in chosen]) or DOUBLE
        results = []
        for part in range(kind.words):
            arguments = dict(bound.arguments)
            for name in chosen:
                arguments[name] = parts_of(bound.arguments[name], kind)[part]
            results.append(function(*inspect.BoundArguments(signature, arguments).args, **inspect.BoundArguments(signature, arguments).kwargs))
        return _wrapped(kind, results)

    return call


def where(condition: Any, *choices: Any) -> Any:
    if isinstance(condition, (MultiWordArray, *SCALARS)):
        condition = np.not_equal(condition, 0)
    _only_plain(np.where, condition)
    if not choices:
        return np.nonzero(condition)
    if len(choices) != 2:
        raise ValueError("where: give both x and y, or neither")
    kind = common_kind(choices) or DOUBLE
    x, y = _sequence_parts(choices, kind)
    return _wrapped(kind, (np.where(condition, one, other) for one, other in zip(x, y)))


def block(arrays: Any) -> Any:
    kind = common_kind(arrays if isinstance(arrays, list) else [arrays]) or DOUBLE

    def part(thing: Any, k: int) -> Any:
        return [part(x, k) for x in thing] if isinstance(thing, list) else parts_of(thing, kind)[k]

    return _wrapped(kind, (np.block(part(arrays, k)) for k in range(kind.words)))


def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    _only_plain(np.select, condlist)
    kind = common_kind([*choicelist, default]) or DOUBLE
    parts = _sequence_parts(choicelist, kind)
    default = parts_of(default, kind)
    return _wrapped(kind, (np.select(condlist, list(words), other) for *words, other in zip(*parts, default)))


def _changed(function: Callable) -> Callable:
    """A function that writes elements, its argument ``places``, into its first argument."""

    def call(target: Any, *args: Any, values: int, **kwargs: Any) -> None:
        if not isinstance(target, MultiWordArray):
            raise TypeError(
                f"np.{function.__name__}: lower words would be lost in an ordinary array; convert it with floatfloat.array"
            )
        _only_plain(function, *(x for k, x in enumerate(args) if k != values), *kwargs.values())
        for part, value in zip(target._parts, parts_of(args[values], target._kind)):
            given = list(args)
            given[values] = value
            function(part, *given, **kwargs)

    return call


def copyto(dst: Any, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    _changed(np.copyto)(dst, src, values=0, where=where)


def put(a: Any, ind: Any, v: Any, mode: str = "raise") -> None:
    _changed(np.put)(a, ind, v, values=1, mode=mode)


def putmask(a: Any, mask: Any, values: Any) -> None:
    _changed(np.putmask)(a, mask, values, values=1)


def place(arr: Any, mask: Any, vals: Any) -> None:
    _changed(np.place)(arr, mask, vals, values=1)


def put_along_axis(arr: Any, indices: Any, values: Any, axis: Any = -1) -> None:
    _changed(np.put_along_axis)(arr, indices, values, axis, values=1)


def fill_diagonal(a: Any, val: Any, wrap: bool = False) -> None:
    _changed(np.fill_diagonal)(a, val, wrap, values=0)


def full_like(a: Any, fill_value: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None, **_: Any) -> Any:
    if dtype is not None and not is_scalar_type(dtype):
        _only_plain(np.full_like, fill_value)
        value = np.dtype(dtype).type(fill_value)
        return np.full(a.shape if shape is None else shape, value, dtype)
    kind = kind_of_scalar(dtype) if dtype is not None else asarray(a)._kind
    shape = np.shape(asarray(a)._hi) if shape is None else shape
    return wrap(kind, tuple(np.full(shape, part, kind.word) for part in parts_of(fill_value, kind)))


def zeros_like(a: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None, **_: Any) -> Any:
    return full_like(a, 0, dtype, shape=shape)


def ones_like(a: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None, **_: Any) -> Any:
    return full_like(a, 1, dtype, shape=shape)


def pad(array: Any, pad_width: Any, mode: Any = "constant", **kwargs: Any) -> Any:
    _only_plain(np.pad, pad_width)
    if mode in ("edge", "reflect", "symmetric", "wrap"):
        return of_array(np.pad)(array, pad_width, mode, **kwargs)
    if mode != "constant":
        raise TypeError(f"np.pad with mode {mode!r} is not available for arrays of floatfloat: use constant, edge, reflect, symmetric or wrap")
    kind = common_kind([array, kwargs.get("constant_values", 0)]) or DOUBLE
    values = parts_of(kwargs.get("constant_values", 0), kind)
    x = parts_of(array, kind)
    return _wrapped(kind, (np.pad(part, pad_width, constant_values=v) for part, v in zip(x, values)))


TABLE: dict[Callable, Callable] = {
    function: of_array(function)
    for function in (
        np.reshape, np.ravel, np.transpose, np.swapaxes, np.moveaxis, np.rollaxis, np.expand_dims, np.squeeze,
        np.broadcast_to, np.diagonal, np.diag, np.diagflat, np.tril, np.triu, np.take, np.take_along_axis, np.repeat,
        np.tile, np.roll, np.flip, np.fliplr, np.flipud, np.rot90, np.delete, np.split, np.array_split, np.hsplit,
        np.vsplit, np.dsplit, np.copy, np.resize, np.matrix_transpose,
    )
}
TABLE |= {
    function: of_sequence(function)
    for function in (np.concatenate, np.stack, np.vstack, np.hstack, np.dstack, np.column_stack)
}
TABLE |= {
    function: of_arguments(function)
    for function in (np.atleast_1d, np.atleast_2d, np.atleast_3d, np.broadcast_arrays, np.meshgrid)
}
TABLE |= {
    np.insert: _with_values(np.insert, (0, 2)),
    np.append: _with_values(np.append, (0, 1)),
    np.compress: _with_values(np.compress, (1,)),
    np.extract: _with_values(np.extract, (1,)),
    np.choose: _with_values(np.choose, (1,)),
    np.where: where,
    np.block: block,
    np.select: select,
    np.copyto: copyto,
    np.put: put,
    np.putmask: putmask,
    np.place: place,
    np.put_along_axis: put_along_axis,
    np.fill_diagonal: fill_diagonal,
    np.full_like: full_like,
    np.zeros_like: zeros_like,
    np.ones_like: ones_like,
    np.empty_like: zeros_like,
    np.pad: pad,
    np.shape: lambda a: a.shape,
    np.ndim: lambda a: a.ndim,
    np.size: lambda a, axis=None: a.size if axis is None else np.size(a._hi, axis),
    np.isrealobj: lambda x: True,
    np.iscomplexobj: lambda x: False,
    np.real: lambda val: val.real,
    np.imag: lambda val: val.imag,
    np.shares_memory: lambda a, b, **_: _share(a, b, np.shares_memory),
    np.may_share_memory: lambda a, b, **_: _share(a, b, np.may_share_memory),
}


def _share(a: Any, b: Any, question: Callable) -> bool:
    parts = [x._parts if isinstance(x, MultiWordArray) else [x] for x in (a, b)]
    return any(question(x, y) for x in parts[0] for y in parts[1])
