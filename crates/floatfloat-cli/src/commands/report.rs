//! The report: every experiment, one after the other.

use crate::{
    arguments::{Common, Format},
    commands::{compare, experiments},
    failure::{ERROR, Failure, Outcome, complain},
    findings, output,
    progress::Terminal,
};
use floatfloat_lab::{
    devices::Devices,
    error::Error,
    experiments::{ALL, Options, find, judge_again, studies},
    measure::{Event, Found, Kept, Measured, Run, deepen, measure},
    report,
    results::Results,
    store,
};
use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Small sizes.
    Quick,
    /// Small sizes, and then full ones for as long as [`USUAL`] allows.
    Usual,
    /// Full sizes.
    Full,
}

/// How long a report takes that was not asked for anything else, in all.
const USUAL: Duration = Duration::from_secs(85);

/// The experiments that the verdict comes from: the page is written as soon as they are finished.
const VERDICT: &str = "accuracy";

impl Depth {
    /// From the options of the command, which exclude each other.
    pub fn new(quick: bool, full: bool) -> Self {
        match (quick, full) {
            (true, _) => Depth::Quick,
            (_, true) => Depth::Full,
            _ => Depth::Usual,
        }
    }
}

/// Measures what an unfinished report of the same run has not kept; of experiments in `fresh`, all if
/// it names none, whatever is kept.
pub fn run(
    common: &Common,
    out: &Path,
    depth: Depth,
    fresh: Option<&[String]>,
) -> Result<Outcome, Failure> {
    let begin = Instant::now();
    fresh.unwrap_or_default().iter().try_for_each(|name| find(name).map(drop))?;
    report::prepare(out, None)?;
    let _lock = store::lock(out)?;
    let progress = Terminal::new();
    let devices = Arc::new(Devices::open(&common.device, false, &progress)?);
    let entries: Vec<_> =
        ALL.iter().copied().filter(|entry| entry.on_devices || devices.has_processor()).collect();
    let quick = depth != Depth::Full;
    let options = Options { quick, seed: common.seed, devices, ..Options::default() };
    let kept = Kept::new(out, Run::new(&options));
    let ids = || entries.iter().map(|entry| entry.study.id);
    kept.clear(ids().filter(|id| is_fresh(fresh, id)));
    let found = kept.find(ids());
    progress.clear();
    tell_what_is_kept(&found, entries.len());
    let tell = |event: Event<'_>| {
        progress.clear();
        match event {
            Event::Begins { number, of, id } => progress.experiment(number, of, id),
            Event::Failed { id, error } => complain(&format!("{ERROR} {id}: {error}")),
            Event::NotKept { id, error } => {
                complain(&format!("{id} is finished, but not kept for another run: {error}"));
            }
        }
    };
    let page = Page { out, options: &options };
    let mut seconds: Vec<(&str, Duration)> = Vec::new();
    let mut measured =
        measure(&entries, &options, &kept, found, &progress, &tell, &mut |measured, id, time| {
            seconds.push((id, time));
            if id == VERDICT {
                page.write(measured);
            }
        });
    progress.clear();
    if measured.interrupted && measured.finished.is_empty() {
        complain("no experiment was finished, so nothing is written");
        return Err(Error::Interrupted.into());
    }
    let is_complete = measured.is_complete();
    if depth == Depth::Usual && is_complete {
        page.write(&measured);
        complain("every experiment is in the page; full sizes for as long as there is time");
        // What was quick at small sizes first.
        let of = |id: &str| seconds.iter().find(|(known, _)| *known == id).map(|(_, time)| *time);
        let mut order = entries.clone();
        order.sort_by_key(|entry| of(entry.study.id).unwrap_or(Duration::MAX));
        let full = Options { quick: false, ..options.clone() };
        let until = begin + USUAL;
        deepen(&mut measured, &order, &full, until, &progress, &tell, &mut |m| page.write(m));
        progress.clear();
    }
    let results = page.finish(&measured)?;
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

/// The page while it grows.
struct Page<'a> {
    out: &'a Path,
    options: &'a Options,
}

impl Page<'_> {
    fn results(&self, measured: &Measured) -> Results {
        let mut results = experiments::results(self.options, measured.tables());
        if let Some(settings) = results.settings.as_mut().filter(|settings| settings.quick) {
            settings.full = measured.full.iter().map(|&id| id.to_owned()).collect();
        }
        results
    }

    /// Writes what there is. A page that cannot be written now is tried again in the end.
    fn write(&self, measured: &Measured) {
        let _ = report::write(self.out, &self.results(measured), &studies());
    }

    /// Writes all.
    fn finish(self, measured: &Measured) -> Result<Results, floatfloat_report::Error> {
        let results = self.results(measured);
        report::write(self.out, &results, &studies())?;
        Ok(results)
    }
}

/// Judges the claims of papers by earlier results, and draws their page again.
pub fn again(common: &Common, out: &Path, file: &Path) -> Result<Outcome, Failure> {
    let mut results = compare::read(file)?;
    report::prepare(out, None)?;
    let _lock = store::lock(out)?;
    judge_again(&mut results);
    report::write(out, &results, &studies())?;
    match common.format {
        Format::Json => output::json(&results)?,
        Format::Text => output::write(&summary(&results, out))?,
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
