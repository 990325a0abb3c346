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
    machine,
    report,
    results::{Results, SCHEMA},
};
use std::path::Path;

pub fn run(common: &Common, out: &Path, quick: bool) -> Result<Outcome, Failure> {
    report::prepare(out)?;
    let options = Options { quick, seed: common.seed, ..Options::default() };
    let mut results = Results {
        schema: SCHEMA.into(),
        machine: machine::machine(),
        devices: machine::devices(),
        experiments: Vec::new(),
    };
    let mut interrupted = false;
    let mut failed = 0;
    let progress = Terminal::new();
    for entry in ALL {
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
        let (done, all) = (results.experiments.len(), ALL.len());
        complain(&format!("the report holds the {done} tables finished before the interruption, of {all} experiments"));
        return Err(Error::Interrupted.into());
    }
    if failed > 0 {
        return Err(Failure::Experiments(failed));
    }
    Ok(findings::judge(&results.devices, &results.experiments))
}
