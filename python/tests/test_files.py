"""Files of NumPy, both ways, without pickle."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import WORDS, random_numbers

import floatfloat as ff


def test_npy_both_ways(tmp_path, number):
    x = random_numbers(number, (3, 4), 1)
    for save in (np.save, ff.save):
        save(tmp_path / "x.npy", x)
        assert np.array_equal(ff.load(tmp_path / "x.npy"), x) and ff.load(tmp_path / "x.npy").dtype is number
    assert np.load(tmp_path / "x.npy", allow_pickle=False).dtype.names == {2: ("hi", "lo"), 3: ("w0", "w1", "w2"), 4: ("w0", "w1", "w2", "w3")}[WORDS[number][0]]
    np.save(tmp_path / "s.npy", number("0.1"))
    assert ff.load(tmp_path / "s.npy")[()] == number("0.1")
    assert np.array_equal(ff.load(tmp_path / "x.npy", mmap_mode="r"), x)


def test_npz_both_ways(tmp_path, number):
    x, plain = random_numbers(number, 5, 2), np.arange(3)
    for save in (np.savez, np.savez_compressed):
        save(tmp_path / "x.npz", plain, x=x)
        loaded = ff.load(tmp_path / "x.npz")
        assert np.array_equal(loaded["x"], x) and np.array_equal(loaded["arr_0"], plain)


def test_other_files(tmp_path):
    np.save(tmp_path / "plain.npy", np.arange(3.0))
    assert isinstance(ff.load(tmp_path / "plain.npy"), np.ndarray)
    np.save(tmp_path / "object.npy", np.array([object()]), allow_pickle=True)
    for name in ("object.npy",):
        with pytest.raises(ValueError):
            ff.load(tmp_path / name)
    # Parts that are not normalised are put right.
    np.save(tmp_path / "odd.npy", np.array([(1e-20, 1.0)], [("hi", "<f8"), ("lo", "<f8")]))
    assert ff.load(tmp_path / "odd.npy").hi[0] == 1.0
