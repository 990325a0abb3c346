//! Text reads back, and is correctly rounded in both directions.

use crate::common::{Number, bits, exact, is_nearest, is_normalized, number};
use dashu_int::IBig;
use floatfloat::{NativeWord, ParseErrorKind, QuadDouble, QuadFloat, TripleDouble, TripleFloat};
use floatfloat_exact::{Exact, Random};
use std::{
    fmt::{Display, LowerExp},
    str::FromStr,
};

fn round_trip<N: Number + Display + LowerExp + FromStr<Err: std::fmt::Debug>>(seed: u64) {
    let mut random = Random::new(seed);
    for k in 0..20_000 {
        let exponent = random.between(-60, 60);
        let x: N = number(&mut random, exponent);
        let text = if k % 2 == 0 { format!("{x}") } else { format!("{x:e}") };
        let back: N = text.parse().unwrap();
        assert_eq!(exact(back), exact(x), "{x:?} was written {text}");
        assert!(is_normalized(back), "{back:?}");
        let again: N = format!("{back}").parse().unwrap();
        assert_eq!(bits(again), bits(back), "{back:?}");
    }
}

#[test]
fn decimal_text_reads_back() {
    round_trip::<TripleFloat>(1);
    round_trip::<QuadFloat>(2);
    round_trip::<TripleDouble>(3);
    round_trip::<QuadDouble>(4);
}

/// Digits and decimal exponent of a written number.
fn value(text: &str) -> (IBig, i32) {
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let exponent: i32 = exponent.parse().unwrap();
    (format!("{whole}{fraction}").parse().unwrap(), exponent - fraction.len() as i32)
}

/// digits · 10^exponent as a fraction.
fn fraction(digits: IBig, exponent: i32) -> (Exact, Exact) {
    let power = IBig::from(10).pow(exponent.unsigned_abs() as usize);
    let one = Exact::from_parts(1, 0);
    match exponent {
        0.. => (Exact::from_parts(digits * power, 0), one),
        _ => (Exact::from_parts(digits, 0), Exact::from_parts(power, 0)),
    }
}

fn parsing<N: Number + FromStr<Err: std::fmt::Debug>>(seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..5_000 {
        let digits: String =
            (0..1 + random.below(90)).map(|_| random.pick(&['0', '9', '1', '5', '7'])).collect();
        // The value is from 10^-40 to 10^30.
        let exponent = random.between(-40, 30) - digits.len() as i32;
        let text = format!("{}{digits}e{exponent}", if random.one_in(2) { "-" } else { "" });
        let (digits, exponent) = value(&text);
        let (numerator, denominator) = fraction(digits, exponent);
        let x: N = text.parse().unwrap();
        assert!(is_nearest(x, &numerator, &denominator), "{text}: {x:?}");
    }
}

#[test]
fn parsing_is_correctly_rounded() {
    parsing::<TripleFloat>(5);
    parsing::<QuadFloat>(6);
    parsing::<TripleDouble>(7);
    parsing::<QuadDouble>(8);
}

/// So many digits are the nearest, and no shorter text than the shortest reads back.
fn printing<N: Number + Display + LowerExp + FromStr<Err: std::fmt::Debug>>(seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..2_000 {
        let exponent = random.between(-20, 20);
        let x: N = number(&mut random, exponent);
        let places = random.below(80) as usize;
        let (digits, power) = value(&format!("{x:.places$e}"));
        let (numerator, denominator) = fraction(digits, power);
        let error = (exact(x) * denominator.clone() - numerator).abs();
        let (one, scale) = fraction(IBig::ONE, power);
        // Within half a unit of the last place.
        assert!(error.shifted(1) * scale <= one * denominator, "{x:?} to {places} places");
        let shortest = format!("{x:e}");
        let (mantissa, power) = shortest.split_once('e').unwrap();
        if mantissa.len() > 4 {
            let shorter = mantissa.len() - mantissa.find('.').unwrap() - 2;
            let text = format!("{x:.shorter$e}");
            let back: N = text.parse().unwrap();
            assert_ne!(exact(back), exact(x), "{shortest} could be {text}, e{power}");
        }
    }
}

#[test]
fn printing_is_correctly_rounded_and_shortest() {
    printing::<TripleFloat>(9);
    printing::<QuadFloat>(10);
    printing::<TripleDouble>(11);
    printing::<QuadDouble>(12);
}

#[test]
fn hexadecimal_text_keeps_the_words() {
    fn check(random: &mut Random) {
        macro_rules! of {
            ($($number:ident)*) => {$(
                let x: $number = number(random, 0);
                let text = format!("{x:?}");
                assert_eq!(bits($number::from_hex(&text).unwrap()), bits(x), "{text}");
            )*};
        }
        of!(TripleFloat QuadFloat TripleDouble QuadDouble);
    }
    let mut random = Random::new(13);
    for _ in 0..5_000 {
        check(&mut random);
    }
    let text = "0x1.8p+1 + 0x1p-60 - 0x1p-130 + 0x1p-200";
    let x = QuadDouble::from_hex(text).unwrap();
    assert_eq!(format!("{x:?}"), text);
    let error = TripleDouble::from_hex(text).unwrap_err();
    assert_eq!(error.kind(), ParseErrorKind::UnexpectedCharacter);
    assert_eq!(format!("{:?}", QuadDouble::NEG_INFINITY), "-inf");
}

#[test]
fn ends_of_the_range_read_back() {
    for x in [QuadDouble::MAX, QuadDouble::MIN, QuadDouble::MIN_POSITIVE, QuadDouble::from(5e-324)]
    {
        assert_eq!(bits(x.to_string().parse::<QuadDouble>().unwrap()), bits(x), "{x:?}");
    }
    for x in [TripleFloat::MAX, TripleFloat::MIN, TripleFloat::MIN_POSITIVE] {
        assert_eq!(bits(x.to_string().parse::<TripleFloat>().unwrap()), bits(x), "{x:?}");
    }
    let wide = QuadDouble::from_parts([f64::MAX, 1.0, f64::MIN_POSITIVE, 5e-324]);
    assert_eq!(bits(wide.to_string().parse::<QuadDouble>().unwrap()), bits(wide));
    for (text, first) in
        [("inf", f64::INFINITY), ("1e400", f64::INFINITY), ("-1e400", f64::NEG_INFINITY)]
    {
        assert_eq!(text.parse::<QuadDouble>().unwrap().parts(), [first, 0.0, 0.0, 0.0]);
    }
    assert!("-1e-400".parse::<TripleDouble>().unwrap().is_sign_negative());
    assert!("nan".parse::<QuadFloat>().unwrap().is_nan());
    let error = "1.5x".parse::<QuadFloat>().unwrap_err();
    assert_eq!((error.kind(), error.position()), (ParseErrorKind::UnexpectedCharacter, 3));
    // The middle of the largest words that may be and of the next, which is infinite.
    let (significand, exponent) = f64::MAX.parts();
    assert_eq!(f64::rounded(false, significand, exponent, false), f64::MAX);
}
