//! The loops over memory that arrays and matrices run: sums, dot products, products of matrices,
//! chains.

use super::{
    CertifiedWord,
    compare::{Comparison, Failure, Form},
    execute::{Runner, failed},
};
use crate::{
    accumulate,
    circuit::Circuit,
    device::cpu::Cpu,
    program::{Program, TILE, WORKGROUP, reduction_groups},
    wire::{Wire, record},
};
use floatfloat::{DoubleWord, double_word::add_network::AddNetwork, operation::Operation};
use floatfloat_oracle::{Class, Operands, Random};

/// Terms of sums, in more than two groups.
const TERMS: u64 = 5000;

/// Rows, depth and columns of a product: no multiples of what kernels cut matrices into.
const ROWS: u64 = 67;
const DEPTH: u64 = 37;
const COLUMNS: u64 = 70;

/// Rounds of a chain, and steps of each.
const ROUNDS: u32 = 2;
const UNROLLED: u32 = 3;

/// A program with what a launch of it needs.
struct Kernel<F> {
    name: &'static str,
    program: Program,
    inputs: Vec<Vec<F>>,
    /// Numbers of the output.
    results: u64,
    /// Words of each.
    words: usize,
    arguments: [u64; 8],
    groups: [u64; 2],
}

/// Runs every kernel, and compares what it gives with what the processor does.
pub(super) fn run<F: CertifiedWord>(
    runner: &Runner<'_>,
    comparison: &mut Comparison,
) -> Result<(), Failure> {
    let processor = Cpu::open();
    for kernel in kernels::<F>(runner.lowering().fused) {
        let run = |runner: &Runner<'_>| {
            runner
                .run(
                    &kernel.program,
                    &kernel.inputs,
                    kernel.results as usize * kernel.words,
                    kernel.arguments.map(|argument| argument as u32),
                    kernel.groups.map(|groups| groups as u32),
                )
                .map_err(failed(kernel.name, Form::Kernel))
        };
        let found = run(runner)?;
        let expected = run(&Runner::new(&processor, *runner.lowering()))?;
        comparison.add_kernel(kernel.name, kernel.words, &found, &expected)?;
    }
    Ok(())
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
            program: Program::Reduce {
                identity: identity.to_vec(),
                accumulate: accumulate.clone(),
                merge: merge.clone(),
            },
            inputs,
            results: groups,
            words: state,
            arguments: [TERMS, groups, 0, 0, 0, 0, 0, 0],
            groups: [groups, 1],
        };
    let terms = vec![numbers.draw(TERMS)];
    let factors = vec![numbers.draw(TERMS), numbers.draw(TERMS)];
    let [rows, columns] = [ROWS, COLUMNS].map(|side| side.div_ceil(u64::from(TILE)));
    let count = u64::from(WORKGROUP) + 1;
    vec![
        reduction("sum", &sum.identity, &sum.accumulate, &sum.merge, terms),
        reduction("dot", &dot.identity, &dot.accumulate, &dot.merge, factors),
        Kernel {
            name: "matrix · vector",
            inputs: vec![numbers.draw(ROWS * COLUMNS), numbers.draw(COLUMNS)],
            results: ROWS,
            words: 2,
            arguments: [COLUMNS, 0, ROWS, 0, 0, 0, 0, 0],
            groups: [ROWS, 1],
            program: Program::Gemv {
                identity: dot.identity.clone(),
                accumulate: dot.accumulate.clone(),
                merge: dot.merge,
                finish: dot.finish,
            },
        },
        Kernel {
            name: "matrix · matrix",
            inputs: vec![numbers.draw(ROWS * DEPTH), numbers.draw(DEPTH * COLUMNS)],
            results: ROWS * COLUMNS,
            words: state,
            arguments: [ROWS, COLUMNS, DEPTH, DEPTH, 0, 0, 1, 0],
            groups: [columns, rows],
            program: Program::Gemm { identity: dot.identity, accumulate: dot.accumulate },
        },
        Kernel {
            name: "chain",
            inputs: vec![numbers.draw(count), numbers.draw(count)],
            results: count,
            words: 2,
            arguments: [0, count, u64::from(ROUNDS), 0, 0, 0, 0, 0],
            groups: [2, 1],
            program: Program::Chain { step: step::<F>(fused), unrolled: UNROLLED },
        },
    ]
}

/// x · c + c
fn step<F: CertifiedWord>(fused: bool) -> Circuit {
    record::<F>(fused, &[2, 2], &[2], |words| {
        let number = |i: usize| DoubleWord::<Wire<F>>::from_normalized(words[i], words[i + 1]);
        let result = number(0).mul_add(number(2), number(2));
        vec![result.hi(), result.lo()]
    })
    .expect("a pure function of its operands")
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

    /// The words of so many.
    fn draw<F: CertifiedWord>(&mut self, count: u64) -> Vec<F> {
        let number = |_| {
            let [high, low] = self.operands.draw(Class::Similar).x;
            let scale = 2f64.powi(self.random.between(-8, 8));
            [high * scale, low * scale].map(F::from_f64)
        };
        (0..count).flat_map(number).collect()
    }
}
