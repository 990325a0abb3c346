"""Scalars among the numbers of Python."""

from __future__ import annotations

import copy
import math
import numbers
import operator
import pickle
from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from conftest import WORDS, exact, random_numbers
from hypothesis import given
from hypothesis import strategies as st

import floatfloat as ff

FLOATS = st.floats(allow_nan=False, allow_infinity=False)


@given(x=FLOATS)
def test_floats_are_kept(x):
    assert ff.DD(x) == x and float(ff.DD(x)) == x and hash(ff.DD(x)) == hash(x)


@given(n=st.integers(-(2**200), 2**200))
def test_integers_are_rounded_once(n):
    x = ff.DD(n)
    assert abs(exact(x) - n) <= abs(n) * Fraction(1, 2**106)
    assert (x == n) == (exact(x) == n) and (x < n) == (exact(x) < n)
    if x == n:
        assert hash(x) == hash(n) and int(x) == n


@given(p=st.integers(-(10**37), 10**37), q=st.integers(1, 10**37))
def test_fractions_are_rounded_once_and_compared_exactly(number, p, q):
    value = Fraction(p, q)
    x = number(value)
    for name in ("lt", "le", "eq", "ne", "gt", "ge"):
        compare = getattr(operator, name)
        assert compare(x, value) == compare(exact(x), value)
        assert compare(value, x) == compare(value, exact(x))
    assert hash(x) == hash(exact(x)) and x == exact(x)
    assert Fraction(*x.as_integer_ratio()) == exact(x)


@given(text=st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**30), max_value=10**30))
def test_decimals_and_strings_agree(text):
    assert ff.DD(text) == ff.DD(str(text)) == ff.DD(Fraction(text))


def test_text_of_every_type_reads_back(number):
    for x in random_numbers(number, 50, 3, -30, 30):
        assert number(str(x)) == x and eval(repr(x), {number.__name__: number}) == x and number.fromhex(x.hex()) == x
        assert number(*x.parts) == x and math.isclose(float(f"{x:.25e}"), float(x))
    third = number(1) / 3
    assert f"{third:.10f}" == "0.3333333333" and len(str(third)) > 14


def test_equal_numbers_of_different_words_are_equal():
    u = 2.0**-53
    one, other = ff.TD._from_words(1.0, u, u * u), ff.TD._from_words(1 + 2 * u, u * u, -u)
    pair = ff.array([one, other])
    assert one == other and hash(one) == hash(other) and np.equal(*pair) and np.unique(pair).size == 1
    assert one == Fraction(1) + Fraction(u) + Fraction(u) ** 2 and np.searchsorted(pair, other) == 0


@given(x=FLOATS, y=st.floats(-1e-17, 1e-17))
def test_text_reads_back(x, y):
    number = ff.DD(x, x * y if math.isfinite(x * y) else 0.0)
    assert ff.DD(str(number)) == number
    assert eval(repr(number), {"DD": ff.DD}) == number
    assert ff.DD.fromhex(number.hex()) == number


@given(x=st.floats(-1e20, 1e20), spec=st.sampled_from([
    "", ".3f", "+.2e", "012.4f", "<20.5f", ">20.5g", "*^24.3e", ",.2f", ".0f", "g", ".10g", " .2f", "e", "f", "E", "#.3g", "_.1f", ".5", "20",
]))
def test_formats_are_those_of_floats(x, spec):
    assert format(ff.DD(x), spec) == format(x, spec) or spec in ("", "20") and float(format(ff.DD(x), spec)) == x


@pytest.mark.parametrize("spec", ["#.3g", "#.0f", "#.0e", "#.0%", "#g", "+#.0f", "#.1g"])
@pytest.mark.parametrize("x", [100.0, 5.0, 123456.0, 2.0**70, 0.5])
def test_alternate_forms_have_a_point(x, spec):
    assert format(ff.DD(x), spec) == format(x, spec)


def test_formats_have_all_digits_that_are_asked_for():
    assert f"{ff.DD(1) / 3:.40f}" == "0.3333333333333333333333333333333323061707"
    assert f"{ff.DD('1e-30'):.3e}" == "1.000e-30"
    assert f"{ff.DD('0.125'):.1%}" == "12.5%" and f"{ff.DD('1e-40'):%}" == "0.000000%"
    assert format(ff.DD(float("nan")), "8.2f") == "     nan"


def test_rounding_to_integers_and_digits():
    x = ff.DD("2.5") + ff.DD("1e-25")
    assert (round(x), math.floor(x), math.ceil(x), math.trunc(x), int(-x)) == (3, 2, 3, 2, -2)
    assert round(ff.DD(2.5)) == 2 and round(ff.DD("2.345"), 2) == ff.DD("2.34") or round(ff.DD("2.345"), 2) == ff.DD("2.35")
    assert divmod(ff.DD(-7), 2) == (-4, 1) and ff.DD(-7) // 2 == -4 and ff.DD(-7) % 2 == 1


