//! Functions of one or two numbers: errors in ulps, special values, symmetry, monotony.

use crate::{
    Failure, Format, Mode, Rounding,
    examine::ratio,
    library::NAMES,
    term::{Term, Value, sum},
};
use floatfloat::{
    DoubleDouble,
    elementary::{Elementary, Function, Operands},
    registry::{FunctionVisitor, for_each_function},
};
use floatfloat_exact::functions::{Arguments, Class, enclose};
use std::fmt;

/// Most bits of a format whose errors two words of f64 show.
const MOST_OF_SHORT: u32 = 24;

/// A function that a machine is to be compared with: floatfloat's own, of two words of f64, whose errors are far below an
/// ulp of f64.
#[derive(Clone, Copy)]
pub struct Reference {
    /// Its name.
    pub name: &'static str,
    /// Which function.
    pub function: Function,
    /// Whether it has a second operand.
    pub has_two: bool,
    apply: fn(DoubleDouble, DoubleDouble) -> DoubleDouble,
}

impl Reference {
    /// Every function.
    pub fn all() -> Vec<Reference> {
        struct Collect(Vec<Reference>);
        impl FunctionVisitor for Collect {
            fn visit<E: Elementary>(&mut self) {
                self.0.push(Reference {
                    name: E::INFO.name,
                    function: E::INFO.function,
                    has_two: E::INFO.operands != Operands::One,
                    apply: |x, y| E::apply(x, y),
                });
            }
        }
        let mut all = Collect(Vec::new());
        for_each_function(&mut all);
        all.0
    }

    /// The function of this name: floatfloat's, C's, NumPy's or WGSL's.
    pub fn named(name: &str) -> Option<Reference> {
        let of_others = match name {
            "arcsin" => "asin",
            "arccos" => "acos",
            "arctan" => "atan",
            "arctan2" => "atan2",
            "arcsinh" => "asinh",
            "arccosh" => "acosh",
            "arctanh" => "atanh",
            "power" | "float_power" => "pow",
            "gammaln" => "lgamma",
            "inverseSqrt" => "rsqrt",
            other => other,
        };
        let of_c = NAMES.iter().find(|(of_c, ..)| *of_c == of_others);
        let name = of_c.map_or(of_others, |(_, name, _)| name);
        Reference::all().into_iter().find(|reference| reference.name == name)
    }

    /// The function of two numbers, of which most functions ignore the second.
    fn of(&self, x: f64, y: f64) -> Exactly {
        const FEW: f64 = 1e-270;
        let value = self.two_words(x, y);
        let high = value.high;
        if high.abs() >= FEW || !high.is_finite() {
            return value;
        }
        // Two words of f64 have fewer bits here.
        const SHIFT: i32 = 900;
        let enclosed = enclose(self.function, [x], [y], 110).map(|(low, _)| low);
        let large_enough =
            enclosed.filter(|value| value.floor_log2().is_some_and(|top| top > -1400));
        match large_enough {
            Some(value) => {
                let words = value.shifted(SHIFT.into()).to_words(53);
                Exactly { high, words, shift: SHIFT }
            }
            None => Exactly { high, words: [high, 0.0], shift: 0 },
        }
    }

    /// As [`of`](Self::of), with fewer bits near the lower end of the range of f64.
    fn two_words(&self, x: f64, y: f64) -> Exactly {
        let value = (self.apply)(DoubleDouble::from(x), DoubleDouble::from(y));
        let (high, low) = (value.hi(), value.lo());
        Exactly { high, words: [high, if high.is_finite() { low } else { 0.0 }], shift: 0 }
    }
}

/// A function's value: the sum of two words, divided by a power of two.
#[derive(Clone, Copy)]
struct Exactly {
    /// The first word in the range of f64, with the sign of a zero; infinite or NaN where the value is.
    high: f64,
    words: [f64; 2],
    shift: i32,
}

