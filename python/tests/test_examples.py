"""The examples do what they say."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.skipif(not EXAMPLES.exists(), reason="the examples are not beside the tests")
def test_pulsar_phase_to_a_nanosecond():
    wide, narrow = runpy.run_path(str(EXAMPLES / "pulsar_phase.py"))["errors"]()
    assert wide < 1e-6 and narrow > 100


@pytest.mark.skipif(not EXAMPLES.exists(), reason="the examples are not beside the tests")
def test_the_notebook_runs(tmp_path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(EXAMPLES / "tour.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [o for cell in notebook.cells if cell.cell_type == "code" for o in cell.outputs]
    pages = [o.data["text/html"] for o in outputs if o.output_type == "execute_result" and "text/html" in o.data]
    assert any("<svg" in page for page in pages) and not any(o.output_type == "error" for o in outputs)


@pytest.mark.skipif(not EXAMPLES.exists(), reason="the examples are not beside the tests")
def test_the_picture_of_the_readme_shows_what_a_notebook_does():
    page = runpy.run_path(str(EXAMPLES / "advise_picture.py"))["page"]()
    assert "<svg" in page and "recommended" in page and "ff.advise(variance, x, tolerance=1e-10)" in page
