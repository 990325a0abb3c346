//! The report: every experiment, one after the other.

use crate::{
    arguments::{Common, Format},
    commands::experiments,
    failure::{ERROR, Failure, Outcome, complain},
    findings, output,
    progress::Terminal,
};
use floatfloat_lab::{
    devices::Devices,
    error::Error,
    experiments::{ALL, Options, find, studies},
    measure::{Event, Found, Kept, Run, measure},
    report,
    results::Results,
    store,
};
use std::{path::Path, sync::Arc};

/// Measures what an unfinished report of the same run has not kept; of experiments in `fresh`, all if
/// it names none, whatever is kept.
pub fn run(
    common: &Common,
    out: &Path,
    quick: bool,
    fresh: Option<&[String]>,
) -> Result<Outcome, Failure> {
    fresh.unwrap_or_default().iter().try_for_each(|name| find(name).map(drop))?;
    report::prepare(out, None)?;
    let _lock = store::lock(out)?;
    let progress = Terminal::new();
    let devices = Arc::new(Devices::open(&common.device, false, &progress)?);
    let entries: Vec<_> =
        ALL.iter().copied().filter(|entry| entry.on_devices || devices.has_processor()).collect();
    let options = Options { quick, seed: common.seed, devices, ..Options::default() };
    let kept = Kept::new(out, Run::new(&options));
    let ids = || entries.iter().map(|entry| entry.study.id);
    kept.clear(ids().filter(|id| is_fresh(fresh, id)));
    let found = kept.find(ids());
    progress.clear();
    tell_what_is_kept(&found, entries.len());
    let measured = measure(&entries, &options, &kept, found, &progress, &|event| match event {
        Event::Begins { number, of, id } => progress.experiment(number, of, id),
        Event::Failed { id, error } => {
            progress.clear();
            complain(&format!("{ERROR} {id}: {error}"));
        }
        Event::NotKept { id, error } => {
            progress.clear();
            complain(&format!("{id} is finished, but not kept for another run: {error}"));
        }
    });
    progress.clear();
    if measured.interrupted && measured.experiments.is_empty() {
        complain("no experiment was finished, so nothing is written");
        return Err(Error::Interrupted.into());
    }
    let is_complete = measured.is_complete();
    let results = experiments::results(&options, measured.experiments);
    report::write(out, &results, &studies())?;
    if is_complete {
        kept.clear(ids());
    }
    match common.format {
        Format::Json => output::json(&results)?,
        Format::Text => output::write(&summary(&results, out))?,
    }
    if measured.interrupted {
        complain(
            "the report holds the experiments that were finished; the same command goes on from there",
        );
        return Err(Error::Interrupted.into());
    }
    if measured.failed > 0 {
        return Err(Failure::Experiments(measured.failed));
    }
    Ok(findings::judge(&results))
}

/// Whether the user wants this experiment measured whatever is kept.
fn is_fresh(fresh: Option<&[String]>, id: &str) -> bool {
    fresh.is_some_and(|names| names.is_empty() || names.iter().any(|name| name == id))
}

/// Says what is taken from an unfinished report, and what is not and why.
fn tell_what_is_kept(found: &Found, of: usize) {
    for (why, ids) in found.refused() {
        complain(&format!("measured anew, since what is kept {why}: {}", ids.join(", ")));
    }
    let ids: Vec<_> = found.ids().collect();
    if let Some(since) = found.since() {
        complain(&format!(
            "going on with the unfinished report of {since}: {} of {of} experiments are finished ({}); \
             --fresh measures them anew",
            ids.len(),
            ids.join(", ")
        ));
    }
}

/// The verdict, its reasons, and where the page is.
fn summary(results: &Results, out: &Path) -> String {
    format!("{}{}", verdict(results), page(out))
}

/// Where the page of a folder is.
pub fn page(out: &Path) -> String {
    format!("Open {}\n", out.join(report::PAGE).display())
}

/// Whether float-float is safe on this machine, and why.
pub fn verdict(results: &Results) -> String {
    let (headline, reasons) = report::verdict(results);
    let reasons: String = reasons.iter().map(|reason| format!("- {reason}\n")).collect();
    format!("{headline}\n{reasons}")
}