impl Exactly {
    /// Both words; none of an infinity or NaN.
    fn terms(&self) -> [Term; 2] {
        self.words.map(|word| {
            let term = if word.is_finite() { Term::of(word) } else { Term::ZERO };
            Term { exponent: term.exponent - self.shift, ..term }
        })
    }
}

/// A machine's function: for arrays of operands, of which the second has a meaning for functions of two numbers only,
/// an array of results.
pub type Evaluate<'a> = dyn FnMut(&[f64], &[f64]) -> Result<Vec<f64>, Failure> + 'a;

/// Results of one class of operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The class.
    pub class: String,
    /// Results compared.
    pub tried: usize,
    /// Results that are not the nearest number of the format.
    pub not_nearest: usize,
    /// The largest error in ulps of the exact result.
    pub ulps: f64,
    /// Where.
    pub at: Option<Case>,
}

/// Operands, the result, and what it should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    /// The operands; `y` is `None` for functions of one number.
    pub x: f64,
    /// The second operand.
    pub y: Option<f64>,
    /// The machine's result.
    pub seen: f64,
    /// The nearest number of the format.
    pub nearest: f64,
}

/// What an examination of a function finds.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionReport {
    /// The machine's name.
    pub name: String,
    /// The function that it is compared with.
    pub function: &'static str,
    /// The format of operands and results.
    pub format: Format,
    /// One row for each class of operands.
    pub rows: Vec<Row>,
    /// Special operands with other results than IEEE 754 and C define.
    pub special: Vec<Case>,
    /// For an odd or even function, operands for which −x gives another magnitude or sign than x.
    pub asymmetric: Option<Case>,
    /// For a monotonic function, a larger operand with a smaller result, or the other way round.
    pub not_monotonic: Option<(Case, Case)>,
}

/// How much is examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Operands of each class.
    pub samples: usize,
    /// Seed of the random operands.
    pub seed: u64,
    /// Whether the function refuses operands whose result is infinite or undefined, as functions of Python do. Its
    /// result then counts as NaN, and is right.
    pub refuses: bool,
}

/// Examines a function of one or two numbers.
///
/// # Errors
/// What the machine says.
pub fn examine_function(
    name: &str,
    reference: &Reference,
    format: Format,
    evaluate: &mut Evaluate,
    effort: Effort,
) -> Result<FunctionReport, Failure> {
    let Effort { samples, seed, refuses } = effort;
    let mut machine = Machine { reference, format, evaluate, refuses };
    let mut arguments = machine.arguments(seed);
    let mut rows = Vec::new();
    for class in Class::ALL {
        let (x, y): (Vec<f64>, Vec<f64>) = (0..samples)
            .map(|_| arguments.draw(class))
            .map(|pair| (pair.x[0], pair.y[0]))
            .filter(|pair| machine.is_inside(pair))
            .unzip();
        rows.push(machine.compare(&format!("{class:?}"), &x, &y)?);
    }
    let special = machine.special()?;
    let asymmetric = machine.asymmetric(samples, seed)?;
    let not_monotonic = machine.not_monotonic(samples, seed)?;
    let name = name.to_owned();
    let function = reference.name;
    Ok(FunctionReport { name, function, format, rows, special, asymmetric, not_monotonic })
}

pub(crate) struct Machine<'a, 'e> {
    pub(crate) reference: &'a Reference,
    pub(crate) format: Format,
    pub(crate) evaluate: &'a mut Evaluate<'e>,
    pub(crate) refuses: bool,
}

impl Machine<'_, '_> {
    fn arguments(&self, seed: u64) -> Arguments {
        let Format { precision, emin, emax } = self.format;
        let format = floatfloat_exact::Format { precision, emin, emax };
        Arguments::new(self.reference.function, format, seed)
    }

    /// Whether operands are numbers of the format.
    fn is_inside(&self, &(x, y): &(f64, f64)) -> bool {
        let inside = |x: f64| {
            x == 0.0 || {
                let term = Term::of(x);
                term.exponent >= self.format.ulp_exponent(term.top())
                    && term.top() <= self.format.emax
            }
        };
        x.is_finite() && y.is_finite() && inside(x) && (!self.reference.has_two || inside(y))
    }

