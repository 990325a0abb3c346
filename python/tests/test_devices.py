"""Devices: the processor as one, and whatever else this machine has."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from conftest import random_numbers

import floatfloat as ff

pytestmark = pytest.mark.skipif(
    not hasattr(ff._core, "OpenDevice"), reason="built without devices (--no-default-features)"
)


@pytest.fixture(scope="module", params=["cpu", "wgpu:0", "cuda:0"])
def device(request, tmp_path_factory):
    try:
        return ff.Device(request.param)
    except ff.DeviceError as error:
        pytest.skip(str(error).splitlines()[0])


def test_what_there_is():
    found = ff.devices()
    assert found[0].id == "cpu" and "cpu" in repr(found[0]) and {d.id for d in found} >= {"cpu"}
    with pytest.raises(AttributeError):
        found[0].colour
    with pytest.raises(ValueError, match="is not the name of a device"):
        ff.Device("toaster")
    with pytest.raises(ff.DeviceError, match="no device"):
        ff.Device("wgpu:99")


@pytest.mark.parametrize("number", [ff.FF, ff.TF, ff.QF, ff.DD, ff.TD])
def test_accurate_products_have_the_bits_of_the_processor(device, number):
    a, b = random_numbers(number, (2, 40, 30)), random_numbers(number, (30, 20))
    assert np.array_equal(device.matmul_accurate(a, b), ff.linalg.matmul_accurate(a, b))
    assert device.matmul_accurate([1.0, 2.0], [3.0, 4.0]) == ff.DD(11)


def test_accurate_products_that_a_device_refuses(device):
    with pytest.raises(ff.DeviceError, match="too precise"):
        device.matmul_accurate(ff.QD([[1]]), ff.QD([[1]]))
    with pytest.raises(ValueError, match="matmul_accurate: shapes"):
        device.matmul_accurate(ff.DD([[1]]), ff.DD([[1], [2]]))


def of_process(script, **variables):
    environment = {**os.environ, **variables}
    return subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True).stdout


def test_drivers_are_looked_for_in_other_processes():
    ids = "import floatfloat as ff; print([d.id for d in ff.devices()])"
    assert of_process(ids, FLOATFLOAT_STAND_IN="chatter") == "['cpu', 'wgpu:0']\n"
    if sys.platform == "linux":
        loaded = "; print(any(word in open('/proc/self/maps').read() for word in ('libvulkan', 'libEGL', 'libcuda', 'libLLVM')))"
        assert of_process(ids + loaded).endswith("False\n")


def test_an_embedded_interpreter_is_told():
    script = """import sys, warnings; import floatfloat as ff; sys.executable = ""
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    print([d.id for d in ff.devices()], any("no command is known" in str(s.message) for s in said))
try:
    ff.paranoia("cpu")
