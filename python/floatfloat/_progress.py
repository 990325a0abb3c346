"""Progress of long calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from . import _core


@contextmanager
def progress(callback: Callable[[int, int], object] | None = None) -> Iterator[None]:
    """Reports the progress of long calls of this thread within the block, ten times a second.

    Long calls are products, factorisations and solutions of large matrices, and work on devices.

    Parameters
    ----------
    callback : callable, optional
        Called with the number of steps that are done, and the number of all steps. If it raises an exception, the long
        call ends and raises this exception. By default a bar of tqdm is shown.

    Raises
    ------
    ImportError
        If there is no callback, and tqdm is not installed.

    Examples
    --------
    >>> import floatfloat as ff
    >>> with ff.progress(lambda done, total: print(f"{done / total:.0%}")):
    ...     x = ff.DD([[2, 0], [0, 2]]) @ ff.DD([[1, 2], [3, 4]])  # too short to tell
    """
    bar = None
    if callback is None:
        try:
            from tqdm.auto import tqdm
        except ImportError as missing:
            raise ImportError("progress() needs tqdm, or a callback: pip install tqdm") from missing

        bar = tqdm(unit="step", unit_scale=True)

        def callback(done: int, total: int) -> None:
            if total != bar.total:
                bar.reset(total)
            bar.update(done - bar.n)

    before = _core.set_listener(callback)
    try:
        yield
    finally:
        _core.set_listener(before)
        if bar is not None:
            bar.close()
