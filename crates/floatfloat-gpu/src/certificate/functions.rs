//! Certifies elementary functions, operations of three and four words, and functions of integers that programs call.
//! Each is certified when a program first uses it, so that opening a device stays quick.

use super::{
    CertifiedWord, WordCertificate, called,
    character::Subnormals,
    checks::{Check, Group},
    compare::{Comparison, Failure},
    execute::{Stop, Subject},
    meter::Meter,
    several_words, text_of,
};
use crate::{
    circuit::{Called, Circuit, Kind},
    error::Error,
    program::Program,
    runner::Runner,
    word_type::WordType,
};
use floatfloat::{DoubleWord, elementary::Operands, progress::Silent, registry::FUNCTIONS};
use floatfloat_exact::Random;
use std::sync::Arc;

/// A function that programs use and that is certified when the first program uses it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// The elementary function of this name.
    Elementary(&'static str),
    /// The operation of three or four words of this name.
    Operation(&'static str),
    /// A function of integers that circuits call.
    Called(Arc<Called>),
}

impl From<&'static str> for Part {
    fn from(name: &'static str) -> Self {
        if several_words::has(name) { Part::Operation(name) } else { Part::Elementary(name) }
    }
}

impl Part {
    /// The parts of a program. A part comes after the parts on which it relies.
    pub(crate) fn of(program: &Program) -> Vec<Self> {
        fn add(called: &Arc<Called>, parts: &mut Vec<Part>) {
            called.circuit.called.iter().for_each(|called| add(called, parts));
            let part = Part::Called(Arc::clone(called));
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        let mut parts = Vec::new();
        for circuit in program.circuits() {
            parts.extend(circuit.functions().iter().map(|&name| Part::from(name)));
            if circuit.nodes().iter().any(|node| node.kind() == Kind::Uint) {
                add(&called::integer_operations(program.word()), &mut parts);
            }
            circuit.called.iter().for_each(|called| add(called, &mut parts));
        }
        parts
    }

    /// Its name.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Part::Elementary(name) | Part::Operation(name) => name,
            Part::Called(called) => called.name,
        }
    }

    /// The circuits that are compared with the processor's; none if the part is unknown.
    fn circuits(&self, word: WordType, fused: bool) -> Vec<Circuit> {
        match self {
            Part::Elementary(name) => {
                Circuit::of_named_function(name, word, fused).into_iter().collect()
            }
            Part::Operation(name) => several_words::circuits(name, word, fused),
            Part::Called(called) => called::carried(called, word).into_iter().collect(),
        }
    }

    /// The circuits, with their operands.
    fn checks<F: CertifiedWord>(&self, fused: bool) -> Vec<Check<F>> {
        let operands = match self {
            Part::Operation(name) => return several_words::checks(name, fused),
            Part::Elementary(name) => {
                let info = FUNCTIONS.iter().find(|info| info.name == *name);
                info.map(|info| operands(info.operands))
            }
            Part::Called(called) => Some(vec![called::operands(called.circuit.parameters().len())]),
        };
        let circuits = self.circuits(F::TYPE, fused).into_iter().zip(operands);
        circuits
            .map(|(circuit, operands)| Check { names: vec![self.name()], circuit, operands })
            .collect()
    }
}

/// Whether a device computes the elementary function or operation of this name, or this function of integers, as the
/// processor does, bit for bit.
///
/// The arithmetic is written as the certificate of the word says. The function runs straight-line and in a loop,
/// over every exponent, the ranges in which functions are interesting, the borders of their tables, and special
/// values. The allowances are those that the certificate has made. Where subnormal numbers are zeros, elements whose
/// result this changes are left out. A name that the registry does not have is not examined, and no failure is
/// reported.
///
/// # Errors
/// [`Error::Cancelled`] only.
pub(crate) async fn certify_function(
    runner: &dyn Runner,
    proof: &WordCertificate,
    part: impl Into<Part>,
) -> Result<Option<Failure>, Error> {
    let part = part.into();
    let found = match proof.word {
        WordType::F32 => found::<f32>(runner, proof, &part).await,
        WordType::F64 => found::<f64>(runner, proof, &part).await,
        WordType::F16 | WordType::Bf16 | WordType::U32 => return Ok(None),
    };
    match found {
        Ok(()) => Ok(None),
        Err(Stop::Failed(failure)) => Ok(Some(failure)),
        Err(Stop::Cancelled) => Err(Error::Cancelled),
    }
}

/// The text of the programs that are examined, as it is written for the compiler of this device.
pub(crate) fn emitted_function(
    runner: &dyn Runner,
    proof: &WordCertificate,
    part: &Part,
    text: &mut dyn FnMut(&str),
) {
    let Some(lowering) = proof.lowering else { return };
    for circuit in part.circuits(proof.word, lowering.fused) {
        let broadcast = vec![false; circuit.parameters().len()];
        text(&format!("{lowering:?}"));
        text(&text_of(runner, &Program::map(circuit, broadcast, true), &lowering));
    }
}

async fn found<F: CertifiedWord>(
    runner: &dyn Runner,
    proof: &WordCertificate,
    part: &Part,
) -> Result<(), Stop> {
    let Some(lowering) = proof.lowering else { return Ok(()) };
    let checks = part.checks::<F>(lowering.fused);
    let meter = Meter::new(&Silent, 1);
    let share = meter.share(1);
    let subject = Subject::new(runner, lowering, &share);
    let flushed = proof.subnormals != Some(Subnormals::Kept);
    let mut comparison = Comparison::of_function(proof.signed_zeros);
    let left_out = |check: &Check<F>| flushed.then(|| check.depends_on_subnormal(&lowering));
    for check in checks {
        Group { checks: vec![check] }.compare(subject, left_out, &mut comparison).await?;
    }
    match comparison.special {
        Some(failure) if proof.special_values => Err(failure.into()),
        _ => Ok(()),
    }
}

