//! Euclidean division against exact integers, in every type.

use crate::common::{exact, is_nearest, number};
use floatfloat::{DoubleDouble, FloatFloat, QuadDouble, QuadFloat, TripleDouble, TripleFloat};
use floatfloat_exact::{Exact, Random};

/// x − n·y, at least 0 and less than |y|, and the integer n.
fn expected(x: &Exact, y: &Exact) -> (Exact, Exact) {
    let (n, rest) = (Exact::from_parts(x.quotient(y), 0), x.remainder(y));
    let one = Exact::from_parts(1, 0);
    match (rest.is_negative(), y.is_negative()) {
        (false, _) => (n, rest),
        (true, true) => (n + one, rest + y.clone().abs()),
        (true, false) => (n - one, rest + y.clone().abs()),
    }
}

macro_rules! of_types {
    ($($name:ident: $number:ident;)*) => {$(
        mod $name {
            use super::*;

            fn check(x: $number, y: $number) {
                let one = Exact::from_parts(1, 0);
                let (n, rest) = expected(&exact(x), &exact(y));
                let (quotient, remainder) = (x.div_euclid(y), x.rem_euclid(y));
                assert!(is_nearest(quotient, &n, &one), "{x:?} div {y:?}: {quotient:?}");
                assert!(is_nearest(remainder, &rest, &one), "{x:?} mod {y:?}: {remainder:?}");
            }

            #[test]
            fn of_any_numbers() {
                let mut random = Random::new(41);
                for _ in 0..4_000 {
                    let [x, y]: [$number; 2] = [20, 3].map(|size| {
                        let exponent = random.between(-size, size);
                        number(&mut random, exponent)
                    });
                    check(x, y);
                    check(-x, y);
                    check(x, -y);
                    check(-x, -y);
                }
            }

            /// Of multiples, and of what is next to them: x / y rounded is an integer, x / y is not.
            #[test]
            fn of_multiples_and_their_neighbours() {
                let mut random = Random::new(42);
                for _ in 0..4_000 {
                    let y: $number = number(&mut random, 0);
                    let factor = $number::from_f64(random.between(1, 1000).into());
                    let x = y * factor;
                    let step = x * $number::from_f64(
                        2f64.powi(1 - $number::MANTISSA_DIGITS as i32),
                    );
                    for x in [x, x + step, x - step] {
                        check(x, y);
                        check(-x, y);
                    }
                }
            }

            #[test]
            fn of_decimal_numbers() {
                let parsed = |text: &str| text.parse::<$number>().unwrap();
                for (x, y) in [("0.3", "0.1"), ("4.68e-6", "6e-8"), ("1", "0.1"), ("0.7", "0.07")] {
                    check(parsed(x), parsed(y));
                    check(-parsed(x), parsed(y));
                }
            }

            #[test]
            fn special_values_are_those_of_words() {
                let special = [0.0, -0.0, 1.5, -1.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
                for x in special {
                    for y in special {
                        let [a, b] = [x, y].map($number::from_f64);
                        for (found, expected) in [
                            (a.div_euclid(b).to_f64(), x.div_euclid(y)),
                            (a.rem_euclid(b).to_f64(), x.rem_euclid(y)),
                        ] {
                            let same = found.to_bits() == expected.to_bits()
                                || found.is_nan() && expected.is_nan();
                            assert!(same, "{x} and {y}: {found}, not {expected}");
                        }
                    }
                }
            }
        }
    )*};
}

of_types! {
    float_float: FloatFloat;
    triple_float: TripleFloat;
    quad_float: QuadFloat;
    double_double: DoubleDouble;
    triple_double: TripleDouble;
    quad_double: QuadDouble;
}

#[test]
fn remainders_do_not_cancel() {
    let x = FloatFloat::from_parts(-8.0, -(2f32.powi(-71)));
    let y = FloatFloat::from_parts(2f32.powi(-5), 2f32.powi(-49));
    let expected = FloatFloat::from_parts(2f32.powi(-41), -(2f32.powi(-71)));
    assert_eq!(x.rem_euclid(y), expected);
}
