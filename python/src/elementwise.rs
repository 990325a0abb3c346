//! Operations on every element.

use crate::{
    exceptions, forks,
    operands::{Given, Operand, Parts, Word, by_word, filled, kind, no_kind},
    words::{at, each},
};
use floatfloat::elementary::several_words::{self as more, Elementary, SeveralWords};
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
use floatfloat::{DoubleWord, Level, MultiWord, QuadDouble, QuadFloat, TripleDouble, TripleFloat};
use floatfloat_cpu::{
    Number, Vector, VectorView,
    elementwise::{Elementwise, functions::Root, map_into, operations::*},
};
use pyo3::{exceptions::PyValueError, prelude::*};

/// Operations of numbers that the library has, and slices do not.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident($label:literal): |$x:ident| $value:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        struct $name;

        impl<E: Word> Elementwise<0, DoubleWord<E>> for $name {
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

/// Operands of equal shapes, or of one element, and the shape of the result; `None` if their shapes differ
/// otherwise, or one is not contiguous.
pub struct Fitting<'a, T: Number, const N: usize> {
    pub numbers: [VectorView<'a, T>; N],
    pub shape: &'a [usize],
}

impl<'a, T: Number<Word: Word>, const N: usize> Fitting<'a, T, N> {
    pub fn new(operands: &'a [Operand<'_, T>; N]) -> Option<Self> {
        let mut numbers = [operands[0].contiguous()?; N];
        let mut largest = 0;
        for (k, operand) in operands.iter().enumerate() {
            numbers[k] = operand.contiguous()?;
            let is_longer = operand.shape().len() > operands[largest].shape().len();
            if is_longer || numbers[largest].len() == 1 {
                largest = k;
            }
        }
        let shape = operands[largest].shape();
        let fits = |(operand, numbers): (&Operand<'_, T>, &VectorView<'_, T>)| {
            operand.shape() == shape || numbers.len() == 1 && operand.shape().len() <= shape.len()
        };
        operands.iter().zip(&numbers).all(fits).then_some(Fitting { numbers, shape })
    }

    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }
}

/// An operation on registers full of elements.
fn apply<'py, T: Number<Word: Word>, O: Elementwise<N, T>, const N: usize, const ALL: usize>(
    py: Python<'py>,
    operation: O,
    given: [Given<'_, 'py>; ALL],
) -> PyResult<Option<Parts<'py>>> {
    let operands = operands::<T, ALL>(given)?;
    let Some(fitting) = Fitting::new(&operands) else { return Ok(None) };
    let length = fitting.len();
    let (arrays, result) = filled(py, fitting.shape, |out| {
        py.detach(|| {
            let copies = fitting.numbers.map(|numbers| repeated(numbers, length));
            let view = |k: usize| copies[k].as_ref().map_or(fitting.numbers[k], Vector::view);
            let rest = std::array::from_fn(|k| view(k + 1));
            forks::run(length, || map_into(operation, view(0), rest, out))
        })
    })?;
    result.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Some(arrays))
}

fn operands<'py, T: Number<Word: Word>, const N: usize>(
    given: [Given<'_, 'py>; N],
) -> PyResult<[Operand<'py, T>; N]> {
    let operands: Vec<_> = given.into_iter().map(Operand::new).collect::<PyResult<_>>()?;
    operands.try_into().map_err(|_| PyValueError::new_err("an operand is missing"))
}

/// So many copies of the only number, unless one is asked for.
fn repeated<T: Number<Word: Word>>(numbers: VectorView<'_, T>, count: usize) -> Option<Vector<T>> {
    if count == numbers.len() {
        return None;
    }
    let mut copies = Vector::<T>::zeros(count);
    for (copies, words) in copies.view_mut().into_parts().into_iter().zip(numbers.parts()) {
        copies.fill(words[0]);
    }
    Some(copies)
}

/// A function of the library of three and four words. It is compiled twice, and not for every instruction set: one
/// number at a time gains nothing from longer registers.
fn several_words<F: Elementary, N: SeveralWords>(x: N, y: N) -> N {
    #[cfg(target_arch = "x86_64")]
    if matches!(Level::in_force(), Level::Avx2 | Level::Avx512) {
        // SAFETY: such a level is in force only if this machine has the instructions.
        return unsafe { fused::<F, N>(x, y) };
    }
    F::apply(x, y)
}

