//! The verdict: whether float-float is safe on the machine.

use crate::{Character, Op, Safety, Subject, Subnormals, examiner::Examiner, text::Ulps};

/// Whether the error-free transforms work on this machine, and if not, why.
pub(crate) fn verdict(examiner: &Examiner<'_>) -> Safety {
    let mut because = Vec::new();
    rounding(examiner, &mut because);
    transforms(&examiner.character, &mut because);
    for finding in &examiner.findings {
        if finding.subject == Subject::Reassociation && finding.count > 0 {
            because.push(finding.message.clone());
        }
    }
    Safety { safe: because.is_empty(), because, caveats: caveats(examiner) }
}

fn rounding(examiner: &Examiner<'_>, because: &mut Vec<String>) {
    for op in [Op::Add, Op::Sub, Op::Mul] {
        match examiner.row(op) {
            None => because.push(format!("{} could not be examined", op.name())),
            Some(row) if !row.verdict.is_nearest() => because.push(format!(
                "{} is not rounded to nearest ({}, errors from {} to {} ulp)",
                op.name(),
                row.verdict,
                Ulps(row.low.ulps),
                Ulps(row.high.ulps)
            )),
            Some(_) => {}
        }
    }
}

fn transforms(character: &Character, because: &mut Vec<String>) {
    match character.sums_exact {
        Some(true) => {}
        Some(false) => because.push("2Sum or Fast2Sum loses part of the error".to_owned()),
        None => because.push("2Sum and Fast2Sum could not be examined".to_owned()),
    }
    match (character.fused_product_exact, character.dekker_product_exact) {
        (Some(true), _) | (_, Some(true)) => {}
        (None, None) => because.push("2Prod could not be examined".to_owned()),
        _ => because.push("2Prod loses part of the error, by fma and by Dekker".to_owned()),
    }
}

fn caveats(examiner: &Examiner<'_>) -> Vec<String> {
    let character = &examiner.character;
    let mut caveats = Vec::new();
    let flushed = |fate| matches!(fate, Subnormals::Flushed | Subnormals::Mixed);
    if flushed(character.subnormal_inputs) || flushed(character.subnormal_outputs) {
        let p = examiner.format.precision as i32;
        caveats.push(format!(
            "subnormal numbers are flushed: errors below 2^{} are lost, so sums are exact only \
             where they and their operands are 0 or at least 2^{}",
            examiner.format.emin,
            examiner.format.emin + p - 1
        ));
    }
    match (character.fused_product_exact, character.dekker_product_exact) {
        (Some(false) | None, Some(true)) => {
            caveats.push(format!("fma is {}: 2Prod must be Dekker's", character.fma));
        }
        (Some(true), Some(false)) => {
            caveats.push("Dekker's product is inexact: 2Prod must use fma".to_owned());
        }
        _ => {}
    }
    if character.contracts == Some(true) {
        caveats.push("a * b + c is contracted: bits differ from other machines".to_owned());
    }
    for op in [Op::Div, Op::Sqrt] {
        if examiner.row(op).is_some_and(|row| !row.verdict.is_nearest()) {
            caveats.push(format!(
                "{} is not rounded to nearest: the bounds of its double-word form do not hold",
                op.name()
            ));
        }
    }
    if examiner.unsupported.iter().any(|op| op.is_compound()) {
        caveats.push(
            "some expressions could not be given to the machine: what its compiler makes of them \
             is unknown"
                .to_owned(),
        );
    }
    caveats
}
