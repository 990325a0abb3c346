//! Checks of every operation that this crate offers, with operands.

use super::{
    CertifiedWord,
    compare::{Comparison, Form, Results},
    execute::{Stop, Subject, failed},
    kernels,
};
use crate::{
    circuit::Circuit,
    lowering::Lowering,
    program::Program,
    wire::{Wire, record},
};
use floatfloat::{
    DoubleWord, Word,
    double_word::{
        add_network::AddNetwork, add_word::AddWord, div_warwick::DivWarwick,
        div_word_fp3::DivWordFp3, error_free::TwoProd, mul_dw1::MulDw1, mul_word_fp3::MulWordFp3,
        sqrt::Sqrt, sub_network::SubNetwork,
    },
    operation::{Fma, Info, Operation},
    registry::{Visitor, for_each},
};
use floatfloat_exact::{Class, Operands, Pair, Random};

/// The number of operands of each of the eleven classes, for each operation: 4103 in all.
const EACH: usize = 373;

/// The number of parameters of a program. With the output and the zero of the barrier they are as
/// many buffers as every WebGPU device can bind.
const PARAMETERS: usize = 6;

/// The number of steps of a program. The time of compilers grows faster than the length of a
/// program.
const STEPS: usize = 150;

/// A function that the device must compute as the processor does.
pub(super) struct Check<F> {
    /// A name for each result.
    pub(super) names: Vec<&'static str>,
    pub(super) circuit: Circuit,
    /// The numbers of each parameter, with the words of a number side by side.
    pub(super) operands: Vec<Vec<F>>,
}

/// Checks that share one program. Each check has its own parameters, so that the compiler finds no
/// more common subexpressions than in a kernel with one operation.
pub(super) struct Group<F> {
    pub(super) checks: Vec<Check<F>>,
}

/// Operands of each class within the range of an operation.
pub(super) fn of_class<F: CertifiedWord>(info: &Info, fused: bool, each: usize) -> Vec<Pair> {
    let mut operands = Operands::new(info, F::FORMAT, fused, 1);
    let classes = Class::ALL.iter().flat_map(|&class| std::iter::repeat_n(class, each));
    classes.map(|class| operands.draw(class)).collect()
}

impl<F: CertifiedWord> Check<F> {
    pub(super) fn count(&self) -> usize {
        self.operands[0].len() / self.circuit.parameters()[0]
    }

    /// Appends elements of a function of words.
    pub(super) fn extend<const N: usize>(&mut self, elements: impl IntoIterator<Item = [F; N]>) {
        for element in elements {
            for (operands, word) in self.operands.iter_mut().zip(element) {
                operands.push(word);
            }
        }
    }

    /// The processor's results.
    pub(super) fn expected(&self) -> Vec<F> {
        self.circuit.run(&self.slices()).expect("parameters as the circuit has them")
    }

    /// For each element, whether subnormal numbers occur in its computation.
    pub(super) fn touches_subnormal(&self, lowering: &Lowering) -> Vec<bool> {
        let rewritten = lowering.rewritten(&self.circuit);
        rewritten.touches_subnormal(&self.slices()).expect("parameters as the circuit has them")
    }

    /// For each element, whether its result changes where subnormal numbers are zeros.
    pub(super) fn depends_on_subnormal(&self, lowering: &Lowering) -> Vec<bool> {
        let rewritten = lowering.rewritten(&self.circuit);
        rewritten.depends_on_subnormal(&self.slices()).expect("parameters as the circuit has them")
    }

    fn slices(&self) -> Vec<&[F]> {
        self.operands.iter().map(Vec::as_slice).collect()
    }
}

