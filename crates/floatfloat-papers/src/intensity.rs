//! The number of operations per loaded number from which on arithmetic, and not memory, is the
//! limit: Nguyen's generated kernels.

mod charts;
mod claims;
mod generated;

use crate::published::NGUYEN;
use floatfloat::DoubleWord;
use floatfloat_gpu::program::WORKGROUP;
use floatfloat_lab::{
    arithmetic::{Family, each_type},
    contender::Contender,
    devices::{Failures, OnDevice, Opened},
    error::Error,
    experiments::{Experiment, Options, Study},
    progress::Progress,
    real::{Scalar, same_bits},
    results::Table,
    table::{Column, chosen, measured, note, row, verdict},
    workloads::{
        Place,
        steps::{Elements, of_all, of_one, recorded, words},
        timed,
    },
};
use generated::{
    Additions, CHAINS, Generated, Kind, Multiplications, PERIOD, Plan, STATE, elements,
};

const STUDY: Study = Study {
    id: "intensity",
    title: "Operations per loaded number",
    summary: "time and error of generated kernels by the number of operations per loaded number",
    about: include_str!("intensity.md"),
    paper: "Tables 13 to 15 and figures 12 to 14 of Nguyen",
    published: &[(&NGUYEN, "intensity-published")],
    claims: claims::CLAIMS,
    charts: charts::CHARTS,
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).of_speed().up_to(10_000);

const COLUMNS: [Column; 12] = [
    chosen("device"),
    chosen("type"),
    chosen("op"),
    chosen("operations"),
    chosen("groups"),
    chosen("lanes"),
    chosen("elements"),
    measured("ms", "ms"),
    measured("over_f32", "%"),
    measured("error", ""),
    verdict("verified"),
    note("why_not"),
];

const ROOFLINE: [Column; 8] = [
    chosen("device"),
    chosen("type"),
    chosen("op"),
    chosen("operations"),
    measured("flops_per_byte", "1/B"),
    measured("gflops", "10^9/s"),
    measured("gops", "10^9/s"),
    measured("error", ""),
];

/// The number of results that are compared with exact ones.
const COMPARED: usize = 16;

/// The numbers of operations on each element.
fn sizes(options: &Options) -> Vec<u32> {
    let all = [1, 20, 50, 100, 500, 1000, 5000, 10_000];
    let own = all.into_iter().filter(|count| !options.quick || [1, 1000].contains(count));
    options.sizes_or(own).into_iter().map(|count| count as u32).collect()
}

fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let (sizes, devices) = (sizes(options), &options.devices);
    let steps = options.families_everywhere() * 2 * sizes.len();
    progress.begin("operations for each number loaded", steps as u64);
    let times = Table::new("intensity", &devices.ids(), COLUMNS).paper(STUDY.paper);
    let roofline = Table::new("intensity-roofline", &devices.ids(), ROOFLINE);
    let missing = Vec::new();
    let mut kernels = Kernels { options, progress, sizes, times, roofline, missing };
    let mut failures = Failures::default();
    devices.everywhere(&mut failures, |place| {
        each_type!(options.types, F, W => {
            kernels.kind::<F, W, _>(Additions, place)?;
            kernels.kind::<F, W, _>(Multiplications, place)?;
        });
        Ok(())
    })?;
    if devices.has_processor() {
        for lanes in [256, 512] {
            kernels.leave_out(
                Place::Processor.id(),
                Shape { lanes, elements: lanes as usize },
                "a processor has threads and vectors, no workgroups".into(),
            );
        }
    }
    let Kernels { mut times, roofline, missing, .. } = kernels;
    for (device, shape, why) in missing {
        let (operations, elements, measured) = (None::<u32>, None::<u32>, None::<f64>);
        times.push(row![
            device,
            "",
            "",
            operations,
            shape.groups(),
            shape.lanes,
            elements,
            measured,
            measured,
            measured,
            None::<bool>,
            why,
        ]);
    }
    Ok(vec![failures.report(times), roofline])
}

/// The shape of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    /// Invocations of a workgroup.
    lanes: u32,
    elements: usize,
}

impl Shape {
    /// One invocation.
    const ONE: Shape = Shape { lanes: 1, elements: 1 };

    /// A shape with so many elements that a device is busy.
    fn whole_device(elements: usize) -> Self {
        Shape { lanes: WORKGROUP, elements }
    }

