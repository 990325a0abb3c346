//! Writing of decimal text, with all of the formatter's options.

use super::digits::{Digits, Stop, rounded, shortest};
use crate::native_word::NativeWord;
use core::fmt::{self, Alignment, Formatter, Write};

/// Without a precision the shortest digits; with a precision that many digits after the point. No exponent.
pub(super) fn fixed<F: NativeWord>(f: &mut Formatter<'_>, x: &[F]) -> fmt::Result {
    write_number(f, x, |f, number| {
        let digits = match f.precision() {
            Some(count) => rounded(number, Stop::AfterPoint(count)),
            None => shortest(number),
        };
        fixed_digits(f, x[0], &digits)
    })
}

/// The digits of a finite number with this first word; no exponent.
pub(super) fn fixed_digits<F: NativeWord>(
    f: &mut Formatter<'_>,
    leading: F,
    digits: &Digits,
) -> fmt::Result {
    let mut parts = Parts::default();
    parts.fixed(digits, f.precision().unwrap_or(0));
    pad(f, leading, &parts)
}

/// One digit before the point, and an exponent behind `marker`.
pub(super) fn scientific<F: NativeWord>(
    f: &mut Formatter<'_>,
    x: &[F],
    marker: &str,
) -> fmt::Result {
    write_number(f, x, |f, number| {
        let digits = match f.precision() {
            Some(count) => rounded(number, Stop::Significant(count.saturating_add(1))),
            None => shortest(number),
        };
        scientific_digits(f, x[0], &digits, marker)
    })
}

/// The digits of a finite number with this first word: one before the point, and an exponent behind `marker`.
pub(super) fn scientific_digits<F: NativeWord>(
    f: &mut Formatter<'_>,
    leading: F,
    digits: &Digits,
    marker: &str,
) -> fmt::Result {
    let exponent = if digits.as_str().is_empty() { 0 } else { digits.point - 1 };
    let mut text = ShortText::default();
    write!(text, "{marker}{exponent}")?;
    let mut parts = Parts::default();
    parts.scientific(digits, f.precision().unwrap_or(0), text.as_str());
    pad(f, leading, &parts)
}

/// Writes inf and NaN; leaves finite numbers to `finite`.
pub(super) fn write_number<F: NativeWord>(
    f: &mut Formatter<'_>,
    x: &[F],
    finite: impl FnOnce(&mut Formatter<'_>, &[F]) -> fmt::Result,
) -> fmt::Result {
    if x[0].is_finite() {
        return finite(f, x);
    }
    let mut parts = Parts::default();
    parts.push(Part::Text(if x[0].is_nan() { "NaN" } else { "inf" }));
    pad(f, x[0], &parts)
}

/// A piece of a number's text.
#[derive(Clone, Copy)]
enum Part<'a> {
    Text(&'a str),
    Zeros(usize),
}

/// A number's text without its sign, in pieces, since a precision may ask for any number of zeros.
#[derive(Default)]
struct Parts<'a> {
    list: [Option<Part<'a>>; 6],
    count: usize,
}

impl<'a> Parts<'a> {
    fn push(&mut self, part: Part<'a>) {
        self.list[self.count] = Some(part);
        self.count += 1;
    }

    fn iter(&self) -> impl Iterator<Item = Part<'a>> {
        self.list.into_iter().flatten()
    }

    fn length(&self) -> usize {
        self.iter()
            .map(|part| match part {
                Part::Text(text) => text.len(),
                Part::Zeros(count) => count,
            })
            .sum()
    }

    fn fixed(&mut self, digits: &'a Digits, least_decimals: usize) {
        let text = digits.as_str();
        let point = if text.is_empty() { 0 } else { digits.point };
        let before = point.max(0) as usize;
        let (whole, decimals) = text.split_at(before.min(text.len()));
        if before == 0 {
            self.push(Part::Text("0"));
        } else {
            self.push(Part::Text(whole));
            self.push(Part::Zeros(before - whole.len()));
        }
        self.decimals((-point).max(0) as usize, decimals, least_decimals);
    }

    fn scientific(&mut self, digits: &'a Digits, least_decimals: usize, exponent: &'a str) {
        let text = digits.as_str();
        let (first, decimals) = text.split_at(text.len().min(1));
        self.push(Part::Text(if first.is_empty() { "0" } else { first }));
        self.decimals(0, decimals, least_decimals);
        self.push(Part::Text(exponent));
    }

    /// The point, `zeros`, the digits after it, and zeros up to the least number of decimals.
    fn decimals(&mut self, zeros: usize, digits: &'a str, least: usize) {
        let count = if digits.is_empty() { 0 } else { zeros + digits.len() };
        if count.max(least) == 0 {
            return;
        }
        self.push(Part::Text("."));
        if count > 0 {
            self.push(Part::Zeros(zeros));
            self.push(Part::Text(digits));
        }
        self.push(Part::Zeros(least.saturating_sub(count)));
    }
}

/// Writes sign and parts with the formatter's width, fill, alignment (right by default), `+` and
/// `0`.
fn pad<F: NativeWord>(f: &mut Formatter<'_>, leading: F, parts: &Parts<'_>) -> fmt::Result {
    let sign = match (leading.is_nan(), leading.is_negative(), f.sign_plus()) {
        (false, true, _) => "-",
        (false, false, true) => "+",
        _ => "",
    };
    let missing = f.width().unwrap_or(0).saturating_sub(sign.len() + parts.length());
    if f.sign_aware_zero_pad() {
        f.write_str(sign)?;
        write_zeros(f, missing)?;
        return write_parts(f, parts);
    }
    let (left, right) = match f.align() {
        Some(Alignment::Left) => (0, missing),
        Some(Alignment::Center) => (missing / 2, missing - missing / 2),
        Some(Alignment::Right) | None => (missing, 0),
    };
    let fill = f.fill();
    for _ in 0..left {
        f.write_char(fill)?;
    }
    f.write_str(sign)?;
    write_parts(f, parts)?;
    for _ in 0..right {
        f.write_char(fill)?;
    }
    Ok(())
}

fn write_parts(f: &mut Formatter<'_>, parts: &Parts<'_>) -> fmt::Result {
    for part in parts.iter() {
        match part {
            Part::Text(text) => f.write_str(text)?,
            Part::Zeros(count) => write_zeros(f, count)?,
        }
    }
    Ok(())
}

fn write_zeros(f: &mut Formatter<'_>, mut count: usize) -> fmt::Result {
    const ZEROS: &str = "0000000000000000000000000000000000000000000000000000000000000000";
    while count > 0 {
        let now = count.min(ZEROS.len());
        f.write_str(&ZEROS[..now])?;
        count -= now;
    }
    Ok(())
}

/// An exponent with its marker, `e-1074` at most, or `e-318176000` of a wide range.
#[derive(Default)]
struct ShortText {
    bytes: [u8; 16],
    length: usize,
}

impl ShortText {
    fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

impl Write for ShortText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}
