//! Runs operations on the machine and records the results.

use crate::{
    Character, Class, Error, Evidence, Finding, Format, Machine, Op, Options, Row, Subject,
    bits::same,
    operands::Pairs,
    stepwise::{Step, Steps},
};
use floatfloat::progress::Progress;

/// Number of results kept in a finding; further results are only counted.
const EVIDENCE: usize = 16;

pub(crate) struct Examiner<'m> {
    machine: &'m mut dyn Machine,
    progress: &'m dyn Progress,
    pub(crate) format: Format,
    pub(crate) options: Options,
    pub(crate) pairs: Pairs,
    pub(crate) rows: Vec<Row>,
    pub(crate) character: Character,
    pub(crate) findings: Vec<Finding>,
    pub(crate) unsupported: Vec<Op>,
    pub(crate) results: u64,
}

impl<'m> Examiner<'m> {
    pub(crate) fn new(
        machine: &'m mut dyn Machine,
        options: Options,
        progress: &'m dyn Progress,
    ) -> Self {
        Examiner {
            format: machine.format(),
            machine,
            progress,
            options,
            pairs: Pairs::default(),
            rows: Vec::new(),
            character: Character::default(),
            findings: Vec::new(),
            unsupported: Vec::new(),
            results: 0,
        }
    }

    /// The machine's results, one for each element; `None` if it does not support the operation.
    pub(crate) async fn run(
        &mut self,
        op: Op,
        operands: &[&[f64]],
    ) -> Result<Option<Vec<f64>>, Error> {
        if self.progress.cancelled() {
            return Err(Error::Cancelled);
        }
        if self.unsupported.contains(&op) {
            return Ok(None);
        }
        let expected = operands[0].len();
        match self.machine.run(op, operands).await {
            Ok(results) if results.len() == expected => {
                self.results += expected as u64;
                Ok(Some(results))
            }
            Ok(results) => Err(Error::Length { op, expected, given: results.len() }),
            Err(Error::Unsupported(_)) => {
                self.unsupported.push(op);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// One result.
    pub(crate) async fn once(&mut self, op: Op, operands: &[f64]) -> Result<Option<f64>, Error> {
        let slices: Vec<&[f64]> = operands.iter().map(std::slice::from_ref).collect();
        Ok(self.run(op, &slices).await?.map(|results| results[0]))
    }

    /// The same expression, where the machine computes every step separately.
    pub(crate) async fn stepwise(
        &mut self,
        op: Op,
        operands: &[&[f64]],
    ) -> Result<Option<Vec<f64>>, Error> {
        let steps = Steps::of(op, self.format.precision);
        let mut values: Vec<Vec<f64>> =
            (0..3).map(|k| operands.get(k).unwrap_or(&operands[0]).to_vec()).collect();
        for step in &steps.steps {
            let value = match step {
                Step::Constant(value) => vec![*value; values[0].len()],
                Step::Negate(x) => values[*x].iter().map(|x| -x).collect(),
                Step::Run(op, of) => {
                    let slices: Vec<&[f64]> = of.iter().map(|&x| values[x].as_slice()).collect();
                    match self.run(*op, &slices).await? {
                        Some(results) => results,
                        None => return Ok(None),
                    }
                }
            };
            values.push(value);
        }
        Ok(Some(values.swap_remove(steps.result)))
    }

    pub(crate) fn row(&self, op: Op) -> Option<&Row> {
        self.rows.iter().find(|row| row.op == op)
    }

    /// Records a fault if any result showed it; returns whether one did.
    pub(crate) fn conclude(&mut self, suspicion: Suspicion) -> bool {
        let confirmed = suspicion.0.count > 0;
        if confirmed {
            self.findings.push(suspicion.0);
        }
        confirmed
    }

    /// Records a property of the machine.
    pub(crate) fn note(&mut self, subject: Subject, op: Op, message: impl Into<String>) {
        self.findings.push(Suspicion::new(Class::Info, subject, op, message).0);
    }
}

/// A finding that awaits its evidence.
#[derive(Clone)]
pub(crate) struct Suspicion(pub(crate) Finding);

impl Suspicion {
    pub(crate) fn new(
        class: Class,
        subject: Subject,
        op: Op,
        message: impl Into<String>,
    ) -> Suspicion {
        let (message, evidence) = (message.into(), Vec::new());
        Suspicion(Finding { class, subject, op, message, evidence, count: 0, tried: 0 })
    }

    /// Compares one result of the operation with the expected one; returns whether they agree.
    pub(crate) fn check(&mut self, operands: &[f64], seen: f64, expected: f64) -> bool {
        self.check_in(self.0.op, operands, seen, expected)
    }

    /// The same for a finding about several operations.
    pub(crate) fn check_in(&mut self, op: Op, operands: &[f64], seen: f64, expected: f64) -> bool {
        self.0.tried += 1;
        let right = same(seen, expected);
        if !right {
            self.add(Evidence { op, operands: padded(operands), seen, expected });
        }
        right
    }

    pub(crate) fn add(&mut self, evidence: Evidence) {
        self.0.count += 1;
        if self.0.evidence.len() < EVIDENCE {
            self.0.evidence.push(evidence);
        }
    }
}

pub(crate) fn padded(operands: &[f64]) -> [f64; 3] {
    std::array::from_fn(|k| *operands.get(k).unwrap_or(&operands[0]))
}
