//! The experiments of a report, one after the other, each kept as soon as it is finished.

mod kept;
mod run;

use crate::{
    error::Error,
    experiments::{Experiment, Options},
    progress::Progress,
    results::Table,
};
pub use kept::{Found, Kept};
pub use run::Run;
use std::time::{Duration, Instant};

/// What happens in the course of a report.
#[derive(Debug)]
pub enum Event<'a> {
    /// An experiment begins.
    Begins {
        /// Which one, counted from 1.
        number: usize,
        /// Of how many.
        of: usize,
        /// Its name.
        id: &'a str,
    },
    /// An experiment failed; the others go on.
    Failed {
        /// Its name.
        id: &'a str,
        /// Why.
        error: &'a Error,
    },
    /// A finished experiment could not be kept on the disk; it is in the report all the same.
    NotKept {
        /// Its name.
        id: &'a str,
        /// Why.
        error: &'a Error,
    },
}

/// What came of a report's experiments.
#[derive(Debug, Default)]
pub struct Measured {
    /// The names of those that are finished, and their tables, in the order of the entries.
    pub finished: Vec<(&'static str, Vec<Table>)>,
    /// Those that were measured at their full sizes.
    pub full: Vec<&'static str>,
    /// How many failed.
    pub failed: usize,
    /// Whether the user asked to stop before the last.
    pub interrupted: bool,
}

impl Measured {
    /// Whether every experiment is finished.
    pub fn is_complete(&self) -> bool {
        self.failed == 0 && !self.interrupted
    }

    /// The tables of all that are finished.
    pub fn tables(&self) -> Vec<Table> {
        self.finished.iter().flat_map(|(_, tables)| tables.iter().cloned()).collect()
    }
}

/// Runs the experiments that were not found finished, and keeps each. `finished` is told of what there
/// is after each that was run, and how long that took.
pub fn measure(
    entries: &[&Experiment],
    options: &Options,
    kept: &Kept,
    mut found: Found,
    progress: &dyn Progress,
    tell: &dyn Fn(Event<'_>),
    finished: &mut dyn FnMut(&Measured, &'static str, Duration),
) -> Measured {
    let mut measured = Measured::default();
    for (number, &entry) in (1..).zip(entries) {
        let id = entry.study.id;
        if let Some(experiments) = found.take(id) {
            measured.finished.push((id, experiments));
            continue;
        }
        // What is kept is used although the user asked to stop.
        if measured.interrupted {
            continue;
        }
        tell(Event::Begins { number, of: entries.len(), id });
        let begin = Instant::now();
        let failed = options.devices.failed();
        match entry.run(options, progress) {
            Ok(experiments) => {
                // A driver's failure is told of by the run in which it happens; another run tries again.
                if options.devices.failed() == failed
                    && let Err(error) = kept.keep(id, &experiments)
                {
                    tell(Event::NotKept { id, error: &error });
                }
                measured.finished.push((id, experiments));
                finished(&measured, id, begin.elapsed());
            }
            Err(Error::Interrupted) => measured.interrupted = true,
            Err(error) => {
                tell(Event::Failed { id, error: &error });
                measured.failed += 1;
            }
        }
    }
    if !options.quick {
        measured.full = measured.finished.iter().map(|(id, _)| *id).collect();
    }
    measured
}

/// Runs finished experiments again, at their full sizes, until a time is reached. Those that are not
/// finished by then stay as they are. `finished` is told of what there is after each.
pub fn deepen(
    measured: &mut Measured,
    entries: &[&Experiment],
    options: &Options,
    until: Instant,
    progress: &dyn Progress,
    tell: &dyn Fn(Event<'_>),
    finished: &mut dyn FnMut(&Measured),
) {
    let timed = Until { progress, until };
    for (number, &entry) in (1..).zip(entries) {
        let id = entry.study.id;
        if Instant::now() >= until || progress.interrupted() {
            break;
        }
        tell(Event::Begins { number, of: entries.len(), id });
        let failed = options.devices.failed();
        match entry.run(options, &timed) {
            // What the smaller sizes gave stays; how the driver failed is told with all failures of drivers.
            Ok(_) if options.devices.failed() > failed => finished(measured),
            Ok(tables) => {
                let known = measured.finished.iter_mut().find(|(known, _)| *known == id);
                match known {
                    Some((_, quick)) => *quick = tables,
                    None => measured.finished.push((id, tables)),
                }
                measured.full.push(id);
                finished(measured);
            }
            Err(Error::Interrupted) => break,
            // What the smaller sizes gave stays.
            Err(error) => tell(Event::Failed { id, error: &error }),
        }
    }
    measured.interrupted |= progress.interrupted();
}

/// Progress that asks to stop at a time.
struct Until<'a> {
    progress: &'a dyn Progress,
    until: Instant,
}

impl Progress for Until<'_> {
    fn begin(&self, what: &str, steps: u64) {
        self.progress.begin(what, steps);
    }

    fn advance(&self, steps: u64) {
        self.progress.advance(steps);
    }

    fn interrupted(&self) -> bool {
        Instant::now() >= self.until || self.progress.interrupted()
    }
}

#[cfg(test)]
mod tests;
