//! Long circuits of integers as a loop that carries out one step after the other. A compiler sees each kind of step
//! once, however many steps there are.
//!
//! A step is one operation of integers or one call. Compilers of shaders inline every call, and their time grows faster
//! than the inlined length. A storage buffer holds the steps, and an array holds the integers that they produce.

mod allocation;

use super::{function, uints};
use crate::{
    circuit::{Called, Circuit, Kind, Node},
    emit::calls::Calls,
    lowering::Lowering,
    program::Program,
};
use allocation::Allocation;
use std::{fmt::Write, iter, sync::Arc};

/// A circuit as steps.
pub(super) struct Rolled {
    /// The operations of the steps, each once.
    operations: Vec<Operation>,
    steps: Vec<Step>,
    /// Constants that are in the array before the first step, with their places.
    constants: Vec<(u32, u32)>,
    /// The places of the results.
    outputs: Vec<u32>,
    /// The number of places.
    places: u32,
}

struct Step {
    /// The index of the operation.
    operation: usize,
    /// The places of the operands.
    operands: Vec<u32>,
    results: Vec<u32>,
}

/// The operation of a step.
#[derive(PartialEq)]
enum Operation {
    /// A node whose operands are 0, 1, 2; `flags` says which of them are flags.
    Step { node: Node, flags: Vec<bool> },
    /// A call.
    Call(Arc<Called>),
}

/// Whether the circuit of a program is written as a loop over steps: it maps elements made of integers by a function
/// that is too long for the device's compiler.
pub(super) fn is_rolled(program: &Program, circuit: &Circuit, lowering: &Lowering) -> bool {
    let is_map = program.is_map(false) || program.is_map(true);
    let is_long = |circuit: &Circuit| circuit.uint_operations() > lowering.most_inlined.into();
    let has_words =
        |circuit: &Circuit| circuit.nodes().iter().any(|node| node.kind() == Kind::Word);
    is_map && is_long(circuit) && !has_words(circuit)
}

impl Rolled {
    pub(super) fn new(circuit: &Circuit) -> Self {
        Allocation::new(circuit).rolled()
    }

    /// The number of steps.
    pub(super) fn count(&self) -> usize {
        self.steps.len()
    }

    /// The largest numbers of operands and of results of a step.
    fn widest(&self) -> [usize; 2] {
        let most = |count: fn(&Step) -> usize| self.steps.iter().map(count).max().unwrap_or(0);
        [most(|step| step.operands.len()), most(|step| step.results.len())]
    }

    /// The number of bits of a field of a step. All steps have the same fields: the operation, the operands
    /// and the results.
    fn field_bits(&self) -> u32 {
        self.places.max(self.operations.len() as u32).max(1).ilog2() + 1
    }

    /// For each field of a step, the integer that contains it and the number of bits below it.
    fn fields(&self) -> impl Iterator<Item = (usize, u32)> {
        let bits = self.field_bits();
        (0..).flat_map(move |integer| (0..32 / bits).map(move |field| (integer, field * bits)))
    }

    /// The number of integers of a step.
    fn integers(&self) -> usize {
        let [operands, results] = self.widest();
        (1 + operands + results).div_ceil(32 / self.field_bits() as usize)
    }

    /// The contents of the storage buffer. Missing operands of a step have any value; missing results lie behind all
    /// other places.
    pub(super) fn buffer(&self) -> Vec<u32> {
        let [operands, results] = self.widest();
        let mut buffer = vec![0; self.steps.len() * self.integers()];
        for (step, packed) in self.steps.iter().zip(buffer.chunks_mut(self.integers())) {
            let padded = |places: &[u32], count: usize, other: u32| {
                let others = iter::repeat_n(other, count - places.len());
                places.iter().copied().chain(others).collect::<Vec<_>>()
            };
            let operands = padded(&step.operands, operands, 0);
            let results = padded(&step.results, results, self.places);
            let values = iter::once(step.operation as u32).chain(operands).chain(results);
            for (value, (integer, below)) in values.zip(self.fields()) {
                packed[integer] |= value << below;
            }
        }
        buffer
    }

