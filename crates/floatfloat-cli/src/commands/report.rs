//! The report: every experiment, one after the other.

use crate::{
    arguments::{Common, Format},
    failure::{ERROR, Failure, Outcome, complain},
    findings, output,
    progress::Terminal,
};
use floatfloat_lab::{
    devices::Devices,
    error::Error,
    experiments::{ALL, Options},
    report,
    results::Results,
};
use std::{path::Path, sync::Arc};

pub fn run(common: &Common, out: &Path, quick: bool) -> Result<Outcome, Failure> {
    report::prepare(out)?;
    let progress = Terminal::new();
    let devices = Arc::new(Devices::open(&common.device, false, &progress)?);
    let entries: Vec<_> =
        ALL.iter().filter(|entry| entry.on_devices || devices.has_processor()).collect();
    let options = Options { quick, seed: common.seed, devices, ..Options::default() };
    let mut results = super::experiments::results(&options, Vec::new());
    let mut interrupted = false;
    let mut failed = 0;
    for (number, entry) in (1..).zip(&entries) {
        progress.experiment(number, entries.len(), entry.id);
        match (entry.run)(&options, &progress) {
            Ok(experiments) => results.experiments.extend(experiments),
            Err(Error::Interrupted) => {
                interrupted = true;
                break;
            }
            Err(error) => {
                progress.clear();
                complain(&format!("{ERROR} {}: {error}", entry.id));
                failed += 1;
            }
        }
    }
    progress.clear();
    if interrupted && results.experiments.is_empty() {
        complain("no experiment was finished, so nothing is written");
        return Err(Error::Interrupted.into());
    }
    report::write(out, &results)?;
    match common.format {
        Format::Json => output::json(&results)?,
        Format::Text => output::write(&summary(&results, out))?,
    }
    if interrupted {
        complain("the report holds the experiments that were finished");
        return Err(Error::Interrupted.into());
    }
    if failed > 0 {
        return Err(Failure::Experiments(failed));
    }
    Ok(findings::judge(&results))
}

/// The verdict, its reasons, and where the page is.
fn summary(results: &Results, out: &Path) -> String {
    format!("{}Open {}\n", verdict(results), out.join("index.html").display())
}

/// Whether float-float is safe on this machine, and why.
pub fn verdict(results: &Results) -> String {
    let (headline, reasons) = report::verdict(results);
    let reasons: String = reasons.iter().map(|reason| format!("- {reason}\n")).collect();
    format!("{headline}\n{reasons}")
}
