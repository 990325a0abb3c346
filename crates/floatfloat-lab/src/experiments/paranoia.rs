//! What each machine's arithmetic really does: error intervals, verdicts, findings.

mod seed;

use crate::{
    error::Error,
    experiments::Options,
    machine::CPU,
    parallel,
    progress::Progress,
    results::{Cell, Experiment},
    table::{Table, row},
};
use floatfloat::sim::machines::{CHOPPED, IEEE_F32, NV35_LIKE, R300_LIKE};
use floatfloat_paranoia::{Evidence, Format, Machine, Native, Op, Report, Simulated, examine};

const COLUMNS: [(&str, &str); 10] = [
    ("device", ""),
    ("mode", ""),
    ("format", ""),
    ("op", ""),
    ("low", "ulp"),
    ("high", "ulp"),
    ("verdict", ""),
    ("samples", ""),
    ("low_at", ""),
    ("high_at", ""),
];

/// The name of a device, the machine it is, and the operands of its intervals.
type Named = (String, Box<dyn Machine>, Operands);

/// The operands over which a machine's intervals are taken. Everything else is found on all.
#[derive(Clone, Copy, PartialEq)]
enum Operands {
    /// Those of Hillesland & Lastra alone, so that intervals compare with the published ones.
    Seed,
    /// Those, random ones, and the edges of the range.
    All,
}

/// The machines in the order of the seed's table, then this one.
const MACHINES: [fn() -> Named; 6] = [
    || ("exact rounding (simulated)".into(), Box::new(Simulated(IEEE_F32)), Operands::Seed),
    || ("chopped (simulated)".into(), Box::new(Simulated(CHOPPED)), Operands::Seed),
    || ("R300-like (simulated)".into(), Box::new(Simulated(R300_LIKE)), Operands::Seed),
    || ("NV35-like (simulated)".into(), Box::new(Simulated(NV35_LIKE)), Operands::Seed),
    || (CPU.into(), Box::new(Native::<f32>::new()), Operands::All),
    || (CPU.into(), Box::new(Native::<f64>::new()), Operands::All),
];

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Experiment>, Error> {
    progress.begin("error intervals and findings of each machine", MACHINES.len() as u64);
    let defaults = floatfloat_paranoia::Options { seed: options.seed, ..Default::default() };
    let all = if options.quick {
        floatfloat_paranoia::Options { positions: 12, random: 512, ..defaults }
    } else {
        defaults
    };
    let seed = floatfloat_paranoia::Options { random: 0, edges: false, ..defaults };
    let reports: Vec<(String, Report)> = parallel::map(MACHINES.len(), progress, |index| {
        let (device, mut machine, operands) = MACHINES[index]();
        let mut machine = Stoppable { machine: machine.as_mut(), progress };
        let mut report = examine(&mut machine, &all)?;
        if operands == Operands::Seed {
            report.rows = examine(&mut machine, &seed)?.rows;
        }
        Ok((device, report))
    })?
    .into_iter()
    .collect::<Result<_, floatfloat_paranoia::Error>>()
    .map_err(|error| if progress.interrupted() { Error::Interrupted } else { error.into() })?;
    Ok(vec![intervals(&reports), seed::experiment(), safety(&reports), findings(&reports)])
}

/// A machine that fails when the user asks to stop, so that its examination ends.
struct Stoppable<'a> {
    machine: &'a mut dyn Machine,
    progress: &'a dyn Progress,
}

impl Machine for Stoppable<'_> {
    fn name(&self) -> String {
        self.machine.name()
    }
    fn mode(&self) -> String {
        self.machine.mode()
    }
    fn format(&self) -> Format {
        self.machine.format()
    }
    fn run(&mut self, op: Op, operands: &[&[f64]]) -> Result<Vec<f64>, floatfloat_paranoia::Error> {
        if self.progress.interrupted() {
            let message = "interrupted".to_owned();
            return Err(floatfloat_paranoia::Error::Device { op, message });
        }
        self.machine.run(op, operands)
    }
}

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

fn intervals(reports: &[(String, Report)]) -> Experiment {
    let mut table = Table::new("paranoia", CPU, &COLUMNS).seed(seed::TABLE).note(
        "Errors in ulps of the exact result over the significand patterns of Hillesland & Lastra at \
         several relative exponents, with both signs; for this machine over random operands and the \
         edges of its range as well. They count up for a \
         positive result; a sum of operands of different signs counts as subtraction. The verdict is \
         reached result by result, not from the interval. low_at and high_at are the operands at its \
         ends, hexadecimal.",
    );
    for (device, report) in reports {
        for row in &report.rows {
            table.push(row![
                device.as_str(),
                report.mode.as_str(),
                report.format.to_string(),
                operation(row.op),
                row.low.ulps,
                row.high.ulps,
                row.verdict.to_string(),
                row.samples,
                row.low.at.to_string(),
                row.high.at.to_string(),
            ]);
        }
    }
    table.finish()
}

fn safety(reports: &[(String, Report)]) -> Experiment {
    let columns = [
        ("device", ""),
        ("mode", ""),
        ("format", ""),
        ("safe", ""),
        ("because", ""),
        ("caveats", ""),
        ("guard_digit", ""),
        ("sticky_bit", ""),
        ("division", ""),
        ("fma", ""),
        ("contracts", ""),
        ("reassociates", ""),
        ("subnormal_operands", ""),
        ("subnormal_results", ""),
        ("results", ""),
        ("holds", ""),
    ];
    let mut table = Table::new("paranoia-safety", CPU, &columns).note(
        "Whether the proofs behind float-float hold on each machine: sum, difference and product \
         are rounded to nearest, and 2Sum, Fast2Sum and 2Prod gave the exact error on every operand \
         tried. because says what is missing: a machine that does not round to nearest is not \
         called safe even where every error that was tried came out exact. caveats narrow down a \
         yes, or add to a no. holds is about this machine's own processor; the simulated ones are \
         what they are.",
    );
    for (device, report) in reports {
        let character = &report.character;
        table.push(row![
            device.as_str(),
            report.mode.as_str(),
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
            if device == CPU { Cell::Flag(report.safety.safe) } else { Cell::Empty },
        ]);
    }
    table.finish()
}

fn findings(reports: &[(String, Report)]) -> Experiment {
    let columns = [
        ("device", ""),
        ("mode", ""),
        ("format", ""),
        ("class", ""),
        ("op", ""),
        ("finding", ""),
        ("count", ""),
        ("tried", ""),
        ("evidence", ""),
    ];
    let mut table = Table::new("paranoia-findings", CPU, &columns).note(
        "In Kahan's classes: a failure makes programs wrong that rely on the arithmetic as written, \
         a serious defect loses digits that every arithmetic should keep, a defect makes an \
         operation worse than it need be, a flaw departs from IEEE 754 in a way one can live with; \
         info is no fault. The gravest come first. count of the tried results show it; evidence is the first of them.",
    );
    for (device, report) in reports {
        let mut findings: Vec<_> = report.findings.iter().collect();
        findings.sort_by_key(|finding| finding.class);
        for finding in findings {
            table.push(row![
                device.as_str(),
                report.mode.as_str(),
                report.format.to_string(),
                finding.class.to_string(),
                finding.op.formula(),
                finding.message.as_str(),
                finding.count,
                finding.tried,
                finding.evidence.first().map(Evidence::to_string),
            ]);
        }
    }
    table.finish()
}
