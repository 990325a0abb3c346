//! Conversions between all widths, from and to words and integers; constants.

use crate::common::{self, Number, bits, exact, is_normalized, nearest, number, word};
use floatfloat::{
    DoubleDouble, FloatFloat, IntegerError, MultiWord, NativeWord, QuadDouble, QuadFloat, QuadWord,
    TripleDouble, TripleFloat, TripleWord, Word,
    sim::{
        Sim,
        machines::{IeeeF32, Small},
    },
};
use floatfloat_exact::{Exact, Random};

fn is_nearest<N: Number>(found: N, value: &Exact) {
    assert!(common::is_nearest(found, value, &Exact::from_parts(1, 0)), "{found:?} of {value:?}");
}

/// From one type to all.
fn from<N: Number>(random: &mut Random) {
    for _ in 0..5_000 {
        let exponent = random.between(-20, 20);
        let x: N = number(random, exponent);
        let value = exact(x);
        is_nearest(FloatFloat::from_number(x), &value);
        is_nearest(TripleFloat::from_number(x), &value);
        is_nearest(QuadFloat::from_number(x), &value);
        is_nearest(DoubleDouble::from_number(x), &value);
        is_nearest(TripleDouble::from_number(x), &value);
        is_nearest(QuadDouble::from_number(x), &value);
        assert_eq!(exact(N::from_word(N::Word::default()) + x), value);
    }
    for special in [N::Word::INFINITY, -N::Word::INFINITY, N::Word::default(), -N::Word::default()]
    {
        let converted = TripleFloat::from_number(N::from_word(special));
        assert_eq!(converted.hi().to_bits(), (Into::<f64>::into(special) as f32).to_bits());
    }
    assert!(QuadFloat::from_number(N::from_word(N::Word::NAN)).is_nan());
}

#[test]
fn between_all_widths() {
    let mut random = Random::new(31);
    from::<FloatFloat>(&mut random);
    from::<TripleFloat>(&mut random);
    from::<QuadFloat>(&mut random);
    from::<DoubleDouble>(&mut random);
    from::<TripleDouble>(&mut random);
    from::<QuadDouble>(&mut random);
    assert_eq!(TripleFloat::from_number(QuadDouble::MAX), TripleFloat::INFINITY);
}

/// By every conversion of every type.
#[test]
fn a_negative_zero_stays_one() {
    fn converted<N: Number>(zero: N) {
        let numbers: [f64; 6] = [
            FloatFloat::from_number(zero).to_f64(),
            TripleFloat::from_number(zero).to_f64(),
            QuadFloat::from_number(zero).to_f64(),
            DoubleDouble::from_number(zero).to_f64(),
            TripleDouble::from_number(zero).to_f64(),
            QuadDouble::from_number(zero).to_f64(),
        ];
        assert_eq!(numbers.map(f64::to_bits), [(-0.0f64).to_bits(); 6], "{zero:?}");
    }
    macro_rules! of_types {
        ($($number:ident)*) => {$(
            let from_words = [
                $number::from_f64(-0.0),
                $number::from(-0.0f32),
                $number::from_word(-0.0),
                $number::ZERO.constant(-0.0),
                "-0".parse().unwrap(),
                -$number::ZERO,
                $number::from_f64(-0.0) * $number::from_f64(2.0),
                $number::from_f64(-0.0).sqrt(),
            ];
            for (k, zero) in from_words.into_iter().enumerate() {
                let is_negative = |word: f64| word == 0.0 && word.is_sign_negative();
                let name = stringify!($number);
                assert!(is_negative(zero.to_f64()), "{name} {k}");
                assert!(is_negative(f64::from(zero.to_f32())), "{name} {k}, to f32");
                converted(zero);
            }
        )*};
    }
    of_types! { FloatFloat TripleFloat QuadFloat DoubleDouble TripleDouble QuadDouble }
    let (ff, tf, qf) = (-FloatFloat::ZERO, -TripleFloat::ZERO, -QuadFloat::ZERO);
    let widened =
        [DoubleDouble::from(ff).hi(), TripleDouble::from(ff).hi(), QuadDouble::from(tf).hi()];
    let widened = widened.into_iter().chain([QuadDouble::from(qf).hi(), QuadDouble::from(ff).hi()]);
    assert!(widened.into_iter().all(f64::is_sign_negative));
}

#[test]
fn widening_is_exact() {
    let mut random = Random::new(32);
    for _ in 0..5_000 {
        macro_rules! widened {
            ($($from:ident: $($to:ident)*;)*) => {$(
                let x: $from = number(&mut random, 0);
                $(
                    assert_eq!(exact($to::from(x)), exact(x), "{x:?}");
                    assert!(is_normalized($to::from(x)));
                )*
            )*};
        }
        widened! {
            FloatFloat: TripleFloat QuadFloat TripleDouble QuadDouble;
            TripleFloat: QuadFloat TripleDouble QuadDouble;
            QuadFloat: QuadDouble;
            DoubleDouble: TripleDouble QuadDouble;
            TripleDouble: QuadDouble;
        }
    }
    assert_eq!(QuadDouble::from(TripleFloat::NEG_INFINITY), QuadDouble::NEG_INFINITY);
    assert!(TripleDouble::from(FloatFloat::NAN).is_nan());
    assert_eq!(TripleDouble::from(0.1f32), f64::from(0.1f32));
}

