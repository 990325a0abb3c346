//! Global summation, chapter 5 of Nguyen's thesis. Numbers of very different magnitudes whose exact
//! sum is zero are added in every type, one after the other and by many threads.

mod along;
pub(super) mod cancelling;
mod charts;
mod claims;
mod measure;
mod sizes;

use crate::{interval_pair::IntervalPair, published::NGUYEN};
use floatfloat_gpu::LaunchShape;
use floatfloat_lab::{
    devices::Failures,
    error::Error,
    experiments::{Experiment, Options, Study},
    progress::Progress,
    results::Table,
    table::{Column, chosen, measured, note, verdict},
    workloads::Place,
};
use measure::{Measuring, Problem};
use sizes::Sizes;
use std::fmt;

const STUDY: Study = Study {
    id: "sum",
    title: "Global summation",
    summary: "sums of numbers whose exact sum is 0: error and time in every type and shape",
    about: include_str!("sum.md"),
    paper: "Tables 1, 7, 8, 10, 11, 12 and figures 4 to 11 of Nguyen",
    published: &[(&NGUYEN, "sum-accuracy-published"), (&NGUYEN, "sum-time-published")],
    claims: claims::CLAIMS,
    charts: charts::CHARTS,
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).of_speed().up_to(1 << 26);

const ACCURACY: [Column; 11] = [
    chosen("device"),
    chosen("type"),
    chosen("range"),
    chosen("elements").in_unit("numbers"),
    chosen("shape"),
    chosen("groups"),
    chosen("lanes"),
    chosen("bits").in_unit("bit"),
    measured("error", ""),
    verdict("verified"),
    note("note"),
];

const TIMES: [Column; 11] = [
    chosen("device"),
    chosen("type"),
    chosen("elements").in_unit("numbers"),
    chosen("shape"),
    chosen("groups"),
    chosen("lanes"),
    measured("seconds", "s"),
    measured("ns_per_element", "ns"),
    verdict("verified"),
    note("note"),
    note("launch"),
];

/// The interval pairs of table 11, and the pair whose sums are timed.
const PAIRS: [IntervalPair; 5] =
    [IntervalPair(2), IntervalPair(3), IntervalPair(4), IntervalPair(5), IntervalPair(6)];
const TIMED: IntervalPair = IntervalPair(6);

/// The interval pairs of table 7 for which multiple precision is compared.
const PAIRS_OF_MULTIPLE: [IntervalPair; 5] =
    [IntervalPair(1), IntervalPair(4), IntervalPair(13), IntervalPair(19), IntervalPair(37)];

const BITS: [u16; 4] = [32, 64, 128, 256];

/// The order of the additions, and the number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Shape {
    /// One after the other, on the processor.
    Sequential,
    /// As the library divides a sum among workgroups.
    Library,
    /// By `groups` × `lanes` threads with strides.
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

fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let sizes = Sizes::new(options);
    let steps = sizes.problems() * options.devices.places();
    progress.begin("global summation", steps as u64);
    let ids = options.devices.ids();
    let mut accuracy = Table::new("sum", &ids, ACCURACY).paper(STUDY.paper);
    let mut times = Table::new("sum-time", &ids, TIMES).paper(STUDY.paper);
    let mut failures = Failures::default();
    options.devices.everywhere(&mut failures, |place| {
        let rows = measure(options, &sizes, place, progress)?;
        accuracy.rows.extend(rows.0);
        times.rows.extend(rows.1);
        Ok(())
    })?;
    let mut tables = vec![failures.report(accuracy), times];
    if options.devices.has_processor() {
        tables.push(along::table(options, &sizes));
    }
    Ok(tables)
}

fn problem(pair: IntervalPair, elements: usize, options: &Options) -> Problem {
    Problem { pair, sums: cancelling::sums(cancelling::draw(pair, elements, options.seed)) }
}

type Rows = Vec<Vec<floatfloat_lab::results::Cell>>;

/// The rows of one place: the errors and the times.
fn measure(
    options: &Options,
    sizes: &Sizes,
    place: Place<'_>,
    progress: &dyn Progress,
) -> Result<(Rows, Rows), Error> {
    let is_processor = matches!(place, Place::Processor);
    let (few, every) = match place {
        Place::Processor => (vec![Shape::Sequential], vec![Shape::Sequential]),
        Place::Device(_) => (sizes.few_shapes(), sizes.shapes()),
    };
    let mut accuracy = Measuring::new(place, &options.types, &few, false, progress);
    for (pair, elements) in sizes.accuracy() {
        if sizes.fits(elements, place.is_software()) {
            let problem = problem(pair, elements, options);
            accuracy.measure(&problem)?;
            for &bits in sizes.precisions(pair, elements).iter().filter(|_| is_processor) {
                accuracy.in_multiple_precision(&problem, bits)?;
            }
        }
        progress.advance(1);
    }
    let mut times = Measuring::new(place, &options.types, &every, true, progress);
    for elements in sizes.times(place.is_software()) {
        let problem = problem(TIMED, elements, options);
        times.measure(&problem)?;
        let is_timed = is_processor && sizes.times_multiple(elements);
        for &bits in BITS.iter().filter(|_| is_timed) {
            times.in_multiple_precision(&problem, bits)?;
        }
        progress.advance(1);
    }
    Ok((accuracy.rows, times.rows))
}
