//! The neighbours of a number among all sums of as many words.

use crate::common::{exact, is_normalized, number, word};
use floatfloat::{QuadDouble, QuadFloat, TripleDouble, TripleFloat, Word};
use floatfloat_exact::{Exact, Random};

macro_rules! neighbours {
    ($($name:ident: $number:ident $float:ident;)*) => {$(
        #[test]
        fn $name() {
            let mut random = Random::new(41);
            let p = $float::PRECISION as i32;
            for _ in 0..10_000 {
                let x: $number = number(&mut random, 0);
                let (above, below) = (x.next_up(), x.next_down());
                assert!(above > x && below < x, "{x:?} {above:?} {below:?}");
                assert!(is_normalized(above) && is_normalized(below), "{above:?} {below:?}");
                assert_eq!(exact(above.next_down()), exact(x), "{x:?}");
                assert_eq!(exact(below.next_up()), exact(x), "{x:?}");
                // Nothing lies between: not with another last word, nor with words moved by one unit.
                for _ in 0..20 {
                    let mut parts = x.parts();
                    let k = random.below(parts.len() as u64) as usize;
                    match random.below(4) {
                        0 => parts[k] = parts[k].next_up(),
                        1 => parts[k] = parts[k].next_down(),
                        _ => {}
                    }
                    let last = parts.len() - 1;
                    parts[last] = match random.below(4) {
                        0 => parts[last].next_up(),
                        1 => -parts[last],
                        2 => parts[last] + word::<$float>(&mut random, -p * (last as i32 + 1)),
                        _ => (-parts[last]).next_up(),
                    };
                    let other = exact($number::from_parts(parts));
                    assert!(other <= exact(x) || other >= exact(above), "{x:?} {above:?} {parts:?}");
                    assert!(other >= exact(x) || other <= exact(below), "{x:?} {below:?} {parts:?}");
                }
                let ulp = Exact::new(x.hi().into()).floor_log2().unwrap() + 1 - $number::MANTISSA_DIGITS as i64;
                assert_eq!(exact(x.ulp()), Exact::from_parts(1, ulp.max($float::MIN_EXP as i64 - p as i64)));
            }
            assert_eq!($number::ONE.ulp(), $number::EPSILON);
            assert_eq!($number::MAX.next_up(), $number::INFINITY);
            assert_eq!($number::INFINITY.next_down(), $number::MAX);
            assert_eq!($number::NEG_INFINITY.next_up(), $number::MIN);
            assert_eq!($number::INFINITY.next_up(), $number::INFINITY);
            let least = $float::from_bits(1);
            for zero in [$number::ZERO, -$number::ZERO] {
                assert_eq!((zero.next_up(), zero.next_down()), (least.into(), (-least).into()));
            }
            assert_eq!($number::from(least).next_up(), 2.0 * least);
            assert!($number::from(-least).next_up() == 0.0 && $number::NAN.next_up().is_nan());
        }
    )*};
}

neighbours! {
    of_triple_floats: TripleFloat f32;
    of_quad_floats: QuadFloat f32;
    of_triple_doubles: TripleDouble f64;
    of_quad_doubles: QuadDouble f64;
}
