//! The time of one element by the number of elements. In caches it is the time of the arithmetic,
//! beyond them that of memory.

mod words;

use crate::{
    error::Error,
    experiments::Options,
    machine::CPU,
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

/// The largest number of elements on which operations are verified: enough for every code path that
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

    /// The number of steps by which [`measure`] advances the progress.
    pub(super) fn steps(&self) -> u64 {
        self.words * self.sizes.len() as u64 * (self.rounds as u64 + 1)
    }
}

pub(super) fn measure(
    plan: &Plan,
    limits: &Limits,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Table, Error> {
    let mut table = Table::new("bench-sizes", CPU, COLUMNS).explained(
        include_str!("../notes/bench-sizes.md"),
        &[("seed", &options.seed), ("verified", &VERIFIED), ("rounds", &plan.rounds)],
    );
    if options.covers_words::<f32>() {
        of_word::<f32>(plan, limits, options, progress, &mut table)?;
    }
    if options.covers_words::<f64>() {
        of_word::<f64>(plan, limits, options, progress, &mut table)?;
    }
    let notes = words::notes(&table);
    Ok(notes.into_iter().fold(table, Table::note))
}

fn of_word<W: Real + Element>(
    plan: &Plan,
    limits: &Limits,
    options: &Options,
    progress: &dyn Progress,
    table: &mut Table,
) -> Result<(), Error> {
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
    for &elements in plan.sizes {
        let (runs, how) = (works.iter().map(|work| work.run), (plan.sample, plan.rounds));
        let times = times(runs, &arrays, &mut output, elements, how, progress)?;
        for ((work, &verified), ns) in works.iter().zip(&verified).zip(times) {
            let measured = |value: f64| verified.then_some(value);
            let computes = |value: f64| measured(value).filter(|_| work.flops != Some(0));
            let (ns, bytes) = (ns / elements as f64, work.words as usize * size_of::<W>());
            let flops = f64::from(work.flops.unwrap_or(0));
            table.push(row![
                CPU,
                work.op,
                work.number_type.name(),
                elements,
                measured(ns),
                measured(1.0 / ns),
                computes(100.0 * flops / ns * 1e9 / limits.flops::<W>()),
                work.flops.unwrap_or(0),
                bytes,
                computes(flops / bytes as f64),
                computes(flops / ns),
                measured(bytes as f64 / ns),
                verified,
            ]);
        }
    }
    Ok(())
}
