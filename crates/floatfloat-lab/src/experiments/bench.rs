//! The throughput of each operation on operands in the first-level cache, compared with that of
//! `f64`, and how it depends on the number of elements.

mod device;
#[cfg(feature = "mpfr")]
mod mpfr;
mod sizes;

use crate::{
    error::Error,
    experiments::{Experiment, Options, Study},
    machine::CPU,
    number_type::NumberType,
    parallel::alone,
    progress::Progress,
    real::Real,
    results::Table,
    speed::{
        kernel::{native, registered},
        limit::Limits,
        matrices::{Matrices, products},
        slices::{Arrays, DEGREE, Operands, Run, compensated, double_words, words},
        wide,
    },
    table::{Column, chosen, measured, row, verdict},
    timing::{medians, stop_if_asked},
};
use floatfloat::{DoubleWord, operation::Function};
use floatfloat_cpu::{Element, VectorViewMut};
use floatfloat_report::{
    chart::{self, Chart, Lines, Markers, Shows, Source, Value, Words, logarithmic},
    page::{DEFAULT_OPERATIONS, figures::roofline},
};
use std::{cell::RefCell, rc::Rc, time::Duration};

const STUDY: Study = Study {
    id: "bench",
    title: "Speed of every operation",
    summary: "throughput of every operation beside f64 and, where built with it, MPFR",
    about: include_str!("bench.md"),
    paper: "Table 2 of Warwick 2020",
    charts: CHARTS,
    ..Study::NONE
};

/// The speed of every operation.
pub const EXPERIMENT: Experiment = Experiment::new(STUDY, run).of_speed();

const CHARTS: &[Chart] = &[
    Chart::Markers(Markers {
        words: Words {
            id: "figure-bench",
            title: "Time of each operation",
            description: "For each operation a marker per number type at its nanoseconds, on a logarithmic \
                scale; a panel per device.",
            caption: "Further left is faster. A processor computes in one thread on the shortest \
                 arrays measured. A graphics processor uses all of its units on numbers in \
                 registers.",
            of: "default operations of each type",
        },
        source: Source {
            with: &[
                ("op", Shows::One(&DEFAULT_OPERATIONS)),
                ("work", Shows::One(&["chain", "map"])),
                ("elements", Shows::Least(&["op", "type"])),
            ],
            ..Source::of("bench")
        },
        rows: &["op"],
        x: logarithmic(Value::Column("ns_per_op"), "ns per operation"),
        published: None,
    }),
    Chart::Lines(Lines {
        words: Words {
            id: "figure-bench-sizes",
            title: "Time per element by the number of elements",
            description: "Nanoseconds per element over the number of elements, one line per number type, one \
                panel per operation; both axes logarithmic.",
            caption: "Lower is faster. A line falls while more elements share the cost of the \
                 call. It is level while arithmetic is the limit, and rises where the arrays are \
                 larger than a cache.",
            of: "operations over slices in one thread",
        },
        source: Source {
            with: &[("op", Shows::One(&sizes::OPERATIONS))],
            panels: &["op"],
            ..Source::of("bench-sizes")
        },
        x: chart::sizes("elements", "elements"),
        y: logarithmic(Value::Column("ns_per_op"), "ns per element"),
        published: None,
    }),
    Chart::Special(roofline::roofline),
];

const COLUMNS: [Column; 11] = [
    chosen("device"),
    chosen("op"),
    chosen("type"),
    chosen("elements"),
    measured("ns_per_op", "ns"),
    measured("gops", "10^9/s"),
    measured("percent_of_limit", "%"),
    measured("flops", ""),
    measured("speed_up", ""),
    verdict("verified"),
    chosen("work"),
];
/// The elements of each array. Six arrays of `f64` take half of a first-level cache of 48 KiB.
const ELEMENTS: usize = 512;

/// The number of rows and columns of matrices of three and four words. The time of an operation does not depend
/// on it.
const WIDE_SIDE: usize = 64;

/// One operation that was timed.
struct Timed {
    device: String,
    op: &'static str,
    /// The name of the same work in words.
    plain: &'static str,
    type_name: &'static str,
    function: Option<Function>,
    /// The number of floating-point operations of one operation, if it is known.
    flops: Option<u32>,
    /// The flops as a percentage of the limit, if an operation took one nanosecond.
    percent_per_ns: Option<f64>,
    /// Elements of an array or matrix.
    elements: u64,
    /// How the operation was repeated.
    work: &'static str,
    ns_per_op: f64,
    verified: bool,
}

