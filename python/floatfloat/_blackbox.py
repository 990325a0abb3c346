"""Sums, products of matrices and functions of numbers by any function, examined from outside."""

from __future__ import annotations

import json
from typing import Any, Callable, Sequence

import numpy as np

from . import _core
from ._findings import Findings

FORMATS = ("float16", "bfloat16", "float32", "float64")

# Terms of further sums whose order is found: several blocks of every usual size.
LENGTHS = {True: [7, 100], False: [7, 100, 257, 1000]}


def to_numpy(result: Any) -> np.ndarray:
    """The result of a function of any library as an array of NumPy."""
    if hasattr(result, "detach"):
        result = result.detach()
    if hasattr(result, "get") and type(result).__module__.startswith("cupy"):
        result = result.get()
    if hasattr(result, "cpu"):
        result = result.cpu()
    if isinstance(result, (list, tuple)) and len(result) == 1:
        result = result[0]
    try:
        array = np.asarray(result)
    except TypeError:
        array = np.array(result, object)
    if array.dtype == object and hasattr(result, "__dlpack__"):
        array = np.from_dlpack(result)
    if array.dtype == object:
        raise TypeError(f"the function returns {type(result).__name__}, which is no array of floats")
    return array


# Those that are asked in this order, and those that the caller names.
KINDS = ("matmul", "dot", "sum", "function", "function of two")
TEXTS = ("parser", "printer")


def shapes(kind: str, sizes: tuple[int, int, int]) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """The shapes of the arguments and of the result of a kind of function."""
    m, k, n = sizes
    return {
        "matmul": ([(m, k), (k, n)], (m, n)),
        "dot": ([(k,), (k,)], ()),
        "sum": ([(k,)], ()),
        "function": ([(k,)], (k,)),
        "function of two": ([(k,), (k,)], (k,)),
    }[kind]


class Elementwise:
    """A function of floats as a function of arrays. Its exceptions for single numbers are NaN."""

    def __init__(self, function: Callable) -> None:
        self.function = function

    def of_one(self, *numbers: float) -> float:
        try:
            return self.function(*numbers)
        except (ArithmeticError, ValueError):
            return np.nan

    def __call__(self, *arrays: np.ndarray) -> np.ndarray:
        return np.array([self.of_one(*numbers) for numbers in zip(*(array.tolist() for array in arrays))], np.float64)


def asked_kind(function: Callable, dtype: np.dtype, sizes: tuple[int, int, int]) -> tuple[Callable, str]:
    """What a function computes, from what it takes and returns; a function of floats is made one of arrays."""
    tried = []
    for kind in KINDS:
        arguments, expected = shapes(kind, sizes)
        try:
            result = to_numpy(function(*(np.ones(shape, dtype) for shape in arguments)))
            if result.dtype.kind not in "fV":
                raise TypeError(f"a result of {result.dtype.name}")
        except Exception as error:  # noqa: BLE001 - whatever a function raises for arguments that it does not take
            tried.append(f"{kind}: {type(error).__name__}: {error}")
            continue
        # A sum of ones is their number, though not to the last bit in every type.
        is_sum = kind.startswith("function") or (np.abs(result.astype(np.float64) - sizes[1]) <= sizes[1] / 8).all()
        if result.shape == expected and is_sum:
            return function, kind
        given = f"of shape {result.shape}, not {expected}" if result.shape != expected else "that is no sum of ones"
        tried.append(f"{kind}: a result {given}")
    for kind, arguments in (("function", (0.5,)), ("function of two", (0.5, 0.5))):
        try:
            float(function(*arguments))
        except Exception:  # noqa: BLE001 - as above
            continue
        return Elementwise(function), kind
    raise TypeError("the function computes none of these, or kind= must say which:\n  " + "\n  ".join(tried))


