//! Runs experiments one after the other and writes their page: the report of this machine, and that
//! of papers.

mod first_page;

use crate::{
    arguments::{Common, Format, PageOptions},
    commands::{compare, experiments, experiments::all_or},
    failure::{ERROR, Failure, Outcome, complain},
    findings, output,
    progress::Terminal,
};
use first_page::Pages;
use floatfloat_lab::{
    contender::Contender,
    devices::Devices,
    error::Error,
    experiments::{ALL, Experiment, Options, Study, find_among, studies},
    measure::{Event, Found, Kept, Measured, Run, deepen, measure},
    report,
    results::{Device, Results},
    store,
};
use floatfloat_papers::{judge_again, of_papers_alone, with_those_of_the_report};
use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

/// How much to measure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Small sizes.
    Quick,
    /// Small sizes, then full sizes as long as there is time.
    Usual,
    /// Full sizes.
    Full,
}

/// The time of a whole report with the usual depth: of this machine alone, and with papers.
const USUAL: [Duration; 2] = [Duration::from_secs(50), Duration::from_secs(100)];

/// The last experiment that the verdict needs. The page is written as soon as it has finished.
const VERDICT: &str = "accuracy";

/// What a report must contain.
pub struct Asked<'a> {
    /// The experiments, in the order of the page.
    pub experiments: &'a [&'static Experiment],
    /// The folder of the page.
    pub out: &'a Path,
    /// How much to measure.
    pub depth: Depth,
    /// The experiments to measure again even if an unfinished report has kept them; all if the list
    /// is empty.
    pub fresh: Option<&'a [String]>,
    /// The number types to cover; an empty list means all.
    pub types: &'a [Contender],
    /// The sizes to cover, if they are not those of the experiments.
    pub sizes: Option<Vec<u64>>,
    /// Whether to print the tables as well.
    pub tables: bool,
    /// Whether to show the page in a browser.
    pub open: bool,
}

impl<'a> Asked<'a> {
    /// The report of this machine with these options.
    pub fn of(out: &'a Path, pages: &'a PageOptions) -> Self {
        let depth = match (pages.quick, pages.full) {
            (true, _) => Depth::Quick,
            (_, true) => Depth::Full,
            _ => Depth::Usual,
        };
        let fresh = pages.fresh.as_deref();
        Asked {
            experiments: ALL,
            out,
            depth,
            fresh,
            types: &[],
            sizes: None,
            tables: false,
            open: pages.open,
        }
    }

    /// Whether the page says if this machine is safe.
    fn has_verdict(&self) -> bool {
        self.experiments.iter().any(|entry| entry.study.id == VERDICT)
    }

    /// Whether the report contains experiments of papers.
    fn has_papers(&self) -> bool {
        of_papers_alone()
            .any(|other| self.experiments.iter().any(|entry| entry.study.id == other.study.id))
    }

    /// The time of the whole report, unless it is quick or full.
    fn usual(&self) -> Duration {
        USUAL[usize::from(self.has_papers())]
    }
}

/// Measures everything that an unfinished report of the same run has not kept.
pub fn run(common: &Common, asked: &Asked<'_>) -> Result<Outcome, Failure> {
    let begin = Instant::now();
    for name in asked.fresh.unwrap_or_default() {
        find_among(asked.experiments, name)?;
    }
    let sizes = asked.sizes.as_deref();
    asked.experiments.iter().try_for_each(|entry| experiments::check_sizes(entry, sizes))?;
    if let Some(first) = asked.experiments.first()
        && asked.experiments.iter().all(|entry| !entry.on_devices)
    {
        experiments::processor_only(common, first.study.id)?;
    }
    report::prepare(asked.out, None)?;
    let _lock = store::lock(asked.out)?;
    let progress = &Terminal::new();
    tell_what_comes(asked);
    let pages = &Pages::default();
    let page = &Page { out: asked.out, pages, studies: studies(asked.experiments) };
    let examine = || examine(common, asked, page, progress, begin);
    let outcome = match asked.has_verdict() {
        true => pages.in_time(common, asked.out, progress, examine),
        false => examine(),
    };
    shown(asked.open, asked.out, report::PAGE, outcome)
}

