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
#[derive(Debug)]
pub struct Measured {
    /// The tables of those that are finished, in the order of the entries.
    pub experiments: Vec<Table>,
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
}

/// Runs the experiments that were not found finished, and keeps each.
pub fn measure(
    entries: &[&Experiment],
    options: &Options,
    kept: &Kept,
    mut found: Found,
    progress: &dyn Progress,
    tell: &dyn Fn(Event<'_>),
) -> Measured {
    let mut measured = Measured { experiments: Vec::new(), failed: 0, interrupted: false };
    for (number, &entry) in (1..).zip(entries) {
        let id = entry.study.id;
        if let Some(experiments) = found.take(id) {
            measured.experiments.extend(experiments);
            continue;
        }
        // What is kept is used although the user asked to stop.
        if measured.interrupted {
            continue;
        }
        tell(Event::Begins { number, of: entries.len(), id });
        match entry.run(options, progress) {
            Ok(experiments) => {
                if let Err(error) = kept.keep(id, &experiments) {
                    tell(Event::NotKept { id, error: &error });
                }
                measured.experiments.extend(experiments);
            }
            Err(Error::Interrupted) => measured.interrupted = true,
            Err(error) => {
                tell(Event::Failed { id, error: &error });
                measured.failed += 1;
            }
        }
    }
    measured
}

#[cfg(test)]
mod tests;
