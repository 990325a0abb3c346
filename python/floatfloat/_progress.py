"""Progress of long calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from . import _core


@contextmanager
def progress(callback: Callable[[int, int], object] | None = None) -> Iterator[None]:
    """Within the block, long calls of this thread report their progress, ten times a second.

    These are products, factorisations and solutions of large matrices, and work of devices.

    Parameters
    ----------
    callback : callable, optional
        Called with the steps that are done and how many there are. What it raises ends the call, and is raised by it.
        Without one a bar of tqdm is shown.

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
            raise ImportError("progress() shows a bar of tqdm: pip install tqdm, or give a callback") from missing

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
