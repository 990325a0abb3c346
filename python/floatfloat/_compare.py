"""Comparisons of pairs: exact, because the low parts decide where the high parts are equal."""

from __future__ import annotations

import numpy as np

Parts = tuple[np.ndarray, np.ndarray]


def less(x: Parts, y: Parts) -> np.ndarray:
    """x < y"""
    return (x[0] < y[0]) | ((x[0] == y[0]) & (x[1] < y[1]))


def less_equal(x: Parts, y: Parts) -> np.ndarray:
    """x <= y"""
    return (x[0] < y[0]) | ((x[0] == y[0]) & (x[1] <= y[1]))


def equal(x: Parts, y: Parts) -> np.ndarray:
    """x == y"""
    return (x[0] == y[0]) & (x[1] == y[1])


def is_negative(x: Parts) -> np.ndarray:
    """The sign bit."""
    return np.signbit(x[0])