impl<F: CertifiedWord> Group<F> {
    /// The device's results of each check. The elements are rotated by `shift`, so that the results
    /// of an earlier run cannot pass for those of this run.
    pub(super) async fn run(
        &self,
        subject: Subject<'_>,
        form: Form,
        shift: usize,
    ) -> Result<Vec<Vec<F>>, Stop> {
        let circuits: Vec<_> = self.checks.iter().map(|check| &check.circuit).collect();
        let Some(function) = Circuit::side_by_side(&circuits) else { return Ok(Vec::new()) };
        let count = self.checks.iter().map(Check::count).max().unwrap_or(0);
        let mut parameters = Vec::new();
        for check in &self.checks {
            for (operands, &width) in check.operands.iter().zip(check.circuit.parameters()) {
                let elements = operands.chunks_exact(width).cycle().skip(shift % check.count());
                parameters.push(elements.take(count).flatten().copied().collect::<Vec<F>>());
            }
        }
        let name =
            || self.checks.iter().flat_map(|check| &check.names).copied().collect::<Vec<_>>();
        let found = subject
            .map(&function, form, &parameters, count)
            .await
            .map_err(|error| failed(&name().join(", "), form)(error))?;
        let width = function.outputs().len();
        let mut begin = 0;
        let mut results = Vec::new();
        for check in &self.checks {
            let words = check.circuit.outputs().len();
            let elements = check.count();
            let unshifted = |element: usize| (element + elements - shift % elements) % elements;
            let place = |element: usize| &found[unshifted(element) * width + begin..][..words];
            results.push((0..elements).flat_map(place).copied().collect());
            begin += words;
        }
        Ok(results)
    }

    /// Compares every check, except the elements that `left_out` marks.
    pub(super) async fn compare(
        &self,
        subject: Subject<'_>,
        left_out: impl Fn(&Check<F>) -> Option<Vec<bool>>,
        comparison: &mut Comparison,
    ) -> Result<(), Stop> {
        for (form, shift) in [(Form::StraightLine, 0), (Form::Loop, 1009)] {
            let found = self.run(subject, form, shift).await?;
            for (check, found) in self.checks.iter().zip(&found) {
                let expected = check.expected();
                let left_out = left_out(check);
                let results = Results {
                    names: &check.names,
                    circuit: &check.circuit,
                    form,
                    operands: &check.operands,
                    expected: &expected,
                    left_out: left_out.as_deref(),
                };
                let width = check.circuit.outputs().len();
                comparison.add(&results, |element| &found[element * width..][..width])?;
            }
        }
        Ok(())
    }
}

/// Runs every check with this lowering.
pub(super) async fn run<F: CertifiedWord>(
    subject: Subject<'_>,
    flushed: bool,
) -> Result<Comparison, Stop> {
    let mut comparison = Comparison::new();
    let groups = grouped(every_check::<F>(subject.lowering().fused, EACH));
    for (done, group) in groups.iter().enumerate() {
        subject.share().reach(done, groups.len());
        let left_out =
            |check: &Check<F>| flushed.then(|| check.touches_subnormal(subject.lowering()));
        group.compare(subject, left_out, &mut comparison).await?;
    }
    kernels::run::<F>(subject, &mut comparison).await?;
    Ok(comparison)
}

/// Distributes checks over programs, in their order.
fn grouped<F>(checks: Vec<Check<F>>) -> Vec<Group<F>> {
    let mut groups: Vec<Group<F>> = Vec::new();
    let (mut parameters, mut steps) = (0, 0);
    for check in checks {
        parameters += check.circuit.parameters().len();
        steps += check.circuit.nodes().len();
        match groups.last_mut() {
            Some(group) if parameters <= PARAMETERS && steps <= STEPS => group.checks.push(check),
            _ => {
                parameters = check.circuit.parameters().len();
                steps = check.circuit.nodes().len();
                groups.push(Group { checks: vec![check] });
            }
        }
    }
    groups
}

