//! Operations on every element.

use crate::{
    forks,
    operands::{Pair, Parts, Word, by_word, filled, slice, words},
};
use floatfloat::DoubleWord;
use floatfloat::elementary::{
    atan::{Acos, Asin, Atan, Atan2},
    erf::{Erf, Erfc},
    exp::{Exp, Exp2, Exp10, ExpM1},
    gamma::{Gamma, LnGamma},
    hyperbolic::{Cosh, Sinh, Tanh},
    inverse_hyperbolic::{Acosh, Asinh, Atanh},
    ln::{Ln, Ln1p, Log2, Log10},
    pow::Powf,
    roots::{Cbrt, Hypot, Rsqrt},
    trig::{Cos, Sin, Tan},
    trig_pi::{CosPi, SinPi, TanPi},
};
use floatfloat_cpu::{
    DoubleWordSlice, DoubleWordVec,
    elementwise::{Elementwise, functions::Root, map_into, operations::*},
};
use numpy::PyUntypedArrayMethods;
use pyo3::{exceptions::PyValueError, prelude::*};

/// Operations of numbers that the library has, and slices do not.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident($label:literal): |$x:ident| $value:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        struct $name;

        impl Elementwise<0> for $name {
            const NAME: &str = $label;

            #[inline(always)]
            fn apply<W: floatfloat::Word>(
                self,
                $x: DoubleWord<W>,
                []: [DoubleWord<W>; 0],
            ) -> DoubleWord<W> {
                $value
            }
        }
    )*};
}

operations! {
    /// The largest integer that is not larger.
    Floor("floor"): |x| x.floor();
    /// The least integer that is not smaller.
    Ceil("ceil"): |x| x.ceil();
    /// The integer part.
    Trunc("trunc"): |x| x.trunc();
    /// The nearest integer, ties to even.
    Rint("rint"): |x| x.round_ties_even();
    /// x²
    Square("square"): |x| x * x;
    /// 1/x
    Reciprocal("reciprocal"): |x| x.recip();
    /// An angle in radians, as degrees.
    Degrees("degrees"): |x| x.to_degrees();
    /// An angle in degrees, as radians.
    Radians("radians"): |x| x.to_radians();
}

/// An operation on arrays of equal shapes, or of one element; `None` if their shapes differ otherwise, or
/// one is not contiguous.
fn apply<'py, E: Word, O: Elementwise<N>, const N: usize>(
    py: Python<'py>,
    operation: O,
    x: Pair<'_, 'py>,
    rest: [Pair<'_, 'py>; N],
) -> PyResult<Option<Parts<'py>>> {
    let Some(first) = Operand::<E>::new(x)? else { return Ok(None) };
    let mut others = [first; N];
    let mut largest = first;
    for (other, pair) in others.iter_mut().zip(rest) {
        let Some(operand) = Operand::<E>::new(pair)? else { return Ok(None) };
        *other = operand;
        if operand.shape.len() > largest.shape.len() || largest.numbers.len() == 1 {
            largest = operand;
        }
    }
    let fits = |operand: &Operand<'_, E>| {
        operand.shape == largest.shape
            || operand.numbers.len() == 1 && operand.shape.len() <= largest.shape.len()
    };
    if !fits(&first) || !others.iter().all(fits) {
        return Ok(None);
    }
    let length = largest.numbers.len();
    let (arrays, result) = filled(py, largest.shape, |out| {
        py.detach(|| {
            let first_repeated = first.repeated(length);
            let repeated = others.map(|operand| operand.repeated(length));
            let x = view(&first_repeated, first);
            let rest = std::array::from_fn(|k| view(&repeated[k], others[k]));
            forks::run(length, || map_into(operation, x, rest, out))
        })
    });
    result.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Some(arrays))
}

/// Numbers with the shape of their array.
#[derive(Clone, Copy)]
struct Operand<'a, E> {
    numbers: DoubleWordSlice<'a, E>,
    shape: &'a [usize],
}

impl<'a, E: Word> Operand<'a, E> {
    /// `None` if the parts are not contiguous or have different shapes.
    fn new<'py>((hi, lo): Pair<'a, 'py>) -> PyResult<Option<Self>> {
        let (hi, lo) = (words::<E>(hi)?, words::<E>(lo)?);
        let (Some(high), Some(low)) = (slice(hi), slice(lo)) else { return Ok(None) };
        let shape = hi.shape();
        let numbers = DoubleWordSlice::from_parts(high, low).filter(|_| shape == lo.shape());
        Ok(numbers.map(|numbers| Operand { numbers, shape }))
    }

    /// So many copies of the only number, unless one is asked for.
    fn repeated(self, count: usize) -> Option<DoubleWordVec<E>> {
        if count == self.numbers.len() {
            return None;
        }
        let mut copies = DoubleWordVec::zeros(count);
        let (high, low) = copies.as_mut_slice().into_parts();
        if let Some(number) = self.numbers.get(0) {
            high.fill(number.hi());
            low.fill(number.lo());
        }
        Some(copies)
    }
}