/// With the machine's own fused multiply-add, which without this is a call into the C library.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn fused<F: Elementary, N: SeveralWords>(x: N, y: N) -> N {
    F::apply(x, y)
}

/// An operation of one number at a time.
fn one_by_one<'py, T: Number<Word: Word>, const N: usize>(
    py: Python<'py>,
    given: [Given<'_, 'py>; N],
    function: fn([T; N]) -> T,
) -> PyResult<Option<Parts<'py>>> {
    let operands = operands::<T, N>(given)?;
    let Some(Fitting { numbers, shape }) = Fitting::new(&operands) else { return Ok(None) };
    each(py, shape, |i| function(numbers.map(|numbers| at(numbers, i)))).map(Some)
}

macro_rules! functions {
    ($($name:ident($($x:ident),+) of $others:literal: $operation:expr, $several:tt, $what:literal;)*) => {
        $(
            #[doc = $what]
            #[pyfunction]
            pub fn $name<'py>(
                py: Python<'py>,
                $($x: Given<'_, 'py>),+
            ) -> PyResult<Option<Parts<'py>>> {
                fn of_two_words<'py, E: Word, const N: usize>(
                    py: Python<'py>,
                    given: [Given<'_, 'py>; N],
                ) -> PyResult<Option<Parts<'py>>> {
                    apply::<DoubleWord<E>, _, $others, N>(py, $operation, given)
                }
                let given = [$($x),+];
                let found = match kind(given[0])? {
                    (2, true) => of_two_words::<f64, _>(py, given),
                    (2, false) => of_two_words::<f32, _>(py, given),
                    (3, true) => functions!(@several $several TripleDouble, $others, $operation, py, given, $($x)+),
                    (4, true) => functions!(@several $several QuadDouble, $others, $operation, py, given, $($x)+),
                    (3, false) => functions!(@several $several TripleFloat, $others, $operation, py, given, $($x)+),
                    (4, false) => functions!(@several $several QuadFloat, $others, $operation, py, given, $($x)+),
                    (count, _) => Err(no_kind(count)),
                }?;
                exceptions::report(py, stringify!($name), found.as_ref(), &given)?;
                Ok(found)
            }
        )*

        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            module.add_function(wrap_pyfunction!(rootn, module)?)
        }
    };
    // In registers.
    (@several any $number:ident, $others:literal, $operation:expr, $py:ident, $given:ident, $($x:ident)+) => {
        apply::<$number, _, $others, _>($py, $operation, $given)
    };
    // Not there.
    (@several two $number:ident, $others:literal, $operation:expr, $py:ident, $given:ident, $($x:ident)+) => {
        Err(no_kind(<$number as MultiWord>::WORDS))
    };
    // A function of the library.
    (@several ($function:path) $number:ident, $others:literal, $operation:expr, $py:ident, $given:ident, $x:ident) => {
        one_by_one::<$number, 1>($py, $given, |[x]| several_words::<$function, _>(x, x))
    };
    (@several ($function:path) $number:ident, $others:literal, $operation:expr, $py:ident, $given:ident, $x:ident $y:ident) => {
        one_by_one::<$number, 2>($py, $given, |[x, y]| several_words::<$function, _>(x, y))
    };
    // A method of numbers.
    (@several {$method:ident} $number:ident, $others:literal, $operation:expr, $py:ident, $given:ident, $x:ident) => {
        one_by_one::<$number, 1>($py, $given, |[x]| x.$method())
    };
    (@several squared $number:ident, $others:literal, $operation:expr, $py:ident, $given:ident, $x:ident) => {
        apply::<$number, _, 1, 2>($py, Mul, [$x, $x])
    };
}

