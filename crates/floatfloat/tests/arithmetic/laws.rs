//! Laws that hold for all numbers, and the bounds of composed operations.

use crate::common::{Random, bits, scaled};
use dashu_int::{IBig, ops::Abs};
use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, NativeWord, NoFma, TotalOrder};
use proptest::prelude::*;
use std::collections::HashSet;

fn number<F: NativeWord>() -> impl Strategy<Value = DoubleWord<F>> {
    any::<u64>().prop_map(|seed| Random(seed).double_word())
}

/// Halves of the exponent range, so that neither products nor quotients leave it.
fn moderate<F: NativeWord>() -> impl Strategy<Value = DoubleWord<F>> {
    any::<u64>().prop_map(|seed| {
        let mut random = Random(seed);
        let p = F::PRECISION as i32;
        let exponent = random.below(20) as i32 - 10;
        let gap = random.below(6) as i32;
        DoubleWord::from_parts(random.word_near(exponent), random.word_near(exponent - p - gap))
    })
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20_000) }
}

fn without_fma(x: DoubleDouble) -> DoubleWord<NoFma<f64>> {
    DoubleWord::from_normalized(NoFma(x.hi()), NoFma(x.lo()))
}

macro_rules! laws {
    ($module:ident, $float:ident) => {
        mod $module {
            use super::*;

            type Number = DoubleWord<$float>;

            proptest! {
                #![proptest_config(config())]

                #[test]
                fn sums(x in number::<$float>(), y in number::<$float>()) {
                    prop_assert_eq!(x + y, y + x);
                    prop_assert_eq!(x - y, -(y - x));
                    prop_assert_eq!(x - y, x + -y);
                    prop_assert_eq!(x - x, Number::ZERO);
                    prop_assert_eq!(x + Number::ZERO, x);
                    prop_assert_eq!(x + 0.0, x);
                    prop_assert_eq!(x.hi() + y, y + x.hi());
                    prop_assert_eq!(x.hi() - y, -(y - x.hi()));
                }

                #[test]
                fn products(x in moderate::<$float>(), y in moderate::<$float>()) {
                    prop_assert_eq!(x * Number::ONE, x);
                    prop_assert_eq!(x / Number::ONE, x);
                    prop_assert_eq!(x * 1.0, x);
                    prop_assert_eq!(x * 2.0, x + x);
                    prop_assert_eq!(x / 2.0, x * 0.5);
                    prop_assert_eq!(-x * y, -(x * y));
                    prop_assert_eq!(x / -y, -(x / y));
                    prop_assert_eq!(x.hi() * y, y * x.hi());
                    prop_assert_eq!((x * x).is_sign_negative(), false);
                    prop_assert_eq!(x * y, y * x);
                }

                #[test]
                fn results_are_normalised(x in number::<$float>(), y in number::<$float>()) {
                    let of_one = [x.sqrt(), x.recip()];
                    let of_two = [x + y, x - y, x * y, x / y, x + y.hi(), x * y.hi(), x / y.hi()];
                    for z in of_one.into_iter().chain(of_two) {
                        prop_assert!(z.is_nan() || z.hi() + z.lo() == z.hi(), "{:?}", z);
                    }
                }

                #[test]
                fn order(x in number::<$float>(), y in number::<$float>()) {
                    let difference = x - y;
                    prop_assert_eq!(x < y, difference < Number::ZERO);
                    prop_assert_eq!(x == y, difference == Number::ZERO);
                    prop_assert_eq!(x.partial_cmp(&y), scaled(x).partial_cmp(&scaled(y)));
                    prop_assert_eq!(x.max(y), if x < y { y } else { x });
                    prop_assert_eq!(x.min(y), if x < y { x } else { y });
                    prop_assert_eq!(x.abs(), x.max(-x));
                    if x != y {
                        prop_assert_eq!(x.total_cmp(&y), x.partial_cmp(&y).unwrap());
                    }
                    prop_assert!(x.floor() <= x && x <= x.ceil());
                    prop_assert!(x.trunc().abs() <= x.abs());
                    prop_assert_eq!(scaled(x.trunc()) + scaled(x.fract()), scaled(x));
                    prop_assert_eq!(x.clamp(y.min(-y), y.max(-y)).abs(), x.abs().min(y.abs()));
                }

                /// a·b + c: 5u²|ab| + 2u²|result|, and a little for the second order.
                #[test]
                fn mul_add(a in moderate::<$float>(), b in moderate::<$float>(), c in moderate::<$float>()) {
                    let exact: IBig = scaled(a) * scaled(b) + (scaled(c) << 1074);
                    let product = (scaled(a) * scaled(b)).abs();
                    let error = ((scaled(a.mul_add(b, c)) << 1074) - &exact).abs();
                    let bound: IBig = (product * 5u8 + exact.abs() * 2u8) * 101u8 / 100u8;
                    prop_assert!((error << (2 * $float::MANTISSA_DIGITS as usize)) <= bound);
                }

                /// x^n: (n − 1)·5u².
                #[test]
                fn powers(x in moderate::<$float>(), n in 1i32..12) {
                    let exact = scaled(x).pow(n as usize);
                    let power = x.powi(n);
                    // Far enough from the ends of the range that nothing is lost there.
                    let size = power.hi().abs();
                    if !(size > (2.0 as $float).powi(-50) && size < (2.0 as $float).powi(50)) {
                        return Ok(());
                    }
                    let error = ((scaled(power) << (1074 * (n as usize - 1))) - &exact).abs();
                    let bound: IBig = exact.abs() * (5 * (n - 1)) * 101 / 100;
                    prop_assert!((error << (2 * $float::MANTISSA_DIGITS as usize)) <= bound);
                    // x^-n · x^n = 1 within the two bounds and one product.
                    let one = x.powi(-n) * power;
                    let allowed = Number::EPSILON * ((8 * n + 50) as $float / 2.0);
                    prop_assert!((one - 1.0).abs() <= allowed, "{:?}^{}: {:?}", x, n, one);
                }
            }
        }
    };
}

