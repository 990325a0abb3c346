//! Hexadecimal text of multiple precision, which is exact.

use super::{MultiPrecision, SIGN};
use crate::{
    soft::{Soft32, limbs},
    text::{ParseError, ParseErrorKind, scan_exponent, sign, special},
    uint32::Bits,
};
use core::fmt::{self, Debug, Formatter, Write};

impl<const N: usize> Debug for MultiPrecision<u32, N> {
    /// Its exact value: `0x1.8p+1`, `-0x1p-1000000`, `inf`, `NaN`. [`from_hex`](MultiPrecision::from_hex) reads it.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.is_nan() {
            return f.write_str("NaN");
        }
        if self.is_sign_negative() {
            f.write_char('-')?;
        }
        if self.is_infinite() {
            return f.write_str("inf");
        }
        let Some(exponent) = self.exponent_of_two() else {
            return f.write_str("0x0p+0");
        };
        f.write_str("0x1")?;
        // The bits behind the first, from the top.
        let mut limbs = self.limbs;
        limbs[N - 1] &= !SIGN;
        let digit = |place: usize| {
            let bit = 32 * N as i32 - 5 - 4 * place as i32;
            let (limb, shift) = (bit.div_euclid(32), bit.rem_euclid(32) as u32);
            let low = usize::try_from(limb).map_or(0, |limb| limbs[limb]);
            let high = limbs.get((limb + 1) as usize).copied().unwrap_or(0);
            ((u64::from(high) << 32 | u64::from(low)) >> shift) as u32 & 15
        };
        if let Some(last) = (0..8 * N).rev().find(|&place| digit(place) != 0) {
            f.write_char('.')?;
            for place in 0..=last {
                write!(f, "{:x}", digit(place))?;
            }
        }
        write!(f, "p{exponent:+}")
    }
}

impl<const N: usize> MultiPrecision<u32, N> {
    /// Reads a hexadecimal number of any length, as `{:?}` writes it: `0x1.8p+1`, `-0x.8`, `inf`, `NaN`. The
    /// result is rounded to nearest.
    ///
    /// ```
    /// use floatfloat::multi_precision::Mp128;
    /// let third = Mp128::from(1.0) / Mp128::from(3.0);
    /// assert_eq!(format!("{third:?}"), "0x1.55555555555555555555555555555556p-2");
    /// assert_eq!(Mp128::from_hex(&format!("{third:?}")), Ok(third));
    /// ```
    ///
    /// # Errors
    /// If the text is not such a number.
    pub fn from_hex(text: &str) -> Result<Self, ParseError> {
        let bytes = text.as_bytes();
        let (negative, start) = sign(bytes)?;
        if let Some(special) = special::<f32>(&bytes[start..], negative) {
            return Ok(Self::from_soft(Soft32::from_bits(special.into_uints())));
        }
        if !matches!(bytes.get(start..start + 2), Some(b"0x" | b"0X")) {
            return Err(ParseError::new(ParseErrorKind::MissingPrefix, start));
        }
        Self::from_digits(bytes, start + 2, negative)
    }

    /// The number whose digits begin at `start`, behind `0x`.
    fn from_digits(bytes: &[u8], start: usize, negative: bool) -> Result<Self, ParseError> {
        let (mut limbs, mut guard) = ([0; N], 0);
        let (mut position, mut exponent) = (start, 0i64);
        // Digits that are kept, from the first that is not zero.
        let mut kept = 0;
        let (mut point, mut any_digit) = (false, false);
        while let Some(&byte) = bytes.get(position) {
            match char::from(byte).to_digit(16) {
                Some(digit) => {
                    any_digit = true;
                    exponent -= if point { 4 } else { 0 };
                    let shift = 28 - 4 * (kept % 8) as u32;
                    match kept / 8 {
                        limb if limb < N => limbs[N - 1 - limb] |= digit << shift,
                        limb if limb == N => guard |= digit << shift,
                        _ => guard |= u32::from(digit != 0),
                    }
                    kept += usize::from(kept > 0 || digit != 0);
                }
                None if byte == b'.' && !point => point = true,
                None => break,
            }
            position += 1;
        }
        if !any_digit {
            return Err(ParseError::new(ParseErrorKind::MissingDigits, start));
        }
        if let Some(b'p' | b'P') = bytes.get(position) {
            let (power, end) = scan_exponent(bytes, position + 1)?;
            (exponent, position) = (exponent.saturating_add(power), end);
        }
        if position < bytes.len() {
            return Err(ParseError::new(ParseErrorKind::UnexpectedCharacter, position));
        }
        // The first digit begins with up to three zeros; bits of the guard move into their place.
        let zeros = limbs[N - 1].leading_zeros().min(3);
        let mut limbs = limbs::shift_left_by(limbs, zeros);
        limbs[0] |= (u64::from(guard) << zeros >> 32) as u32;
        guard = guard << zeros | (guard & 1);
        let exponent = exponent.saturating_add(4 * kept as i64 - 1 - i64::from(zeros));
        if kept == 0 {
            return Ok(if negative { -Self::ZERO } else { Self::ZERO });
        }
        Ok(Self::nearest_to(negative, exponent, limbs, guard))
    }
}
