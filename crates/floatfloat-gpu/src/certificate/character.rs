//! Properties of a device's words, found with one small program.

use super::{
    CertifiedWord,
    checks::{Check, Group, of_class},
    compare::{Comparison, Difference, Failure, Form, Results},
    execute::{Stop, Subject},
};
use crate::{
    error::Error,
    lowering::Lowering,
    wire::{Wire, record},
};
use floatfloat::{
    Operation, Word,
    double_word::error_free::{TwoProd, TwoSum},
    eft::{two_prod, two_sum},
    operation::{Function, Info},
};
use floatfloat_exact::{Random, ulps};
use serde::{Deserialize, Serialize};

/// What the multiply-add of a device does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fma {
    /// It rounds once.
    Fused,
    /// It rounds the product and the sum.
    Unfused,
    /// It does neither.
    Wrong,
}

/// How a device treats subnormal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subnormals {
    /// Subnormal numbers are kept.
    Kept,
    /// Subnormal operands count as zeros.
    OperandsFlushed,
    /// Subnormal results become zeros.
    ResultsFlushed,
    /// Both operands and results are flushed.
    Flushed,
}

/// The accuracy of a device's own operation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accuracy {
    /// The result is always the nearest word.
    CorrectlyRounded,
    /// The largest error found, in units in the last place of the exact result. It is infinite
    /// where the result is not a number; JSON then omits it.
    Ulps(#[serde(with = "finite")] f64),
}

/// JSON has no infinity.
pub(super) mod finite {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(in crate::certificate) fn serialize<S: Serializer>(
        value: &f64,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        value.is_finite().then_some(value).serialize(to)
    }

    pub(in crate::certificate) fn deserialize<'d, D: Deserializer<'d>>(
        from: D,
    ) -> Result<f64, D::Error> {
        Ok(Option::deserialize(from)?.unwrap_or(f64::INFINITY))
    }
}

/// The properties that were found, and the lowering with which they were found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Character {
    pub(super) lowering: Option<Lowering>,
    pub(super) subnormals: Option<Subnormals>,
    pub(super) nearest: Option<bool>,
    pub(super) division: Option<Accuracy>,
    pub(super) square_root: Option<Accuracy>,
}

/// The outcome of the probe for one lowering.
pub(super) struct Probe {
    pub(super) character: Character,
    /// The first failure of an error-free transform.
    pub(super) transforms: Option<Failure>,
    /// The first quotient or square root that is not correctly rounded.
    pub(super) inexact: Option<Failure>,
}

/// The number of operands of each class in the probe.
const EACH: usize = 100;