laws!(float_float, f32);
laws!(double_double, f64);

proptest! {
    #![proptest_config(config())]

    #[test]
    fn products_without_fused_multiply_add_commute(x in moderate::<f64>(), y in moderate::<f64>()) {
        let (x, y) = (without_fma(x), without_fma(y));
        prop_assert_eq!(x * y, y * x);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-+.0-9eEinfatyNx_ ]{0,40}") {
        prop_assert_eq!(text.parse::<DoubleDouble>().is_ok(), text.parse::<f64>().is_ok(), "{:?}", text);
        let _ = DoubleDouble::from_hex(&text);
    }

    #[test]
    fn any_unicode_is_refused_without_a_panic(text in "\\PC{0,12}") {
        prop_assert_eq!(text.parse::<FloatFloat>().is_ok(), text.parse::<f32>().is_ok(), "{:?}", text);
        let _ = FloatFloat::from_hex(&text);
    }
}

/// Sums of n terms that cancel: as with three words.
#[test]
fn sums_are_accurate() {
    let mut random = Random(41);
    for _ in 0..500 {
        let mut terms: Vec<DoubleDouble> = Vec::new();
        for _ in 0..100 {
            let exponent = random.below(90) as i32;
            let high = random.word_near(exponent);
            let x = DoubleDouble::from_parts(high, random.word_near(exponent - 54));
            terms.extend([x, -x]);
        }
        for _ in 0..10 {
            terms.push(DoubleDouble::from_parts(random.word_near(-20), random.word_near(-74)));
        }
        // Not the order in which they cancel.
        for i in (1..terms.len()).rev() {
            terms.swap(i, random.below(i as u64 + 1) as usize);
        }
        let exact: IBig = terms.iter().map(|&x| scaled(x)).sum();
        let magnitude: IBig = terms.iter().map(|&x| scaled(x).abs()).sum();
        let sum: DoubleDouble = terms.iter().sum();
        let error = (scaled(sum) - &exact).abs();
        let n = terms.len();
        let bound = ((exact.clone().abs() * 4u8) << 53) + magnitude * n * n;
        assert!(error << (3 * 53) <= bound, "{sum:?}");
        let words: DoubleDouble = terms.iter().flat_map(|x| [x.hi(), x.lo()]).sum();
        assert!((scaled(words) - &exact).abs() << (3 * 53) <= bound * 4u8);
    }
}

