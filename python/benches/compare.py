"""Times of floatfloat beside those of other libraries of Python, in one run, each result verified.

    python benches/compare.py [--quick] > table.md

Peers that are not installed are left out: pip install xprec numpy-quaddtype gmpy2 python-flint mpmath. Each operation is
run by all in turn, several times, and the fastest run counts; the results are compared with ours to all digits but the
last six before a time is shown. A second table is for numbers of three and four words. Other work on the machine spoils the ratios: leave it alone meanwhile.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import time
from fractions import Fraction
from typing import Any, Callable

import numpy as np

import floatfloat as ff

ROUNDS = 5
#: The least time of a run, in seconds.
LEAST = 0.02


class Peer:
    """A library: arrays of it from floats, and its elements as fractions."""

    name = ""
    module = ""

    def __init__(self, bits: int = 106) -> None:
        self.bits = bits

    @property
    def tolerance(self) -> Fraction:
        """The largest difference to ours."""
        return Fraction(1, 10 ** (self.bits * 3 // 10 - 6))

    def array(self, x: np.ndarray) -> Any:
        raise NotImplementedError

    def exact(self, number: Any) -> Fraction:
        raise NotImplementedError

    def operations(self) -> dict[str, Callable]:
        """Those that it has."""
        return {
            "add": lambda x, y: x + y,
            "mul": lambda x, y: x * y,
            "exp": lambda x, _: np.exp(x),
            "sum": lambda x, _: np.sum(x),
            "dot": lambda x, y: np.dot(x, y),
            "matmul": lambda x, y: x @ y,
        }

    def elements(self, result: Any) -> list:
        return list(np.ravel(result))[:3] if np.ndim(result) else [result]


class Ours(Peer):
    module = "floatfloat"

    @property
    def name(self):
        return {106: "floatfloat", 159: "TD", 212: "QD"}[self.bits]

    def array(self, x):
        return {106: ff.DD, 159: ff.TD, 212: ff.QD}[self.bits](x)

    def exact(self, number):
        return Fraction(*number.as_integer_ratio())

    def operations(self):
        return super().operations() | {"solve": np.linalg.solve}


class XPrec(Peer):
    name = module = "xprec"

    def array(self, x):
        import xprec

        return np.asarray(x).astype(xprec.ddouble)

    def exact(self, number):
        hi = np.float64(number)
        return Fraction(float(hi)) + Fraction(float(np.float64(number - number.dtype.type(hi))))


class QuadDType(Peer):
    name, module = "numpy-quaddtype", "numpy_quaddtype"

    def array(self, x):
        from numpy_quaddtype import QuadPrecDType

        return np.asarray(x).astype(QuadPrecDType())

    def exact(self, number):
        return Fraction(str(number))

    def operations(self):
        found = super().operations()
        del found["dot"]  # not there
        return found


class Objects(Peer):
    """Arrays of objects."""

    def number(self, value: float) -> Any:
        raise NotImplementedError

    def array(self, x):
        return np.vectorize(self.number, otypes=[object])(x)


class GMPy2(Objects):
    name = module = "gmpy2"

    def number(self, value):
        import gmpy2

        return gmpy2.mpfr(value, self.bits)

    def exact(self, number):
        return Fraction(*map(int, number.as_integer_ratio()))

    def operations(self):
        import gmpy2

        gmpy2.get_context().precision = self.bits
        exp = np.vectorize(gmpy2.exp, otypes=[object])
        return super().operations() | {"exp": lambda x, _: exp(x)}


class MPMath(Objects):
    name = module = "mpmath"

    def number(self, value):
        import mpmath

        return mpmath.mpf(value)

    def exact(self, number):
        sign, mantissa, exponent, _ = number._mpf_
        return Fraction(-int(mantissa) if sign else int(mantissa)) * Fraction(2) ** exponent

    def operations(self):
        import mpmath

        mpmath.mp.prec = self.bits
        exp = np.vectorize(mpmath.exp, otypes=[object])
        return super().operations() | {"exp": lambda x, _: exp(x)}


class Flint(Objects):
    name, module = "python-flint", "flint"

    def number(self, value):
        import flint

        return flint.arb(value)

    def exact(self, number):
        mantissa, exponent = number.mid().man_exp()
        return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)

    def array(self, x):
        import flint

        flint.ctx.prec = self.bits
        return flint.arb_mat([list(map(float, row)) for row in x]) if np.ndim(x) == 2 else super().array(x)

    def operations(self):
        exp = np.vectorize(lambda v: v.exp(), otypes=[object])
        return super().operations() | {
            "exp": lambda x, _: exp(x),
            "matmul": lambda x, y: x * y,
            "solve": lambda a, b: a.solve(b),
        }

    def elements(self, result):
        return result.entries()[:3] if hasattr(result, "entries") else super().elements(result)


class LongDouble(Peer):
    name, module = "longdouble", "numpy"
    tolerance = Fraction(1, 10**15)  # of 64 bits

    def array(self, x):
        return np.asarray(x).astype(np.longdouble)

    def exact(self, number):
        return Fraction(*number.as_integer_ratio())


TWO_WORDS = [peer() for peer in (Ours, XPrec, QuadDType, GMPy2, Flint, MPMath, LongDouble)]
MORE_WORDS = [Ours(212), Ours(159), *(peer(212) for peer in (GMPy2, Flint, MPMath))]


def run_once(call: Callable[[], Any]) -> tuple[Any, float]:
    """The result, and seconds a call, of calls that take long enough together to be measured."""
    begin = time.perf_counter()
    result = call()
    seconds = time.perf_counter() - begin
    count = int(LEAST / seconds) if seconds < LEAST else 0
    if count:
        begin = time.perf_counter()
        for _ in range(count):
            call()
        seconds = (time.perf_counter() - begin) / count
    return result, seconds


def verified(peer: Peer, result: Any, wanted: list[Fraction]) -> bool:
    found = [peer.exact(x) for x in peer.elements(result)]
    return all(abs(f - w) <= peer.tolerance * max(abs(w), 1) for f, w in zip(found, wanted, strict=True))


def measure(peers: list[Peer], operation: str, shapes: tuple, unit: float, most: float) -> dict[str, float | str]:
    """Nanoseconds a unit of each peer; those whose first run says that they take too long run once."""
    random = np.random.default_rng(1)
    x, y = (random.random(shape) + 0.5 for shape in shapes)
    if operation == "solve":
        x = x + 10 * np.eye(len(x))
    ready, times = [], {}
    for peer in peers:
        if operation not in peer.operations():
            continue
        ready.append((peer, peer.operations()[operation], peer.array(x), peer.array(y)))
    wanted: list[Fraction] = []
    for round_ in range(ROUNDS):
        for peer, call, a, b in ready:
            if times.get(peer.name, 0.0) == "wrong" or round_ and times[peer.name] > most:
                continue
            result, seconds = run_once(lambda: call(a, b))
            if not round_:
                if not wanted:
                    wanted = [peer.exact(v) for v in peer.elements(result)]
                if not verified(peer, result, wanted):
                    times[peer.name] = "wrong"
                    continue
            times[peer.name] = min(times.get(peer.name, seconds), seconds)
    return {name: t if isinstance(t, str) else t / unit * 1e9 for name, t in times.items()}


def cases(quick: bool) -> list[tuple[str, str, tuple, float]]:
    """What is measured: name, operation, shapes of operands, and how many units it computes."""
    many, matrix, system = (10**5, 32, 40) if quick else (10**6, 256, 500)
    listed = [(f"{op}, {n:,}", op, ((n,), (n,)), n) for n in (10, 10**4) for op in ("add", "mul", "exp", "sum", "dot")]
    listed += [(f"{op}, {many:,}", op, ((many,), (many,)), many) for op in ("add", "mul")]
    listed.append((f"matmul, {matrix}²", "matmul", ((matrix, matrix), (matrix, matrix)), matrix**3))
    listed.append((f"solve, {system}", "solve", ((system, system), (system, 1)), system**3 / 3))
    return listed


def shown(nanoseconds: float) -> str:
    return f"{nanoseconds:.3g}" if nanoseconds < 1000 else f"{nanoseconds:.0f}"


def import_seconds(module: str) -> float:
    code = f"import numpy, time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
    runs = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(3)]
    return min(runs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that everything runs")
    quick = parser.parse_args().quick
    print("Nanoseconds an element, or a product and a sum.")
    for peers in (TWO_WORDS, MORE_WORDS):
        peers = [peer for peer in peers if importlib.util.find_spec(peer.module)]
        names = [peer.name for peer in peers]
        print("\n| |", " | ".join(names), "|")
        print("|---|" + "---|" * len(names))
        for title, operation, shapes, unit in cases(quick):
            times = measure(peers, operation, shapes, unit, 2.0)
            cells = [times.get(name, "") for name in names]
            print(f"| {title} |", " | ".join(c if isinstance(c, str) else shown(c) for c in cells), "|", flush=True)
    print(f"\nImport, without NumPy's own: {1e3 * import_seconds('floatfloat'):.0f} ms.")


if __name__ == "__main__":
    main()
