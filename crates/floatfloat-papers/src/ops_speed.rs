//! The time of each operation by the number of elements, measured as by Da Graça & Defour.

mod device;
mod names;

use crate::published::DA_GRACA_DEFOUR;
use floatfloat_cpu::Element;
use floatfloat_lab::{
    error::Error,
    experiments::{Experiment, Options, Study},
    machine::CPU,
    progress::Progress,
    real::Real,
    results::{Cell, Table},
    speed::{
        fitting,
        kernel::{Kernel, native, registered},
        limit::flops_per_second,
        slices::{Arrays, times},
    },
    table::{Column, chosen, measured, note, row, verdict},
    timing::stop_if_asked,
};
use floatfloat_report::chart::{
    Chart, Devices, Lines, Shows, Source, Value, Words, logarithmic, sizes,
};
use std::time::Duration;

const STUDY: Study = Study {
    id: "ops-speed",
    title: "Speed as measured in 2006",
    summary: "time of every operation by the number of elements",
    about: include_str!("ops_speed.md"),
    paper: "Tables 3 and 4 of Da Graça & Defour 2006",
    published: &[
        (&DA_GRACA_DEFOUR, "ops-speed-published-gpu"),
        (&DA_GRACA_DEFOUR, "ops-speed-published-cpu"),
    ],
    charts: CHARTS,
    ..Study::NONE
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).of_speed();

const CHARTS: &[Chart] = &[
    Chart::Lines(Lines {
        words: Words {
            id: "figure-ops-speed-published",
            title: "Time of a whole array, normalised to 4096 additions",
            description: "Time over the number of elements, one line per operation of Da Graça and Defour, a \
                panel each for every device here, their processor and their GPU; both axes logarithmic.",
            caption: "Each panel is normalised to its own time of 4096 additions of the word, as their tables \
                are: the panels compare shapes, not machines.",
            of: "the operations of their tables 3 and 4 on f32",
        },
        source: Source {
            also: &["ops-speed-published-cpu", "ops-speed-published-gpu"],
            series: "paper_name",
            ..Source::of("ops-speed")
        },
        x: sizes("elements", "elements"),
        y: logarithmic(Value::Column("normalised"), "time"),
        published: None,
    }),
    Chart::Lines(Lines {
        words: Words {
            id: "figure-ops-speed-sizes",
            title: "Time by size",
            description: "Nanoseconds per operation over the number of elements, one line per operation, one \
                panel per number type; both axes logarithmic.",
            caption: "Lower is faster. On a processor lines rise where the arrays are larger than a \
                 cache; on other devices they fall until the whole device is busy.",
            of: "operations by number type,",
        },
        source: Source {
            with: &[("op", Shows::One(DRAWN))],
            devices: Devices::OneFigureForEach,
            panels: &["type"],
            series: "op",
            ..Source::of("ops-speed")
        },
        x: sizes("elements", "elements"),
        y: logarithmic(Value::Column("ns_per_op"), "ns per operation"),
        published: None,
    }),
];

/// The operations whose times are drawn over the size of the arrays; the tables have all
/// operations.
const DRAWN: &[&str] = &["add", "mul", "div", "sqrt", "mad", "two-sum", "two-prod"];

const COLUMNS: [Column; 11] = [
    chosen("device"),
    chosen("op"),
    chosen("type"),
    chosen("elements"),
    measured("ns_per_op", "ns"),
    measured("gops", "10^9/s"),
    measured("percent_of_limit", "%"),
    measured("normalised", ""),
    note("paper_name"),
    verdict("verified"),
    measured("with_transfers_ns", "ns"),
];

/// The number of elements to which times are normalised, and on which kernels are verified.
const FEWEST: usize = 4096;

/// From this number of elements on, only the operations of [`MAIN`] are timed.
const MANY: usize = 1 << 22;

