//! The operands are what their classes promise.

use floatfloat::operation::{Bound, Function, Shape};
use floatfloat::registry::OPERATIONS;
use floatfloat_exact::{Class, Exact, Format, Operands};
use std::collections::HashSet;

/// The native formats and a small one.
const FORMATS: [Format; 3] =
    [Format::F32, Format::F64, Format { precision: 8, emin: -60, emax: 60 }];

/// Of the leading bit; a sum may have a zero among its operands.
fn exponent(word: f64) -> i32 {
    Exact::new(word).floor_log2().map_or(-1074, |exponent| exponent as i32)
}

#[test]
fn lawful_in_every_class() {
    for info in OPERATIONS {
        for format in FORMATS {
            for fused in [true, false] {
                let mut operands = Operands::new(info, format, fused, 7);
                for class in Class::ALL {
                    let mut distinct = HashSet::new();
                    for _ in 0..500 {
                        let pair = operands.draw(class);
                        for words in [pair.x, pair.y] {
                            let said = format!("{} {format:?} {class:?} {pair:?}", info.name);
                            assert!(words.iter().all(|&word| format.contains(word)), "{said}");
                            assert!(format.is_normalized(words), "{said}");
                        }
                        let zero = pair.x[0] == 0.0 || pair.y[0] == 0.0;
                        assert!(!zero || matches!(info.function, Function::Add | Function::Sub));
                        let within =
                            operands.range().contains(exponent(pair.x[0]), exponent(pair.y[0]));
                        assert!(within || zero, "{} {pair:?}", info.name);
                        if matches!(info.shape, Shape::WordWord | Shape::DoubleWordWord) {
                            assert_eq!(pair.y[1], 0.0);
                        }
                        if matches!(info.bound, Bound::RelativeSameSign { .. }) {
                            assert!(zero || (pair.x[0] < 0.0) == (pair.y[0] < 0.0));
                        }
                        distinct.insert([pair.x, pair.y].map(|w| w.map(f64::to_bits)));
                    }
                    assert!(distinct.len() > 60, "{} {format:?} {class:?}", info.name);
                }
            }
        }
    }
}

#[test]
fn cancelling_sums_cancel() {
    for (name, sign) in [("add", 1.0), ("sub", -1.0)] {
        let info = OPERATIONS.iter().find(|info| info.name == name).unwrap();
        let mut operands = Operands::new(info, Format::F64, true, 8);
        let deep = (0..1000).filter(|_| {
            let pair = operands.draw(Class::Cancelling);
            let sum = Exact::from_words(pair.x) + Exact::from_words(pair.y.map(|word| sign * word));
            sum.to_scaled().ratio(Exact::from_words(pair.x).to_scaled()).abs() < 1e-25
        });
        assert!(deep.count() > 500, "{name}");
    }
}

#[test]
fn the_ends_of_the_range_are_reached() {
    for info in OPERATIONS.iter().filter(|info| info.function != Function::Sqrt) {
        let format = Format::F32;
        let mut operands = Operands::new(info, format, true, 9);
        let mut results = [i64::MAX, i64::MIN];
        for class in [Class::Huge, Class::Tiny] {
            for _ in 0..2000 {
                let pair = operands.draw(class);
                let (x, y) = (exponent(pair.x[0]), exponent(pair.y[0]));
                let result = match info.function {
                    Function::Mul => x + y,
                    Function::Div => x - y,
                    _ => x.max(y),
                };
                results = [results[0].min(result.into()), results[1].max(result.into())];
            }
        }
        let lowest = match (info.function, info.bound) {
            (Function::Mul, Bound::Exact) => format.emin + format.p() - 1,
            (Function::Mul | Function::Div, _) => format.emin + 2 * format.p(),
            _ => format.emin,
        };
        assert!(results[0] <= lowest.into(), "{}: {results:?}", info.name);
        assert!(results[1] >= (format.emax - 2).into(), "{}: {results:?}", info.name);
    }
}

#[test]
fn normalisation_is_round_to_nearest_even() {
    let format = Format::F64;
    let cases = [
        (1.0, 2f64.powi(-53), true),
        (1.0, -(2f64.powi(-54)), true),
        (1.0, -(2f64.powi(-54)) * 1.5, false),
        (1.0 + f64::EPSILON, 2f64.powi(-53), false),
        (1.0 + f64::EPSILON, 2f64.powi(-53).next_down(), true),
        (0.0, 0.0, true),
        (0.0, 1e-300, false),
        (f64::from_bits(1), f64::from_bits(1), false),
        (f64::MIN_POSITIVE, f64::from_bits(1), false),
    ];
    for (high, low, normalized) in cases {
        assert_eq!(format.is_normalized([high, low]), normalized, "{high:e} {low:e}");
        assert_eq!(high + low == high, normalized, "the machine agrees");
    }
}
