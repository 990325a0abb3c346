//! Compensated sums, inner products and polynomials: what Da Graça and Defour name as future work,
//! on the processor and on devices.

mod bounds;
mod notes;
mod times;
mod trials;

use super::Experiment;
use crate::{
    error::Error,
    experiments::Options,
    number_type::NumberType,
    progress::Progress,
    results::Table,
    table::{old_table, row},
    workloads::{Dot, Horner, Place, Sum},
};
use floatfloat_report::study::Study as About;
use times::Timed;
use trials::Trial;

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    study: About {
        id: "compensated",
        title: "Compensated sums, products and polynomials",
        summary: "compensated sums, inner products and polynomials against their condition number",
        about: include_str!("compensated.md"),
        paper: "Future work of Da Graça & Defour 2006",
        published: &[],
        claims: &[],
        charts: &[],
    },
    on_devices: true,
    largest_size: None,
    run,
};

const SEED: &str = "Future work of Da Graça & Defour 2006";

/// Terms of the sums; inner products have half as many, which are each two of them.
const TERMS: usize = 200;

/// Degree of the polynomials, (x − 1)^degree.
const DEGREE: u32 = 8;

/// Points of a polynomial, all different.
const POINTS: usize = 256;

/// How much of everything.
struct Sizes {
    /// Decimal logarithms of the condition numbers.
    conditions: Vec<i32>,
    /// Terms or points of what is timed, on hardware and on software.
    timed: [usize; 2],
}

fn sizes(options: &Options) -> Sizes {
    let (step, timed) =
        if options.quick { (5, [1 << 14, 1 << 12]) } else { (2, [1 << 20, 1 << 17]) };
    Sizes { conditions: (0..=30).step_by(step).collect(), timed }
}

/// The three computations that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Sum,
    Dot,
    Horner,
}

impl Op {
    fn name(self) -> &'static str {
        match self {
            Op::Sum => "sum",
            Op::Dot => "dot",
            Op::Horner => "horner",
        }
    }
}

/// One of each with about the same condition number.
struct Problems {
    sum: Sum,
    dot: Dot,
    horner: Horner,
}

impl Problems {
    fn new(terms: usize, points: usize, condition: f64, seed: u64) -> Result<Self, Error> {
        Ok(Problems {
            sum: Sum::ill_conditioned(terms, condition, seed),
            dot: Dot::ill_conditioned(terms / 2, condition, seed)?,
            horner: Horner::near_root(DEGREE, condition, points, seed),
        })
    }

    /// Terms of an operation, or points.
    fn elements(&self, op: Op) -> usize {
        match op {
            Op::Sum => self.sum.len(),
            Op::Dot => self.dot.len(),
            Op::Horner => self.horner.len(),
        }
    }
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let sizes = sizes(options);
    let has_processor = options.devices.has_processor();
    let places = options.devices.others().len() + usize::from(has_processor);
    let steps = (sizes.conditions.len() + 1) * places;
    progress.begin("compensated sums, products and polynomials", steps as u64);
    let (mut trials, mut times) = (Vec::new(), Vec::new());
    let mut at = |place: Place<'_>, software: bool| -> Result<(), Error> {
        let mut tried = Vec::new();
        for &logarithm in &sizes.conditions {
            let condition = 10f64.powi(logarithm);
            let problems = Problems::new(TERMS, POINTS, condition, options.seed)?;
            trials::at(place, &problems, options, progress, &mut tried)?;
            progress.advance(1);
        }
        let count = sizes.timed[usize::from(software)];
        let problems = Problems {
            sum: Sum::random(count, &[(-1.0, 1.0)], options.seed),
            dot: Dot::random(count, &[(-1.0, 1.0)], options.seed)?,
            horner: Horner::near_root(DEGREE, 1e10, count, options.seed),
        };
        times.extend(times::at(place, &problems, options, progress)?);
        trials.extend(tried);
        progress.advance(1);
        Ok(())
    };
    if has_processor {
        at(Place::Processor, false)?;
    }
    let failures =
        options.devices.on_each_other(|opened| at(Place::Device(opened), opened.is_software()))?;
    let ids = options.devices.ids();
    let table = failures.report(accuracy(&ids, &trials, options));
    Ok(vec![table, time(&ids, &times)])
}

fn accuracy(device: &str, trials: &[Trial], options: &Options) -> Table {
    let columns = [
        ("device", ""),
        ("op", ""),
        ("type", ""),
        ("elements", ""),
        ("condition", ""),
        ("error", ""),
        ("bound", ""),
        ("holds", ""),
        ("verified", ""),
    ];
    let mut table = old_table("compensated", device, &columns).paper(SEED);
    for trial in trials {
        table.push(row![
            trial.device.as_str(),
            trial.op.name(),
            trial.number_type.as_str(),
            trial.elements,
            trial.condition,
            trial.error,
            trial.bound,
            trial.bound.map(|bound| trial.error <= bound),
            trial.verified,
        ]);
    }
    notes::of_accuracy(table, trials, options)
}

fn time(device: &str, times: &[Timed]) -> Table {
    let columns = [
        ("device", ""),
        ("op", ""),
        ("type", ""),
        ("elements", ""),
        ("seconds", "s"),
        ("ns_per_element", "ns"),
        ("times_plain", ""),
    ];
    let mut table = old_table("compensated-time", device, &columns).paper(SEED);
    for timed in times {
        let plain = times.iter().find(|plain| {
            (&plain.device, plain.op, plain.number_type.as_str())
                == (&timed.device, timed.op, timed.plain.name())
        });
        table.push(row![
            timed.device.as_str(),
            timed.op.name(),
            timed.number_type.as_str(),
            timed.elements,
            timed.seconds,
            timed.seconds / timed.elements as f64 * 1e9,
            plain.map(|plain| timed.seconds / plain.seconds),
        ]);
    }
    notes::of_times(table, times)
}

/// Names of what only the processor has: the library's own, on registers and in several threads,
/// in twice and in three times the precision of the word.
fn of_library(word: NumberType, precision: usize) -> String {
    format!("{word}-library-{precision}")
}
