//! The examination.

use crate::{
    Kind,
    arithmetic::{self, is_same},
    compensated::Compensation,
    draw::Draw,
    operand,
    operator::{Failure, Operator, Shape},
    order::{self, Trouble},
    probe::{Asked, Probe},
    report::{Answer, Check, Error as ErrorSize, Model, Report, Witness},
    same,
    term::{Rounding, Term, Value, sum},
    tree::Tree,
};
use floatfloat_paranoia::{Format, Mode};

/// Sizes and efforts of an examination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Sizes of a product of matrices. A sum and a dot product have `k` terms.
    pub shape: Shape,
    /// Fresh sums with which the machine found is compared.
    pub checks: usize,
    /// Seed of the random operands.
    pub seed: u64,
}

/// 32 terms, 16 rows and columns, and 2048 comparisons.
impl Default for Options {
    fn default() -> Self {
        Options { shape: Shape { m: 16, k: 32, n: 16 }, checks: 2048, seed: 1 }
    }
}

/// Examines a machine.
///
/// # Errors
/// What the machine says, or that it gives another number of results than the shape asks for.
pub fn examine(operator: &mut dyn Operator, options: &Options) -> Result<Report, Failure> {
    let (name, kind) = (operator.name(), operator.kind());
    let asked = &mut Asked::new(operator, options.shape);
    let shape = asked.shape;
    let declared = asked.results();
    let same = same::find(asked, options.seed)?;
    asked.alone = matches!(same.everywhere, Answer::No(_));
    let (used, not_a_number) = results_precision(asked, options.seed)?;
    asked.narrow_results(used);
    let read = operand::read(asked)?;
    let tree = match order_of(asked) {
        Ok(tree) => Some(tree),
        Err(Trouble::Failed(failure)) => return Err(failure),
        Err(_) => None,
    };
    let mut model = None;
    let mut witness = None;
    let mut units = Vec::new();
    if let Some(tree) = &tree {
        let found = arithmetic::find(asked, tree, &read, options.seed)?;
        witness = found.witness;
        units = found.units;
        if let Some(unit) = units.first() {
            model = Some(Model::Tree(tree.clone(), unit.clone()));
        }
    }
    if model.is_none() && kind != Kind::Norm {
        model = compensated(asked, options.seed)?;
    }
    let (check, overflow) = check(asked, model.as_ref(), options)?;
    let special = special(asked)?;
    Ok(Report {
        name,
        kind,
        shape,
        operands: asked.operands(),
        results: declared,
        used,
        bits: read.bits,
        reads: read.mode,
        tree,
        units,
        model,
        witness: witness.map(|(probe, seen)| Witness { probe, seen, expected: None }),
        check,
        same,
        not_a_number: not_a_number.or(overflow),
        special,
        sums: asked.sums,
    })
}

/// The order of summation; that of a norm's squares is not looked for.
fn order_of(asked: &mut Asked) -> Result<Tree, Trouble> {
    if asked.kind() == Kind::Norm { Err(Trouble::NoTree) } else { order::find(asked) }
}

/// Bits of the results that are used, because a machine may pass results of one format in another; and a result that is
/// infinite or NaN, though no term is large.
fn results_precision(asked: &mut Asked, seed: u64) -> Result<(u32, Option<Witness>), Failure> {
    let mut draw = Draw::new(seed + 16, asked);
    let probes: Vec<Probe> = (0..256).map(|_| draw.anywhere(asked.terms(), 30)).collect();
    let results = asked.ask(&probes)?;
    let bits = |x: &f64| 128 - Term::of(*x).magnitude.leading_zeros();
    let most = results.iter().filter(|x| x.is_finite()).map(bits).max().unwrap_or(0);
    let precision = asked.results().precision;
    let wrong = probes.into_iter().zip(results).find(|(_, seen)| !seen.is_finite());
    let witness = wrong.map(|(probe, seen)| Witness { probe, seen, expected: None });
    Ok((if most < 2 { precision } else { most.min(precision) }, witness))
}

