"""Complex double-words, against mpmath and against NumPy's complex numbers."""

from __future__ import annotations

import pickle

import mpmath
import numpy as np
import pytest
from conftest import exact, random_numbers, unit

import floatfloat as ff


def random_complex(number, shape, seed):
    return ff.complex_array(random_numbers(number, shape, seed), random_numbers(number, shape, seed + 100))


def to_mpmath(z):
    parts = [exact(part.item()) for part in (z.real, z.imag)]
    return mpmath.mpc(*(mpmath.mpf(p.numerator) / p.denominator for p in parts))


@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "divide", "exp", "log", "sqrt", "square", "negative", "conjugate"])
def test_arithmetic(name, number):
    z, w = random_complex(number, 60, 1), random_complex(number, 60, 2)
    of_one = getattr(np, name).nin == 1
    found = getattr(np, name)(z) if of_one else getattr(np, name)(z, w)
    with mpmath.workdps(150):
        for p, q, r in zip(z, w, found):
            p, q = to_mpmath(p), to_mpmath(q)
            wanted = {
                "add": p + q, "subtract": p - q, "multiply": p * q, "divide": p / q, "exp": mpmath.exp(p), "log": mpmath.log(p),
                "sqrt": mpmath.sqrt(p), "square": p * p, "negative": -p, "conjugate": mpmath.conj(p),
            }[name]
            assert abs(to_mpmath(r) - wanted) <= (60 if number in (ff.DD, ff.FF) else 800) * float(unit(number)) * max(abs(wanted), abs(p) if name in ("add", "subtract") else 0)


def test_magnitudes_angles_and_powers():
    z = ff.complex_array([3, -3], [4, 4])
    assert np.array_equal(abs(z), ff.DD([5, 5])) and np.all(np.angle(z) == np.arctan2(z.imag, z.real))
    assert np.all(z**2 == z * z) and np.all(abs(z**-1 - 1 / z) < 1e-31) and np.all(abs(z ** ff.DD(2) - z * z) < 1e-28)
    assert abs(ff.DD(3) + 4j) == 5 and (1j * ff.DD(2)).imag == 2 and (ff.DD(1) - 1j).imag == -1 and abs(2j / ff.DD(4) - 0.5j) == 0
    assert np.sqrt(ff.complex_array(-4)).imag == 2 and np.sqrt(ff.complex_array(0)).real == 0
    large = ff.complex_array(1e200, 1e200)
    assert abs(large / large - 1) == 0 and np.exp(ff.complex_array([1.0])).imag.hi[0] == 0


def test_a_fourier_transform_of_the_user():
    def fft(x):
        n = len(x)
        if n == 1:
            return x
        even, odd = fft(x[::2]), fft(x[1::2])
        turn = np.exp(-2j * ff.pi * ff.DD(np.arange(n // 2)) / n) * odd
        return np.concatenate([even + turn, even - turn])

    x = random_complex(ff.DD, 64, 3)
    found = fft(x)
    assert np.allclose(found.to_complex128(), np.fft.fft(x.to_complex128()), atol=1e-12)
    direct = ff.complex_array(np.outer(np.arange(64), np.arange(64)) % 64)
    matrix = np.exp(direct * (-2j * ff.pi / 64))
    assert np.max(abs(found - matrix @ x)) < 1e-27


def test_arrays():
    z = random_complex(ff.DD, (2, 3), 4)
    plain = z.to_complex128()
    for call in (lambda z: z.T, lambda z: z[0], lambda z: z[:, 1:], lambda z: z.reshape(3, 2), lambda z: np.stack([z, z]), lambda z: z[::-1]):
        assert np.array_equal(call(z).to_complex128(), call(plain))
    assert np.allclose(np.sum(z, axis=0).to_complex128(), plain.sum(axis=0)) and z.sum().shape == () and len(z) == 2
    assert np.allclose((z @ z.T).to_complex128(), plain @ plain.T) and np.allclose(np.vdot(z[0], z[0]).to_complex128(), np.vdot(plain[0], plain[0]))
    assert np.all(pickle.loads(pickle.dumps(z)) == z) and np.all(np.where(True, z, 0) == z) and np.all(z != z + 1)
    z[0, 0] = 1 + 2j
    assert complex(z[0, 0]) == 1 + 2j and repr(z[0, 0]) == "ComplexArray(1.0+2.0j)" and bool(z[0, 0])
    assert str(ff.complex_array([ff.DD(1) / 3])) == f"[0.{'3' * 32}+0.0j]"
    assert isinstance(ff.FF([1.0]) * 1j, ff.ComplexArray) and (ff.FF([1.0]) * 1j).real.dtype is ff.FF
    assert np.array_equal(ff.complex_array(np.array([1 + 2j])).imag, [2.0]) and np.iscomplexobj(z) and not np.isnan(z).any()


def test_refusals():
    z = ff.complex_array([1, 2], [3, 4])
    for call in (
        lambda: np.asarray(z), lambda: np.sin(z), lambda: np.sort(z), lambda: np.add(z, 1, where=[True, False]), lambda: z < z, lambda: z + "a",
        lambda: ff.DD(1j), lambda: np.add.reduce(z), lambda: np.add(ff.DD([1]), 1j, out=ff.DD([1])),
    ):
        with pytest.raises(TypeError):
            call()