/// A function of two words, with operands drawn for the operation that `info` describes.
fn check<F: CertifiedWord>(
    subject: Subject<'_>,
    names: &[&'static str],
    results: &[usize],
    info: &Info,
    function: impl Fn(Wire<F>, Wire<F>) -> Vec<Wire<F>>,
) -> Check<F> {
    let fused = subject.lowering().fused;
    let circuit = record::<F>(fused, &[1, 1], results, |words| function(words[0], words[1]))
        .expect("a pure function of its operands");
    let mut operands = vec![Vec::new(), Vec::new()];
    for pair in of_class::<F>(info, fused, EACH) {
        operands[0].push(F::from_f64(pair.x[0]));
        operands[1].push(F::from_f64(pair.y[0]));
    }
    Check { names: names.to_vec(), circuit, operands }
}

impl Probe {
    /// Runs the error-free transforms, a quotient and a square root, straight-line.
    pub(super) async fn run<F: CertifiedWord>(subject: Subject<'_>) -> Result<Self, Stop> {
        let pair = |(high, low)| vec![high, low];
        let mut sums =
            check::<F>(subject, &["2Sum"], &[2], &TwoSum::INFO, |x, y| pair(two_sum(x, y)));
        let mut products =
            check::<F>(subject, &["2Prod"], &[2], &TwoProd::INFO, |x, y| pair(two_prod(x, y)));
        let quotient = Info { function: Function::Div, ..TwoProd::INFO };
        let mut quotients =
            check::<F>(subject, &["a / b", "√|a|"], &[1, 1], &quotient, |x, y| {
                vec![x / y, x.abs().sqrt()]
            });
        quotients.extend(near_midpoints::<F>());
        let last = (sums.count(), products.count());
        let [tiny, two, half] = [F::MIN_POSITIVE, F::from_f64(2.0), F::from_f64(0.5)];
        let three_halves = F::from_f64(1.5);
        // A subnormal operand and a subnormal result for each operation.
        sums.extend([[tiny * half, tiny], [tiny * three_halves, -tiny]]);
        products.extend([[tiny * half, two], [tiny, half]]);

        let group = Group { checks: vec![sums, products, quotients] };
        let found = group.run(subject, Form::StraightLine, 0).await?;
        let [sums, products, quotients] = &group.checks[..] else {
            unreachable!("three were put in")
        };
        let is = |check: usize, element: usize, value: F| found[check][2 * element].equal(value);
        let subnormals = match (
            is(0, last.0, tiny) || is(1, last.1, F::default()),
            is(0, last.0 + 1, F::default()) || is(1, last.1 + 1, F::default()),
        ) {
            (false, false) => Subnormals::Kept,
            (true, false) => Subnormals::OperandsFlushed,
            (false, true) => Subnormals::ResultsFlushed,
            (true, true) => Subnormals::Flushed,
        };
        let flushed = subnormals != Subnormals::Kept;

        let compare = |check: &Check<F>, found: &[F]| -> Outcome<F> {
            let expected = check.expected();
            let left_out = flushed.then(|| check.touches_subnormal(subject.lowering()));
            let results = Results {
                names: &check.names,
                circuit: &check.circuit,
                form: Form::StraightLine,
                operands: &check.operands,
                expected: &expected,
                left_out: left_out.as_deref(),
            };
            let failure =
                Comparison::new().add(&results, |element| &found[2 * element..][..2]).err();
            Outcome { failure, expected, left_out }
        };
        let of_sums = compare(sums, &found[0]);
        let of_products = compare(products, &found[1]);
        if let Some(failure @ Failure { cause: Difference::Unwritten { .. }, .. }) = of_sums.failure
        {
            return Err(failure.into());
        }
        let of_quotients = compare(quotients, &found[2]);
        let nearest =
            of_sums.first_words_equal(&found[0]) && of_products.first_words_equal(&found[1]);
        let accuracy = |result| of_quotients.accuracy(quotients, &found[2], result);
        Ok(Probe {
            character: Character {
                lowering: Some(*subject.lowering()),
                subnormals: Some(subnormals),
                nearest: Some(nearest),
                division: Some(accuracy(Function::Div)),
                square_root: Some(accuracy(Function::Sqrt)),
            },
            transforms: of_sums.failure.or(of_products.failure),
            inexact: of_quotients.failure,
        })
    }
}

/// Words a and b whose quotient is as near to a midpoint of two words as quotients come, on either
/// side: q·b = 2^(p + 1)·a ± a few, with the midpoint q. A division that is correct on these
/// operands is correct on others.
fn near_midpoints<F: CertifiedWord>() -> impl Iterator<Item = [F; 2]> {
    let p = F::PRECISION;
    let (modulus, mut random) = (1u128 << (p + 1), Random::new(6));
    let pair = move || {
        let b = u128::from((1u64 << (p - 1)) | random.below(1 << (p - 1)) | 1);
        let remainder = i128::from(2 * random.between(-8, 7) + 1);
        // Newton's iteration doubles the correct bits of 1/b.
        let inverse =
            (0..6).fold(b, |x, _| x.wrapping_mul(2u128.wrapping_sub(b.wrapping_mul(x))) % modulus);
        let q = inverse.wrapping_mul(remainder.rem_euclid(modulus as i128) as u128) % modulus;
        let a = (q * b).wrapping_sub(remainder as u128) / modulus;
        (q >= modulus / 2).then(|| [a, b].map(|word| F::from_f64(word as f64)))
    };
    std::iter::repeat_with(pair).flatten().take(4 * EACH)
}

/// A check with two words for each element, after the comparison.
struct Outcome<F> {
    failure: Option<Failure>,
    expected: Vec<F>,
    left_out: Option<Vec<bool>>,
}

impl<F: CertifiedWord> Outcome<F> {
    /// The indices of the elements that were compared.
    fn elements(&self) -> impl Iterator<Item = usize> {
        let left_out = |element: usize| self.left_out.as_ref().is_some_and(|out| out[element]);
        (0..self.expected.len() / 2).filter(move |&element| !left_out(element))
    }

    fn first_words_equal(&self, found: &[F]) -> bool {
        self.elements().all(|element| {
            let (expected, found) = (self.expected[2 * element], found[2 * element]);
            expected.equal(found) || (expected.is_nan() && found.is_nan())
        })
    }

    /// The accuracy of the quotient, which is the first result, or of the square root, which is the
    /// second.
    fn accuracy(&self, check: &Check<F>, found: &[F], function: Function) -> Accuracy {
        let result = usize::from(function == Function::Sqrt);
        let mut largest = None;
        for element in self.elements() {
            let (expected, found) =
                (self.expected[2 * element + result], found[2 * element + result]);
            let is_normal = F::MIN_POSITIVE.less_or_equal(expected.abs()) && expected.is_finite();
            if !is_normal || expected.equal(found) {
                continue;
            }
            let [a, b] = [0, 1].map(|of| Into::<f64>::into(check.operands[of][element]));
            let a = if function == Function::Sqrt { a.abs() } else { a };
            let error = ulps(function, a, b, found.into(), F::PRECISION).abs();
            let error = if error.is_nan() { f64::INFINITY } else { error };
            largest = Some(f64::max(error, largest.unwrap_or(0.0)));
        }
        largest.map_or(Accuracy::CorrectlyRounded, Accuracy::Ulps)
    }
}

/// Runs the device's multiply-add on operands whose product and addend nearly cancel. None if the
/// program failed.
///
/// # Errors
/// [`Error::Cancelled`].
pub(super) async fn fma<F: CertifiedWord>(subject: Subject<'_>) -> Result<Option<Fma>, Error> {
    let circuit =
        record::<F>(true, &[1; 3], &[1], |words| vec![words[0].mul_add(words[1], words[2])])
            .expect("a pure function of its operands");
    let one = F::from_f64(1.0);
    let ulp = F::from_f64(2.0 * F::FORMAT.u());
    // (1 + 2u)² − (1 + 4u)
    let mut operands = [vec![one + ulp], vec![one + ulp], vec![-(one + ulp + ulp)]];
    let mut random = Random::new(5);
    let mut word = || {
        let significand = one.bits() + random.below(one.bits() & one.bits().wrapping_neg());
        F::with_bits(significand)
    };
    for _ in 0..1000 {
        let (a, b) = (word(), word());
        operands[0].push(a);
        operands[1].push(b);
        operands[2].push(-(a * b));
    }
    let count = operands[0].len();
    let found = match subject.map(&circuit, Form::StraightLine, &operands, count).await {
        Ok(found) => found,
        Err(Error::Cancelled) => return Err(Error::Cancelled),
        Err(_) => return Ok(None),
    };
    let is = |what: fn(F, F, F) -> F| {
        let mut elements = found.iter().enumerate();
        elements
            .all(|(i, found)| what(operands[0][i], operands[1][i], operands[2][i]).equal(*found))
    };
    Ok(Some(if is(F::mul_add) {
        Fma::Fused
    } else if is(|a, b, c| a * b + c) {
        Fma::Unfused
    } else {
        Fma::Wrong
    }))
}