/// The numbers of each parameter, with the words of a number side by side.
fn operands<F: CertifiedWord>(operands: Operands) -> Vec<Vec<F>> {
    let words = |numbers: &[DoubleWord<F>]| numbers.iter().flat_map(|x| [x.hi(), x.lo()]).collect();
    let numbers = numbers::<F>();
    match operands {
        Operands::One => vec![words(&numbers)],
        Operands::Two => {
            // Every pair of special values, and every special value with many ordinary numbers.
            let special = special::<F>();
            let both = special.iter().flat_map(|&x| special.iter().map(move |&y| (x, y)));
            let others = (0..numbers.len()).map(|i| {
                let j = (i * 7919 + i / 3) % numbers.len();
                (numbers[i], numbers[j])
            });
            let near = numbers.windows(2).map(|pair| (pair[0], pair[1]));
            let (x, y): (Vec<_>, Vec<_>) = both.chain(others).chain(near).unzip();
            vec![words(&x), words(&y)]
        }
        Operands::Integer => {
            let large = 2f64.powi(F::PRECISION as i32 - 1);
            let integers = [2.0, 3.0, -1.0, 5.0, 0.0, -2.0, 1.0, 100.0, -7.0, large, 17.0];
            let integers = integers.iter().cycle().take(numbers.len());
            vec![words(&numbers), integers.map(|&n| F::from_f64(n)).collect()]
        }
    }
}

/// Zeros, infinities, NaN, the ends of the range, and numbers at which functions are exact.
fn special<F: CertifiedWord>() -> Vec<DoubleWord<F>> {
    let least = F::rounded(false, 1, F::LEAST_EXPONENT, false);
    let ends = [F::default(), F::INFINITY, F::MAX, F::MIN_POSITIVE, least];
    let small = [0.5, 1.0, 1.5, 2.0, 3.0, 10.0, 0.125, 64.0, 1e6].map(F::from_f64);
    let positive = ends.into_iter().chain(small);
    let words = positive.flat_map(|word| [word, -word]).chain([F::NAN]);
    let number = |word: F| {
        let low = word * F::from_f64(F::FORMAT.u() / 4.0);
        let low = if word.abs() < F::MAX { low } else { F::default() };
        [DoubleWord::from_word(word), DoubleWord::from_parts(word, low)]
    };
    words.flat_map(number).collect()
}

/// Numbers for which functions take every path through their code.
fn numbers<F: CertifiedWord>() -> Vec<DoubleWord<F>> {
    let mut random = Random::new(12);
    let mut numbers = special::<F>();
    let u = F::FORMAT.u();
    let mut push = |random: &mut Random, high: f64| {
        let high = F::from_f64(high);
        let part = (random.bits() >> 11) as f64 / 2f64.powi(53) - 0.5;
        let gap = 2f64.powi(-random.between(0, 20));
        let low = high * F::from_f64(u * 1.9 * part * if part.abs() < 0.25 { gap } else { 1.0 });
        numbers.push(DoubleWord::from_parts(high, low));
    };
    let signed = |random: &mut Random| {
        let unit = 1.0 + (random.bits() >> 12) as f64 / 2f64.powi(52);
        if random.bits().is_multiple_of(2) { unit } else { -unit }
    };
    // Numbers of every size.
    for exponent in F::LEAST_EXPONENT + 1..=F::LARGEST_EXPONENT {
        let number =
            signed(&mut random) * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2);
        push(&mut random, number);
    }
    // Numbers at which most functions are neither trivial nor out of range.
    for _ in 0..2000 {
        let number = signed(&mut random) * 2f64.powi(random.between(-12, 10));
        push(&mut random, number);
    }
    // Borders of tables and of periods, and numbers next to them.
    for k in 1..400 {
        let step = signed(&mut random).signum() * f64::from(k);
        for border in [1.0 / 16.0, std::f64::consts::LN_2 / 16.0, std::f64::consts::FRAC_PI_4] {
            push(&mut random, step * border);
        }
        push(&mut random, step.signum() * (1.0 + f64::from(k) * u * 2.0));
    }
    // Numbers at which exponentials overflow, are subnormal, or underflow.
    for threshold in [87.3, 88.72, 103.9, 126.0, 149.0, 128.0, 38.5, 44.8, 308.25, 323.3, 708.4] {
        for part in [-1e-3, 0.0, 1e-3] {
            push(&mut random, threshold + part);
            push(&mut random, -threshold - part);
        }
    }
    for threshold in [709.782712893384, 745.1332191019412, 1022.0, 1024.0, 1074.0, 1075.0] {
        for part in [-1e-9, 0.0, 1e-9] {
            push(&mut random, threshold + part);
            push(&mut random, -threshold - part);
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_operands() {
        for info in FUNCTIONS {
            for fused in [true, false] {
                let [check] = Part::from(info.name).checks::<f32>(fused).try_into().ok().unwrap();
                assert_eq!(check.circuit.functions(), [info.name]);
                assert!(check.count() > 3000, "{}: {}", info.name, check.count());
                let left_out = check.depends_on_subnormal(&crate::Lowering::NATIVE);
                let compared = left_out.iter().filter(|&&left_out| !left_out).count();
                assert!(
                    compared > 1000,
                    "{}: {compared} of {} where subnormals are zero",
                    info.name,
                    check.count()
                );
            }
        }
        assert!(Part::from("no function").checks::<f64>(true).is_empty());
    }
}
