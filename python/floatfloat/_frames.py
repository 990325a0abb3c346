"""Where in the user's program a call of this package comes from."""

from __future__ import annotations

import sys
from types import FrameType

#: Packages whose code is not the user's.
_LIBRARIES = {__package__, "numpy", "scipy"}


def user_frame(start: FrameType) -> tuple[FrameType, int]:
    """The innermost frame of code outside of libraries, and its level for ``warnings.warn``.

    The level is that of a call of ``warnings.warn`` in the frame ``start``. If all code belongs to libraries, the frame is
    ``start``.
    """
    frame, level = start, 1
    while str(frame.f_globals.get("__name__")).partition(".")[0] in _LIBRARIES:
        if frame.f_back is None:
            return start, 1
        frame, level = frame.f_back, level + 1
    return frame, level


def user_place() -> tuple[str, int, int]:
    """The file and the line of the user's code, and its level for ``warnings.warn``, as seen by the function that asks."""
    frame, level = user_frame(sys._getframe(1))
    return frame.f_code.co_filename, frame.f_lineno, level