/// One operator between double-words, and with a word on either side: values and references give
/// the same bits, and so do assignments.
macro_rules! mixtures {
    ($($op:tt $assign:tt)*) => {$(
        let (x, y, word) = (DoubleDouble::PI, DoubleDouble::E, 0.7);
        let same = |all: [DoubleDouble; 4]| {
            assert!(all.iter().all(|&z| bits(z) == bits(all[0])), "{}", stringify!($op));
            all[0]
        };
        let of_pairs = same([x $op y, &x $op y, x $op &y, &x $op &y]);
        let with_word = same([x $op word, &x $op word, x $op &word, &x $op &word]);
        let of_word = same([word $op x, &word $op x, word $op &x, &word $op &x]);
        let mut assigned = [x; 4];
        assigned[0] $assign y;
        assigned[1] $assign &y;
        assigned[2] $assign word;
        assigned[3] $assign &word;
        let expected = [of_pairs, of_pairs, with_word, with_word];
        assert_eq!(assigned.map(bits), expected.map(bits), "{}", stringify!($assign));
        let from_word = DoubleDouble::from(word);
        for (z, exact) in [(with_word, x $op from_word), (of_word, from_word $op x)] {
            assert!((z - exact).abs() <= exact.abs() * (DoubleDouble::EPSILON * 8.0));
        }
    )*};
}

#[test]
fn operators_take_words_and_references_and_assign() {
    mixtures! { + += - -= * *= / /= % %= }
    assert_eq!(bits(-&DoubleDouble::PI), bits(-DoubleDouble::PI));
}

#[test]
fn total_order_sorts_and_hashes() {
    let values = [f64::NAN, -1.0, 0.0, -0.0, f64::INFINITY, 1.0, f64::NEG_INFINITY, -f64::NAN];
    let mut numbers: Vec<_> = values.iter().map(|&x| TotalOrder(DoubleDouble::from(x))).collect();
    numbers.push(TotalOrder(DoubleDouble::from_parts(1.0, -1e-30)));
    numbers.sort();
    let mut words = values.to_vec();
    words.push(1.0);
    words.sort_by(f64::total_cmp);
    let highs: Vec<u64> = numbers.iter().map(|x| x.0.hi().to_bits()).collect();
    assert_eq!(highs, words.iter().map(|x| x.to_bits()).collect::<Vec<_>>());
    let minus_low = DoubleDouble::from_normalized(1.0, -0.0);
    let set: HashSet<_> = [DoubleDouble::ONE, minus_low].map(TotalOrder).into_iter().collect();
    assert_eq!(set.len(), 1);
}

/// u² + 16nu³ for n factors, against exact integers; far more than one product after the other can
/// promise.
#[test]
fn products_are_accurate() {
    fn check<F: NativeWord>(seed: u64) {
        let p = F::PRECISION as usize;
        let mut random = Random(seed);
        for _ in 0..1_000 {
            let n = 2 + random.below(60) as usize;
            let factors: Vec<DoubleWord<F>> = (0..n)
                .map(|_| {
                    let high: F = random.word_near(0);
                    let gap = p as i32 + random.below(4) as i32;
                    DoubleWord::from_parts(high, random.word_near(-gap))
                })
                .collect();
            let bound_at = |n: usize| (1u128 << p) + 16 * n as u128;
            // Exactly: every factor times 2^1074.
            let exact = |factors: &[DoubleWord<F>]| {
                factors.iter().map(|&x| scaled(x)).fold(IBig::ONE, |product, x| product * x)
            };
            let assert_near = |product: DoubleWord<F>, exact: IBig, n: usize| {
                let error = ((scaled(product) << (1074 * (n - 1))) - &exact).abs();
                assert!(error << (3 * p) <= exact.abs() * bound_at(n), "{n} factors: {product:?}");
            };
            assert_near(factors.iter().product(), exact(&factors), n);
            let words: Vec<F> = factors.iter().map(|x| x.hi()).collect();
            let as_numbers: Vec<_> =
                words.iter().map(|&word| DoubleWord::from_word(word)).collect();
            assert_near(words.iter().product(), exact(&as_numbers), n);
        }
    }
    check::<f32>(41);
    check::<f64>(42);
}