#[test]
fn to_words_is_rounded_once() {
    let mut random = Random::new(33);
    for _ in 0..20_000 {
        macro_rules! rounded {
            ($($number:ident)*) => {$(
                let x: $number = number(&mut random, 0);
                assert_eq!(Exact::new(x.to_f64()), exact(x).rounded(53), "{x:?}");
                assert_eq!(Exact::new(x.to_f32().into()), exact(x).rounded(24), "{x:?}");
            )*};
        }
        rounded!(TripleFloat QuadFloat TripleDouble QuadDouble);
        // Just beside the middle of two words.
        let tie = QuadDouble::from_parts([1.0, f64::EPSILON / 2.0, word(&mut random, -150), 0.0]);
        assert_eq!(Exact::new(tie.to_f64()), exact(tie).rounded(53), "{tie:?}");
        let tie =
            TripleDouble::from_parts([1.0, f64::from(f32::EPSILON) / 2.0, word(&mut random, -100)]);
        assert_eq!(Exact::new(tie.to_f32().into()), exact(tie).rounded(24), "{tie:?}");
    }
}

fn of_f64<N: Number>(from: fn(f64) -> N, random: &mut Random) {
    for _ in 0..20_000 {
        let exponent = random.between(-20, 20);
        let x: f64 = word(random, exponent);
        is_nearest(from(x), &Exact::new(x));
        assert_eq!(bits(N::from_word(N::Word::default()).constant(x)), bits(from(x)));
    }
}

#[test]
fn from_f64_is_nearest() {
    let mut random = Random::new(34);
    of_f64(TripleFloat::from_f64, &mut random);
    of_f64(QuadFloat::from_f64, &mut random);
    of_f64(TripleDouble::from_f64, &mut random);
    of_f64(QuadDouble::from_f64, &mut random);
    assert_eq!(TripleFloat::from_f64(1e300), TripleFloat::INFINITY);
    assert_eq!(TripleFloat::from_f64(-1e-300).hi().to_bits(), (-0f32).to_bits());
}

/// A constant of four words, rounded to fewer, and to words of few bits.
#[test]
fn constants_of_code_over_any_word_are_nearest() {
    type Bits<const P: u32> = Sim<Small<P, IeeeF32>>;
    fn words<W: Word, const N: usize>(words: [W; N], to: fn(W) -> f64) -> Exact {
        words.into_iter().map(|word| Exact::new(to(word))).sum()
    }
    fn of_few_bits<const P: u32>(value: QuadDouble, exact: &Exact) {
        let (one, one_exactly) = (Bits::<P>::new(1.0), Exact::from_parts(1, 0));
        let three = TripleWord::from_word(one).constant(value);
        let four = QuadWord::from_word(one).constant(value);
        assert_eq!(
            words(three.parts(), Sim::to_f64),
            nearest(exact, &one_exactly, 3, P, -1000),
            "{value:?}"
        );
        assert_eq!(
            words(four.parts(), Sim::to_f64),
            nearest(exact, &one_exactly, 4, P, -1000),
            "{value:?}"
        );
    }
    let mut random = Random::new(35);
    for _ in 0..5_000 {
        let value: QuadDouble = number(&mut random, 0);
        let exact = exact(value);
        is_nearest(TripleFloat::ONE.constant(value), &exact);
        is_nearest(QuadFloat::ONE.constant(value), &exact);
        is_nearest(TripleDouble::ONE.constant(value), &exact);
        assert_eq!(bits(QuadDouble::ONE.constant(value)), bits(QuadDouble::from_number(value)));
        // The simulated words end at 2^-200.
        if exact.last_bit() < Some(-190) {
            continue;
        }
        of_few_bits::<8>(value, &exact);
        of_few_bits::<11>(value, &exact);
        of_few_bits::<30>(value, &exact);
    }
}