    pub(crate) fn results(&mut self, x: &[f64], y: &[f64]) -> Result<Vec<f64>, Failure> {
        let results = (self.evaluate)(x, y)?;
        if results.len() == x.len() {
            Ok(results)
        } else {
            Err(Failure::Length { expected: x.len(), given: results.len() })
        }
    }

    pub(crate) fn case(&self, x: f64, y: f64, seen: f64) -> Case {
        let exact = self.reference.of(x, y);
        let y = self.reference.has_two.then_some(y);
        Case { x, y, seen, nearest: self.nearest(exact) }
    }

    /// The nearest number of the format.
    fn nearest(&self, exact: Exactly) -> f64 {
        let value = sum(&exact.terms());
        if !exact.high.is_finite() || value.is_zero() {
            return exact.high;
        }
        let rounding = Rounding { format: self.format, mode: Mode::NearestEven, flushes: false };
        match value.rounded(&rounding) {
            Value::Finite(term) => term.to_f64(),
            Value::Special(special) => special,
        }
    }

    /// |seen − exact| in ulps of the exact result; an infinity counts as the number after the largest.
    fn ulps(&self, exact: Exactly, seen: f64) -> f64 {
        let nearest = self.nearest(exact);
        if self.refuses && seen.is_nan() && !nearest.is_finite() {
            return 0.0;
        }
        if seen.is_nan() || nearest.is_nan() {
            return if seen.is_nan() && nearest.is_nan() { 0.0 } else { f64::INFINITY };
        }
        if seen == nearest && seen.is_infinite() {
            return 0.0;
        }
        let end = Term { negative: false, magnitude: 1, exponent: self.format.emax + 1 };
        let limited = |x: f64| match x.is_infinite() {
            true => Term { negative: x < 0.0, ..end },
            false => Term::of(x),
        };
        let value = match exact.high.is_infinite() {
            true => [limited(exact.high), Term::ZERO],
            false => exact.terms(),
        };
        let [first, second] = value.map(|term| Term { negative: !term.negative, ..term });
        let residual = sum(&[limited(seen), first, second]);
        if residual.is_zero() {
            return 0.0;
        }
        let top = if value[0].is_zero() { self.format.emin } else { value[0].top() };
        let exponent = self.format.ulp_exponent(top);
        ratio(residual, Term { negative: false, magnitude: 1, exponent })
    }

    /// The function's value. Formats of few bits need no more than two words of f64.
    fn exact(&self, x: f64, y: f64) -> Exactly {
        if self.format.precision > MOST_OF_SHORT {
            self.reference.of(x, y)
        } else {
            self.reference.two_words(x, y)
        }
    }

    /// The error in a format of few bits, where the result is no subnormal number, and not close to a half or to the largest
    /// error so far, or where it is far beyond the range; `None` elsewhere.
    fn ordinary_ulps(&self, exact: &Exactly, seen: f64, largest: f64) -> Option<f64> {
        const CLOSE: f64 = 1e-9;
        let Exactly { high, words: [first, second], .. } = *exact;
        let Format { precision, emin, emax } = self.format;
        if precision > MOST_OF_SHORT {
            return None;
        }
        let precision = precision as i32;
        let is_tiny = high.abs() < f64::from(emin - precision - 8).exp2();
        let is_huge = high.abs() >= f64::from(emax + 1).exp2();
        if is_tiny && seen == 0.0 || is_huge && seen.is_infinite() && (seen > 0.0) == (high > 0.0) {
            return Some(0.0);
        }
        let exponent = (high.to_bits() >> 52 & 0x7FF) as i32 - 1023;
        if !(emin..emax).contains(&exponent) {
            return None;
        }
        let ulp = f64::from_bits(((exponent - precision + 1 + 1023) as u64) << 52);
        let error = ((seen - first - second) / ulp).abs();
        let is_clear = (error - 0.5).abs() > CLOSE && error < largest - CLOSE;
        is_clear.then_some(error)
    }

