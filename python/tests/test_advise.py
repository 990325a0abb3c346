"""Advice on the user's own function."""

from __future__ import annotations

import math
import warnings

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
    assert advice.best is None and "words were lost" in by(advice)["DD"].failure and "turns numbers into floats" in repr(advice)

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


def leak(x):
    s = np.zeros(2)
    s[0] = np.sum(x * x) / len(x)
    s[1] = np.mean(x)
    return (s[0] - s[1] ** 2) * (x / x)


def line_of(text):
    lines = open(__file__, encoding="utf-8").read().splitlines()
    return 1 + next(k for k, line in enumerate(lines) if text in line)


def test_digits_that_are_lost_in_all_types_are_no_errors_of_zero():
    data = 1e8 + np.arange(1000) / 1000
    advice = ff.advise(leak, data, tolerance=1e-10)
    assert advice.best is None and all(c.error is None for c in advice.candidates)
    places = by(advice)["DD"].floats
    lines = [line_of("s[0] = np.sum(x * x)"), line_of("s[1] = np.mean(x)")]
    assert places == {(__file__, line): 1 for line in lines} and not by(advice)["float64"].floats
    assert f"{__file__}, line {lines[0]}" in advice.recommendation and f"{__file__}, line {lines[1]} (1 time" in repr(advice)
    exact = ff.QD(np.ones(1000)) * np.var(ff.QD(data))
    advice = ff.advise(leak, data, tolerance=1e-10, reference=exact)
    assert advice.best is None and 20 < by(advice)["DD"].error < 30 and "numbers become floats" in repr(advice)


@pytest.mark.parametrize("function", [
    lambda x: math.sqrt(x[0]) * x, lambda x: x * float(x[1]), lambda x: x.to_float64()[0] * x if hasattr(x, "hi") else x[0] * x,
    lambda x: x * np.array([float(v) for v in x]), lambda x: x + complex(x[0]).real, lambda x: x * x.astype(np.float32),
])
def test_every_conversion_to_a_float_counts(function):
    advice = ff.advise(function, X[:5], tolerance=1e-10)
    assert advice.best is None and sum(by(advice)["QD"].floats.values()) >= 1
    assert {file for file, _ in by(advice)["QD"].floats} == {__file__}
    assert not by(ff.advise(lambda x: np.sqrt(x[0]) * x / len(x), X[:5], tolerance=1e-10))["QD"].floats


def test_conversions_in_scipy_are_found_and_warned_of():
    optimize = pytest.importorskip("scipy.optimize")

    def root(x):
        return optimize.brentq(lambda t: t * t * x[0] - 2, 0, 2) * x

    places = by(ff.advise(root, np.array([1.0, 2.0]), tolerance=1e-10))["DD"].floats
    assert {file for file, _ in places} == {__file__}
    with pytest.warns(ff.LostDigitsWarning, match="DD") as caught:
        assert type(optimize.brentq(lambda t: ff.DD(t) ** 2 - 2, 0, 2)) is float
    ours = [warning for warning in caught if warning.category is ff.LostDigitsWarning]
    assert ours and {warning.filename for warning in ours} == {__file__}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert float(ff.DD("0.1")) == 0.1 and math.sqrt(ff.DD(4)) == 2
        warnings.simplefilter("ignore", ff.LostDigitsWarning)
        optimize.brentq(lambda t: ff.DD(t) ** 2 - 2, 0, 2)
    assert ff.LostDigitsWarning not in {warning.category for warning in caught}


def test_what_fails_everywhere_is_answered():
    def failing(x):
        raise ValueError("no way")

    assert "the function failed, because ValueError: no way" in ff.advise(failing, X, tolerance=1e-3).recommendation
    assert "it returns None" in ff.advise(lambda x: print(end=""), X, tolerance=1e-3).recommendation
    assert "the result has no element" in ff.advise(lambda x: x[:0], X, tolerance=1e-3).recommendation
    advice = ff.advise(lambda x: np.fft.fft(x).real, X, tolerance=1e-3)
    assert "failed in QD, TD and DD, because TypeError: np.fft.fft is not available" in advice.recommendation


def test_nan_is_said():
    advice = ff.advise(lambda x: x * 3, np.array([np.nan, 1.0]), tolerance=1e-3)
    assert "Argument 1 contains 1 NaN." in advice.notes and any("has 1 NaN" in note for note in advice.notes)
    assert advice.best is not None and not ff.advise(lambda x: x * 3, X, tolerance=1e-3).notes[:-1]
    for data in ([np.nan], [np.nan, -1.0]):
        advice = ff.advise(lambda x: np.sqrt(x), np.array(data), tolerance=1e-3)
        assert advice.best is None and "only NaN" in advice.recommendation


def test_integers_are_results():
    assert by(ff.advise(lambda x: np.argmax(x), X, tolerance=1e-3))["DD"].error == 0
