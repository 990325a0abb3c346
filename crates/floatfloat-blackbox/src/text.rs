//! Parsers and printers of numbers: text to number and back.

use crate::{Failure, Format, term::Term};
use floatfloat::DoubleDouble;
use floatfloat_exact::Random;
use std::fmt;

/// What an examination of a parser or a printer finds.
#[derive(Clone, Debug, PartialEq)]
pub struct TextReport {
    /// The machine's name.
    pub name: String,
    /// Whether it prints; otherwise it parses.
    pub prints: bool,
    /// The format of the numbers, f32 or f64.
    pub format: Format,
    /// One row for each class of texts or numbers.
    pub rows: Vec<TextRow>,
}

/// Results of one class.
#[derive(Clone, Debug, PartialEq)]
pub struct TextRow {
    /// The class.
    pub class: &'static str,
    /// Results compared.
    pub tried: usize,
    /// Wrong results: numbers that are not the nearest, and texts that are read back as another number.
    pub wrong: usize,
    /// Texts with more digits than the shortest that is read back.
    pub longer: usize,
    /// The first wrong result; if there is none, the first that is longer.
    pub at: Option<String>,
}

/// A parser: for texts, the numbers.
pub type Parse<'a> = dyn FnMut(&[String]) -> Result<Vec<f64>, Failure> + 'a;
/// A printer: for numbers, the texts.
pub type Print<'a> = dyn FnMut(&[f64]) -> Result<Vec<String>, Failure> + 'a;

/// The nearest number, by Rust's own parser, which is correctly rounded; `None` if the text is no number.
fn read(text: &str, format: Format) -> Option<f64> {
    match format == Format::F32 {
        true => text.parse::<f32>().ok().map(f64::from),
        false => text.parse().ok(),
    }
}

/// The nearest number of a text that this module has drawn.
fn nearest(text: &str, format: Format) -> f64 {
    read(text, format).expect("a number")
}

/// The shortest digits that are read back, and the nearest of these.
fn shortest(x: f64, format: Format) -> String {
    if format == Format::F32 { format!("{:e}", x as f32) } else { format!("{x:e}") }
}

/// Draws numbers of a format, and texts near them.
struct Texts {
    random: Random,
    format: Format,
}

impl Texts {
    /// A number with any exponent that is at least `least`.
    fn number(&mut self, least: i32) -> f64 {
        let Format { precision, emin, emax } = self.format;
        let exponent = self.random.between(least.max(emin - precision as i32), emax);
        let bits = self.random.below(1 << precision.min(63)) | 1 << (precision - 1);
        let term = Term {
            negative: self.random.one_in(4),
            magnitude: bits.into(),
            exponent: exponent + 1 - precision as i32,
        };
        let x = term.to_f64();
        // Subnormal numbers have fewer bits.
        let x = if self.format == Format::F32 { f64::from(x as f32) } else { x };
        if x == 0.0 || x.is_infinite() { 1.5 } else { x }
    }

    fn decimal(&mut self, digits: u64) -> String {
        let mut text = String::new();
        for digit in 0..digits {
            let lowest = u64::from(digit == 0);
            text.push(char::from(b'0' + (lowest + self.random.below(10 - lowest)) as u8));
            if digit == 0 && digits > 1 {
                text.push('.');
            }
        }
        let most = if self.format == Format::F32 { 36 } else { 306 };
        format!("{text}e{}", self.random.between(-most, most))
    }

    /// The exact middle between a number and the next, all digits of it, changed by `change` in the last place.
    fn middle(&mut self, change: i32) -> String {
        let Format { precision, emin, .. } = self.format;
        // A middle has two words of f64, which must be normal numbers.
        let x = self.number((emin + 2 + precision as i32).max(emin + 60)).abs();
        let ulp = self.format.ulp_exponent(Term::of(x).top());
        let half = Term { negative: false, magnitude: 1, exponent: ulp - 1 }.to_f64();
        let middle = DoubleDouble::from(x) + DoubleDouble::from(half);
        // So many digits after the point are exact.
        let decimals = (1 - ulp).max(1) as usize;
        let mut text = format!("{middle:.decimals$}");
        match change {
            1 => text.push('1'),
            -1 => text = below(text),
            _ => {}
        }
        text
    }
}

/// A decimal that is smaller by one in a further place.
fn below(text: String) -> String {
    let mut digits: Vec<u8> = text.into_bytes();
    for digit in digits.iter_mut().rev() {
        match *digit {
            b'.' => {}
            b'0' => *digit = b'9',
            _ => {
                *digit -= 1;
                break;
            }
        }
    }
    digits.push(b'9');
    String::from_utf8(digits).expect("digits")
}

