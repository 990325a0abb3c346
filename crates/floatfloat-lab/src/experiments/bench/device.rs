//! The throughput of a device: in chains of operations on numbers in registers, over arrays, and in
//! sums, dot products and products of matrices.

mod chains;
mod matrices;
mod totals;

use super::Timed;
use crate::{
    devices::{OnDevice, Opened},
    error::Error,
    experiments::Options,
    number_type::NumberType,
    progress::Progress,
    speed::device::{
        DeviceArrays, HostArrays, Limits, Work, limits, matches, medians, percent, recorded,
    },
    table::{Table, chosen, measured, row},
};
use floatfloat::{
    DoubleWord,
    double_word::{add_network::AddNetwork, mul_dw1::MulDw1},
};
use floatfloat_gpu::{Circuit, Device};
use std::time::Duration;

/// The sizes of everything that is timed.
#[derive(Clone, Copy)]
struct Sizes {
    /// The number of numbers in a chain.
    chained: usize,
    /// The number of iterations of a chain's loop.
    rounds: u32,
    /// The number of elements of an array.
    elements: usize,
    /// The number of rows and columns of a matrix.
    side: usize,
    samples: usize,
    sample: Duration,
}

impl Sizes {
    fn new(quick: bool, software: bool) -> Self {
        let (chained, rounds, elements, side, samples, microseconds) = match (quick, software) {
            (true, true) => (1 << 12, 2, 1 << 14, 64, 3, 0),
            (true, false) => (1 << 18, 16, 1 << 22, 512, 5, 500),
            (false, true) => (1 << 14, 4, 1 << 18, 128, 5, 500),
            (false, false) => (1 << 20, 32, 1 << 24, 2048, 9, 2000),
        };
        let sample = Duration::from_micros(microseconds);
        Sizes { chained, rounds, elements, side, samples, sample }
    }
}

/// The work to be timed on a device, and descriptions of it.
struct Contest<'d> {
    opened: &'d Opened,
    /// The processor that computes the expected results.
    reference: Device,
    sizes: Sizes,
    seed: u64,
    entries: Vec<Entry>,
    works: Vec<Work<'d>>,
    /// What the device cannot compute, and why.
    left_out: Vec<String>,
}

/// One operation to be timed.
struct Entry {
    op: &'static str,
    number_type: NumberType,
    /// The kind of work: `chain`, `map`, …
    work: &'static str,
    /// The number of numbers of an array or matrix.
    elements: usize,
    /// The number of operations of one run.
    operations: f64,
    flops: u32,
    /// The bytes read and written for one operation.
    bytes: f64,
    verified: bool,
}

/// Whether the words are the same.
fn same_words<W: OnDevice>(found: Vec<W>, expected: Vec<W>) -> bool {
    let [found, expected] = [found, expected]
        .map(|words| words.into_iter().map(DoubleWord::from_word).collect::<Vec<_>>());
    matches(&found, &expected)
}

/// Whether the double-words are the same.
fn same_pairs<W: OnDevice>(found: Vec<W::Pair>, expected: Vec<W::Pair>) -> bool {
    matches(&W::double_words(found), &W::double_words(expected))
}

/// The flops of the default sum and product of double-words on the device.
fn flops_of_pairs<W: OnDevice>(device: &Opened) -> [u32; 2] {
    let add = Circuit::of_operation::<AddNetwork, W>(device.fused::<W>());
    let mul = Circuit::of_operation::<MulDw1, W>(device.fused::<W>());
    [add.flops(), mul.flops()]
}

/// The number of steps by which [`measure`] advances the progress.
pub(super) fn steps(device: &Opened, options: &Options) -> u64 {
    let sizes = Sizes::new(options.quick, device.is_software());
    device.wanted_words(options) * (sizes.samples as u64 + 1)
}

/// Two arrays of one number type: few numbers to verify, and many to time.
struct Operands<N> {
    number_type: NumberType,
    few: [Vec<N>; 2],
    many: [Vec<N>; 2],
    /// Compares results.
    same: fn(Vec<N>, Vec<N>) -> bool,
}

