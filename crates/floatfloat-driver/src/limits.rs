//! Limits for drivers.

use crate::memory;
use std::time::Duration;

/// The limits of a driver's process. If it exceeds one, it is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Resident bytes besides arrays. Software devices keep arrays in the memory of their process, where these
    /// may take twice their size.
    pub memory: u64,
    /// Bytes by which the resident memory of a process may grow during one request: while it compiles a
    /// program, or, besides twice the size of its arrays, during any other request.
    pub growth: u64,
    /// Longest time without a sign of life.
    pub silence: Duration,
}

/// The least memory that a driver may use, in bytes.
const LEAST: u64 = 2 << 30;

/// Bytes by which memory may grow during one request.
const GROWTH: u64 = 1 << 30;

/// The longest time in which a driver may be silent.
const SILENCE: Duration = Duration::from_secs(60);

impl Default for Limits {
    /// An eighth of the machine's memory, at least 2 GB; a minute.
    fn default() -> Self {
        Limits { memory: (memory::of_machine() / 8).max(LEAST), growth: GROWTH, silence: SILENCE }
    }
}