impl Timed {
    /// An operation to be timed on this processor on arrays, without further details.
    const fn here(op: &'static str, type_name: &'static str, work: &'static str) -> Self {
        Timed {
            device: String::new(),
            op,
            plain: op,
            type_name,
            function: None,
            flops: None,
            percent_per_ns: None,
            elements: ELEMENTS as u64,
            work,
            ns_per_op: f64::NAN,
            verified: false,
        }
    }
}

/// The work to be timed, and descriptions of it.
#[derive(Default)]
struct Contest<'a> {
    timed: Vec<Timed>,
    /// The number of operations in one run of each piece of work.
    operations: Vec<f64>,
    works: Vec<Box<dyn FnMut() + 'a>>,
}

/// Operands in the first-level cache, and memory for results. All pieces of work share them, so each
/// finds them as the piece before left them.
type Shared<'a, W> = (Operands<'a, W>, &'a RefCell<VectorViewMut<'a, DoubleWord<W>>>);

impl<'a> Contest<'a> {
    fn push(&mut self, timed: Timed, operations: f64, work: impl FnMut() + 'a) {
        self.timed.push(Timed { device: CPU.into(), ..timed });
        self.operations.push(operations);
        self.works.push(Box::new(work));
    }

    /// Adds an operation over arrays.
    fn push_slices<W: Real + Element>(
        &mut self,
        timed: Timed,
        (operands, out): Shared<'a, W>,
        run: Run<W>,
    ) {
        self.push(timed, ELEMENTS as f64, move || run(operands, &mut out.borrow_mut()));
    }

    /// Verifies and adds every operation of the types over words `W`, with matrices of `side` rows.
    fn enter<W: Real + Element>(
        &mut self,
        shared: Shared<'a, W>,
        limits: &Limits,
        seed: u64,
        side: usize,
    ) {
        let (operands, _) = shared;
        let limit = limits.flops::<W>();
        let flops = |flops: Option<u32>, timed: Timed| Timed {
            flops,
            percent_per_ns: flops.map(|flops| 100.0 * f64::from(flops) * 1e9 / limit),
            ..timed
        };
        for kernel in native::<W>().into_iter().chain(registered::<W>()) {
            let (function, verified) = (kernel.function, kernel.verify(operands));
            let timed = Timed::here(kernel.op, kernel.number_type.name(), "map");
            let timed = flops(Some(kernel.flops), Timed { function, verified, ..timed });
            self.push_slices(timed, shared, kernel.run);
        }
        // Sums, products and the like of words were added above.
        let words = words::<W>().into_iter().filter(|work| work.function.is_none());
        for work in words.chain(double_words()).chain(compensated()) {
            let (function, verified) = (work.function, work.verify(operands));
            let timed = Timed::here(work.op, work.number_type.name(), "slice");
            let timed = Timed { plain: work.plain, function, verified, ..timed };
            self.push_slices(flops(work.flops, timed), shared, work.run);
        }
        let matrices = Rc::new(RefCell::new(Matrices::<W>::new(side, seed)));
        for work in products::<W>() {
            work.run(&mut matrices.borrow_mut());
            let verified = work.is_right(&matrices.borrow());
            let timed = Timed::here(work.op, work.number_type.name(), "matrix");
            let elements = (side * side) as u64;
            let timed = Timed { plain: work.plain, elements, verified, ..timed };
            let matrices = Rc::clone(&matrices);
            self.push(flops(Some(work.flops), timed), work.operations(side), move || {
                work.run(&mut matrices.borrow_mut());
            });
        }
    }

    /// Verifies and adds the operations of three and four words `W`.
    fn enter_wide<W: Real + Element>(&mut self, limits: &Limits, seed: u64) {
        let limit = limits.flops::<W>();
        for work in wide::works::<W>(ELEMENTS, WIDE_SIDE, seed) {
            let how = if work.is_matrix { "matrix" } else { "slice" };
            let timed = Timed {
                function: work.function,
                flops: Some(work.flops),
                percent_per_ns: Some(100.0 * f64::from(work.flops) * 1e9 / limit),
                elements: work.elements as u64,
                verified: work.verified,
                ..Timed::here(work.op, work.number_type.name(), how)
            };
            self.push(timed, work.operations as f64, work.run);
        }
    }
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let devices = &options.devices;
    let plan = Plan::new(options.quick);
    let sizes = sizes::Plan::new(options);
    let others: u64 = devices.others().iter().map(|other| device::steps(other, options)).sum();
    let here = if devices.has_processor() { plan.rounds as u64 + 1 + sizes.steps() } else { 0 };
    progress.begin("throughput of each operation", here + others);
    let mut limits = device::limits_table(&devices.ids());
    let (mut timed, mut by_size) = (Vec::new(), None);
    if devices.has_processor() {
        // Otherwise all threads would share large slices and matrices.
        (timed, by_size) = alone(|| {
            let here = Limits::measure();
            here.enter(&mut limits);
            let timed = processor(options.seed, &here, plan, progress)?;
            let by_size = sizes::measure(&sizes, &here, options, progress)?;
            Ok((timed, Some(by_size)))
        })?;
    }
    let failed = devices.on_each_other(|other| {
        timed.extend(device::measure(other, options, progress, &mut limits)?);
        Ok(())
    })?;
    let mut tables = vec![failed.report(table(options, &timed, plan))];
    tables.extend(by_size);
    tables.push(limits);
    Ok(tables)
}

