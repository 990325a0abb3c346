//! Text, hexadecimal and decimal, beside big integers.

use crate::reference::rounded;
use dashu_int::{UBig, ops::BitTest};
use floatfloat::{
    ParseErrorKind, WideDoubleDouble,
    multi_precision::{Limbs, Mp32, Mp64, Mp128, Mp256, MultiPrecision, Width},
};
use floatfloat_exact::{Random, multi_precision::Operands};

const COUNT: u64 = 50_000;

type Number<const N: usize> = MultiPrecision<u32, N>;

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

/// A number of any bits whose exponent is at most this far from 0.
fn near<const N: usize>(
    operands: &mut Operands,
    random: &mut Random,
    most: i32,
) -> Option<Number<N>>
where
    Limbs: Width<N>,
{
    let [x, _] = operands.pair::<N>();
    x.exponent_of_two()?;
    let code = (1 << 30) - 1 + random.between(-most, most);
    Some(Number::from_words(code as u32 | x.head() & 1 << 31, x.limbs()))
}

fn integer<const N: usize>(x: Number<N>) -> UBig {
    let place = |integer: UBig, limb: u32| (integer << 32) + UBig::from(limb);
    x.limbs().into_iter().rev().fold(UBig::ZERO, place)
}

/// What integers make of integer · 2^exponent in so many digits: one before the point, and a decimal exponent.
fn digits(integer: &UBig, exponent: i64, count: usize) -> String {
    let numerator = integer << exponent.max(0) as usize;
    let denominator = UBig::ONE << (-exponent).max(0) as usize;
    let ten = UBig::from(10u8);
    // Never too large.
    let size = (integer.bit_len() as i64 - 1 + exponent) as f64;
    let mut point = (size * 2f64.log10()).floor() as i64;
    loop {
        let shift = count as i64 - 1 - point;
        let power = ten.pow(shift.unsigned_abs() as usize);
        let (top, bottom) = if shift >= 0 {
            (&numerator * power, denominator.clone())
        } else {
            (numerator.clone(), &denominator * power)
        };
        let (whole, rest) = (&top / &bottom, &top % &bottom);
        let twice = rest << 1;
        let is_odd = &whole % UBig::from(2u8) == UBig::ONE;
        let up = twice > bottom || (twice == bottom && is_odd);
        let text = (whole + UBig::from(u8::from(up))).to_string();
        match text.len() {
            length if length > count => point += 1,
            length if length < count => point -= 1,
            1 => return format!("{text}e{point}"),
            _ => return format!("{}.{}e{point}", &text[..1], &text[1..]),
        }
    }
}

fn has_the_digits_of_integers<const N: usize>(random: &mut Random)
where
    Limbs: Width<N>,
{
    let mut operands = Operands::new(20);
    for k in 0..600 {
        let most = if k % 10 == 0 { 60_000 } else { 2_000 };
        let Some(x) = near::<N>(&mut operands, random, most).map(Number::abs) else { continue };
        let exponent = i64::from(x.exponent_of_two().unwrap() - (32 * N as i32 - 1));
        for count in [1, 2, 17, 90, 350] {
            let expected = digits(&integer(x), exponent, count);
            assert_eq!(format!("{x:.*e}", count - 1), expected, "{x:?}");
        }
    }
}

#[test]
fn decimal_digits_are_those_of_integers() {
    let mut random = Random::new(21);
    has_the_digits_of_integers::<1>(&mut random);
    has_the_digits_of_integers::<2>(&mut random);
    has_the_digits_of_integers::<4>(&mut random);
    has_the_digits_of_integers::<8>(&mut random);
}

/// The number nearest to digits · 10^exponent, by integers.
fn nearest<const N: usize>(digits: &UBig, exponent: i64) -> Number<N> {
    let power = UBig::from(10u8).pow(exponent.unsigned_abs() as usize);
    if exponent >= 0 {
        return rounded(false, &(digits * power), 0, false);
    }
    let scale = 32 * N + 64 + power.bit_len();
    let value: UBig = digits << scale;
    rounded(false, &(&value / &power), -(scale as i64), &value % &power != UBig::ZERO)
}

