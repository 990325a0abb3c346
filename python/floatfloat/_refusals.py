"""Errors for what is not available. Nothing falls back to float64."""

from __future__ import annotations


def not_ordinary(name: str) -> TypeError:
    """The error of a conversion of an array of ours, whose class has this name, to an ordinary NumPy array."""
    return TypeError(
        f"{name} is not converted to an ordinary NumPy array, because all words but the first would be lost. Use "
        "x.to_float64() to round to float64, x.to_structured() to get all words in one structured array, or a function "
        "of floatfloat"
    )


def indexed_by_arrays() -> TypeError:
    """The error of ``np.r_`` and ``np.c_``, which cannot ask arrays of ours."""
    return TypeError(
        "np.r_ and np.c_ are not available for arrays of floatfloat: use np.concatenate, np.column_stack and "
        "floatfloat.arange"
    )


def unavailable(name: str, advice: str | None = None) -> TypeError:
    """The error of a function that is not available."""
    advice = advice or (
        "use x.to_float64() if float64 is precise enough, or write the function with operations that are available"
    )
    return TypeError(f"{name} is not available for arrays of floatfloat: {advice}")
