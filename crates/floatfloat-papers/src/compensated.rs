//! Compensated sums, inner products and polynomials, on the processor and on devices. Da Graça and
//! Defour name them as future work.

mod bounds;
mod times;
mod trials;

use floatfloat_lab::{
    devices::Failures,
    error::Error,
    experiments::{Experiment, Options, Study},
    number_type::NumberType,
    progress::Progress,
    results::Table,
    table::{Column, chosen, measured, verdict},
    workloads::{Dot, Horner, Sum},
};
use floatfloat_report::chart::{
    Axis, Chart, Devices, Lines, Scale, Shows, Source, Value, Words, logarithmic,
};

const STUDY: Study = Study {
    id: "compensated",
    title: "Compensated sums, products and polynomials",
    summary: "compensated sums, inner products and polynomials against their condition number",
    about: include_str!("compensated.md"),
    paper: "Future work of Da Graça & Defour 2006",
    charts: CHARTS,
    ..Study::NONE
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).of_speed();

const ACCURACY: [Column; 9] = [
    chosen("device"),
    chosen("op"),
    chosen("type"),
    chosen("elements"),
    chosen("condition"),
    measured("error", ""),
    measured("bound", ""),
    verdict("holds"),
    verdict("verified"),
];

const TIMES: [Column; 7] = [
    chosen("device"),
    chosen("op"),
    chosen("type"),
    chosen("elements"),
    measured("seconds", "s"),
    measured("ns_per_element", "ns"),
    measured("times_plain", ""),
];

/// The ways to compute that the charts show; the table has all.
const DRAWN: &[&str] = &["f32", "f32-compensated", "ff", "f64", "f64-compensated", "dd"];

const CHARTS: &[Chart] = &[Chart::Lines(Lines {
    words: Words {
        id: "figure-compensated",
        title: "Error against condition number",
        description: "For sums, inner products and polynomials a line per number type, the condition number to \
            the right, the relative error upwards; both axes are logarithmic.",
        caption: "Lower is more accurate. Compensated results are as accurate as the rounded exact \
             result until the condition number reaches the precision of the word, 10⁷ for f32 and \
             10¹⁶ for f64; beyond that they lose digits as double-words do.",
        of: "sums, inner products, polynomials",
    },
    source: Source {
        with: &[("type", Shows::One(DRAWN))],
        devices: Devices::First,
        panels: &["op"],
        ..Source::of("compensated")
    },
    x: logarithmic(Value::Column("condition"), "condition number"),
    // If a result has a relative error above 1, no digit is right.
    y: Axis {
        value: Value::Column("error"),
        label: "relative error",
        scale: Scale::RelativeErrors,
    },
    published: None,
})];

/// The number of terms of the sums. Inner products have half as many, since each of their terms
/// counts as two.
const TERMS: usize = 200;

/// The degree of the polynomials, (x − 1)^degree.
const DEGREE: u32 = 8;

/// The number of points of a polynomial, all different.
const POINTS: usize = 256;

/// The sizes of everything.
struct Sizes {
    /// The decimal logarithms of the condition numbers.
    conditions: Vec<i32>,
    /// The terms or points of timed problems, on hardware and in software.
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

/// A problem of each kind, with about the same condition number.
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

    /// The number of terms or points of an operation.
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
    let steps = (sizes.conditions.len() + 1) * options.devices.places();
    progress.begin("compensated sums, products and polynomials", steps as u64);
    let ids = options.devices.ids();
    let paper = STUDY.paper;
    let mut accuracy = Table::new("compensated", &ids, ACCURACY).paper(paper);
    let mut times = Table::new("compensated-time", &ids, TIMES).paper(paper);
    let mut failures = Failures::default();
    options.devices.everywhere(&mut failures, |place| {
        let mut tried = Vec::new();
        for &logarithm in &sizes.conditions {
            let condition = 10f64.powi(logarithm);
            let problems = Problems::new(TERMS, POINTS, condition, options.seed)?;
            trials::at(place, &problems, options, progress, &mut tried)?;
            progress.advance(1);
        }
        let count = sizes.timed[usize::from(place.is_software())];
        let problems = Problems {
            sum: Sum::random(count, &[(-1.0, 1.0)], options.seed),
            dot: Dot::random(count, &[(-1.0, 1.0)], options.seed)?,
            horner: Horner::near_root(DEGREE, 1e10, count, options.seed),
        };
        times::at(place, &problems, options, progress, &mut times)?;
        accuracy.rows.extend(tried);
        progress.advance(1);
        Ok(())
    })?;
    Ok(vec![failures.report(accuracy), times])
}

/// Names of the library's own functions for the processor, which use registers and several threads
/// and compute with two or three times the precision of the word.
fn of_library(word: NumberType, precision: usize) -> String {
    format!("{word}-library-{precision}")
}