/// Texts at the ends of the range and in unusual forms.
const UNUSUAL: [&str; 22] = [
    "0",
    "-0",
    "0e9999",
    "1e-9999",
    "1e9999",
    "-1e9999",
    "inf",
    "-inf",
    "nan",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "4.9406564584124654e-324",
    "2.2250738585072011e-308",
    "2.2250738585072012e-308",
    "2.2250738585072014e-308",
    "1.7976931348623157e308",
    "1.7976931348623158e308",
    "1.7976931348623159e308",
    "7.0064923216240853e-46",
    "7.0064923216240854e-46",
    "3.4028235677973366e38",
    "1.1754942807573643e-38",
];

/// Examines a parser.
///
/// # Errors
/// What the machine says.
pub fn examine_parser(
    name: &str,
    format: Format,
    parse: &mut Parse,
    samples: usize,
    seed: u64,
) -> Result<TextReport, Failure> {
    let mut texts = Texts { random: Random::new(seed), format };
    let mut draw = |of: &mut dyn FnMut(&mut Texts) -> String| -> Vec<String> {
        (0..samples).map(|_| of(&mut texts)).collect()
    };
    let classes = [
        ("unusual", UNUSUAL.map(str::to_owned).to_vec()),
        (
            "few digits",
            draw(&mut |texts| {
                let digits = 1 + texts.random.below(6);
                texts.decimal(digits)
            }),
        ),
        (
            "many digits",
            draw(&mut |texts| {
                let digits = 15 + texts.random.below(40);
                texts.decimal(digits)
            }),
        ),
        ("numbers", draw(&mut |texts| shortest(texts.number(i32::MIN), texts.format))),
        ("ties", draw(&mut |texts| texts.middle(0))),
        ("above ties", draw(&mut |texts| texts.middle(1))),
        ("below ties", draw(&mut |texts| texts.middle(-1))),
    ];
    let mut rows = Vec::new();
    for (class, texts) in classes {
        let seen = parse(&texts)?;
        if seen.len() != texts.len() {
            return Err(Failure::Length { expected: texts.len(), given: seen.len() });
        }
        let mut row = TextRow { class, tried: texts.len(), wrong: 0, longer: 0, at: None };
        for (text, seen) in texts.iter().zip(seen) {
            let nearest = nearest(text, format);
            if seen.to_bits() != nearest.to_bits() && !(seen.is_nan() && nearest.is_nan()) {
                row.wrong += 1;
                row.at.get_or_insert_with(|| format!("{text} gives {seen:?}, not {nearest:?}"));
            }
        }
        rows.push(row);
    }
    Ok(TextReport { name: name.to_owned(), prints: false, format, rows })
}

/// The significant digits of a decimal.
fn digits(text: &str) -> String {
    let significand = text.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = significand.chars().filter(char::is_ascii_digit).collect();
    digits.trim_start_matches('0').trim_end_matches('0').to_owned()
}

/// Examines a printer.
///
/// # Errors
/// What the machine says.
pub fn examine_printer(
    name: &str,
    format: Format,
    print: &mut Print,
    samples: usize,
    seed: u64,
) -> Result<TextReport, Failure> {
    let mut texts = Texts { random: Random::new(seed), format };
    let Format { precision, emin, emax } = format;
    let power = |exponent: i32| Term { negative: false, magnitude: 1, exponent }.to_f64();
    let mut draw = |of: &mut dyn FnMut(&mut Texts) -> f64| -> Vec<f64> {
        (0..samples).map(|_| of(&mut texts)).collect()
    };
    let largest = power(emax) * (2.0 - power(1 - precision as i32));
    let smallest = power(format.ulp_exponent(emin));
    let special =
        [0.0, -0.0, f64::INFINITY, -f64::INFINITY, f64::NAN, largest, smallest, power(emin)];
    let classes = [
        ("special", special.to_vec()),
        ("numbers", draw(&mut |texts| texts.number(i32::MIN))),
        ("powers of two", draw(&mut |texts| power(texts.random.between(emin, emax)))),
        ("integers", draw(&mut |texts| texts.random.below(1 << 24) as f64)),
        (
            "few digits",
            draw(&mut |texts| {
                let digits = 1 + texts.random.below(6);
                nearest(&texts.decimal(digits), texts.format)
            }),
        ),
    ];
    let mut rows = Vec::new();
    for (class, numbers) in classes {
        let seen = print(&numbers)?;
        if seen.len() != numbers.len() {
            return Err(Failure::Length { expected: numbers.len(), given: seen.len() });
        }
        let mut row = TextRow { class, tried: numbers.len(), wrong: 0, longer: 0, at: None };
        let mut longer = None;
        for (&x, text) in numbers.iter().zip(seen) {
            let read = read(text.trim(), format);
            let same = |read: f64| read.to_bits() == x.to_bits() || read.is_nan() && x.is_nan();
            if !read.is_some_and(same) {
                row.wrong += 1;
                row.at.get_or_insert_with(|| format!("{x:?} gives {text}"));
            } else if x.is_finite() {
                let shortest = shortest(x, format);
                if digits(&text) != digits(&shortest) {
                    row.longer += 1;
                    longer.get_or_insert_with(|| format!("{text} instead of {shortest}"));
                }
            }
        }
        row.at = row.at.or(longer);
        rows.push(row);
    }
    Ok(TextReport { name: name.to_owned(), prints: true, format, rows })
}