macro_rules! integers {
    ($($name:ident: $number:ident $precision:literal;)*) => {$(
        #[test]
        fn $name() {
            let mut random = Random::new(36);
            for k in 0..20_000 {
                let wide = u128::from(random.bits()) << 64 | u128::from(random.bits());
                let shift = random.below(128);
                let magnitude = if k % 4 == 0 { wide | !(u128::MAX >> shift) } else { wide >> shift };
                let signed = magnitude as i128;
                let value = Exact::from_parts(dashu_int::IBig::from(signed), 0);
                let found = $number::nearest_i128(signed);
                is_nearest(found, &value);
                let unsigned = $number::nearest_u128(magnitude);
                if unsigned.is_finite() {
                    is_nearest(unsigned, &Exact::from_parts(dashu_int::IBig::from(magnitude), 0));
                } else {
                    // 2^128 is the first number beyond f32.
                    assert!(magnitude.leading_ones() >= 24 && $precision < 100, "{magnitude}");
                }
                match $number::try_from(signed) {
                    Ok(x) => {
                        assert_eq!((x.to_i128(), i128::try_from(x)), (Some(signed), Ok(signed)));
                    }
                    Err(error) => {
                        assert_eq!(error, IntegerError::Inexact);
                        assert_ne!(exact(found), value);
                    }
                }
                assert_eq!($number::try_from(magnitude).is_ok(), $number::nearest_u128(magnitude).to_u128() == Some(magnitude));
                let short = random.bits() >> random.below(64);
                let x = $number::from(short);
                assert_eq!(exact(x), Exact::from_parts(short, 0));
                assert_eq!((u64::try_from(x), is_normalized(x)), (Ok(short), true));
                let x = $number::from(short as i64);
                assert_eq!(i64::try_from(x), Ok(short as i64));
                let half = x + 0.5;
                assert_eq!(half.to_i128().map(|n| n as i64), Some(if x < 0.0 { short as i64 + 1 } else { short as i64 }));
                assert_eq!(i64::try_from(half), Err(IntegerError::NotAnInteger));
            }
            assert_eq!(u8::try_from($number::from(256u16)), Err(IntegerError::OutOfRange));
            assert_eq!(u8::try_from(-$number::ONE), Err(IntegerError::OutOfRange));
            assert_eq!(i64::try_from($number::NAN), Err(IntegerError::NotFinite));
            assert_eq!($number::from(u64::MAX).to_u128(), Some(u64::MAX.into()));
            assert_eq!($number::from(i64::MIN).to_i128(), Some(i64::MIN.into()));
            assert_eq!(($number::NAN.to_u128(), $number::INFINITY.to_i128()), (None, None));
            assert_eq!($number::MANTISSA_DIGITS, $precision);
        }
    )*};
}

integers! {
    integers_of_triple_floats: TripleFloat 72;
    integers_of_quad_floats: QuadFloat 96;
    integers_of_triple_doubles: TripleDouble 159;
    integers_of_quad_doubles: QuadDouble 212;
}

/// Constants are nearest: those of three words are those of four, rounded; and 250 bits of π.
#[test]
fn constants_are_nearest() {
    macro_rules! agree {
        ($($name:ident)*) => {$(
            let value = exact(QuadDouble::$name);
            is_nearest(QuadFloat::$name, &value);
            is_nearest(TripleFloat::$name, &value);
            is_nearest(TripleDouble::$name, &value);
            is_nearest(DoubleDouble::$name, &value);
            assert!(is_normalized(QuadDouble::$name));
        )*};
    }
    agree!(
        E FRAC_1_PI FRAC_1_SQRT_2 FRAC_2_PI FRAC_2_SQRT_PI FRAC_PI_2 FRAC_PI_3 FRAC_PI_4 FRAC_PI_6 FRAC_PI_8
        LN_2 LN_10 LOG10_2 LOG10_E LOG2_10 LOG2_E PI SQRT_2 TAU
    );
    let pi: QuadDouble =
        "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862"
            .parse()
            .unwrap();
    assert_eq!(bits(pi), bits(QuadDouble::PI));
    let e: QuadDouble =
        "2.71828182845904523536028747135266249775724709369995957496696762772407663035354759457"
            .parse()
            .unwrap();
    assert_eq!(bits(e), bits(QuadDouble::E));
    let bound = QuadDouble::EPSILON * 16.0;
    assert!((QuadDouble::SQRT_2 * QuadDouble::SQRT_2 - 2.0).abs() <= bound);
    assert!((QuadDouble::FRAC_1_PI * QuadDouble::PI - 1.0).abs() <= bound);
    assert!((QuadDouble::LN_2 * QuadDouble::LOG2_E - 1.0).abs() <= bound);
    assert!((QuadDouble::LN_10 * QuadDouble::LOG10_E - 1.0).abs() <= bound);
    assert!((QuadDouble::LOG10_2 * QuadDouble::LOG2_10 - 1.0).abs() <= bound);
}

#[test]
fn limits_are_what_they_say() {
    macro_rules! limits {
        ($($number:ident $float:ident $digits:literal;)*) => {$(
            let largest = $number::MAX;
            assert!(is_normalized(largest) && largest == -$number::MIN, "{largest:?}");
            // One more unit of any word is not normalised, or not finite.
            for k in 0..$number::WORDS {
                let mut parts = largest.parts();
                parts[k] = parts[k].next_up();
                assert!(!parts[0].is_finite() || !is_normalized($number::from_normalized(parts)));
            }
            let (epsilon, p) = (exact($number::EPSILON), $number::MANTISSA_DIGITS as i64);
            assert_eq!(epsilon, Exact::from_parts(1, 1 - p));
            assert_eq!($number::DIGITS, $digits);
            assert_eq!($number::MIN_POSITIVE, $float::MIN_POSITIVE);
            assert_eq!(($number::ZERO.hi(), $number::ONE.hi()), (0.0, 1.0));
        )*};
    }
    limits! {
        TripleFloat f32 21;
        QuadFloat f32 28;
        TripleDouble f64 47;
        QuadDouble f64 63;
    }
}
