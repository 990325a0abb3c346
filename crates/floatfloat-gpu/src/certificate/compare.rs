//! Compares the results of a device with the processor's.

use super::CertifiedWord;
use crate::{
    backend::UNWRITTEN,
    circuit::{Circuit, Kind},
};
use floatfloat_exact::hex::hex;
use serde::{Deserialize, Serialize};

/// How an operation was run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// One element for each invocation, without a loop.
    StraightLine,
    /// In a loop whose end is known only at run time.
    Loop,
    /// In one of the loops over memory that process arrays and matrices.
    Kernel,
}

/// The first wrong result of a lowering.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The operation.
    pub operation: String,
    /// How the operation was run.
    pub form: Form,
    /// What is wrong.
    pub cause: Difference,
}

/// What is wrong with a result. Numbers are in C's hexadecimal notation; the words of a number are
/// joined by ` + `.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Difference {
    /// The result differs from the processor's.
    Result {
        /// The operands.
        operands: Vec<String>,
        /// The result of the device.
        found: String,
        /// The result of the processor.
        expected: String,
    },
    /// The device did not write the result.
    Unwritten {
        /// The operands.
        operands: Vec<String>,
    },
    /// The device could not compile or run the program.
    Error {
        /// The error message.
        message: String,
    },
}

impl Failure {
    /// Whether the failure is a wrong result, which would be wrong again in another run.
    pub(crate) fn is_result(&self) -> bool {
        matches!(self.cause, Difference::Result { .. })
    }
}

/// The outcome of comparisons without a failure.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    /// The number of results that were compared.
    pub(super) compared: u64,
    /// Whether no zero had the wrong sign.
    pub(super) signed_zeros: bool,
    /// The first wrong result in whose computation something is infinite or NaN.
    pub(super) special: Option<Failure>,
    /// The allowances of the comparison.
    allowed: Allowed,
}

/// Differences that are not failures.
#[derive(Clone, Copy, Debug)]
struct Allowed {
    /// A zero of the wrong sign.
    signs_of_zeros: bool,
    /// Any difference where a step has an infinite or NaN result. Otherwise a difference is allowed
    /// only where an operand or the processor's result is infinite or NaN.
    special_steps: bool,
}

/// The results of a comparison: their names, operands and expected values.
pub(super) struct Results<'a, F> {
    /// A name for each result of the circuit.
    pub(super) names: &'a [&'static str],
    pub(super) circuit: &'a Circuit,
    pub(super) form: Form,
    /// The numbers of each parameter, with the words of a number side by side.
    pub(super) operands: &'a [Vec<F>],
    /// The processor's results, with those of an element side by side.
    pub(super) expected: &'a [F],
    /// Elements that are not compared.
    pub(super) left_out: Option<&'a [bool]>,
}

enum Verdict {
    Equal,
    SignOfZero,
    Wrong,
    Unwritten,
}

impl Comparison {
    pub(super) fn new() -> Self {
        let allowed = Allowed { signs_of_zeros: true, special_steps: true };
        Comparison { compared: 0, signed_zeros: true, special: None, allowed }
    }

    /// A comparison for an elementary function. `signed_zeros` says whether the device's signs of
    /// zeros are correct.
    pub(super) fn of_function(signed_zeros: bool) -> Self {
        let allowed = Allowed { signs_of_zeros: !signed_zeros, special_steps: false };
        Comparison { allowed, ..Comparison::new() }
    }

