//! x·y/y over and over, each time with another y: what divisions cost and lose.

mod cases;
mod conclusions;
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
use cases::Case;
use floatfloat_report::study::Study as About;
use measured::{CHAINS, MANY, Measured};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    study: About {
        id: "do-undo",
        title: "Multiply and divide again",
        summary: "error and time of x·y/y over and over, by kind of division",
        about: include_str!("do_undo.md"),
        paper: "Figures 24 to 29 and table 20 of Nguyen",
        published: &[],
        claims: &[],
        charts: &[],
    },
    on_devices: true,
    largest_size: Some(10_000_000),
    run,
};

const COLUMNS: [(&str, &str); 11] = [
    ("device", ""),
    ("type", ""),
    ("division", ""),
    ("x", ""),
    ("y", ""),
    ("steps", ""),
    ("chains", ""),
    ("error", ""),
    ("relative_error", ""),
    ("ns", "ns"),
    ("verified", ""),
];

/// Steps after which the error is looked at, and in how many chains.
fn sizes(options: &Options) -> Vec<(usize, usize)> {
    let all = [100, 1000, 10_000, 100_000, 1_000_000, 10_000_000];
    let own = all[..if options.quick { 3 } else { 6 }].iter().copied();
    let chains = |steps| if steps <= 1_000_000 { CHAINS } else { 1 };
    options.sizes_or(own).into_iter().map(|steps| (steps as usize, chains(steps))).collect()
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let sizes = sizes(options);
    let devices = &options.devices;
    let places = devices.others().len() + usize::from(devices.has_processor());
    progress.begin("doing and undoing", measured::steps(options, places));
    let (mut found, mut left_out, mut gaps) = (Vec::new(), Vec::new(), Vec::new());
    let mut failures = Vec::new();
    for case in Case::all() {
        let draw = cases::draw(case, options, &sizes, progress)?;
        gaps.push((case, draw.gap()));
        if devices.has_processor() {
            measured::on_processor(&draw, options, &sizes, &mut found, progress)?;
        }
        failures.push(devices.on_each_other(|other| {
            left_out
                .extend(measured::on_other(other, &draw, options, &sizes, &mut found, progress)?);
            Ok(())
        })?);
    }
    let table = table(options, &found, &left_out);
    let mut table = failures.iter().fold(table, |table, failed| failed.report(table));
    for note in notes(&found).into_iter().chain(seed::beside(&found)) {
        table.add_note(note);
    }
    let (ids, judges) = (devices.ids(), Judges::of(devices));
    let mut tables = vec![table, gap_table(&ids, &gaps, &found)];
    if found.iter().any(|m| m.chains == MANY) {
        tables.push(threads_table(&ids, &found));
    }
    tables.push(conclusions::table(&ids, &found, &judges));
    tables.extend(seed::tables());
    Ok(tables)
}

fn table(options: &Options, found: &[Measured], left_out: &[String]) -> Table {
    let mut table = old_table("do-undo", &options.devices.ids(), &COLUMNS)
        .paper("Figures 24 to 29 of Nguyen")
        .note(format!(
            "r = r·y/y, beginning with r = x, a new y every step, one step after the other in one thread or \
             invocation, as in the seed; small numbers lie in (0, 10), large ones in (10^5, 10^6), all of them numbers of f32 \
             (seed {}). error is |r − x|, the root of the mean square of so many chains; relative_error is that \
             over x. ns is the time of a step: on the cpu of one chain, in the longest chains, once; on other devices, where the \
             chains run side by side, of all, the median of up to five samples after a first run that is not timed.",
            options.seed
        ))
        .note(
            "division: IEEE is the correctly rounded quotient, on devices whose own is not made of exact \
             pieces. x · (1/y) multiplies by the rounded reciprocal. Others are the names of the \
             device's modes: __fdividef is CUDA's approximate division, --use_fast_math the seed's first \
             case, --prec-div=false its full-range division, and own the device's \
             own division where that is not correctly rounded. Composite numbers divide by a reciprocal and a correction \
             whatever the division. AVX-512's approximate reciprocal is left out. verified: bit for bit the results of the processor, where \
             its IEEE arithmetic was asked for, up to 10^5 steps.",
        );
    for what in left_out {
        table.add_note(what.clone());
    }
    for m in found.iter().filter(|m| m.chains != MANY) {
        let [x, y] = m.case.names();
        table.push(row![
            m.device.as_str(),
            m.contender.name(),
            m.division.as_str(),
            x,
            y,
            m.steps,
            m.chains,
            m.error,
            m.relative,
            m.ns,
            m.verified,
        ]);
    }
    table
}

