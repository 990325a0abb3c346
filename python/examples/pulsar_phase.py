"""The phase of a pulsar over thirty years, to a nanosecond.

A millisecond pulsar turns some hundred times a second. Times of arrival are two-part Julian dates, as astropy has
them, and the phase is a polynomial of the time since an epoch: f0·t + f1·t²/2 + f2·t³/6. After thirty years that is about
3·10¹¹ turns, of which a nanosecond is 3·10⁻⁷: eighteen digits. float64 has sixteen.

    python examples/pulsar_phase.py
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

import floatfloat as ff

# Decimal strings as a timing model gives them; DD reads all digits.
F0, F1, F2 = "339.31568728824463", "-1.6148e-13", "1.2e-30"  # Hz, Hz/s, Hz/s²
EPOCH = 2451545  # Julian date
DAY = 86400  # seconds


def arrivals(count: int = 1000) -> tuple[np.ndarray, np.ndarray]:
    """Two-part Julian dates: whole days, and the fraction."""
    random = np.random.default_rng(1)
    return EPOCH + np.sort(random.integers(0, 30 * 365, count)).astype(float), random.random(count)


def phase(days, fraction, f0, f1, f2):
    """The turns since the epoch; of whatever type its operands are."""
    t = ((days - EPOCH) + fraction) * DAY
    return t * (f0 + t * (f1 / 2 + t * (f2 / 6)))


def exact_phase(day: float, fraction: float) -> Fraction:
    return phase(Fraction(day), Fraction(fraction), *map(Fraction, (F0, F1, F2)))


def errors() -> tuple[float, float]:
    """The largest errors of DD and of float64, in nanoseconds."""
    days, fraction = arrivals()
    wide = phase(ff.DD(days), fraction, *map(ff.DD, (F0, F1, F2)))
    narrow = phase(days, fraction, *map(float, (F0, F1, F2)))
    seconds = 1 / Fraction(F0)
    worst = [Fraction(0), Fraction(0)]
    for k in range(days.size):
        exact = exact_phase(days[k], fraction[k])
        for which, found in enumerate((Fraction(*wide[k].as_integer_ratio()), Fraction(float(narrow[k])))):
            worst[which] = max(worst[which], abs(found - exact) * seconds * 10**9)
    return float(worst[0]), float(worst[1])


def main() -> None:
    wide, narrow = errors()
    print(f"largest error in DD:      {wide:.1e} ns")
    print(f"largest error in float64: {narrow:.1e} ns")


if __name__ == "__main__":
    main()