    fn groups(self) -> usize {
        self.elements.div_ceil(self.lanes as usize)
    }
}

/// A kernel as the rows show it, and the cost of its operations.
struct Kernel<'a> {
    place: Place<'a>,
    number: Contender,
    op: &'static str,
    operations: u32,
    /// The largest relative error.
    error: f64,
    /// The operations on words in one operation.
    flops: u32,
    /// The bytes loaded and stored for an element.
    bytes: usize,
}

/// All kernels at all places.
struct Kernels<'a> {
    options: &'a Options,
    progress: &'a dyn Progress,
    sizes: Vec<u32>,
    times: Table,
    roofline: Table,
    /// the shapes that they cannot have, and why.
    missing: Vec<(String, Shape, String)>,
}

impl Kernels<'_> {
    fn kind<F: Family, W: OnDevice, K: Kind>(
        &mut self,
        kind: K,
        place: Place<'_>,
    ) -> Result<(), Error> {
        match place {
            Place::Processor => self.on_processor::<F, W, K>(kind),
            Place::Device(opened) if opened.has::<W>() => self.on_device::<F, W, K>(kind, opened),
            Place::Device(_) => Ok(()),
        }
    }

    fn on_processor<F: Family, W: OnDevice, K: Kind>(&mut self, kind: K) -> Result<(), Error> {
        let (place, progress) = (Place::Processor, self.progress);
        let count = if self.options.quick { 1 << 12 } else { 1 << 16 };
        let values = elements::<K>(count, self.options.seed);
        let [x, clocked] = [1.0, K::TIMED].map(|scale| words_of::<W>(&values, scale));
        for operations in self.sizes.clone() {
            let plan = Plan::new(operations, false);
            let kernel = plan.kernel(kind);
            let one = |x: &W| F::words(of_one::<F, W, _, STATE>(kernel, *x, plan.steps));
            let expected: Vec<[W; 2]> = x[..PERIOD].iter().map(one).collect();
            let found = self.kernel::<F, W, K>(place, kernel, operations, &values, &expected)?;
            let all = of_all::<F, W, _, STATE>(kernel, &x, plan.steps);
            let verified = agree(&all, &expected);
            let (_, seconds) = timed(place, progress, || {
                Ok(of_one::<F, W, _, STATE>(kernel, std::hint::black_box(clocked[0]), plan.steps))
            })?;
            self.push(&found, Shape::ONE, seconds, verified);
            // In a thread of the pool, so that the measurement does not include the time to wake a
            // thread.
            let (_, seconds) = rayon::scope(|_| {
                timed(Place::Processor, progress, || {
                    Ok(of_all::<F, W, _, STATE>(kernel, &clocked, plan.steps))
                })
            })?;
            self.push(&found, Shape::whole_device(count), seconds, verified);
            progress.advance(1);
        }
        Ok(())
    }

    fn on_device<F: Family, W: OnDevice, K: Kind>(
        &mut self,
        kind: K,
        opened: &Opened,
    ) -> Result<(), Error> {
        let (device, fused) = (&opened.device, opened.fused::<W>());
        let place = Place::Device(opened);
        let count = match (opened.is_software(), self.options.quick) {
            (true, _) => 1 << 10,
            (false, true) => 1 << 15,
            (false, false) => 1 << 17,
        };
        let values = elements::<K>(count, self.options.seed);
        let [x, clocked] = [1.0, K::TIMED].map(|scale| words_of::<W>(&values, scale));
        let reference = device.reference();
        let distinct = Elements::new(&reference, &x[..PERIOD])?;
        let group = |lanes: u32| Shape { lanes, elements: lanes as usize };
        // Only workgroups of 512 need another compiled program.
        let wide = (!self.options.quick).then_some(group(512));
        let shapes = [Shape::ONE, group(WORKGROUP)].into_iter().chain(wide);
        let mut placed = Vec::new();
        for shape in shapes.chain([Shape::whole_device(count)]) {
            let [x, clocked] = [&x, &clocked].map(|x| Elements::new(device, &x[..shape.elements]));
            placed.push((shape, x?, clocked?));
        }
        for operations in self.sizes.clone() {
            let plan = Plan::new(operations, opened.is_software());
            let kernel = plan.kernel(kind);
            let chain = |lanes| recorded::<F, W, _, STATE>(kernel, fused, plan.unrolled, lanes);
            let rounds = plan.steps / plan.unrolled;
            let usual = chain(WORKGROUP)?;
            let expected = distinct.run::<F>(&reference, &usual, rounds)?;
            let expected = words::<F, W>(&reference, &expected)?;
            let found = self.kernel::<F, W, K>(place, kernel, operations, &values, &expected)?;
            for (shape, placed, clocked) in &placed {
                let is_missing = |(id, missing, _): &(String, Shape, String)| {
                    id == opened.id() && missing == shape
                };
                if self.missing.iter().any(is_missing) {
                    continue;
                }
                let chain = if shape.lanes > WORKGROUP { &chain(shape.lanes)? } else { &usual };
                let run = || clocked.run::<F>(device, chain, rounds);
                let (_, seconds) = match timed(place, self.progress, run) {
                    Err(Error::Device(floatfloat_gpu::Error::Unsupported { what, .. })) => {
                        self.leave_out(opened.id(), *shape, what);
                        continue;
                    }
                    other => other?,
                };
                let results = placed.run::<F>(device, chain, rounds)?;
                let verified = agree(&words::<F, W>(device, &results)?, &expected);
                self.push(&found, *shape, seconds, verified);
            }
            self.progress.advance(1);
        }
        Ok(())
    }

    fn leave_out(&mut self, device: &str, shape: Shape, why: String) {
        self.missing.push((device.into(), shape, why));
    }

    /// Adds a kernel with these results for the first elements.
    fn kernel<'p, F: Family, W: OnDevice, K: Kind>(
        &self,
        place: Place<'p>,
        kernel: Generated<K>,
        operations: u32,
        values: &[f64],
        results: &[[W; 2]],
    ) -> Result<Kernel<'p>, Error> {
        let chain = recorded::<F, W, _, STATE>(kernel, place.fused::<W>(), 1, WORKGROUP)?;
        let (number, op) = (F::contender::<W>(), K::OP);
        let error = largest_error(kernel, values, operations, results);
        let flops = chain.step.flops() / CHAINS as u32;
        let bytes = (1 + F::WORDS) * size_of::<W>();
        Ok(Kernel { place, number, op, operations, error, flops, bytes })
    }

    fn push(&mut self, kernel: &Kernel<'_>, shape: Shape, seconds: f64, verified: bool) {
        let &Kernel { ref place, number, op, operations, error, flops, bytes } = kernel;
        let (device, number, ms, groups) =
            (place.id(), number.name(), 1e3 * seconds, shape.groups());
        let f32 = match number {
            "f32" => Some(ms),
            _ => {
                let same =
                    self.times.frame().with(&[("device", device), ("type", "f32"), ("op", op)]);
                let same = same.at("operations", operations.into()).at("lanes", shape.lanes.into());
                same.at("groups", groups as f64).value("ms")
            }
        };
        self.times.push(row![
            device,
            number,
            op,
            operations,
            groups,
            shape.lanes,
            shape.elements,
            ms,
            f32.map(|f32| 100.0 * (ms / f32 - 1.0)),
            error,
            verified,
            "",
        ]);
        if groups == 1 {
            return;
        }
        let a_second = f64::from(operations) * shape.elements as f64 / seconds;
        self.roofline.push(row![
            device,
            number,
            op,
            operations,
            f64::from(flops * operations) / bytes as f64,
            f64::from(flops) * a_second / 1e9,
            a_second / 1e9,
            error,
        ]);
    }
}

/// The values, scaled, as words.
fn words_of<W: Scalar>(values: &[f64], scale: f64) -> Vec<W> {
    values.iter().map(|value| W::from_f64(value * scale)).collect()
}

/// Whether all results are the expected ones. The elements repeat.
fn agree<W: Scalar>(found: &[[W; 2]], expected: &[[W; 2]]) -> bool {
    let pair = |&[high, low]: &[W; 2]| DoubleWord::from_normalized(high, low);
    let expected = expected.iter().cycle();
    found.iter().zip(expected).all(|(found, expected)| same_bits(pair(found), pair(expected)))
}

fn largest_error<W: Scalar, K: Kind>(
    kernel: Generated<K>,
    values: &[f64],
    operations: u32,
    found: &[[W; 2]],
) -> f64 {
    let errors = values.iter().zip(found).take(COMPARED).map(|(&x, words)| {
        let exact = kernel.exact(x, operations);
        exact.distance(&words.map(Scalar::to_f64)) / exact.to_f64().abs()
    });
    errors.fold(0.0, f64::max)
}
