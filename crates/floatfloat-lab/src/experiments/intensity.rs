//! How many operations a number that is loaded must undergo before arithmetic, and not memory,
//! decides what precision costs: Nguyen's generated kernels.

mod conclusions;
mod generated;
mod measured;
mod seed;

use super::Experiment;
use crate::{
    error::Error,
    experiments::{Options, conclusion::Judges},
    progress::Progress,
    results::Table,
    table::{old_table, row},
};
use floatfloat_report::study::Study as About;
use generated::{CHAINS, PERIOD};
use measured::{Measured, Missing, Shape};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    study: About {
        id: "intensity",
        title: "Operations for each number loaded",
        summary: "time and error of generated kernels by operations for each number loaded",
        about: include_str!("intensity.md"),
        paper: "Tables 13 to 15 and figures 12 to 14 of Nguyen",
        published: &[],
        claims: &[],
        charts: &[],
    },
    on_devices: true,
    largest_size: Some(10_000),
    run,
};

const SEED: &str = "Tables 13, 14 and 15 and figures 12, 13 and 14 of Nguyen";

const COLUMNS: [(&str, &str); 12] = [
    ("device", ""),
    ("type", ""),
    ("op", ""),
    ("operations", ""),
    ("groups", ""),
    ("lanes", ""),
    ("elements", ""),
    ("ms", "ms"),
    ("over_f32", "%"),
    ("error", ""),
    ("verified", ""),
    ("why_not", ""),
];

/// Numbers of operations on each element.
fn sizes(options: &Options) -> Vec<u32> {
    let all = [1, 20, 50, 100, 500, 1000, 5000, 10_000];
    let own = all.into_iter().filter(|count| !options.quick || [1, 1000].contains(count));
    options.sizes_or(own).into_iter().map(|count| count as u32).collect()
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let sizes = sizes(options);
    let devices = &options.devices;
    let places = devices.others().len() + usize::from(devices.has_processor());
    progress.begin("operations for each number loaded", measured::steps(options, &sizes, places));
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    if devices.has_processor() {
        measured::on_processor(options, &sizes, &mut found, progress)?;
        missing.extend(measured::missing_on_processor());
    }
    let failed = devices.on_each_other(|other| {
        missing.extend(measured::on_other(other, options, &sizes, &mut found, progress)?);
        Ok(())
    })?;
    let mut table = failed.report(table(options, &found, &missing));
    let judges = Judges::of(devices);
    for note in notes(&found).into_iter().chain(seed::beside(&found, &judges)) {
        table.add_note(note);
    }
    let mut tables = vec![table, roofline(options, &found)];
    tables.push(conclusions::table(&devices.ids(), &found, &judges));
    tables.extend(seed::tables());
    Ok(tables)
}

fn table(options: &Options, found: &[Measured], missing: &[Missing]) -> Table {
    let mut table = old_table("intensity", &options.devices.ids(), &COLUMNS).paper(SEED).note(format!(
        "Every element is loaded, gives {CHAINS} numbers, each 1 more (additions) or twice (products) \
         the one before, and undergoes so many operations in as many independent chains, whose sum is \
         stored. groups and lanes are those of one launch; on the cpu 1 × 1 is one element in one thread, \
         and the whole device all threads and vectors. On other devices an element is an invocation; \
         1 × 1 and 1 × 256 use the program with workgroups of 256. The loop is written out fourfold from \
         500 operations on, so that asking for its end costs three instructions for 64 operations (not on software that imitates a device). Elements are numbers of \
         f32, {PERIOD} different ones (seed {}), drawn from (0, 1) for additions and, so that products stay \
         in range, from (1, 1.1)·2^-15. Most chains of products under- or overflow, as they must with operands that are 2^15 apart; times are those of operands 2^15 times as large, which overflow, since processors are slow with subnormal numbers. over_f32 is the seed's relative increase in time. error is the largest relative error of 16 results \
         against 256 bits. verified: the bits of every result are those of the processor, one element at \
         a time.",
        options.seed
    ));
    for measured in found {
        let f32 = same(found, measured, "f32");
        let over = f32.map(|f32| 100.0 * (measured.seconds / f32.seconds - 1.0));
        let [groups, lanes] = measured.shape.sizes(measured.elements);
        table.push(row![
            measured.device.as_str(),
            measured.type_name(),
            measured.op,
            measured.operations,
            groups,
            lanes,
            measured.elements,
            1e3 * measured.seconds,
            over,
            measured.error,
            measured.verified,
            "",
        ]);
    }
    for Missing { device, shape, why } in missing {
        let [groups, lanes] = shape.sizes(0);
        let nothing = None::<f64>;
        table.push(row![
            device.as_str(),
            "",
            "",
            None::<u32>,
            groups,
            lanes,
            None::<u32>,
            nothing,
            nothing,
            nothing,
            None::<bool>,
            why.as_str(),
        ]);
    }
    table
}

