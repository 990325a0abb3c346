"""The command in the package is the program."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import floatfloat as ff

pytestmark = pytest.mark.skipif(
    not hasattr(ff._core, "run_command"), reason="built without the command (--no-default-features)"
)


def run(*arguments):
    call = [sys.executable, "-c", "import sys; from floatfloat.command import main; sys.exit(main())", *arguments]
    return subprocess.run(call, capture_output=True, text=True, timeout=120, check=False)


def test_version_and_help():
    version = run("--version")
    assert version.returncode == 0 and version.stdout.strip() == f"floatfloat {ff.__version__}"
    assert "report" in run("--help").stdout


def test_errors_have_their_status():
    assert run("no-such-command").returncode == 2 and run("sum", "no such file").returncode == 2


def test_files_of_numpy_are_summed(tmp_path):
    x = np.random.default_rng(1).standard_normal(1000)
    np.save(tmp_path / "x.npy", x)
    found = run("sum", str(tmp_path / "x.npy"))
    assert found.returncode == 0 and repr(float(ff.sum(x))) in found.stdout
