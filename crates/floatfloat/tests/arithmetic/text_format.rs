//! Formats, edge cases and hostile strings.

use crate::{
    common::{Random, bits},
    shared::edges::edges,
};
use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, NativeWord, ParseErrorKind};

/// With a precision a double-word without low part is written as its word is, in every option.
#[test]
fn agrees_with_f64_given_a_precision() {
    let mut random = Random(3);
    let mut words = edges::<f64>();
    words.extend((0..3000).map(|_| random.word::<f64>()));
    words.extend((0..3000).map(|_| random.word_near::<f64>(2)));
    words.extend([0.5, 1.5, 2.5, 0.25, 0.125, 9.5, 99.5, 999.95, 0.05, 0.0005]);
    for w in words {
        let x = DoubleDouble::from(w);
        assert_eq!(format!("{x:.0}"), format!("{w:.0}"));
        assert_eq!(format!("{x:.1}"), format!("{w:.1}"));
        assert_eq!(format!("{x:.17}"), format!("{w:.17}"));
        assert_eq!(format!("{x:+.3}"), format!("{w:+.3}"));
        assert_eq!(format!("{x:>40.2}"), format!("{w:>40.2}"));
        assert_eq!(format!("{x:*<40.2}"), format!("{w:*<40.2}"));
        assert_eq!(format!("{x:é^41.2}"), format!("{w:é^41.2}"));
        assert_eq!(format!("{x:050.2}"), format!("{w:050.2}"));
        assert_eq!(format!("{x:+020.1}"), format!("{w:+020.1}"));
        assert_eq!(format!("{x:.0e}"), format!("{w:.0e}"));
        assert_eq!(format!("{x:.3e}"), format!("{w:.3e}"));
        assert_eq!(format!("{x:+30.20E}"), format!("{w:+30.20E}"));
        assert_eq!(format!("{x:.1100}"), format!("{w:.1100}"));
        assert_eq!(format!("{x:.1500e}"), format!("{w:.1500e}"));
    }
}

#[test]
fn specials_are_written_as_those_of_f64() {
    for w in [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1.0, -7.0, 1e22, 1048576.0] {
        let x = DoubleDouble::from(w);
        assert_eq!(format!("{x}"), format!("{w}"));
        assert_eq!(format!("{x:+e}"), format!("{w:+e}"));
        assert_eq!(format!("{x:8}|{x:<8}|{x:^8}|{x:08}"), format!("{w:8}|{w:<8}|{w:^8}|{w:08}"));
    }
}

#[test]
fn edges_read_back() {
    let half_ulp = 2f64.powi(970);
    let mut numbers: Vec<DoubleDouble> =
        edges::<f64>().into_iter().map(DoubleDouble::from).collect();
    numbers.extend([DoubleDouble::MAX, DoubleDouble::MIN, DoubleDouble::PI]);
    numbers.push(DoubleDouble::from_parts(f64::MAX, -half_ulp));
    for &high in &edges::<f64>() {
        for &low in &edges::<f64>() {
            numbers.push(DoubleDouble::from_parts(high, low));
        }
    }
    for x in numbers {
        for text in [format!("{x}"), format!("{x:e}"), format!("{x:E}")] {
            let back: DoubleDouble = text.parse().unwrap();
            assert!(bits(x) == bits(back) || x.is_nan() && back.is_nan(), "{x:?}: {text}");
        }
        let back = DoubleDouble::from_hex(&format!("{x:?}")).unwrap();
        assert!(bits(x) == bits(back) || x.is_nan() && back.is_nan(), "{x:?}");
    }
}

