//! What is asked of floatfloat, answered as JSON.

use crate::{
    bridge::{Bridge, Steps, lowerings},
    task::Outcome,
};
use floatfloat_gpu::{
    Lowering, WordType,
    certificate::{Failure, WordCertificate, certify_integers_of, certify_lowerings_of},
    lowering::Protection,
};
use floatfloat_lab::{
    error::Error,
    paranoia::{
        Examined, Target,
        changes::{self, Fingerprint},
        examine_modes, mode_count, operands, processor, tables,
    },
    progress::Progress,
    results::{Document, SCHEMA},
};
use serde_json::{Value, json};

pub fn about() -> Value {
    let lowerings: Vec<_> = lowerings(WordType::F32).iter().map(described).collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "schema": SCHEMA,
        "lowerings": lowerings,
    })
}

fn described(lowering: &Lowering) -> Value {
    json!({ "lowering": lowering, "text": lowering.to_string() })
}

fn written<T: serde::Serialize>(value: &T) -> Outcome {
    serde_json::to_value(value).map_err(|error| error.to_string())
}

/// Whether functions whose names end in `_fast` keep their bounds with the lowering that was taken. Quotients and roots of
/// integers are correctly rounded, so that nothing needs to be measured there.
fn fast_holds(certificate: &WordCertificate) -> bool {
    let of_integers = |lowering: Lowering| lowering.protection == Protection::Integers;
    certificate.lowering.is_some_and(of_integers)
        || certificate.fast.is_some_and(|fast| fast.holds())
}

/// A certificate of one lowering.
pub async fn certify(bridge: &Bridge, lowering: Lowering, steps: &Steps) -> Outcome {
    let certificate = certify_lowerings_of::<f32>(bridge, vec![lowering], steps).await;
    judged(&certificate.map_err(|error| error.to_string())?)
}

/// A certificate of `f64` made of integers, which need not be among the device's words.
pub async fn certify_double(bridge: &Bridge, steps: &Steps) -> Outcome {
    let certificate = certify_integers_of::<f64>(bridge, steps).await;
    judged(&certificate.map_err(|error| error.to_string())?)
}

fn judged(certificate: &WordCertificate) -> Outcome {
    let failure = |failure: &Failure| failure.to_string();
    let trials = certificate.trials.iter().map(|trial| {
        json!({
            "lowering": trial.lowering.to_string(),
            "failure": trial.failure.as_ref().map(failure),
        })
    });
    Ok(json!({
        "exact": certificate.lowering.as_ref().map(described),
        "fast": fast_holds(certificate),
        "trials": trials.collect::<Vec<_>>(),
        "certificate": written(certificate)?,
        "text": certificate.to_string(),
    }))
}

/// What an error says. Of those of the laboratory only these can come of what is asked here; the texts of all others are left
/// out of the module.
fn said(error: Error) -> String {
    match error {
        Error::Input(what) | Error::Thread(what) => what,
        Error::Device(error) => error.to_string(),
        Error::Paranoia(error) => error.to_string(),
        _ => "interrupted".to_owned(),
    }
}

/// What an examination should cover.
pub struct Wanted {
    pub certified: Vec<(WordType, Lowering)>,
    pub processor: bool,
    pub quick: bool,
    pub seed: u64,
}

/// How machines round, as `floatfloat paranoia --format json` prints it.
pub async fn examine(bridge: Option<&Bridge>, wanted: Wanted, steps: &Steps) -> Outcome {
    let Wanted { certified, processor: with_processor, quick, seed } = wanted;
    let operands = operands(seed, quick);
    let mut examined: Vec<Examined> = Vec::new();
    if with_processor {
        examined.extend(processor(&operands, steps).map_err(|error| error.to_string())?);
    }
    if let Some(bridge) = bridge {
        let target = Target { runner: bridge, certified };
        Progress::begin(steps, "", mode_count(&target) as u64);
        let modes = examine_modes(&target, &operands, steps).await;
        examined.extend(modes.map_err(said)?);
    }
    written(&Document::new(&tables(&examined, &operands)))
}

/// What changed between two examinations.
pub fn compare(before: &str, after: &str) -> Outcome {
    let read = |name, text| Fingerprint::parse(name, text).map_err(said);
    let (before, after) = (read("the other result", before)?, read("this result", after)?);
    let changes = changes::compare(&before, &after).map_err(said)?;
    written(&changes.table)
}
