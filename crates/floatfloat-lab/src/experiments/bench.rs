//! Throughput of each operation on operands in the first-level cache, beside that of `f64`.

mod device;
#[cfg(feature = "mpfr")]
mod mpfr;
mod seed;
mod slices;

use crate::{
    error::Error,
    experiments::Options,
    machine::CPU,
    number_type::NumberType,
    progress::Progress,
    real::Real,
    results::Experiment,
    speed::{
        arrays::Arrays,
        kernel::{Kernel, native, registered},
        limit::flops_per_second,
    },
    table::{Table, row},
    timing::medians,
};
use floatfloat::operation::Function;
use std::time::Duration;

const COLUMNS: [(&str, &str); 11] = [
    ("device", ""),
    ("op", ""),
    ("type", ""),
    ("elements", ""),
    ("ns_per_op", "ns"),
    ("gops", "10^9/s"),
    ("percent_of_limit", "%"),
    ("flops", ""),
    ("speed_up", ""),
    ("verified", ""),
    ("work", ""),
];
/// Elements of each array: six arrays of `f64` take half of a first-level cache of 48 KiB.
const ELEMENTS: usize = 512;

/// What the rows of other devices are.
const ON_DEVICES: &str = "On other devices, by the column work. chain: many operations on each number, \
    which stays where it is computed. map: an operation over arrays in the device's memory. sum, dot, \
    gemm: whole arrays and square matrices; an operation is one addition, or one multiplication and \
    addition; gemm of the maker is the library that comes with the device. elements are those of an array or matrix. Times are on the device's \
    own clock where it has one, medians of interleaved samples; the bits of every result were those of the \
    processor before. percent_of_limit is the share of the time that the device needs at least, by the \
    most it was measured to do: to copy as many bytes, or to do as many operations on words, whichever \
    takes longer.";

/// One thing that was timed.
struct Timed {
    device: String,
    op: &'static str,
    type_name: &'static str,
    function: Option<Function>,
    /// Floating-point operations of one operation, where they are known.
    flops: Option<u32>,
    /// Flops as a share of the limit, if an operation took one nanosecond.
    percent_per_ns: Option<f64>,
    /// Elements of an array or matrix.
    elements: u64,
    /// How the operation was repeated.
    work: &'static str,
    ns_per_op: f64,
    verified: bool,
}

/// Works whose times are wanted, and what they are.
#[derive(Default)]
struct Contest {
    timed: Vec<Timed>,
    works: Vec<Box<dyn FnMut()>>,
}

impl Contest {
    /// Enters every operation of the types over words `W`, verified.
    fn enter<W: Real>(&mut self, seed: u64) {
        let limit = flops_per_second::<W>();
        for kernel in native::<W>().into_iter().chain(registered::<W>()) {
            let mut arrays = Arrays::<W>::new(ELEMENTS, seed);
            self.timed.push(Timed {
                device: CPU.into(),
                elements: ELEMENTS as u64,
                work: "map",
                op: kernel.op,
                type_name: kernel.number_type.name(),
                function: kernel.function,
                flops: Some(kernel.flops),
                percent_per_ns: Some(100.0 * f64::from(kernel.flops) * 1e9 / limit),
                ns_per_op: f64::NAN,
                verified: kernel.verify(&mut arrays, ELEMENTS),
            });
            let Kernel { run, .. } = kernel;
            self.works.push(Box::new(move || run(&mut arrays, ELEMENTS)));
        }
    }
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Experiment>, Error> {
    let (rounds, sample) = if options.quick { (7, 60) } else { (25, 200) };
    let devices = &options.devices;
    let others: u64 = devices.others().iter().map(|other| device::steps(other, options)).sum();
    let here = if devices.has_processor() { rounds as u64 + 1 } else { 0 };
    progress.begin("throughput of each operation", here + others);
    let mut timed = Vec::new();
    if devices.has_processor() {
        timed = processor(options.seed, Duration::from_micros(sample), rounds, progress)?;
    }
    let mut limits = device::limits_table(&devices.ids());
    let failed = devices.on_each_other(|other| {
        timed.extend(device::measure(other, options, progress, &mut limits)?);
        Ok(())
    })?;
    let mut tables =
        vec![failed.report(table(options, &timed, rounds)).finish(), seed::experiment()];
    if !devices.others().is_empty() {
        tables.push(limits.finish());
    }
    Ok(tables)
}

/// Everything on this processor, in one thread.
fn processor(
    seed: u64,
    sample: Duration,
    rounds: usize,
    progress: &dyn Progress,
) -> Result<Vec<Timed>, Error> {
    let mut contest = Contest::default();
    contest.enter::<f32>(seed);
    contest.enter::<f64>(seed);
    slices::enter::<f32>(&mut contest, seed);
    slices::enter::<f64>(&mut contest, seed);
    #[cfg(feature = "mpfr")]
    mpfr::enter(&mut contest, seed);

    let Contest { mut timed, mut works } = contest;
    let times = medians(&mut works, sample, rounds, progress)?;
    for (timed, ns) in timed.iter_mut().zip(times) {
        timed.ns_per_op = ns / ELEMENTS as f64;
    }
    Ok(timed)
}

fn table(options: &Options, timed: &[Timed], rounds: usize) -> Table {
    let mut table = Table::new("bench", &options.devices.ids(), &COLUMNS).seed(seed::TABLE).note(format!(
        "On the cpu: one thread, {ELEMENTS} elements as structure of arrays in the first-level cache, operands \
         random (seed {}). map: the bare operation in a loop that the compiler vectorises; slice: the operation \
         of floatfloat-cpu, which takes care of special values as well. Each loop was verified bit for bit against the operation one at a time, \
         and against its bound, before it was timed; times are medians of {rounds} interleaved \
         samples. speed_up is the time of the same function in f64 over that of the operation. percent_of_limit is \
         flops a second (a fused multiply-add is one, so is a division or a root, which takes far \
         longer) against the most that independent chains reach in one thread in the same build.",
        options.seed
    ));
    if !options.devices.others().is_empty() {
        table = table.note(ON_DEVICES);
    }
    let in_f64 = |of: &Timed| {
        // A difference takes the time of a sum.
        let add =
            |function| if function == Some(Function::Sub) { Some(Function::Add) } else { function };
        let same = |t: &&Timed| {
            let work = if of.work == "slice" { "map" } else { of.work };
            (t.device.as_str(), t.work) == (of.device.as_str(), work)
                && t.type_name == NumberType::F64.name()
                && match of.function {
                    None => t.op == of.op,
                    function => t.function == add(function),
                }
        };
        timed.iter().find(same).map(|t| t.ns_per_op)
    };
    let wanted = |t: &&Timed| {
        NumberType::ALL.iter().all(|n| n.name() != t.type_name || options.types.contains(n))
    };
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
