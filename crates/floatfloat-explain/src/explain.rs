//! Runs a program and finds the lines that lose digits.

use crate::{
    Error,
    again::{Again, Found, LINES},
    explanation::{Explanation, Line, Verdict, Worst, decisions, specials, steps_of},
    number::{Number, power_of_two},
    runs::{Program, Runs},
    sample::{Input, Output},
    source::Sources,
    statistics::Statistics,
    watched::Watched,
};
use floatfloat::QuadDouble;
use std::time::{Duration, Instant};

/// How a program is explained.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The time that all runs may take together. When it is over, what is known by then is the answer.
    pub time: Duration,
    /// Chooses how inputs are changed to see how much they determine.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { time: Duration::from_secs(10), seed: 1 }
    }
}

impl Options {
    pub(crate) fn deadline(&self, begin: Instant) -> Instant {
        const LONG: Duration = Duration::from_secs(1 << 30);
        begin + self.time.min(LONG)
    }
}

/// Errors up to so many times u are those of a few steps.
const FEW: f64 = 8.0;

/// Explains where a program loses digits: see the [documentation of the crate](crate).
///
/// The function computes with [`Watched`] numbers. It runs once with each input, and again with some forty of them: about
/// 2·log₂(lines) times for each line that matters, in ten seconds at most ([`explain_with`] takes another limit).
///
/// # Errors
/// Those of [`Error`]: no inputs or results, inputs that are not finite, a function that does not end in time or that gives
/// different results in two runs. A panic of the function is passed on.
pub fn explain<I: Input, R: Output<I::Number>>(
    inputs: &[I],
    function: impl Fn(I::Watched) -> R,
) -> Result<Explanation, Error> {
    explain_with(&Options::default(), inputs, function)
}

/// [`explain`] with other [`Options`].
///
/// # Errors
/// Those of [`explain`].
pub fn explain_with<I: Input, R: Output<I::Number>>(
    options: &Options,
    inputs: &[I],
    function: impl Fn(I::Watched) -> R,
) -> Result<Explanation, Error> {
    if inputs.is_empty() {
        return Err(Error::NoInput);
    }
    let begin = Instant::now();
    let mut program = Program::new(inputs, function, begin, options.deadline(begin));
    let watched = watch_all(&mut program, options)?;
    let format = (I::Number::NAME, I::Number::PRECISION);
    let mut explanation = answer(&mut program, &watched, format, options.seed, &Sources::default());
    (explanation.given, explanation.seconds) = (inputs.len(), begin.elapsed().as_secs_f64());
    Ok(explanation)
}

/// What is said of a program in a format with a name and so many bits, after it was watched.
pub(crate) fn answer(
    program: &mut impl Runs,
    watched: &[Seen],
    (format, precision): (&str, i32),
    seed: u64,
    sources: &Sources,
) -> Explanation {
    let mut found = Again::new(program, watched, seed).find();
    let astray = is_astray(program.statistics());
    let verdict = verdict(watched, &found, power_of_two(-precision), astray);
    let worst = watched.iter().max_by(|x, y| x.error.total_cmp(&y.error));
    let worst = worst.expect("the program was watched with an input");
    let mut errors: Vec<f64> = watched.iter().flat_map(|one| &one.errors).copied().collect();
    errors.sort_by(f64::total_cmp);
    if verdict == Verdict::Accurate {
        found.lines.clear();
        found.rewrites.clear();
    }
    let (places, statistics) = (program.places(), program.statistics());
    let lines = found.lines.into_iter();
    let lines = lines.map(|line| line.described(places, statistics, precision, sources));
    let lines: Vec<Line> = lines.collect();
    let mut losses = steps_of(places, statistics, precision, sources, |_| true);
    losses.truncate(LINES);
    let shown = lines.iter().map(|line| (line.file.clone(), line.line));
    let shown: Vec<_> =
        shown.chain(losses.iter().map(|step| (step.file.clone(), step.line))).collect();
    Explanation {
        format: format.to_owned(),
        precision,
        inputs: watched.len(),
        given: watched.len(),
        verdict,
        worst: worst.described(),
        median_error: errors[errors.len() / 2],
        change: found.change,
        path: found.path,
        lines,
        rewrites: found.rewrites.into_iter().map(|one| one.described(places)).collect(),
        losses,
        decisions: decisions(places, statistics),
        specials: specials(places, statistics),
        excerpts: sources.excerpts(&shown),
        complete: found.complete,
        runs: program.runs(),
        seconds: 0.0,
    }
}

/// A result of a program that is watched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub(crate) exact: QuadDouble,
    /// How far the value is from it, also relative, at most 1.
    pub(crate) away: f64,
    pub(crate) error: f64,
    /// The estimated error of `exact`.
    pub(crate) radius: f64,
}

/// The results for one input.
pub(crate) struct Seen {
    pub(crate) input: usize,
    /// The result with the largest error.
    number: usize,
    value: String,
    exact: QuadDouble,
    pub(crate) error: f64,
    errors: Vec<f64>,
    /// The estimated errors of the exact results.
    pub(crate) radii: Vec<f64>,
    /// The exact results where the program's values decide.
    pub(crate) exacts: Vec<QuadDouble>,
    /// Whether the exact result has lost digits itself.
    unsure: bool,
}

