//! How fast each operation is beside that of `f64`, done once to each number in memory and many
//! times in registers, and how much faster `f32` is than `f64`.

mod conclusions;
mod measured;
mod operations;
mod seed;
mod stable;

use super::Experiment;
use crate::{
    contender::Contender,
    error::Error,
    experiments::{Options, conclusion::Judges},
    number_type::NumberType,
    progress::Progress,
    results::Table,
    table::{old_table, row},
    workloads::SAMPLE,
};
use floatfloat_report::study::Study as About;
use measured::Measured;
use std::time::Duration;

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    study: About {
        id: "speed-up",
        title: "Speed beside f64, as measured in 2020",
        summary: "speed of each operation against f64, once for each number and repeated",
        about: include_str!("speed_up.md"),
        paper: "Table 2 of Warwick 2020",
        published: &[],
        claims: &[],
        charts: &[],
    },
    on_devices: true,
    largest_size: None,
    run,
};

const COLUMNS: [(&str, &str); 10] = [
    ("device", ""),
    ("type", ""),
    ("op", ""),
    ("elements", ""),
    ("repetitions", ""),
    ("ns", "ns"),
    ("speed_up", ""),
    ("verified", ""),
    ("samples", ""),
    ("stable", ""),
];

/// Elements of the seed's arrays: 1000 workgroups of 1024.
const ELEMENTS: u32 = super::bench::seed::ELEMENTS;

/// How often an operation is done to each element: once, and so often that memory no longer matters.
fn sizes(options: &Options) -> [u32; 2] {
    if options.quick { [1, 64] } else { [1, 1000] }
}

/// How long a time is measured that does not become stable.
fn longest(quick: bool) -> Duration {
    Duration::from_millis(if quick { 60 } else { 300 })
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
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
    let (ids, judges) = (devices.ids(), Judges::of(devices));
    Ok(vec![
        table,
        slug_factors(&ids, &found),
        conclusions::table(&ids, &found, &judges),
        seed::table(),
    ])
}

fn table(options: &Options, found: &[Measured], shown: impl Fn(&&Measured) -> bool) -> Table {
    let mut table = old_table("speed-up", &options.devices.ids(), &COLUMNS)
        .paper(super::bench::seed::TABLE)
        .note(format!(
            "x is replaced by x + y, x − y, x·y or x/y, once or many times, for every element of arrays that stay \
             in the device's memory (operands near 1, seed {}); all threads and vectors of the cpu, one invocation an element on other \
             devices, in workgroups of 1024 where there are such. speed_up is the time of f64 over that of the type. \
             verified: bit for bit the operation one at a time.",
            options.seed
        ))
        .note(format!(
            "ns is the time of one operation, a median. After a first run that is not timed, samples of at least \
             {} ms (of several runs where one is shorter) are taken until they are stable, which is when there are \
             {} and the middle half of them lies within {:.0} % of the median, but no longer than {} ms: samples says \
             how many were taken, stable whether that came first. Warwick repeated every launch 100,000 times.",
            SAMPLE.as_secs_f64() * 1e3,
            stable::LEAST,
            stable::SPREAD * 100.0,
            longest(options.quick).as_millis()
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
            m.samples,
            m.stable,
        ]);
    }
    table
}

fn slug_factors(devices: &str, found: &[Measured]) -> Table {
    let columns =
        [("device", ""), ("op", ""), ("repetitions", ""), ("slug_f64", ""), ("slug_ff", "")];
    let mut table = old_table("speed-up-slug", devices, &columns).note(
        "How many times slower than f32 an operation is in f64 and in float-float, measured. With one \
         repetition memory decides, and the factor is that of the bytes.",
    );
    for m in found.iter().filter(|m| m.contender == NumberType::F32.into()) {
        let slug = |of| Some(m.beside(found, of)?.ns / m.ns);
        let (f64, ff) = (slug(NumberType::F64), slug(NumberType::Ff));
        table.push(row![m.device.as_str(), m.op, m.repetitions, f64, ff]);
    }
    table
}

/// What this run shows, in plain words.
fn notes(found: &[Measured]) -> Vec<String> {
    let mut devices: Vec<&str> = found.iter().map(|m| m.device.as_str()).collect();
    devices.dedup();
    devices
        .into_iter()
        .flat_map(|device| [of_stable(device, found), of_ff(device, found)])
        .flatten()
        .collect()
}

/// How many times of a device are stable.
fn of_stable(device: &str, found: &[Measured]) -> Option<String> {
    let of = || found.iter().filter(|m| m.device == device);
    let stable = of().filter(|m| m.stable).count();
    let all = of().count();
    (all > 0).then(|| format!("{device}: {stable} of {all} times became stable."))
}

/// ff beside f64 on a device, once and as often as there.
fn of_ff(device: &str, found: &[Measured]) -> Option<String> {
    let ff = || found.iter().filter(|m| m.device == device && m.contender == NumberType::Ff.into());
    let of = |repetitions: u32| {
        let ratios = ff().filter(|m| m.repetitions == repetitions).filter_map(|m| {
            let f64 = m.beside(found, NumberType::F64)?;
            Some(format!("{} {:.2}", m.op, f64.ns / m.ns))
        });
        Some(ratios.collect::<Vec<_>>().join(", ")).filter(|ratios| !ratios.is_empty())
    };
    let most = ff().map(|m| m.repetitions).max().filter(|most| *most > 1);
    let few = of(1).map(|few| {
        format!(
            "{few} with one operation for each number, where memory decides and both take 8 bytes"
        )
    });
    let many =
        most.and_then(|most| Some(format!("{} with {most}, where arithmetic does", of(most)?)));
    let said: Vec<String> = few.into_iter().chain(many).collect();
    (!said.is_empty())
        .then(|| format!("{device}: ff is so many times as fast as f64: {}.", said.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::{Measured, notes};
    use crate::number_type::NumberType::{self, F64, Ff};

    pub(super) fn made_up(
        device: &str,
        number_type: NumberType,
        op: &'static str,
        repetitions: u32,
        ns: f64,
    ) -> Measured {
        Measured {
            device: device.into(),
            contender: number_type.into(),
            op,
            elements: 1,
            repetitions,
            ns,
            verified: true,
            samples: 7,
            stable: true,
        }
    }

    #[test]
    fn each_device_is_spoken_of_with_its_own_repetitions() {
        let mut found = Vec::new();
        for (device, most) in [("cpu", 1000), ("wgpu:0", 64)] {
            for repetitions in [1, most] {
                found.push(made_up(device, Ff, "add", repetitions, 4.0));
                found.push(made_up(device, F64, "add", repetitions, 2.0));
            }
        }
        found[0].stable = false;
        let notes = notes(&found);
        assert_eq!(notes[0], "cpu: 3 of 4 times became stable.");
        assert!(notes[1].contains("add 0.50 with 1000, where arithmetic does."), "{}", notes[1]);
        assert!(notes[3].ends_with("add 0.50 with 64, where arithmetic does."), "{}", notes[3]);
    }
}
