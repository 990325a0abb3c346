//! Times and errors of the generated kernels, on the processor and on devices.

use super::generated::{Additions, Kind, Multiplications, PERIOD, Plan, STATE, elements};
use crate::{
    arithmetic::{Family, Multiple, Visitor, for_each},
    contender::Contender,
    devices::{OnDevice, Opened},
    error::Error,
    experiments::Options,
    machine::CPU,
    progress::Progress,
    real::{Scalar, same_bits},
    workloads::{
        Place,
        steps::{Elements, of_all, of_one, recorded, words},
        timed,
    },
};
use floatfloat::DoubleWord;
use floatfloat_gpu::program::WORKGROUP;

/// Results that are compared with exact ones.
const COMPARED: usize = 16;

/// How a launch is shaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// One invocation.
    One,
    /// One workgroup of so many lanes.
    Group(u32),
    /// As many elements as keep the device busy.
    Full,
}

/// One kernel on one device.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) device: String,
    pub(super) contender: Contender,
    pub(super) op: &'static str,
    pub(super) operations: u32,
    pub(super) shape: Shape,
    pub(super) elements: usize,
    pub(super) seconds: f64,
    /// Largest relative error.
    pub(super) error: f64,
    /// Operations on words of one operation.
    pub(super) flops: u32,
    /// Bytes loaded and stored for an element.
    pub(super) bytes: u64,
    pub(super) verified: bool,
}

/// A shape that a device cannot have.
pub(super) struct Missing {
    pub(super) device: String,
    pub(super) shape: Shape,
    pub(super) why: String,
}

impl Shape {
    /// Groups and lanes.
    pub(super) fn sizes(self, elements: usize) -> [usize; 2] {
        match self {
            Shape::One => [1, 1],
            Shape::Group(lanes) => [1, lanes as usize],
            Shape::Full => [elements.div_ceil(WORKGROUP as usize), WORKGROUP as usize],
        }
    }
}

impl Measured {
    pub(super) fn type_name(&self) -> &'static str {
        self.contender.name()
    }

    pub(super) fn operations_a_second(&self) -> f64 {
        f64::from(self.operations) * self.elements as f64 / self.seconds
    }

    pub(super) fn flops_a_second(&self) -> f64 {
        f64::from(self.flops) * self.operations_a_second()
    }

    pub(super) fn flops_per_byte(&self) -> f64 {
        f64::from(self.flops * self.operations) / self.bytes as f64
    }
}

/// By how many steps measuring advances the progress, at most.
pub(super) fn steps(options: &Options, sizes: &[u32], places: usize) -> u64 {
    (options.types.len().min(6) * 2 * sizes.len() * places) as u64
}

/// Every kernel on the processor.
///
/// # Errors
/// [`Error::Interrupted`].
pub(super) fn on_processor(
    options: &Options,
    sizes: &[u32],
    found: &mut Vec<Measured>,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let count = if options.quick { 1 << 12 } else { 1 << 16 };
    for_each(&options.types, &mut Here { seed: options.seed, count, sizes, found, progress })
}

/// The shapes that processors do not have.
pub(super) fn missing_on_processor() -> Vec<Missing> {
    let why = "a processor has threads and vectors, no workgroups";
    let missing =
        |lanes| Missing { device: CPU.into(), shape: Shape::Group(lanes), why: why.into() };
    vec![missing(256), missing(512)]
}

struct Here<'a> {
    seed: u64,
    count: usize,
    sizes: &'a [u32],
    found: &'a mut Vec<Measured>,
    progress: &'a dyn Progress,
}

impl Visitor for Here<'_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        self.kind::<F, W, _>(Additions)?;
        self.kind::<F, W, _>(Multiplications)
    }
}

impl Here<'_> {
    fn kind<F: Family, W: OnDevice, K: Kind>(&mut self, kind: K) -> Result<(), Error> {
        let values = elements::<K>(self.count, self.seed);
        let [x, clocked] = [1.0, K::TIMED].map(|scale| words_of::<W>(&values, scale));
        for &operations in self.sizes {
            let plan = Plan::new(operations, false);
            let kernel = plan.kernel(kind);
            let one = |x: &W| F::words(of_one::<F, W, _, STATE>(kernel, *x, plan.steps));
            let expected: Vec<[W; 2]> = x[..PERIOD.min(x.len())].iter().map(one).collect();
            let error = largest_error(kernel, &values, operations, &expected);
            let (flops, bytes) = cost::<F, W, K>(kind, true)?;
            let mut push = |shape, elements, seconds, verified| {
                let (device, contender) = (CPU.into(), F::contender::<W>());
                let op = K::OP;
                self.found.push(Measured {
                    device,
                    contender,
                    op,
                    operations,
                    shape,
                    elements,
                    seconds,
                    error,
                    flops,
                    bytes,
                    verified,
                });
            };
            let all = of_all::<F, W, _, STATE>(kernel, &x, plan.steps);
            let verified = agree(&all, &expected);
            let (_, seconds) = timed(Place::Processor, self.progress, || {
                Ok(of_one::<F, W, _, STATE>(kernel, std::hint::black_box(clocked[0]), plan.steps))
            })?;
            push(Shape::One, 1, seconds, verified);
            // In a thread of the pool, so that none is waited for that must wake up first.
            let (_, seconds) = rayon::scope(|_| {
                timed(Place::Processor, self.progress, || {
                    Ok(of_all::<F, W, _, STATE>(kernel, &clocked, plan.steps))
                })
            })?;
            push(Shape::Full, x.len(), seconds, verified);
            self.progress.advance(1);
        }
        Ok(())
    }
}

