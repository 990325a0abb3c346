//! Tolerances for tests of a computation, in the type and on the device that were chosen.

use super::{candidate::Candidate, model::Sample, problem::Problem, question::Question};
use crate::{
    arithmetic::{Family, Visitor, for_each},
    contender::Contender,
    devices::OnDevice,
    error::Error,
    experiments::Options,
    machine::CPU,
    number_type::NumberType,
    progress::Progress,
    results::Experiment,
    table::{Table, row},
    workloads::{Place, Run, Workload},
};

/// Inputs beside the first.
const FURTHER: u64 = 4;

/// How far beyond the largest error seen a test should allow.
const SAFETY: f64 = 4.0;

/// Tolerances in the sense of `|found − expected| ≤ atol + rtol·|expected|`, which is how NumPy and
/// its like compare.
///
/// rtol is four times the largest error over five inputs, but not less than the type can hold apart;
/// atol is the same error in units of the largest result, for elements that are small beside it.
///
/// # Errors
/// Those of the device, and [`Error::Interrupted`].
pub(super) fn table(
    question: &Question,
    chosen: &Candidate,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Experiment, Error> {
    let mut worst = chosen.at.error;
    let mut inputs = 1;
    if question.input.is_empty() && question.kind.has_range() {
        for further in 1..=FURTHER {
            let seed = options.seed.wrapping_add(further);
            let problem = Problem::new(question, chosen.measured, seed, progress)?;
            if let Some(run) = again(&problem, chosen, options, progress)? {
                let Sample { error: expected, .. } = chosen.model.at(chosen.measured);
                let grown = if expected > 0.0 { chosen.at.error / expected } else { 1.0 };
                worst = worst.max(run.relative_error() * grown);
                inputs += 1;
            }
        }
    }
    let apart = unit(chosen.contender);
    let rtol = round_up((SAFETY * worst).max(2.0 * apart));
    let columns = [
        ("device", ""),
        ("type", ""),
        ("rtol", ""),
        ("atol", ""),
        ("largest_error", "relative"),
        ("inputs", ""),
    ];
    let mut table = Table::new("advise-tests", &chosen.device, &columns).note(format!(
        "For tests of this computation in {} on {}: |found − expected| ≤ atol + rtol·|expected|. \
         rtol is {SAFETY} times the largest error of {inputs} input{}, and not less than two units in \
         the last place; atol is that of the largest result ({:.1e}), for elements that are small \
         beside it.",
        chosen.contender,
        chosen.device,
        if inputs == 1 { "" } else { "s" },
        chosen.scale
    ));
    table.push(row![
        chosen.device.as_str(),
        chosen.contender.name(),
        rtol,
        round_up(rtol * chosen.scale),
        worst,
        inputs
    ]);
    Ok(table.finish())
}

/// The chosen type once more, on another input.
fn again(
    problem: &Problem,
    chosen: &Candidate,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Option<Run>, Error> {
    let others = options.devices.others().iter();
    let place = if chosen.device == CPU {
        Some(Place::Processor)
    } else {
        others.map(Place::Device).find(|place| place.id() == chosen.device)
    };
    let Some(place) = place else { return Ok(None) };
    let mut once = Once { problem, place, progress, run: None };
    for_each(&[chosen.contender], &mut once)?;
    match once.run {
        Some(run) => Ok(Some(run)),
        None => problem.run_further(chosen.contender, place, progress),
    }
}

struct Once<'p> {
    problem: &'p Problem,
    place: Place<'p>,
    progress: &'p dyn Progress,
    run: Option<Run>,
}

impl Visitor for Once<'_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        self.run = self.problem.run::<F, W>(self.place, self.progress)?;
        Ok(())
    }
}

/// Half the distance of neighbouring numbers of the type, relative to them. Composite numbers promise
/// no more than their value; compensated results are rounded to a word.
fn unit(contender: Contender) -> f64 {
    let bits = match contender {
        Contender::Number(NumberType::F32) | Contender::Float2 | Contender::CompensatedF32 => 24,
        Contender::Number(NumberType::Ff) => 48,
        Contender::Number(NumberType::F64) | Contender::Double2 | Contender::CompensatedF64 => 53,
        Contender::Number(NumberType::Dd) => 106,
        Contender::Multiple(bits) => bits.into(),
    };
    2f64.powi(-bits)
}

/// The next number with one digit.
fn round_up(tolerance: f64) -> f64 {
    if !(tolerance > 0.0 && tolerance.is_finite()) {
        return tolerance;
    }
    let power = tolerance.log10().floor();
    let digit = (tolerance / 10f64.powf(power) * (1.0 - 1e-12)).ceil();
    format!("{digit}e{power}").parse().unwrap_or(tolerance)
}

#[cfg(test)]
mod tests {
    use super::round_up;

    #[test]
    fn tolerances_have_one_digit_and_are_not_smaller() {
        for (tolerance, rounded) in
            [(1.2e-13, 2e-13), (2e-13, 2e-13), (9.5e-7, 1e-6), (0.31, 0.4), (0.0, 0.0), (3.0, 3.0)]
        {
            assert_eq!(round_up(tolerance), rounded);
        }
    }
}
