//! Buffers in the memory of the host.

use crate::backend::UNWRITTEN;
use std::{
    fs,
    ops::{Deref, DerefMut},
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

/// From this size on, `new` asks whether the memory is available. Linux promises more memory than
/// it has, and kills the process that uses it.
const LARGE: u64 = 64 << 20;

/// Memory of eight-byte words, so that every word type is aligned.
pub(super) struct Memory {
    words: RwLock<Vec<u64>>,
    bytes: usize,
    owner: Arc<()>,
}

/// Memory borrowed for reading, as bytes.
pub(super) struct Reading<'a>(RwLockReadGuard<'a, Vec<u64>>, usize);

/// Memory borrowed for writing, as bytes.
pub(super) struct Writing<'a>(RwLockWriteGuard<'a, Vec<u64>>, usize);

impl Memory {
    /// None if there is not enough memory.
    pub(super) fn new(bytes: u64, owner: &Arc<()>) -> Option<Self> {
        if bytes >= LARGE && available().is_some_and(|available| available < bytes) {
            return None;
        }
        let length = usize::try_from(bytes.div_ceil(8)).ok()?;
        let mut words = Vec::new();
        words.try_reserve_exact(length).ok()?;
        let twice = (u64::from(UNWRITTEN) << 32) | u64::from(UNWRITTEN);
        words.resize(length, twice);
        let (words, bytes) = (RwLock::new(words), bytes as usize);
        Some(Memory { words, bytes, owner: Arc::clone(owner) })
    }

    pub(super) fn belongs_to(&self, owner: &Arc<()>) -> bool {
        Arc::ptr_eq(&self.owner, owner)
    }

    pub(super) fn read(&self) -> Reading<'_> {
        Reading(self.words.read().unwrap_or_else(PoisonError::into_inner), self.bytes)
    }

    pub(super) fn write(&self) -> Writing<'_> {
        Writing(self.words.write().unwrap_or_else(PoisonError::into_inner), self.bytes)
    }
}

/// The bytes that programs can use without swapping, if Linux reports them.
fn available() -> Option<u64> {
    let info = fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(1024 * line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?)
}

impl Deref for Reading<'_> {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.0)[..self.1]
    }
}

impl Deref for Writing<'_> {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.0)[..self.1]
    }
}

impl DerefMut for Writing<'_> {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.0)[..self.1]
    }
}
