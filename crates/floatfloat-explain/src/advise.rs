//! Which lines of a program need a wide format for a tolerance.

use crate::{
    Error,
    again::Reference,
    explain::{Options, Seen, is_astray, watch_all},
    format::{Format, Formats},
    runs::{NotEnded, Program, Runs},
    sample::{Input, Output},
    source::Sources,
};
use serde::Serialize;
use std::time::Instant;

/// Which formats a program needs for a tolerance. [`Display`](std::fmt::Display) is a report; serde writes it as data.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Advice {
    /// The relative error that is wanted.
    pub tolerance: f64,
    /// Whether the exact run lost its digits itself, so that no format is enough.
    pub not_determined: bool,
    /// The program in one format, from cheap to dear.
    pub uniform: Vec<Uniform>,
    /// The program with some lines in a cheaper format.
    pub mixed: Option<Mixed>,
    /// Whether errors are those of inputs that chose no lines; with less than two inputs there are none.
    pub fresh: bool,
    /// Whether there was time for all runs.
    pub complete: bool,
    /// How often the program was run.
    pub runs: u64,
    /// How long all runs took.
    pub seconds: f64,
}

/// A program in one format.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Uniform {
    /// The name of the format.
    pub format: String,
    /// The largest relative error, at most 1.
    pub error: f64,
    /// Whether this is at most the tolerance.
    pub meets: bool,
}

/// A program in two formats.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Mixed {
    /// The format of the lines that are named.
    pub wide: String,
    /// That of all other lines.
    pub narrow: String,
    /// The lines that need the wide format, in the order of the program.
    pub lines: Vec<WideLine>,
    /// The part of the steps that these lines do.
    pub steps: f64,
    /// The largest relative error, at most 1.
    pub error: f64,
    /// Whether this is at most the tolerance.
    pub meets: bool,
}

/// A line that needs a wide format.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct WideLine {
    /// The file, as the compiler names it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// Its text, if the file is there.
    pub text: Option<String>,
}

/// Inputs by which lines are chosen, and inputs that check the choice.
const INPUTS: usize = 40;

/// Finds the cheapest format in which a program meets a relative error, and the lines that need it if all others have a
/// cheaper one.
///
/// The formats are `f32`, `f64`, [`DoubleDouble`](floatfloat::DoubleDouble) and [`TripleDouble`](floatfloat::TripleDouble). Each run
/// computes the steps of a line exactly from operands that are rounded to the format of the line, and rounds the result to
/// it. Lines lose the wide format by halves, as long as the tolerance is met. Every second input chooses, at most forty of
/// them; the others give the errors of the answer. It takes no times: they depend on how the compiler converts between formats.
///
/// ```
/// use floatfloat_explain::advise;
/// use num_traits::Float;
///
/// fn distance<T: Float>(x: T, y: T) -> T {
///     let difference = x * x - y * y;
///     let scaled = difference / (x + y);
///     scaled.sin()
/// }
///
/// let inputs: Vec<[f64; 2]> = (1..50).map(|k| [1.0 + 1e-4 / k as f64, 1.0]).collect();
/// let advice = advise(1e-6, &inputs, |[x, y]| distance(x, y))?;
/// let mixed = advice.mixed.expect("f32 is enough for some lines");
/// assert_eq!((mixed.wide.as_str(), mixed.narrow.as_str()), ("f64", "f32"));
/// assert_eq!(mixed.lines[0].text.as_deref(), Some("let difference = x * x - y * y;"));
/// # Ok::<(), floatfloat_explain::Error>(())
/// ```
///
/// # Errors
/// Those of [`explain`](crate::explain()).
pub fn advise<I: Input, R: Output<I::Number>>(
    tolerance: f64,
    inputs: &[I],
    function: impl Fn(I::Watched) -> R,
) -> Result<Advice, Error> {
    advise_with(&Options::default(), tolerance, inputs, function)
}

/// [`advise`] with other [`Options`].
///
/// # Errors
/// Those of [`explain`](crate::explain()).
pub fn advise_with<I: Input, R: Output<I::Number>>(
    options: &Options,
    tolerance: f64,
    inputs: &[I],
    function: impl Fn(I::Watched) -> R,
) -> Result<Advice, Error> {
    if inputs.is_empty() {
        return Err(Error::NoInput);
    }
    if tolerance.is_nan() || tolerance <= 0.0 {
        return Err(Error::NoTolerance { tolerance });
    }
    let begin = Instant::now();
    let mut program = Program::new(inputs, function, begin, options.deadline(begin));
    let watched = watch_all(&mut program, options)?;
    let unsure = watched.iter().any(Seen::is_unsure);
    let not_determined = unsure && is_astray(&program.statistics);
    let mut advice = Advice {
        tolerance,
        not_determined,
        uniform: Vec::new(),
        mixed: None,
        fresh: watched.len() > 1,
        complete: true,
        runs: 0,
        seconds: 0.0,
    };
    if !not_determined {
        let found = Search::new(&mut program, &watched, tolerance)
            .and_then(|mut search| search.fill(&mut advice));
        advice.complete = found.is_ok();
    }
    advice.runs = program.runs;
    advice.seconds = begin.elapsed().as_secs_f64();
    Ok(advice)
}

