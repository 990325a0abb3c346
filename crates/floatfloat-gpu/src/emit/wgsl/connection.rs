//! What stands between the circuits of a program and its loop: types, constants, calls.

use super::{Module, function, number};
use crate::program::{Chain, Program};

impl Module<'_> {
    /// What stands between the circuits and the loop.
    pub(super) fn connection(&self) -> String {
        let number = |words| number::number(self.word, words);
        match self.program {
            Program::Map { function, broadcast, .. } => {
                let arguments: Vec<_> = (0..function.parameters().len())
                    .map(|i| match broadcast.get(i) {
                        Some(true) => format!("input{i}[0]"),
                        _ => format!("input{i}[i]"),
                    })
                    .collect();
                let result = number(function.results().iter().sum());
                format!(
                    "// What is computed for element i.\n\
                     fn element(i: u32) -> {result} {{\n    return function({});\n}}\n",
                    arguments.join(", ")
                )
            }
            Program::Reduce { accumulate, .. } => {
                let arguments: String = (0..accumulate.parameters().len() - 1)
                    .map(|i| format!(", input{i}[i]"))
                    .collect();
                format!(
                    "{}\n{}\n// The state with element i.\n\
                     fn include(state: State, i: u32) -> State {{\n    \
                         return accumulate(state{arguments});\n}}\n",
                    self.lanes(),
                    self.state()
                )
            }
            Program::Gemv { .. } => format!("{}\n{}", self.lanes(), self.state()),
            Program::Gemm { accumulate, .. } => {
                let [a, b] = [accumulate.parameters()[1], accumulate.parameters()[2]];
                format!(
                    "alias A = {};\nalias B = {};\n{}\n{}",
                    number(a),
                    number(b),
                    self.state(),
                    depth(self.word.bytes() * (a + b) as u64)
                )
            }
            Program::Chain { chain: Chain { step, unrolled, .. }, broadcast } => {
                let state = number(step.parameters()[0]);
                let c = number(step.parameters()[1]);
                let place = if *broadcast { "0" } else { "i" };
                let steps: String = (0..*unrolled)
                    .map(|i| format!("    let s{} = step(s{i}, c);\n", i + 1))
                    .collect();
                format!(
                    "{}\nfn constant(i: u32) -> {c} {{\n    return input1[{place}];\n}}\n\n\
                     // One round.\nfn steps(s0: {state}, c: {c}) -> {state} {{\n{steps}    \
                         return s{unrolled};\n}}\n",
                    self.lanes()
                )
            }
            Program::Fan1 { divide } => {
                format!("alias Number = {};\n", number(divide.parameters()[0]))
            }
            Program::Fan2 { block: [x, y], .. } => format!(
                "// Invocations of a workgroup along a row and along a column.\n\
                 const BLOCK_X = {x}u;\nconst BLOCK_Y = {y}u;\n"
            ),
            Program::LuDiagonal { update, block, .. }
            | Program::LuPerimeter { update, block, .. } => {
                let elements = (block * block).div_ceil(self.program.lanes());
                format!(
                    "alias Number = {};\n\n{}\n// Rows and columns of a block.\n\
                     const BLOCK = {block}u;\n\n// Elements of an invocation.\n\
                     const ELEMENTS = {elements}u;\n",
                    number(update.parameters()[0]),
                    self.lanes()
                )
            }
            Program::LuInternal { update, block } => {
                let words = update.parameters()[0];
                format!(
                    "alias Number = {};\n\n// Rows and columns of a block.\n\
                     const BLOCK = {block}u;\n\n{}",
                    number(words),
                    depth(self.word.bytes() * 2 * words as u64)
                )
            }
        }
    }

    fn lanes(&self) -> String {
        format!("// Invocations of a workgroup.\nconst LANES = {}u;\n", self.program.lanes())
    }

    /// The type of states, and the empty one.
    fn state(&self) -> String {
        let identity = self.identity();
        format!(
            "alias State = {};\n\nfn empty() -> State {{\n    return {};\n}}\n",
            number::number(self.word, identity.len()),
            function::constant_number(self.word, identity)
        )
    }
}

/// How many values of k the tiles of a matrix product hold: 16, or as many as fit the 16 KiB that
/// a workgroup may use everywhere. `bytes` are those of an element of a and one of b.
fn depth(bytes: u64) -> String {
    let fits = (16 << 10) / (u64::from(crate::program::TILE) * bytes);
    let depth = 1 << fits.clamp(1, 16).ilog2();
    format!("// Values of k in a tile.\nconst DEPTH = {depth}u;\n")
}
