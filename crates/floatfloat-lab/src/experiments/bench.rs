//! Throughput of each operation on operands in the first-level cache, beside that of `f64`.

#[cfg(feature = "mpfr")]
mod mpfr;
mod seed;

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

const COLUMNS: [(&str, &str); 10] = [
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
];
/// Elements of each array: six arrays of `f64` take half of a first-level cache of 48 KiB.
const ELEMENTS: usize = 512;

/// One thing that was timed.
struct Timed {
    op: &'static str,
    type_name: &'static str,
    function: Option<Function>,
    /// Floating-point operations of one operation, where they are known.
    flops: Option<u32>,
    /// Flops as a share of the limit, if an operation took one nanosecond.
    percent_per_ns: Option<f64>,
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
    progress.begin("throughput of each operation", rounds as u64 + 1);
    let mut contest = Contest::default();
    contest.enter::<f32>(options.seed);
    contest.enter::<f64>(options.seed);
    #[cfg(feature = "mpfr")]
    mpfr::enter(&mut contest, options.seed);

    let Contest { mut timed, mut works } = contest;
    let times = medians(&mut works, Duration::from_micros(sample), rounds, progress)?;
    for (timed, ns) in timed.iter_mut().zip(times) {
        timed.ns_per_op = ns / ELEMENTS as f64;
    }
    Ok(vec![table(options, &timed, rounds), seed::experiment()])
}

fn table(options: &Options, timed: &[Timed], rounds: usize) -> Experiment {
    let mut table = Table::new("bench", CPU, &COLUMNS).seed(seed::TABLE).note(format!(
        "One thread, {ELEMENTS} elements as structure of arrays in the first-level cache, operands \
         random (seed {}). Each loop was verified bit for bit against the operation one at a time, \
         and against its bound, before it was timed; times are medians of {rounds} interleaved \
         samples. speed_up is the time of the same function in f64 over that of the operation. percent_of_limit is \
         flops a second (a fused multiply-add is one, so is a division or a root, which takes far \
         longer) against the most that independent chains reach in one thread in the same build.",
        options.seed
    ));
    let in_f64 = |function| {
        // A difference takes the time of a sum.
        let function = if function == Some(Function::Sub) { Some(Function::Add) } else { function };
        let same = |t: &&Timed| t.type_name == NumberType::F64.name() && t.function == function;
        timed.iter().find(same).map(|t| t.ns_per_op)
    };
    let wanted = |t: &&Timed| {
        NumberType::ALL.iter().all(|n| n.name() != t.type_name || options.types.contains(n))
    };
    for t in timed.iter().filter(wanted) {
        let measured = |value: f64| t.verified.then_some(value);
        table.push(row![
            CPU,
            t.op,
            t.type_name,
            ELEMENTS,
            measured(t.ns_per_op),
            measured(1.0 / t.ns_per_op),
            t.percent_per_ns.and_then(|percent| measured(percent / t.ns_per_op)),
            t.flops,
            in_f64(t.function).and_then(|f64_time| measured(f64_time / t.ns_per_op)),
            t.verified,
        ]);
    }
    table.finish()
}
