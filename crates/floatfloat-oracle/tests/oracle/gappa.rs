//! Gappa proves the bounds that `proofs/operations.csv` and `proofs/functions.csv` say it does. Skipped where it is not
//! installed; with FLOATFLOAT_REQUIRE_TOOL=gappa its absence is a failure.

use floatfloat::{
    elementary::kernels::{Error, Kernel, KernelVisitor, for_each_kernel},
    operation::Bound,
    registry::{FUNCTIONS, OPERATIONS},
};
use floatfloat_oracle::proofs::{Proof, Subject, is_installed, prove_all};

/// Proves again what the file has of these words.
fn prove(subject: Subject, words: &[&str]) {
    if !is_installed() {
        let required = std::env::var("FLOATFLOAT_REQUIRE_TOOL").is_ok_and(|tool| tool == "gappa");
        assert!(!required, "gappa is required, and not installed");
        println!("skipped: gappa is not installed");
        return;
    }
    let mut tasks = subject.tasks();
    tasks.retain(|task| words.contains(&task.word));
    let found = prove_all(&tasks).expect("gappa proves every bound");
    let mut committed = subject.committed();
    committed.retain(|proof| words.contains(&proof.word.as_str()));
    let names = |proofs: &[Proof]| -> Vec<_> {
        proofs.iter().map(|proof| (proof.name.clone(), proof.word.clone())).collect()
    };
    assert_eq!(names(&found), names(&committed), "write the file again, with cargo proofs");
    for (found, committed) in found.iter().zip(&committed) {
        assert!(found.proved_u2 <= committed.proved_u2, "{found} is more than {committed}");
    }
}

#[test]
fn bounds_of_operations_are_proved() {
    prove(Subject::Operations, &["f32", "f64", "f32-no-fma", "f64-no-fma"]);
}

/// Those of 53 bits take longer; `cargo proofs functions` proves them.
#[test]
fn bounds_of_kernels_are_proved() {
    let all = std::env::var_os("FLOATFLOAT_EXHAUSTIVE").is_some();
    prove(Subject::Kernels, if all { &["f32", "f64"] } else { &["f32"] });
}

/// What is stated as checked by Gappa is what Gappa proves, with and without a fused multiply-add.
#[test]
fn stated_bounds_are_those_that_are_proved() {
    let mut stated = 0;
    for info in OPERATIONS {
        let Bound::Checked { c2, by_hand_c2, .. } = info.bound else { continue };
        let proofs = Subject::Operations.committed();
        let of_it = proofs.into_iter().filter(|proof| proof.name == info.name);
        let proved = of_it.map(|proof| proof.proved_u2).reduce(f64::max);
        assert_eq!(proved, Some(c2), "{}", info.name);
        assert!(c2 <= 1.3 * by_hand_c2, "{}: by hand {by_hand_c2}u²", info.name);
        stated += 1;
    }
    assert!(stated > 0);
}

/// A kernel's bound, which the next one takes for granted, is proved for both words, and belongs to functions that there are.
#[test]
fn every_kernel_is_proved() {
    struct Proved(Vec<Proof>, usize);
    impl KernelVisitor for Proved {
        fn visit<K: Kernel>(&mut self) {
            let info = K::INFO;
            let (Error::Absolute(stated) | Error::Relative(stated)) = info.result.error;
            let proofs: Vec<_> = self.0.iter().filter(|proof| proof.name == info.name).collect();
            assert_eq!(proofs.len(), 2, "{}", info.name);
            for proof in proofs {
                assert!(proof.proved_u2 <= stated, "{proof}, and {stated}u² is stated");
            }
            for function in info.functions {
                assert!(FUNCTIONS.iter().any(|known| known.name == *function), "{function}");
            }
            self.1 += 1;
        }
    }
    let proofs = Subject::Kernels.committed();
    let lines = proofs.len();
    let mut proved = Proved(proofs, 0);
    for_each_kernel(&mut proved);
    assert_eq!(lines, 2 * proved.1);
}
