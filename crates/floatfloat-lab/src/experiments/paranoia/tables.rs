//! The results of examinations, as tables.

use super::EXPERIMENT;
use crate::{
    machine::CPU,
    paranoia::Examined,
    results::{Cell, Table},
    table::{chosen, measured, note, row, verdict},
};
use floatfloat_paranoia::{Evidence, Op, Options, Report};

/// The name of an operation in every table of the lab.
const fn operation(op: Op) -> &'static str {
    match op {
        Op::Add => "add",
        Op::Sub => "sub",
        Op::Mul => "mul",
        Op::Div => "div",
        Op::Sqrt => "sqrt",
        other => other.name(),
    }
}

/// The machines for which there is a report.
fn reports(examined: &[Examined]) -> impl Iterator<Item = (&Examined, &Report)> {
    examined.iter().filter_map(|one| Some((one, one.found.as_ref().ok()?)))
}

pub(super) fn intervals(examined: &[Examined]) -> Table {
    let columns = [
        chosen("device"),
        chosen("mode"),
        chosen("format"),
        chosen("op"),
        measured("low", "ulp"),
        measured("high", "ulp"),
        measured("verdict", ""),
        measured("samples", ""),
        measured("promised", ""),
        verdict("kept"),
        measured("used", ""),
        note("low_at"),
        note("high_at"),
    ];
    let mut table = Table::new("paranoia", CPU, columns)
        .paper(EXPERIMENT.study.paper)
        .explained(include_str!("../notes/paranoia.md"), &[]);
    for (one, report) in reports(examined) {
        for row in &report.rows {
            let promise = one.promise(row.op);
            table.push(row![
                one.device.as_str(),
                one.mode.as_str(),
                report.format.to_string(),
                operation(row.op),
                row.low.ulps,
                row.high.ulps,
                row.verdict.to_string(),
                row.samples,
                promise.map(|promise| promise.to_string()),
                promise.and_then(|promise| promise.kept(row, report)),
                one.used,
                row.low.at.to_string(),
                row.high.at.to_string(),
            ]);
        }
    }
    table
}

pub(super) fn safety(examined: &[Examined], operands: &Options) -> Table {
    let columns = [
        chosen("device"),
        chosen("mode"),
        chosen("format"),
        measured("safe", ""),
        note("because"),
        note("caveats"),
        measured("guard_digit", ""),
        measured("sticky_bit", ""),
        measured("division", ""),
        measured("fma", ""),
        measured("contracts", ""),
        measured("reassociates", ""),
        measured("subnormal_operands", ""),
        measured("subnormal_results", ""),
        measured("results", ""),
        verdict("holds"),
        measured("used", ""),
        measured("lowering", ""),
        note("name"),
        note("driver"),
        measured("operands", ""),
    ];
    let mut table = Table::new("paranoia-safety", CPU, columns)
        .explained(include_str!("../notes/paranoia-safety.md"), &[]);
    let tried = format!(
        "seed {}, {} positions, {} random{}",
        operands.seed,
        operands.positions,
        operands.random,
        if operands.edges { ", edges" } else { "" }
    );
    for one in examined {
        let about = row![
            one.holds(),
            one.used,
            one.lowering(),
            one.name.as_str(),
            one.driver.as_str(),
            tried.as_str(),
        ];
        let found = match &one.found {
            Ok(report) => character(one, report),
            Err(error) => {
                let mut found = row![
                    one.device.as_str(),
                    one.mode.as_str(),
                    one.declared.to_string(),
                    Cell::Empty,
                    format!("it could not be examined: {error}"),
                ];
                found.resize(table.columns.len() - about.len(), Cell::Empty);
                found
            }
        };
        table.push([found, about].concat());
    }
    table
}

fn character(one: &Examined, report: &Report) -> Vec<Cell> {
    let character = &report.character;
    row![
        one.device.as_str(),
        one.mode.as_str(),
        report.format.to_string(),
        report.safety.safe,
        report.safety.because.join("; "),
        report.safety.caveats.join("; "),
        character.guard_digit,
        character.sticky_bit,
        character.division.to_string(),
        character.fma.to_string(),
        character.contracts,
        character.reassociates,
        character.subnormal_inputs.to_string(),
        character.subnormal_outputs.to_string(),
        report.results,
    ]
}

pub(super) fn findings(examined: &[Examined]) -> Table {
    let columns = [
        chosen("device"),
        chosen("mode"),
        chosen("format"),
        chosen("class"),
        chosen("op"),
        chosen("finding"),
        measured("count", ""),
        measured("tried", ""),
        verdict("permitted"),
        measured("used", ""),
        note("evidence"),
    ];
    let mut table = Table::new("paranoia-findings", CPU, columns)
        .explained(include_str!("../notes/paranoia-findings.md"), &[]);
    for (one, report) in reports(examined) {
        for finding in &report.findings {
            table.push(row![
                one.device.as_str(),
                one.mode.as_str(),
                report.format.to_string(),
                finding.class.to_string(),
                finding.op.formula(),
                finding.message.as_str(),
                finding.count,
                finding.tried,
                one.permits(finding),
                one.used,
                finding.evidence.first().map(Evidence::to_string),
            ]);
        }
    }
    table
}
