//! Fused multiply-add that is not fused, or used where it was not asked for.

use super::{EXACT, found, only, planted, safe, simulated};
use floatfloat::sim::{Spec, machines::IEEE_F32};
use floatfloat_paranoia::{Class, Fma, Op, Subject};

#[test]
fn unfused_fma() {
    let report = simulated(Spec { fused: false, ..IEEE_F32 });
    found(&report, Subject::Fma, Op::Fma);
    found(&report, Subject::ErrorFree, Op::ProductErrorFused);
    only(&report, &[Subject::Fma, Subject::ErrorFree]);
    assert_eq!(report.character.fma, Fma::Unfused);
    assert_eq!(report.character.fused_product_exact, Some(false));
    assert_eq!(report.character.dekker_product_exact, Some(true));
    safe(&report, true);
    assert!(report.safety.caveats.iter().any(|c| c.contains("Dekker")));
}

#[test]
fn contraction() {
    let report =
        planted(|op, x| if op == Op::MultiplyAdd { EXACT.basic(Op::Fma, x) } else { None });
    assert_eq!(found(&report, Subject::Contraction, Op::MultiplyAdd).class, Class::Defect);
    only(&report, &[Subject::Contraction]);
    assert_eq!(report.character.contracts, Some(true));
    safe(&report, true);
}
