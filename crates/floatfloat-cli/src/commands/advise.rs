//! The command `advise`: which precision a job should use on this machine.

use crate::{
    arguments::{Advise, Common, Format},
    commands::{
        experiments::{all_or, results},
        report::page,
    },
    failure::{Failure, Outcome, complain},
    findings, output,
    progress::Terminal,
};
use floatfloat_lab::{
    advise::{Question, advise},
    devices::Devices,
    experiments::{ALL, Options, studies},
    report, store,
};
use std::sync::Arc;

/// Answers the question. If a folder is given, writes a page with the answer.
pub fn run(common: &Common, asked: Advise) -> Result<Outcome, Failure> {
    let Advise { workload, size, ranges, tolerance, input, budget, types, out } = asked;
    let question = Question {
        kind: workload,
        size: size.unwrap_or(workload.usual_size()),
        ranges,
        input,
        tolerance,
        budget,
    };
    question.check()?;
    let mut lock = None;
    if let Some(folder) = &out {
        report::prepare(folder, Some("advise"))?;
        lock = Some(store::lock(folder)?);
    }
    let progress = Terminal::new();
    let devices = Arc::new(Devices::open(&common.device, false, &common.host(), &progress)?);
    let options =
        Options { seed: common.seed, types: all_or(&types), devices, ..Options::default() };
    let advice = advise(&question, &options, &progress)?;
    drop(progress);
    let results = results(&options, advice.tables);
    output::experiments(common.format, &results.experiments)?;
    if let Some(folder) = &out {
        report::write(folder, &results, &studies(ALL))?;
        if common.format == Format::Text {
            output::write(&page(folder))?;
        }
    }
    drop(lock);
    let outcome = findings::judge(&results);
    if advice.found {
        return Ok(outcome);
    }
    complain(&format!(
        "\x1b[1;31mfailed:\x1b[0m no type meets a relative error of {tolerance:e} here"
    ));
    Ok(Outcome::FindingFailed)
}
