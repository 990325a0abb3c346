//! The report: every experiment, one after the other.

mod first_page;

use crate::{
    arguments::{Common, Format},
    commands::{compare, experiments},
    failure::{ERROR, Failure, Outcome, complain},
    findings, output,
    progress::Terminal,
};
use first_page::Pages;
use floatfloat_lab::{
    devices::Devices,
    error::Error,
    experiments::{ALL, Options, find, judge_again, studies},
    measure::{Event, Found, Kept, Measured, Run, deepen, measure},
    report,
    results::{Device, Results},
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
const USUAL: Duration = Duration::from_secs(75);

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
    let progress = &Terminal::new();
    tell_what_comes(depth, out);
    let pages = &Pages::default();
    pages.in_time(common, out, progress, || {
        examine(common, &Page { out, pages }, depth, fresh, progress, begin)
    })
}

fn examine(
    common: &Common,
    page: &Page<'_>,
    depth: Depth,
    fresh: Option<&[String]>,
    progress: &Terminal,
    begin: Instant,
) -> Result<Outcome, Failure> {
    let out = page.out;
    let devices = Devices::open(&common.device, false, &common.host(), progress)?;
    let devices = Arc::new(devices);
    progress.clear();
    devices.found().iter().for_each(tell_of_a_device);
    let entries: Vec<_> =
        ALL.iter().copied().filter(|entry| entry.on_devices || devices.has_processor()).collect();
    let quick = depth != Depth::Full;
    // Where there is no other device, they are what was asked for.
    let speeds_of_software = depth != Depth::Quick || !devices.has_processor();
    let options =
        Options { quick, seed: common.seed, devices, speeds_of_software, ..Options::default() };
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
    let mut seconds: Vec<(&str, Duration)> = Vec::new();
    let mut measured =
        measure(&entries, &options, &kept, found, progress, &tell, &mut |measured, id, time| {
            seconds.push((id, time));
            if id == VERDICT {
                page.write(measured, &options);
            }
        });
    progress.clear();
    if measured.interrupted && measured.finished.is_empty() {
        complain("no experiment was finished, so nothing is written");
        return Err(Error::Interrupted.into());
    }
    let is_complete = measured.is_complete();
    if depth == Depth::Usual && is_complete {
        page.write(&measured, &options);
        complain("every experiment is in the page; full sizes for as long as there is time");
        // What was quick at small sizes first.
        let of = |id: &str| seconds.iter().find(|(known, _)| *known == id).map(|(_, time)| *time);
        let mut order = entries.clone();
        order.sort_by_key(|entry| of(entry.study.id).unwrap_or(Duration::MAX));
        let full = Options { quick: false, ..options.clone() };
        let until = begin + USUAL;
        deepen(&mut measured, &order, &full, until, progress, &tell, &mut |m| {
            page.write(m, &options);
        });
        progress.clear();
    }
    let results = page.finish(&measured, &options)?;
    if is_complete {
        kept.clear(ids());
    }
    // What failed stands before the verdict, which is the last line.
    let outcome = findings::judge(&results);
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
    Ok(outcome)
}

/// Says what the command is going to do, and how long that takes.
fn tell_what_comes(depth: Depth, out: &Path) {
    let (sizes, time) = match depth {
        Depth::Quick => ("at small sizes", "about a quarter of a minute"),
        Depth::Usual => ("at small sizes, then at full ones", "a minute and a quarter"),
        Depth::Full => ("at full sizes", "ten minutes or more"),
    };
    complain(&format!(
        "examining this machine: its devices are opened and proved, then {} experiments run {sizes}; {time}.\n\
         The page {} grows meanwhile; Ctrl-C ends with what is finished.",
        ALL.len(),
        out.join(report::PAGE).display()
    ));
}

/// Says what a device is, and what was proved of it.
fn tell_of_a_device(device: &Device) {
    let proved = match device.certified {
        true => format!("exact in {}", device.words),
        false => format!("refused, {}", device.lowering),
    };
    complain(&format!("{}: {}; {proved}", device.id, device.name));
}

/// The page while it grows.
struct Page<'a> {
    out: &'a Path,
    pages: &'a Pages,
}

impl Page<'_> {
    /// Writes what there is. A page that cannot be written now is tried again in the end.
    fn write(&self, measured: &Measured, options: &Options) {
        let _ = self.finish(measured, options);
    }

    /// Writes all.
    fn finish(
        &self,
        measured: &Measured,
        options: &Options,
    ) -> Result<Results, floatfloat_report::Error> {
        let results = results_of(measured, options);
        self.pages.write(|| report::write(self.out, &results, &studies()))?;
        Ok(results)
    }
}

fn results_of(measured: &Measured, options: &Options) -> Results {
    let mut tables = measured.tables();
    let software: Vec<_> = options.devices.software().collect();
    let first = tables.first_mut().filter(|_| !options.speeds_of_software);
    if let Some(first) = first.filter(|_| !software.is_empty()) {
        first.add_note(format!(
            "{}: software, whose speed this quick report leaves out; floatfloat report measures it, too.",
            software.join(", ")
        ));
    }
    let mut results = experiments::results(options, tables);
    if let Some(settings) = results.settings.as_mut().filter(|settings| settings.quick) {
        settings.full = measured.full.iter().map(|&id| id.to_owned()).collect();
    }
    results
}

/// Judges the claims of papers by earlier results, and draws their page again.
pub fn again(common: &Common, out: &Path, file: &Path) -> Result<Outcome, Failure> {
    let mut results = compare::read(file)?;
    report::prepare(out, None)?;
    let _lock = store::lock(out)?;
    judge_again(&mut results);
    report::write(out, &results, &studies())?;
    let outcome = findings::judge(&results);
    match common.format {
        Format::Json => output::json(&results)?,
        Format::Text => output::write(&summary(&results, out))?,
    }
    Ok(outcome)
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

/// The reasons of the verdict; then, in one line, the verdict and where the page is.
fn summary(results: &Results, out: &Path) -> String {
    let (headline, reasons) = report::verdict(results);
    format!("{}{headline} {}", listed(&reasons), page(out))
}

fn listed(reasons: &[String]) -> String {
    reasons.iter().map(|reason| format!("- {reason}\n")).collect()
}

/// Opens the page of a report that was written, if that is asked for.
pub fn shown(
    open: bool,
    out: &Path,
    page: &str,
    outcome: Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    let page = out.join(page);
    if open
        && outcome.is_ok()
        && let Err(error) = open::that_detached(&page)
    {
        complain(&format!("no browser opens {}: {error}", page.display()));
    }
    outcome
}

/// Where the page of a folder is.
pub fn page(out: &Path) -> String {
    format!("Open {}\n", out.join(report::PAGE).display())
}

/// Whether float-float is safe on this machine, and why.
pub fn verdict(results: &Results) -> String {
    let (headline, reasons) = report::verdict(results);
    format!("{headline}\n{}", listed(&reasons))
}
