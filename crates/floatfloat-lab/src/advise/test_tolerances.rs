//! Tolerances for tests of a computation, in the chosen type and on the chosen device.

use super::{candidate::Candidate, question::Question};
use crate::{
    contender::Contender,
    number_type::NumberType,
    results::Table,
    table::{measured, row},
};
use floatfloat_report::table::{self};

/// The factor between the largest error seen and the tolerance of a test.
const SAFETY: f64 = 4.0;

/// Tolerances for the comparison `|found − expected| ≤ atol + rtol·|expected|`, as in NumPy.
///
/// rtol is four times the largest error over all inputs, but at least the distance that the type
/// can resolve. atol is the same error in units of the largest result, for elements that are small
/// beside it.
pub(super) fn table(question: &Question, chosen: &Candidate) -> Table {
    let Candidate { device, contender, at, inputs, scale, .. } = chosen;
    let rtol = round_up((SAFETY * at.error).max(2.0 * unit(*contender)));
    let columns = [
        table::chosen("device"),
        table::chosen("type"),
        measured("rtol", ""),
        measured("atol", ""),
        measured("largest_error", "relative"),
        measured("inputs", ""),
    ];
    let inputs_used = match (inputs, question.has_further_inputs(), question.input.is_empty()) {
        (1, true, _) => {
            " There was time for one input only, and another input may have a larger error; a longer \
             --budget allows five."
        }
        (1, false, false) => " Other inputs than yours may have larger errors.",
        _ => "",
    };
    let extrapolated = if chosen.measured == at.size {
        String::new()
    } else {
        format!(", extrapolated from a size of {}", chosen.measured)
    };
    let mut table = Table::new("advise-tests", device, columns).note(format!(
        "To test this computation in {contender} on {device}, require |found − expected| ≤ atol + \
         rtol·|expected|. rtol is {SAFETY} times the largest error that was measured{extrapolated}, and at \
         least two units in the last place. atol is rtol times the largest result ({scale:.1e}), for elements \
         that are much smaller than it.{inputs_used}"
    ));
    table.push(row![
        device.as_str(),
        contender.name(),
        rtol,
        round_up(rtol * scale),
        at.error,
        *inputs
    ]);
    table
}

/// Half the relative distance of neighbouring numbers of the type. Composite numbers are counted with
/// the precision of their value alone. Compensated results are rounded to a word.
fn unit(contender: Contender) -> f64 {
    let bits = match contender {
        Contender::Number(number_type) | Contender::Accurate(number_type) => number_type.bits(),
        Contender::Float2 | Contender::CompensatedF32 => NumberType::F32.bits(),
        Contender::Double2 | Contender::CompensatedF64 => NumberType::F64.bits(),
        Contender::Multiple(bits) => bits.into(),
    };
    (-f64::from(bits)).exp2()
}

/// The next larger number with one digit.
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
