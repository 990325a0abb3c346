"""Exact comparisons: the lower words decide where the first words are equal."""

from __future__ import annotations

from typing import Callable

import numpy as np

from . import _core
from ._kinds import Parts, together


def _by_words(of_two: Callable, name: str) -> Callable[[Parts, Parts], np.ndarray]:
    """A comparison: ``of_two`` for numbers of two words, a compiled function for more words.

    Equal numbers of more than two words may have different words, so that their difference decides.
    """

    def compare(x: Parts, y: Parts) -> np.ndarray:
        return of_two(x, y) if len(x) == 2 else _core.compare(name, *together(x, y))

    return compare


#: x < y
less = _by_words(lambda x, y: (x[0] < y[0]) | ((x[0] == y[0]) & (x[1] < y[1])), "lt")
#: x <= y
less_equal = _by_words(lambda x, y: (x[0] < y[0]) | ((x[0] == y[0]) & (x[1] <= y[1])), "le")
#: x == y
equal = _by_words(lambda x, y: (x[0] == y[0]) & (x[1] == y[1]), "eq")


def is_negative(x: Parts) -> np.ndarray:
    """Whether the sign bit is set."""
    return np.signbit(x[0])