impl TextReport {
    /// What programs that trust the interface do not expect, each in one sentence. More digits than are needed are no fault.
    pub fn faults(&self) -> Vec<String> {
        let what = if self.prints { "not read back" } else { "not correctly rounded" };
        let wrong = self.rows.iter().filter(|row| row.wrong > 0);
        let fault = |row: &TextRow| {
            let at = row.at.as_deref().unwrap_or_default();
            format!("{} of {} results ({}) are {what}: {at}.", row.wrong, row.tried, row.class)
        };
        wrong.map(fault).collect()
    }
}

/// A line for each class, then the faults.
impl fmt::Display for TextReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.prints { "printer" } else { "parser" };
        writeln!(f, "{}: {kind} of {}", self.name, self.format)?;
        writeln!(f, "  {:<13}{:>8}{:>8}{:>8}  at", "class", "tried", "wrong", "longer")?;
        for TextRow { class, tried, wrong, longer, at } in &self.rows {
            let at: String = at.as_deref().unwrap_or_default().chars().take(100).collect();
            writeln!(f, "  {class:<13}{tried:>8}{wrong:>8}{longer:>8}  {at}")?;
        }
        self.faults().iter().try_for_each(|fault| writeln!(f, "  ! {fault}"))
    }
}

#[cfg(test)]
mod tests {
    use super::{below, examine_parser, examine_printer};
    use crate::Format;

    #[test]
    fn one_less_borrows() {
        assert_eq!(below("12.300".to_owned()), "12.2999");
        assert_eq!(below("100.5".to_owned()), "100.49");
    }

    #[test]
    fn rust_reads_and_writes_without_fault() {
        let mut parse = |texts: &[String]| Ok(texts.iter().map(|x| x.parse().unwrap()).collect());
        let report = examine_parser("str::parse", Format::F64, &mut parse, 200, 1).unwrap();
        assert!(report.faults().is_empty(), "{report}");
        for row in &report.rows[1..] {
            assert_eq!(row.tried, 200, "{report}");
        }
        let mut print = |x: &[f64]| Ok(x.iter().map(|x| format!("{}", *x as f32)).collect());
        let report = examine_printer("Display", Format::F32, &mut print, 200, 1).unwrap();
        assert!(report.faults().is_empty(), "{report}");
        assert!(report.rows.iter().all(|row| row.longer == 0), "{report}");
    }

    #[test]
    fn parsers_that_round_twice_and_printers_that_cut_are_found() {
        // Through f64, ties of f32 are decided by what the first rounding left.
        let twice = |text: &String| f64::from(text.parse::<f64>().unwrap() as f32);
        let mut parse = |texts: &[String]| Ok(texts.iter().map(twice).collect());
        let report = examine_parser("twice", Format::F32, &mut parse, 200, 1).unwrap();
        let wrong = |class: &str| report.rows.iter().find(|row| row.class == class).unwrap().wrong;
        assert!(wrong("above ties") > 20 && wrong("below ties") > 20, "{report}");
        assert_eq!((wrong("ties"), wrong("few digits")), (0, 0), "{report}");
        let mut print = |x: &[f64]| Ok(x.iter().map(|x| format!("{x:.16e}")).collect());
        let report = examine_printer("%.16e", Format::F64, &mut print, 200, 1).unwrap();
        assert!(report.faults().is_empty(), "{report}");
        assert!(report.rows[1].longer > 50, "{report}");
        let mut print = |x: &[f64]| Ok(x.iter().map(|x| format!("{x:.14e}")).collect());
        let report = examine_printer("%.14e", Format::F64, &mut print, 200, 1).unwrap();
        assert!(report.rows[1].wrong > 100, "{report}");
    }
}
