//! What the solutions of this run show, in words.

use super::{
    DECAY, Measured, PAIR, System,
    conclusions::{dearer, errors},
    seed,
};
use crate::{
    arithmetic::Multiple,
    contender::Contender::{Double2, Float2, Number},
    experiments::{Options, conclusion::Judges},
    machine::CPU,
    number_type::NumberType::{Dd, F32, F64, Ff},
    table::Table,
};

pub(super) fn of(table: Table, system: System, found: &[Measured], options: &Options) -> Table {
    let found: Vec<&Measured> = found.iter().filter(|found| found.system == system).collect();
    let mut table = match system {
        System::Random => of_random(table, options),
        System::Rodinia => of_rodinia(table),
    };
    let said = [composite(&found), times(&found), conditioned(&found), verified(&found)];
    said.into_iter().flatten().for_each(|note| table.add_note(note));
    table
}

fn of_random(table: Table, options: &Options) -> Table {
    table
        .note(format!(
            "Elements of the matrix and of the right-hand side are drawn from {PAIR}, either \
             interval being equally likely, uniform in it (seed {}). They are numbers of f32, so \
             that every type solves the same systems and the errors are those of its arithmetic. \
             No rows are exchanged.",
            options.seed
        ))
        .note(
            "error is the mean distance of the x from the exact ones, as in the seed, largest_error \
             the largest; backward_error says by how much A and b would have to change for x to be \
             right, in units of themselves. Up to 256 unknowns the reference is eliminated in 256 \
             bits; beyond, that would take too long, and it is the solution in dd with pivoting, \
             refined on residuals of three words: good to about 32 digits, far beyond what any of \
             the types reaches without pivoting.",
        )
        .note(format!(
            "seconds are those of the elimination: on the processor in blocks on all threads, on \
             other devices by the kernels Fan1 and Fan2, Fan2 in blocks of the size given. All do \
             the same operations on an element in the same order. The back-substitution is done by \
             the processor, as Rodinia does. Operands are copied before the clock starts; a device \
             with a clock of its own is timed by that. Multiple precision is {}'s, on all threads \
             too, row by row, its back-substitution included.",
            Multiple::LIBRARY
        ))
}

fn of_rodinia(table: Table) -> Table {
    table.note(format!(
        "The system that Rodinia generates: 10·e^(−{DECAY}·|i − j|), computed in f32 as there, and a \
         right-hand side of ones. It needs no pivoting; errors grow with its condition number, and \
         backward errors stay those of the type."
    ))
}

/// Composite arithmetic beside double-words.
fn composite(found: &[&Measured]) -> Option<String> {
    let rows = errors(found, [Number(F32), Float2, Number(Ff), Number(F64), Double2, Number(Dd)]);
    let (size, [f32, float2, ff, f64, double2, dd]) = *rows.last()?;
    Some(format!(
        "On {} at {size} unknowns float2 has {:.1e} times the error of f32 and ff {:.1e} times, \
         double2 has {:.1e} times that of f64 and dd {:.1e} times. Composite products leave out the \
         rounding error of the product of the values, and composite quotients do not read the \
         errors of the operands: two words hold more there than the formulas compute. Those of ff \
         and dd keep it.",
        found.first()?.device,
        float2 / f32,
        ff / f32,
        double2 / f64,
        dd / f64,
    ))
}

/// What precision costs at the largest size.
fn times(found: &[&Measured]) -> Option<String> {
    let mut said = Vec::new();
    let mut devices: Vec<&str> = Vec::new();
    for found in found {
        if !devices.contains(&found.device.as_str()) {
            devices.push(&found.device);
        }
    }
    for device in devices {
        let here = || {
            found.iter().filter(|found| {
                found.device == device && found.block.is_none_or(|block| block == [8, 8])
            })
        };
        // The largest size that all types reached which reached any.
        let types: Vec<_> = here().map(|found| found.contender).collect();
        let reached = |contender| {
            here().filter(move |found| found.contender == contender).map(|found| found.size).max()
        };
        let pairs =
            types.iter().filter(|contender| matches!(contender, Number(_) | Float2 | Double2));
        let Some(size) = pairs.filter_map(|&contender| reached(contender)).min() else { continue };
        let times = here().filter(|found| found.size == size);
        let times: Vec<String> =
            times.map(|found| format!("{} {:.1e} s", found.contender, found.seconds)).collect();
        let block = if device == CPU { "" } else { " in blocks of 8x8" };
        said.push(format!("{device}{block}, {size} unknowns: {}", times.join(", ")));
    }
    (!said.is_empty()).then(|| format!("Times on {}.", said.join("; on ")))
}

/// How what types cost compares with table 16, and why it differs.
pub(super) fn beside_the_seed(found: &[Measured], judges: &Judges) -> Option<String> {
    let device = judges.foremost()?;
    let found: Vec<&Measured> =
        found.iter().filter(|found| found.system == System::Random).collect();
    let mut ratios: Vec<(f64, String)> = Vec::new();
    for [dear, cheap] in [[Number(F64), Number(F32)], [Float2, Number(F32)], [Double2, Number(F64)]]
    {
        for (size, here) in dearer(&found, device, [dear, cheap]) {
            if let Some(there) = seed::dearer(dear.name(), cheap.name(), size) {
                let said = format!("{dear} over {cheap} at {size}, {here:.2} against {there:.2}");
                ratios.push((here / there, said));
            }
        }
    }
    let (least, few) = ratios.iter().min_by(|x, y| x.0.total_cmp(&y.0))?;
    let (most, many) = ratios.iter().max_by(|x, y| x.0.total_cmp(&y.0))?;
    Some(format!(
        "Beside the seed: what a type costs over another on {device} is {least:.2} ({few}) to \
         {most:.2} times ({many}) what table 16 gives in blocks of 8x8; errors were published as \
         figures only. {} Systems and signs are not published, and products of words are fused with the \
         subtraction where there is a fused multiply-add, composite ones are not.",
        match device == CPU {
            true =>
                "A processor holds its blocks in caches, so that it computes where the seed's GPU \
                 waited for memory, and each operation of a formula costs its time.",
            false =>
                "Another GPU has other shares of memory and of units for f64, and times here are \
                 those of its own clock.",
        }
    ))
}

/// The condition numbers.
fn conditioned(found: &[&Measured]) -> Option<String> {
    let mut said: Vec<(usize, f64)> =
        found.iter().filter_map(|found| Some((found.size, found.condition?))).collect();
    said.dedup();
    let said: Vec<_> =
        said.iter().map(|(size, condition)| format!("{size}: {condition:.1e}")).collect();
    (!said.is_empty()).then(|| {
        format!("Condition numbers, ‖A‖₁·‖A⁻¹‖₁ estimated, by unknowns: {}.", said.join(", "))
    })
}

fn verified(found: &[&Measured]) -> Option<String> {
    let compared = found.iter().filter(|found| found.verified.is_some()).count();
    let same = found.iter().filter(|found| found.verified == Some(true)).count();
    (compared > 0).then(|| {
        format!(
            "{same} of the {compared} solutions of other devices that were compared have the bits of \
             the processor's (column verified)."
        )
    })
}
