//! Words as exact text: C's hexadecimal floating-point notation.

use crate::{scaled::ldexp, term::Term};

/// The finite number `value` as `0x1.8p+1`.
pub fn hex(value: f64) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let term = Term::new(value);
    if term.is_zero() {
        return format!("{sign}0x0p+0");
    }
    let bits = term.bits();
    let fraction = (term.mantissa.unsigned_abs() as u64) << (53 - bits) & ((1 << 52) - 1);
    let digits = format!("{fraction:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("{sign}0x1{point}{digits}p{:+}", term.exponent + bits - 1)
}

/// The number that [`hex`] wrote, or `None` for any other text.
pub fn parse_hex(text: &str) -> Option<f64> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (digits, exponent) = text.strip_prefix("0x")?.split_once('p')?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.len() != 1 || fraction.len() > 13 {
        return None;
    }
    let significand = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent: i32 = exponent.parse().ok()?;
    let unit = exponent.checked_sub(4 * fraction.len() as i32)?;
    let magnitude = ldexp(significand as f64, unit);
    Some(if negative { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn known_texts() {
        for (value, text) in [
            (0.0, "0x0p+0"),
            (-0.0, "-0x0p+0"),
            (1.0, "0x1p+0"),
            (-3.0, "-0x1.8p+1"),
            (0.1, "0x1.999999999999ap-4"),
            (f64::MAX, "0x1.fffffffffffffp+1023"),
            (f64::from_bits(3), "0x1.8p-1073"),
        ] {
            assert_eq!(hex(value), text);
        }
    }

    #[test]
    fn every_number_reads_back() {
        let mut random = Random::new(1);
        for _ in 0..100_000 {
            let value = f64::from_bits(random.bits());
            if value.is_finite() {
                assert_eq!(parse_hex(&hex(value)).map(f64::to_bits), Some(value.to_bits()));
            }
        }
    }

    #[test]
    fn other_text_is_refused() {
        for text in [
            "",
            "1",
            "0x",
            "0x1",
            "0xp+0",
            "0x1.p",
            "0x12p+0",
            "0x1.gp+0",
            "0x1pp",
            "0x1p+99999999999",
        ] {
            assert_eq!(parse_hex(text), None, "{text}");
        }
    }
}
