"""Explanations: the lines of functions of NumPy that lose digits."""

import inspect
import json

import numpy as np
import pytest

import floatfloat as ff


def line_of(function, text):
    """The number of the line of a function that has this text."""
    lines, first = inspect.getsourcelines(function)
    return first + next(k for k, line in enumerate(lines) if text in line)


def curvature(x):
    cosine = np.cos(x)
    less = 1 - cosine
    return less / (x * x)


def test_a_cancellation():
    explanation = ff.explain(curvature, np.linspace(1e-6, 1e-3, 200))
    assert explanation.verdict == "loses-digits"
    ((file, line, share),) = explanation.lines
    assert (file, line) == (__file__, line_of(curvature, "np.cos")) and share > 0.99
    loss = explanation.data["losses"][0]
    assert loss["line"] == line_of(curvature, "1 - cosine") and loss["operation"] == "-" and loss["bits"] > 30
    assert explanation.data["rewrites"][0]["form"] == "1 − cos(x)"
    assert "cosine = np.cos(x)" in repr(explanation) and "less = 1 - cosine" in repr(explanation)
    html = explanation._repr_html_()
    assert "100% of the error" in html and "loses up to" in html and "cosine = np.cos(x)" in html
    json.dumps(explanation.data)


def test_an_accurate_function_is_not_blamed():
    explanation = ff.explain(lambda x, y: np.sqrt(x * x + y * y), np.linspace(1, 2, 50), np.linspace(3, 5, 50))
    assert explanation.verdict == "accurate" and explanation.lines == [] and explanation.error < 1e-15


def test_values_are_those_of_the_function():
    seen = []

    def function(x):
        y = np.exp(x) * x - x.sum() / len(x)
        y[0] = x[1]
        y += 1.5
        seen.append(y)
        return np.concatenate([y, x[::2]]), {"mean": x.mean()}["mean"], float("2.5")

    x = np.linspace(-1, 3, 7, dtype=np.float32)
    for dtype in (np.float32, np.float64):
        seen.clear()
        explanation = ff.explain(function, x.astype(dtype))
        plain = np.exp(x.astype(dtype)) * x.astype(dtype) - x.astype(dtype).sum() / 7
        plain[0] = x[1]
        assert np.array_equal(seen[0].value, plain + dtype(1.5)) and seen[0].dtype == dtype
        assert explanation.data["format"] == np.dtype(dtype).name


def variance(x):
    mean = np.mean(x)
    squares = np.mean(x * x)
    return squares - mean * mean


def test_a_naive_variance():
    explanation = ff.explain(variance, 1e6 + np.arange(1000) / 1000)
    lines = {line for _, line, share in explanation.lines if share > 0.01}
    assert explanation.verdict == "loses-digits"
    assert line_of(variance, "squares = ") in lines and lines <= {line_of(variance, t) for t in ("mean = ", "squares = ", "return")}


def recurrence(before, x):
    for _ in range(100):
        before, x = x, 108 - (815 - 1500 / before) / x
    return x


def test_chaos_is_not_determined():
    explanation = ff.explain(recurrence, 4.0, 4.25)
    assert explanation.verdict == "not-determined"
    assert "No format is enough" in repr(explanation)


def test_an_ill_conditioned_function():
    explanation = ff.explain(lambda x: np.log(np.sqrt(x) * np.sqrt(x)), 1 + 1e-6 * np.linspace(0.1, 1, 50))
    assert explanation.verdict == "ill-conditioned"


def test_linear_algebra_and_matrices():
    a = 1.0 / (np.arange(1, 7)[:, None] + np.arange(6)[None, :])

    def residual(a, b):
        x = np.linalg.solve(a, b)
        return b - a @ x

    explanation = ff.explain(residual, a, np.ones(6))
    assert explanation.verdict == "loses-digits"
    lines = [line for _, line, _ in explanation.lines]
    assert set(lines) <= {line_of(residual, "solve"), line_of(residual, "a @ x")} and lines


def test_decisions():
    def pieces(x):
        return np.where(x * 10 / 3 < 1, x, -x)

    explanation = ff.explain(pieces, np.array([0.3, 0.25, 0.5]))
    (decision,) = explanation.data["decisions"]
    assert (decision["operation"], decision["count"], decision["differing"]) == ("<", 3, 1)

    def count(step):
        total, steps = 0.0 * step, 0
        while total < 1:
            total, steps = total + step, steps + 1
        return total * steps

    assert ff.explain(count, 0.1).data["decisions"][0]["differing"] == 1


def test_special_results():
    explanation = ff.explain(lambda x: np.sqrt(x - 1) + 1 / (x - 2), np.array([0.5, 2.0, 3.0]))
    found = {special["operation"]: (special["nans"], special["infinities"]) for special in explanation.data["specials"]}
    assert found == {"sqrt": (1, 0), "/": (0, 1)}


def plain_sqrt(x):
    import math

    return math.sqrt(x[0]) + x


def stored(x):
    y = np.zeros(3)
    y[:] = x
    return y


