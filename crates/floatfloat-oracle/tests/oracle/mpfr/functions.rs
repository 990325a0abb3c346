//! MPFR's opinion of the enclosures of elementary functions.

use floatfloat::elementary::Function;
use floatfloat_exact::{
    Exact, Format, Pair,
    functions::{Arguments, Class, enclose},
};
use rug::{Assign, Float, ops::Pow};
use std::{cmp::Ordering, time::Instant};

/// Bits of the enclosures, as for double-doubles.
const BITS: u32 = 146;

/// Bits of MPFR's values.
const PRECISION: u32 = 200;

/// Arguments a function, over all classes and both formats.
const ARGUMENTS: usize = 100_000;

/// A double-word with all of its bits.
fn float(words: [f64; 2]) -> Float {
    if words[1] == 0.0 {
        // With the sign of a zero.
        return Float::with_val(53, words[0]);
    }
    let exact = Exact::from_words(words);
    let bits = match (exact.floor_log2(), exact.last_bit()) {
        (Some(top), Some(last)) => (top - last + 1).max(2) as u32,
        _ => 2,
    };
    Float::with_val(bits, Float::with_val(2200, words[0]) + words[1])
}

/// MPFR's value to [`PRECISION`] bits; `None` where it has no such function.
fn mpfr(function: Function, x: [f64; 2], y: [f64; 2]) -> Option<Float> {
    let integer = y[0] as i32;
    let (x, y) = (float(x), float(y));
    macro_rules! value {
        ($($work:tt)+) => {
            Float::with_val(PRECISION, x.$($work)+)
        };
    }
    Some(match function {
        Function::Exp => value!(exp_ref()),
        Function::Exp2 => value!(exp2_ref()),
        Function::Exp10 => value!(exp10_ref()),
        Function::ExpM1 => value!(exp_m1_ref()),
        Function::Ln => value!(ln_ref()),
        Function::Log2 => value!(log2_ref()),
        Function::Log10 => value!(log10_ref()),
        Function::Ln1p => value!(ln_1p_ref()),
        Function::Sin => value!(sin_ref()),
        Function::Cos => value!(cos_ref()),
        Function::Tan => value!(tan_ref()),
        Function::SinPi => value!(sin_pi_ref()),
        Function::CosPi => value!(cos_pi_ref()),
        Function::TanPi => value!(tan_pi_ref()),
        Function::Asin => value!(asin_ref()),
        Function::Acos => value!(acos_ref()),
        Function::Atan => value!(atan_ref()),
        Function::Atan2 => value!(atan2_ref(&y)),
        Function::Sinh => value!(sinh_ref()),
        Function::Cosh => value!(cosh_ref()),
        Function::Tanh => value!(tanh_ref()),
        Function::Asinh => value!(asinh_ref()),
        Function::Acosh => value!(acosh_ref()),
        Function::Atanh => value!(atanh_ref()),
        Function::Powf => Float::with_val(PRECISION, Pow::pow(&x, &y)),
        Function::Rootn if integer > 0 => value!(root_ref(integer as u32)),
        Function::Rootn => {
            Float::with_val(PRECISION + 20, x.root_ref(integer.unsigned_abs())).recip()
        }
        Function::Cbrt => value!(cbrt_ref()),
        Function::Hypot => value!(hypot_ref(&y)),
        Function::Rsqrt => value!(recip_sqrt_ref()),
        Function::Erf => value!(erf_ref()),
        Function::Erfc => value!(erfc_ref()),
        Function::Gamma => value!(gamma_ref()),
        Function::LnGamma => {
            let (mut value, mut sign) = (Float::new(PRECISION), Ordering::Equal);
            (&mut value, &mut sign).assign(x.ln_abs_gamma_ref());
            value
        }
        _ => return None,
    })
}

/// A number that is neither zero nor infinite, exactly: four `f64`s hold [`PRECISION`] bits.
fn to_exact(value: &Float) -> Exact {
    let exponent = value.get_exp().expect("a number");
    let mut rest = Float::with_val(PRECISION, value >> exponent);
    let mut sum = Exact::ZERO;
    for _ in 0..5 {
        let word = rest.to_f64();
        rest -= word;
        sum = sum + Exact::new(word);
    }
    assert!(rest.is_zero(), "a value of {PRECISION} bits");
    sum.shifted(exponent.into())
}

/// Whether MPFR takes too long or too much memory for it: its Γ of large numbers, near poles and near zeros.
fn too_long(function: Function, x: [f64; 2]) -> bool {
    let gamma = matches!(function, Function::Gamma | Function::LnGamma);
    gamma && (x[0].abs() > 1e4 || (x[0].round() - x[0]).abs() < 1e-20 && x[1].abs() < 1e-40)
}

fn agrees(function: Function) {
    let (mut checked, start) = (0, Instant::now());
    for (index, class) in Class::ALL.into_iter().enumerate() {
        for format in [Format::F32, Format::F64] {
            let mut arguments = Arguments::new(function, format, 77 + index as u64);
            for _ in 0..ARGUMENTS.div_ceil(2 * Class::ALL.len()) {
                let Pair { x, y } = arguments.draw(class);
                if too_long(function, x) || (function == Function::Rootn && y[0].abs() > 1e9) {
                    continue;
                }
                let value = mpfr(function, x, y).expect("MPFR has it");
                let (low, high) = enclose(function, x, y, BITS).expect("it is defined");
                let said = || format!("{function:?} of {x:?}, {y:?}");
                checked += 1;
                if value.is_zero() || value.is_infinite() {
                    // Zero, or out of MPFR's range.
                    let top = low.floor_log2();
                    assert!(top.is_none_or(|top| top.abs() > 16_000), "{}", said());
                    continue;
                }
                let value = to_exact(&value);
                let top = low.floor_log2().unwrap_or_else(|| panic!("{} is not zero", said()));
                if top.abs() > 16_000 {
                    let theirs = value.floor_log2().expect("not zero");
                    assert!(theirs.abs() > 16_000 && theirs.signum() == top.signum(), "{}", said());
                    continue;
                }
                let rounding = value.clone().abs().shifted(1 - i64::from(PRECISION));
                let below = low <= value.clone() + rounding.clone();
                assert!(below && value - rounding <= high, "{}", said());
            }
        }
    }
    println!("{function:?}: {checked} arguments, {:.1?}", start.elapsed());
    let least = if matches!(function, Function::Gamma | Function::LnGamma) { 2 } else { 100 };
    assert!(checked > ARGUMENTS - ARGUMENTS / least);
}

macro_rules! functions {
    ($($name:ident $function:ident;)*) => {$(
        #[test]
        fn $name() {
            agrees(Function::$function);
        }
    )*};
}

functions! {
    exp Exp;
    exp2 Exp2;
    exp10 Exp10;
    exp_m1 ExpM1;
    ln Ln;
    log2 Log2;
    log10 Log10;
    ln_1p Ln1p;
    sin Sin;
    cos Cos;
    tan Tan;
    sin_pi SinPi;
    cos_pi CosPi;
    tan_pi TanPi;
    asin Asin;
    acos Acos;
    atan Atan;
    atan2 Atan2;
    sinh Sinh;
    cosh Cosh;
    tanh Tanh;
    asinh Asinh;
    acosh Acosh;
    atanh Atanh;
    powf Powf;
    rootn Rootn;
    cbrt Cbrt;
    hypot Hypot;
    rsqrt Rsqrt;
    erf Erf;
    erfc Erfc;
    gamma Gamma;
    ln_gamma LnGamma;
}
