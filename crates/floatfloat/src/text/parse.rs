//! Reading of decimal text.
//!
//! The grammar is that of `f64`: an optional sign, then `inf`, `infinity` or `nan` in any case, or
//! digits with an optional point among or beside them and an optional exponent. Any length and any
//! exponent is read exactly: each word is the value minus the words before it, rounded to nearest;
//! then all are normalised.

use super::short;
use crate::{
    exact::{Big, Quotient, Rational},
    multi_word::MultiWord,
    native_word::NativeWord,
};
use core::fmt;

/// Why a text is not a number, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    kind: ParseErrorKind,
    position: usize,
}

/// The reason why a text is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// There is nothing to read.
    Empty,
    /// There is no digit where the number should be.
    MissingDigits,
    /// There is no digit after `e`.
    MissingExponent,
    /// A character does not belong into a number, or not at this place.
    UnexpectedCharacter,
    /// A hexadecimal number does not begin with `0x`.
    MissingPrefix,
    /// A hexadecimal number has more digits than can be read.
    TooManyDigits,
    /// A number is asked for in a base other than ten.
    UnsupportedRadix,
}

impl ParseError {
    pub(crate) fn new(kind: ParseErrorKind, position: usize) -> Self {
        ParseError { kind, position }
    }

    /// The reason.
    pub fn kind(&self) -> ParseErrorKind {
        self.kind
    }

    /// The byte at which the error is, counted from 0; the text's length if something is missing at the end.
    pub fn position(&self) -> usize {
        self.position
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            ParseErrorKind::Empty => return f.write_str("a number is missing: the text is empty"),
            ParseErrorKind::MissingDigits => "expected a digit, inf or nan",
            ParseErrorKind::MissingExponent => "expected the digits of an exponent",
            ParseErrorKind::UnsupportedRadix => {
                return f.write_str("only numbers in base ten can be read");
            }
            ParseErrorKind::UnexpectedCharacter => "a character that is no part of a number",
            ParseErrorKind::MissingPrefix => "expected 0x, inf or nan",
            ParseErrorKind::TooManyDigits => {
                "more hexadecimal digits than the 16 that can be read,"
            }
        };
        write!(f, "{what} at byte {}", self.position)
    }
}

impl core::error::Error for ParseError {}

/// The number of digits that can matter. A boundary between two results is a multiple of 2^-1075 below 2^1024,
/// which has at most 309 + 1075 digits. All digits that follow only decide on which side of it the value lies.
const DIGITS: usize = 1390;

/// Reads a decimal number of any length, correctly rounded.
pub(super) fn read<N: MultiWord<Word: NativeWord>>(text: &str) -> Result<N, ParseError> {
    let bytes = text.as_bytes();
    let (negative, start) = sign(bytes)?;
    if let Some(decimal) = short::read(&bytes[start..]) {
        return Ok(decimal.nearest(negative));
    }
    read_decimal(text, N::from_word, |decimal, negative| decimal.nearest(negative))
}

/// Whether the text begins with a minus, and where the rest begins.
pub(crate) fn sign(bytes: &[u8]) -> Result<(bool, usize), ParseError> {
    match bytes.first() {
        None => Err(ParseError::new(ParseErrorKind::Empty, 0)),
        Some(&first) => Ok((first == b'-', usize::from(matches!(first, b'+' | b'-')))),
    }
}

/// `inf`, `infinity` and `nan`.
pub(crate) fn special<F: NativeWord>(word: &[u8], negative: bool) -> Option<F> {
    let magnitude = if word.eq_ignore_ascii_case(b"nan") {
        F::NAN
    } else if word.eq_ignore_ascii_case(b"inf") || word.eq_ignore_ascii_case(b"infinity") {
        F::INFINITY
    } else {
        return None;
    };
    Some(if negative { -magnitude } else { magnitude })
}

/// The integer `digits` times 10^exponent.
pub(super) struct Decimal {
    pub(super) digits: Big,
    pub(super) exponent: i64,
}

/// Reads a decimal number, and passes it on: a special word, or its digits and whether it is negative.
pub(super) fn read_decimal<F: NativeWord, T>(
    text: &str,
    of_special: impl FnOnce(F) -> T,
    of_decimal: impl FnOnce(Decimal, bool) -> T,
) -> Result<T, ParseError> {
    let bytes = text.as_bytes();
    let (negative, start) = sign(bytes)?;
    if let Some(special) = special(&bytes[start..], negative) {
        return Ok(of_special(special));
    }
    Ok(of_decimal(scan(bytes, start)?, negative))
}