fn examine(
    common: &Common,
    asked: &Asked<'_>,
    page: &Page<'_>,
    progress: &Terminal,
    begin: Instant,
) -> Result<Outcome, Failure> {
    let (out, depth) = (asked.out, asked.depth);
    let devices = Devices::open(&common.device, false, &common.host(), progress)?;
    let devices = Arc::new(devices);
    progress.clear();
    devices.found().iter().for_each(tell_of_a_device);
    let can_run = |entry: &&&Experiment| entry.on_devices || devices.has_processor();
    let entries: Vec<&Experiment> = asked.experiments.iter().filter(can_run).copied().collect();
    let quick = depth != Depth::Full;
    // If there is no other device, software was requested explicitly.
    let speeds_of_software = depth != Depth::Quick || !devices.has_processor();
    let (seed, types, sizes) = (common.seed, all_or(asked.types), asked.sizes.clone());
    let options = Options { quick, seed, types, sizes, devices, speeds_of_software };
    let kept = Kept::new(out, Run::new(&options));
    let ids = || entries.iter().map(|entry| entry.study.id);
    kept.clear(ids().filter(|id| is_fresh(asked.fresh, id)));
    let found = kept.find(ids());
    progress.clear();
    tell_what_is_kept(&found, entries.len());
    let tell = |event: Event<'_>| {
        progress.clear();
        match event {
            Event::Begins { number, of, id } => progress.experiment(number, of, id),
            Event::Failed { id, error } => complain(&format!("{ERROR} {id}: {error}")),
            Event::NotKept { id, error } => {
                complain(&format!(
                    "{id} is finished, but its result could not be kept for a \
                     later run: {error}"
                ));
            }
        }
    };
    let mut seconds: Vec<(&str, Duration)> = Vec::new();
    let mut measured =
        measure(&entries, &options, &kept, found, progress, &tell, &mut |measured, id, time| {
            seconds.push((id, time));
            if id == VERDICT || !asked.has_verdict() {
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
        complain(
            "every experiment is on the page; now they run at full sizes until the time is over",
        );
        // The experiments that were fast at small sizes come first.
        let of = |id: &str| seconds.iter().find(|(known, _)| *known == id).map(|(_, time)| *time);
        let mut order = entries.clone();
        order.sort_by_key(|entry| of(entry.study.id).unwrap_or(Duration::MAX));
        let full = Options { quick: false, ..options.clone() };
        let until = begin + asked.usual();
        deepen(&mut measured, &order, &full, until, progress, &tell, &mut |m| {
            page.write(m, &options);
        });
        progress.clear();
    }
    let results = page.finish(&measured, &options)?;
    if is_complete {
        kept.clear(ids());
    }
    // Failures stand before the verdict, which is the last line.
    let outcome = findings::judge(&results);
    match common.format {
        Format::Json => output::json(&results)?,
        Format::Text => {
            if asked.tables {
                output::experiments(common.format, &results.experiments)?;
            }
            output::write(&summary(&results, out))?;
        }
    }
    if measured.interrupted {
        complain(
            "the report holds the experiments that were finished; the same command continues \
             from there",
        );
        return Err(Error::Interrupted.into());
    }
    if measured.failed > 0 {
        return Err(Failure::Experiments(measured.failed));
    }
    Ok(outcome)
}

/// Announces what the command is going to do, and how long it takes.
fn tell_what_comes(asked: &Asked<'_>) {
    let sizes = match asked.depth {
        Depth::Quick => "at small sizes",
        Depth::Usual => "at small sizes, then at full ones",
        Depth::Full => "at full sizes",
    };
    let time = match (asked.depth, asked.has_papers()) {
        (Depth::Quick, false) => "about ten seconds",
        (Depth::Quick, true) => "about 15 seconds",
        (Depth::Usual, false) => "about a minute",
        (Depth::Usual, true) => "less than two minutes",
        (Depth::Full, false) => "about two minutes, more with more devices",
        (Depth::Full, true) => "ten minutes or more",
    };
    let count = asked.experiments.len();
    complain(&format!(
        "examining this machine: its devices are opened and certified, then {count} experiment{} \
         {sizes}; this takes {time}.\nThe page {} grows meanwhile. Ctrl-C stops and keeps what \
         is finished.",
        if count == 1 { " runs" } else { "s run" },
        asked.out.join(report::PAGE).display()
    ));
}

/// Describes a device, and what was proved about it.
fn tell_of_a_device(device: &Device) {
    let proved = match device.certified {
        true => format!("exact in {}", device.words),
        false => format!("refused, {}", device.lowering),
    };
    complain(&format!("{}: {}; {proved}", device.id, device.name));
}

/// The page while experiments are running.
struct Page<'a> {
    out: &'a Path,
    pages: &'a Pages,
    studies: Vec<&'static Study>,
}

