//! A function for every number of a format: a routine on all cores, a program by itself.

use super::{Asked, Examination, serve::READY};
use floatfloat_blackbox::{
    ByLines, Every, Failure as Refusal, Format, Kind, Reference, examine_all, pieces,
};
use floatfloat_lab::progress::Progress;
use std::{
    ffi::OsString,
    ops::Range,
    sync::{Mutex, PoisonError},
    thread::{self, available_parallelism},
};

/// What processes do next, and what they have found.
struct Shared {
    left: Vec<Range<u64>>,
    found: Every,
    refusal: Option<Refusal>,
}

impl Examination<'_> {
    /// A routine, by processes that this command starts.
    pub(super) fn every_of_routine(
        &self,
        name: &str,
        command: &[OsString],
        format: Format,
    ) -> Result<Every, Refusal> {
        let left = pieces(format);
        self.progress.begin(&format!("{name}: every number"), left.len() as u64);
        let command: Vec<OsString> = command.iter().cloned().chain(["--every".into()]).collect();
        let shared = Mutex::new(Shared { left, found: Every::none(), refusal: None });
        let processes = available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            for _ in 0..processes {
                scope.spawn(|| {
                    if let Err(refusal) = self.pieces_of_routine(&command, &shared) {
                        lock(&shared).refusal.get_or_insert(refusal);
                    }
                });
            }
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.refusal.map_or(Ok(shared.found), Err)
    }

    /// Takes one piece after the other, until none is left or another process has failed.
    fn pieces_of_routine(
        &self,
        command: &[OsString],
        shared: &Mutex<Shared>,
    ) -> Result<(), Refusal> {
        let started = self.start(command, &[]);
        let mut process = started.map_err(|error| Refusal::Refused(error.to_string()))?;
        let said = process.ask("\n")?;
        if said != [READY] {
            return Err(Refusal::Refused(said.join(" ")));
        }
        loop {
            let next = {
                let mut shared = lock(shared);
                if shared.refusal.is_some() { None } else { shared.left.pop() }
            };
            let Some(Range { start, end }) = next else { return Ok(()) };
            let answers = process.ask(&format!("{start} {end}\n"))?;
            let every = Every::of_line(&answers.concat())?;
            lock(shared).found.add(every);
            self.progress.advance(1);
        }
    }

    /// A program.
    pub(super) fn every_of_program(
        &self,
        name: &str,
        reference: &Reference,
        format: Format,
        process: &mut Asked,
    ) -> Result<Every, Refusal> {
        self.progress.begin(&format!("{name}: every number"), pieces(format).len() as u64);
        let mut machine = ByLines::new(name, format, Kind::Sum, |lines: &str| process.ask(lines));
        let mut evaluate = |x: &[f64], y: &[f64]| machine.evaluate(x, y, false);
        examine_all(reference, format, &mut evaluate, false, || {
            self.progress.advance(1);
            Ok(())
        })
    }
}

fn lock(shared: &Mutex<Shared>) -> std::sync::MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
