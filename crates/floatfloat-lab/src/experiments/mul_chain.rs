//! How the error of a product grows with the number of its factors, by number type, and what
//! renormalising does for composite arithmetic.

mod conclusions;
mod draws;
mod measured;
mod seed;

use super::Experiment;
use crate::{
    error::Error,
    experiments::Options,
    progress::Progress,
    results::Table,
    table::{old_table, row},
};
use draws::Draw;
use floatfloat_report::study::Study as About;
use measured::{CHAINS, Measured};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    study: About {
        id: "mul-chain",
        title: "A chain of multiplications",
        summary: "error along chains of multiplications, with and without renormalising",
        about: include_str!("mul_chain.md"),
        paper: "Figures 22 and 23 of Nguyen",
        published: &[],
        claims: &[],
        charts: &[],
    },
    on_devices: true,
    largest_size: Some(1_000_000),
    run,
};

const COLUMNS: [(&str, &str); 10] = [
    ("device", ""),
    ("type", ""),
    ("variant", ""),
    ("range", ""),
    ("operands", ""),
    ("products", ""),
    ("error", ""),
    ("absolute_error", ""),
    ("ns", "ns"),
    ("verified", ""),
];

/// The two pairs of intervals of the seed.
const RANGES: [[f64; 2]; 2] = [[0.1, 6.0], [0.1, 10.0]];

/// Numbers of products after which the error is looked at.
fn sizes(options: &Options) -> Vec<usize> {
    let all = [10, 100, 1000, 10_000, 100_000];
    let own = all[..if options.quick { 3 } else { 5 }].iter().copied();
    options.sizes_or(own).into_iter().map(|steps| steps as usize).collect()
}

fn range_name([low, high]: [f64; 2]) -> String {
    format!("({low}, 1) & (1, {high})")
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let sizes = sizes(options);
    let devices = &options.devices;
    let places = devices.others().len() + usize::from(devices.has_processor());
    progress.begin("chains of multiplications", measured::steps(options, places));
    let draws = draws::draws(options, &sizes, progress)?;
    let mut found = Vec::new();
    if devices.has_processor() {
        for draw in &draws {
            measured::on_processor(draw, options, &sizes, &mut found, progress)?;
        }
    }
    let failed = devices.on_each_other(|other| {
        for draw in &draws {
            measured::on_other(other, draw, options, &sizes, &mut found, progress)?;
        }
        Ok(())
    })?;
    let mut table = failed.report(table(options, &found, &draws));
    for note in notes(&found) {
        table.add_note(note);
    }
    let mut tables = vec![table, conclusions::table(&devices.ids(), &found)];
    tables.extend(seed::tables());
    Ok(tables)
}

fn table(options: &Options, found: &[Measured], draws: &[Draw]) -> Table {
    let overflows = draws
        .iter()
        .filter(|draw| draw.operands == "f32")
        .map(|draw| format!("{} in {}", draw.overflow, range_name(draw.range)));
    let mut table = old_table("mul-chain", &options.devices.ids(), &COLUMNS)
        .paper("Figures 22 and 23 of Nguyen")
        .note(format!(
            "{CHAINS} products of random factors, each factor from the upper interval while the product \
             is below 1 and from the lower one else (seed {}): taken from both in turn, as many products as \
             here would overflow f32, after {} of them. error is the root of the mean square of the \
             {CHAINS} relative errors against 256 bits, absolute_error that of the absolute ones. \
             operands: numbers of f32, so that the error is that of the arithmetic alone; or sums of \
             two numbers of f32, which f32 must round before it multiplies. ns is the time of one product in the longest chains, each \
             waiting for the one before. renormalised: the error component is added to the value \
             before every product. Software that imitates a device takes chains of at most 65535. verified: bit for bit the results of the processor.",
            options.seed,
            overflows.collect::<Vec<_>>().join(" and "),
        ));
    for m in found {
        table.push(row![
            m.device.as_str(),
            m.contender.name(),
            m.variant,
            range_name(m.range),
            m.operands,
            m.products,
            m.error,
            m.absolute,
            m.ns,
            m.verified,
        ]);
    }
    table
}

/// What this run shows, in plain words.
fn notes(found: &[Measured]) -> Vec<String> {
    let Some(most) = found.iter().map(|m| m.products).max() else { return Vec::new() };
    let last = |operands: &'static str| {
        let mut parts: Vec<String> = Vec::new();
        let device = found[0].device.as_str();
        let of = found.iter().filter(|m| m.device == device && m.products == most);
        for m in of.filter(|m| m.operands == operands && m.range == RANGES[0]) {
            let variant =
                if m.variant.is_empty() { String::new() } else { format!(" {}", m.variant) };
            parts.push(format!("{}{variant} {:.1e}", m.contender, m.error));
        }
        (!parts.is_empty()).then(|| {
            format!(
                "On {device} after {most} products in {}, operands of {operands}, relative errors are: {}.",
                range_name(RANGES[0]),
                parts.join(", ")
            )
        })
    };
    let mut notes: Vec<String> = ["f32", "two f32"].into_iter().filter_map(last).collect();
    let error = |name: &str, operands: &str| {
        let key = |m: &&Measured| {
            m.contender.name() == name
                && m.variant.is_empty()
                && m.operands == operands
                && m.products == most
        };
        found.iter().find(key).map(|m| m.error)
    };
    if let (Some(f32), Some(float2), Some(ff)) =
        (error("f32", "two f32"), error("float2", "two f32"), error("ff", "two f32"))
    {
        let same = error("f32", "f32") == error("float2", "f32");
        notes.push(format!(
            "With operands of two words float2 is {:.1} times as accurate as f32 and ff {:.0e} times: the composite \
             formula has no term for the rounding error of value · value, so that every product loses as \
             much as one of f32 does, and all that float2 saves is the rounding of the operands.{}",
            f32 / float2,
            f32 / ff,
            if same { " Operands of one word have no error component, and float2 then computes the very numbers of f32." } else { "" }
        ));
    }
    notes
}