impl Page<'_> {
    /// Writes the state so far. A page that cannot be written now is tried again at the end.
    fn write(&self, measured: &Measured, options: &Options) {
        let _ = self.finish(measured, options);
    }

    /// Writes the complete page.
    fn finish(
        &self,
        measured: &Measured,
        options: &Options,
    ) -> Result<Results, floatfloat_report::Error> {
        let results = results_of(measured, options);
        self.pages.write(|| report::write(self.out, &results, &self.studies))?;
        Ok(results)
    }
}

fn results_of(measured: &Measured, options: &Options) -> Results {
    let mut tables = measured.tables();
    let software: Vec<_> = options.devices.software().collect();
    let first = tables.first_mut().filter(|_| !options.speeds_of_software);
    if let Some(first) = first.filter(|_| !software.is_empty()) {
        first.add_note(format!(
            "{}: a software device. This quick report does not measure its speed; floatfloat \
             report does.",
            software.join(", ")
        ));
    }
    let mut results = experiments::results(options, tables);
    if let Some(settings) = results.settings.as_mut().filter(|settings| settings.quick) {
        settings.full = measured.full.iter().map(|&id| id.to_owned()).collect();
    }
    results
}

/// Judges the claims of papers from earlier results, and draws their page again.
pub fn again(common: &Common, out: &Path, file: &Path) -> Result<Outcome, Failure> {
    let mut results = compare::read(file)?;
    report::prepare(out, None)?;
    let _lock = store::lock(out)?;
    judge_again(&mut results);
    report::write(out, &results, &studies(&with_those_of_the_report()))?;
    let outcome = findings::judge(&results);
    match common.format {
        Format::Json => output::json(&results)?,
        Format::Text => output::write(&summary(&results, out))?,
    }
    Ok(outcome)
}

/// Whether to measure this experiment even if it was kept.
fn is_fresh(fresh: Option<&[String]>, id: &str) -> bool {
    fresh.is_some_and(|names| names.is_empty() || names.iter().any(|name| name == id))
}

/// Reports what is taken from an unfinished report, and what is not taken and why.
fn tell_what_is_kept(found: &Found, of: usize) {
    for (why, ids) in found.refused() {
        complain(&format!("measured again, because the kept result {why}: {}", ids.join(", ")));
    }
    let ids: Vec<_> = found.ids().collect();
    if let Some(since) = found.since() {
        complain(&format!(
            "continuing the unfinished report of {since}: {} of {of} experiments are finished \
             ({}); --fresh measures them again",
            ids.len(),
            ids.join(", ")
        ));
    }
}

/// The reasons of the verdict, then one line with the verdict and the place of the page.
fn summary(results: &Results, out: &Path) -> String {
    let (headline, reasons) = report::verdict(results);
    let claims = report::claims(results).map_or(String::new(), |claims| format!("- {claims}\n"));
    format!("{}{claims}{headline} {}", listed(&reasons), page(out))
}

fn listed(reasons: &[String]) -> String {
    reasons.iter().map(|reason| format!("- {reason}\n")).collect()
}

/// Opens the page of a written report if requested.
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
        complain(&format!("{} cannot be opened in a browser: {error}", page.display()));
    }
    outcome
}

/// The place of the page in a folder.
pub fn page(out: &Path) -> String {
    format!("Open {}\n", out.join(report::PAGE).display())
}

/// Whether float-float is safe on this machine, and why.
pub fn verdict(results: &Results) -> String {
    let (headline, reasons) = report::verdict(results);
    format!("{headline}\n{}", listed(&reasons))
}
