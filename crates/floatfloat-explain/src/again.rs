//! Runs a program again, to see what its inputs determine, which lines cause its errors, and what helps.

use crate::{
    explain::Seen,
    explanation::{Line, steps_of},
    format::{Format, Formats},
    number::Number,
    place::Places,
    rewrites::{Rewrite, known},
    runs::{NotEnded, Program},
    sample::{Input, Output},
    source::Sources,
    statistics::Statistics,
    watched::Watched,
};
use floatfloat::QuadDouble;

/// Inputs that are run again and again, half of them the worst ones.
const INPUTS: usize = 40;

/// How often each of them is changed.
const CHANGES: usize = 3;

/// Lines for which an error without them is measured.
pub(crate) const LINES: usize = 10;

/// Lines with a smaller part of the error are left out.
const LEAST: f64 = 0.01;

/// What the runs after the first ones have found.
pub(crate) struct Found {
    pub(crate) lines: Vec<Blamed>,
    pub(crate) rewrites: Vec<Rewrite>,
    /// The largest relative change of an exact result where inputs are changed by u, for each input that was run again.
    pub(crate) changes: Vec<(usize, f64)>,
    /// The largest of them.
    pub(crate) change: Option<f64>,
    /// Whether there was time for everything.
    pub(crate) complete: bool,
}

/// A line that causes a part of the error.
pub(crate) struct Blamed {
    line: usize,
    share: f64,
    alone: f64,
    without: Option<f64>,
}

impl Blamed {
    pub(crate) fn described(
        self,
        places: &Places,
        statistics: &[Statistics],
        precision: i32,
        sources: &Sources,
    ) -> Line {
        let place = (0..places.list().len())
            .find(|&place| places.line(place) == self.line)
            .expect("a line has places");
        let place = places.list()[place];
        Line {
            file: place.file.to_owned(),
            line: place.line,
            text: sources.line(place.file, place.line),
            share: self.share,
            error_alone: self.alone,
            error_without: self.without,
            steps: steps_of(places, statistics, precision, sources, |place| {
                places.line(place) == self.line
            }),
        }
    }
}

/// Runs the program again with some inputs.
pub(crate) struct Again<'a, 'b, I: Input, R, F> {
    program: &'a mut Program<'b, I, R, F>,
    /// Inputs, and the exact results without any rounding.
    inputs: Vec<(usize, Vec<QuadDouble>)>,
    chosen: Vec<usize>,
    seed: u64,
}