    fn compare(&mut self, class: &str, x: &[f64], y: &[f64]) -> Result<Row, Failure> {
        if x.is_empty() {
            return Ok(Row::new(class, 0));
        }
        let results = self.results(x, y)?;
        Ok(self.judged(class, x, y, &results))
    }

    /// The errors of results.
    pub(crate) fn judged(&self, class: &str, x: &[f64], y: &[f64], results: &[f64]) -> Row {
        let mut row = Row::new(class, x.len());
        for ((&x, &y), &seen) in x.iter().zip(y).zip(results) {
            let exact = self.exact(x, y);
            let error = self
                .ordinary_ulps(&exact, seen, row.ulps)
                .unwrap_or_else(|| self.ulps(exact, seen));
            row.not_nearest += usize::from(error > 0.5);
            if error > row.ulps {
                row.ulps = error;
                row.at = Some(self.case(x, y, seen));
            }
        }
        row
    }

    /// Zeros, infinities and NaN.
    fn special(&mut self) -> Result<Vec<Case>, Failure> {
        const INF: f64 = f64::INFINITY;
        let values = [0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, INF, -INF, f64::NAN];
        let seconds = if self.reference.has_two { &values[..] } else { &values[2..3] };
        let (x, y): (Vec<f64>, Vec<f64>) =
            values.iter().flat_map(|&x| seconds.iter().map(move |&y| (x, y))).unzip();
        let results = self.results(&x, &y)?;
        let mut found = Vec::new();
        for ((&x, &y), seen) in x.iter().zip(&y).zip(results) {
            let exact = self.reference.of(x, y).high;
            let is_special = exact == 0.0 || !exact.is_finite();
            let same = seen.to_bits() == exact.to_bits() || seen.is_nan() && exact.is_nan();
            let refused = self.refuses && seen.is_nan() && exact.is_infinite();
            if is_special && !same && !refused {
                found.push(self.case(x, y, seen));
            }
        }
        Ok(found)
    }

    fn asymmetric(&mut self, samples: usize, seed: u64) -> Result<Option<Case>, Failure> {
        use Function::*;
        let odd = match self.reference.function {
            Sin | Tan | SinPi | TanPi | Asin | Atan | Sinh | Tanh | Asinh | Atanh | Erf | Cbrt => {
                true
            }
            Cos | CosPi | Cosh => false,
            _ => return Ok(None),
        };
        let x = self.operands(Class::Natural, samples, seed);
        let y = vec![1.0; x.len()];
        let negated: Vec<f64> = x.iter().map(|x| -x).collect();
        let (ahead, behind) = (self.results(&x, &y)?, self.results(&negated, &y)?);
        let differs = |i: &usize| {
            let expected = if odd { -ahead[*i] } else { ahead[*i] };
            expected.to_bits() != behind[*i].to_bits() && !ahead[*i].is_nan()
        };
        let found = (0..x.len()).find(differs);
        Ok(found.map(|i| Case {
            x: negated[i],
            y: None,
            seen: behind[i],
            nearest: if odd { -ahead[i] } else { ahead[i] },
        }))
    }

    fn operands(&self, class: Class, samples: usize, seed: u64) -> Vec<f64> {
        let mut arguments = self.arguments(seed + 1);
        let drawn = (0..samples).map(|_| arguments.draw(class).x[0]);
        drawn.filter(|&x| self.is_inside(&(x, 1.0))).collect()
    }