fn view<'a, E: Word>(
    repeated: &'a Option<DoubleWordVec<E>>,
    operand: Operand<'a, E>,
) -> DoubleWordSlice<'a, E> {
    repeated.as_ref().map_or(operand.numbers, DoubleWordVec::as_slice)
}

macro_rules! functions {
    (one { $($one:ident: $unary:expr, $what1:literal;)* } two { $($two:ident: $binary:expr, $what2:literal;)* }) => {
        $(
            #[doc = $what1]
            #[pyfunction]
            pub fn $one<'py>(
                py: Python<'py>,
                x_hi: &Bound<'py, PyAny>,
                x_lo: &Bound<'py, PyAny>,
            ) -> PyResult<Option<Parts<'py>>> {
                fn run<'py, E: Word>(
                    py: Python<'py>,
                    x: Pair<'_, 'py>,
                ) -> PyResult<Option<Parts<'py>>> {
                    apply::<E, _, 0>(py, $unary, x, [])
                }
                by_word!(x_hi, run(py, (x_hi, x_lo)))
            }
        )*
        $(
            #[doc = $what2]
            #[pyfunction]
            pub fn $two<'py>(
                py: Python<'py>,
                x_hi: &Bound<'py, PyAny>,
                x_lo: &Bound<'py, PyAny>,
                y_hi: &Bound<'py, PyAny>,
                y_lo: &Bound<'py, PyAny>,
            ) -> PyResult<Option<Parts<'py>>> {
                fn run<'py, E: Word>(
                    py: Python<'py>,
                    x: Pair<'_, 'py>,
                    y: Pair<'_, 'py>,
                ) -> PyResult<Option<Parts<'py>>> {
                    apply::<E, _, 1>(py, $binary, x, [y])
                }
                by_word!(x_hi, run(py, (x_hi, x_lo), (y_hi, y_lo)))
            }
        )*

        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($one, module)?)?;)*
            $(module.add_function(wrap_pyfunction!($two, module)?)?;)*
            module.add_function(wrap_pyfunction!(rootn, module)?)
        }
    };
}

functions! {
    one {
        negative: Neg, "−x";
        absolute: Abs, "|x|";
        sqrt: Sqrt, "√x";
        square: Square, "x²";
        reciprocal: Reciprocal, "1/x";
        floor: Floor, "The largest integer that is not larger.";
        ceil: Ceil, "The least integer that is not smaller.";
        trunc: Trunc, "The integer part.";
        rint: Rint, "The nearest integer, ties to even.";
        degrees: Degrees, "An angle in radians, as degrees.";
        radians: Radians, "An angle in degrees, as radians.";
        exp: Exp, "eˣ";
        exp2: Exp2, "2ˣ";
        exp10: Exp10, "10ˣ";
        expm1: ExpM1, "eˣ − 1";
        log: Ln, "ln x";
        log2: Log2, "log2 x";
        log10: Log10, "log10 x";
        log1p: Ln1p, "ln(1 + x)";
        sin: Sin, "sin x";
        cos: Cos, "cos x";
        tan: Tan, "tan x";
        sinpi: SinPi, "sin πx";
        cospi: CosPi, "cos πx";
        tanpi: TanPi, "tan πx";
        arcsin: Asin, "arcsin x";
        arccos: Acos, "arccos x";
        arctan: Atan, "arctan x";
        sinh: Sinh, "sinh x";
        cosh: Cosh, "cosh x";
        tanh: Tanh, "tanh x";
        arcsinh: Asinh, "arsinh x";
        arccosh: Acosh, "arcosh x";
        arctanh: Atanh, "artanh x";
        cbrt: Cbrt, "∛x";
        rsqrt: Rsqrt, "1/√x";
        erf: Erf, "erf x";
        erfc: Erfc, "1 − erf x";
        gamma: Gamma, "Γ(x)";
        lgamma: LnGamma, "ln |Γ(x)|";
    }
    two {
        add: Add, "x + y";
        subtract: Sub, "x − y";
        multiply: Mul, "x · y";
        divide: Div, "x / y";
        power: Powf, "x to the power y";
        arctan2: Atan2, "The angle of the point of abscissa y and ordinate x.";
        hypot: Hypot, "√(x² + y²)";
    }
}

/// x^(1/n)
#[pyfunction]
fn rootn<'py>(
    py: Python<'py>,
    x_hi: &Bound<'py, PyAny>,
    x_lo: &Bound<'py, PyAny>,
    n: i32,
) -> PyResult<Option<Parts<'py>>> {
    fn run<'py, E: Word>(
        py: Python<'py>,
        x: Pair<'_, 'py>,
        n: i32,
    ) -> PyResult<Option<Parts<'py>>> {
        apply::<E, _, 0>(py, Root(n), x, [])
    }
    by_word!(x_hi, run(py, (x_hi, x_lo), n))
}
