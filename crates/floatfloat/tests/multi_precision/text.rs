//! Hexadecimal text.

use crate::exact::rounded;
use dashu_int::UBig;
use floatfloat::{
    ParseErrorKind,
    multi_precision::{Limbs, Mp32, Mp64, MultiPrecision, Width},
};
use floatfloat_exact::{Random, multi_precision::Operands};

const COUNT: u64 = 50_000;

fn comes_back<const N: usize>(seed: u64)
where
    Limbs: Width<N>,
{
    let mut operands = Operands::new(seed);
    for _ in 0..COUNT {
        for x in operands.pair::<N>() {
            let text = format!("{x:?}");
            let back = MultiPrecision::<u32, N>::from_hex(&text).unwrap();
            assert_eq!((back.head(), back.limbs()), (x.head(), x.limbs()), "{text}");
        }
    }
}

#[test]
fn every_number_comes_back() {
    comes_back::<1>(1);
    comes_back::<2>(2);
    comes_back::<4>(3);
    comes_back::<8>(4);
}

/// Digits of any length, with runs of zeros and ones, a point anywhere.
fn is_rounded<const N: usize>(random: &mut Random) {
    for _ in 0..COUNT {
        let length = 1 + random.below(8 * N as u64 + 20) as usize;
        let any = [b'0', b'0', b'8', b'f', b"123456789abcde"[random.below(14) as usize]];
        let mut digits: Vec<u8> = (0..length).map(|_| random.pick(&any)).collect();
        let exponent = random.between(-40, 40);
        let integer = UBig::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap();
        let point = random.below(length as u64 + 1) as usize;
        digits.insert(point, b'.');
        let text = format!("-0x{}p{exponent}", String::from_utf8(digits).unwrap());
        let expected = i64::from(exponent) - 4 * (length - point) as i64;
        let expected: MultiPrecision<u32, N> = if integer == UBig::ZERO {
            -MultiPrecision::ZERO
        } else {
            rounded(true, &integer, expected, false)
        };
        let found = MultiPrecision::from_hex(&text).unwrap();
        assert_eq!((found.head(), found.limbs()), (expected.head(), expected.limbs()), "{text}");
    }
}

#[test]
fn text_of_any_length_is_rounded() {
    let mut random = Random::new(5);
    is_rounded::<1>(&mut random);
    is_rounded::<2>(&mut random);
    is_rounded::<4>(&mut random);
    is_rounded::<8>(&mut random);
}

#[test]
fn ends_of_the_range_and_special_values_are_read() {
    for (text, expected) in [
        ("0x1p1073741823", Mp64::INFINITY),
        ("0x1p99999999999999999999", Mp64::INFINITY),
        ("-0x1p-99999999999999999999", -Mp64::ZERO),
        ("0x1p-1073741822", Mp64::MIN_POSITIVE),
        ("0x1p-1073741823", Mp64::ZERO),
        ("0x1.0000000000000000000001p-1073741823", Mp64::MIN_POSITIVE),
        ("0x.0000p7", Mp64::ZERO),
        ("+INF", Mp64::INFINITY),
        ("-infinity", -Mp64::INFINITY),
        ("0X1.8", Mp64::from(1.5)),
    ] {
        assert_eq!(Mp64::from_hex(text), Ok(expected), "{text}");
    }
    assert!(Mp64::from_hex("nan").unwrap().is_nan());
    assert_eq!(format!("{:?}", -Mp32::MAX), "-0x1.fffffffep+1073741822");
    assert_eq!(
        format!("{:?} {:?} {:?}", Mp32::NAN, -Mp32::INFINITY, -Mp32::ZERO),
        "NaN -inf -0x0p+0"
    );
}

#[test]
fn what_is_no_number_is_refused_with_its_place() {
    for (text, kind, position) in [
        ("", ParseErrorKind::Empty, 0),
        ("-", ParseErrorKind::MissingPrefix, 1),
        ("1.5", ParseErrorKind::MissingPrefix, 0),
        ("0x", ParseErrorKind::MissingDigits, 2),
        ("0x.p1", ParseErrorKind::MissingDigits, 2),
        ("0x1.8p", ParseErrorKind::MissingExponent, 6),
        ("0x1.8.1", ParseErrorKind::UnexpectedCharacter, 5),
        ("0x1g", ParseErrorKind::UnexpectedCharacter, 3),
    ] {
        let error = Mp64::from_hex(text).unwrap_err();
        assert_eq!((error.kind(), error.position()), (kind, position), "{text}");
    }
}
