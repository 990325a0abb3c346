//! The first page: it waits for no device.

use super::VERDICT;
use crate::{arguments::Common, commands::experiments, progress::Terminal};
use floatfloat_lab::{
    experiments::{ALL, Options, studies},
    progress::Progress,
    report,
};
use std::{
    path::Path,
    sync::{
        Mutex, MutexGuard, PoisonError,
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

/// How long a reader waits for the page.
const PATIENCE: Duration = Duration::from_secs(8);

/// Pages are written one after the other. What is kept is whether there is one with all devices.
#[derive(Default)]
pub struct Pages(Mutex<bool>);

impl Pages {
    fn lock(&self) -> MutexGuard<'_, bool> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a page with all devices.
    pub fn write<T>(&self, write: impl FnOnce() -> T) -> T {
        let mut has_all = self.lock();
        *has_all = true;
        write()
    }

    fn have_all(&self) -> bool {
        *self.lock()
    }

    /// Does the work, which writes pages. Where it has written none when a reader has no more patience, a first page tells
    /// of this processor alone.
    pub fn in_time<T>(
        &self,
        common: &Common,
        out: &Path,
        progress: &Terminal,
        work: impl FnOnce() -> T,
    ) -> T {
        if !common.device.wants_processor() {
            return work();
        }
        let (end, ended) = channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    self.write_first(common, out, progress);
                }
            });
            let result = work();
            drop(end);
            result
        })
    }

    /// A page of what the verdict comes from, on this processor alone. What keeps it from being written keeps the later one
    /// from it, too, which says so.
    fn write_first(&self, common: &Common, out: &Path, progress: &Terminal) {
        let options = Options { quick: true, seed: common.seed, ..Options::default() };
        let last = ALL.iter().position(|entry| entry.study.id == VERDICT).unwrap_or(0);
        let mut tables = Vec::new();
        for entry in &ALL[..=last] {
            if self.have_all() {
                return;
            }
            match entry.run(&options, &Beside { pages: self, progress }) {
                Ok(more) => tables.extend(more),
                Err(_) => return,
            }
        }
        let results = experiments::results(&options, tables);
        let has_all = self.lock();
        if !*has_all {
            let _ = report::write(out, &results, &studies(ALL));
        }
    }
}

/// Progress of the first page: another piece of work has the bar.
struct Beside<'a> {
    pages: &'a Pages,
    progress: &'a Terminal,
}

impl Progress for Beside<'_> {
    fn begin(&self, _what: &str, _steps: u64) {}

    fn advance(&self, _steps: u64) {}

    fn interrupted(&self) -> bool {
        self.pages.have_all() || self.progress.interrupted()
    }
}
