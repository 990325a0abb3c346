//! The time of each operation on another device, with and without the transfer of operands and
//! results.

use super::{FEWEST, names};
use floatfloat_gpu::{Device, Error as DeviceError};
use floatfloat_lab::{
    devices::{OnDevice, Opened},
    error::Error,
    experiments::Options,
    progress::Progress,
    speed::device::{
        DeviceArrays, HostArrays, Limits, Recorded, Work, limits, matches, medians, percent,
        recorded,
    },
    table::{Table, row},
    timing::{median, stop_if_asked},
};
use std::time::{Duration, Instant};

/// Sizes on a graphics processor.
const SIZES: [usize; 8] = [FEWEST, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26];

/// How many of the sizes are measured, how many samples are taken, and how many samples with
/// transfers.
struct Plan {
    sizes: &'static [usize],
    rounds: usize,
    transfers: usize,
    sample: Duration,
}

impl Plan {
    fn new(quick: bool, software: bool) -> Self {
        let (sizes, rounds, transfers, microseconds) = match (quick, software) {
            (true, true) => (&SIZES[..3], 3, 1, 0),
            (true, false) => (&SIZES[..6], 5, 1, 500),
            (false, true) => (&SIZES[..5], 5, 3, 500),
            (false, false) => (&SIZES[..], 9, 3, 2000),
        };
        Plan { sizes, rounds, transfers, sample: Duration::from_micros(microseconds) }
    }

    fn steps(&self) -> u64 {
        (self.sizes.len() * (self.rounds + 1)) as u64
    }
}

/// The number of steps by which [`measure`] advances the progress.
pub(super) fn steps(device: &Opened, options: &Options) -> u64 {
    device.wanted_words(options) * Plan::new(options.quick, device.is_software()).steps()
}

/// The rows for each operation at each size, in the order of the sizes, and notes on what is
/// missing.
pub(super) fn measure(
    device: &Opened,
    options: &Options,
    progress: &dyn Progress,
    table: &mut Table,
) -> Result<(), Error> {
    let limits = limits(&device.device)?;
    if device.is_wanted::<f32>(options) {
        of_word::<f32>(device, &limits, options, progress, table)?;
    }
    if device.is_wanted::<f64>(options) {
        of_word::<f64>(device, &limits, options, progress, table)?;
    }
    Ok(())
}

fn of_word<W: OnDevice>(
    opened: &Opened,
    limits: &Limits,
    options: &Options,
    progress: &dyn Progress,
    table: &mut Table,
) -> Result<(), Error> {
    let plan = Plan::new(options.quick, opened.is_software());
    let device = &opened.device;
    let operations = recorded::<W>(opened.fused::<W>())?;
    let verified = verified(opened, &operations, &HostArrays::<W>::new(FEWEST, options.seed))?;
    let mut unit_time = f64::NAN;
    for &elements in plan.sizes {
        stop_if_asked(progress)?;
        let host = HostArrays::<W>::new(elements, options.seed);
        let arrays = match DeviceArrays::new(device, &host) {
            Ok(arrays) => arrays,
            Err(error @ DeviceError::OutOfMemory { .. }) => {
                table.add_note(format!("From {elements} elements on nothing was timed: {error}."));
                break;
            }
            Err(error) => return Err(error.into()),
        };
        let mut works: Vec<Work<'_>> = Vec::with_capacity(operations.len());
        for operation in &operations {
            let arrays = &arrays;
            works.push(Box::new(move || operation.run(device, arrays)));
        }
        let times = medians(device, &mut works, plan.sample, plan.rounds, progress)?;
        drop(works);
        for ((operation, &verified), ns) in operations.iter().zip(&verified).zip(times) {
            if elements == FEWEST && (operation.op, operation.number_type) == ("add", W::PLAIN) {
                unit_time = ns;
            }
            if !options.covers(operation.number_type) {
                continue;
            }
            let with_transfers = with_transfers(device, operation, &host, plan.transfers)?;
            let measured = |value: f64| verified.then_some(value);
            let per_op = ns / elements as f64;
            let (flops, bytes) = (operation.flops(), operation.bytes() as f64);
            table.push(row![
                opened.id(),
                operation.op,
                operation.number_type.name(),
                elements,
                measured(per_op),
                measured(1.0 / per_op),
                percent(limits, W::TYPE, flops, bytes, per_op).and_then(measured),
                measured(ns / unit_time),
                names::name_on_device(operation.op, operation.number_type),
                verified,
                measured(with_transfers / elements as f64),
            ]);
        }
    }
    Ok(())
}

/// Whether each operation gives the processor's bits.
fn verified<W: OnDevice>(
    opened: &Opened,
    operations: &[Recorded],
    host: &HostArrays<W>,
) -> Result<Vec<bool>, Error> {
    let reference = opened.device.reference();
    let verify = |operation: &Recorded| -> Result<bool, DeviceError> {
        let [found, expected] =
            [&opened.device, &reference].map(|device| operation.results(device, host));
        Ok(matches(&found?, &expected?))
    };
    Ok(operations.iter().map(verify).collect::<Result<_, _>>()?)
}

/// The median nanoseconds on the wall clock: operands to the device, the operation, results back.
fn with_transfers<W: OnDevice>(
    device: &Device,
    operation: &Recorded,
    host: &HostArrays<W>,
    rounds: usize,
) -> Result<f64, DeviceError> {
    let mut samples = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let start = Instant::now();
        operation.results(device, host)?;
        samples.push(start.elapsed().as_secs_f64() * 1e9);
    }
    Ok(median(&mut samples))
}
