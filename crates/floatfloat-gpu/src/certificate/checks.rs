//! Checks of every operation that this crate offers, with operands.

mod operators;

pub(super) use operators::{exponents, operators};

use super::{
    CertifiedWord,
    compare::{Comparison, Form, Results},
    execute::{Stop, Subject, failed},
    kernels,
};
use crate::{circuit::Circuit, lowering::Lowering, program::Program};
use floatfloat::{
    operation::{Fma, Info, Operation},
    registry::{Visitor, for_each},
};
use floatfloat_exact::{Class, Operands, Pair};

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

pub(super) fn double_words<F: CertifiedWord>(pairs: &[Pair]) -> Vec<Vec<F>> {
    let words = |of: fn(&Pair) -> [f64; 2]| {
        pairs.iter().flat_map(|pair| of(pair).map(F::from_f64)).collect()
    };
    vec![words(|pair| pair.x), words(|pair| pair.y)]
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