fn is_read_to_the_nearest<const N: usize>(random: &mut Random) {
    let read = |text: &str, digits: &UBig, exponent: i64| {
        let found = text.parse::<Number<N>>().unwrap();
        let expected = nearest::<N>(digits, exponent);
        assert_eq!((found.head(), found.limbs()), (expected.head(), expected.limbs()), "{text}");
    };
    for _ in 0..1_500 {
        let length = 1 + random.below(12 * N as u64 + 20) as usize;
        let digits: String =
            (0..length).map(|_| char::from(random.pick(b"0123456789990"))).collect();
        let digits: UBig = digits.parse().unwrap();
        if digits == UBig::ZERO {
            continue;
        }
        let most = if random.one_in(10) { 8_000 } else { 330 };
        let exponent = random.between(-most, most).into();
        read(&format!("{digits}e{exponent}"), &digits, exponent);
    }
    // The middle between two numbers, and what is next to it: all its digits, however many there are.
    for power in [-1800i64, -1000, -700, -333, -301, -299, -64, -1, 0, 1, 30, 109, 110, 200] {
        for odd in [0u8, 1] {
            let twice = (UBig::ONE << (32 * N)) + UBig::from(2 * odd + 1);
            let (digits, exponent) = if power < 0 {
                (twice * UBig::from(5u8).pow(-power as usize), power)
            } else {
                (twice << power as usize, 0)
            };
            let ten = UBig::from(10u8);
            for (digits, exponent) in [
                (digits.clone(), exponent),
                (&digits * &ten + UBig::ONE, exponent - 1),
                (&digits * &ten - UBig::ONE, exponent - 1),
            ] {
                read(&format!("{digits}e{exponent}"), &digits, exponent);
            }
        }
    }
}

#[test]
fn decimal_text_is_read_to_the_nearest() {
    let mut random = Random::new(22);
    is_read_to_the_nearest::<1>(&mut random);
    is_read_to_the_nearest::<2>(&mut random);
    is_read_to_the_nearest::<4>(&mut random);
    is_read_to_the_nearest::<8>(&mut random);
}

fn decimals_come_back<const N: usize>(most: usize)
where
    Limbs: Width<N>,
{
    let mut operands = Operands::new(23);
    for _ in 0..4_000 {
        for x in operands.pair::<N>() {
            let text = x.to_string();
            let back: Number<N> = text.parse().unwrap();
            assert_eq!((back.head(), back.limbs()), (x.head(), x.limbs()), "{text} of {x:?}");
            let digits =
                text.split('e').next().unwrap_or_default().trim_start_matches(['-', '0', '.']);
            let digits = if digits.contains('.') { digits } else { digits.trim_end_matches('0') };
            let count = digits.bytes().filter(u8::is_ascii_digit).count();
            assert!(count <= most, "{text}");
        }
    }
}

#[test]
fn decimals_of_all_numbers_come_back() {
    decimals_come_back::<1>(11);
    decimals_come_back::<2>(21);
    decimals_come_back::<4>(40);
    decimals_come_back::<8>(79);
}

#[test]
fn ends_of_the_range_and_the_format_of_decimals() {
    let parse = |text: &str| text.parse::<Mp128>().expect(text);
    for (text, written) in [
        ("1e400000000", "inf"),
        ("-1e99999999999999999999", "-inf"),
        ("-1e-400000000", "-0"),
        ("0e99999999999999999999", "0"),
        ("1e323228497", "inf"),
        ("1e-323228497", "0"),
        ("1e323228496", "1e323228496"),
        ("nan", "NaN"),
        ("0.00001", "0.00001"),
        ("0.0000099", "9.9e-6"),
        ("12345678901234567", "12345678901234567"),
        ("99999999999999999.99999999999999999999", "99999999999999999.99999999999999999999"),
        ("1e17", "1e17"),
        (".5e1", "5"),
    ] {
        assert_eq!(parse(text).to_string(), written, "{text}");
    }
    assert_eq!(format!("{:>14.2E}", parse("1.2345e-3000")), "    1.23E-3000");
    assert_eq!(format!("{:+09.2} {:.3}", parse("2.625"), parse("-0")), "+00002.62 -0.000");
    assert_eq!(Mp32::MAX.to_string(), "2.0985787160e323228496".replace("0e", "e"));
    assert_eq!(Mp256::from(0.1).to_string(), format!("{:.55}", 0.1));
    let error = "1e5x".parse::<Mp32>().expect_err("no number");
    assert_eq!((error.kind(), error.position()), (ParseErrorKind::UnexpectedCharacter, 3));
}

/// As many digits and as large an exponent as is computed exactly.
#[test]
fn long_text_is_read() {
    for exponent in [-3000, -2001, -2000, -1, 0, 110, 111, 300, 301] {
        let text = format!("{}e{exponent}", "9".repeat(2000));
        let expected: Mp256 = format!("1e{}", exponent + 2000).parse().unwrap();
        assert_eq!(text.parse(), Ok(expected));
        let expected: WideDoubleDouble = format!("1e{}", exponent + 2000).parse().unwrap();
        assert_eq!(text.parse(), Ok(expected));
    }
}