@pytest.mark.parametrize(
    ("function", "arrays", "error", "message"),
    [
        (plain_sqrt, [np.ones(3)], TypeError, "use functions of NumPy, such as numpy.sqrt"),
        (stored, [np.ones(3)], TypeError, "numpy.zeros_like"),
        (lambda x: float(x), [1.5], TypeError, "float()"),
        (lambda x: None, [1.5], TypeError, "returns None"),
        (lambda x: [], [1.5], TypeError, "no numbers"),
        (lambda x: x * 1j, [1.5], TypeError, "complex"),
        (lambda x: x, [np.array([1.0, np.nan])], ValueError, r"argument 1 is nan at \(1,\)"),
        (lambda x: x, [np.zeros(0)], ValueError, "argument 1 has no element"),
        (lambda x: x, [np.array([1j])], TypeError, "complex128"),
        (lambda x: x, [3], TypeError, "no argument of the function is an array or a float"),
        (lambda x: x + np.random.rand(), [1.5], ValueError, "two runs of the function differ"),
        (lambda x: x.sort(), [np.ones(3)], AttributeError, "'sort'"),
        (lambda x: x.astype(np.float32), [np.ones(3)], TypeError, "remove astype"),
        ("x", [1.5], TypeError, "must be a function"),
    ],
)
def test_what_cannot_be_explained(function, arrays, error, message):
    with pytest.raises(error, match=message):
        ff.explain(function, *arrays)


def test_a_cell_of_a_notebook():
    import linecache

    text = "def cell(x):\n    y = np.exp(x)\n    return y - 1\n"
    linecache.cache["<cell 7>"] = (len(text), None, text.splitlines(keepends=True), "<cell 7>")
    names = {"np": np}
    exec(compile(text, "<cell 7>", "exec"), names)
    explanation = ff.explain(names["cell"], np.linspace(1e-9, 1e-6, 20))
    assert explanation.lines[0][:2] == ("<cell 7>", 2) and "y = np.exp(x)" in repr(explanation)
    assert "return y - 1" in explanation._repr_html_()


def into_zeros(x):
    total = np.zeros(x.shape)
    total += x
    return total


def into_out(x):
    out = np.zeros(x.shape)
    np.add(x, 1, out=out)
    return out


def with_put(x):
    y = 1 - np.cos(x)
    np.put(y, [0], 7.0)
    return y


@pytest.mark.parametrize("function", [into_zeros, into_out, with_put])
def test_watched_numbers_do_not_get_lost(function):
    with pytest.raises(TypeError, match="zeros_like|assign to its elements"):
        ff.explain(function, np.array([0.1, 0.4]))


def test_branches_and_instructions_that_move():
    def branch(x):
        return np.sin(x) if x * 10 / 3 < 1 else np.cos(x)

    assert ff.explain(branch, 0.3).data["decisions"][0]["differing"] == 1
    for function in (lambda x: sum(x.ravel()), lambda x: np.add.reduce(x), lambda x: abs(x) - 0.5):
        assert ff.explain(function, np.linspace(0.1, 0.2, 9)).verdict == "accurate"


def test_integers_beside_watched_arrays():
    x = np.array([0.1, 0.7, 0.3])
    for function in (
        lambda x: np.append(x, 1),
        lambda x: np.concatenate([x, [1, 2]]),
        lambda x: np.insert(x, 0, 1),
        lambda x: np.column_stack([np.arange(3), x]),
        lambda x: np.sum(x, initial=1.0),
        lambda x: np.full_like(x, fill_value=2.0) * x,
        lambda x: x[np.argmax(x)] + np.zeros_like(x, shape=(2,)),
    ):
        assert ff.explain(function, x).verdict == "accurate"
    taken = ff.explain(lambda x, k: x[k] * 2, x, np.array([2, 0]))
    assert taken.verdict == "accurate" and taken.data["inputs"] == 1


def test_formats():
    assert ff.explain(lambda n: n / 3, np.array([3, 4])).data["format"] == "float64"
    single = np.array([0.1, 0.2], np.float32)
    explanation = ff.explain(lambda x, y: x * y - 0.1, single, 0.5)
    assert explanation.data["format"] == "float32"
    constant = ff.explain(lambda x: x - 0.1, np.array([0.1], np.float32))
    assert constant.lines[0][2] == 1 and constant.data["lines"][0]["error_alone"] > 0.9
    assert f"{ff.explain(lambda x: x + len(f'{x[0]:.2f}'), np.array([1.5])).error:.0f}" == "0"


def test_many_steps_in_a_row():
    def length(x):
        length = x[0]
        for k in range(1, 300):
            length = np.hypot(length, x[k])
        return length

    explanation = ff.explain(length, np.linspace(1, 2, 3000).reshape(300, 10))
    assert explanation.data["change"] > 0


def test_functions_of_arrays_are_not_blamed_for_their_operands():
    def largest(x):
        y = 1 / x
        return np.max(y) - 0.33333333

    explanation = ff.explain(largest, np.array([3.0, 7.0]))
    assert [line for _, line, _ in explanation.lines] == [line_of(largest, "1 / x")]

    def chaos(before, x):
        return np.max(recurrence(before, x))

    assert ff.explain(chaos, 4.0, 4.25).verdict == "not-determined"


def test_an_error_of_the_function_is_its_own():
    def fails(x):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        ff.explain(fails, 1.5)


def test_a_function_without_end():
    def forever(x):
        while x > 0:
            try:
                x = x + 1
            except Exception:
                pass
        return x

    with pytest.raises(TimeoutError, match="has not ended after 0.3 s"):
        ff.explain(forever, 1.5, seconds=0.3)


def test_the_users_arrays_are_unchanged():
    def changes(x):
        x += 1
        x[0] = 7.0
        return x * 3

    x = np.array([0.1, 0.2])
    ff.explain(changes, x)
    assert np.array_equal(x, [0.1, 0.2])