impl<'a, 'b, I, R, F> Again<'a, 'b, I, R, F>
where
    I: Input,
    R: Output<I::Number>,
    F: Fn(I::Watched) -> R,
{
    pub(crate) fn new(program: &'a mut Program<'b, I, R, F>, watched: &[Seen], seed: u64) -> Self {
        let mut worst: Vec<&Seen> = watched.iter().collect();
        worst.sort_by(|x, y| y.error.total_cmp(&x.error));
        let mut chosen: Vec<usize> = worst.iter().take(INPUTS / 2).map(|one| one.input).collect();
        // The others, evenly among the rest.
        let rest = &worst[chosen.len()..];
        let step = rest.len().div_ceil(INPUTS / 2).max(1);
        chosen.extend(rest.iter().step_by(step).map(|one| one.input));
        Again { program, inputs: Vec::new(), chosen, seed }
    }

    pub(crate) fn find(mut self) -> Found {
        let mut found = Found {
            lines: Vec::new(),
            rewrites: Vec::new(),
            changes: Vec::new(),
            change: None,
            complete: true,
        };
        if self.search(&mut found).is_err() {
            found.complete = false;
        }
        let worst = found.changes.iter().map(|&(_, change)| change);
        found.change = worst.reduce(f64::max);
        found.lines.sort_by(|x, y| y.share.total_cmp(&x.share));
        found
    }

    fn search(&mut self, found: &mut Found) -> Result<(), NotEnded> {
        let none = Formats::new(0, |_| Format::Exact);
        for input in self.chosen.clone() {
            let results = self.results(input, &none, |x| x.widened())?;
            self.inputs.push((input, results));
        }
        for (input, results) in self.inputs.clone() {
            for _ in 0..CHANGES {
                let mut seed = self.seed;
                let changed = self.results(input, &none, |x| {
                    let [sign, next] = next_sign(seed);
                    seed = next;
                    let exact = x.widened();
                    exact + exact * (if sign == 0 { -1.0 } else { 1.0 } * I::Number::UNIT)
                })?;
                self.seed = seed;
                let change = largest_difference(&changed, &results);
                found.changes.push((input, change));
            }
        }
        let all = self.error(|_| true)?;
        if all == 0.0 {
            return Ok(());
        }
        let mut parts = Vec::from([(0, self.program.places.line_count())]);
        while let Some((begin, end)) = parts.pop() {
            let alone = self.error_of_lines(|line| (begin..end).contains(&line), false)?;
            if alone < LEAST * all {
                continue;
            }
            if end - begin == 1 {
                let share = (alone / all).min(1.0);
                found.lines.push(Blamed { line: begin, share, alone, without: None });
            } else {
                let middle = begin.midpoint(end);
                parts.extend([(middle, end), (begin, middle)]);
            }
        }
        found.lines.sort_by(|x, y| y.share.total_cmp(&x.share));
        for blamed in found.lines.iter_mut().take(LINES) {
            blamed.without = Some(self.error_of_lines(|line| line != blamed.line, true)?);
        }
        let blamed: Vec<usize> = found.lines.iter().map(|blamed| blamed.line).collect();
        for mut rewrite in known(&self.program.places, &self.program.statistics, &blamed) {
            rewrite.error =
                self.error(|place| place.is_none_or(|it| !rewrite.places.contains(&it)))?;
            if rewrite.error < all / 2.0 {
                found.rewrites.push(rewrite);
            }
        }
        found.rewrites.sort_by(|x, y| x.error.total_cmp(&y.error));
        Ok(())
    }

    /// The results of a run in these formats.
    fn results(
        &mut self,
        input: usize,
        formats: &Formats,
        change: impl FnMut(I::Number) -> QuadDouble,
    ) -> Result<Vec<QuadDouble>, NotEnded> {
        let results = self.program.again(input, formats, change)?;
        Ok(results.into_iter().map(Watched::exact).collect())
    }

    /// [`error`](Self::error) where the places on some lines round, and those on others that no run has reached if `otherwise`.
    fn error_of_lines(
        &mut self,
        rounds: impl Fn(usize) -> bool,
        otherwise: bool,
    ) -> Result<f64, NotEnded> {
        let lines: Vec<usize> = self.program.places.lines().to_vec();
        self.error(|place| place.map_or(otherwise, |place| rounds(lines[place])))
    }

    /// The root of the mean square of the errors where steps are rounded at some places.
    fn error(&mut self, rounds: impl Fn(Option<usize>) -> bool) -> Result<f64, NotEnded> {
        let format = |place| if rounds(place) { Format::Own } else { Format::Exact };
        let formats = Formats::new(self.program.places.list().len(), format);
        let mut sum = 0.0;
        for (input, results) in self.inputs.clone() {
            let rounded = self.results(input, &formats, |x| x.widened())?;
            sum += largest_difference(&rounded, &results).powi(2);
        }
        Ok((sum / self.inputs.len() as f64).sqrt())
    }
}

/// The largest relative difference, at most 1.
pub(crate) fn largest_difference(found: &[QuadDouble], results: &[QuadDouble]) -> f64 {
    if found.len() != results.len() {
        return 1.0;
    }
    let differences = found.iter().zip(results).map(|(&x, &y)| {
        if x == y || x.is_nan() && y.is_nan() {
            return 0.0;
        }
        let difference = ((x - y).hi() / y.hi()).abs();
        if difference < 1.0 { difference } else { 1.0 }
    });
    differences.fold(0.0, f64::max)
}

/// A random bit, and the state after it (splitmix64).
fn next_sign(state: u64) -> [u64; 2] {
    let state = state.wrapping_add(0x9e3779b97f4a7c15);
    let x = (state ^ (state >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d049bb133111eb);
    [(x ^ (x >> 31)) >> 63, state]
}

#[cfg(test)]
mod tests;