/// The search for lines.
struct Search<'a, P> {
    program: &'a mut P,
    tolerance: f64,
    choosing: Vec<Reference>,
    checking: Vec<Reference>,
}

impl<'a, P: Runs> Search<'a, P> {
    fn new(program: &'a mut P, watched: &[Seen], tolerance: f64) -> Result<Self, NotEnded> {
        // The inputs with the largest errors, one to choose and one to check in turn.
        let mut sides = [Vec::new(), Vec::new()];
        for (k, seen) in Seen::worst_first(watched).into_iter().take(2 * INPUTS).enumerate() {
            sides[k % 2].push(Reference::new(seen).compute(program)?);
        }
        let [choosing, checking] = sides;
        let checking = if checking.is_empty() { choosing.clone() } else { checking };
        Ok(Search { program, tolerance, choosing, checking })
    }

    fn fill(&mut self, advice: &mut Advice) -> Result<(), NotEnded> {
        let mut narrow: Option<Format> = None;
        for format in Format::ALL {
            let uniform = |_| format;
            let chosen = self.error(false, uniform)?;
            let error = chosen.max(self.error(true, uniform)?);
            let meets = error <= self.tolerance;
            advice.uniform.push(Uniform { format: format.name().to_owned(), error, meets });
            if meets {
                if let Some(narrow) = narrow {
                    advice.mixed = self.mixed(narrow, format)?;
                }
                return Ok(());
            }
            narrow = Some(format);
        }
        Ok(())
    }

    /// The largest error in these formats, which are given for the line of each place; for none where no run has reached it.
    fn error(
        &mut self,
        checking: bool,
        format: impl Fn(Option<usize>) -> Format,
    ) -> Result<f64, NotEnded> {
        let lines = self.program.places().lines().to_vec();
        let formats = Formats::new(lines.len(), |place| format(place.map(|place| lines[place])));
        let references = if checking { &self.checking } else { &self.choosing };
        let mut largest = 0f64;
        for reference in references {
            let found = self.program.again(reference.input, &formats, None)?;
            largest = reference.differences(&found).into_iter().fold(largest, f64::max);
        }
        Ok(largest)
    }

    /// The lines that need the wide format; none where all do.
    fn mixed(&mut self, narrow: Format, wide: Format) -> Result<Option<Mixed>, NotEnded> {
        let count = self.program.places().line_count();
        let mut is_wide = vec![true; count];
        let format = |is_wide: &[bool], line: Option<usize>| {
            if line.is_none_or(|line| *is_wide.get(line).unwrap_or(&true)) { wide } else { narrow }
        };
        let mut parts = Vec::from([(0, count)]);
        while let Some((begin, end)) = parts.pop() {
            let mut tried = is_wide.clone();
            tried[begin..end].fill(false);
            if self.error(false, |line| format(&tried, line))? <= self.tolerance {
                is_wide = tried;
            } else if end - begin > 1 {
                let middle = begin.midpoint(end);
                parts.extend([(middle, end), (begin, middle)]);
            }
        }
        if !is_wide.contains(&false) {
            return Ok(None);
        }
        let error = self.error(true, |line| format(&is_wide, line))?;
        let (mut steps, mut of_wide) = (0u64, 0u64);
        let (places, sources) = (self.program.places(), Sources::default());
        let mut lines: Vec<WideLine> = Vec::new();
        for (place, seen) in self.program.statistics().iter().enumerate() {
            steps += seen.count;
            if is_wide[places.line(place)] {
                of_wide += seen.count;
                let at = places.list()[place];
                if !lines.iter().any(|line| line.line == at.line && line.file == at.file) {
                    let text = sources.line(at.file, at.line);
                    lines.push(WideLine { file: at.file.to_owned(), line: at.line, text });
                }
            }
        }
        lines.sort_by(|x, y| (&x.file, x.line).cmp(&(&y.file, y.line)));
        Ok(Some(Mixed {
            wide: wide.name().to_owned(),
            narrow: narrow.name().to_owned(),
            lines,
            steps: of_wide as f64 / steps.max(1) as f64,
            error,
            meets: error <= self.tolerance,
        }))
    }
}
