//! Runs a program and finds the lines that lose digits.

use crate::{
    Error,
    again::{Again, Found, LINES},
    explanation::{Explanation, Verdict, Worst, decisions, specials, steps_of},
    number::Number,
    runs::Program,
    sample::{Input, Output},
    source::Sources,
    watched::Watched,
};
use floatfloat::QuadDouble;
use std::{
    fmt::Display,
    time::{Duration, Instant},
};

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
    let mut program = Program::new(inputs, function, begin, begin + options.time);
    let watched = watch_all(&mut program, options)?;
    let mut found = Again::new(&mut program, &watched, options.seed).find();
    let precision = I::Number::PRECISION;
    let verdict = verdict(&watched, &found, I::Number::UNIT);
    let sources = Sources::default();
    let worst = watched.iter().max_by(|x, y| x.error.total_cmp(&y.error)).expect("there is one");
    let mut errors: Vec<f64> = watched.iter().map(|one| one.error).collect();
    errors.sort_by(f64::total_cmp);
    if verdict == Verdict::Accurate {
        found.lines.clear();
        found.rewrites.clear();
    }
    Ok(Explanation {
        format: I::Number::NAME.to_owned(),
        precision,
        inputs: watched.len(),
        given: inputs.len(),
        verdict,
        worst: worst.described(),
        median_error: errors[errors.len() / 2],
        change: found.change,
        lines: found
            .lines
            .into_iter()
            .map(|line| line.described(&program.places, &program.statistics, precision, &sources))
            .collect(),
        rewrites: found.rewrites.into_iter().map(|one| one.described(&program.places)).collect(),
        losses: steps_of(&program.places, &program.statistics, precision, &sources, |_| true)
            .into_iter()
            .take(LINES)
            .collect(),
        decisions: decisions(&program.places, &program.statistics),
        specials: specials(&program.places, &program.statistics),
        complete: found.complete,
        runs: program.runs,
        seconds: begin.elapsed().as_secs_f64(),
    })
}

/// The results for one input.
pub(crate) struct Seen {
    pub(crate) input: usize,
    /// The result with the largest error.
    number: usize,
    value: String,
    exact: QuadDouble,
    pub(crate) error: f64,
    /// Whether the exact result has lost digits itself.
    unsure: bool,
}

impl Seen {
    fn new<T: Number>(input: usize, results: &[Watched<T>]) -> Self {
        let errors = results.iter().map(|result| result.error());
        let largest = errors.enumerate().max_by(|x, y| x.1.total_cmp(&y.1));
        let (number, error) = largest.expect("a program without results is an error");
        let result = results[number];
        let unsure = results.iter().any(|result| {
            let high = result.exact().hi().abs();
            let away = (result.error() * high).max(high * T::UNIT);
            high.is_finite() && result.radius() > away.max(f64::MIN_POSITIVE) * 2f64.powi(-10)
        });
        Seen { input, number, value: text(result.value()), exact: result.exact(), error, unsure }
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

fn text(value: impl Display) -> String {
    value.to_string()
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
    let mut all = vec![Seen::new(0, &second)];
    for input in 1..program.inputs() {
        // More than half of the time is for the runs that find lines.
        if program.begin.elapsed() > options.time.mul_f64(0.4) {
            break;
        }
        match program.watch(input) {
            Ok(results) => all.push(Seen::new(input, &results)),
            Err(Error::OutOfTime { .. }) => break,
            Err(error) => return Err(error),
        }
    }
    Ok(all)
}

/// What the errors come from.
fn verdict(watched: &[Seen], found: &Found, unit: f64) -> Verdict {
    if watched.iter().any(|one| one.unsure) {
        return Verdict::NotDetermined;
    }
    let bad = |one: &&Seen| one.error > FEW * unit;
    if !watched.iter().any(|one| bad(&one)) {
        return Verdict::Accurate;
    }
    let of = |input| {
        let changes = found.changes.iter().filter(|&&(other, _)| other == input);
        changes.map(|&(_, change)| change).reduce(f64::max)
    };
    let mut known = watched.iter().filter(bad).filter_map(|one| Some((one.error, of(one.input)?)));
    // The program is to blame where one error is far larger than what a change of the inputs does.
    if known.any(|(error, change)| error > FEW * change) {
        Verdict::LosesDigits
    } else if found.changes.is_empty() {
        Verdict::Unknown
    } else {
        Verdict::IllConditioned
    }
}
