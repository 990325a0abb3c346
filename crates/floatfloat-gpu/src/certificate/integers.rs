//! Checks arithmetic that is made of integers alone: first each function of integers by itself, then the operators,
//! which call these functions.

use super::{
    CertifiedWord,
    checks::{Check, Group, exponents, of_class, operators},
    compare::Comparison,
    execute::{Stop, Subject},
};
use crate::{
    program::Program,
    wire::{Wire, record},
    word_type::WordType,
};
use floatfloat::{
    Operation, Word,
    double_word::error_free::{TwoProd, TwoSum},
    operation::Info,
};

/// The number of operands of each of the eleven classes.
const EACH: usize = 200;

/// The operators that are checked: sums, products, quotients, and choices.
const OPERATORS: [&str; 3] = ["x + y", "x * y", "x / y"];

/// Runs every check as a program of its own, because the code that compilers produce grows with the
/// number of calls.
pub(super) async fn run<F: CertifiedWord>(
    subject: Subject<'_>,
    comparison: &mut Comparison,
) -> Result<(), Stop> {
    let checks = every_check::<F>(EACH);
    let count = checks.len();
    for (done, check) in checks.into_iter().enumerate() {
        subject.share().reach(done, count);
        Group { checks: vec![check] }.compare(subject, |_| None, comparison).await?;
    }
    Ok(())
}

/// The programs that are run.
pub(super) fn programs(word: WordType) -> Vec<Program> {
    fn of<F: CertifiedWord>() -> Vec<Program> {
        let checks = every_check::<F>(0);
        let program = |check: Check<F>| {
            let broadcast = vec![false; check.circuit.parameters().len()];
            Program::map(check.circuit, broadcast, true)
        };
        checks.into_iter().map(program).collect()
    }
    if word == WordType::F64 { of::<f64>() } else { of::<f32>() }
}

fn every_check<F: CertifiedWord>(each: usize) -> Vec<Check<F>> {
    let mut checks = vec![
        check::<F>(&["a + b", "a - b"], &TwoSum::INFO, |[a, b, _]| vec![a + b, a - b]),
        check::<F>(&["a * b"], &TwoProd::INFO, |[a, b, _]| vec![a * b]),
        check::<F>(&["a / b"], &TwoProd::INFO, |[a, b, _]| vec![a / b]),
        check::<F>(&["√a"], &TwoProd::INFO, |[a, ..]| vec![a.sqrt()]),
        check::<F>(&["a * b + c"], &TwoProd::INFO, |[a, b, c]| vec![a.mul_add(b, c)]),
        check::<F>(&["a < b", "a <= b", "a == b"], &TwoSum::INFO, |[a, b, _]| {
            [a.less(b), a.less_or_equal(b), a.equal(b)]
                .map(|mask| Wire::select(mask, -a.abs(), b))
                .to_vec()
        }),
        exponents(true),
    ];
    checks.extend(
        operators(true, each).into_iter().filter(|check| OPERATORS.contains(&check.names[0])),
    );
    checks
}

/// Checks functions of words, with operands drawn for the operation that `info` describes, and with
/// special operands.
fn check<F: CertifiedWord>(
    names: &[&'static str],
    info: &Info,
    function: impl Fn([Wire<F>; 3]) -> Vec<Wire<F>>,
) -> Check<F> {
    let circuit = record::<F>(true, &[1; 3], &vec![1; names.len()], |words| {
        function([words[0], words[1], words[2]])
    })
    .expect("a pure function of its operands");
    let special = special::<F>();
    let pairs = special.iter().flat_map(|&a| special.iter().map(move |&b| [a, b]));
    let drawn = of_class::<F>(info, true, EACH);
    let drawn = drawn.iter().map(|pair| [pair.x[0], pair.y[0]].map(F::from_f64));
    let mut operands = vec![Vec::new(); 3];
    for (place, [a, b]) in pairs.chain(drawn).enumerate() {
        // Half of the addends cancel the rounded product, so that only its error is left.
        let c = if place % 2 == 0 { -(a * b) } else { special[place % special.len()] };
        for (operands, word) in operands.iter_mut().zip([a, b, c]) {
            operands.push(word);
        }
    }
    Check { names: names.to_vec(), circuit, operands }
}

/// Zeros, infinities, NaN, and the borders of subnormal and normal numbers.
fn special<F: CertifiedWord>() -> Vec<F> {
    let least = F::rounded(false, 1, F::LEAST_EXPONENT, false);
    let below_normal = F::with_bits(F::MIN_POSITIVE.bits() - 1);
    let one = F::from_f64(1.0);
    let next = F::with_bits(one.bits() + 1);
    let positive =
        [F::default(), least, below_normal, F::MIN_POSITIVE, one, next, F::MAX, F::INFINITY];
    positive.into_iter().flat_map(|word| [word, -word]).chain([F::NAN]).collect()
}
