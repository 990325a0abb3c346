//! The speed of each operation compared with `f64`, done once to each number in memory and many
//! times in registers, and the factor by which `f32` is faster than `f64`.

mod charts;
mod claims;
mod operations;
mod stable;

use crate::published::WARWICK;
use floatfloat_gpu::{Device, program::WORKGROUP};
use floatfloat_lab::{
    arithmetic::{FAMILIES, Family, each_type},
    devices::{Failures, OnDevice, Opened},
    error::Error,
    experiments::{Experiment, Options, Study},
    kernels::chain::Chain,
    number_type::NumberType,
    progress::Progress,
    random::Random,
    real::Scalar,
    results::{Cell, Table},
    table::{Column, IntoCell, chosen, measured, row, verdict},
    workloads::{Place, chain::in_two_words},
};
use floatfloat_report::table::Row;
use operations::{Compiled, words};
use stable::{Stable, until_stable};
use std::time::Duration;

const STUDY: Study = Study {
    id: "speed-up",
    title: "Speed relative to f64, as measured in 2020",
    summary: "speed of each operation against f64, once for each number and repeated",
    about: include_str!("speed_up.md"),
    paper: "Table 2 of Warwick 2020",
    published: &[(&WARWICK, "speed-up-published")],
    claims: claims::CLAIMS,
    charts: charts::CHARTS,
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).of_speed();

const COLUMNS: [Column; 10] = [
    chosen("device"),
    chosen("type"),
    chosen("op"),
    chosen("elements"),
    chosen("repetitions"),
    measured("ns", "ns"),
    measured("speed_up", ""),
    verdict("verified"),
    measured("samples", ""),
    measured("stable", ""),
];

/// The index of the speed-up among the columns.
const SPEED_UP: usize = 6;

const SLUG: [Column; 5] = [
    chosen("device"),
    chosen("op"),
    chosen("repetitions"),
    measured("slug_f64", ""),
    measured("slug_ff", ""),
];

/// The number of elements of Warwick's arrays: 1000 workgroups of 1024.
const ELEMENTS: usize = 1000 * 1024;

/// The number of elements that are verified.
const FEW: usize = 1000;

/// The number of threads of Warwick's workgroups.
const WIDE: u32 = 1024;

/// The numbers of repetitions of an operation on each element: one, and so many that memory no
/// longer matters.
fn sizes(options: &Options) -> [u32; 2] {
    if options.quick { [1, 64] } else { [1, 1000] }
}

fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let devices = &options.devices;
    let types = options.types_beside(&[NumberType::F32, NumberType::F64, NumberType::Ff]);
    let count = FAMILIES.iter().filter(|number| types.contains(number)).count();
    progress.begin("speed of each operation", (count * devices.places()) as u64);
    let times = Table::new("speed-up", &devices.ids(), COLUMNS).paper(STUDY.paper);
    let mut speeds = Speeds { options, progress, times };
    let mut failures = Failures::default();
    devices.everywhere(&mut failures, |place| {
        each_type!(types, F, W => speeds.operations::<F, W>(place)?);
        Ok(())
    })?;
    let mut times = speeds.times;
    let slug = slug_factors(&times);
    set_speed_ups(&mut times);
    let is_wanted = |row: &Vec<Cell>| options.types.iter().any(|t| row[1] == t.name().into_cell());
    times.rows.retain(is_wanted);
    Ok(vec![failures.report(times), slug])
}

/// The time of the same operation in another type.
fn beside(row: &Row<'_>, number: &str) -> Option<f64> {
    let rows = row.table().frame().with(&[("type", number)]);
    rows.rows().find(|other| other.agrees(row, &["type"]))?.number("ns")
}

fn set_speed_ups(times: &mut Table) {
    let speed_up = |row: Row<'_>| Some(beside(&row, "f64")? / row.number("ns")?);
    let speed_ups: Vec<Option<f64>> = times.rows().map(speed_up).collect();
    for (row, speed_up) in times.rows.iter_mut().zip(speed_ups) {
        row[SPEED_UP] = speed_up.into_cell();
    }
}

fn slug_factors(times: &Table) -> Table {
    let mut table = Table::new("speed-up-slug", &times.device, SLUG);
    for row in times.frame().with(&[("type", "f32")]).rows() {
        let slug = |number: &str| Some(beside(&row, number)? / row.number("ns")?);
        let [device, op, repetitions] =
            ["device", "op", "repetitions"].map(|column| row.cell(column).cloned());
        table.push(row![device, op, repetitions, slug("f64"), slug("ff")]);
    }
    table
}

/// Values for which thousands of operations stay in range: x between 1 and 2, y within 2^-12 of 1.
/// They are sums of two numbers of `f32`.
fn values(count: usize, seed: u64) -> [Vec<f64>; 2] {
    let mut random = Random::new(seed, 0);
    let mut value = |scale: f64| in_two_words(1.0 + scale * random.symmetric().abs());
    let distinct: Vec<[f64; 2]> = (0..FEW).map(|_| [value(0.999), value(1.0 / 4096.0)]).collect();
    [0, 1].map(|which| (0..count).map(|i| distinct[i % FEW][which]).collect())
}

/// Every operation at every place.
struct Speeds<'a> {
    options: &'a Options,
    progress: &'a dyn Progress,
    times: Table,
}

/// The time of an operation, the number of elements, and whether the results are right.
struct Timed {
    elements: usize,
    repetitions: u32,
    time: Stable,
    verified: bool,
}

