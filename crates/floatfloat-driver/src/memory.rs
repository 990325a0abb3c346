//! The memory of this machine, or of the part of it that this process may use.

use sysinfo::{CGroupLimits, MemoryRefreshKind, RefreshKind, System};

/// The total memory in bytes; 0 if the system does not report it.
pub(crate) fn of_machine() -> u64 {
    ask(System::total_memory, |limits| limits.total_memory).unwrap_or(0)
}

/// The available memory in bytes; the largest number if the system does not report it.
pub(crate) fn available() -> u64 {
    ask(System::available_memory, |limits| limits.free_memory).unwrap_or(u64::MAX)
}

fn ask(of_machine: fn(&System) -> u64, of_group: fn(&CGroupLimits) -> u64) -> Option<u64> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory).ok()?;
    let allowed = system.cgroup_limits().map_or(u64::MAX, |limits| of_group(&limits));
    Some(of_machine(&system).min(allowed))
}