/// How much is measured on this processor.
#[derive(Clone, Copy)]
struct Plan {
    rounds: usize,
    sample: Duration,
    /// The number of rows and columns of matrices.
    side: usize,
}

impl Plan {
    fn new(quick: bool) -> Self {
        let (rounds, sample, side) = if quick { (7, 60, 128) } else { (25, 200, 512) };
        Plan { rounds, sample: Duration::from_micros(sample), side }
    }
}

/// Times everything on this processor, in this thread.
fn processor(
    seed: u64,
    limits: &Limits,
    plan: Plan,
    progress: &dyn Progress,
) -> Result<Vec<Timed>, Error> {
    let (singles, doubles) = (Arrays::new(ELEMENTS, seed), Arrays::new(ELEMENTS, seed));
    let (mut single, mut double) = (singles.output(), doubles.output());
    let single = RefCell::new(single.view_mut());
    let double = RefCell::new(double.view_mut());
    let mut contest = Contest::default();
    contest.enter::<f32>((singles.first(ELEMENTS), &single), limits, seed, plan.side);
    stop_if_asked(progress)?;
    contest.enter::<f64>((doubles.first(ELEMENTS), &double), limits, seed, plan.side);
    stop_if_asked(progress)?;
    contest.enter_wide::<f32>(limits, seed);
    contest.enter_wide::<f64>(limits, seed);
    #[cfg(feature = "mpfr")]
    mpfr::enter(&mut contest, seed);

    let Contest { mut timed, operations, mut works } = contest;
    let times = medians(&mut works, plan.sample, plan.rounds, progress)?;
    for ((timed, ns), operations) in timed.iter_mut().zip(times).zip(operations) {
        timed.ns_per_op = ns / operations;
    }
    Ok(timed)
}

fn table(options: &Options, timed: &[Timed], Plan { rounds, side, .. }: Plan) -> Table {
    let mut table =
        Table::new("bench", &options.devices.ids(), COLUMNS).paper(STUDY.paper).explained(
            include_str!("notes/bench.md"),
            &[
                ("elements", &ELEMENTS),
                ("seed", &options.seed),
                ("side", &side),
                ("wide_side", &WIDE_SIDE),
                ("degree", &DEGREE),
                ("rounds", &rounds),
            ],
        );
    if !options.devices.others().is_empty() {
        table = table.explained(include_str!("notes/bench-devices.md"), &[]);
    }
    let in_f64 = |of: &Timed| {
        // A difference takes as long as a sum.
        let add =
            |function| if function == Some(Function::Sub) { Some(Function::Add) } else { function };
        let same = |t: &&Timed| {
            let work = if of.function.is_some() && of.work == "slice" { "map" } else { of.work };
            (t.device.as_str(), t.work) == (of.device.as_str(), work)
                && t.type_name == NumberType::F64.name()
                && match of.function {
                    None => t.op == of.plain,
                    function => t.function == add(function),
                }
        };
        timed.iter().find(same).map(|t| t.ns_per_op)
    };
    let wanted =
        |t: &&Timed| NumberType::ALL.iter().all(|n| n.name() != t.type_name || options.covers(*n));
    for t in timed.iter().filter(wanted) {
        let measured = |value: f64| t.verified.then_some(value);
        table.push(row![
            t.device.as_str(),
            t.op,
            t.type_name,
            t.elements,
            measured(t.ns_per_op),
            measured(1.0 / t.ns_per_op),
            t.percent_per_ns.and_then(|percent| measured(percent / t.ns_per_op)),
            t.flops,
            in_f64(t).and_then(|f64_time| measured(f64_time / t.ns_per_op)),
            t.verified,
            t.work,
        ]);
    }
    table
}
