//! How fast each operation is beside that of `f64`, done once to each number in memory and many
//! times in registers, and how much faster `f32` is than `f64`.

mod conclusions;
mod measured;
mod operations;
mod seed;

use crate::{
    contender::Contender,
    error::Error,
    experiments::Options,
    number_type::NumberType,
    progress::Progress,
    results::Experiment,
    table::{Table, row},
};
use measured::Measured;

const COLUMNS: [(&str, &str); 8] = [
    ("device", ""),
    ("type", ""),
    ("op", ""),
    ("elements", ""),
    ("repetitions", ""),
    ("ns", "ns"),
    ("speed_up", ""),
    ("verified", ""),
];

/// Elements of the seed's arrays: 1000 workgroups of 1024.
const ELEMENTS: u32 = super::bench::seed::ELEMENTS;

/// How often an operation is done to each element: once, and so often that memory no longer matters.
fn sizes(options: &Options) -> [u32; 2] {
    if options.quick { [1, 64] } else { [1, 1000] }
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Experiment>, Error> {
    let devices = &options.devices;
    let mut types = options.types.clone();
    for compared in [NumberType::F32, NumberType::F64, NumberType::Ff].map(Contender::from) {
        if !types.contains(&compared) {
            types.push(compared);
        }
    }
    let sizes = sizes(options);
    let places = devices.others().len() + usize::from(devices.has_processor());
    progress.begin("speed of each operation", measured::steps(&types, places));
    let plan = measured::Plan { types: &types, sizes, quick: options.quick, seed: options.seed };
    let mut found = Vec::new();
    if devices.has_processor() {
        measured::on_processor(plan, &mut found, progress)?;
    }
    let failed = devices.on_each_other(|other| {
        measured::on_other(other, plan, &mut found, progress)?;
        Ok(())
    })?;
    let shown = |m: &&Measured| options.types.contains(&m.contender);
    let mut table = failed.report(table(options, &found, shown));
    for note in notes(&found) {
        table.add_note(note);
    }
    let ids = devices.ids();
    Ok(vec![
        table.finish(),
        slug_factors(&ids, &found),
        conclusions::table(&ids, &found),
        seed::table(),
    ])
}

fn table(options: &Options, found: &[Measured], shown: impl Fn(&&Measured) -> bool) -> Table {
    let mut table = Table::new("speed-up", &options.devices.ids(), &COLUMNS)
        .seed(super::bench::seed::TABLE)
        .note(format!(
            "x is replaced by x + y, x − y, x·y or x/y, once or many times, for every element of arrays that stay \
             in the device's memory (operands near 1, seed {}); all threads and vectors of the cpu, one invocation an element on other \
             devices, in workgroups of 1024 where there are such. ns is the time of one operation, the median of samples taken until they add up to \
             300 ms. speed_up is the time of f64 over that of the type. Warwick repeated launches 100,000 times, \
             which measures the same as one repetition here. verified: bit for bit the operation one at a time.",
            options.seed
        ));
    for m in found.iter().filter(shown) {
        let f64 = m.beside(found, NumberType::F64);
        table.push(row![
            m.device.as_str(),
            m.contender.name(),
            m.op,
            m.elements,
            m.repetitions,
            m.ns,
            f64.map(|f64| f64.ns / m.ns),
            m.verified,
        ]);
    }
    table
}

fn slug_factors(devices: &str, found: &[Measured]) -> Experiment {
    let columns =
        [("device", ""), ("op", ""), ("repetitions", ""), ("slug_f64", ""), ("slug_ff", "")];
    let mut table = Table::new("speed-up-slug", devices, &columns).note(
        "How many times slower than f32 an operation is in f64 and in float-float, measured. With one \
         repetition memory decides, and the factor is that of the bytes.",
    );
    for m in found.iter().filter(|m| m.contender == NumberType::F32.into()) {
        let slug = |of| Some(m.beside(found, of)?.ns / m.ns);
        let (f64, ff) = (slug(NumberType::F64), slug(NumberType::Ff));
        table.push(row![m.device.as_str(), m.op, m.repetitions, f64, ff]);
    }
    table.finish()
}

/// What this run shows, in plain words.
fn notes(found: &[Measured]) -> Vec<String> {
    let most = found.iter().map(|m| m.repetitions).max().unwrap_or(1);
    let mut devices: Vec<&str> = found.iter().map(|m| m.device.as_str()).collect();
    devices.dedup();
    let of = |device: &str, repetitions: u32| {
        let ff = found.iter().filter(|m| {
            m.device == device
                && m.contender == NumberType::Ff.into()
                && m.repetitions == repetitions
        });
        let ratios = ff.filter_map(|m| {
            let f64 = m.beside(found, NumberType::F64)?;
            Some(format!("{} {:.2}", m.op, f64.ns / m.ns))
        });
        ratios.collect::<Vec<_>>().join(", ")
    };
    let note = |device: &str| {
        let [few, many] = [1, most].map(|repetitions| of(device, repetitions));
        (!few.is_empty()).then(|| {
            format!(
                "{device}: ff is so many times as fast as f64: {few} with one operation for each number, where memory \
                 decides and both take 8 bytes; {many} with {most}, where arithmetic does."
            )
        })
    };
    devices.into_iter().filter_map(note).collect()
}
