//! The report: every experiment, one after the other.

use crate::{
    arguments::{Common, Format},
    failure::{ERROR, Failure, Outcome, complain},
    findings, output,
    progress::Terminal,
};
use floatfloat_lab::{
    error::Error,
    experiments::{ALL, Options},
    report,
};
use std::path::Path;

pub fn run(common: &Common, out: &Path, quick: bool) -> Result<Outcome, Failure> {
    report::prepare(out)?;
    let options = Options { quick, seed: common.seed, ..Options::default() };
    let mut results = super::experiments::results(Vec::new());
    let mut interrupted = false;
    let mut failed = 0;
    let progress = Terminal::new();
    for (number, entry) in (1..).zip(ALL) {
        progress.experiment(number, ALL.len(), entry.id);
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
    report::write(out, &results)?;
    match common.format {
        Format::Json => output::json(&results)?,
        Format::Text => output::write(&format!("{}\n", out.join("index.html").display()))?,
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