    /// The declarations that follow those of the called functions. `binding` is the binding of the steps.
    pub(super) fn declarations(&self, binding: usize, calls: &Calls) -> String {
        let [operands, results] = self.widest();
        let operands = function::names(operands);
        let results: Vec<_> = (0..results).map(|place| format!("r{place}")).collect();
        let mut text = format!(
            "// Steps: what is done, the places of operands and of results.\n\
             @group(0) @binding({binding}) var<storage, read> steps: array<u32>;\n\n\
             // What steps have made.\n\
             var<private> places: array<u32, {}>;\n\n\
             fn carry_out_steps() {{\n    \
                 for (var step = 0u; step < {}u; step += {}u) {{\n",
            self.places + 1,
            self.integers() * self.steps.len(),
            self.integers(),
        );
        let mut line = |depth: usize, line: &str| {
            writeln!(text, "{:1$}{line}", "", 4 * depth).expect("strings take all");
        };
        for integer in 0..self.integers() {
            line(2, &format!("let s{integer} = steps[step + {integer}u];"));
        }
        let mask = (1u32 << self.field_bits()) - 1;
        let mut fields =
            self.fields().map(|(integer, below)| format!("(s{integer} >> {below}u) & {mask}u"));
        let mut field = || fields.next().unwrap_or_default();
        let operation = field();
        for name in &operands {
            line(2, &format!("let {name} = places[{}];", field()));
        }
        results.iter().for_each(|name| line(2, &format!("var {name} = 0u;")));
        line(2, &format!("switch {operation} {{"));
        for (place, operation) in self.operations.iter().enumerate() {
            line(3, &format!("case {place}u: {{"));
            for statement in operation.statements(&operands, &results, calls) {
                line(4, &statement);
            }
            line(3, "}");
        }
        line(3, "default: {}");
        line(2, "}");
        for name in &results {
            line(2, &format!("places[{}] = {name};", field()));
        }
        line(1, "}");
        text + "}\n"
    }

    /// Writes the statements that call the loop with these inputs, and returns the names of its
    /// results.
    pub(super) fn call(&self, inputs: &[String], text: &mut String) -> Vec<String> {
        let constants =
            self.constants.iter().map(|&(place, value)| (place, uints::constant(value)));
        for (place, value) in (0..).zip(inputs.iter().cloned()).chain(constants) {
            writeln!(text, "    places[{place}] = {value};").expect("strings take all");
        }
        *text += "    carry_out_steps();\n";
        self.outputs.iter().map(|place| format!("places[{place}]")).collect()
    }
}

impl Operation {
    /// The statements that compute the results of an operation from its operands.
    fn statements(&self, operands: &[String], results: &[String], calls: &Calls) -> Vec<String> {
        match self {
            Operation::Step { node, flags } => {
                let value = |(name, &is_flag): (&String, _)| match is_flag {
                    true => format!("({name} != 0u)"),
                    false => name.clone(),
                };
                let values: Vec<_> = operands.iter().zip(flags).map(value).collect();
                let made = match *node {
                    Node::UintBinary(op, ..) => {
                        uints::binary(op, &values[0], &values[1], Node::UintInput(1))
                    }
                    node => function::step(node, &values),
                };
                vec![match node.kind() {
                    Kind::Flag => format!("{} = select(0u, 1u, {made});", results[0]),
                    _ => format!("{} = {made};", results[0]),
                }]
            }
            Operation::Call(called) => {
                let operands = &operands[..called.circuit.parameters().len()];
                let call = format!("let made = {}({});", calls.name(called), operands.join(", "));
                let count = called.circuit.outputs().len();
                let taken = results.iter().enumerate().take(count).map(|(place, result)| {
                    format!("{result} = {};", super::component("made", count, place))
                });
                iter::once(call).chain(taken).collect()
            }
        }
    }
}
