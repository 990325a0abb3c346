//! What compensation buys, and what it costs, in words.

use super::{DEGREE, Op, POINTS, TERMS, Timed, Trial};
use crate::{experiments::Options, table::Table};

pub(super) fn of_accuracy(table: Table, trials: &[Trial], options: &Options) -> Table {
    let mut table = table
        .note(format!(
            "Sums of {TERMS} terms and inner products of half as many, generated for a condition \
             number as Ogita, Rump and Oishi do (2005; seed {}), and (x − 1)^{DEGREE}, expanded, at \
             {POINTS} points beside 1. f32 holds every operand. error is relative to the exact result, \
             for polynomials the largest of all points; bound is what theory promises of it. condition is \
             Σ|x|/|Σx|, 2·Σ|x·y|/|Σx·y|, or the largest Σ|a·xⁱ|/|p(x)|. elements of polynomials are \
             their degree.",
            options.seed
        ))
        .note(
            "Compensated is Sum2 and Dot2 of Ogita, Rump and Oishi and the compensated Horner scheme of \
             Graillat, Langlois and Louvet, one term after the other on the processor, as the library \
             divides a reduction on other devices. f64-library-2 and -3 are the library's sums and \
             products in two and three times the precision, on registers and in threads. \
             Products of operands of 24 bits are exact in f64, so that what double2 loses of products \
             does not show in inner products; what float2 loses does.",
        );
    let mut devices: Vec<&str> = Vec::new();
    for trial in trials {
        if !devices.contains(&trial.device.as_str()) {
            devices.push(&trial.device);
        }
    }
    for device in devices {
        let said: Vec<String> = ["f32", "f64"]
            .into_iter()
            .flat_map(|word| [Op::Sum, Op::Dot, Op::Horner].map(|op| (word, op)))
            .filter_map(|(word, op)| reach(trials, device, word, op))
            .collect();
        if !said.is_empty() {
            table.add_note(format!("On {device}: {}.", said.join("; ")));
        }
    }
    table
}

/// Up to which condition number results are good.
fn reach(trials: &[Trial], device: &str, word: &str, op: Op) -> Option<String> {
    let u = if word == "f32" { f32::EPSILON.into() } else { f64::EPSILON } / 2.0;
    let up_to = |number_type: &str, most: f64| {
        let mut of: Vec<&Trial> = trials
            .iter()
            .filter(|trial| {
                trial.device == device && trial.op == op && trial.number_type == number_type
            })
            .collect();
        of.sort_by(|x, y| x.condition.total_cmp(&y.condition));
        let good = of.iter().take_while(|trial| trial.error <= most).last();
        (!of.is_empty()).then(|| good.map_or(0.0, |trial| trial.condition))
    };
    let plain = up_to(word, 1e-3)?;
    let compensated = up_to(&format!("{word}-compensated"), 1e-3)?;
    let full = up_to(&format!("{word}-compensated"), 2.0 * u)?;
    let name = op.name();
    Some(format!(
        "{name} in {word} has three digits up to condition {plain:.0e}, compensated up to \
         {compensated:.0e}, and is as good as rounded once ({:.0e}) up to {full:.0e}",
        2.0 * u
    ))
}

pub(super) fn of_times(table: Table, times: &[Timed]) -> Table {
    let mut table = table.note(
        "Without copies to and from a device; medians. times_plain is the time over that of the same in \
         plain words. On the processor one term after the other, so that a plain sum waits for each \
         addition, and compensation, whose operations need not wait for each other, costs less than \
         its operations; the library's run on registers and in threads. Plain polynomials may be \
         evaluated at several points at a time, where the compiler sees to it. Elements are terms or \
         points.",
    );
    let mut devices: Vec<&str> = Vec::new();
    for timed in times {
        if !devices.contains(&timed.device.as_str()) {
            devices.push(&timed.device);
        }
    }
    for device in devices {
        let mut said = Vec::new();
        for op in [Op::Sum, Op::Dot, Op::Horner] {
            let time = |number_type: &str| {
                let mut of = times.iter().filter(|t| t.device == device && t.op == op);
                of.find(|t| t.number_type == number_type).map(|t| t.seconds)
            };
            for (word, pair) in [("f32", "ff"), ("f64", "dd")] {
                let found = (time(word), time(&format!("{word}-compensated")), time(pair));
                if let (Some(plain), Some(compensated), Some(pair_time)) = found {
                    said.push(format!(
                        "{} in {word} compensated {:.1} times, in {pair} {:.1} times plain",
                        op.name(),
                        compensated / plain,
                        pair_time / plain
                    ));
                }
            }
        }
        if !said.is_empty() {
            table.add_note(format!("Time on {device}: {}.", said.join("; ")));
        }
    }
    table
}
