//! Global summation, chapter 5 of Nguyen's thesis: numbers of very different magnitudes whose exact
//! sum is zero, added up in every type, one after the other and by many threads.

mod along;
mod cancelling;
mod conclusions;
mod measured;
mod notes;
mod seed;
mod sizes;

use super::Experiment;
use crate::{
    contender::Contender,
    error::Error,
    experiments::{Options, conclusion::Judges, interval_pair::IntervalPair},
    progress::Progress,
    results::Table,
    table::{old_table, row},
    workloads::Place,
};
use floatfloat_gpu::LaunchShape;
use floatfloat_report::study::Study as About;
use measured::{Measured, Measuring, Problem, own_bits};
use sizes::Sizes;
use std::fmt;

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    study: About {
        id: "sum",
        title: "Global summation",
        summary: "sums of numbers whose exact sum is 0: error and time in every type and shape",
        about: include_str!("sum.md"),
        paper: "Tables 1, 7, 8, 10, 11, 12 and figures 4 to 11 of Nguyen",
        published: &[],
        claims: &[],
        charts: &[],
    },
    on_devices: true,
    largest_size: Some(1 << 26),
    run,
};

const SEED: &str = "Tables 1, 7, 8, 10, 11, 12 and figures 4 to 11 of Nguyen";

/// The interval pairs of table 11, and the one whose sums are timed.
const PAIRS: [IntervalPair; 5] =
    [IntervalPair(2), IntervalPair(3), IntervalPair(4), IntervalPair(5), IntervalPair(6)];
const TIMED: IntervalPair = IntervalPair(6);

/// Those of table 7 in which multiple precision is compared.
const PAIRS_OF_MULTIPLE: [IntervalPair; 5] =
    [IntervalPair(1), IntervalPair(4), IntervalPair(13), IntervalPair(19), IntervalPair(37)];

const BITS: [u16; 4] = [32, 64, 128, 256];

/// In which order and by how many at once numbers are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// One after the other, on the processor.
    Sequential,
    /// As the library divides a sum among workgroups.
    Library,
    /// By so many groups of so many lanes, each lane every so-manieth number.
    Launched {
        /// Blocks.
        groups: u32,
        /// Threads of a block.
        lanes: u32,
    },
}

impl Shape {
    fn launched(self) -> Option<LaunchShape> {
        match self {
            Shape::Launched { groups, lanes } => Some(LaunchShape { groups, lanes }),
            Shape::Sequential | Shape::Library => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Shape::Sequential => "sequential",
            Shape::Library => "library",
            Shape::Launched { .. } => "launched",
        }
    }

    fn groups(self) -> Option<u32> {
        self.launched().map(|shape| shape.groups)
    }

    fn lanes(self) -> Option<u32> {
        self.launched().map(|shape| shape.lanes)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Launched { groups, lanes } => write!(f, "{groups} × {lanes}"),
            shape => f.write_str(shape.name()),
        }
    }
}

/// Everything that was measured.
#[derive(Default)]
pub(super) struct All {
    /// Errors.
    accuracy: Vec<Measured>,
    /// Times, in the widest range of table 11.
    times: Vec<Measured>,
    /// How often the second word of a sum changes its sign along it.
    sign_changes: Vec<(Contender, usize)>,
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let sizes = Sizes::new(options);
    let places = options.devices.others().len() + 1;
    progress.begin("global summation", (sizes.problems() * places) as u64);
    let mut all = All::default();
    let has_processor = options.devices.has_processor();
    if has_processor {
        on_processor(options, &sizes, progress, &mut all)?;
    }
    let failures = options.devices.on_each_other(|opened| {
        on_device(options, &sizes, Place::Device(opened), opened.is_software(), progress, &mut all)
    })?;
    let ids = options.devices.ids();
    let mut experiments = vec![failures.report(accuracy(&ids, &all, options)), times(&ids, &all)];
    if has_processor {
        let (experiment, sign_changes) = along::experiment(options, &sizes);
        experiments.push(experiment);
        all.sign_changes = sign_changes;
    }
    experiments.push(conclusions::experiment(&ids, &all, &Judges::of(&options.devices)));
    experiments.extend(seed::tables());
    Ok(experiments)
}

fn problem(pair: IntervalPair, elements: usize, options: &Options) -> Problem {
    Problem { pair, sums: cancelling::sums(cancelling::draw(pair, elements, options.seed)) }
}