def test_rounding_to_more_digits_than_there_are(number):
    x = ff.asarray([1.25, -3e30, np.inf, 0.1], number)
    for decimals in (60, 200, 400, 2**31 - 1):
        assert np.array_equal(np.round(x, decimals), x)
        assert np.array_equal(np.round(x, -decimals), ff.asarray([0, 0, np.inf, 0], number))
    for decimals in (2**31, -(10**40)):
        with pytest.raises(OverflowError, match="C int"):
            np.round(x, decimals)
    assert number(Fraction(10**400)) == np.inf and number(Fraction(-(10**401), 3)) == -np.inf


def test_they_are_real_numbers(number):
    x = number(3)
    assert isinstance(x, numbers.Real) and x.real is x and x.imag == 0 and x.conjugate() is x
    assert complex(x) == 3 and bool(x) and not number(0) and +x is x and abs(-x) == x
    assert {x: 1}[3] == 1 and {3.0: 1}[x] == 1 and {Fraction(3): 1}[x] == 1
    assert sum([x, 1, 2.5]) == 6.5 and max(x, 5) == 5


def test_numbers_of_other_libraries(number):
    with mpmath.workdps(90):
        third = mpmath.mpf(1) / 3
        assert ff.DD(third) == ff.DD(Fraction(1, 3))
        assert number(third) + 0 == number(Fraction(1, 3))
    gmpy2 = pytest.importorskip("gmpy2")
    assert ff.DD(gmpy2.mpz(2) ** 80 + 1) == 2**80 + 1
    assert ff.DD(gmpy2.mpq(1, 3)) == ff.DD(Fraction(1, 3))
    assert ff.DD(gmpy2.mpfr("0.5")) == 0.5


#: What the numbers of each type become together with float64.
WITH_FLOAT64 = {number: {ff.FF: ff.DD, ff.TF: ff.TD, ff.QF: ff.QD}.get(number, number) for number in WORDS}


def test_numbers_mix_as_those_of_numpy(number):
    x = number("0.1")
    assert type(x + 1) is number and type(1.5 * x) is number and type(x - Fraction(1, 3)) is number
    assert type(x + Decimal("0.1")) is number and x + Decimal("0.1") == x + number("0.1")
    wide = WITH_FLOAT64[number]
    assert type(np.float64(2) * x) is wide and type(x * np.float64(2)) is wide
    assert type(np.float32(2) * x) is number and type(ff.FF(1) + ff.DD(1)) is ff.DD
    assert (np.ones(2) * x).dtype is wide and isinstance(np.ones(2, np.float32) * x, type(ff.array(x)))
    assert type(np.exp(x)) is number and np.exp(number(0)) == 1


def test_zero_divisors_are_an_error_of_scalars(number):
    for operation in (operator.truediv, operator.floordiv, operator.mod):
        with pytest.raises(ZeroDivisionError):
            operation(number(1), 0)


def test_pickles_and_copies(number):
    x = number(1) / 3
    for y in (pickle.loads(pickle.dumps(x)), copy.copy(x), copy.deepcopy(x)):
        assert type(y) is number and y == x and hash(y) == hash(x)


@pytest.mark.parametrize("text", ["", "abc", "1.5!", "1e", "0x1", "1 2", "١", "\0", "--1", "1_000"])
def test_wrong_strings(number, text):
    with pytest.raises(ValueError, match="not a number"):
        number(text)


@pytest.mark.parametrize("junk", [object(), None, [object()], {"a": 1}, 1j, np.array([1j]), np.array(["x"], "M8[s]") if False else b"\xff"])
def test_junk_is_refused(number, junk):
    with pytest.raises((TypeError, ValueError)):
        number(junk)


def test_what_would_lose_low_parts_raises():
    x = ff.DD("0.1")
    for convert in (np.asarray, np.array, lambda v: np.array([v]), lambda v: np.array([v], dtype=float), np.float64 if False else np.asarray):
        with pytest.raises(TypeError, match="would be lost"):
            convert(x)
    with pytest.raises(OverflowError):
        int(ff.DD(math.inf))
    with pytest.raises(ValueError):
        ff.FF(0.1, 0.0)


@pytest.mark.parametrize("get", [
    lambda x: x[0], lambda x: x.item(0), lambda x: x.tolist()[0], lambda x: x.max(), lambda x: x.min(), lambda x: next(iter(x)),
    lambda x: np.sqrt(x[0]), lambda x: np.floor(x[0]), lambda x: np.rint(x[0] - type(x[0])(0.2)), lambda x: np.trunc(x)[0],
    lambda x: np.sin(x[0]), lambda x: np.sort(x)[0], lambda x: type(x[0])(x.astype(np.longdouble)[0]), lambda x: (x * 1)[0],
    lambda x: type(x[0])(np.float16(-0.0)), lambda x: type(x[0])(np.longdouble(-0.0)), lambda x: copy.copy(x)[0],
])
def test_the_sign_of_zero_stays(number, get):
    zero = get(ff.array([-0.0], dtype=number))
    assert zero == 0 and type(zero) is number and math.copysign(1.0, float(zero)) == -1.0 and str(zero) == "-0.0"


