//! Both words in hexadecimal: what `{:?}` writes, and the way back.

use super::parse::{ParseError, ParseErrorKind, scan_exponent, sign, special};
use crate::{double_word::DoubleWord, native_word::NativeWord};
use core::fmt::{self, Debug, Formatter};

impl<F: NativeWord> Debug for DoubleWord<F> {
    /// Both words, exactly: `0x1.8p+1 + 0x1p-60`. [`DoubleWord::from_hex`] reads it.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let third = DoubleDouble::from(1.0) / 3.0;
    /// assert_eq!(format!("{third:?}"), "0x1.5555555555555p-2 + 0x1.5555555555555p-56");
    /// assert_eq!(DoubleDouble::from_hex(&format!("{third:?}")), Ok(third));
    /// ```
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_word(f, self.hi())?;
        if !self.hi().is_finite() {
            return Ok(());
        }
        let low_is_negative = self.lo().is_negative();
        f.write_str(if low_is_negative { " - " } else { " + " })?;
        write_word(f, if low_is_negative { -self.lo() } else { self.lo() })
    }
}

fn write_word<F: NativeWord>(f: &mut Formatter<'_>, word: F) -> fmt::Result {
    if !word.is_finite() {
        return write!(f, "{word}");
    }
    let (significand, exponent) = word.parts();
    let digits = (F::PRECISION - 1).div_ceil(4);
    let aligned = significand << (4 * digits - (F::PRECISION - 1));
    let whole = aligned >> (4 * digits);
    let mut fraction = aligned & ((1 << (4 * digits)) - 1);
    let exponent = if significand == 0 { 0 } else { exponent + F::PRECISION as i32 - 1 };
    write!(f, "{}0x{whole}", if word.is_negative() { "-" } else { "" })?;
    if fraction != 0 {
        let dropped = fraction.trailing_zeros() / 4;
        fraction >>= 4 * dropped;
        write!(f, ".{fraction:0width$x}", width = (digits - dropped) as usize)?;
    }
    write!(f, "p{exponent:+}")
}

impl<F: NativeWord> DoubleWord<F> {
    /// Reads one hexadecimal number or the sum of two, as `{:?}` writes them: `0x1.8p+1`,
    /// `-0x1p-3 + 0x1p-60`, `inf`, `NaN`. The sum is normalised, so that the parts may be given
    /// in any order and of any size. Each must be a number of the word, at most 16 hexadecimal
    /// digits from the first that is not zero; a smaller part of it than the word holds is rounded.
    pub fn from_hex(text: &str) -> Result<Self, ParseError> {
        let (start, end) = trimmed(text, 0, text.len());
        let separator = [" + ", " - "].iter().filter_map(|s| text[start..end].find(s)).min();
        let Some(separator) = separator.map(|at| at + start) else {
            return read_word(text, start, end);
        };
        let (_, first_end) = trimmed(text, start, separator);
        let first: DoubleWord<F> = read_word(text, start, first_end)?;
        let (second_start, _) = trimmed(text, separator + 3, end);
        let second: DoubleWord<F> = read_word(text, second_start, end)?;
        if second.hi() == F::default() {
            return Ok(first);
        }
        let low = if text.as_bytes()[separator + 1] == b'-' { -second.hi() } else { second.hi() };
        Ok(DoubleWord::from_parts(first.hi(), low))
    }
}

/// The part of start..end without the blanks at its ends.
fn trimmed(text: &str, start: usize, end: usize) -> (usize, usize) {
    let part = &text[start..end];
    let end = start + part.trim_end().len();
    (end.min(start + part.len() - part.trim_start().len()), end)
}

fn read_word<F: NativeWord>(
    text: &str,
    start: usize,
    end: usize,
) -> Result<DoubleWord<F>, ParseError> {
    let bytes = &text.as_bytes()[..end.max(start)];
    let (negative, offset) =
        sign(&bytes[start..]).map_err(|error| ParseError::new(error.kind(), start))?;
    let mut at = start + offset;
    if let Some(special) = special(&bytes[at..], negative) {
        return Ok(special);
    }
    if !bytes[at..].get(..2).is_some_and(|prefix| prefix.eq_ignore_ascii_case(b"0x")) {
        return Err(ParseError::new(ParseErrorKind::MissingPrefix, at));
    }
    at += 2;
    let first = at;
    let mut significand = 0u64;
    let mut exponent = 0i64;
    let (mut point, mut any_digit) = (false, false);
    while let Some(&byte) = bytes.get(at) {
        if let Some(digit) = (byte as char).to_digit(16) {
            if significand >> 60 != 0 {
                return Err(ParseError::new(ParseErrorKind::TooManyDigits, at));
            }
            significand = significand << 4 | u64::from(digit);
            exponent = exponent.saturating_sub(if point { 4 } else { 0 });
            any_digit = true;
        } else if byte == b'.' && !point {
            point = true;
        } else {
            break;
        }
        at += 1;
    }
    if !any_digit {
        return Err(ParseError::new(ParseErrorKind::MissingDigits, first));
    }
    if let Some(b'p' | b'P') = bytes.get(at) {
        let (power, after) = scan_exponent(bytes, at + 1)?;
        exponent = exponent.saturating_add(power);
        at = after;
    }
    if at < end {
        return Err(ParseError::new(ParseErrorKind::UnexpectedCharacter, at));
    }
    // Larger exponents overflow or vanish anyway.
    let exponent = exponent.clamp(-1 << 20, 1 << 20) as i32;
    Ok(DoubleWord::from_normalized(
        F::rounded(negative, significand, exponent, false),
        F::default(),
    ))
}