/// The first way of compensation that gives the machine's results.
fn compensated(asked: &mut Asked, seed: u64) -> Result<Option<Model>, Failure> {
    let mut draw = Draw::new(seed + 8, asked);
    let probes: Vec<Probe> = (0..64).map(|_| draw.anywhere(asked.terms(), 40)).collect();
    let results = asked.ask(&probes)?;
    for format in [asked.results(), Format::F64, Format::F32] {
        let rounding = Rounding { format, mode: Mode::NearestEven, flushes: false };
        for compensation in Compensation::ALL {
            let model = Model::Compensated(compensation, rounding);
            let explains = |(probe, &result): (&Probe, &f64)| {
                model.run(probe, asked.results()).is_some_and(|expected| is_same(expected, result))
            };
            if probes.iter().zip(&results).all(explains) {
                return Ok(Some(model));
            }
        }
    }
    Ok(None)
}

/// The machine found, compared with the machine itself, and the machine's errors compared with their bound; a norm inside the
/// range that is infinite.
fn check(
    asked: &mut Asked,
    model: Option<&Model>,
    options: &Options,
) -> Result<(Check, Option<Witness>), Failure> {
    let mut overflow = None;
    let error = ErrorSize::default();
    let mut check = Check { tried: 0, different: 0, different_at_ends: 0, witness: None, error };
    let mut draw = Draw::new(options.seed ^ 0x5EED, asked);
    while check.tried < options.checks {
        let probes: Vec<Probe> = (0..256.min(options.checks - check.tried))
            .map(|i| match i % 4 {
                0 => draw.at_the_edge(asked.terms()),
                i => draw.anywhere(asked.terms(), 20 * i as i32),
            })
            .collect();
        let results = asked.ask(&probes)?;
        for (i, (probe, &seen)) in probes.iter().zip(&results).enumerate() {
            check.tried += 1;
            if asked.kind() == Kind::Norm && !seen.is_finite() {
                let probe = probe.clone();
                overflow.get_or_insert(Witness { probe, seen, expected: None });
            }
            check.error.add(asked.kind(), probe, seen, asked.results());
            let expected = model.and_then(|model| model.run(probe, asked.results()));
            if model.is_some() && !expected.is_some_and(|expected| is_same(expected, seen)) {
                let count =
                    if i % 4 == 0 { &mut check.different_at_ends } else { &mut check.different };
                *count += 1;
                check.witness.get_or_insert_with(|| Witness {
                    probe: probe.clone(),
                    seen,
                    expected,
                });
            }
        }
    }
    Ok((check, overflow))
}

/// Results that IEEE 754 defines for infinities and NaN, and the machine gives otherwise.
fn special(asked: &mut Asked) -> Result<Vec<Witness>, Failure> {
    const INF: f64 = f64::INFINITY;
    let last = asked.terms() - 1;
    let mut cases: Vec<(Vec<(usize, f64)>, f64)> = vec![
        (vec![(0, INF)], INF),
        (vec![(last, -INF)], -INF),
        (vec![(0, f64::NAN)], f64::NAN),
        (vec![(last / 2, f64::NAN)], f64::NAN),
    ];
    if last > 0 {
        cases.push((vec![(0, INF), (last, -INF)], f64::NAN));
        cases.push((vec![(0, INF), (last, 1.0)], INF));
    }
    let mut probes: Vec<Probe> = cases.iter().map(|(values, _)| asked.of_factor(values)).collect();
    let mut expected: Vec<f64> = cases.iter().map(|case| case.1).collect();
    if asked.kind().has_products() {
        let mut times_zero = asked.of_factor(&[(0, INF)]);
        times_zero.second[0] = 0.0;
        probes.push(times_zero);
        expected.push(f64::NAN);
    }
    if !asked.kind().has_signs() {
        // Infinities of both signs have magnitudes that do not cancel.
        let is_of_both = |x: &[f64]| x.contains(&INF) && x.contains(&-INF);
        for (probe, expected) in probes.iter().zip(&mut expected) {
            *expected = if is_of_both(&probe.first) { INF } else { expected.abs() };
        }
    }
    let results = asked.ask(&probes)?;
    let wrong = probes.into_iter().zip(results).zip(expected);
    Ok(wrong
        .filter(|((_, seen), expected)| !is_same(*seen, *expected))
        .map(|((probe, seen), expected)| Witness { probe, seen, expected: Some(expected) })
        .collect())
}

