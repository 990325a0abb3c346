//! Runs a program again, to see what its inputs determine, which lines cause its errors, and what helps.

use crate::{
    explain::Seen,
    explanation::{Line, steps_of},
    format::{Format, Formats},
    place::Places,
    rewrites::{Rewrite, known},
    runs::{NotEnded, Runs},
    source::Sources,
    statistics::Statistics,
};
use floatfloat::QuadDouble;

/// Inputs that are run again and again, half of them the worst ones.
const INPUTS: usize = 40;

/// How often each of them is changed.
const CHANGES: u64 = 3;

/// Lines for which an error without them is measured.
pub(crate) const LINES: usize = 10;

/// Lines with a smaller part of the error are left out.
const LEAST: f64 = 0.01;

/// What the runs after the first ones have found.
pub(crate) struct Found {
    pub(crate) lines: Vec<Blamed>,
    pub(crate) rewrites: Vec<Rewrite>,
    /// For each input that was run again: the differences that its decisions make to each result, and the largest relative changes
    /// of the exact results where numbers of the input are changed by u.
    pub(crate) changes: Vec<(usize, Vec<f64>, Vec<f64>)>,
    /// The largest change.
    pub(crate) change: Option<f64>,
    /// The largest difference that decisions make.
    pub(crate) path: f64,
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

/// The exact results for an input.
#[derive(Clone)]
pub(crate) struct Reference {
    pub(crate) input: usize,
    pub(crate) results: Vec<QuadDouble>,
    /// The same where the program's values decide.
    watched: Vec<QuadDouble>,
    /// Their estimated errors.
    radii: Vec<f64>,
}

impl Reference {
    /// That of an input, before the results are computed.
    pub(crate) fn new(seen: &Seen) -> Self {
        let (watched, radii) = (seen.exacts.clone(), seen.radii.clone());
        Reference { input: seen.input, results: Vec::new(), watched, radii }
    }

    /// Computes the results.
    pub(crate) fn compute(mut self, program: &mut impl Runs) -> Result<Self, NotEnded> {
        self.results = program.again(self.input, &Formats::exact(), None)?;
        Ok(self)
    }

    /// The relative differences of results from these, at most 1; of other numbers of results only 1. Differences that may be
    /// those of the exact results themselves are zero.
    pub(crate) fn differences(&self, found: &[QuadDouble]) -> Vec<f64> {
        if found.len() != self.results.len() {
            return vec![1.0];
        }
        let pairs = found.iter().zip(&self.results).enumerate();
        let differences = pairs.map(|(k, (&x, &y))| {
            let difference = (x - y).hi().abs();
            let unknown = self.radii.get(k).copied().unwrap_or(0.0);
            if difference <= 8.0 * unknown || x == y || x.is_nan() && y.is_nan() {
                return 0.0;
            }
            let relative = (difference / y.hi()).abs();
            if relative < 1.0 { relative } else { 1.0 }
        });
        differences.collect()
    }
}

/// Runs the program again with some inputs.
pub(crate) struct Again<'a, P> {
    program: &'a mut P,
    /// The exact results without any rounding.
    references: Vec<Reference>,
    chosen: Vec<Reference>,
    seed: u64,
}

impl<'a, P: Runs> Again<'a, P> {
    pub(crate) fn new(program: &'a mut P, watched: &[Seen], seed: u64) -> Self {
        let worst = Seen::worst_first(watched);
        let reference = |seen: &&Seen| Reference::new(seen);
        let mut chosen: Vec<Reference> = worst.iter().take(INPUTS / 2).map(reference).collect();
        // The others, evenly among the rest.
        let rest = &worst[chosen.len()..];
        let step = rest.len().div_ceil(INPUTS / 2).max(1);
        chosen.extend(rest.iter().step_by(step).map(reference));
        Again { program, references: Vec::new(), chosen, seed }
    }

    pub(crate) fn find(mut self) -> Found {
        let mut found = Found {
            lines: Vec::new(),
            rewrites: Vec::new(),
            changes: Vec::new(),
            change: None,
            path: 0.0,
            complete: true,
        };
        if self.search(&mut found).is_err() {
            found.complete = false;
        }
        let changes = found.changes.iter().flat_map(|(_, _, changes)| changes).copied();
        found.change = changes.reduce(f64::max);
        let paths = found.changes.iter().flat_map(|(_, path, _)| path).copied();
        found.path = paths.fold(0.0, f64::max);
        found.lines.sort_by(|x, y| y.share.total_cmp(&x.share));
        found
    }

    fn search(&mut self, found: &mut Found) -> Result<(), NotEnded> {
        for reference in std::mem::take(&mut self.chosen) {
            self.references.push(reference.compute(self.program)?);
        }
        let exact = Formats::exact();
        for (k, reference) in self.references.iter().enumerate() {
            let mut largest = Vec::new();
            for change in 0..CHANGES {
                let seed = self.seed.wrapping_add((k as u64 * CHANGES + change) << 32);
                let changed = self.program.again(reference.input, &exact, Some(seed))?;
                let changes = reference.differences(&changed);
                largest.resize(changes.len().max(largest.len()), 0f64);
                for (largest, change) in largest.iter_mut().zip(changes) {
                    *largest = largest.max(change);
                }
            }
            let path = reference.differences(&reference.watched);
            found.changes.push((reference.input, path, largest));
        }
        let all = self.error(|_| true)?;
        if all == 0.0 {
            return Ok(());
        }
        let mut parts = Vec::from([(0, self.program.places().line_count())]);
        while let Some((begin, end)) = parts.pop() {
            let alone = self.error_of_lines(|line| (begin..end).contains(&line), false)?;
            if alone < LEAST * all {
                continue;
            }
            if end - begin <= 1 {
                if begin == end {
                    continue;
                }
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
        for mut rewrite in known(self.program.places(), self.program.statistics(), &blamed) {
            rewrite.error =
                self.error(|place| place.is_none_or(|it| !rewrite.places.contains(&it)))?;
            if rewrite.error < all / 2.0 {
                found.rewrites.push(rewrite);
            }
        }
        found.rewrites.sort_by(|x, y| x.error.total_cmp(&y.error));
        Ok(())
    }

    /// [`error`](Self::error) where the places on some lines round, and those on others that no run has reached if `otherwise`.
    fn error_of_lines(
        &mut self,
        rounds: impl Fn(usize) -> bool,
        otherwise: bool,
    ) -> Result<f64, NotEnded> {
        let lines: Vec<usize> = self.program.places().lines().to_vec();
        self.error(|place| place.map_or(otherwise, |place| rounds(lines[place])))
    }

    /// The root of the mean square of the errors where steps are rounded at some places.
    fn error(&mut self, rounds: impl Fn(Option<usize>) -> bool) -> Result<f64, NotEnded> {
        let format = |place| if rounds(place) { Format::Own } else { Format::Exact };
        let formats = Formats::new(self.program.places().list().len(), format);
        let (mut sum, mut count) = (0.0, 0);
        for reference in &self.references {
            let rounded = self.program.again(reference.input, &formats, None)?;
            let differences = reference.differences(&rounded);
            count += differences.len();
            sum += differences.into_iter().map(|error| error * error).sum::<f64>();
        }
        Ok(if count == 0 { 0.0 } else { (sum / count as f64).sqrt() })
    }
}

#[cfg(test)]
mod tests;
