//! Sums and products have the same bits in either order of their operands.

use crate::common::number;
use floatfloat::{
    DoubleDouble, FloatFloat, MultiWord, NativeWord, QuadDouble, QuadFloat, TripleDouble,
    TripleFloat, WideDoubleDouble, WideFloatFloat,
};
use floatfloat_exact::Random;

/// Whether the words are the same bits, or both NaN.
fn same<W: NativeWord>(x: &[W], y: &[W]) -> bool {
    let same =
        |(x, y): (&W, &W)| x == y && x.is_negative() == y.is_negative() || x.is_nan() && y.is_nan();
    x.len() == y.len() && x.iter().zip(y).all(same)
}

/// Zeros, infinities, NaN, and the ends of the range.
fn edges<W: NativeWord>() -> Vec<W> {
    let least = W::rounded(false, 1, W::LEAST_EXPONENT, false);
    let numbers = [0.0, 1.0, f64::INFINITY, f64::NAN].map(W::nearest);
    let numbers = numbers.into_iter().chain([W::MAX, least]);
    numbers.flat_map(|number| [number, -number]).collect()
}

macro_rules! of_types {
    ($($name:ident: $number:ident, $word:ident;)*) => {$(
        #[test]
        fn $name() {
            let mut random = Random::new(5);
            let mut numbers: Vec<$number> = edges::<$word>().into_iter().map($number::from_word).collect();
            for exponent in (0..3_000).map(|k| k % 40 - 20) {
                numbers.push(number(&mut random, exponent));
            }
            for (k, &x) in numbers.iter().enumerate() {
                for &y in numbers.iter().skip(if k < 20 { 0 } else { k }).take(if k < 20 { 200 } else { 20 }) {
                    let parts = |x: $number| MultiWord::parts(x);
                    assert!(same(&parts(x * y), &parts(y * x)), "{x:?} * {y:?}");
                    assert!(same(&parts(x + y), &parts(y + x)), "{x:?} + {y:?}");
                    let z = numbers[numbers.len() - 1];
                    assert!(same(&parts(x.mul_add(y, z)), &parts(y.mul_add(x, z))), "{x:?} * {y:?} + {z:?}");
                }
            }
        }
    )*};
}

of_types! {
    float_float: FloatFloat, f32;
    triple_float: TripleFloat, f32;
    quad_float: QuadFloat, f32;
    double_double: DoubleDouble, f64;
    triple_double: TripleDouble, f64;
    quad_double: QuadDouble, f64;
}

macro_rules! of_wide_types {
    ($($name:ident: $wide:ident of $number:ident;)*) => {$(
        #[test]
        fn $name() {
            let mut random = Random::new(6);
            let scale: $wide = "1e-100000".parse().unwrap();
            for k in 0..30_000 {
                let [x, y] = [k % 30, 3].map(|exponent| {
                    let number: $number = number(&mut random, exponent);
                    let wide = $wide::from(number.hi()) + $wide::from(number.lo());
                    if random.between(0, 1) == 0 { wide * scale } else { wide }
                });
                assert_eq!((x * y).words().map(f64::from), (y * x).words().map(f64::from), "{x:?} * {y:?}");
                assert_eq!((x + y).words().map(f64::from), (y + x).words().map(f64::from), "{x:?} + {y:?}");
            }
        }
    )*};
}

of_wide_types! {
    wide_float_float: WideFloatFloat of FloatFloat;
    wide_double_double: WideDoubleDouble of DoubleDouble;
}