except RuntimeError as error:
    print(error)"""
    found, paranoia = of_process(script).splitlines()
    assert found == "['cpu'] True" and "embedded interpreter" in paranoia


def test_drivers_print_nothing():
    script = "import os, floatfloat as ff; ff.devices(); ff.Device('best'); print('XDG_RUNTIME_DIR' in os.environ)"
    environment = {name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_more_words_stay_with_the_processor(device):
    with pytest.raises(TypeError, match="DD and FF, not QD: give dtype"):
        device.array(ff.QD([1.0]))
    with pytest.raises(TypeError, match="DD and FF, not with TF"):
        device.map(lambda x: x + ff.TF(1), numbers(device, 3, 1))


def test_certificates(device):
    certificate = device.certificate
    assert certificate.content["words"] and device.description.name in repr(certificate)
    assert "<table>" in certificate._repr_html_() and "results compared" in certificate._repr_html_()


def numbers(device, shape, seed):
    return random_numbers(ff.FF, shape, seed)


def test_arrays_travel(device):
    x = numbers(device, (3, 5), 1)
    there = device.array(x)
    assert there.shape == (3, 5) and there.dtype is ff.FF and there.size == 15 and len(there) == 3 and device.id in repr(there)
    assert np.array_equal(there.to_host(), x)
    with pytest.raises(TypeError, match="to_host"):
        np.asarray(there)


def alike(device, found, wanted):
    """The same bits on the processor, and on devices with a fused multiply-add; else the same to rounding."""
    if device.id == "cpu":
        assert np.array_equal(found, wanted, equal_nan=True)
    ff.testing.assert_allclose(found, wanted, rtol=1e-12)


def test_recorded_functions_have_the_bits_of_the_processor(device):
    x, y = np.abs(numbers(device, 2000, 2)), np.abs(numbers(device, 2000, 3))
    found = device.map(lambda a, b: (a * b + a / b).sqrt(), x, y, check=2000).to_host()
    alike(device, found, np.sqrt(x * y + x / y))
    found = device.map(lambda a: np.where(a > 1, a, 1 / a) + 0.5, x, check=2000).to_host()
    alike(device, found, np.where(x > 1, x, 1 / x) + 0.5)
    alike(device, device.map(lambda a: a**3 + 0.5, x).to_host(), x * x * x + 0.5)
    assert np.isnan(device.map(lambda a: (-a).sqrt(), x).to_host()).all()
    assert np.array_equal(device.map(lambda a: a, x).to_host(), x)
    assert np.all(device.map(lambda a: 3, x).to_host() == 3)


def test_functions_on_a_device(device):
    x = np.abs(numbers(device, 200, 4))
    for function in (np.exp, np.log, np.sin):
        found = device.map(lambda a: function(a), x, check=20).to_host()
        alike(device, found, function(x))


def test_operators_and_sums(device):
    x, y = numbers(device, 1000, 5), numbers(device, 1000, 6)
    a, b = device.array(x), device.array(y)
    for found, wanted in [(a + b, x + y), (a - 1, x - 1), (2 * a, 2 * x), (1 / b, 1 / y), (-a, -x), (a / b, x / y), (1 - a, 1 - x)]:
        alike(device, found.to_host(), wanted)
    size = float(np.sum(np.abs(x)))
    assert abs(a.sum() - x.sum()) <= 1e-12 * size and abs(device.dot(a, b) - x.dot(y)) <= 1e-12 * size * 10


def test_double_doubles_where_there_are():
    device = ff.Device("cpu")
    x = random_numbers(ff.DD, 100, 7)
    assert np.array_equal(device.map(lambda v: v * v + ff.DD("0.1"), x, check=10).to_host(), x * x + ff.DD("0.1"))
    with pytest.raises(TypeError, match="different types"):
        device.map(lambda p, q: p + q, x, ff.FF(np.zeros(100)))


def test_what_cannot_be_recorded():
    device = ff.Device("cpu")
    x = ff.FF([1.0, 2.0])
    import math

    for function in (
        lambda v: v if v > 1 else -v, lambda v: math.sin(v), lambda v: np.fft.fft(v), lambda v: v + "a", lambda v: v + np.ones(2),
        lambda v: np.sum(v), lambda v: np.floor_divide(v, 2), lambda v: [v],
    ):
        with pytest.raises(TypeError):
            device.map(function, x)
    with pytest.raises(AttributeError, match="there are"):
        device.map(lambda v: v.frobnicate(), x)
    with pytest.raises(ValueError, match="one shape"):
        device.map(lambda p, q: p + q, x, ff.FF([1.0]))
    with pytest.raises(TypeError):
        device.map(lambda: 1)


def test_advice_with_a_device():
    advice = ff.advise(lambda x: x * x + 1, np.arange(1, 100.0), tolerance=1e-12, devices=["cpu"])
    on = {c.name: c for c in advice.candidates}
    assert on["FF on device cpu"].error == on["FF"].error < 1e-13


@pytest.mark.skipif(not hasattr(ff._core, "run_command"), reason="built without the command")
def test_paranoia():
    found = ff.paranoia("cpu")
    assert found.good and found.tables and "rows" in repr(found) and "<table>" in found._repr_html_()
    with pytest.raises(ff.DeviceError):
        ff.paranoia("toaster")
