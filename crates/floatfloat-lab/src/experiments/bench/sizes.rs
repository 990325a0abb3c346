//! Time of one element by the number of elements: computing in caches, waiting for memory beyond.

mod words;

use crate::{
    error::Error,
    experiments::Options,
    machine::CPU,
    number_type::NumberType,
    progress::Progress,
    real::Real,
    results::Table,
    speed::{
        fitting,
        limit::Limits,
        slices::{Arrays, SliceWork, copies, double_words, times, words as of_words},
    },
    table::{Column, chosen, measured, row, verdict},
    timing::stop_if_asked,
};
use floatfloat_cpu::Element;
use std::time::Duration;

const COLUMNS: [Column; 13] = [
    chosen("device"),
    chosen("op"),
    chosen("type"),
    chosen("elements"),
    measured("ns_per_op", "ns"),
    measured("gops", "10^9/s"),
    measured("percent_of_limit", "%"),
    measured("flops", ""),
    measured("bytes", "B"),
    measured("flops_per_byte", "1/B"),
    measured("gflops", "10^9/s"),
    measured("gb", "GB/s"),
    verdict("verified"),
];

/// The operations that are timed at every size, besides copies.
pub(super) const OPERATIONS: [&str; 4] = ["add", "mul", "axpy", "dot"];

/// The operation that computes nothing.
const COPY: &str = "copy";

static SIZES: [usize; 6] = [100, 1000, 10_000, 100_000, 1_000_000, 10_000_000];

/// The largest number of elements on which operations are verified: enough for every path that
/// depends on it.
const VERIFIED: usize = 100_000;

/// How much is measured.
pub(super) struct Plan {
    sizes: &'static [usize],
    rounds: usize,
    sample: Duration,
    words: u64,
}

impl Plan {
    pub(super) fn new(options: &Options) -> Self {
        let most = if options.quick { SIZES.len() - 1 } else { SIZES.len() };
        let words =
            u64::from(options.covers_words::<f32>()) + u64::from(options.covers_words::<f64>());
        let (rounds, sample) = if options.quick { (7, 50) } else { (9, 400) };
        Plan {
            sizes: fitting(&SIZES[..most]),
            rounds,
            sample: Duration::from_micros(sample),
            words,
        }
    }

    /// By how many steps [`measure`] advances the progress.
    pub(super) fn steps(&self) -> u64 {
        self.words * self.sizes.len() as u64 * (self.rounds as u64 + 1)
    }
}

/// One line of the table.
struct Measured {
    op: &'static str,
    number_type: NumberType,
    elements: usize,
    ns: f64,
    flops: u32,
    bytes: usize,
    /// Operations on words a second that one thread does at most.
    limit: f64,
    verified: bool,
}

pub(super) fn measure(
    plan: &Plan,
    limits: &Limits,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Table, Error> {
    let mut measured = Vec::new();
    if options.covers_words::<f32>() {
        measured.extend(of_word::<f32>(plan, limits, options, progress)?);
    }
    if options.covers_words::<f64>() {
        measured.extend(of_word::<f64>(plan, limits, options, progress)?);
    }
    let mut table = Table::new("bench-sizes", CPU, COLUMNS).explained(
        include_str!("../notes/bench-sizes.md"),
        &[("seed", &options.seed), ("verified", &VERIFIED), ("rounds", &plan.rounds)],
    );
    for note in words::notes(&measured) {
        table.add_note(note);
    }
    for m in &measured {
        let measured = |value: f64| m.verified.then_some(value);
        let computes = |value: f64| (m.verified && m.flops > 0).then_some(value);
        let flops = f64::from(m.flops);
        table.push(row![
            CPU,
            m.op,
            m.number_type.name(),
            m.elements,
            measured(m.ns),
            measured(1.0 / m.ns),
            computes(100.0 * flops / m.ns * 1e9 / m.limit),
            m.flops,
            m.bytes,
            computes(flops / m.bytes as f64),
            computes(flops / m.ns),
            measured(m.bytes as f64 / m.ns),
            m.verified,
        ]);
    }
    Ok(table)
}

fn of_word<W: Real + Element>(
    plan: &Plan,
    limits: &Limits,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Vec<Measured>, Error> {
    let works: Vec<SliceWork<W>> = double_words()
        .into_iter()
        .chain(of_words())
        .filter(|work| OPERATIONS.contains(&work.op))
        .chain(copies())
        .filter(|work| options.covers(work.number_type))
        .collect();
    let largest = plan.sizes.iter().copied().max().unwrap_or(0);
    let arrays = Arrays::<W>::new(largest, options.seed);
    let mut output = arrays.output();
    stop_if_asked(progress)?;
    let verified: Vec<bool> =
        works.iter().map(|work| work.verify(arrays.first(largest.min(VERIFIED)))).collect();
    let mut measured = Vec::new();
    for &elements in plan.sizes {
        let (runs, how) = (works.iter().map(|work| work.run), (plan.sample, plan.rounds));
        let times = times(runs, &arrays, &mut output, elements, how, progress)?;
        for ((work, &verified), ns) in works.iter().zip(&verified).zip(times) {
            measured.push(Measured {
                op: work.op,
                number_type: work.number_type,
                elements,
                ns: ns / elements as f64,
                flops: work.flops.unwrap_or(0),
                bytes: work.words as usize * size_of::<W>(),
                limit: limits.flops::<W>(),
                verified,
            });
        }
    }
    Ok(measured)
}
