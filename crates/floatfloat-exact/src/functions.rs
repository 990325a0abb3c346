//! Enclosures of the elementary functions, with which results are compared.
//!
//! Fixed-point integers, with a bound on every rounding, give two numbers between which f(x) lies. If these do
//! not decide whether a result keeps its bound, they are computed again with more bits. The enclosures share no
//! code, method or constant with the functions under test. They use series after halving where the functions
//! use tables, and compute inverse functions by one step from a first estimate.

mod arguments;
mod ball;
mod constants;
mod error_function;
mod exponential;
mod gamma;
mod logarithm;
mod powers;
mod radius;
pub mod search;
pub mod several_words;
pub mod survey;
mod trigonometric;
mod verdict;

pub use arguments::{Arguments, Class};
pub use ball::Ball;
pub use gamma::coefficients as stirling_coefficients;
pub use verdict::{Reference, check};

use crate::exact::Exact;
use constants::Constant;
use floatfloat::elementary::Function;
use trigonometric::Angle;

/// Two numbers between which the exact value of a function lies; their distance is less than 2^-bits of the
/// value. They are equal where the value is known to be zero. `y` is read where the function has a second
/// operand; an integer operand is its high word.
///
/// `None` where the function is not defined or infinite, or an operand is not finite. For a value beyond
/// 2^±16000 the result is some other value beyond 2^±16000.
pub fn enclose<const N: usize>(
    function: Function,
    x: [f64; N],
    y: [f64; N],
    bits: u32,
) -> Option<(Exact, Exact)> {
    if !x.iter().chain(&y).all(|word| word.is_finite()) {
        return None;
    }
    // The angle of (0, y) depends on the signs of zeros, which no exact number has.
    let negative = [x, y].map(|words| words[0].is_sign_negative());
    let (x, y) = (Exact::from_words(x), Exact::from_words(y));
    match rational(function, &x, &y, negative) {
        Value::Undefined => return None,
        Value::Zero => return Some((Exact::ZERO, Exact::ZERO)),
        Value::Other => {}
    }
    let mut carried = bits + 16;
    loop {
        let ball = signed(function, &x, &y, negative[0], carried);
        let sure = ball.as_ref().and_then(Ball::sure_bits);
        if let (Some(ball), Some(sure)) = (&ball, sure)
            && sure > i64::from(bits)
        {
            return Some(ball.ends());
        }
        let lacking = sure.map_or(carried, |sure| (i64::from(bits) - sure) as u32 + 16);
        carried += lacking;
        assert!(carried < 1 << 16, "{function:?} of {x:?}, {y:?} is not found");
    }
}

/// Whether there is a value to enclose.
pub(crate) fn defined<const N: usize>(function: Function, x: [f64; N], y: [f64; N]) -> bool {
    let negative = [x, y].map(|words| words[0].is_sign_negative());
    let (x, y) = (Exact::from_words(x), Exact::from_words(y));
    !matches!(rational(function, &x, &y, negative), Value::Undefined)
}

/// What is known of a value before it is computed.
enum Value {
    Undefined,
    Zero,
    Other,
}

fn rational(function: Function, x: &Exact, y: &Exact, negative: [bool; 2]) -> Value {
    let one = Exact::from_parts(1, 0);
    let size = x.clone().abs();
    let whole = |value: &Exact| value.last_bit().is_none_or(|last| last >= 0);
    let defined = |defined: bool| if defined { Value::Other } else { Value::Undefined };
    match function {
        Function::Exp | Function::Exp2 | Function::Exp10 => Value::Other,
        Function::Cos | Function::Cosh | Function::Erfc => Value::Other,
        Function::ExpM1
        | Function::Sin
        | Function::Tan
        | Function::Atan
        | Function::Sinh
        | Function::Tanh
        | Function::Asinh
        | Function::Cbrt
        | Function::Erf => {
            if x.is_zero() {
                Value::Zero
            } else {
                Value::Other
            }
        }
        Function::Ln | Function::Log2 | Function::Log10 => {
            if *x == one {
                Value::Zero
            } else {
                defined(!x.is_zero() && !x.is_negative())
            }
        }
        Function::Ln1p if x.is_zero() => Value::Zero,
        Function::Ln1p => defined(*x > -one),
        Function::SinPi if whole(x) => Value::Zero,
        Function::SinPi => Value::Other,
        Function::CosPi if !whole(x) && whole(&x.clone().shifted(1)) => Value::Zero,
        Function::CosPi => Value::Other,
        Function::TanPi if whole(x) => Value::Zero,
        Function::TanPi => defined(!whole(&x.clone().shifted(1))),
        Function::Asin if x.is_zero() => Value::Zero,
        Function::Acos if *x == one => Value::Zero,
        Function::Asin | Function::Acos => defined(size <= one),
        Function::Atan2 if x.is_zero() && !negative[1] => Value::Zero,
        Function::Atan2 => Value::Other,
        Function::Acosh if *x == one => Value::Zero,
        Function::Acosh => defined(*x > one),
        Function::Atanh if x.is_zero() => Value::Zero,
        Function::Atanh => defined(size < one),
        Function::Powf if y.is_zero() || *x == one => Value::Other,
        Function::Powf if x.is_zero() && !y.is_negative() => Value::Zero,
        Function::Powf => defined(!x.is_zero() && (!x.is_negative() || whole(y))),
        Function::Rootn if x.is_zero() && !y.is_negative() && !y.is_zero() => Value::Zero,
        Function::Rootn => {
            let even = whole(&y.clone().shifted(-1));
            let root_of_sign = !x.is_negative() || !even;
            defined(!x.is_zero() && !y.is_zero() && whole(y) && root_of_sign)
        }
        Function::Hypot if x.is_zero() && y.is_zero() => Value::Zero,
        Function::Hypot => Value::Other,
        Function::Rsqrt => defined(!x.is_zero() && !x.is_negative()),
        Function::LnGamma if *x == one || *x == Exact::from_parts(2, 0) => Value::Zero,
        Function::Gamma | Function::LnGamma => {
            defined(!x.is_zero() && (!x.is_negative() || !whole(x)))
        }
        _ => Value::Undefined,
    }
}

