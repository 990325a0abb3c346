//! The error and the time of every elementary function, in double-words and in f64.

mod device;
mod operands;
mod processor;
mod standard;

use crate::{
    error::Error,
    errors::Errors,
    experiments::{Experiment, Options, Study},
    number_type::NumberType,
    progress::Progress,
    results::{Cell, Table},
    table::{Column, chosen, log2, measured, row, verdict},
};
use floatfloat::{elementary::Info, registry::FUNCTIONS};
use floatfloat_exact::functions::Reference;
use floatfloat_report::chart::{Axis, Chart, Markers, Scale, Source, Value, Words};
use std::time::Duration;

const STUDY: Study = Study {
    id: "functions",
    title: "Elementary functions",
    summary: "largest error and time of every elementary function",
    about: include_str!("functions.md"),
    paper: "Da Graça & Defour 2006, future work",
    charts: CHARTS,
    ..Study::NONE
};

pub const EXPERIMENT: Experiment = Experiment::new(STUDY, run);

const SOURCE: Source = Source::of("functions");

const CHARTS: &[Chart] = &[
    Chart::Markers(Markers {
        words: Words {
            id: "figure-functions-time",
            title: "Time of elementary functions",
            description: "For each function a marker per number type at its time per element, on a \
                 logarithmic scale; a panel per device.",
            caption: "Further left is faster. On the processor: one thread on slices, and for f64 the \
                 standard library's function; on other devices: arrays in their own memory.",
            of: "ordinary operands",
        },
        source: SOURCE,
        rows: &["function"],
        x: Axis {
            value: Value::Column("ns_per_op"),
            label: "ns an element",
            scale: Scale::Logarithmic,
        },
        published: None,
    }),
    Chart::Markers(Markers {
        words: Words {
            id: "figure-functions-errors",
            title: "Largest error of elementary functions",
            description: "For each function a marker per number type at the binary logarithm of its largest error; \
                a panel per device.",
            caption: "Further left is more accurate. Errors are relative to the exact result, over \
                 operands at which errors are often large.",
            of: "hard operands",
        },
        source: SOURCE,
        rows: &["function"],
        x: Axis { value: Value::Column("max_log2"), label: "largest error", scale: Scale::Errors },
        published: None,
    }),
];

const COLUMNS: [Column; 10] = [
    chosen("device"),
    chosen("function"),
    chosen("type"),
    measured("bound_log2", "log2"),
    measured("max_log2", "log2"),
    measured("mean_log2", "log2"),
    measured("samples", ""),
    measured("ns_per_op", "ns"),
    verdict("holds"),
    verdict("verified"),
];

/// How much is measured.
#[derive(Clone, Copy)]
struct Plan {
    /// The number of operands of each class.
    each: u64,
    /// The number of operands that are timed.
    timed: usize,
    rounds: usize,
    sample: Duration,
    seed: u64,
    /// Whether devices other than the processor compute only a few functions.
    few_on_devices: bool,
}

impl Plan {
    fn new(options: &Options) -> Self {
        let (each, rounds, sample) = if options.quick {
            (16, 5, Duration::from_micros(50))
        } else {
            (1000, 9, Duration::from_micros(400))
        };
        Plan {
            each,
            timed: 1024,
            rounds,
            sample,
            seed: options.seed,
            few_on_devices: options.quick,
        }
    }
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let plan = Plan::new(options);
    let mut table =
        Table::new("functions", &options.devices.ids(), COLUMNS).paper(STUDY.paper).explained(
            include_str!("notes/functions.md"),
            &[
                ("each", &plan.each),
                ("seed", &plan.seed),
                ("rounds", &plan.rounds),
                ("timed", &plan.timed),
            ],
        );
    let devices = &options.devices;
    let steps = FUNCTIONS.len() * 2 * devices.places();
    progress.begin("error and time of each function", steps as u64);
    if devices.has_processor() {
        if options.covers(NumberType::Ff) {
            processor::measure::<f32>(&plan, progress, &mut table)?;
        }
        if options.covers(NumberType::Dd) {
            processor::measure::<f64>(&plan, progress, &mut table)?;
        }
        if options.covers(NumberType::F64) {
            standard::measure(&plan, progress, &mut table)?;
        }
    }
    let failed = devices.on_each_other(|other| {
        if options.covers(NumberType::Ff) {
            device::measure::<f32>(other, &plan, progress, &mut table)?;
        }
        if options.covers(NumberType::Dd) {
            device::measure::<f64>(other, &plan, progress, &mut table)?;
        }
        Ok(())
    })?;
    Ok(vec![failed.report(table)])
}

/// One function of one type on one device.
struct Measured {
    device: String,
    function: &'static str,
    number_type: NumberType,
    /// The largest relative error allowed.
    bound: Option<f64>,
    /// 1/u²
    per_u2: f64,
    errors: Errors,
    /// Whether every error is within the bound.
    holds: Option<bool>,
    verified: Option<bool>,
}

impl Measured {
    /// A row for double-words with `precision` bits a word.
    fn new(device: &str, info: &Info, number_type: NumberType, precision: u32) -> Self {
        Measured {
            device: device.to_owned(),
            function: info.name,
            number_type,
            bound: Some(info.relative_bound(precision)),
            per_u2: 2f64.powi(2 * precision as i32),
            errors: Errors::default(),
            holds: Some(true),
            verified: None,
        }
    }

    /// Includes results, given as pairs of words.
    fn judge(
        &mut self,
        info: &Info,
        references: &[Reference],
        results: impl Iterator<Item = [f64; 2]>,
    ) {
        for (reference, result) in references.iter().zip(results) {
            let verdict = reference.check(info, result);
            self.errors.add(verdict.error_u2 / self.per_u2);
            self.holds = self.holds.map(|holds| holds && verdict.holds());
        }
    }

    fn row(&self, ns: f64) -> Vec<Cell> {
        row![
            self.device.as_str(),
            self.function,
            self.number_type.name(),
            self.bound.map(log2),
            log2(self.errors.max),
            log2(self.errors.mean()),
            self.errors.samples,
            (self.verified != Some(false)).then_some(ns),
            self.holds,
            self.verified,
        ]
    }
}
