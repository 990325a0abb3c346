//! How much a driver may take.

use crate::memory;
use std::time::Duration;

/// What the process of a driver may take before it is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Resident bytes beside arrays: software devices keep arrays in the memory of their process, which may be twice their
    /// size.
    pub memory: u64,
    /// By how many resident bytes a process may grow while it compiles a program or, beside twice its arrays, does anything
    /// else that is asked of it.
    pub growth: u64,
    /// Longest time in which nothing comes.
    pub silence: Duration,
}

/// The least that drivers are given.
const LEAST: u64 = 2 << 30;

/// What one request may take.
const GROWTH: u64 = 1 << 30;

/// How long a driver may be silent.
const SILENCE: Duration = Duration::from_secs(60);

impl Default for Limits {
    /// An eighth of the machine's memory, at least 2 GB; a minute.
    fn default() -> Self {
        Limits { memory: (memory::of_machine() / 8).max(LEAST), growth: GROWTH, silence: SILENCE }
    }
}