/// All checks, with `each` operands of each class.
fn every_check<F: CertifiedWord>(fused: bool, each: usize) -> Vec<Check<F>> {
    struct Registry<F>(bool, usize, Vec<Check<F>>);
    impl<F: CertifiedWord> Visitor for Registry<F> {
        fn visit<O: Operation>(&mut self) {
            let Registry(fused, each, checks) = self;
            if O::INFO.fma == Fma::Required && !*fused {
                return;
            }
            let circuit = Circuit::of_operation::<O, F>(*fused);
            let operands = double_words(&of_class::<F>(&O::INFO, *fused, *each));
            checks.push(Check { names: vec![O::INFO.name], circuit, operands });
        }
    }
    let mut registry = Registry(fused, each, Vec::new());
    for_each(&mut registry);
    let mut checks = registry.2;
    checks.extend(operators(fused, each));
    checks
}

type Recording<F> = DoubleWord<Wire<F>>;

/// A function that gives the words of the results for two numbers.
type Function<'f, F> = dyn Fn(Recording<F>, Recording<F>) -> Vec<Wire<F>> + 'f;

fn words_of<F: CertifiedWord>(number: Recording<F>) -> Vec<Wire<F>> {
    vec![number.hi(), number.lo()]
}

/// The operators as users call them, special values included.
pub(super) fn operators<F: CertifiedWord>(fused: bool, each: usize) -> Vec<Check<F>> {
    let check = |names: &[&'static str], info, results: &[usize], function: &Function<'_, F>| {
        let circuit = record::<F>(fused, &[2, 2], results, |words| {
            let [x, y] = [0, 2].map(|i| Recording::from_normalized(words[i], words[i + 1]));
            function(x, y)
        })
        .expect("a pure function of its operands");
        let mut pairs = of_class::<F>(info, fused, each);
        pairs.extend(special_pairs::<F>());
        Check { names: names.to_vec(), circuit, operands: double_words(&pairs) }
    };
    let number = |name, info, function: fn(Recording<F>, Recording<F>) -> Recording<F>| {
        check(&[name], info, &[2], &|x, y| words_of(function(x, y)))
    };
    let mut checks = vec![
        number("x + y", &AddNetwork::INFO, |x, y| x + y),
        number("x - y", &SubNetwork::INFO, |x, y| x - y),
        number("x * y", &MulDw1::INFO, |x, y| x * y),
        number("x / y", &DivWarwick::INFO, |x, y| x / y),
        number("x + word", &AddWord::INFO, |x, y| x + y.hi()),
        number("x - word", &AddWord::INFO, |x, y| x - y.hi()),
        number("x * word", &MulWordFp3::INFO, |x, y| x * y.hi()),
        number("x / word", &DivWordFp3::INFO, |x, y| x / y.hi()),
        number("sqrt", &Sqrt::INFO, |x, _| x.sqrt()),
        number("1 / x", &DivWarwick::INFO, |x, _| x.recip()),
        check(&["x < y", "x <= y", "x == y"], &SubNetwork::INFO, &[1; 3], &|x, y| {
            let [yes, no] = [2.0, 1.0].map(|value| x.hi().constant(value));
            [x.less(y), x.less_or_equal(y), x.equal(y)]
                .map(|mask| Wire::select(mask, yes, no))
                .to_vec()
        }),
        check(&["max", "min", "-x", "abs"], &SubNetwork::INFO, &[2; 4], &|x, y| {
            [x.max(y), x.min(y), -x, x.abs()].into_iter().flat_map(words_of).collect()
        }),
    ];
    // Steps that compilers tend to leave out, although zeros, infinities and roundings need them.
    let idle = ["a + 0", "a - 0", "0 - a", "a * 0", "a * 1", "a / 1", "-(-a)", "(a / b) * b"];
    checks.push(check(&idle, &TwoProd::INFO, &[1; 8], &|x, y| {
        let (a, b) = (x.hi(), y.hi());
        let [zero, one] = [0.0, 1.0].map(|value| a.constant(value));
        vec![a + zero, a - zero, zero - a, a * zero, a * one, a / one, -(-a), (a / b) * b]
    }));
    // Choices that compilers tend to replace by the larger or the smaller operand, and comparisons that they tend to
    // replace by their opposites, which is wrong for NaN.
    let choices = ["a < b ? b : a", "a < b ? a : b", "a <= b ? b : a", "a <= b ? a : b"];
    checks.push(check(&choices, &TwoProd::INFO, &[1; 4], &|x, y| {
        let (a, b) = (x.hi(), y.hi());
        let [less, not_greater] = [a.less(b), a.less_or_equal(b)];
        [(less, b, a), (less, a, b), (not_greater, b, a), (not_greater, a, b)]
            .map(|(flag, yes, no)| Wire::select(flag, yes, no))
            .to_vec()
    }));
    let opposites = ["not a < b", "not a <= b", "not a = b", "a < 1 ? 1 : a", "0 < a ? a : 0"];
    checks.push(check(&opposites, &TwoProd::INFO, &[1; 5], &|x, y| {
        let (a, b) = (x.hi(), y.hi());
        let [zero, one, two] = [0.0, 1.0, 2.0].map(|value| a.constant(value));
        let mut results = [a.less(b), a.less_or_equal(b), a.equal(b)]
            .map(|flag| Wire::select(!flag, one, two))
            .to_vec();
        results.extend([Wire::select(a.less(one), one, a), Wire::select(zero.less(a), a, zero)]);
        results
    }));
    checks.push(mul_add(fused, each));
    checks.extend(roundings(fused, each));
    checks.push(exponents(fused));
    checks
}

/// Roundings to integers, which add and subtract large constants. The operands are numbers of all
/// sizes near halves, integers and quarters.
fn roundings<F: CertifiedWord>(fused: bool, each: usize) -> [Check<F>; 2] {
    let mut random = Random::new(4);
    let mut word = |bits: u32| F::from_f64((random.bits() >> (64 - bits)) as f64 / 4.0);
    let mut sizes = (2..F::PRECISION).cycle();
    let mut number = || {
        let (high, low) = (word(sizes.next().unwrap_or(2)), word(sizes.nth(6).unwrap_or(2)));
        let scale = if high.abs().less(low.abs()) { F::from_f64(0.5) } else { F::from_f64(-1.0) };
        DoubleWord::from_parts(high, low * scale)
    };
    let numbers: Vec<_> = (0..each * Class::ALL.len()).map(|_| number()).collect();
    let negated = numbers.iter().flat_map(|&x| [x, -x]);
    let large = F::from_f64(2f64.powi(F::PRECISION as i32));
    let both = negated.flat_map(|x| [x, DoubleWord::from_parts(x.hi() * large, x.lo())]);
    let mut operands: Vec<F> = both.flat_map(|x| [x.hi(), x.lo()]).collect();
    operands.extend(special_pairs::<F>().iter().flat_map(|pair| pair.x.map(F::from_f64)));
    let check = |names: [&'static str; 3], function: fn(Recording<F>) -> [Recording<F>; 3]| Check {
        names: names.to_vec(),
        circuit: record::<F>(fused, &[2], &[2; 3], |words| {
            let results = function(Recording::from_normalized(words[0], words[1]));
            results.into_iter().flat_map(words_of).collect()
        })
        .expect("a pure function of its operand"),
        operands: vec![operands.clone()],
    };
    [
        check(["floor", "ceil", "trunc"], |x| [x.floor(), x.ceil(), x.trunc()]),
        check(["round", "round to even", "fract"], |x| [x.round(), x.round_ties_even(), x.fract()]),
    ]
}

fn mul_add<F: CertifiedWord>(fused: bool, each: usize) -> Check<F> {
    let circuit = record::<F>(fused, &[2, 2, 2], &[2], |words| {
        let [x, y, z] = [0, 2, 4].map(|i| Recording::from_normalized(words[i], words[i + 1]));
        words_of(x.mul_add(y, z))
    })
    .expect("a pure function of its operands");
    let mut pairs = of_class::<F>(&MulDw1::INFO, fused, each);
    pairs.extend(special_pairs::<F>());
    let mut operands = double_words(&pairs);
    // Half of the addends cancel the product; the others are factors of other pairs.
    let addends = (0..pairs.len()).flat_map(|i| {
        let [x, y] = [pairs[i].x, pairs[i].y].map(|[high, _]| F::from_f64(high));
        let other = pairs[pairs.len() - 1 - i].x.map(F::from_f64);
        if i % 2 == 0 { [-(x * y), F::default()] } else { other }
    });
    operands.push(addends.collect());
    Check { names: vec!["mul_add"], circuit, operands }
}

/// Exponents of words of every size, and powers of two of every exponent and beyond.
pub(super) fn exponents<F: CertifiedWord>(fused: bool) -> Check<F> {
    let circuit = record::<F>(fused, &[1, 1], &[1; 2], |words| {
        vec![words[0].exponent(), words[1].power_of_two()]
    })
    .expect("a pure function of its operands");
    let range = F::LEAST_EXPONENT - 2..=F::LARGEST_EXPONENT + 2;
    let words = range.clone().map(|k| F::rounded(k % 2 == 0, 3, k - 1, false));
    let special = [0.0, f64::INFINITY, f64::MAX, 1.0].map(|x| [F::from_f64(x), F::from_f64(-x)]);
    let words = words.chain(special.into_iter().flatten()).chain([F::NAN]).collect::<Vec<_>>();
    let integers = range.map(|k| F::from_f64(k.into()));
    let beyond = [1e5, 1e30, f64::INFINITY].map(|x| [F::from_f64(x), F::from_f64(-x)]);
    let integers = integers.chain(beyond.into_iter().flatten()).collect::<Vec<_>>();
    let integers = integers.iter().cycle().take(words.len()).copied().collect();
    Check { names: vec!["exponent", "power of two"], circuit, operands: vec![words, integers] }
}

pub(super) fn double_words<F: CertifiedWord>(pairs: &[Pair]) -> Vec<Vec<F>> {
    let words = |of: fn(&Pair) -> [f64; 2]| {
        pairs.iter().flat_map(|pair| of(pair).map(F::from_f64)).collect()
    };
    vec![words(|pair| pair.x), words(|pair| pair.y)]
}

/// Every pair of special numbers.
fn special_pairs<F: CertifiedWord>() -> Vec<Pair> {
    let [tiny, largest]: [f64; 2] = [F::MIN_POSITIVE.into(), F::MAX.into()];
    let u = F::FORMAT.u();
    let values = [
        [0.0, 0.0],
        [f64::INFINITY, 0.0],
        [1.0, 0.0],
        [1.0, u / 2.0],
        [3.0, -u],
        [largest, 0.0],
        [largest, largest * u * 0.375],
        [largest / 2.0, largest * u / 8.0],
        [tiny, 0.0],
        [tiny * 2.0 * u, 0.0],
        [tiny - tiny * 2.0 * u, 0.0],
        [tiny * 3.0, tiny * 2.0 * u],
    ];
    let both = values.iter().flat_map(|&[high, low]| [[high, low], [-high, -low]]);
    let numbers: Vec<_> = both.chain([[f64::NAN, 0.0]]).collect();
    let pair = |&x: &[f64; 2]| numbers.iter().map(move |&y| Pair { x, y });
    numbers.iter().flat_map(pair).collect()
}

/// Programs that contain every checked operation and every kind of loop.
pub(super) fn programs<F: CertifiedWord>(fused: bool) -> Vec<Program> {
    let checks = every_check::<F>(fused, 0);
    let circuits: Vec<_> = checks.iter().map(|check| &check.circuit).collect();
    let map = |function: Circuit, looped| {
        let broadcast = vec![false; function.parameters().len()];
        Program::map(function, broadcast, looped)
    };
    let all = Circuit::side_by_side(&circuits).map(|all| map(all, false));
    let looped = circuits.last().map(|&last| map(last.clone(), true));
    all.into_iter().chain(looped).chain(kernels::programs::<F>(fused)).collect()
}

/// The names of all checks.
#[cfg(test)]
pub(super) fn names<F: CertifiedWord>(fused: bool) -> Vec<&'static str> {
    every_check::<F>(fused, 0).into_iter().flat_map(|check| check.names).collect()
}