/// No number with fewer digits reads back: neither of the two neighbours one digit shorter.
fn is_shortest<F: NativeWord>(seed: u64) {
    let mut random = Random(seed);
    for _ in 0..20_000 {
        let x: DoubleWord<F> = random.double_word();
        if x.hi() == F::default() {
            continue;
        }
        let text = format!("{:e}", x.abs());
        let (digits, exponent) = text.split_once('e').unwrap();
        let digits = digits.replace('.', "");
        let exponent: i32 = exponent.parse().unwrap();
        assert!(digits.len() == 1 || !digits.ends_with('0'), "{text}");
        let count = digits.len() - 1;
        if count == 0 {
            continue;
        }
        let shorter = dashu_int::UBig::from_str_radix(&digits[..count], 10).unwrap();
        for digits in [shorter.clone(), shorter + 1u8] {
            let candidate = format!("{digits}e{}", exponent + 1 - count as i32);
            let back: DoubleWord<F> = candidate.parse().unwrap();
            assert_ne!(bits(back), bits(x.abs()), "{text} could have been {candidate}");
        }
    }
}

#[test]
fn float_floats_are_written_shortest() {
    is_shortest::<f32>(11);
}

#[test]
fn double_doubles_are_written_shortest() {
    is_shortest::<f64>(12);
}