impl Seen {
    /// `text` writes a result of the program, which has at least one.
    pub(crate) fn new(
        input: usize,
        results: &[Outcome],
        unit: f64,
        text: impl FnOnce(usize) -> String,
    ) -> Self {
        let errors: Vec<f64> = results.iter().map(|result| result.error).collect();
        let largest = errors.iter().enumerate().max_by(|x, y| x.1.total_cmp(y.1));
        let (number, &error) = largest.expect("a program without results is an error");
        // A result that is far smaller than another one may be zero.
        let magnitudes = results.iter().map(|result| result.exact.hi().abs().max(result.away));
        let largest = magnitudes.filter(|x| x.is_finite()).fold(0.0, f64::max);
        let unsure = results.iter().any(|result| {
            let away = result.away.max(largest * unit).max(f64::MIN_POSITIVE);
            result.exact.hi().is_finite() && result.radius > away * 2f64.powi(-10)
        });
        let (exact, value) = (results[number].exact, text(number));
        let radii = results.iter().map(|result| result.radius).collect();
        let exacts = results.iter().map(|result| result.exact).collect();
        Seen { input, number, value, exact, error, errors, radii, exacts, unsure }
    }

    fn of_numbers<T: Number>(input: usize, results: &[Watched<T>]) -> Self {
        let outcome = |x: &Watched<T>| Outcome {
            exact: x.exact(),
            away: x.value().minus(x.exact()).abs(),
            error: x.error(),
            radius: x.radius(),
        };
        let outcomes: Vec<Outcome> = results.iter().map(outcome).collect();
        Seen::new(input, &outcomes, T::UNIT, |number| results[number].value().to_string())
    }

    /// Those of all inputs, the largest errors first.
    pub(crate) fn worst_first(watched: &[Seen]) -> Vec<&Seen> {
        let mut worst: Vec<&Seen> = watched.iter().collect();
        worst.sort_by(|x, y| y.error.total_cmp(&x.error));
        worst
    }

    /// Whether the exact result has lost digits itself.
    pub(crate) fn is_unsure(&self) -> bool {
        self.unsure
    }

    fn described(&self) -> Worst {
        let exact = format!("{:e}", self.exact.hi());
        Worst {
            input: self.input,
            result: self.number,
            value: self.value.clone(),
            exact: digits(self.exact, &exact),
            error: self.error,
        }
    }
}

/// An exact value with forty digits.
fn digits(exact: QuadDouble, otherwise: &str) -> String {
    if exact.hi().is_finite() { format!("{exact:.39e}") } else { otherwise.to_owned() }
}

/// Watches the program with all inputs, or with as many as the time allows.
pub(crate) fn watch_all<I, R, F>(
    program: &mut Program<'_, I, R, F>,
    options: &Options,
) -> Result<Vec<Seen>, Error>
where
    I: Input,
    R: Output<I::Number>,
    F: Fn(I::Watched) -> R,
{
    let first = program.watch(0)?;
    // What the run wrote down is written down again by the next.
    program.statistics.clear();
    let second = program.watch(0)?;
    for (number, pair) in first.iter().zip(&second).enumerate() {
        let [first, second] = [pair.0, pair.1].map(|result| result.value().widened().hi());
        if first.to_bits() != second.to_bits()
            || pair.0.value() != pair.1.value() && !first.is_nan()
        {
            return Err(Error::Random { input: 0, number, first, second });
        }
    }
    let mut all = vec![Seen::of_numbers(0, &second)];
    for input in 1..program.inputs() {
        // More than half of the time is for the runs that find lines.
        if program.begin.elapsed() > options.time.mul_f64(0.4) {
            break;
        }
        match program.watch(input) {
            Ok(results) => all.push(Seen::of_numbers(input, &results)),
            Err(Error::OutOfTime { .. }) => break,
            Err(error) => return Err(error),
        }
    }
    Ok(all)
}

/// Whether the program left the exact run, relative to the numbers that it computed with. Where it did not, though it has far
/// fewer bits, the exact run is stable, however large the estimate of its error is.
pub(crate) fn is_astray(statistics: &[Statistics]) -> bool {
    statistics.iter().any(|seen| seen.astray >= power_of_two(-10))
}

/// What the errors come from.
fn verdict(watched: &[Seen], found: &Found, unit: f64, astray: bool) -> Verdict {
    if astray && watched.iter().any(|one| one.unsure) {
        return Verdict::NotDetermined;
    }
    let is_bad = |one: &Seen| one.error > FEW * unit;
    let mut bad = watched.iter().any(is_bad);
    for (input, path, changes) in &found.changes {
        let Some(one) = watched.iter().find(|one| one.input == *input) else { continue };
        for (k, &path) in path.iter().enumerate() {
            let error = one.errors.get(k).map_or(path, |&error| error.max(path));
            bad |= error > FEW * unit;
            // The program is to blame where an error is far larger than what a change of the inputs does to this result.
            if error > FEW * unit && error > FEW * changes.get(k).unwrap_or(&0.0) {
                return Verdict::LosesDigits;
            }
        }
    }
    match bad {
        false => Verdict::Accurate,
        true if found.changes.is_empty() => Verdict::Unknown,
        true => Verdict::IllConditioned,
    }
}
