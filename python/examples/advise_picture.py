"""The picture of README.md: what a notebook shows of ``floatfloat.advise``, drawn by a headless Chromium.

    python examples/advise_picture.py advise.png [chromium]
"""

from __future__ import annotations

import html
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import floatfloat as ff

CODE = '''\
def variance(x):
    return np.mean(x * x) - np.mean(x) ** 2

x = 1e6 + np.arange(1000) / 1000
ff.advise(variance, x, tolerance=1e-10)'''

PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; padding: 14px 18px; width: 724px; background: #fff; color: #111; font: 14px/1.4 sans-serif }}
.cell {{ display: flex; gap: 10px }}
.prompt {{ color: #777; font: 12px/1.6 monospace; width: 28px; text-align: right }}
pre {{ flex: 1; margin: 0 0 8px; padding: 6px 10px; background: #f6f6f6; border: 1px solid #ddd; font: 13px/1.45 monospace }}
table {{ border-collapse: collapse; font-size: 12px; margin-bottom: 8px }}
th, td {{ text-align: right; padding: 3px 10px }}
tr:nth-child(odd) td {{ background: #f6f6f6 }}
p {{ margin: 4px 0 8px }}
svg {{ max-width: 100%; height: auto }}
</style>
<div class="cell"><div class="prompt">[1]</div><pre>{code}</pre></div>
<div class="cell"><div class="prompt"></div><div>{output}</div></div>
"""


def page() -> str:
    """The cell with its output, as a notebook has it."""
    scope: dict = {"np": np, "ff": ff}
    *before, call = CODE.splitlines()
    exec("\n".join(before), scope)  # noqa: S102: the code is above
    return PAGE.format(code=html.escape(CODE), output=eval(call, scope)._repr_html_())  # noqa: S307


def main(path: str, browser: str = "chromium") -> None:
    """Writes the picture."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "page.html"
        source.write_text(page(), encoding="utf-8")
        subprocess.run(
            [
                browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=760,790",
                f"--user-data-dir={folder}/profile", f"--screenshot={Path(path).resolve()}", source.as_uri(),
            ],
            check=True,
            stderr=subprocess.DEVNULL,
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
