//! What a product of matrices costs and how accurate it is: every number type, in every way, on every device.

mod compared;
mod device;
mod processor;

use crate::{
    contender::Contender,
    error::Error,
    experiments::{Experiment, Options, Study},
    number_type::NumberType,
    progress::Progress,
    results::Table,
    table::{Column, chosen, measured, row, verdict},
};
use floatfloat_report::chart::{
    Axis, Chart, Devices, Lines, Scale, Shows, Source, Value, Words, errors,
};
use std::time::Duration;

const STUDY: Study = Study {
    id: "products",
    title: "Products of matrices",
    summary: "error and time of products of matrices, for each type, way and device",
    about: include_str!("products.md"),
    charts: CHARTS,
    ..Study::NONE
};

pub const EXPERIMENT: Experiment = Experiment::new(STUDY, run).of_speed().up_to(LARGEST);

/// The most rows that can be chosen.
const LARGEST: u64 = 4096;

const CHARTS: &[Chart] = &[Chart::Lines(Lines {
    words: Words {
        id: "figure-products",
        title: "Error and time of products of matrices",
        description: "A marker for each number type and way of multiplying, at its time for a product of two \
            numbers and its largest error, both on logarithmic scales; a panel per device.",
        caption: "Further left is faster, further down is more accurate. An error is relative to the sum of the \
            magnitudes of the products in its entry. Accurate products are made of integers.",
        of: "random matrices",
    },
    source: Source {
        with: &[("size", Shows::Most(&["type", "way"]))],
        devices: Devices::All,
        variant: Some(("way", DIRECT)),
        ..Source::of("products")
    },
    x: Axis {
        value: Value::Column("ns_per_product"),
        label: "ns a product of two numbers",
        scale: Scale::Logarithmic,
    },
    y: errors("error", "largest error"),
    published: None,
})];

const COLUMNS: [Column; 8] = [
    chosen("device"),
    chosen("type"),
    chosen("way"),
    chosen("size"),
    measured("error", "relative"),
    measured("bound", "relative"),
    measured("ns_per_product", "ns"),
    verdict("holds"),
];

/// Every product and sum in the arithmetic of the type.
const DIRECT: &str = "direct";
/// [`Accuracy::Fast`](floatfloat_cpu::Accuracy::Fast)
const FAST: &str = "fast";
/// [`gemm_accurate`](floatfloat_cpu::matrix::gemm_accurate())
const ACCURATE: &str = "accurate";

/// The types of several words.
const SEVERAL: [NumberType; 6] = [
    NumberType::Ff,
    NumberType::Tf,
    NumberType::Qf,
    NumberType::Dd,
    NumberType::Td,
    NumberType::Qd,
];

/// How much is measured.
struct Plan {
    sizes: Vec<u64>,
    rounds: usize,
    sample: Duration,
    seed: u64,
}

/// A product of one type in one way.
struct Measured {
    number_type: NumberType,
    way: &'static str,
    /// The largest error, relative to the sum of the magnitudes of products.
    error: f64,
    /// The bound of this error, if one is proved.
    bound: Option<f64>,
}

/// Whether products of this type are to be covered.
fn covers(options: &Options, number_type: NumberType) -> bool {
    options.covers(number_type) || options.types.contains(&Contender::Accurate(number_type))
}

fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let own: &[u64] = if options.quick { &[96] } else { &[128, 256] };
    let plan = Plan {
        sizes: options.sizes_or(own.iter().copied()),
        rounds: 3,
        sample: Duration::from_millis(if options.quick { 1 } else { 10 }),
        seed: options.seed,
    };
    let mut table = Table::new("products", &options.devices.ids(), COLUMNS).explained(
        include_str!("notes/products.md"),
        &[("entries", &compared::ENTRIES), ("rounds", &plan.rounds), ("seed", &plan.seed)],
    );
    let devices = &options.devices;
    let steps = (plan.rounds + 1) * devices.places();
    progress.begin("products of matrices", plan.sizes.len() as u64 * steps as u64);
    if devices.has_processor() {
        for &size in &plan.sizes {
            processor::measure(options, &plan, size, progress, &mut table)?;
        }
    }
    let failed = devices.on_each_other(|other| {
        for &size in &plan.sizes {
            device::measure(other, options, &plan, size, progress, &mut table)?;
        }
        Ok(())
    })?;
    Ok(vec![failed.report(table)])
}

/// Adds the rows of one size.
fn push(table: &mut Table, device: &str, size: u64, found: &[Measured], times: &[f64]) {
    for (measured, ns) in found.iter().zip(times) {
        table.push(row![
            device,
            measured.number_type.name(),
            measured.way,
            size,
            measured.error,
            measured.bound,
            ns / (size as f64).powi(3),
            measured.bound.map(|bound| measured.error <= bound),
        ]);
    }
}
