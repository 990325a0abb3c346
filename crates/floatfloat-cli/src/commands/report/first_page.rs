//! The first page, which waits for no device.

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

/// The time for which a reader waits for the page.
const PATIENCE: Duration = Duration::from_secs(8);

/// Writes pages one after the other. The flag says whether a page with all devices was written.
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

    /// Does work that writes pages. If the work has written none when the time of a reader is over, a first page about
    /// this processor alone is written.
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

    /// Writes a page with the experiments of the verdict, on this processor alone. If it cannot be written, the later
    /// page cannot be written either, and reports the error.
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

/// The progress of the first page. Another piece of work uses the bar.
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
