//! Multiple precision made of integers, compared with words and pairs of words: the time, the number of operations and
//! the number of values of each operation, and sums that cancel. Section 5.1 of Nguyen's thesis, tables 7 to 10.

mod charts;
mod claims;
mod subject;
mod sums;
mod times;

use crate::published::NGUYEN;
use floatfloat::{
    DoubleWord,
    multi_precision::{Mp32, Mp64, Mp128, Mp256},
};
use floatfloat_lab::{
    devices::Failures,
    error::Error,
    experiments::{Experiment, Options, Study},
    progress::Progress,
    results::Table,
    table::{Column, chosen, measured, verdict},
    workloads::Place,
};

const STUDY: Study = Study {
    id: "multi-precision",
    title: "Multiple precision made of integers",
    summary: "32 to 256 bits on the processor and on devices: time, operations, and sums that cancel",
    about: include_str!("multi_precision.md"),
    paper: "Tables 7 to 10 of Nguyen",
    published: &[(&NGUYEN, "multi-precision-published")],
    claims: claims::CLAIMS,
    charts: charts::CHARTS,
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).of_speed();

const TIMES: [Column; 10] = [
    chosen("device"),
    chosen("type"),
    chosen("op"),
    chosen("elements").in_unit("numbers"),
    measured("seconds", "s"),
    measured("ns", "ns"),
    measured("operations", ""),
    measured("values", ""),
    measured("registers", ""),
    verdict("verified"),
];

const SUMS: [Column; 6] = [
    chosen("device"),
    chosen("type"),
    chosen("range"),
    chosen("elements").in_unit("numbers"),
    measured("error", ""),
    verdict("verified"),
];

/// The number of types of numbers.
const TYPES: u64 = 8;

fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let devices = &options.devices;
    progress.begin("multiple precision", (TYPES + 4) * devices.places() as u64);
    let ids = devices.ids();
    let mut times = Table::new(STUDY.id, &ids, TIMES).paper(STUDY.paper);
    let note = include_str!("notes/multi-precision-sums.md");
    let mut sums = Table::new("multi-precision-sums", &ids, SUMS).explained(note, &[]);
    let mut failures = Failures::default();
    devices.everywhere(&mut failures, |place| {
        let mut measuring =
            Measuring { options, place, progress, times: &mut times, sums: &mut sums };
        measuring.times_of_words::<f32, f32>()?;
        measuring.times_of_words::<f32, DoubleWord<f32>>()?;
        measuring.times_of_words::<f64, f64>()?;
        measuring.times_of_words::<f64, DoubleWord<f64>>()?;
        measuring.times_of_limbs::<Mp32>()?;
        measuring.times_of_limbs::<Mp64>()?;
        measuring.times_of_limbs::<Mp128>()?;
        measuring.times_of_limbs::<Mp256>()?;
        measuring.sums::<Mp32>(24)?;
        measuring.sums::<Mp64>(53)?;
        measuring.sums::<Mp128>(53)?;
        measuring.sums::<Mp256>(53)
    })?;
    Ok(vec![failures.report(times), sums])
}

/// The measurements at one place.
struct Measuring<'a> {
    options: &'a Options,
    place: Place<'a>,
    progress: &'a dyn Progress,
    times: &'a mut Table,
    sums: &'a mut Table,
}

impl Measuring<'_> {
    /// The numbers of elements, from few to many.
    fn sizes(&self) -> &'static [usize] {
        match (self.options.quick, self.place.is_software()) {
            (true, _) => &[1 << 12],
            (false, true) => &[1 << 10, 1 << 14],
            (false, false) => &[1 << 10, 1 << 20],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::others::of_wgpu;
    use floatfloat_lab::{
        devices::Devices, experiments::Options, progress::Silent, results::Table,
    };
    use std::sync::Arc;

    fn tables(devices: Devices) -> Vec<Table> {
        let options = Options { quick: true, devices: Arc::new(devices), ..Options::default() };
        run(&options, &Silent).unwrap()
    }

    #[test]
    fn more_bits_take_more_operations_and_repair_more_sums() {
        let tables = tables(Devices::processor());
        let of = |number: &str, op: &str, column: &str| {
            let rows = tables[0].frame().with(&[("type", number), ("op", op)]);
            rows.rows().next().unwrap().finite(column).unwrap()
        };
        for (number, add, mul) in [
            ("mp32", 108.0, 58.0),
            ("mp64", 152.0, 93.0),
            ("mp128", 237.0, 217.0),
            ("mp256", 408.0, 705.0),
        ] {
            assert_eq!(
                [of(number, "add", "operations"), of(number, "mul", "operations")],
                [add, mul]
            );
        }
        // 20 operations, and 3 for special values.
        assert_eq!(of("dd", "add", "operations"), 23.0);
        let values =
            ["f64", "dd", "mp32", "mp64", "mp128", "mp256"].map(|t| of(t, "add", "values"));
        assert!(values.is_sorted(), "{values:?}");
        let wrong = |number: &str| {
            let rows = tables[1].frame().with(&[("type", number)]);
            rows.rows().filter(|row| row.finite("error") != Some(0.0)).count()
        };
        let wrong = ["mp64", "mp128", "mp256"].map(wrong);
        assert!(wrong.is_sorted_by(|more, fewer| more > fewer), "{wrong:?}");
    }

    #[test]
    fn devices_compute_what_the_processor_does() {
        let Some(devices) = of_wgpu() else { return };
        let others = devices.others().len();
        for (table, least) in tables(devices).iter().zip([3 * 4, 4 * 5]) {
            let there = table.rows().filter(|row| row.text("device") != Some("cpu"));
            let verified: Vec<_> = there.map(|row| row.flag("verified") == Some(true)).collect();
            assert!(verified.len() >= least * others, "{}: {}", table.id, verified.len());
            assert!(verified.iter().all(|&verified| verified), "{}", table.id);
        }
    }
}
