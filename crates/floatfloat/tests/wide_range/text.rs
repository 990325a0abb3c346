//! Text, both ways, beside big integers.

use crate::common::{any_number, exponent, significand};
use dashu_int::{IBig, UBig};
use floatfloat::{ParseErrorKind, WideDoubleDouble, WideFloatFloat};
use floatfloat_exact::Random;

#[test]
fn hexadecimal_text_is_exact() {
    let mut random = Random::new(8);
    for _ in 0..50_000 {
        let x = any_number(&mut random);
        assert_eq!(WideDoubleDouble::from_hex(&format!("{x:?}")), Ok(x));
        let x = WideFloatFloat::from_wide_double_double(x);
        assert_eq!(WideFloatFloat::from_hex(&format!("{x:?}")), Ok(x));
    }
    let x = WideFloatFloat::from_hex("0x1.8p-500000 - 0x1p-500030").expect("a number");
    assert_eq!(format!("{x:?}"), "0x1.8p-500000 - 0x1p-500030");
    for special in ["inf", "-inf"] {
        let x = WideDoubleDouble::from_hex(special).expect("a number");
        assert_eq!(format!("{x:?}"), special);
    }
    assert!(WideDoubleDouble::from_hex("NaN").expect("a number").is_nan());
    let error = WideDoubleDouble::from_hex("0x1p+1 + ").expect_err("no number");
    assert_eq!(error.position(), 6);
}

#[test]
fn decimal_text_comes_back_within_its_digits() {
    let mut random = Random::new(9);
    for _ in 0..20_000 {
        let x = any_number(&mut random);
        // 40 digits are more than the type holds.
        let again: WideDoubleDouble = format!("{x:.40e}").parse().expect("a number");
        assert_eq!(again, x, "{x:?}");
        let short: WideDoubleDouble = x.to_string().parse().expect("a number");
        assert!((short - x).abs() <= x.abs() * 1e-31, "{x:?}: {x}");
    }
}

/// What integers make of so many digits of significand · 2^exponent: digits and decimal exponent.
fn digits(x: WideDoubleDouble, count: usize) -> String {
    let scaled = significand(x).shifted(400);
    let integer = scaled.quotient(&floatfloat_exact::Exact::new(1.0));
    let negative = integer < IBig::ZERO;
    let magnitude = UBig::try_from(if negative { -integer } else { integer }).expect("positive");
    let power = exponent(x) - 400;
    let (numerator, denominator) = if power >= 0 {
        (magnitude << power as usize, UBig::ONE)
    } else {
        (magnitude, UBig::ONE << -power as usize)
    };
    let ten = UBig::from(10u8);
    let mut point = ((exponent(x) as f64) * 2f64.log10()).floor() as i64;
    loop {
        let shift = count as i64 - 1 - point;
        let (top, bottom) = if shift >= 0 {
            (&numerator * ten.pow(shift as usize), denominator.clone())
        } else {
            (numerator.clone(), &denominator * ten.pow(-shift as usize))
        };
        let (whole, rest) = (&top / &bottom, &top % &bottom);
        let twice: UBig = rest << 1;
        let odd = &whole % UBig::from(2u8) == UBig::ONE;
        let up = twice > bottom || (twice == bottom && odd);
        let text = (whole + UBig::from(u8::from(up))).to_string();
        if text.len() > count {
            point += 1;
        } else if text.len() < count {
            point -= 1;
        } else {
            let sign = if negative { "-" } else { "" };
            return format!("{sign}{}.{}e{point}", &text[..1], &text[1..]);
        }
    }
}

#[test]
fn digits_are_those_of_integers() {
    let mut random = Random::new(10);
    for k in 0..1_500 {
        let x = any_number(&mut random);
        if x == WideDoubleDouble::ZERO {
            continue;
        }
        let size = if k % 10 == 0 { 60_000 } else { 3_000 };
        let x = x.scale(random.between(-size, size) - x.exponent().unwrap_or(0));
        for count in [2, 17, 60] {
            assert_eq!(format!("{x:.*e}", count - 1), digits(x, count), "{x:?}");
        }
    }
}

#[test]
fn decimal_text_is_read_to_the_nearest() {
    let mut random = Random::new(11);
    for _ in 0..3_000 {
        let x = any_number(&mut random);
        if x == WideDoubleDouble::ZERO {
            continue;
        }
        let x = x.scale(random.between(-4_000, 4_000) - x.exponent().unwrap_or(0));
        // All the digits there are, or so many that what is missing does not matter.
        let text = format!("{x:.300e}");
        assert_eq!(text.parse(), Ok(x));
        let narrow: WideFloatFloat = text.parse().expect("a number");
        assert_eq!(narrow, WideFloatFloat::from_wide_double_double(x), "{x:?}");
    }
}

#[test]
fn ends_of_the_range_and_the_format_of_text() {
    let parse = |text: &str| text.parse::<WideDoubleDouble>().expect(text);
    assert_eq!(parse("1e400000000"), WideDoubleDouble::INFINITY);
    assert_eq!(parse("-1e99999999999999999999"), -WideDoubleDouble::INFINITY);
    assert_eq!(parse("1e-400000000"), WideDoubleDouble::ZERO);
    assert_eq!(parse("0e99999999999999999999"), WideDoubleDouble::ZERO);
    assert_eq!(parse("1e318000000").to_string(), "1e318000000");
    assert_eq!(parse("-0").to_string(), "-0");
    assert_eq!(parse("1e319000000"), WideDoubleDouble::INFINITY);
    assert_eq!(WideDoubleDouble::INFINITY.to_string(), "inf");
    assert_eq!(format!("{:>8}", WideDoubleDouble::NAN), "     NaN");
    assert_eq!(format!("{:+e}", WideDoubleDouble::INFINITY), "+inf");
    assert_eq!(format!("{:>14.2E}", parse("1.2345e-3000")), "    1.23E-3000");
    assert_eq!(parse("0.00001").to_string(), "0.00001");
    assert_eq!(parse("0.0000099").to_string(), "9.9e-6");
    assert_eq!(parse("12345678901234567").to_string(), "12345678901234567");
    assert_eq!(parse("1e17").to_string(), "1e17");
    assert_eq!(format!("{:.2}", parse("2.675")), "2.68");
    assert_eq!(WideFloatFloat::from_f64(-0.125).to_string(), "-0.125");
    assert_eq!(parse("0.1").to_string(), "0.1");
    let error = "1e5x".parse::<WideDoubleDouble>().expect_err("no number");
    assert_eq!((error.kind(), error.position()), (ParseErrorKind::UnexpectedCharacter, 3));
    assert_eq!("".parse::<WideFloatFloat>().expect_err("empty").kind(), ParseErrorKind::Empty);
}
