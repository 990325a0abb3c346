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
            Program::LuDiagonal { block, .. } | Program::LuPerimeter { block, .. } => {
                block.saturating_mul(*block).min(WORKGROUP)
            }
            Program::Map { .. }
            | Program::Gemv { .. }
            | Program::Gemm { .. }
            | Program::Fan1 { .. }
            | Program::LuInternal { .. } => WORKGROUP,
        }
    }

    /// Bytes of memory that each of its workgroups shares, where that depends on more than the
    /// numbers.
    fn shared_bytes(&self) -> u64 {
        let numbers = |count: u64, words: usize| count * words as u64 * self.word().bytes();
        match self {
            Program::Reduce { identity, lanes, .. } => numbers((*lanes).into(), identity.len()),
            Program::LuDiagonal { divide, block, .. } => {
                let block = u64::from(*block);
                numbers(block.saturating_mul(block), divide.outputs().len())
            }
            Program::LuPerimeter { divide, block, .. } => {
                let block = u64::from(*block);
                numbers(block.saturating_mul(block + 2), divide.outputs().len())
            }
            _ => 0,
        }
    }

    /// What needs them, for people.
    fn workgroup(&self) -> String {
        match self {
            Program::LuDiagonal { block, .. } | Program::LuPerimeter { block, .. } => {
                format!("a block of {block} × {block}")
            }
            _ => format!("a workgroup of {} invocations", self.lanes()),
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
                "a workgroup of {lanes} invocations; the device's workgroups have at most {} \
                 invocations",
                most.invocations
            ));
        }
        if bytes > most.bytes {
            return Err(format!(
                "out of resources: {} needs {bytes} bytes of shared memory, and the device's \
                 workgroups have at most {}; take a smaller one",
                self.workgroup(),
                most.bytes
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chain, Circuit, WordType};

    #[test]
    fn what_a_device_cannot_have_is_said() {
        let step = Circuit::identity(WordType::F64, 1);
        let chain = |lanes| Program::Chain {
            chain: Chain { lanes, ..Chain::of_step(step.clone(), 1) },
            broadcast: true,
        };
        let small = WorkgroupLimits { invocations: 256, bytes: 16 << 10 };
        assert_eq!(chain(256).check_workgroup(small), Ok(()));
        assert_eq!(
            chain(512).check_workgroup(small).unwrap_err(),
            "a workgroup of 512 invocations; the device's workgroups have at most 256 invocations"
        );
        let lu = |block| Program::LuPerimeter { update: step.clone(), divide: step.clone(), block };
        assert_eq!(lu(32).check_workgroup(small), Ok(()));
        let refused = lu(64).check_workgroup(small).unwrap_err();
        let expected = "out of resources: a block of 64 × 64 needs 33792 bytes of shared memory, \
                        and the device's workgroups have at most 16384";
        assert!(refused.starts_with(expected), "{refused}");
    }
}
