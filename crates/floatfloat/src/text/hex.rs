//! All words in hexadecimal: written by `{:?}`, and read back.

use super::parse::{ParseError, ParseErrorKind, scan_exponent, sign, special};
use crate::{
    multi_word::{Array, MultiWord},
    native_word::NativeWord,
};
use core::fmt::{self, Formatter};

/// All words, exactly: `0x1.8p+1 + 0x1p-60`.
pub(super) fn write<F: NativeWord>(f: &mut Formatter<'_>, x: &[F]) -> fmt::Result {
    write_word(f, x[0])?;
    if !x[0].is_finite() {
        return Ok(());
    }
    for &word in &x[1..] {
        f.write_str(if word.is_negative() { " - " } else { " + " })?;
        write_word(f, if word.is_negative() { -word } else { word })?;
    }
    Ok(())
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

/// Reads a hexadecimal number or a sum of them, as many as there are words, and normalises it.
pub(super) fn read<N: MultiWord<Word: NativeWord>>(text: &str) -> Result<N, ParseError> {
    let zero = N::Word::default();
    let mut parts = N::Parts::from_fn(|_| zero);
    let (mut start, end) = trimmed(text, 0, text.len());
    let mut negative = false;
    for (k, part) in parts.as_mut().iter_mut().enumerate() {
        let more = (k + 1 < N::WORDS).then(|| &text[start..end]);
        let separator =
            more.and_then(|more| [" + ", " - "].iter().filter_map(|s| more.find(s)).min());
        let (from, to) = trimmed(text, start, separator.map_or(end, |at| start + at));
        let word: N::Word = read_word(text, from, to)?;
        *part = if negative { -word } else { word };
        let Some(at) = separator else { break };
        negative = text.as_bytes()[start + at + 1] == b'-';
        start += at + 3;
    }
    if parts.as_ref()[1..].iter().all(|&word| word == zero) {
        return Ok(N::from_word(parts[0]));
    }
    Ok(N::from_parts(parts))
}

/// The part of start..end without the blanks at its ends.
fn trimmed(text: &str, start: usize, end: usize) -> (usize, usize) {
    let part = &text[start..end];
    let end = start + part.trim_end().len();
    (end.min(start + part.len() - part.trim_start().len()), end)
}

fn read_word<F: NativeWord>(text: &str, start: usize, end: usize) -> Result<F, ParseError> {
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
    Ok(F::rounded(negative, significand, exponent, false))
}
