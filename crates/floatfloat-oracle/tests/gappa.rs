//! Gappa proves the bounds that `proofs/operations.csv` says it does. Skipped where it is not
//! installed; with FLOATFLOAT_REQUIRE_TOOL=gappa its absence is a failure.

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
