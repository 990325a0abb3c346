"""The Python of the book: it runs, and prints what the book shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import floatfloat as ff

#: Beside the package in the repository, and beside the tests where they are copied elsewhere.
BOOK = next((book for parent in Path(__file__).parents[1:3] if (book := parent / "book").is_dir()), None)


def blocks(page):
    """Language and text of each block of code."""
    return re.findall(r"^```(\w+)\n(.*?)^```", (BOOK / page).read_text(encoding="utf-8"), re.M | re.S)


def words(text):
    """A text without its numbers, their units, and the width of its blanks: times differ from machine to machine."""
    return re.sub(r"\d[\d.e+-]*( (s|ms|µs))?", "#", text).split()


@pytest.mark.skipif(BOOK is None, reason="the book is not beside the tests")
@pytest.mark.parametrize("page", ["advise.md", "dask.md", "errors.md", "shaders.md"])
def test_the_code_of_a_page(page, tmp_path, monkeypatch, capsys):
    if page == "dask.md":
        pytest.importorskip("distributed")
    if not hasattr(ff._core, "OpenDevice") and page in ("errors.md", "shaders.md"):
        pytest.skip("this build has no devices")
    monkeypatch.chdir(tmp_path)
    names, printed = {"__name__": "__main__"}, None
    for number, (language, text) in enumerate(blocks(page), 1):
        if language == "python":
            exec(compile(text, f"{page}, block {number}", "exec"), names)
            printed = capsys.readouterr().out
        elif language == "text":
            assert words(printed) == words(text)
    assert printed is not None
