//! What each machine's arithmetic really does: error intervals, verdicts, findings.

mod tables;

use crate::{
    devices::{Devices, Opened},
    error::Error,
    experiments::{Experiment, Options, Study},
    machine::CPU,
    parallel,
    paranoia::{Examined, Target, mode_count, on_device},
    progress::{Interruptible, Progress},
    results::Table,
};
use floatfloat::sim::machines::{CHOPPED, IEEE_F32, NV35_LIKE, R300_LIKE};
use floatfloat_gpu::{Backend, Lowering, WordType, lowering::Mode};
use floatfloat_paranoia::{Machine, Native, Report, Simulated, examine_blocking};
use floatfloat_report::{chart::Chart, page::figures::intervals};

const STUDY: Study = Study {
    id: "paranoia",
    title: "How this machine rounds",
    summary: "error intervals, rounding verdicts and findings of each machine",
    about: include_str!("paranoia.md"),
    paper: "Table 1 of Hillesland & Lastra 2004, table 2 of Da Graça & Defour 2006",
    charts: &[Chart::Special(intervals::drawing)],
    ..Study::NONE
};

/// How every machine rounds.
pub const EXPERIMENT: Experiment = Experiment::new(STUDY, run);

/// A machine that needs no device: its name and, for the processor, its word type.
type Named = (&'static str, Box<dyn Machine>, Option<WordType>);

/// The machines in the order of the paper's table, then this processor.
const MACHINES: [fn() -> Named; 6] = [
    || ("exact rounding (simulated)", Box::new(Simulated(IEEE_F32)), None),
    || ("chopped (simulated)", Box::new(Simulated(CHOPPED)), None),
    || ("R300-like (simulated)", Box::new(Simulated(R300_LIKE)), None),
    || ("NV35-like (simulated)", Box::new(Simulated(NV35_LIKE)), None),
    || (CPU, Box::new(Native::<f32>::new()), Some(WordType::F32)),
    || (CPU, Box::new(Native::<f64>::new()), Some(WordType::F64)),
];

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let refused = refused(&options.devices);
    let mut targets: Vec<_> = options.devices.others().iter().map(Opened::target).collect();
    targets.extend(
        refused.iter().map(|backend| Target { runner: backend.as_ref(), certified: Vec::new() }),
    );
    run_on(options, &targets, progress)
}

/// The devices that were not certified, whose faults are worth knowing. Devices that cannot be
/// opened are left out.
fn refused(devices: &Devices) -> Vec<Box<dyn Backend>> {
    let opened = |id: &str| id == CPU || devices.others().iter().any(|other| other.id() == id);
    let refused = devices.found().iter().filter(|found| !opened(&found.id));
    refused.filter_map(|found| devices.refused(&found.id)).collect()
}

/// Examines the simulated machines, the processor if it is requested, and every mode of these
/// devices.
///
/// # Errors
/// [`Error::Interrupted`], and errors of machines that cannot be examined. A device that fails has
/// a row that says so.
pub fn run_on(
    options: &Options,
    targets: &[Target<'_>],
    progress: &dyn Progress,
) -> Result<Vec<Table>, Error> {
    let wanted = |&index: &usize| MACHINES[index]().0 != CPU || options.devices.has_processor();
    let machines: Vec<usize> = (0..MACHINES.len()).filter(wanted).collect();
    let steps = machines.len() + targets.iter().map(mode_count).sum::<usize>();
    progress.begin("error intervals and findings of each machine", steps as u64);
    let operands = operands(options.seed, options.quick);
    let mut examined: Vec<Examined> =
        parallel::map(machines.len(), progress, |i| machine(machines[i], &operands, progress))?
            .into_iter()
            .collect::<Result<_, floatfloat_paranoia::Error>>()
            .map_err(
                |error| {
                    if progress.interrupted() { Error::Interrupted } else { error.into() }
                },
            )?;
    for target in targets {
        examined.extend(on_device(target, &operands, progress)?);
    }
    Ok(tables(&examined, &operands))
}

/// The results, as tables: intervals, safety, findings.
pub fn tables(examined: &[Examined], operands: &floatfloat_paranoia::Options) -> Vec<Table> {
    vec![
        tables::intervals(examined),
        tables::safety(examined, operands),
        tables::findings(examined),
    ]
}

/// This processor, in each of its word types.
///
/// # Errors
/// [`floatfloat_paranoia::Error::Cancelled`].
pub fn processor(
    operands: &floatfloat_paranoia::Options,
    progress: &dyn Progress,
) -> Result<Vec<Examined>, floatfloat_paranoia::Error> {
    let machines: [(Box<dyn Machine>, WordType); 2] = [
        (Box::new(Native::<f32>::new()), WordType::F32),
        (Box::new(Native::<f64>::new()), WordType::F64),
    ];
    let of = |(machine, word)| examined((CPU, machine, Some(word)), operands, progress);
    machines.into_iter().map(of).collect()
}

/// The operands with which machines are examined; fewer for a quick look.
pub fn operands(seed: u64, quick: bool) -> floatfloat_paranoia::Options {
    let defaults = floatfloat_paranoia::Options { seed, ..Default::default() };
    if quick {
        floatfloat_paranoia::Options { positions: 12, random: 512, ..defaults }
    } else {
        defaults
    }
}

/// Examines one of [`MACHINES`].
fn machine(
    index: usize,
    all: &floatfloat_paranoia::Options,
    progress: &dyn Progress,
) -> Result<Examined, floatfloat_paranoia::Error> {
    examined(MACHINES[index](), all, progress)
}

/// Examines a machine. The intervals of simulated machines use only the operands of Hillesland &
/// Lastra, so that they compare with the published ones. Those of the processor also use random
/// operands and the edges of the range. Everything else uses all operands.
fn examined(
    (device, mut machine, word): Named,
    all: &floatfloat_paranoia::Options,
    progress: &dyn Progress,
) -> Result<Examined, floatfloat_paranoia::Error> {
    let (machine, progress) = (machine.as_mut(), Interruptible(progress));
    let mut report: Report = examine_blocking(machine, all, &progress)?;
    if word.is_none() {
        let defaults = floatfloat_paranoia::Options::default();
        let (seed, positions) = (all.seed, defaults.positions);
        let published = floatfloat_paranoia::Options { positions, random: 0, seed, edges: false };
        report.rows = examine_blocking(machine, &published, &progress)?.rows;
    }
    let mode = report.mode.clone();
    let native = |word| Mode { name: mode.clone(), word, lowering: Lowering::NATIVE };
    Ok(Examined {
        device: device.to_owned(),
        name: report.device.clone(),
        driver: String::new(),
        declared: report.declared,
        written: word.map(|word| ("native".to_owned(), native(word))),
        used: word.map(|_| true),
        mode,
        found: Ok(report),
    })
}
