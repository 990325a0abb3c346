//! Gaussian elimination, section 7.2 of Nguyen's thesis: systems of linear equations solved without
//! pivoting in every type, on devices by Rodinia's kernels Fan1 and Fan2.

mod conclusions;
mod measured;
mod notes;
mod seed;

use super::Experiment;
use crate::{
    error::Error,
    experiments::{Options, conclusion::Judges, interval_pair::IntervalPair, pace::Pace},
    progress::Progress,
    results::Table,
    table::{old_table, row},
    workloads::{
        gauss::{Gauss, MOST_MULTIPLE},
        matrices::{Range, rodinia},
    },
};
use floatfloat_report::study::Study as About;
use measured::{Measured, Study};
use std::{fmt, time::Duration};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    study: About {
        id: "gauss",
        title: "Gaussian elimination",
        summary: "systems of equations by Rodinia's elimination: error and time in every type",
        about: include_str!("gauss.md"),
        paper: "Table 16 and figures 15 to 17 of Nguyen",
        published: &[],
        claims: &[],
        charts: &[],
    },
    on_devices: true,
    largest_size: Some(1 << 13),
    run,
};

const SEED: &str = "Table 16 and figures 15 to 17 of Nguyen";

/// The intervals of the thesis.
const PAIR: IntervalPair = IntervalPair(2);

/// Decay of the matrix that Rodinia generates.
const DECAY: f64 = 0.01;

/// Where a system comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum System {
    /// Drawn from the intervals.
    Random,
    /// Rodinia's matrix, and a right-hand side of ones.
    Rodinia,
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            System::Random => "random",
            System::Rodinia => "Rodinia's",
        })
    }
}

fn own_sizes(quick: bool) -> &'static [usize] {
    if quick { &[16, 64] } else { &[16, 64, 256, 512, 1024, 2048, 4096, 8192] }
}

/// Systems of Rodinia's are no larger.
fn most_of_rodinia(quick: bool) -> usize {
    if quick { 64 } else { 1024 }
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let budget = Duration::from_millis(if options.quick { 1200 } else { 110_000 });
    let (sizes, pace) = Pace::new(options, own_sizes(options.quick), budget);
    let mut systems: Vec<(System, usize)> = Vec::new();
    for &size in &sizes {
        systems.push((System::Random, size));
        if size <= most_of_rodinia(options.quick) || options.sizes.is_some() {
            systems.push((System::Rodinia, size));
        }
    }
    progress.begin("Gaussian elimination", systems.len() as u64);
    let mut study = Study::new(options, pace, progress);
    for (system, size) in systems {
        // Foreseen is the time of that which is computed in the same way.
        let precision = if size <= MOST_MULTIPLE { "256 bits" } else { "dd" };
        let name = format!("reference solution of {system} systems in {precision}");
        let gauss = study.pace.at(&name, size, || problem(system, size, options, progress))?;
        if let Some(gauss) = gauss {
            study.measure(system, &gauss)?;
        }
        progress.advance(1);
    }
    let (ids, judges) = (options.devices.ids(), Judges::of(&options.devices));
    let Study { pace, found, failures, .. } = study;
    let mut experiments = Vec::new();
    let mut random = table(&ids, System::Random, &found, options);
    notes::beside_the_seed(&found, &judges).into_iter().for_each(|note| random.add_note(note));
    pace.note().into_iter().for_each(|note| random.add_note(note));
    let random = failures.report(random);
    experiments.push(random);
    if found.iter().any(|found| found.system == System::Rodinia) {
        experiments.push(table(&ids, System::Rodinia, &found, options));
    }
    experiments.push(conclusions::experiment(&ids, &found, &judges));
    experiments.extend(seed::tables());
    Ok(experiments)
}

fn problem(
    system: System,
    size: usize,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Gauss, Error> {
    match system {
        System::Random => {
            let ranges = PAIR.intervals().map(|(low, high)| -> Range { [low, high] });
            Gauss::random(size, &ranges, options.seed, progress)
        }
        System::Rodinia => Gauss::new(rodinia(size, DECAY), vec![1.0; size], progress),
    }
}

fn table(devices: &str, system: System, found: &[Measured], options: &Options) -> Table {
    let columns = [
        ("device", ""),
        ("type", ""),
        ("size", ""),
        ("block", ""),
        ("seconds", "s"),
        ("substitution_seconds", "s"),
        ("error", ""),
        ("largest_error", ""),
        ("backward_error", ""),
        ("condition", ""),
        ("reference", ""),
        ("verified", ""),
    ];
    let id = match system {
        System::Random => "gauss",
        System::Rodinia => "gauss-rodinia",
    };
    let mut table = old_table(id, devices, &columns);
    if system == System::Random {
        table = table.paper(SEED);
    }
    for found in found.iter().filter(|found| found.system == system) {
        table.push(row![
            found.device.as_str(),
            found.contender.name(),
            found.size,
            found.block.map(|[x, y]| format!("{x}x{y}")),
            found.seconds,
            found.substitution,
            found.error,
            found.largest,
            found.backward,
            found.condition,
            found.reference,
            found.verified,
        ]);
    }
    notes::of(table, system, found, options)
}
