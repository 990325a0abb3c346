//! Measures quotients and roots that use the device's own division and square root uncorrected, against their bounds.

use super::{
    CertifiedWord,
    character::finite,
    checks::{Check, Group, double_words, of_class},
    compare::Form,
    execute::{Stop, Subject},
};
use crate::{
    circuit::Circuit,
    error::Error,
    uncorrected::{QUOTIENT, SQUARE_ROOT, recorded},
};
use floatfloat::operation::{Bound, Info};
use floatfloat_exact::{Pair, check};
use serde::{Deserialize, Serialize};

/// The largest relative errors found of [`uncorrected`](crate::uncorrected) quotients and roots, in u². An error is
/// infinite where a result is not a number; JSON then omits it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fast {
    /// The largest error of quotients.
    #[serde(with = "finite")]
    pub quotient: f64,
    /// The largest error of square roots.
    #[serde(with = "finite")]
    pub square_root: f64,
}

impl Fast {
    /// Whether both errors are within their bounds.
    pub fn holds(&self) -> bool {
        let keeps = |error: f64, info: &Info| match info.bound {
            Bound::Relative { c2, .. } => error <= c2,
            _ => false,
        };
        keeps(self.quotient, &QUOTIENT) && keeps(self.square_root, &SQUARE_ROOT)
    }
}

/// The number of operands of each class.
const EACH: usize = 150;

/// Measures both operations. None if they did not run.
///
/// # Errors
/// [`Error::Cancelled`].
pub(super) async fn measured<F: CertifiedWord>(
    subject: Subject<'_>,
    flushed: bool,
) -> Result<Option<Fast>, Error> {
    let fused = subject.lowering().fused;
    // No device promises anything for larger divisors.
    let largest: f64 = F::MAX.into();
    let drawn = |info: &Info| -> Vec<Pair> {
        let mut pairs = of_class::<F>(info, fused, EACH);
        pairs.retain(|pair| pair.y[0].abs() < largest / 4.0);
        pairs
    };
    let [(quotient, of_quotient), (root, of_root)] = recorded::<F>(fused);
    let (quotients, roots) = (drawn(&quotient), drawn(&root));
    let of = |info: &Info, circuit: Circuit, pairs: &[Pair]| {
        let mut operands = double_words::<F>(pairs);
        operands.truncate(circuit.parameters().len());
        Check { names: vec![info.name], circuit, operands }
    };
    let checks = vec![of(&quotient, of_quotient, &quotients), of(&root, of_root, &roots)];
    let group = Group { checks };
    let mut fast = Fast { quotient: 0.0, square_root: 0.0 };
    for (form, shift) in [(Form::StraightLine, 0), (Form::Loop, 101)] {
        let found = match group.run(subject, form, shift).await {
            Ok(found) => found,
            Err(Stop::Cancelled) => return Err(Error::Cancelled),
            Err(Stop::Failed(_)) => return Ok(None),
        };
        let largest = |which: usize, info: &Info, pairs: &[Pair]| -> f64 {
            let left_out =
                flushed.then(|| group.checks[which].touches_subnormal(subject.lowering()));
            let is_left_out = |element: usize| left_out.as_ref().is_some_and(|out| out[element]);
            let words =
                found[which].chunks_exact(2).map(|words| [words[0].into(), words[1].into()]);
            let compared = pairs.iter().zip(words).enumerate().filter(|&(k, _)| !is_left_out(k));
            let errors = compared.map(|(_, (&pair, result))| {
                let error = check(info, F::FORMAT, pair, result).error_u2.abs();
                if error.is_nan() { f64::INFINITY } else { error }
            });
            errors.fold(0.0, f64::max)
        };
        fast.quotient = fast.quotient.max(largest(0, &quotient, &quotients));
        fast.square_root = fast.square_root.max(largest(1, &root, &roots));
    }
    Ok(Some(fast))
}
