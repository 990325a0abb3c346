//! All words in hexadecimal: written by `{:?}`, and read back.

use super::parse::{ParseError, ParseErrorKind, scan_exponent, sign, special};
use crate::{
    multi_word::{MultiWord, WordArray},
    native_word::NativeWord,
};
use core::fmt::{self, Formatter};

/// All words times 2^exponent, exactly: `0x1.8p+1 + 0x1p-60`.
pub(super) fn write<F: NativeWord>(f: &mut Formatter<'_>, x: &[F], exponent: i32) -> fmt::Result {
    write_word(f, x[0], exponent)?;
    if !x[0].is_finite() {
        return Ok(());
    }
    for &word in &x[1..] {
        f.write_str(if word.is_negative() { " - " } else { " + " })?;
        write_word(f, if word.is_negative() { -word } else { word }, exponent)?;
    }
    Ok(())
}

fn write_word<F: NativeWord>(f: &mut Formatter<'_>, word: F, scale: i32) -> fmt::Result {
    if !word.is_finite() {
        return write!(f, "{word}");
    }
    let (significand, exponent) = word.parts();
    let digits = (F::PRECISION - 1).div_ceil(4);
    let aligned = significand << (4 * digits - (F::PRECISION - 1));
    let whole = aligned >> (4 * digits);
    let mut fraction = aligned & ((1 << (4 * digits)) - 1);
    let exponent = (exponent + F::PRECISION as i32 - 1).saturating_add(scale);
    let exponent = if significand == 0 { 0 } else { exponent };
    write!(f, "{}0x{whole}", if word.is_negative() { "-" } else { "" })?;
    if fraction != 0 {
        let dropped = fraction.trailing_zeros() / 4;
        fraction >>= 4 * dropped;
        write!(f, ".{fraction:0width$x}", width = (digits - dropped) as usize)?;
    }
    write!(f, "p{exponent:+}")
}

/// One of the hexadecimal numbers of a sum.
pub(super) enum Term<F> {
    /// Infinite or NaN.
    Special(F),
    /// ±significand · 2^exponent
    Number { negative: bool, significand: u64, exponent: i64 },
}

/// Reads a hexadecimal number or a sum of them, as many as there are words, and normalises it.
pub(super) fn read<N: MultiWord<Word: NativeWord>>(text: &str) -> Result<N, ParseError> {
    let zero = N::Word::default();
    let mut parts = N::Parts::from_fn(|_| zero);
    let mut count = 0;
    each_term(text, N::WORDS, |subtract, term| {
        let word: N::Word = match term {
            Term::Special(word) => word,
            Term::Number { negative, significand, exponent } => {
                // Larger exponents overflow or vanish anyway.
                let exponent = exponent.clamp(-1 << 20, 1 << 20) as i32;
                N::Word::rounded(negative, significand, exponent, false)
            }
        };
        parts[count] = if subtract { -word } else { word };
        count += 1;
    })?;
    if parts.as_ref()[1..].iter().all(|&word| word == zero) {
        return Ok(N::from_word(parts[0]));
    }
    Ok(N::from_parts(parts))
}

/// Reads a sum of at most this many hexadecimal numbers, and passes each to `take`, with whether it is
/// subtracted.
pub(super) fn each_term<F: NativeWord>(
    text: &str,
    most: usize,
    mut take: impl FnMut(bool, Term<F>),
) -> Result<(), ParseError> {
    let (mut start, end) = trimmed(text, 0, text.len());
    let mut subtract = false;
    for k in 1..=most {
        let more = (k < most).then(|| &text[start..end]);
        let separator =
            more.and_then(|more| [" + ", " - "].iter().filter_map(|s| more.find(s)).min());
        let (from, to) = trimmed(text, start, separator.map_or(end, |at| start + at));
        take(subtract, read_term(text, from, to)?);
        let Some(at) = separator else { break };
        subtract = text.as_bytes()[start + at + 1] == b'-';
        start += at + 3;
    }
    Ok(())
}

/// The part of start..end without the blanks at its ends.
fn trimmed(text: &str, start: usize, end: usize) -> (usize, usize) {
    let part = &text[start..end];
    let end = start + part.trim_end().len();
    (end.min(start + part.len() - part.trim_start().len()), end)
}

fn read_term<F: NativeWord>(text: &str, start: usize, end: usize) -> Result<Term<F>, ParseError> {
    let bytes = &text.as_bytes()[..end.max(start)];
    let (negative, offset) =
        sign(&bytes[start..]).map_err(|error| ParseError::new(error.kind(), start))?;
    let mut at = start + offset;
    if let Some(special) = special(&bytes[at..], negative) {
        return Ok(Term::Special(special));
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
    Ok(Term::Number { negative, significand, exponent })
}
