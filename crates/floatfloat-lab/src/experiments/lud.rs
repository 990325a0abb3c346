//! LU decomposition, section 7.3 of Nguyen's thesis: matrices factorised without pivoting in every
//! type, on devices by Rodinia's kernels for the diagonal, the perimeter and the inside.

mod conclusions;
mod measured;
mod notes;
mod overhead;
mod seed;

use super::Experiment;
use crate::{
    error::Error,
    experiments::{Options, conclusion::Judges, interval_pair::IntervalPair, pace::Pace},
    progress::Progress,
    results::Table,
    table::{old_table, row},
    workloads::{
        lud::Lud,
        matrices::{Range, rodinia},
    },
};
use floatfloat_report::study::Study as About;
use measured::{Measured, Study, Timed};
use overhead::Overhead;
use std::{fmt, time::Duration};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    study: About {
        id: "lud",
        title: "LU decomposition in blocks",
        summary: "Rodinia's LU decomposition in blocks: error and time in every type",
        about: include_str!("lud.md"),
        paper: "Tables 17 to 19 and figures 18 to 21 of Nguyen",
        published: &[],
        claims: &[],
        charts: &[],
    },
    on_devices: true,
    largest_size: Some(1 << 13),
    run,
};

const SEED: &str = "Tables 17 to 19 and figures 18 to 21 of Nguyen";

/// Those of table 17.
const PAIRS: [IntervalPair; 5] =
    [IntervalPair(1), IntervalPair(2), IntervalPair(3), IntervalPair(4), IntervalPair(5)];

/// The pair whose matrices are timed: that of `gauss`.
const TIMED: IntervalPair = IntervalPair(2);

/// Elements of L·U that are off by more do not match.
const TOLERANCE: f64 = 1e-4;

/// Decay of the matrix that Rodinia generates.
const DECAY: f64 = 0.001;

/// Where a matrix comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Drawn from intervals.
    Random(IntervalPair),
    /// Rodinia's.
    Rodinia,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Random(pair) => pair.fmt(f),
            Source::Rodinia => f.write_str("Rodinia"),
        }
    }
}

fn own_sizes(quick: bool) -> &'static [usize] {
    if quick { &[64] } else { &[64, 256, 512, 2048] }
}

/// Matrices of Rodinia's are no larger unless they are asked for.
const MOST_OF_RODINIA: usize = 512;

/// Rows and columns of the blocks of table 19.
fn blocks(quick: bool) -> &'static [u32] {
    if quick { &[16] } else { &[4, 8, 16, 32, 64] }
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let budget = Duration::from_millis(if options.quick { 1200 } else { 110_000 });
    let (sizes, pace) = Pace::new(options, own_sizes(options.quick), budget);
    let sources: Vec<Source> =
        PAIRS.map(Source::Random).into_iter().chain([Source::Rodinia]).collect();
    progress.begin("LU decomposition", (sizes.len() * sources.len()) as u64);
    let mut study = Study::new(options, pace, progress);
    for &size in &sizes {
        for &source in &sources {
            // Table 17 matters more.
            if source == Source::Rodinia && size > MOST_OF_RODINIA && options.sizes.is_none() {
                progress.advance(1);
                continue;
            }
            let what = "condition numbers";
            let lud = study.pace.at(what, size, || Ok(problem(source, size, options)))?;
            if let Some(lud) = lud {
                study.measure(source, &lud)?;
            }
            progress.advance(1);
        }
    }
    let overhead = match options.devices.has_processor() {
        true => Some(overhead(&sizes, options, progress)?),
        false => None,
    };
    let (ids, judges) = (options.devices.ids(), Judges::of(&options.devices));
    let Study { pace, found, timed, failures, .. } = study;
    let mut accuracy =
        accuracy("lud", &ids, found.iter().filter(|f| f.source != Source::Rodinia)).paper(SEED);
    notes::of_accuracy(&mut accuracy, &found, options);
    seed::beside(&found).into_iter().for_each(|note| accuracy.add_note(note));
    pace.note().into_iter().for_each(|note| accuracy.add_note(note));
    let accuracy = failures.report(accuracy);
    let mut experiments = vec![accuracy, times(&ids, &timed, overhead)];
    if found.iter().any(|found| found.source == Source::Rodinia) {
        let rodinia = found.iter().filter(|found| found.source == Source::Rodinia);
        let mut rodinia = self::accuracy("lud-rodinia", &ids, rodinia);
        notes::of_rodinia(&mut rodinia, &found);
        experiments.push(rodinia);
    }
    experiments.push(conclusions::experiment(&ids, &found, &timed, &judges));
    experiments.extend(seed::tables());
    Ok(experiments)
}

/// Pairs of times by which the lab's own part in them is told.
const PAIRS_OF_TIMES: usize = 15;

fn overhead(
    sizes: &[usize],
    options: &Options,
    progress: &dyn Progress,
) -> Result<Overhead, Error> {
    let size = sizes.iter().copied().filter(|&size| size <= 256).max().unwrap_or(64);
    let lud = problem(Source::Random(TIMED), size, options);
    Ok(Overhead { size, pairs: lud.timed_and_bare(PAIRS_OF_TIMES, progress)? })
}

fn problem(source: Source, size: usize, options: &Options) -> Lud {
    match source {
        Source::Random(pair) => {
            let ranges = pair.intervals().map(|(low, high)| -> Range { [low, high] });
            Lud::random(size, &ranges, options.seed)
        }
        Source::Rodinia => Lud::new(size, rodinia(size, DECAY)),
    }
}

fn accuracy<'a>(id: &str, devices: &str, found: impl Iterator<Item = &'a Measured>) -> Table {
    let columns = [
        ("device", ""),
        ("type", ""),
        ("range", ""),
        ("size", ""),
        ("block", ""),
        ("mismatches", ""),
        ("percent", "%"),
        ("error", ""),
        ("residual", ""),
        ("condition", ""),
        ("reference", ""),
        ("verified", ""),
    ];
    let mut table = old_table(id, devices, &columns);
    for found in found {
        table.push(row![
            found.device.as_str(),
            found.contender.name(),
            found.source.to_string(),
            found.size,
            found.block.map(|block| format!("{block}x{block}")),
            found.mismatches.map(|mismatches| mismatches.count),
            found.mismatches.map(|m| 100.0 * m.count as f64 / m.of.max(1) as f64),
            found.error,
            found.residual,
            found.condition,
            found.reference,
            found.verified,
        ]);
    }
    table
}

fn times(devices: &str, timed: &[Timed], overhead: Option<Overhead>) -> Table {
    let columns = [
        ("device", ""),
        ("type", ""),
        ("range", ""),
        ("size", ""),
        ("block", ""),
        ("ms", "ms"),
        ("outcome", ""),
        ("verified", ""),
    ];
    let mut table = old_table("lud-time", devices, &columns).paper("Tables 18 and 19 of Nguyen");
    for timed in timed {
        table.push(row![
            timed.device.as_str(),
            timed.contender.name(),
            TIMED.to_string(),
            timed.size,
            timed.block.map(|block| format!("{block}x{block}")),
            timed.seconds.map(|seconds| seconds * 1e3),
            timed.outcome.as_str(),
            timed.verified,
        ]);
    }
    notes::of_times(&mut table, timed, overhead);
    table
}
