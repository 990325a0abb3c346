//! Runs the experiments of a report, one after the other, and keeps each as soon as it is finished.

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

/// An event in the course of a report.
#[derive(Debug)]
pub enum Event<'a> {
    /// An experiment begins.
    Begins {
        /// Its number, counted from 1.
        number: usize,
        /// The number of experiments.
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
    /// A finished experiment could not be stored on the disk. It is in the report nevertheless.
    NotKept {
        /// Its name.
        id: &'a str,
        /// Why.
        error: &'a Error,
    },
}

/// The outcome of a report's experiments.
#[derive(Debug, Default)]
pub struct Measured {
    /// The names of the finished experiments and their tables, in the order of the entries.
    pub finished: Vec<(&'static str, Vec<Table>)>,
    /// The experiments that were measured at their full sizes.
    pub full: Vec<&'static str>,
    /// The number of experiments that failed.
    pub failed: usize,
    /// Whether the user asked to stop before the last experiment.
    pub interrupted: bool,
}

impl Measured {
    /// Whether every experiment is finished.
    pub fn is_complete(&self) -> bool {
        self.failed == 0 && !self.interrupted
    }

    /// The tables of all finished experiments.
    pub fn tables(&self) -> Vec<Table> {
        self.finished.iter().flat_map(|(_, tables)| tables.iter().cloned()).collect()
    }
}

/// Runs the experiments that were not found finished, and stores each. After each one, `finished`
/// receives the state so far and the time that the experiment took.
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
        // Stored experiments are used even if the user asked to stop.
        if measured.interrupted {
            continue;
        }
        tell(Event::Begins { number, of: entries.len(), id });
        let begin = Instant::now();
        let failed = options.devices.failed();
        match entry.run(options, progress) {
            Ok(experiments) => {
                // The run in which a driver fails reports the failure. Another run tries again.
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

/// Runs finished experiments again at their full sizes, until `until`. Experiments that do not
/// finish by then stay as they are. After each one, `finished` receives the state so far.
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
            // The results of the smaller sizes stay. The failure is reported with all failures of drivers.
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
            // The results of the smaller sizes stay.
            Err(error) => tell(Event::Failed { id, error: &error }),
        }
    }
    measured.interrupted |= progress.interrupted();
}

/// Progress that asks to stop at a certain time.
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
