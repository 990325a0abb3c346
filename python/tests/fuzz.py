"""Calls everything with anything: exceptions are fine, a crash or a result that lost lower words silently is not.

    python tests/fuzz.py [seconds] [seed]
"""

from __future__ import annotations

import random
import sys
import time
import warnings

import numpy as np

import floatfloat as ff

TYPES = (ff.DD, ff.TD, ff.QD, ff.FF, ff.TF, ff.QF)
ERRORS = (TypeError, ValueError, IndexError, ArithmeticError, AttributeError, MemoryError, KeyError)


def shapes(pick: random.Random) -> tuple:
    return tuple(pick.choice([0, 1, 1, 2, 3, 5]) for _ in range(pick.choice([0, 1, 1, 2, 2, 3])))


def words(pick: random.Random, shape: tuple) -> np.ndarray:
    special = [0.0, -0.0, 1.0, -1.5, 1e300, 1e-300, 5e-324, np.inf, -np.inf, np.nan, 2.0**53, 1e17]
    values = [pick.choice(special) if pick.random() < 0.4 else pick.uniform(-5, 5) for _ in range(int(np.prod(shape)))]
    return np.array(values, float).reshape(shape)


def layout(pick: random.Random, x: np.ndarray) -> np.ndarray:
    change = pick.randrange(7)
    if change == 0:
        return x.T
    if change == 1 and x.ndim:
        return x[::-1]
    if change == 2:
        return x.astype(">f8")
    if change == 3:
        return np.broadcast_to(x, (2, *x.shape))
    if change == 4:
        return np.frombuffer(b"\0" + x.tobytes(), np.uint8)[1:].view(float).reshape(x.shape)
    if change == 5:
        return x.astype(np.float32)
    return x


def ours(pick: random.Random) -> object:
    shape = shapes(pick)
    with np.errstate(all="ignore"):
        hi = words(pick, shape)
        low = hi * 2.0**-54 * pick.uniform(-1, 1)
    x = ff.from_parts(hi, np.where(np.isfinite(low), low, 0.0))
    if pick.random() < 0.6:
        x = x.astype(pick.choice(TYPES))
    change = pick.randrange(5)
    if change == 0:
        return x.T
    if change == 1 and x.ndim:
        return x[::-1]
    if change == 2 and x.size:
        return np.ravel(x)[0]
    if change == 3:
        return np.broadcast_to(x, (2, *x.shape))
    return x


def anything(pick: random.Random) -> object:
    makers = [
        lambda: ours(pick), lambda: ours(pick), lambda: ours(pick), lambda: layout(pick, words(pick, shapes(pick))),
        lambda: pick.choice([0, 1, -1, 2**70, 0.5, None, True, "1.5", "x", b"a", 1j, object(), (), [], {}, [1, [2]], (0, 1), -3]),
        lambda: ff.array(ours(pick)).parts,
        lambda: np.array([object(), "a"], dtype=object), lambda: np.zeros(2, [("hi", "f8"), ("lo", "f8")]),
        lambda: np.arange(3), lambda: np.array([1j]), lambda: slice(None), lambda: [ours(pick), ours(pick)], lambda: (ours(pick),),
        lambda: np.array([True, False]), lambda: np.array(["2020"], "M8[D]"), lambda: np.float32(3), lambda: range(3),
    ]
    return pick.choice(makers)()


def functions() -> list:
    from floatfloat._functions import TABLE
    from floatfloat._ufuncs import NUMBERS, TRUTHS

    dangerous = {np.save, np.savez, np.savez_compressed, np.tile, np.repeat, np.resize, np.pad, np.vander, np.linspace, np.kron}
    dangerous |= {np.linalg.matrix_power, np.diagflat, np.full_like, np.zeros_like, np.ones_like, np.empty_like}
    own = [ff.array, ff.from_parts, ff.from_structured, ff.sum, ff.dot, ff.norm, *TYPES, ff.ReproducibleSum, ff.rootn, ff.erf]
    own += [getattr(ff.linalg, name) for name in ("solve", "lstsq", "lu", "qr", "inv", "eigh", "svd", "eigvals", "cond")]
    raw = [getattr(ff._core, name) for name in dir(ff._core) if not name.startswith("_")]
    raw = [f for f in raw if callable(f) and getattr(f, "__name__", "") not in {"list_devices", "run_command", "scatter", "serve_device", "set_num_threads", "OpenDevice"}]
    return [f for f in TABLE if f not in dangerous] + list(NUMBERS) + list(TRUTHS) + 3 * own + raw


def is_ours(x: object) -> bool:
    """Whether there is a number of ours in it."""
    if isinstance(x, (list, tuple)):
        return any(map(is_ours, x))
    return isinstance(x, TYPES) or isinstance(x, ff.DDArray.__base__)


def main(seconds: float, seed: int) -> None:
    pick = random.Random(seed)
    calls = functions()
    end, done, passed = time.monotonic() + seconds, 0, 0
    warnings.simplefilter("ignore")
    while time.monotonic() < end:
        function = pick.choice(calls)
        arguments = [anything(pick) for _ in range(pick.choice([0, 1, 1, 2, 2, 3, 4]))]
        keywords = {}
        if pick.random() < 0.2:
            name = pick.choice(["axis", "out", "where", "dtype", "keepdims", "method", "initial"])
            keywords[name] = anything(pick)
        # What has nothing of ours is NumPy's own business, and LAPACK's.
        own = str(getattr(function, "__module__", "")).startswith("floatfloat")
        if not own and not any(map(is_ours, arguments)):
            continue
        done += 1
        with np.errstate(all="ignore"):
            try:
                result = function(*arguments, **keywords)
            except ERRORS:
                continue
        passed += 1
        repr(result)
    print(f"{done} calls, {passed} of them with a result, none crashed")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