/// So many operations, in words.
fn counted(operations: u32, op: &str) -> String {
    let name = if op == "add" { "addition" } else { "product" };
    format!("{operations} {name}{}", if operations == 1 { "" } else { "s" })
}

/// The same measurement in another type.
fn same<'a>(found: &'a [Measured], of: &Measured, type_name: &str) -> Option<&'a Measured> {
    let key = |m: &Measured| (m.device.clone(), m.op, m.operations, m.shape);
    found.iter().find(|m| m.type_name() == type_name && key(m) == key(of))
}

fn roofline(options: &Options, found: &[Measured]) -> Table {
    let columns = [
        ("device", ""),
        ("type", ""),
        ("op", ""),
        ("operations", ""),
        ("flops_per_byte", "1/B"),
        ("gflops", "10^9/s"),
        ("gops", "10^9/s"),
        ("error", ""),
    ];
    let mut table = old_table("intensity-roofline", &options.devices.ids(), &columns).note(
        "The whole device. flops are operations on machine words, a fused multiply-add being one: so \
         many for each addition or product of the type; bytes are those of the element loaded and of \
         the result stored. gops are the type's own operations. While memory decides, flops a second grow with flops for each byte; \
         they level off where arithmetic does.",
    );
    for measured in found.iter().filter(|m| m.shape == Shape::Full) {
        table.push(row![
            measured.device.as_str(),
            measured.type_name(),
            measured.op,
            measured.operations,
            measured.flops_per_byte(),
            measured.flops_a_second() / 1e9,
            measured.operations_a_second() / 1e9,
            measured.error,
        ]);
    }
    table
}

/// What this run shows, in plain words.
fn notes(found: &[Measured]) -> Vec<String> {
    let mut devices: Vec<&str> = found.iter().map(|m| m.device.as_str()).collect();
    devices.dedup();
    devices.into_iter().filter_map(|device| note(device, found)).collect()
}

fn note(device: &str, found: &[Measured]) -> Option<String> {
    let of = |type_name: &str, op: &str, operations: u32| {
        let mut here = found.iter().filter(|m| m.device == device && m.shape == Shape::Full);
        here.find(|m| m.type_name() == type_name && m.op == op && m.operations == operations)
    };
    let most = found.iter().map(|m| m.operations).max()?;
    let mut parts = Vec::new();
    for (type_name, plain) in
        [("float2", "f32"), ("ff", "f32"), ("f64", "f32"), ("double2", "f64"), ("dd", "f64")]
    {
        let ratio = |op, operations| {
            Some(of(type_name, op, operations)?.seconds / of(plain, op, operations)?.seconds)
        };
        let (few, sums, products) = (ratio("add", 1), ratio("add", most), ratio("mul", most));
        if let (Some(few), Some(sums), Some(products)) = (few, sums, products) {
            parts.push(format!(
                "{type_name} takes {few:.1} times as long as {plain} with one addition, {sums:.1} times with \
                 {most} and {products:.1} times with {most} products"
            ));
        }
    }
    let error = |type_name: &str| of(type_name, "mul", most).map(|m| m.error);
    if let (Some(float2), Some(f32), Some(ff)) = (error("float2"), error("f32"), error("ff")) {
        parts.push(format!(
            "after {most} products float2 is off by {float2:.1e}, f32 by {f32:.1e} and ff by {ff:.1e}: \
             composite products leave out the rounding error of the product of the values, ff's keep it"
        ));
    }
    (!parts.is_empty()).then(|| format!("{device}, all of it: {}.", parts.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::{Measured, Shape, note, same};
    use crate::{contender::Contender, number_type::NumberType};

    pub(super) fn made_up(
        contender: Contender,
        op: &'static str,
        operations: u32,
        seconds: f64,
    ) -> Measured {
        Measured {
            device: "cpu".into(),
            contender,
            op,
            operations,
            shape: Shape::Full,
            elements: 10,
            seconds,
            error: 1e-7,
            flops: 1,
            bytes: 8,
            verified: true,
        }
    }

    #[test]
    fn ratios_are_of_the_same_work() {
        let f32 = Contender::Number(NumberType::F32);
        let found = [
            made_up(f32, "add", 1, 1.0),
            made_up(f32, "mul", 1, 3.0),
            made_up(Contender::Float2, "mul", 1, 6.0),
        ];
        assert_eq!(same(&found, &found[2], "f32").unwrap().seconds, 3.0);
        assert!(same(&found, &found[0], "ff").is_none());
        assert!((found[2].flops_a_second() - 10.0 / 6.0).abs() < 1e-12);
        assert!(note("cpu", &found).is_none());
        let mut more: Vec<Measured> = found.into();
        more.push(made_up(Contender::Float2, "add", 1, 2.0));
        assert!(note("cpu", &more).unwrap().contains("float2 takes 2.0 times"));
    }
}
