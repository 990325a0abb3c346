//! Gappa proves the bounds that `proofs/operations.csv` says it does. Skipped where it is not
//! installed; with FLOATFLOAT_REQUIRE_TOOL=gappa its absence is a failure.

use floatfloat::{operation::Bound, registry::OPERATIONS};
use floatfloat_oracle::proofs::{committed, is_installed, prove_all};

#[test]
fn bounds_are_proved() {
    if !is_installed() {
        let required = std::env::var("FLOATFLOAT_REQUIRE_TOOL").is_ok_and(|tool| tool == "gappa");
        assert!(!required, "gappa is required, and not installed");
        println!("skipped: gappa is not installed");
        return;
    }
    let (found, committed) = (prove_all().expect("gappa proves every bound"), committed());
    let names = |proofs: &[floatfloat_oracle::proofs::Proof]| -> Vec<_> {
        proofs.iter().map(|proof| (proof.operation.clone(), proof.word.clone())).collect()
    };
    assert_eq!(
        names(&found),
        names(&committed),
        "write the file again: cargo proofs > proofs/operations.csv"
    );
    for (found, committed) in found.iter().zip(&committed) {
        assert!(found.proved_u2 <= committed.proved_u2, "{found} is more than {committed}");
    }
}

/// What is stated as checked by Gappa is what Gappa proves, with and without a fused multiply-add.
#[test]
fn stated_bounds_are_those_that_are_proved() {
    let mut stated = 0;
    for info in OPERATIONS {
        let Bound::Checked { c2, by_hand_c2, .. } = info.bound else { continue };
        let proofs = committed().into_iter().filter(|proof| proof.operation == info.name);
        let proved = proofs.map(|proof| proof.proved_u2).reduce(f64::max);
        assert_eq!(proved, Some(c2), "{}", info.name);
        assert!(c2 <= 1.3 * by_hand_c2, "{}: by hand {by_hand_c2}u²", info.name);
        stated += 1;
    }
    assert!(stated > 0);
}