/// Operations on words of one operation, and bytes loaded and stored for an element.
fn cost<F: Family, W: OnDevice, K: Kind>(kind: K, fused: bool) -> Result<(u32, u64), Error> {
    let chain = recorded::<F, W, _, STATE>(Plan::new(1, false).kernel(kind), fused, 1, WORKGROUP)?;
    let bytes = (1 + F::WORDS) * size_of::<W>();
    Ok((chain.step.flops() / super::CHAINS as u32, bytes as u64))
}

/// Every kernel on another device; the shapes that it cannot have.
///
/// # Errors
/// Those of the device, and [`Error::Interrupted`].
pub(super) fn on_other(
    opened: &Opened,
    options: &Options,
    sizes: &[u32],
    found: &mut Vec<Measured>,
    progress: &dyn Progress,
) -> Result<Vec<Missing>, Error> {
    let count = match (opened.is_software(), options.quick) {
        (true, _) => 1 << 10,
        (false, true) => 1 << 15,
        (false, false) => 1 << 17,
    };
    let missing = Vec::new();
    let mut there = There { opened, options, count, sizes, found, missing, progress };
    for_each(&options.types, &mut there)?;
    Ok(there.missing)
}

struct There<'a> {
    opened: &'a Opened,
    options: &'a Options,
    count: usize,
    sizes: &'a [u32],
    found: &'a mut Vec<Measured>,
    missing: Vec<Missing>,
    progress: &'a dyn Progress,
}

impl Visitor for There<'_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        if !self.opened.has::<W>() {
            return Ok(());
        }
        self.kind::<F, W, _>(Additions)?;
        self.kind::<F, W, _>(Multiplications)
    }
}

impl There<'_> {
    fn kind<F: Family, W: OnDevice, K: Kind>(&mut self, kind: K) -> Result<(), Error> {
        let (device, fused) = (&self.opened.device, self.opened.fused::<W>());
        let values = elements::<K>(self.count.max(512), self.options.seed);
        let [x, clocked] = [1.0, K::TIMED].map(|scale| words_of::<W>(&values, scale));
        let (flops, bytes) = cost::<F, W, K>(kind, fused)?;
        let reference = device.reference();
        let distinct = Elements::new(&reference, &x[..PERIOD])?;
        let shapes = [
            (Shape::One, 1),
            (Shape::Group(256), 256),
            (Shape::Group(512), 512),
            (Shape::Full, self.count),
        ];
        let mut placed = Vec::new();
        for (shape, elements) in shapes {
            let [x, clocked] = [&x, &clocked].map(|x| Elements::new(device, &x[..elements]));
            placed.push((shape, elements, x?, clocked?));
        }
        for &operations in self.sizes {
            let plan = Plan::new(operations, self.opened.is_software());
            let kernel = plan.kernel(kind);
            let chain = |lanes| recorded::<F, W, _, STATE>(kernel, fused, plan.unrolled, lanes);
            let rounds = plan.steps / plan.unrolled;
            let usual = chain(WORKGROUP)?;
            let expected = distinct.run::<F>(&reference, &usual, rounds)?;
            let expected = words::<F, W>(&reference, &expected)?;
            let error = largest_error(kernel, &values, operations, &expected);
            for (shape, elements, placed, clocked) in &placed {
                let (shape, elements) = (*shape, *elements);
                let wide = shape == Shape::Group(512);
                // Another program is compiled for this shape alone.
                if wide && (self.options.quick || self.is_missing(shape)) {
                    continue;
                }
                let chain = if wide { &chain(512)? } else { &usual };
                let run = || clocked.run::<F>(device, chain, rounds);
                let (_, seconds) = match timed(Place::Device(self.opened), self.progress, run) {
                    Err(Error::Device(floatfloat_gpu::Error::Unsupported { what, .. })) => {
                        let device = self.opened.id().to_owned();
                        self.missing.push(Missing { device, shape, why: what });
                        continue;
                    }
                    other => other?,
                };
                let results = placed.run::<F>(device, chain, rounds)?;
                let verified = agree(&words::<F, W>(device, &results)?, &expected);
                self.found.push(Measured {
                    device: self.opened.id().into(),
                    contender: F::contender::<W>(),
                    op: K::OP,
                    operations,
                    shape,
                    elements,
                    seconds,
                    error,
                    flops,
                    bytes,
                    verified,
                });
            }
            self.progress.advance(1);
        }
        Ok(())
    }

    fn is_missing(&self, shape: Shape) -> bool {
        self.missing.iter().any(|missing| missing.shape == shape)
    }
}

/// The values, scaled, as words.
fn words_of<W: Scalar>(values: &[f64], scale: f64) -> Vec<W> {
    values.iter().map(|value| W::from_f64(value * scale)).collect()
}

/// Whether all results are those expected of the elements, which repeat.
fn agree<W: Scalar>(found: &[[W; 2]], expected: &[[W; 2]]) -> bool {
    let pair = |&[high, low]: &[W; 2]| DoubleWord::from_normalized(high, low);
    let expected = expected.iter().cycle();
    found.iter().zip(expected).all(|(found, expected)| same_bits(pair(found), pair(expected)))
}

fn largest_error<W: Scalar, K: Kind>(
    kernel: super::generated::Generated<K>,
    values: &[f64],
    operations: u32,
    found: &[[W; 2]],
) -> f64 {
    let errors = values.iter().zip(found).take(COMPARED).map(|(&x, words)| {
        let exact = kernel.exact(x, operations);
        let found = Multiple::of_words(&words.map(Scalar::to_f64), 256);
        found.difference(&exact).abs() / exact.to_f64().abs()
    });
    errors.fold(0.0, f64::max)
}