def named(function: Callable) -> str:
    """The name of a function with that of its module."""
    name = getattr(function, "__qualname__", None) or getattr(function, "__name__", None) or type(function).__name__
    module = getattr(function, "__module__", None)
    return f"{module}.{name}" if module and module not in ("builtins", "__main__") else name


def placed(array: np.ndarray, shift: int) -> np.ndarray:
    """The array, so many elements after a multiple of 64 bytes."""
    size = array.dtype.itemsize
    buffer = np.empty(array.size + shift + 64 // size, array.dtype)
    first = -buffer.ctypes.data % 64 // size + shift
    result = buffer[first : first + array.size].reshape(array.shape)
    result[...] = array
    return result


def on_one_thread(function: Callable) -> Callable | None:
    """The function with the thread pools of BLAS and OpenMP limited to one thread, if threadpoolctl is installed."""
    try:
        from threadpoolctl import threadpool_info, threadpool_limits
    except ImportError:
        return None
    if not threadpool_info():
        return None

    def limited(*arguments: Any) -> Any:
        with threadpool_limits(1):
            return function(*arguments)

    return limited


class Checked:
    """A function with arrays of one type, which checks what it returns and whether it leaves its arguments alone."""

    def __init__(self, function: Callable, kind: str, dtype: Any, sizes: tuple[int, int, int]) -> None:
        self.function = function
        self.changed = False
        self.dtype = np.dtype(np.float32 if dtype is None else dtype)
        arguments, _ = shapes(kind, sizes)
        self.results = to_numpy(function(*(np.ones(shape, self.dtype) for shape in arguments))).dtype
        if dtype is None and self.results == np.float64:
            self.dtype = self.results
        if self.results.name not in FORMATS:
            raise TypeError(f"the function returns {self.results.name}, not one of {', '.join(FORMATS)}")

    def __call__(self, arrays: list[np.ndarray], shape: tuple[int, ...], shifts: Sequence[int] = (0, 0)) -> np.ndarray:
        # Operands beyond the range of a narrow type are infinite there, as they are for the function.
        with np.errstate(all="ignore"):
            arguments = [placed(array.astype(self.dtype), shift) for array, shift in zip(arrays, shifts)]
            before = [argument.tobytes() for argument in arguments]
            try:
                result = to_numpy(self.function(*arguments))
            except (ArithmeticError, ValueError):
                # As math.fsum for infinities of both signs.
                if all(np.isfinite(argument).all() for argument in arguments) and not self.is_huge(arguments):
                    raise
                result = np.full(shape, np.nan, self.results)
        self.changed |= any(argument.tobytes() != bytes for argument, bytes in zip(arguments, before))
        if result.shape != shape or result.dtype != self.results:
            raise ValueError(
                f"the function returned {result.dtype.name} of shape {result.shape} instead of {self.results.name} of shape {shape}"
            )
        return np.ascontiguousarray(result, np.float64).reshape(-1)

    def is_huge(self, arguments: list[np.ndarray]) -> bool:
        """Whether sums of these may be beyond the range."""
        most = np.finfo(np.float64).max if self.dtype == np.float64 else np.finfo(np.float32).max
        return any(np.abs(argument.astype(np.float64)).max() > np.sqrt(most) for argument in arguments)

    def faults(self) -> list[str]:
        return ["It changes the arrays that it is given."] if self.changed else []


def findings(text: str, tables: str, drawing: str) -> Findings:
    """What was found, from its text, its tables as JSON, and the drawing of an order."""
    content = json.loads(tables)
    content.setdefault("further", [])
    bad = any(table["id"] == "black-box-findings" for table in content["further"])
    return Findings(content, int(bad), text, drawing)


def examine_numbers(
    function: Callable, name: str, two: bool, dtype: Any, reference: str | None, effort: tuple[bool, bool], seed: int
) -> Findings:
    """Examines a function of one or two numbers."""
    checked = Checked(function, "function of two" if two else "function", dtype, (1, 3, 1))
    if checked.dtype != checked.results:
        raise TypeError(f"a function of numbers returns the type that it is given, not {checked.results.name} for {checked.dtype.name}")
    reference = reference or name.rsplit(".", 1)[-1]
    quick, exhaustive = effort
    if exhaustive and (two or checked.dtype == np.float64):
        raise TypeError(f"exhaustive is for functions of one number of at most 32 bits, not for {name} of {checked.dtype.name}")

    def call(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return checked([x, y] if two else [x], x.shape)

    samples, refuses = 400 if quick else 20_000, isinstance(function, Elementwise)
    found = _core.examine_function(call, name, reference, checked.dtype.name, samples, seed, refuses, exhaustive, checked.faults)
    if found is None:
        raise ValueError(f"{reference!r} is no function that results can be compared with: give reference=, as 'exp' or 'ln'")
    return findings(*found)


def examine_texts(function: Callable, name: str, prints: bool, dtype: Any, quick: bool, seed: int) -> Findings:
    """Examines a function of one text that gives a number, or of one number that gives a text."""
    word = np.dtype(np.float64 if dtype is None else dtype)
    if word not in (np.float32, np.float64):
        raise TypeError(f"texts are examined for float32 and float64, not {word.name}")

    def number(text: str) -> float:
        try:
            return float(function(text))
        except (ArithmeticError, ValueError):
            return np.nan

    def call(given: list) -> list:
        with np.errstate(all="ignore"):
            if not prints:
                return [number(text) for text in given]
            return [str(function(number if word == np.float64 else np.float32(number))) for number in given]

    return findings(*_core.examine_text(call, name, prints, word.name, 400 if quick else 20_000, seed, list))


def examine(
    function: Callable,
    *,
    kind: str | None,
    dtype: Any,
    sizes: tuple[int, int, int],
    reference: str | None,
    quick: bool,
    exhaustive: bool,
    seed: int,
) -> Findings:
    """Examines a function; see ``floatfloat.paranoia``."""
    if dtype is not None and np.dtype(dtype).name not in FORMATS:
        raise TypeError(f"{np.dtype(dtype).name} cannot be examined: take one of {', '.join(FORMATS)}")
    if len(sizes) != 3 or not all(isinstance(size, int) and 1 <= size <= 4096 for size in sizes):
        raise ValueError(f"sizes are three integers from 1 to 4096, not {sizes!r}")
    name = named(function)
    if kind is None:
        function, kind = asked_kind(function, np.dtype(np.float32 if dtype is None else dtype), sizes)
    if kind not in KINDS + TEXTS:
        raise ValueError(f"{kind!r} is no kind: take one of {', '.join(map(repr, KINDS + TEXTS))}")
    if kind in TEXTS and not exhaustive:
        return examine_texts(function, name, kind == "printer", dtype, quick, seed)
    if kind.startswith("function"):
        return examine_numbers(function, name, kind == "function of two", dtype, reference, (quick, exhaustive), seed)
    if exhaustive:
        raise TypeError(f"exhaustive is for functions of numbers; {name} is examined as a {kind}")
    if reference is not None:
        raise TypeError(f"reference is for functions of numbers; {name} is examined as a {kind}")
    checked = Checked(function, kind, dtype, sizes)

    def call(first: np.ndarray, second: np.ndarray, sizes: tuple[int, int, int], shifts: Sequence[int]) -> np.ndarray:
        m, k, n = sizes
        if kind == "matmul":
            return checked([first.reshape(m, k), second.reshape(k, n)], (m, n), shifts)
        return checked([first] if kind == "sum" else [first, second], (), shifts)

    formats = (checked.dtype.name, checked.results.name)
    checks = 1024 if quick else 20_000
    single = on_one_thread(call)
    return findings(*_core.examine_sums(call, name, kind, formats, sizes, checks, seed, LENGTHS[quick], single, checked.faults))