    /// Neighbouring operands of a monotonic function.
    fn not_monotonic(
        &mut self,
        samples: usize,
        seed: u64,
    ) -> Result<Option<(Case, Case)>, Failure> {
        let Some(rising) = rises(self.reference.function) else { return Ok(None) };
        let mut x = Vec::new();
        for class in [Class::Natural, Class::Borders, Class::Reductions] {
            for start in self.operands(class, samples / 8, seed) {
                let top = if start == 0.0 { self.format.emin } else { Term::of(start).top() };
                let ulp = crate::probe::scaled(1.0, self.format.ulp_exponent(top));
                let run = (0..8).map(|k| start + f64::from(k) * ulp);
                x.extend(run.filter(|&x| {
                    self.is_inside(&(x, 1.0)) && !self.reference.of(x, 1.0).high.is_nan()
                }));
            }
        }
        x.sort_by(f64::total_cmp);
        x.dedup();
        let y = vec![1.0; x.len()];
        let results = self.results(&x, &y)?;
        let falls = |i: &usize| {
            let (before, after) = (results[*i], results[*i + 1]);
            if rising { after < before } else { before < after }
        };
        let found = (0..x.len().saturating_sub(1)).find(falls);
        Ok(found
            .map(|i| (self.case(x[i], 1.0, results[i]), self.case(x[i + 1], 1.0, results[i + 1]))))
    }
}

/// Whether a monotonic function rises; `None` if it is not monotonic.
pub(crate) fn rises(function: Function) -> Option<bool> {
    use Function::*;
    match function {
        Exp | Exp2 | Exp10 | ExpM1 | Ln | Log2 | Log10 | Ln1p | Asin | Atan | Sinh | Tanh
        | Asinh | Acosh | Atanh | Cbrt | Erf => Some(true),
        Acos | Erfc | Rsqrt => Some(false),
        _ => None,
    }
}

impl Row {
    pub(crate) fn new(class: &str, tried: usize) -> Self {
        Row { class: class.to_owned(), tried, not_nearest: 0, ulps: 0.0, at: None }
    }
}

impl FunctionReport {
    /// The largest error of all classes, in ulps.
    pub fn largest(&self) -> f64 {
        self.rows.iter().map(|row| row.ulps).fold(0.0, f64::max)
    }

    /// What programs that trust the interface do not expect, each in one sentence. An error is a fault from 4 ulps on.
    pub fn faults(&self) -> Vec<String> {
        let mut found = Vec::new();
        let worst = self.rows.iter().max_by(|a, b| a.ulps.total_cmp(&b.ulps));
        if let Some(Row { ulps, at: Some(at), .. }) = worst
            && *ulps >= 4.0
        {
            found.push(format!("An error is {} ulps: {at}.", ulps_text(*ulps)));
        }
        found.extend(self.special.iter().map(|case| format!("A special value is wrong: {case}.")));
        if let Some(case) = &self.asymmetric {
            found.push(format!("It is not symmetric: {case}."));
        }
        if let Some((a, b)) = &self.not_monotonic {
            found.push(format!("It is not monotonic: {a}; {b}."));
        }
        found
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { x, y, seen, nearest } = self;
        match y {
            Some(y) => write!(f, "{x:?}, {y:?} give {seen:?}, not {nearest:?}"),
            None => write!(f, "{x:?} gives {seen:?}, not {nearest:?}"),
        }
    }
}

/// An error in ulps, with four places, or three digits if it is large.
pub(crate) fn ulps_text(ulps: f64) -> String {
    if ulps < 1e5 { format!("{ulps:.4}") } else { format!("{ulps:.2e}") }
}

/// A line for each class, then the faults.
impl fmt::Display for FunctionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}: {} of {}, largest error {} ulps",
            self.name,
            self.function,
            self.format,
            ulps_text(self.largest())
        )?;
        writeln!(f, "  {:<13}{:>11}{:>13}{:>11}  at", "operands", "tried", "not nearest", "ulps")?;
        for row in &self.rows {
            write!(
                f,
                "  {:<13}{:>11}{:>13}{:>11}",
                row.class,
                row.tried,
                row.not_nearest,
                ulps_text(row.ulps)
            )?;
            match &row.at {
                Some(at) if at.seen != at.nearest => writeln!(f, "  {at}")?,
                _ => writeln!(f)?,
            }
        }
        for fault in self.faults() {
            writeln!(f, "  ! {fault}")?;
        }
        Ok(())
    }
}