/// The value of a function of exact numbers, computed to about `bits` bits, for other computations. `None` if
/// these are too few for any result, or the function is not defined.
pub fn evaluate(function: Function, x: &Exact, y: &Exact, bits: u32) -> Option<Ball> {
    let negative = [x, y].map(Exact::is_negative);
    match rational(function, x, y, negative) {
        Value::Undefined => None,
        Value::Zero => Some(Ball::integer(0, bits)),
        Value::Other => signed(function, x, y, negative[0], bits),
    }
}

/// The value computed to `bits` bits. `negative` is the sign of x, also where x is zero. `None` if the bits are
/// too few for any result.
fn signed(function: Function, x: &Exact, y: &Exact, negative: bool, bits: u32) -> Option<Ball> {
    let ball = |x: &Exact| Ball::rounded(x, bits);
    let odd = |y: &Exact| y.last_bit() == Some(0);
    match function {
        Function::Exp => exponential::exp(&Ball::rounded(x, bits + 16)),
        Function::Exp2 => exponential::exp2(x, bits),
        Function::Exp10 => exponential::exp10(x, bits),
        Function::ExpM1 => exponential::exp_m1(&Ball::rounded(x, bits + 16)),
        Function::Ln => logarithm::ln(x, bits),
        Function::Log2 => logarithm::log2(x, bits),
        Function::Log10 => logarithm::log10(x, bits),
        Function::Ln1p => logarithm::ln_above_one(x, bits),
        Function::Sin => Angle::new(x, bits).sin(),
        Function::Cos => Angle::new(x, bits).cos(),
        Function::Tan => Angle::new(x, bits).tan(),
        Function::SinPi => Angle::of_turns(x, bits).sin(),
        Function::CosPi => Angle::of_turns(x, bits).cos(),
        Function::TanPi => Angle::of_turns(x, bits).tan(),
        Function::Asin if x.clone().abs() == Exact::from_parts(1, 0) => {
            Some(Constant::Pi.ball(bits).shifted(-1).with_sign(x.is_negative()))
        }
        Function::Asin => trigonometric::asin(x, bits),
        Function::Acos if x.is_negative() && x.clone().abs() == Exact::from_parts(1, 0) => {
            Some(Constant::Pi.ball(bits))
        }
        Function::Acos => trigonometric::acos(x, bits),
        Function::Atan => trigonometric::atan(x, bits),
        Function::Atan2 if x.is_zero() => Some(Constant::Pi.ball(bits).with_sign(negative)),
        Function::Atan2 => trigonometric::atan2(&ball(x), &ball(y)),
        Function::Sinh => exponential::sinh(&Ball::rounded(x, bits + 16)),
        Function::Cosh => exponential::cosh(&Ball::rounded(x, bits + 16)),
        Function::Tanh => exponential::tanh(&Ball::rounded(x, bits + 16)),
        Function::Asinh => logarithm::asinh(&ball(x)),
        Function::Acosh => logarithm::acosh(x, bits),
        Function::Atanh => logarithm::atanh(x, bits),
        Function::Powf if y.is_zero() || *x == Exact::from_parts(1, 0) => {
            Some(Ball::integer(1, bits))
        }
        Function::Powf => {
            let negative = x.is_negative() && odd(y);
            Some(powers::power(&x.clone().abs(), y, bits)?.with_sign(negative))
        }
        Function::Rootn => {
            Some(powers::root(&x.clone().abs(), y, bits)?.with_sign(x.is_negative()))
        }
        Function::Cbrt => {
            let three = Exact::from_parts(3, 0);
            Some(powers::root(&x.clone().abs(), &three, bits)?.with_sign(x.is_negative()))
        }
        Function::Hypot => powers::hypot(&ball(x), &ball(y)),
        Function::Rsqrt => powers::rsqrt(&ball(x)),
        Function::Erf => error_function::erf(&ball(x)),
        Function::Erfc => error_function::erfc(&ball(x)),
        Function::Gamma => gamma::gamma(x, bits),
        Function::LnGamma => gamma::ln_gamma(x, bits),
        _ => None,
    }
}
