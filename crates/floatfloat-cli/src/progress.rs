//! Progress on stderr: a bar on a terminal, a line for each piece of work elsewhere.

use crate::{failure::complain, interrupt};
use floatfloat_lab::progress::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{IsTerminal, stderr},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Shows progress on stderr, and reports Ctrl-C to the work.
pub struct Terminal {
    /// The bar of the current piece of work; none if stderr is not a terminal.
    bar: Option<Mutex<ProgressBar>>,
}

impl Terminal {
    /// Progress of work that stops by itself when the user presses Ctrl-C.
    pub fn new() -> Self {
        interrupt::keep_what_is_finished();
        let bar = stderr().is_terminal().then(|| Mutex::new(ProgressBar::hidden()));
        Terminal { bar }
    }

    /// An experiment begins: number `number` of `of`.
    pub fn experiment(&self, number: usize, of: usize, id: &str) {
        self.clear();
        complain(&format!("{number}/{of} {id}"));
    }

    /// Removes the bar, so that other text can be written.
    pub fn clear(&self) {
        self.with_bar(|bar| bar.finish_and_clear());
    }

    fn with_bar(&self, act: impl FnOnce(&mut ProgressBar)) {
        if let Some(bar) = &self.bar {
            act(&mut bar.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

impl Progress for Terminal {
    fn begin(&self, what: &str, steps: u64) {
        if self.bar.is_none() {
            complain(what);
        }
        self.with_bar(|bar| {
            bar.finish_and_clear();
            let style =
                ProgressStyle::with_template("{spinner} {msg} {wide_bar} {percent:>3} % {eta}")
                    .unwrap_or_else(|_| ProgressStyle::default_bar());
            *bar = ProgressBar::new(steps).with_style(style).with_message(what.to_owned());
            bar.enable_steady_tick(Duration::from_millis(200));
        });
    }

    fn advance(&self, steps: u64) {
        self.with_bar(|bar| bar.inc(steps));
    }

    fn interrupted(&self) -> bool {
        interrupt::asked_to_stop()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.clear();
    }
}

/// The time that the reading of a file may take before a bar is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// A bar for the reading of a file, if stderr is a terminal and the reading takes long.
pub struct Reading {
    begin: Instant,
    bar: Mutex<ProgressBar>,
}

impl Reading {
    /// The reading begins now.
    pub fn new() -> Self {
        Reading { begin: Instant::now(), bar: Mutex::new(ProgressBar::hidden()) }
    }
}

impl floatfloat::progress::Progress for Reading {
    fn advance(&self, done: u64, total: u64) {
        if self.begin.elapsed() < PATIENCE || !stderr().is_terminal() {
            return;
        }
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        if bar.is_hidden() {
            let style =
                ProgressStyle::with_template("reading {wide_bar} {bytes}/{total_bytes} {eta}")
                    .unwrap_or_else(|_| ProgressStyle::default_bar());
            *bar = ProgressBar::new(total).with_style(style);
        }
        bar.set_position(done);
        if done == total {
            bar.finish_and_clear();
        }
    }
}
