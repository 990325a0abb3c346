"""Where in the user's program a call of this package comes from."""

from __future__ import annotations

import sys

#: Packages whose code is not the user's.
LIBRARIES = {__package__, "numpy", "scipy"}


def user_place() -> tuple[str, int, int]:
    """The file and the line of the innermost code outside of libraries, and its level for ``warnings.warn``.

    The level is that of a call of ``warnings.warn`` in the function that asks. If all code belongs to libraries, the
    place is the one that asked.
    """
    start = sys._getframe(1)
    frame, level = start, 1
    while str(frame.f_globals.get("__name__")).partition(".")[0] in LIBRARIES:
        if frame.f_back is None:
            return start.f_code.co_filename, start.f_lineno, 1
        frame, level = frame.f_back, level + 1
    return frame.f_code.co_filename, frame.f_lineno, level