/// The exact products of a probe.
pub(crate) fn terms(probe: &Probe) -> Vec<Term> {
    let first = probe.first.iter().map(|&x| Term::of(x));
    if probe.second.is_empty() {
        first.collect()
    } else {
        first.zip(&probe.second).map(|(a, &b)| a.times(Term::of(b))).collect()
    }
}

impl Model {
    /// The result of the machine found; `None` where it does not say.
    pub fn run(&self, probe: &Probe, results: Format) -> Option<f64> {
        match self {
            Model::Tree(tree, unit) => Some(unit.run(tree, &probe.first, &probe.second)),
            Model::Compensated(compensation, rounding) => {
                let rounded = |term: Term| match term.rounded(rounding) {
                    Value::Finite(term) => Some(term),
                    Value::Special(_) => None,
                };
                let terms: Option<Vec<Term>> = terms(probe).into_iter().map(rounded).collect();
                let end = Rounding { format: results, ..*rounding };
                match compensation.run(&terms?, rounding)?.rounded(&end) {
                    Value::Finite(term) => Some(term.to_f64()),
                    Value::Special(special) => Some(special),
                }
            }
        }
    }
}

impl ErrorSize {
    /// Takes a result into account: |result − exact| ÷ (n·u·Σ|terms|); for a norm ÷ ((n/2 + 1)·u·norm).
    fn add(&mut self, kind: Kind, probe: &Probe, seen: f64, results: Format) {
        let is_norm = kind == Kind::Norm;
        let square = |term: Term| if is_norm { term.times(term) } else { term };
        let terms: Vec<Term> = terms(probe).into_iter().map(square).collect();
        let (emin, emax) = match is_norm {
            true => (2 * results.emin, 2 * results.emax),
            false => (results.emin, results.emax),
        };
        let magnitudes: Vec<Term> =
            terms.iter().map(|&term| Term { negative: false, ..term }).collect();
        let total = sum(&magnitudes);
        if total.is_zero() || !seen.is_finite() || total.top() < emin || total.top() >= emax {
            return;
        }
        let mut residual = terms;
        let result = square(Term::of(seen));
        residual.push(Term { negative: !result.negative, ..result });
        let error = sum(&residual);
        if error.is_zero() {
            return;
        }
        // The relative error of a norm is half of that of its square.
        let n = probe.first.len() as f64;
        let steps = if is_norm { n + 2.0 } else { n };
        let ratio = ratio(error, total) * 2f64.powi(results.precision as i32) / steps;
        if ratio > self.of_bound {
            *self = ErrorSize { of_bound: ratio, at: Some(probe.clone()), seen };
        }
    }
}

/// |x| ÷ |y|, which is not zero, to about 53 bits.
pub(crate) fn ratio(x: Term, y: Term) -> f64 {
    let leading = |x: Term| x.magnitude as f64 * 2f64.powi(x.exponent - x.top());
    leading(x) / leading(y) * 2f64.powi((x.top() - y.top()).clamp(-1000, 1000))
}

/// The order of summation of `terms` terms.
///
/// # Errors
/// As [`examine`].
pub fn order(operator: &mut dyn Operator, shape: Shape) -> Result<Option<Tree>, Failure> {
    let mut asked = Asked::new(operator, shape);
    asked.alone = true;
    match order_of(&mut asked) {
        Ok(tree) => Ok(Some(tree)),
        Err(Trouble::Failed(failure)) => Err(failure),
        Err(_) => Ok(None),
    }
}