def test_none_is_no_number_and_no_argument_is_zero(number):
    assert number() == 0
    with pytest.raises(TypeError, match="NoneType"):
        number(None)


def test_linspace_of_one_number_is_its_start(number):
    assert np.linspace(number("0.1"), 1, 1).tolist() == [number("0.1")]
    values, step = np.linspace(number(0), number(1), 1, endpoint=False, retstep=True)
    assert values.tolist() == [number(0)] and step == number(1)


#: Methods of numpy.float64 that scalars do not have: they change an array in place, or show its memory.
NOT_THERE = set("base byteswap choose data device dump dumps fill flags getfield put resize setfield setflags sort to_device tofile view".split())


def test_scalars_have_the_methods_of_numpy(number):
    x, plain = number("0.5"), np.float64(0.5)
    missing = {name for name in dir(plain) if not name.startswith("_") and not hasattr(x, name)}
    assert missing == NOT_THERE
    for name in "sum prod mean min max std var any all cumsum cumprod argmin argmax ravel squeeze repeat reshape clip round".split():
        arguments = {"repeat": (2,), "reshape": (1, 1), "clip": (0, 0.25)}.get(name, ())
        found, wanted = getattr(x, name)(*arguments), getattr(plain, name)(*arguments)
        assert np.shape(found) == np.shape(wanted) and np.all(found == wanted), name
    for same in (x.item(), x.copy(), x.conj(), x.T, x.tolist(), x[()], x.transpose(), next(x.flat), x.astype(number), x.sum()):
        assert same == x and type(same) is number
    assert x[...].shape == () and x[...].dtype is number and x.astype(ff.QD) == x and type(x.astype(ff.QD)) is ff.QD
    assert x.astype(np.float32) == np.float32(0.5) and type(x.astype(int)) is np.int64 and type(x.to_float64()) is np.float64
    assert x.itemsize == x.nbytes == ff.array([x]).nbytes == len(x.tobytes()) and x.strides == () and x.to_structured().shape == ()
    assert not np.iterable(x)
    for call in (lambda: x[0], lambda: iter(x), lambda: x.item(1)):
        with pytest.raises((IndexError, TypeError)):
            call()


@pytest.mark.parametrize("text", ["0.1", "-1e-30", "1e30", "0", "-3"])
def test_other_libraries_take_numbers_exactly(number, text):
    x = number(text)
    value = exact(x)
    assert x.to_fraction() == value and Fraction(x.to_decimal()) == value
    with mpmath.workprec(1000):
        assert mpmath.mpf(x) * value.denominator == value.numerator and mpmath.mpf(1) + x == 1 + mpmath.mpf(x)
    gmpy2 = pytest.importorskip("gmpy2")
    assert gmpy2.mpq(x) == value and Fraction(*map(int, gmpy2.mpfr(x).as_integer_ratio())) == value
    sympy = pytest.importorskip("sympy")
    assert Fraction(int(sympy.Rational(x).p), int(sympy.Rational(x).q)) == value


def test_infinities_and_nan_go_to_other_libraries():
    gmpy2 = pytest.importorskip("gmpy2")
    for value in (math.inf, -math.inf):
        assert mpmath.mpf(ff.DD(value)) == value and gmpy2.mpfr(ff.DD(value)) == value
    assert mpmath.isnan(mpmath.mpf(ff.QD("nan"))) and gmpy2.is_nan(gmpy2.mpfr(ff.QD("nan")))
    assert math.copysign(1, gmpy2.mpfr(ff.DD(-0.0))) == -1
    with pytest.raises(OverflowError):
        ff.DD(math.inf).to_fraction()


def test_hashes_are_those_of_fractions(number):
    for x in [*random_numbers(number, 60, 5, -40, 40), number(0), number(-1), number(-1) - number("1e-12"), number(2**60), number("1e-30")]:
        assert hash(x) == hash(exact(x))
    assert hash(number("inf")) == hash(math.inf) and hash(number("-inf")) == hash(-math.inf)


def test_numbers_of_numpy_on_either_side(number):
    x, a = number(1) / 3, np.float64(1.5)
    for operation in (operator.add, operator.sub, operator.mul, operator.truediv):
        wide = WITH_FLOAT64[number]
        assert operation(a, x) == operation(wide(1.5), wide(x)) and operation(x, a) == operation(wide(x), wide(1.5))
        assert type(operation(a, x)) is type(operation(x, a)) is wide
    with np.errstate(divide="ignore"):
        assert np.isinf(a / number(0)) and np.isinf(np.divide(x, np.float64(0)))


def test_integers_of_all_widths(number):
    for dtype in (np.int8, np.int32, np.int64, np.uint8, np.uint64):
        limits = np.iinfo(dtype)
        whole = [limits.min, limits.max, 0, 1, limits.max // 3]
        x = ff.array(whole, number)
        kept = [w for w, v in zip(whole, x) if v == w]
        assert ff.array(kept, number).astype(dtype).tolist() == kept and len(kept) >= 2
    assert (ff.array([-1.5, 1.75], number)).astype(int).tolist() == [-1, 1] and ff.array(2.5, number).astype(int).shape == ()
