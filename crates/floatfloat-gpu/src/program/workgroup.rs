//! What workgroups of programs need, and what devices have for them.

use super::{Program, WIDEST, WORKGROUP};

/// What a workgroup of a device can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkgroupLimits {
    /// Invocations.
    pub invocations: u32,
    /// Bytes of memory that they share.
    pub bytes: u64,
}

impl Program {
    /// Invocations of each of its workgroups.
    pub fn lanes(&self) -> u32 {
        match self {
            Program::Reduce { lanes, .. } => *lanes,
            Program::Chain { chain, .. } => chain.lanes,
            Program::Fan2 { block: [x, y], .. } => x.saturating_mul(*y),
            Program::Map { .. }
            | Program::Gemv { .. }
            | Program::Gemm { .. }
            | Program::Fan1 { .. } => WORKGROUP,
        }
    }

    /// Bytes of memory that each of its workgroups shares, where that depends on more than the
    /// numbers.
    fn shared_bytes(&self) -> u64 {
        match self {
            Program::Reduce { identity, lanes, .. } => {
                u64::from(*lanes) * identity.len() as u64 * self.word().bytes()
            }
            _ => 0,
        }
    }

    /// Whether a device can have its workgroups; if not, why, and what to do.
    pub(crate) fn check_workgroup(&self, most: WorkgroupLimits) -> Result<(), String> {
        let (lanes, bytes) = (self.lanes(), self.shared_bytes());
        if lanes == 0 || matches!(self, Program::Reduce { .. }) && !lanes.is_power_of_two() {
            return Err(format!("a workgroup of {lanes} invocations; take 1, 2, 4, … {WIDEST}"));
        }
        if lanes > most.invocations {
            return Err(format!(
                "a workgroup of {lanes} invocations; the device's workgroups have at most {}",
                most.invocations
            ));
        }
        if bytes > most.bytes {
            return Err(format!(
                "out of resources: a workgroup of this program needs {bytes} bytes of shared \
                 memory, and the device's workgroups have at most {}; take smaller workgroups",
                most.bytes
            ));
        }
        Ok(())
    }
}
