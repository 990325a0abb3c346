//! Numbers for readers. The page also has the full value of each shown number.

use crate::{
    results::{Cell, Column},
    table::number,
};

/// How the numbers of one column are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Format {
    /// A number of digits after the point.
    Decimals(usize),
    /// As few significant digits as distinguish the values, since they span many magnitudes.
    Significant,
}

impl Format {
    /// The format for all numbers of a column.
    pub fn of_column<'a>(column: &Column, cells: impl IntoIterator<Item = &'a Cell>) -> Self {
        if column.is_log2() {
            return Format::Decimals(2);
        }
        let sizes = cells
            .into_iter()
            .filter(|cell| matches!(cell, Cell::Number(_)))
            .filter_map(number)
            .filter(|value| value.is_finite() && *value != 0.0)
            .map(f64::abs);
        let (mut low, mut high) = (f64::INFINITY, 0.0f64);
        for size in sizes {
            low = low.min(size);
            high = high.max(size);
        }
        if high == 0.0 {
            return Format::Decimals(0);
        }
        let digits = |value: f64| value.log10().floor() as i32;
        if high >= 1e9 || low < 1e-5 || digits(high) - digits(low) > 6 {
            return Format::Significant;
        }
        let wanted = (2 - digits(low)).clamp(0, 3);
        let room = (4 - digits(high)).clamp(0, 4);
        Format::Decimals(wanted.min(room).max((1 - digits(low)).clamp(0, 6)) as usize)
    }

    /// The number as a reader sees it.
    pub fn show(self, value: f64) -> String {
        if value.is_nan() {
            return "NaN".into();
        }
        if value.is_infinite() {
            return if value > 0.0 { "∞" } else { "−∞" }.into();
        }
        let text = match self {
            Format::Decimals(decimals) => group(&format!("{value:.decimals$}")),
            Format::Significant if value == 0.0 => "0".into(),
            Format::Significant => {
                let power = value.abs().log10().floor() as i32;
                if (-4..=6).contains(&power) {
                    group(&format!("{value:.*}", (3 - power).max(0) as usize))
                } else {
                    exponential(value)
                }
            }
        };
        text.replace('-', "−")
    }
}

/// An integer with its digits in groups of three.
pub fn whole(value: i64) -> String {
    group(&value.to_string()).replace('-', "−")
}

/// Raises exponents: powers with a caret, 2^-48, become 2⁻⁴⁸.
pub fn raised(text: &str) -> String {
    let mut parts = text.split('^');
    let mut raised = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let sign = usize::from(part.starts_with('-'));
        let digits = part[sign..].bytes().take_while(u8::is_ascii_digit).count();
        match part[..sign + digits].parse() {
            Ok(exponent) => raised.push_str(&crate::plots::axis::superscript(exponent)),
            Err(_) => {
                raised.push('^');
                raised.push_str(&part[..sign + digits]);
            }
        }
        raised.push_str(&part[sign + digits..]);
    }
    raised
}

/// 1.23 × 10⁻⁷
fn exponential(value: f64) -> String {
    let text = format!("{value:.2e}");
    match text.split_once('e').and_then(|(m, e)| Some((m, e.parse().ok()?))) {
        Some((mantissa, exponent)) => {
            format!("{mantissa} × 10{}", crate::plots::axis::superscript(exponent))
        }
        None => text,
    }
}

/// Narrow spaces between groups of three digits before the point, from 10 000 up.
fn group(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(w, f)| (w, Some(f)));
    let mut grouped = sign.to_owned();
    for (i, digit) in whole.chars().enumerate() {
        let left = whole.len() - i;
        if i > 0 && left % 3 == 0 && whole.len() > 4 {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    if let Some(fraction) = fraction {
        grouped.push('.');
        grouped.push_str(fraction);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Column {
        Column { name: name.to_owned().into(), unit: "".into(), role: Default::default() }
    }

    fn column(values: &[f64]) -> Vec<String> {
        let cells: Vec<_> = values.iter().map(|&value| Cell::Number(value)).collect();
        let format = Format::of_column(&named("ns"), &cells);
        values.iter().map(|&value| format.show(value)).collect()
    }

    #[test]
    fn columns_line_up_and_keep_what_tells_values_apart() {
        assert_eq!(column(&[0.352, 1.1, 17.93]), ["0.352", "1.100", "17.930"]);
        assert_eq!(column(&[0.35, 12345.0]), ["0.35", "12\u{202f}345.00"]);
        assert_eq!(column(&[1.5e-12, 3.0]), ["1.50 × 10⁻¹²", "3.000"]);
        assert_eq!(column(&[f64::NEG_INFINITY, 0.0]), ["−∞", "0"]);
        assert_eq!(column(&[-0.5, 0.75]), ["−0.500", "0.750"]);
    }

    #[test]
    fn carets_become_raised_exponents() {
        assert_eq!(raised("2^-48 of 2^24, u^2."), "2⁻⁴⁸ of 2²⁴, u².");
        assert_eq!(raised("2^(k-49), 2^, a^b, 7"), "2^(k-49), 2^, a^b, 7");
    }

    #[test]
    fn logarithms_have_two_decimals() {
        let cells = [Cell::Number(-44.0), Cell::Number(-103.456)];
        assert_eq!(Format::of_column(&named("max_log2"), &cells), Format::Decimals(2));
        assert_eq!(Format::Decimals(2).show(-103.456), "−103.46");
    }

    #[test]
    fn whole_numbers_are_grouped() {
        assert_eq!(whole(4096), "4096");
        assert_eq!(whole(-16777216), "−16\u{202f}777\u{202f}216");
    }
}
