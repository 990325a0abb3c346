"""The same bits for any chunks and any number of workers."""

from __future__ import annotations

import math

import numpy as np
import pytest

import floatfloat as ff

da = pytest.importorskip("dask.array")
pytest.importorskip("distributed")
import floatfloat.dask as ffd  # noqa: E402


@pytest.fixture(scope="module")
def data():
    random = np.random.default_rng(1)
    x = random.standard_normal((400, 5)) * 10.0 ** random.integers(-12, 12, (400, 5))
    return x, random.permutation(x)


CHUNKS = [(400, 5), (100, 2), (7, 5), (33, 1)]


def results(x, y):
    return (
        ffd.sum(x), ffd.dot(x, y), ffd.norm(x), ffd.sum(x, dtype=ff.DD), ffd.qr_r(x[:, :3], tolerance=1e30).tolist(),
    )


def test_any_chunks(data):
    x, y = data
    found = [results(da.from_array(x, chunks=c), da.from_array(y, chunks=c)) for c in CHUNKS]
    assert all(r == found[0] for r in found)
    assert found[0][0] == math.fsum(x.ravel()) == ff.sum(x) and found[0][1] == ff.dot(x, y) and found[0][2] == ff.norm(x)


@pytest.mark.parametrize("workers", [1, 3])
def test_any_number_of_workers(data, workers, tmp_path):
    from distributed import Client, LocalCluster

    x, y = data
    local = results(da.from_array(x, chunks=(60, 2)), da.from_array(y, chunks=(60, 2)))
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, local_directory=str(tmp_path)
    ) as cluster, Client(cluster):
        assert results(da.from_array(x, chunks=(50, 3)), da.from_array(y, chunks=(50, 3))) == local


def test_r_of_a_tall_matrix():
    a = np.random.default_rng(2).standard_normal((300, 4))
    r = ffd.qr_r(da.from_array(a, chunks=(70, 2)))
    wanted = ff.linalg.qr(ff.DD(a), mode="r")
    wanted = wanted * np.sign(np.diagonal(wanted))[:, None]
    assert np.max(np.abs(r - wanted)) <= 1e-28 * np.max(np.abs(wanted)) and np.array_equal(np.tril(r, -1), np.zeros((4, 4)))
    a[:, 3] = a[:, 0] + 1e-14 * a[:, 3]
    with pytest.raises(ff.LinAlgError, match="square of the condition"):
        ffd.qr_r(da.from_array(a, chunks=(70, 4)))
    a[:, 3] = a[:, 0]
    with pytest.raises(ff.LinAlgError):
        ffd.qr_r(da.from_array(a, chunks=(70, 4)))
    with pytest.raises(ff.LinAlgError, match="at least as many rows"):
        ffd.qr_r(da.from_array(a.T, chunks=4))


def test_extremes_and_junk():
    for values in ([1e300, 1e300], [3e-200, 4e-200], [], [np.inf, 1.0]):
        x = np.array(values)
        assert ffd.norm(da.from_array(x, chunks=1)) == ff.norm(x)
    single = np.arange(10, dtype=np.float32)
    assert ffd.sum(da.from_array(single, chunks=3)) == 45 and type(ffd.sum(da.from_array(single, chunks=3))) is np.float32
    with pytest.raises(TypeError, match="Dask array"):
        ffd.sum(single)
    with pytest.raises(TypeError, match="float32 or float64"):
        ffd.sum(da.arange(3))
    with pytest.raises(ValueError):
        ffd.dot(da.ones(3), da.ones(4))