/// Reads the decimal number that begins at `start`, to the end of the text.
pub(super) fn scan(bytes: &[u8], start: usize) -> Result<Decimal, ParseError> {
    let mut collected = Collector::new();
    let mut position = start;
    let mut exponent = 0i64;
    let mut point = false;
    let mut any_digit = false;
    while let Some(&byte) = bytes.get(position) {
        match byte {
            b'0'..=b'9' => {
                any_digit = true;
                let kept = collected.push(byte - b'0');
                exponent += i64::from(!kept) - i64::from(point);
            }
            b'.' if !point => point = true,
            _ => break,
        }
        position += 1;
    }
    if !any_digit {
        return Err(ParseError::new(ParseErrorKind::MissingDigits, start));
    }
    if let Some(b'e' | b'E') = bytes.get(position) {
        let (power, end) = scan_exponent(bytes, position + 1)?;
        exponent = exponent.saturating_add(power);
        position = end;
    }
    if position < bytes.len() {
        return Err(ParseError::new(ParseErrorKind::UnexpectedCharacter, position));
    }
    let (digits, appended) = collected.finish();
    Ok(Decimal { digits, exponent: exponent.saturating_sub(appended) })
}

/// The exponent that begins at `start`, saturated, and where it ends.
pub(crate) fn scan_exponent(bytes: &[u8], start: usize) -> Result<(i64, usize), ParseError> {
    let negative = bytes.get(start) == Some(&b'-');
    let first = start + usize::from(matches!(bytes.get(start), Some(b'+' | b'-')));
    let mut position = first;
    let mut power = 0i64;
    while let Some(&byte @ b'0'..=b'9') = bytes.get(position) {
        power = power.saturating_mul(10).saturating_add((byte - b'0').into());
        position += 1;
    }
    if position == first {
        return Err(ParseError::new(ParseErrorKind::MissingExponent, position));
    }
    Ok((if negative { -power } else { power }, position))
}

/// Gathers significant digits into a [`Big`], up to 18 of them at a time.
struct Collector {
    digits: Big,
    count: usize,
    pending: u64,
    pending_scale: u64,
    /// Whether a digit other than zero came after the last that was kept.
    rest: bool,
}

impl Collector {
    fn new() -> Self {
        Collector { digits: Big::new(0), count: 0, pending: 0, pending_scale: 1, rest: false }
    }

    /// Takes the next digit; false if the digit is dropped, so that the number must be scaled by ten.
    fn push(&mut self, digit: u8) -> bool {
        if self.count == DIGITS {
            self.rest |= digit != 0;
            return false;
        }
        self.count += usize::from(self.count > 0 || digit != 0);
        self.pending = self.pending * 10 + u64::from(digit);
        self.pending_scale *= 10;
        if self.pending_scale == 10u64.pow(18) {
            self.flush();
        }
        true
    }

    fn flush(&mut self) {
        if self.digits.is_zero() {
            self.digits = Big::new(self.pending);
        } else {
            self.digits.multiply_add(self.pending_scale, self.pending);
        }
        (self.pending, self.pending_scale) = (0, 1);
    }

    /// All digits, and how many were appended: a single 1 stands for all dropped digits if any of them was not
    /// zero.
    fn finish(mut self) -> (Big, i64) {
        self.flush();
        if self.rest {
            self.digits.multiply_add(10, 1);
        }
        (self.digits, self.rest.into())
    }
}

impl Decimal {
    pub(super) fn nearest<N: MultiWord<Word: NativeWord>>(&self, negative: bool) -> N {
        let (least, largest) = (N::Word::LEAST_EXPONENT, N::Word::LARGEST_EXPONENT);
        // log10 of the value, with an error of at most 1: far outside the range there is nothing to compute.
        let magnitude =
            self.exponent.saturating_add(i64::from(self.digits.bit_length()) * 1233 / 4096);
        if self.digits.is_zero() || magnitude < i64::from(least) / 3 - 2 {
            return N::from_word(N::Word::rounded(negative, 0, 0, false));
        }
        if magnitude > i64::from(largest) / 3 + 2 {
            let infinity = N::Word::INFINITY;
            return N::from_word(if negative { -infinity } else { infinity });
        }
        let exponent = self.exponent as i32;
        let power = exponent.unsigned_abs();
        let mut numerator = self.digits.clone();
        let mut denominator = Big::new(1);
        if exponent < 0 { &mut denominator } else { &mut numerator }.multiply_power_of_five(power);
        Quotient { numerator, denominator, exponent }.nearest(negative)
    }
}
