//! The programs that are compiled in advance, for machines without the device's compiler.

use crate::{
    accumulate::{self, Accumulation},
    circuit::Circuit,
    number::DeviceNumber,
    program::{Program, WORKGROUP},
    wire::Wire,
};
use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, Word, operation::Operation, registry};
use std::collections::HashSet;

/// The programs that every machine with a CUDA driver can run, each with its name: operators, sums,
/// and products of vectors and matrices for `f32`, `f64`, `ff` and `dd`, those of accurate products, and the
/// operations of the registry.
pub fn standard() -> Vec<(String, Program)> {
    let mut programs = Vec::new();
    macro_rules! operators {
        ($($number:ty: $recorded:ty;)*) => {$(
            let operators = [
                ("add", Circuit::record2(true, |a: $recorded, b: $recorded| a + b)),
                ("sub", Circuit::record2(true, |a: $recorded, b: $recorded| a - b)),
                ("mul", Circuit::record2(true, |a: $recorded, b: $recorded| a * b)),
                ("div", Circuit::record2(true, |a: $recorded, b: $recorded| a / b)),
                ("sqrt", Circuit::record1(true, |a: $recorded| a.sqrt())),
            ];
            for (name, circuit) in operators {
                programs.extend(circuit.map(|circuit| named::<$number>(name, map(circuit))));
            }
            programs.extend(linear_algebra::<$number>());
        )*};
    }
    operators! {
        f32: Wire<f32>;
        f64: Wire<f64>;
        FloatFloat: DoubleWord<Wire<f32>>;
        DoubleDouble: DoubleWord<Wire<f64>>;
    }
    programs.push(("products of bytes".into(), Program::products_of_bytes()));
    programs.push(("residues".into(), Program::residues()));
    registry::for_each(&mut OfRegistry(&mut programs));
    // The same circuit may have several names.
    let mut known = HashSet::new();
    programs.retain(|(_, program)| known.insert(program.clone()));
    programs
}

/// The programs of sums, dot products and products of matrices.
fn linear_algebra<N: DeviceNumber>() -> Vec<(String, Program)> {
    let reduce = |name, of: &Accumulation, accumulate: &Circuit| {
        let (identity, merge) = (of.identity.clone(), of.merge.clone());
        let (accumulate, lanes) = (accumulate.clone(), WORKGROUP);
        named::<N>(name, Program::reduce(identity, accumulate, merge, lanes))
    };
    let (sum, dot) = (accumulate::sum::<N>(true), accumulate::dot::<N>(true));
    let broadcast = vec![true, false, false];
    vec![
        reduce("sum", &sum, &sum.accumulate),
        reduce("dot", &dot, &dot.accumulate),
        reduce("merge", &sum, &sum.merge),
        named::<N>("finish", map(sum.finish)),
        named::<N>("axpy", Program::map(accumulate::axpy::<N>(true), broadcast, false)),
        named::<N>("gemm", Program::gemm(dot.identity.clone(), dot.accumulate.clone())),
        named::<N>("gemv", Program::gemv(dot.identity, dot.accumulate, dot.merge, dot.finish)),
    ]
}

fn named<N: DeviceNumber>(name: &str, program: Program) -> (String, Program) {
    (format!("{} {name}", N::NAME), program)
}

fn map(function: Circuit) -> Program {
    let broadcast = vec![false; function.parameters().len()];
    Program::map(function, broadcast, false)
}

struct OfRegistry<'p>(&'p mut Vec<(String, Program)>);

impl registry::Visitor for OfRegistry<'_> {
    fn visit<O: Operation>(&mut self) {
        let name = O::INFO.name;
        let operation =
            [Circuit::of_operation::<O, f32>(true), Circuit::of_operation::<O, f64>(true)];
        let [single, double] = operation.map(map);
        self.0.push(named::<FloatFloat>(name, single));
        self.0.push(named::<DoubleDouble>(name, double));
    }
}