functions! {
    negative(x) of 0: Neg, any, "−x";
    absolute(x) of 0: Abs, any, "|x|";
    sqrt(x) of 0: Sqrt, any, "√x";
    square(x) of 0: Square, squared, "x²";
    reciprocal(x) of 0: Reciprocal, {recip}, "1/x";
    floor(x) of 0: Floor, {floor}, "The largest integer that is not larger than x.";
    ceil(x) of 0: Ceil, {ceil}, "The smallest integer that is not smaller than x.";
    trunc(x) of 0: Trunc, {trunc}, "x rounded toward zero to an integer.";
    rint(x) of 0: Rint, {round_ties_even}, "The integer nearest to x, ties to even.";
    degrees(x) of 0: Degrees, {to_degrees}, "Converts an angle from radians to degrees.";
    radians(x) of 0: Radians, {to_radians}, "Converts an angle from degrees to radians.";
    exp(x) of 0: Exp, (more::exp::Exp), "eˣ";
    exp2(x) of 0: Exp2, (more::exp::Exp2), "2ˣ";
    exp10(x) of 0: Exp10, (more::exp::Exp10), "10ˣ";
    expm1(x) of 0: ExpM1, (more::exp::ExpM1), "eˣ − 1";
    log(x) of 0: Ln, (more::ln::Ln), "ln x";
    log2(x) of 0: Log2, (more::ln::Log2), "log2 x";
    log10(x) of 0: Log10, (more::ln::Log10), "log10 x";
    log1p(x) of 0: Ln1p, (more::ln::Ln1p), "ln(1 + x)";
    sin(x) of 0: Sin, (more::trig::Sin), "sin x";
    cos(x) of 0: Cos, (more::trig::Cos), "cos x";
    tan(x) of 0: Tan, (more::trig::Tan), "tan x";
    sinpi(x) of 0: SinPi, two, "sin πx";
    cospi(x) of 0: CosPi, two, "cos πx";
    tanpi(x) of 0: TanPi, two, "tan πx";
    arcsin(x) of 0: Asin, (more::atan::Asin), "arcsin x";
    arccos(x) of 0: Acos, (more::atan::Acos), "arccos x";
    arctan(x) of 0: Atan, (more::atan::Atan), "arctan x";
    sinh(x) of 0: Sinh, (more::hyperbolic::Sinh), "sinh x";
    cosh(x) of 0: Cosh, (more::hyperbolic::Cosh), "cosh x";
    tanh(x) of 0: Tanh, (more::hyperbolic::Tanh), "tanh x";
    arcsinh(x) of 0: Asinh, (more::inverse_hyperbolic::Asinh), "arsinh x";
    arccosh(x) of 0: Acosh, (more::inverse_hyperbolic::Acosh), "arcosh x";
    arctanh(x) of 0: Atanh, (more::inverse_hyperbolic::Atanh), "artanh x";
    cbrt(x) of 0: Cbrt, (more::roots::Cbrt), "∛x";
    rsqrt(x) of 0: Rsqrt, two, "1/√x";
    erf(x) of 0: Erf, two, "erf x";
    erfc(x) of 0: Erfc, two, "1 − erf x";
    gamma(x) of 0: Gamma, two, "Γ(x)";
    lgamma(x) of 0: LnGamma, two, "ln |Γ(x)|";
    add(x, y) of 1: Add, any, "x + y";
    subtract(x, y) of 1: Sub, any, "x − y";
    multiply(x, y) of 1: Mul, any, "x · y";
    divide(x, y) of 1: Div, any, "x / y";
    power(x, y) of 1: Powf, (more::pow::Powf), "x to the power y";
    arctan2(x, y) of 1: Atan2, (more::atan::Atan2), "The angle of the point with abscissa y and ordinate x, in radians.";
    hypot(x, y) of 1: Hypot, (more::roots::Hypot), "√(x² + y²)";
}

/// x^(1/n)
#[pyfunction]
fn rootn<'py>(py: Python<'py>, x: Given<'_, 'py>, n: i32) -> PyResult<Option<Parts<'py>>> {
    fn run<'py, E: Word>(
        py: Python<'py>,
        x: Given<'_, 'py>,
        n: i32,
    ) -> PyResult<Option<Parts<'py>>> {
        apply::<DoubleWord<E>, _, 0, 1>(py, Root(n), [x])
    }
    by_word!(&x.get_item(0)?, run(py, x, n))
}
