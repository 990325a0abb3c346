//! Checks the loops over memory in which lanes exchange numbers: sums and dot products. Products of
//! matrices take compilers too long to be checked whenever a device is opened for the first time.

use super::{
    CertifiedWord,
    compare::{Comparison, Form},
    execute::{Stop, Subject, failed},
};
use crate::{
    accumulate,
    circuit::Circuit,
    device::cpu::Cpu,
    kernels::reduction_groups,
    program::{Program, WORKGROUP},
};
use floatfloat::{double_word::add_network::AddNetwork, operation::Operation};
use floatfloat_exact::{Class, Operands, Random};

/// The number of terms of a sum, enough for more than two groups.
const TERMS: u64 = 5000;

/// A program, and the data for a launch of it.
struct Kernel<F> {
    name: &'static str,
    program: Program,
    inputs: Vec<Vec<F>>,
    /// The number of numbers in the output.
    results: u64,
    /// The number of words of each number.
    words: usize,
    arguments: [u64; 8],
    groups: [u64; 2],
}

/// Runs every kernel and compares its results with the processor's.
pub(super) async fn run<F: CertifiedWord>(
    subject: Subject<'_>,
    comparison: &mut Comparison,
) -> Result<(), Stop> {
    let processor = Cpu::open();
    for kernel in kernels::<F>(subject.lowering().fused) {
        let found = kernel.run(subject).await?;
        let expected = kernel.run(subject.on(&processor)).await?;
        comparison.add_kernel(kernel.name, kernel.words, &found, &expected)?;
    }
    Ok(())
}

impl<F: CertifiedWord> Kernel<F> {
    async fn run(&self, subject: Subject<'_>) -> Result<Vec<F>, Stop> {
        let words = self.results as usize * self.words;
        let arguments = self.arguments.map(|argument| argument as u32);
        let groups = self.groups.map(|groups| groups as u32);
        let run = subject.run(&self.program, &self.inputs, words, arguments, groups);
        run.await.map_err(failed(self.name, Form::Kernel))
    }
}

/// The programs that are run.
pub(super) fn programs<F: CertifiedWord>(fused: bool) -> Vec<Program> {
    kernels::<F>(fused).into_iter().map(|kernel| kernel.program).collect()
}

fn kernels<F: CertifiedWord>(fused: bool) -> Vec<Kernel<F>> {
    let mut numbers = Numbers::new::<F>();
    let (sum, dot) = (accumulate::sum::<F::Double>(fused), accumulate::dot::<F::Double>(fused));
    let state = dot.identity.len();
    let groups = u64::from(reduction_groups(TERMS));
    let reduction =
        |name, identity: &[u64], accumulate: &Circuit, merge: &Circuit, inputs| Kernel {
            name,
            program: Program::reduce(
                identity.to_vec(),
                accumulate.clone(),
                merge.clone(),
                WORKGROUP,
            ),
            inputs,
            results: groups,
            words: state,
            arguments: [TERMS, groups, 0, 0, 0, 0, 0, 0],
            groups: [groups, 1],
        };
    let terms = vec![numbers.draw(TERMS)];
    let factors = vec![numbers.draw(TERMS), numbers.draw(TERMS)];
    vec![
        reduction("sum", &sum.identity, &sum.accumulate, &sum.merge, terms),
        reduction("dot", &dot.identity, &dot.accumulate, &dot.merge, factors),
    ]
}

/// Numbers with exponents so close to zero that neither infinities nor subnormal numbers occur.
struct Numbers {
    operands: Operands,
    random: Random,
}

impl Numbers {
    fn new<F: CertifiedWord>() -> Self {
        let operands = Operands::new(&AddNetwork::INFO, F::FORMAT, true, 2);
        Numbers { operands, random: Random::new(3) }
    }

    /// The words of `count` numbers.
    fn draw<F: CertifiedWord>(&mut self, count: u64) -> Vec<F> {
        let number = |_| {
            let [high, low] = self.operands.draw(Class::Similar).x;
            let scale = 2f64.powi(self.random.between(-8, 8));
            [high * scale, low * scale].map(F::from_f64)
        };
        (0..count).flat_map(number).collect()
    }
}
