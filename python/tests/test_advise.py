"""Advice on the user's own function."""

from __future__ import annotations

import numpy as np
import pytest

import floatfloat as ff

X = 1e6 + np.arange(1000) / 1000


def variance(x):
    """Loses digits where the mean is large."""
    return np.mean(x * x) - np.mean(x) ** 2


def by(advice):
    return {candidate.name: candidate for candidate in advice.candidates}


def test_errors_are_measured():
    exact = ff.DD(sum((ff.DD(v) - ff.DD(X).mean()) ** 2 for v in ff.DD(X))) / X.size
    advice = ff.advise(variance, X, tolerance=1e-10, reference=exact)
    found = by(advice)
    assert found["DD"].error < 1e-15 and not any(c.estimated for c in found.values())
    good = {name for name, c in found.items() if c.error <= 1e-10}
    assert good >= {"DD", "TD", "QD"} and not good & {"float32", "float64", "FF"} and advice.best.type in good
    plain = abs(float(variance(X)) / float(exact) - 1)
    assert found["float64"].error == pytest.approx(plain, rel=1e-6) and found["float32"].error > 0.5
    assert all(c.seconds > 0 for c in found.values())
    assert ff.advise(variance, X, tolerance=1e-45, reference=exact).best is None
    callable_reference = ff.advise(variance, X, tolerance=1e-10, reference=lambda x: exact)
    assert by(callable_reference)["float64"].error == found["float64"].error


def test_the_cheapest_that_is_good_enough():
    advice = ff.advise(lambda x: x * 2, X, tolerance=1e-3)
    good = [c for c in advice.candidates if c.error <= 1e-3]
    assert advice.best.seconds == min(c.seconds for c in good) and advice.best.type in ("float32", "float64")
    assert by(advice)["float64"].error == 0


def test_exact_sums_help_where_sums_are_the_trouble():
    terms = np.array([1.0, 1e17, 1.0, -1e17])
    found = by(ff.advise(lambda x: np.sum(x), terms, tolerance=1e-12))
    assert found["float64"].error == 1 and found["float64, exact sums"].error == 0
    found = by(ff.advise(lambda x: x @ np.ones_like(x), terms, tolerance=1e-12))
    assert found["float64, exact sums"].error == 0
    found = by(ff.advise(lambda x: x.mean(), terms, tolerance=1e-12))
    assert found["float64, exact sums"].error == 0


def test_wider_types_measure_the_error_of_double_doubles():
    found = by(ff.advise(variance, X, tolerance=1e-30))
    assert found["QD"].estimated and not any(c.estimated for name, c in found.items() if name != "QD")
    # Squares lose as many bits as the mean has more than the deviation, in every type.
    for name, least in (("DD", 1e-22), ("TD", 1e-38)):
        assert least * 1e-4 < found[name].error < least * 1e4
    # What the library has for two words alone is compared with double-doubles.
    found = by(ff.advise(lambda x: ff.erf(x / 1e6), X, tolerance=1e-10))
    assert found["DD"].estimated and "two words" in found["QD"].failure and found["FF"].error < 1e-12


def test_failures_are_reported():
    advice = ff.advise(lambda x: float(np.sum(x)), X, tolerance=1e-3)
    assert advice.best is None and "words were lost" in by(advice)["DD"].failure and "failed in QD, TD and DD" in repr(advice)

    def only_floats(x):
        if x.dtype == np.float32:
            raise ValueError("no <b>single</b> precision")
        return x * 1.5

    advice = ff.advise(only_floats, X, tolerance=1e-3)
    assert by(advice)["float32"].failure == "ValueError: no <b>single</b> precision" and advice.best is not None
    assert "&lt;b&gt;single" in advice._repr_html_() and "<b>single" not in advice._repr_html_()
    assert by(ff.advise(lambda x: np.fft.fft(x), X, tolerance=1e-3))["DD"].error is None


def test_results_of_several_arrays_and_special_values():
    advice = ff.advise(lambda x, n: (x.sum(), x[:n] / 3, [x[0]]), X, 5, tolerance=1e-6)
    assert by(advice)["float64"].error < 1e-15
    advice = ff.advise(lambda x: 1 / x, np.array([0.0, 1.0, 3.0]), tolerance=1e-6)
    assert by(advice)["float64"].error < 1e-15 and by(advice)["float32"].error < 1e-6
    assert by(ff.advise(lambda x: x * 1e300, ff.DD([1.0]), tolerance=1e-6))["FF"].error == np.inf


def test_pictures_and_tables():
    advice = ff.advise(variance, X, tolerance=1e-10)
    assert "<svg" in advice.svg() and "recommended" in repr(advice) and "<table>" in advice._repr_html_()
    assert advice.recommendation.startswith(f"Use {advice.best.name}: relative error")


def test_wrong_questions():
    for call in (
        lambda: ff.advise(variance, X, tolerance=0), lambda: ff.advise(variance, X, tolerance="small"),
        lambda: ff.advise(variance, X, tolerance=1e-3, reference="exact"),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        ff.advise(3, X, tolerance=1e-3)