    /// Compares results. `found` gives the words of an element.
    pub(super) fn add<'f, F: CertifiedWord>(
        &mut self,
        results: &Results<'_, F>,
        found: impl Fn(usize) -> &'f [F],
    ) -> Result<(), Failure> {
        let width = results.circuit.outputs().len();
        for (element, expected) in results.expected.chunks_exact(width).enumerate() {
            if results.left_out.is_some_and(|left_out| left_out[element]) {
                continue;
            }
            self.element(results, element, expected, found(element))?;
        }
        Ok(())
    }

    /// Compares the results of a loop over memory, of `width` words each, in which nothing is
    /// infinite or NaN.
    pub(super) fn add_kernel<F: CertifiedWord>(
        &mut self,
        name: &str,
        words: usize,
        found: &[F],
        expected: &[F],
    ) -> Result<(), Failure> {
        for (place, (found, expected)) in
            found.chunks(words).zip(expected.chunks(words)).enumerate()
        {
            self.compared += 1;
            let operands = || vec![format!("result {place}")];
            if let Some(cause) = self.difference(found, expected, operands) {
                return Err(Failure { operation: name.to_owned(), form: Form::Kernel, cause });
            }
        }
        Ok(())
    }

    fn element<F: CertifiedWord>(
        &mut self,
        results: &Results<'_, F>,
        element: usize,
        mut expected: &[F],
        mut found: &[F],
    ) -> Result<(), Failure> {
        for (&name, &words) in results.names.iter().zip(results.circuit.results()) {
            let (result, device);
            (result, expected) = expected.split_at(words);
            (device, found) = found.split_at(words);
            self.compared += 1;
            let operands = || results.operands_of(element);
            let Some(cause) = self.difference(device, result, operands) else { continue };
            let special = matches!(cause, Difference::Result { .. })
                && match self.allowed.special_steps {
                    true => results.meets_special(element),
                    false => results.has_special(element),
                };
            let failure = Failure { operation: name.to_owned(), form: results.form, cause };
            if !special {
                return Err(failure);
            }
            self.special.get_or_insert(failure);
        }
        Ok(())
    }

    /// The difference between the words of a result, unless only signs of zeros differ.
    fn difference<F: CertifiedWord>(
        &mut self,
        found: &[F],
        expected: &[F],
        operands: impl FnOnce() -> Vec<String>,
    ) -> Option<Difference> {
        for (&expected_word, &found_word) in expected.iter().zip(found) {
            match verdict(expected_word, found_word) {
                Verdict::Equal => {}
                Verdict::SignOfZero if self.allowed.signs_of_zeros => self.signed_zeros = false,
                Verdict::Unwritten => {
                    return Some(Difference::Unwritten { operands: operands() });
                }
                Verdict::SignOfZero | Verdict::Wrong => {
                    let [found, expected] = [found, expected].map(number);
                    return Some(Difference::Result { operands: operands(), found, expected });
                }
            }
        }
        None
    }
}

impl<F: CertifiedWord> Results<'_, F> {
    /// The words of each parameter for this element.
    fn words_of(&self, element: usize) -> impl Iterator<Item = &[F]> {
        let parameters = self.operands.iter().zip(self.circuit.parameters());
        parameters.map(move |(words, &width)| &words[element * width..][..width])
    }

    fn operands_of(&self, element: usize) -> Vec<String> {
        self.words_of(element).map(number).collect()
    }

    /// Whether an operand or the result of this element is infinite or NaN.
    fn has_special(&self, element: usize) -> bool {
        let width = self.circuit.outputs().len();
        let results = &self.expected[element * width..][..width];
        !self.words_of(element).chain([results]).flatten().all(|word| word.is_finite())
    }

    /// Whether any operand or result of a step for this element is infinite or NaN.
    fn meets_special(&self, element: usize) -> bool {
        let nodes = self.circuit.nodes.iter().zip(0..);
        let words: Vec<_> =
            nodes.filter(|(node, _)| node.kind() == Kind::Word).map(|(_, id)| id).collect();
        let traced = Circuit { results: vec![words.len()], outputs: words, ..self.circuit.clone() };
        let operands: Vec<_> = self.words_of(element).collect();
        let words = traced.run(&operands).expect("parameters as the circuit has them");
        !words.iter().all(|word| word.is_finite())
    }
}

fn verdict<F: CertifiedWord>(expected: F, found: F) -> Verdict {
    if found.bits() == unwritten::<F>() {
        Verdict::Unwritten
    } else if expected.bits() == found.bits() || (expected.is_nan() && found.is_nan()) {
        Verdict::Equal
    } else if expected.equal(F::default()) && found.equal(F::default()) {
        Verdict::SignOfZero
    } else {
        Verdict::Wrong
    }
}

/// The word that unwritten memory holds.
fn unwritten<F: CertifiedWord>() -> u64 {
    let twice = u64::from(UNWRITTEN) << 32 | u64::from(UNWRITTEN);
    twice >> (64 - 8 * F::TYPE.bytes())
}

fn number<F: CertifiedWord>(words: &[F]) -> String {
    let text = |word: &F| {
        let value = Into::<f64>::into(*word);
        if value.is_finite() { hex(value) } else { value.to_string() }
    };
    words.iter().map(text).collect::<Vec<_>>().join(" + ")
}
