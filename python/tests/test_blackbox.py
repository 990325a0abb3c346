"""The paranoia of functions: sums, products of matrices and functions of numbers from outside."""

import math

import numpy as np
import pytest

import floatfloat as ff


def properties(findings):
    return {row[1]: row[2] for row in findings.tables["black-box"]["rows"]}


def faults(findings):
    return [row[1] for row in findings.tables["black-box-findings"]["rows"]]


def loop(x):
    total = np.float32(0)
    for term in x:
        total += term
    return total


def test_a_loop():
    findings = ff.paranoia(loop)
    found = properties(findings)
    assert findings.good
    assert found["order"] == "one after the other" and found["accumulator"] == "24 bits"
    assert found["order of 100 terms"] == "one after the other"
    assert found["explained"].startswith("the machine found gives the bits of all")
    assert "loop: sum of f32" in repr(findings) and "one after the other" in findings._repr_html_()


def test_exact_sums():
    found = properties(ff.paranoia(math.fsum))
    assert found["order"] == "all 32 terms in one step" and found["accumulator"] == "53 bits"


def test_numpy_is_explained():
    for function, kind in [(np.sum, "sum"), (np.dot, "dot"), (np.matmul, None)]:
        for dtype in (np.float32, np.float64):
            found = properties(ff.paranoia(function, kind=kind, dtype=dtype))
            assert found["explained"].startswith("the machine found"), (function, dtype, found)


def test_narrow_operands_are_a_finding():
    def tf32(a, b):
        cut = lambda x: (x.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)  # noqa: E731
        products = cut(a)[:, :, None] * cut(b)[None, :, :]
        return np.add.accumulate(products, axis=1)[:, -1, :]

    findings = ff.paranoia(tf32)
    assert not findings.good
    assert properties(findings)["operands"] == "11 of 24 bits (as TF32 or f16), the others dropped: chopped"
    assert faults(findings)[0] == "Only 11 of the 24 bits of an operand matter (as TF32 or f16)."


def test_functions_of_numbers():
    findings = ff.paranoia(np.exp)
    assert findings.good and "exp of f32" in repr(findings)
    classes = [row[1] for row in findings.tables["black-box-functions"]["rows"]]
    assert "HardToRound" in classes
    # Python's functions raise where results are infinite.
    assert "math.exp: exp of f64" in repr(ff.paranoia(math.exp))
    rough = ff.paranoia(lambda x: np.float32(1) + x, reference="exp")
    assert not rough.good and "An error is" in repr(rough)
    assert "powf of f32" in repr(ff.paranoia(np.power))


def test_a_function_that_changes_its_operands():
    def scribbling(x):
        total = x.sum()
        x[0] = 0
        return total

    findings = ff.paranoia(scribbling, kind="sum")
    assert "It changes the arrays that it is given." in faults(findings)


def test_results_of_other_libraries():
    class Tensor:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **kwargs):
            return self.array.__dlpack__(**kwargs)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    assert ff.paranoia(lambda a, b: Tensor(a @ b), kind="matmul").good


def test_sizes_that_a_function_does_not_take():
    def fixed(a, b):
        if a.shape != (4, 8):
            raise ValueError("4 × 8 only")
        return a @ b

    found = properties(ff.paranoia(fixed, sizes=(4, 8, 4)))
    assert found["explained"].startswith("the machine found") and "4 × 8 only" in found["order of 7 terms"]


def test_refusals():
    with pytest.raises(TypeError, match="computes none of these"):
        ff.paranoia(lambda x: "text")
    with pytest.raises(ValueError, match="is no kind"):
        ff.paranoia(np.sum, kind="product")
    with pytest.raises(TypeError, match="int64 cannot be examined"):
        ff.paranoia(np.sum, dtype=np.int64)
    with pytest.raises(ValueError, match="sizes are three integers"):
        ff.paranoia(np.matmul, sizes=(0, 1, 1))
    with pytest.raises(ValueError, match="give reference="):
        ff.paranoia(np.sinc)
    with pytest.raises(TypeError, match="reference is for functions of numbers"):
        ff.paranoia(np.sum, kind="sum", reference="exp")
    with pytest.raises(TypeError, match="is for functions"):
        ff.paranoia("cpu", kind="sum")
    with pytest.raises(ZeroDivisionError):
        ff.paranoia(lambda x: x.sum() / 1 if len(x) < 0 else 1 // 0, kind="sum")


def test_parsers_and_printers():
    assert ff.paranoia(float, kind="parser").good
    assert ff.paranoia(repr, kind="printer").good
    findings = ff.paranoia(lambda text: np.float32(float(text)), kind="parser", dtype=np.float32)
    assert not findings.good and "not correctly rounded" in repr(findings)
    longer = ff.paranoia("{:.17g}".format, kind="printer")
    rows = {row[1]: row for row in longer.tables["black-box-texts"]["rows"]}
    assert longer.good and rows["numbers"][4] > 50
    assert not ff.paranoia("{:.15g}".format, kind="printer").good
    with pytest.raises(TypeError, match="not float16"):
        ff.paranoia(float, kind="parser", dtype=np.float16)


def test_addresses_and_threads():
    def from_aligned(x):
        head = -x.ctypes.data % 32 // 4
        return loop(x[:head]) + loop(x[head:])

    assert properties(ff.paranoia(from_aligned, kind="sum"))["same bits at other addresses"].startswith("no: ")
    found = properties(ff.paranoia(np.dot, kind="dot"))
    assert found["same bits at other addresses"] == found["same bits again, 100000 terms"] == "yes"
    pytest.importorskip("threadpoolctl")
    assert found["same bits with one thread"][:3] in ("yes", "no:")


def test_a_row_alone():
    def product(a, b):
        return np.einsum("ij,jk->ik", a, b) if len(a) > 1 else (a[:, ::-1] @ b[::-1])

    found = properties(ff.paranoia(product, kind="matmul", sizes=(4, 32, 4)))
    assert found["same bits of a row alone"].startswith("no: ")


def test_every_number():
    def exp(x):
        return np.where(x == np.float16(1.5), np.float16(7), np.exp(x))

    findings = ff.paranoia(exp, kind="function", reference="exp", dtype=np.float16, exhaustive=True)
    rows = {row[1]: row for row in findings.tables["black-box-functions"]["rows"]}
    assert rows["every number"][2] == 63488 and "1.5 gives 7.0" in rows["every number"][5]
    with pytest.raises(TypeError, match="at most 32 bits"):
        ff.paranoia(np.exp, dtype=np.float64, exhaustive=True)
    with pytest.raises(TypeError, match="examined as a sum"):
        ff.paranoia(np.sum, exhaustive=True)


def test_a_drawing():
    lines = ff.paranoia(loop, sizes=(1, 3, 1)).drawing.splitlines()
    assert lines == ["0 ─┬─┬─", "1 ─╯ │", "2 ───╯"]
