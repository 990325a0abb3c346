//! What workgroups of programs need, and what devices offer them.

use super::{Program, WIDEST};
use serde::{Deserialize, Serialize};

/// The limits of a workgroup on a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkgroupLimits {
    /// The number of invocations.
    pub invocations: u32,
    /// The bytes of memory that they share.
    pub bytes: u64,
}

/// The form of the workgroups of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Workgroup {
    /// The number of invocations, at most [`WIDEST`].
    pub lanes: u32,
    /// The bytes of memory that they share, if these do not depend on the number types alone.
    pub shared_bytes: u64,
    /// A name for people, if it is not the number of invocations: `a block of 8 × 8`.
    pub name: Option<String>,
}

impl Workgroup {
    /// Workgroups of `lanes` invocations that share no memory.
    pub fn of(lanes: u32) -> Self {
        Workgroup { lanes, shared_bytes: 0, name: None }
    }
}

impl Program {
    /// Checks that a device can have the program's workgroups. The error says why not, and what to
    /// do about it.
    pub(crate) fn check_workgroup(&self, most: WorkgroupLimits) -> Result<(), String> {
        let Workgroup { lanes, shared_bytes: bytes, ref name } = self.workgroup;
        if lanes == 0 || self.skeleton.halving && !lanes.is_power_of_two() {
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
            let of_lanes = || format!("a workgroup of {lanes} invocations");
            return Err(format!(
                "out of resources: {} needs {bytes} bytes of shared memory, and the device's \
                 workgroups have at most {}; take a smaller one",
                name.clone().unwrap_or_else(of_lanes),
                most.bytes
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Circuit, WordType};

    #[test]
    fn what_a_device_cannot_have_is_said() {
        let map = Program::map(Circuit::identity(WordType::F64, 1), vec![false], false);
        let by = |workgroup| map.clone().with_workgroup(workgroup);
        let small = WorkgroupLimits { invocations: 256, bytes: 16 << 10 };
        assert_eq!(by(Workgroup::of(256)).check_workgroup(small), Ok(()));
        assert_eq!(
            by(Workgroup::of(512)).check_workgroup(small).unwrap_err(),
            "a workgroup of 512 invocations; the device's workgroups have at most 256 invocations"
        );
        assert_eq!(by(Workgroup::of(3)).check_workgroup(small), Ok(()));
        let block = |shared_bytes| {
            by(Workgroup { lanes: 256, shared_bytes, name: Some("a block of 64 × 64".into()) })
        };
        assert_eq!(block(16 << 10).check_workgroup(small), Ok(()));
        let refused = block(33792).check_workgroup(small).unwrap_err();
        let expected = "out of resources: a block of 64 × 64 needs 33792 bytes of shared memory, \
                        and the device's workgroups have at most 16384";
        assert!(refused.starts_with(expected), "{refused}");
    }

    #[test]
    fn lanes_that_are_merged_in_halves_are_a_power_of_two() {
        let add = Circuit::record2(true, |a: crate::Wire<f64>, b: crate::Wire<f64>| a + b).unwrap();
        let sum = |lanes| Program::reduce(vec![0], add.clone(), add.clone(), lanes);
        let limits = WorkgroupLimits { invocations: WIDEST, bytes: 4096 };
        assert_eq!(sum(512).check_workgroup(limits), Ok(()));
        for lanes in [0, 3] {
            let refused = sum(lanes).check_workgroup(limits).unwrap_err();
            assert!(refused.ends_with("take 1, 2, 4, … 1024"), "{refused}");
        }
        let refused = sum(1024).check_workgroup(limits).unwrap_err();
        let expected = "out of resources: a workgroup of 1024 invocations needs 8192 bytes";
        assert!(refused.starts_with(expected), "{refused}");
    }
}