/// Table 20, measured.
fn gap_table(devices: &str, gaps: &[(Case, f64)], found: &[Measured]) -> Table {
    let columns = [
        ("x", ""),
        ("y", ""),
        ("gap", ""),
        ("error_float2", ""),
        ("relative_float2", ""),
        ("relative_f32", ""),
        ("relative_ff", ""),
    ];
    let mut table = old_table("do-undo-gap", devices, &columns).paper("Table 20 of Nguyen").note(
        "gap is the geometric mean of x·y over y, which is x, whatever y is: the seed's small gap is a small x. Errors \
         after 10^4 steps with IEEE division: those of composite numbers grow with x as all absolute errors do, \
         while the relative ones hardly depend on the gap.",
    );
    for &(case, gap) in gaps {
        let of = |name: &str| {
            let key = |m: &&Measured| {
                m.contender.name() == name
                    && m.case == case
                    && m.steps == 10_000
                    && m.division == measured::IEEE
            };
            found.iter().find(key)
        };
        let relative = |name: &str| of(name).map(|m| m.relative);
        let [x, y] = case.names();
        table.push(row![
            x,
            y,
            gap,
            of("float2").map(|m| m.error),
            relative("float2"),
            relative("f32"),
            relative("ff"),
        ]);
    }
    table
}

/// What threads hide of the cost of a division.
fn threads_table(devices: &str, found: &[Measured]) -> Table {
    let columns = [
        ("device", ""),
        ("type", ""),
        ("division", ""),
        ("steps", ""),
        ("chains", ""),
        ("ns", "ns"),
        ("ns_per_division", "ns"),
        ("verified", ""),
    ];
    let mut table = old_table("do-undo-threads", devices, &columns).paper("Chapter 9 of Nguyen").note(format!(
        "The same with small x and y by {MANY} invocations at once, each in a workgroup of its own. ns is the \
         time of a step of all of them, ns_per_division that over their number."
    ));
    for m in found.iter().filter(|m| m.chains == MANY) {
        table.push(row![
            m.device.as_str(),
            m.contender.name(),
            m.division.as_str(),
            m.steps,
            m.chains,
            m.ns,
            m.ns / m.chains as f64,
            m.verified,
        ]);
    }
    table
}

/// What this run shows, in plain words.
fn notes(found: &[Measured]) -> Vec<String> {
    let mut notes = Vec::new();
    let mut devices: Vec<&str> = Vec::new();
    for m in found {
        if !devices.contains(&m.device.as_str()) {
            devices.push(&m.device);
        }
    }
    for device in devices {
        let of = found
            .iter()
            .filter(|m| m.device == device && m.case == Case::SMALL && m.chains == CHAINS);
        let of: Vec<&Measured> = of.collect();
        let Some(most) = of.iter().map(|m| m.steps).max() else { continue };
        let parts: Vec<String> = of
            .iter()
            .filter(|m| m.steps == most)
            .map(|m| {
                format!("{} by {}: {:.1e}, {:.0} ns", m.contender, m.division, m.relative, m.ns)
            })
            .collect();
        let exact =
            of.iter().any(|m| m.steps == most && m.contender.name() == "ff" && m.error == 0.0);
        notes.push(format!(
            "{device}, small x and y, {most} steps, relative error and time of a step: {}.{}",
            parts.join("; "),
            if exact {
                " The product of two numbers of f32 has 48 bits, which ff holds, so that its quotient is x \
                 again; composite arithmetic, of as many bits, drops the lower 24."
            } else {
                ""
            }
        ));
    }
    notes
}