fn on_processor(
    options: &Options,
    sizes: &Sizes,
    progress: &dyn Progress,
    all: &mut All,
) -> Result<(), Error> {
    let shapes = [Shape::Sequential];
    let measuring =
        |timed| Measuring::new(Place::Processor, &options.types, &shapes, timed, progress);
    let (mut accuracy, mut times) = (measuring(false), measuring(true));
    for (pair, elements) in sizes.accuracy() {
        let problem = problem(pair, elements, options);
        accuracy.measure(&problem)?;
        if sizes.has_multiple(pair, elements) {
            BITS.into_iter().try_for_each(|bits| accuracy.multiple(&problem, bits))?;
        } else if sizes.is_largest(elements) {
            accuracy.multiple(&problem, 256)?;
        }
        progress.advance(1);
    }
    for elements in sizes.times(false) {
        let problem = problem(TIMED, elements, options);
        times.measure(&problem)?;
        if sizes.times_multiple(elements) {
            BITS.into_iter().try_for_each(|bits| times.multiple(&problem, bits))?;
        }
        progress.advance(1);
    }
    all.accuracy.extend(accuracy.found);
    all.times.extend(times.found);
    Ok(())
}

fn on_device(
    options: &Options,
    sizes: &Sizes,
    place: Place<'_>,
    software: bool,
    progress: &dyn Progress,
    all: &mut All,
) -> Result<(), Error> {
    let (few, every) = (sizes.few_shapes(), sizes.shapes());
    let mut accuracy = Measuring::new(place, &options.types, &few, false, progress);
    for (pair, elements) in sizes.accuracy() {
        if sizes.bears(elements, software) {
            accuracy.measure(&problem(pair, elements, options))?;
        }
        progress.advance(1);
    }
    let mut times = Measuring::new(place, &options.types, &every, true, progress);
    for elements in sizes.times(software) {
        times.measure(&problem(TIMED, elements, options))?;
        progress.advance(1);
    }
    all.accuracy.extend(accuracy.found);
    all.times.extend(times.found);
    Ok(())
}

fn accuracy(device: &str, all: &All, options: &Options) -> Table {
    let columns = [
        ("device", ""),
        ("type", ""),
        ("range", ""),
        ("elements", ""),
        ("shape", ""),
        ("groups", ""),
        ("lanes", ""),
        ("bits", "bit"),
        ("error", ""),
        ("verified", ""),
        ("note", ""),
    ];
    let mut table = old_table("sum", device, &columns).paper(SEED);
    for found in &all.accuracy {
        table.push(row![
            found.device.as_str(),
            found.contender.name(),
            found.pair.to_string(),
            found.elements,
            found.shape.name(),
            found.shape.groups(),
            found.shape.lanes(),
            found.bits,
            found.error,
            found.verified,
            found.why.clone(),
        ]);
    }
    notes::of_accuracy(table, all, options)
}

fn times(device: &str, all: &All) -> Table {
    let columns = [
        ("device", ""),
        ("type", ""),
        ("elements", ""),
        ("shape", ""),
        ("groups", ""),
        ("lanes", ""),
        ("seconds", "s"),
        ("ns_per_element", "ns"),
        ("verified", ""),
        ("note", ""),
    ];
    let mut table = old_table("sum-time", device, &columns).paper(SEED);
    for found in &all.times {
        table.push(row![
            found.device.as_str(),
            found.contender.name(),
            found.elements,
            found.shape.name(),
            found.shape.groups(),
            found.shape.lanes(),
            found.seconds,
            found.seconds.map(|seconds| seconds / found.elements as f64 * 1e9),
            found.verified,
            found.why.clone(),
        ]);
    }
    notes::of_times(table, all)
}

impl All {
    /// The device whose errors are spoken of: the first.
    fn device(&self) -> Option<&str> {
        self.accuracy.first().map(|found| found.device.as_str())
    }

    /// The error of a sum on that device, of numbers of so many bits each.
    fn error(
        &self,
        contender: Contender,
        bits: u32,
        pair: IntervalPair,
        elements: usize,
    ) -> Option<f64> {
        let wanted = (contender, bits, pair, elements);
        let found = self.accuracy.iter().find(|found| {
            Some(found.device.as_str()) == self.device()
                && (found.contender, found.bits, found.pair, found.elements) == wanted
        })?;
        found.error
    }

    /// The most elements that were added up there in a pair's range.
    fn largest(&self, pair: IntervalPair) -> Option<usize> {
        let there =
            self.accuracy.iter().filter(|found| Some(found.device.as_str()) == self.device());
        there.filter(|found| found.pair == pair).map(|found| found.elements).max()
    }

    /// The errors of the largest sums in the ranges of table 11, of numbers of so many bits each.
    fn errors(&self, contender: Contender, bits: u32) -> Option<Vec<f64>> {
        PAIRS
            .map(|pair| self.error(contender, bits, pair, self.largest(pair)?))
            .into_iter()
            .collect()
    }

    /// The same, of numbers of as many bits as the type's word.
    fn own_errors(&self, contender: Contender) -> Option<Vec<f64>> {
        self.errors(contender, own_bits(contender))
    }
}