#[test]
fn what_is_no_number() {
    use ParseErrorKind::*;
    let long_garbage = format!("{}x", "1".repeat(5000));
    for (text, kind, position) in [
        ("", Empty, 0),
        ("+", MissingDigits, 1),
        ("-", MissingDigits, 1),
        (".", MissingDigits, 0),
        ("-.", MissingDigits, 1),
        ("e5", MissingDigits, 0),
        (".e5", MissingDigits, 0),
        ("1e", MissingExponent, 2),
        ("1e+", MissingExponent, 3),
        ("1e--5", MissingExponent, 3),
        ("1.5.2", UnexpectedCharacter, 3),
        ("1 ", UnexpectedCharacter, 1),
        (" 1", MissingDigits, 0),
        ("1_000", UnexpectedCharacter, 1),
        ("0x10", UnexpectedCharacter, 1),
        ("infinit", MissingDigits, 0),
        ("nanny", MissingDigits, 0),
        ("++1", MissingDigits, 1),
        ("1é", UnexpectedCharacter, 1),
        ("１", MissingDigits, 0),
        ("1\0", UnexpectedCharacter, 1),
        ("1e5f", UnexpectedCharacter, 3),
        (&long_garbage, UnexpectedCharacter, 5000),
    ] {
        let error = text.parse::<DoubleDouble>().unwrap_err();
        assert_eq!((error.kind(), error.position()), (kind, position), "{text:?}");
        assert!(text.parse::<f64>().is_err(), "f64 reads {text:?}");
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn what_f64_reads_is_read() {
    for text in [
        "1",
        "1.",
        ".5",
        "+1",
        "-1.5e3",
        "1E5",
        "1e+05",
        "00012.500",
        "inf",
        "-Inf",
        "+INFINITY",
        "nan",
        "NaN",
        "-nan",
        "0e999999999999999999999",
        "1e-999999999999999999999",
        "1e999999999999999999999",
        "-0",
        "-0.0e7",
        "123456789012345678901234567890",
        "4.9e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "1.7976931348623159e308",
    ] {
        let word: f64 = text.parse().unwrap();
        let read: DoubleDouble = text.parse().unwrap();
        assert!(word.to_bits() == read.hi().to_bits() || word.is_nan(), "{text}");
        assert_eq!(word.is_nan(), read.is_nan());
    }
}

#[test]
fn hostile_lengths() {
    let zeros = "0".repeat(100_000);
    let one: DoubleDouble = format!("0.{zeros}1e100001").parse().unwrap();
    assert_eq!(one, 1.0);
    let one: DoubleDouble = format!("1{zeros}e-100000").parse().unwrap();
    assert_eq!(one, 1.0);
    let third: DoubleDouble = format!("0.{}", "3".repeat(100_000)).parse().unwrap();
    assert_eq!(third, DoubleDouble::from(1.0) / 3.0);
    let huge: DoubleDouble = "9".repeat(100_000).parse().unwrap();
    assert_eq!(huge, DoubleDouble::INFINITY);
    let tiny: DoubleDouble = format!("-0.{zeros}9").parse().unwrap();
    assert!(tiny == 0.0 && tiny.is_sign_negative());
    // A digit beyond all that matter decides a tie: half of the least subnormal number, and more.
    let half = format!("{:.1100}", DoubleDouble::from(5e-324));
    let exact_half =
        dashu_int::UBig::from_str_radix(half.trim_start_matches(['0', '.']), 10).unwrap() / 2u8;
    let above = format!("{exact_half}{zeros}1e-{}", 1100 + 100_001);
    assert_eq!(format!("{exact_half}e-1100").parse::<DoubleDouble>().unwrap(), 0.0);
    assert_eq!(above.parse::<DoubleDouble>().unwrap(), 5e-324);
}

/// Beyond the largest double-double, reading overflows where its successor would be nearer.
#[test]
fn reading_overflows_to_infinity() {
    let max = DoubleDouble::MAX;
    assert_eq!(max.to_string().parse::<DoubleDouble>().unwrap(), max);
    let (next, unit) = (2f64.powi(970), 2f64.powi(917));
    let exact = |low: f64| {
        // f64::MAX plus low, both integers, in decimal.
        let parts = [f64::MAX, low]
            .map(|w| dashu_int::IBig::from_str_radix(&format!("{w:.0}"), 10).unwrap());
        (parts[0].clone() + &parts[1]).to_string()
    };
    assert_eq!(exact(next).parse::<DoubleDouble>().unwrap(), DoubleDouble::INFINITY);
    assert_eq!(exact(next - unit).parse::<DoubleDouble>().unwrap(), max);
    let halfway =
        dashu_int::IBig::from_str_radix(&exact(next), 10).unwrap() - (dashu_int::IBig::ONE << 916);
    assert_eq!(halfway.to_string().parse::<DoubleDouble>().unwrap(), DoubleDouble::INFINITY);
    let below: dashu_int::IBig = halfway - 1;
    assert_eq!(below.to_string().parse::<DoubleDouble>().unwrap(), max);
}

#[test]
fn hexadecimal() {
    assert_eq!(
        format!("{:?}", DoubleDouble::from_parts(3.0, 2f64.powi(-60))),
        "0x1.8p+1 + 0x1p-60"
    );
    assert_eq!(format!("{:?}", FloatFloat::from_parts(-1.0, 1e-45)), "-0x1p+0 + 0x0.000002p-126");
    assert_eq!(format!("{:?}", DoubleDouble::NEG_INFINITY), "-inf");
    assert_eq!(format!("{:?}", DoubleDouble::ZERO), "0x0p+0 + 0x0p+0");
    let read = DoubleDouble::from_hex;
    assert_eq!(read("0x1p+0 - 0X1P-70"), Ok(DoubleDouble::from_parts(1.0, -(2f64.powi(-70)))));
    assert_eq!(read("  0xff.8  "), Ok(DoubleDouble::from(255.5)));
    assert_eq!(read("0x1p99999999999"), Ok(DoubleDouble::INFINITY));
    assert_eq!(read("-0x.8p-99999999999").map(bits), Ok((1 << 63, 0)));
    use ParseErrorKind::*;
    for (text, kind, position) in [
        ("", Empty, 0),
        ("   ", Empty, 0),
        ("1.5", MissingPrefix, 0),
        ("0x", MissingDigits, 2),
        ("0x1p", MissingExponent, 4),
        ("0x1p1 + ", UnexpectedCharacter, 5),
        ("0x1p1 + x", MissingPrefix, 8),
        ("0x1g", UnexpectedCharacter, 3),
        ("0x11111111111111111", TooManyDigits, 18),
        ("0x1p0 + 0x1p0 + 0x1p0", UnexpectedCharacter, 13),
        ("é", MissingPrefix, 0),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!((error.kind(), error.position()), (kind, position), "{text:?}");
    }
}
