//! MPFR's opinion of the exact reference.

use floatfloat::{
    operation::{Function, Info},
    registry::OPERATIONS,
};
use floatfloat_exact::{
    Class, Format, Operands, Pair, Random, correctly_rounded, fma_ulps, relative_error, ulps,
};
use rug::{Assign, Float, ops::NegAssign};

/// Enough for every sum and product of double-doubles to be exact.
const EXACT: u32 = 4400;

const FUNCTIONS: [Function; 5] =
    [Function::Add, Function::Sub, Function::Mul, Function::Div, Function::Sqrt];

/// An operation of this function on two double-words.
fn info(function: Function) -> &'static Info {
    let names = ["add", "sub", "mul", "div", "sqrt"];
    let of_function = |info: &&Info| names.contains(&info.name) && info.function == function;
    OPERATIONS.iter().find(of_function).expect("a default operation")
}

fn exact([high, low]: [f64; 2]) -> Float {
    Float::with_val(EXACT, high) + low
}

fn mpfr(function: Function, x: [f64; 2], y: [f64; 2]) -> Float {
    let (x, y) = (exact(x), exact(y));
    match function {
        Function::Add => x + y,
        Function::Sub => x - y,
        Function::Mul => x * y,
        Function::Div => x / y,
        Function::Sqrt => x.sqrt(),
    }
}

fn cases(function: Function, format: Format, each: u32) -> impl Iterator<Item = Pair> {
    let mut operands = Operands::new(info(function), format, true, 41);
    let classes = Class::ALL.into_iter().flat_map(move |class| (0..each).map(move |_| class));
    classes.map(move |class| operands.draw(class))
}

#[test]
fn relative_errors() {
    let (mut random, mut checked) = (Random::new(42), 0);
    for function in FUNCTIONS {
        for format in [Format::F32, Format::F64] {
            for Pair { x, y } in cases(function, format, 200) {
                let reference = mpfr(function, x, y);
                let high = reference.to_f64();
                let low = (Float::with_val(EXACT, &reference) - high).to_f64();
                let noise = 1.0 + (random.bits() as i64 as f64) * 2f64.powi(-40);
                for result in [[high, low], [high, low * noise], [high * (1.0 + noise * 1e-9), 0.0]]
                {
                    if !result.iter().all(|word| word.is_finite()) {
                        continue;
                    }
                    let ours = relative_error(function, x, y, result);
                    let difference = exact(result) - &reference;
                    checked += 1;
                    if difference.is_zero() || reference.is_zero() {
                        assert_eq!(ours == 0.0, difference.is_zero(), "{function:?} {x:?} {y:?}");
                        continue;
                    }
                    let theirs = (difference / &reference).to_f64();
                    // MPFR's own quotient and root are good to 4400 bits.
                    let slack = theirs.abs() * 2f64.powi(-48) + f64::MIN_POSITIVE;
                    assert!(
                        (ours - theirs).abs() <= slack,
                        "{function:?} {x:?} {y:?} {result:?}: {ours:e} {theirs:e}"
                    );
                }
            }
        }
    }
    println!("{checked} cases");
    assert!(checked > 60_000);
}

#[test]
fn correct_rounding() {
    let mut checked = 0;
    for function in FUNCTIONS {
        for precision in [8, 24, 53] {
            let format = Format { precision, ..Format::F32 };
            for Pair { x, y } in cases(function, format, 200) {
                let reference = mpfr(function, x, y);
                let high = Float::with_val(precision, &reference);
                let mut low = Float::with_val(precision, &reference - &high);
                let ours = correctly_rounded(function, x, y, precision);
                // An exact root or quotient leaves no rest; MPFR rounds it to 4400 bits all the
                // same.
                if ours[1] == 0.0 {
                    low.assign(0);
                }
                assert_eq!(
                    exact(ours),
                    Float::with_val(EXACT, &high) + &low,
                    "{function:?} {x:?} {y:?}"
                );
                checked += 1;
            }
        }
    }
    println!("{checked} cases");
    assert!(checked > 20_000);
}

#[test]
fn units_in_the_last_place() {
    let (mut random, mut checked) = (Random::new(43), 0);
    for function in FUNCTIONS {
        for Pair { x, y } in cases(function, Format::F64, 400) {
            let (x, y) = (x[0], y[0]);
            let mut reference = mpfr(function, [x, 0.0], [y, 0.0]);
            let result =
                reference.to_f64() * (1.0 + f64::from(random.between(-3, 3)) * f64::EPSILON);
            if reference.is_zero() || !result.is_normal() {
                continue;
            }
            // MPFR's exponent is that of a significand in [1/2, 1).
            let ulp = reference.get_exp().expect("a number") - 53;
            reference.neg_assign();
            let theirs = ((reference + result) >> ulp).to_f64();
            let ours = ulps(function, x, y, result, 53);
            assert!((ours - theirs).abs() <= 1e-15 * theirs.abs(), "{function:?} {x:e} {y:e}");
            checked += 1;
        }
    }
    for Pair { x, y } in cases(Function::Mul, Format::F64, 200) {
        let z = x[0] * y[0] * (random.between(-8, 8) as f64 / 4.0) + x[1] * y[0];
        let exact = Float::with_val(EXACT, x[0]) * y[0] + z;
        let result = exact.to_f64();
        if exact.is_zero() || !result.is_normal() {
            continue;
        }
        let ulp = exact.get_exp().expect("a number") - 53;
        let theirs = ((Float::with_val(EXACT, result) - exact) >> ulp).to_f64();
        assert!((fma_ulps(x[0], y[0], z, result, 53) - theirs).abs() <= 1e-15 * theirs.abs());
        checked += 1;
    }
    println!("{checked} cases");
    assert!(checked > 20_000);
}