/// The operations timed at every size: the paper's, and the defaults.
const MAIN: [&str; 14] = [
    "add",
    "sub",
    "mul",
    "mad",
    "div",
    "sqrt",
    "two-sum",
    "two-prod-dekker",
    "two-prod",
    "add22",
    "add22-branch",
    "mul22",
    "mul22-dekker",
    "add-word",
];

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let devices = &options.devices;
    let plan = Plan::new(options.quick);
    let mut table = Table::new("ops-speed", &devices.ids(), COLUMNS)
        .paper("Tables 3 and 4 of Da Graça & Defour 2006")
        .explained(
            include_str!("notes/ops-speed.md"),
            &[("seed", &options.seed), ("rounds", &plan.rounds), ("fewest", &FEWEST)],
        );
    let here = devices.has_processor();
    let single = here && options.covers_words::<f32>();
    let double = here && options.covers_words::<f64>();
    let words = usize::from(single) + usize::from(double);
    let here = (words * plan.sizes.len() * (plan.rounds + 1)) as u64;
    let others: u64 = devices.others().iter().map(|other| device::steps(other, options)).sum();
    progress.begin("time of each operation", here + others);
    if single {
        measure::<f32>(&plan, options, progress, &mut table)?;
    }
    if double {
        measure::<f64>(&plan, options, progress, &mut table)?;
    }
    let failed =
        devices.on_each_other(|other| device::measure(other, options, progress, &mut table))?;
    Ok(vec![failed.report(table)])
}

/// How much is measured.
struct Plan {
    sizes: &'static [usize],
    rounds: usize,
    sample: Duration,
}

impl Plan {
    fn new(quick: bool) -> Self {
        static SIZES: [usize; 7] = [FEWEST, 1 << 14, 1 << 16, 1 << 18, 1 << 20, MANY, 1 << 24];
        if quick {
            Plan { sizes: &SIZES[..5], rounds: 7, sample: Duration::from_micros(50) }
        } else {
            Plan { sizes: fitting(&SIZES), rounds: 9, sample: Duration::from_micros(400) }
        }
    }
}

fn measure<W: Real + Element>(
    plan: &Plan,
    options: &Options,
    progress: &dyn Progress,
    table: &mut Table,
) -> Result<(), Error> {
    let limit = flops_per_second::<W>();
    let mut kernels = native::<W>();
    kernels.extend(registered());
    let largest = plan.sizes.last().copied().unwrap_or(FEWEST);
    let arrays = Arrays::<W>::new(largest, options.seed);
    let mut output = arrays.output();
    let verified: Vec<bool> =
        kernels.iter().map(|kernel| kernel.verify(arrays.first(FEWEST))).collect();
    let mut unit_time = f64::NAN;
    for &elements in plan.sizes {
        stop_if_asked(progress)?;
        let timed: Vec<(&Kernel<W>, bool)> = kernels
            .iter()
            .zip(verified.iter().copied())
            .filter(|(kernel, _)| elements < MANY || MAIN.contains(&kernel.op))
            .collect();
        let (runs, how) = (timed.iter().map(|(kernel, _)| kernel.run), (plan.sample, plan.rounds));
        let times = times(runs, &arrays, &mut output, elements, how, progress)?;
        for (&(kernel, verified), ns) in timed.iter().zip(times) {
            if elements == FEWEST && (kernel.op, kernel.number_type) == ("add", W::PLAIN) {
                unit_time = ns;
            }
            if !options.covers(kernel.number_type) {
                continue;
            }
            let per_op = ns / elements as f64;
            let percent = 100.0 * f64::from(kernel.flops) / per_op * 1e9 / limit;
            let measured = |value: f64| if verified { Some(value) } else { None };
            table.push(row![
                CPU,
                kernel.op,
                kernel.number_type.name(),
                elements,
                measured(per_op),
                measured(1.0 / per_op),
                measured(percent),
                measured(ns / unit_time),
                names::name(kernel.op, kernel.number_type),
                verified,
                Cell::Empty,
            ]);
        }
    }
    Ok(())
}