/// The high words of numbers.
fn words<W: OnDevice>([few, many]: &[HostArrays<W>; 2]) -> Operands<W> {
    let (few, many) = (few.high(), many.high());
    Operands { number_type: W::PLAIN, few, many, same: same_words::<W> }
}

/// Numbers of two words.
fn pairs<W: OnDevice>([few, many]: &[HostArrays<W>; 2]) -> Operands<W::Pair> {
    let (few, many) = (few.pairs(), many.pairs());
    Operands { number_type: W::PAIR, few, many, same: same_pairs::<W> }
}

/// The table of limits of this processor and of devices.
pub(super) fn limits_table(devices: &str) -> Table {
    let columns = [
        chosen("device"),
        chosen("word"),
        measured("measured_gops", "10^9/s"),
        measured("stated_gops", "10^9/s"),
        measured("copy_gb", "GB/s"),
    ];
    Table::new("bench-limits", devices, columns)
        .explained(include_str!("../notes/bench-limits.md"), &[])
}

/// Times everything on one device, and adds its limits to a table.
pub(super) fn measure(
    device: &Opened,
    options: &Options,
    progress: &dyn Progress,
    limited: &mut Table,
) -> Result<Vec<Timed>, Error> {
    let limits = limits(&device.device)?;
    for limit in &limits.words {
        limited.push(row![
            device.id(),
            limit.word.name(),
            limit.measured.map(|rate| rate / 1e9),
            limit.stated.map(|rate| rate / 1e9),
            limits.copy / 1e9,
        ]);
    }
    let mut timed = Vec::new();
    if device.is_wanted::<f32>(options) {
        timed.extend(of_word::<f32>(device, &limits, options, progress, limited)?);
    }
    if device.is_wanted::<f64>(options) {
        timed.extend(of_word::<f64>(device, &limits, options, progress, limited)?);
    }
    Ok(timed)
}

fn of_word<W: OnDevice>(
    opened: &Opened,
    limits: &Limits,
    options: &Options,
    progress: &dyn Progress,
    limited: &mut Table,
) -> Result<Vec<Timed>, Error> {
    let sizes = Sizes::new(options.quick, opened.is_software());
    let (device, seed) = (&opened.device, options.seed);
    let operations = recorded::<W>(opened.fused::<W>())?;
    let few = HostArrays::<W>::new(1000, seed);
    let arrays = DeviceArrays::new(device, &HostArrays::<W>::new(sizes.elements, seed))?;
    let mut contest = Contest {
        opened,
        reference: device.reference(),
        sizes,
        seed,
        entries: Vec::new(),
        works: Vec::new(),
        left_out: Vec::new(),
    };
    contest.enter_chains::<W>()?;
    for operation in &operations {
        let [found, expected] =
            [device, &contest.reference].map(|device| operation.results(device, &few));
        contest.entries.push(Entry {
            op: operation.op,
            number_type: operation.number_type,
            work: "map",
            elements: sizes.elements,
            operations: sizes.elements as f64,
            flops: operation.flops(),
            bytes: operation.bytes() as f64,
            verified: matches(&found?, &expected?),
        });
        let arrays = &arrays;
        contest.works.push(Box::new(move || operation.run(device, arrays)));
    }
    contest.enter_totals::<W>()?;
    contest.enter_products::<W>()?;
    let Contest { entries, mut works, left_out, .. } = contest;
    for what in left_out {
        limited.add_note(format!("Not measured on {}, {what}.", opened.id()));
    }
    let times = medians(device, &mut works, sizes.sample, sizes.samples, progress)?;
    Ok(entries
        .into_iter()
        .zip(times)
        .map(|(entry, ns)| Timed {
            device: opened.id().into(),
            flops: (entry.flops > 0).then_some(entry.flops),
            percent_per_ns: percent(limits, W::TYPE, entry.flops, entry.bytes, 1.0),
            elements: entry.elements as u64,
            ns_per_op: ns / entry.operations,
            verified: entry.verified,
            ..Timed::here(entry.op, entry.number_type.name(), entry.work)
        })
        .collect())
}