impl Speeds<'_> {
    fn operations<F: Family, W: OnDevice>(&mut self, place: Place<'_>) -> Result<(), Error> {
        for repetitions in sizes(self.options) {
            for operation in Compiled::operations::<F>() {
                self.operation::<F, W>(&operation, place, repetitions)?;
            }
        }
        self.progress.advance(1);
        Ok(())
    }

    fn operation<F: Family, W: OnDevice>(
        &mut self,
        operation: &Compiled<W>,
        place: Place<'_>,
        repetitions: u32,
    ) -> Result<(), Error> {
        let Timed { elements, repetitions, time, verified } = match place {
            Place::Processor => self.on_processor::<F, W>(operation, repetitions)?,
            Place::Device(opened) if opened.has::<W>() => {
                self.on_device::<F, W>(operation, opened, repetitions)?
            }
            Place::Device(_) => return Ok(()),
        };
        self.times.push(row![
            place.id(),
            F::contender::<W>().name(),
            operation.op,
            elements,
            repetitions,
            1e9 * time.seconds / (elements as f64 * f64::from(repetitions)),
            None::<f64>,
            verified,
            time.samples,
            time.stable,
        ]);
        Ok(())
    }

    /// The time after which the measurement of an unstable time ends.
    fn longest(&self) -> Duration {
        Duration::from_millis(if self.options.quick { 60 } else { 300 })
    }

    fn on_processor<F: Family, W: OnDevice>(
        &self,
        operation: &Compiled<W>,
        repetitions: u32,
    ) -> Result<Timed, Error> {
        // Repeated operations read and write little, however many elements there are.
        let elements = match repetitions {
            1 if self.options.quick => 1 << 17,
            1 => ELEMENTS,
            _ => 1 << 14,
        };
        let [x, y] = values(elements, self.options.seed).map(|values| words::<F, W>(&values));
        let mut results = [0, 1].map(|_| vec![W::default(); elements]);
        let mut work = || {
            (operation.of_all)(&x, &y, &mut results, repetitions);
            Ok(())
        };
        let time = until_stable(Place::Processor, self.longest(), self.progress, &mut work)?;
        let at = |words: &[Vec<W>; 2], i: usize| [words[0][i], words[1][i]];
        let is_right = |i: usize| {
            let expected = (operation.of_one)(at(&x, i), at(&y, i), repetitions);
            let bits = |word: W| Scalar::to_f64(word).to_bits();
            (0..F::WORDS).all(|place| bits(results[place][i]) == bits(expected[place]))
        };
        let verified = (0..FEW).all(is_right);
        Ok(Timed { elements, repetitions, time, verified })
    }

    fn on_device<F: Family, W: OnDevice>(
        &self,
        operation: &Compiled<W>,
        opened: &Opened,
        repetitions: u32,
    ) -> Result<Timed, Error> {
        let device = &opened.device;
        let step = (operation.recorded)(opened.fused::<W>())?;
        let lanes =
            if device.backend().workgroup_limits().invocations >= WIDE { WIDE } else { WORKGROUP };
        let small = opened.is_software() || self.options.quick;
        let elements = if small { 1 << 12 } else { ELEMENTS };
        // Software takes long, and more repetitions would show nothing else.
        let repetitions = if opened.is_software() { repetitions.min(64) } else { repetitions };
        let unrolled = if repetitions == 1 { 1 } else { 4 };
        let chain = Chain { lanes, ..Chain::of_step(step, unrolled) };
        let uploaded = |device: &Device, count: usize| {
            let [x, y] = values(count, self.options.seed).map(|values| {
                let numbers: Vec<_> = values.iter().map(|&v| F::nearest::<W>(v)).collect();
                device.upload(&F::stored::<W>(&numbers))
            });
            Ok::<_, Error>((x?, y?))
        };
        let rounds = repetitions / unrolled;
        let (x, y) = uploaded(device, elements)?;
        let launch = || chain.run::<_, _, F::Stored<W>>(device, &x, &y, rounds);
        let mut results = launch()?;
        let mut work = || {
            results = launch()?;
            Ok(())
        };
        let time = until_stable(Place::Device(opened), self.longest(), self.progress, &mut work)?;
        let reference = device.reference();
        let few = Chain { lanes: WORKGROUP, ..chain.clone() };
        let (x, y) = uploaded(&reference, FEW)?;
        let expected = few.run::<_, _, F::Stored<W>>(&reference, &x, &y, rounds)?;
        let expected = F::loaded::<W>(reference.download(&expected)?);
        let found = F::loaded::<W>(device.download(&results)?);
        let bits = |number| F::parts::<W>(number).map(f64::to_bits);
        let mut both = found.iter().zip(expected.iter().cycle());
        let verified = both.all(|(&found, &expected)| bits(found) == bits(expected));
        Ok(Timed { elements, repetitions, time, verified })
    }
}

#[cfg(test)]
mod tests {
    use super::EXPERIMENT;
    use floatfloat_lab::{
        contender::Contender, experiments::Options, number_type::NumberType, progress::Silent,
    };

    #[test]
    fn every_operation_is_verified_and_f64_is_found_beside() {
        let types = [NumberType::F64.into(), NumberType::Ff.into(), Contender::Float2];
        let options = Options { quick: true, types: types.into(), ..Options::default() };
        let tables = EXPERIMENT.run(&options, &Silent).unwrap();
        let [times, slug] = &tables[..2] else { panic!() };
        assert_eq!(times.rows.len(), 3 * 4 * 2);
        for row in times.rows() {
            assert_eq!(row.flag("verified"), Some(true));
            for column in ["ns", "speed_up", "samples"] {
                assert!(row.number(column).is_some_and(|number| number > 0.0), "{column}");
            }
        }
        assert!(times.frame().with(&[("type", "f64")]).rows().all(|row| row.is("speed_up", "1")));
        assert_eq!(slug.rows.len(), 4 * 2);
        assert!(slug.rows().all(|row| row.number("slug_f64").zip(row.number("slug_ff")).is_some()));
    }
}
