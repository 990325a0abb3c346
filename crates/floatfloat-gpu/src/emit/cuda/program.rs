//! Whole programs: generated definitions, then a skeleton of `kernels/` that uses them.

use super::{
    arithmetic::Arithmetic,
    function::{output_words, sizes},
};
use crate::{
    circuit::Circuit,
    lowering::Lowering,
    program::{Chain, Program, TILE},
};
use std::fmt::Write as _;

/// Bytes that a thread should have under way, so that the memory is busy even where few threads
/// fit.
const BYTES_UNDER_WAY: u64 = 64;

/// Above this many steps a thread computes fewer elements, so that code stays small.
const STEPS_A_THREAD: usize = 2048;

/// A program as the text of a module with one kernel, `kernel`.
///
/// Its parameters are pointers to the buffers, in the order that [`Program`] gives, then the
/// arguments as a struct of eight `unsigned`. Blocks have [`Program::lanes`] threads; how many blocks
/// there must be is told by [`grid`].
pub fn module(program: &Program, lowering: &Lowering) -> String {
    let mut module = Module::new(program, lowering);
    module.definitions(program);
    let (common, skeleton) = match program {
        Program::Map { looped: false, .. } => ("", include_str!("../../../kernels/map.cu")),
        Program::Map { looped: true, .. } => ("", include_str!("../../../kernels/map_loop.cu")),
        Program::Reduce { .. } => {
            (include_str!("../../../kernels/lanes.cu"), include_str!("../../../kernels/reduce.cu"))
        }
        Program::Gemv { .. } => {
            (include_str!("../../../kernels/lanes.cu"), include_str!("../../../kernels/gemv.cu"))
        }
        Program::Gemm { .. } => ("", include_str!("../../../kernels/gemm.cu")),
        Program::Chain { .. } => ("", include_str!("../../../kernels/chain.cu")),
        Program::Fan1 { .. } => ("", include_str!("../../../kernels/fan1.cu")),
        Program::Fan2 { .. } => ("", include_str!("../../../kernels/fan2.cu")),
        Program::LuDiagonal { .. } => ("", include_str!("../../../kernels/lu_diagonal.cu")),
        Program::LuPerimeter { .. } => ("", include_str!("../../../kernels/lu_perimeter.cu")),
        Program::LuInternal { .. } => ("", include_str!("../../../kernels/lu_internal.cu")),
    };
    for part in [common, skeleton] {
        if !part.is_empty() {
            module.text.push('\n');
            module.text.push_str(part);
        }
    }
    module.text
}

/// The blocks with which to launch the [`module`] of a program where a launch asks for `groups`:
/// fewer where a thread does the work of several invocations.
pub fn grid(program: &Program, groups: [u32; 2]) -> [u32; 2] {
    let Program::Map { function, broadcast, looped: false } = program else { return groups };
    let groups = u64::from(groups[0]) * u64::from(groups[1]);
    let blocks = groups.div_ceil(elements_a_thread(function, broadcast));
    // The most blocks that the first dimension of a grid can have.
    let across = blocks.clamp(1, i32::MAX as u64);
    [across as u32, blocks.div_ceil(across) as u32]
}

/// Elements of a map that one thread computes.
fn elements_a_thread(function: &Circuit, broadcast: &[bool]) -> u64 {
    let words: usize = function
        .parameters()
        .iter()
        .zip(broadcast)
        .map(|(&words, &broadcast)| if broadcast { 0 } else { words })
        .sum();
    let bytes = (words as u64 * function.word().bytes()).max(1);
    let steps = function.nodes().len().max(1);
    (BYTES_UNDER_WAY / bytes).min((STEPS_A_THREAD / steps) as u64).clamp(1, 4)
}

/// Columns and rows of the panels that an LU decomposition has in shared memory at a time: not more
/// than a block has, and so many that two workgroups fit a multiprocessor of any device.
fn lu_depth(update: &Circuit, block: u32) -> u32 {
    let bytes = output_words(update) as u64 * update.word().bytes();
    // A column has one element more a row.
    let numbers = LU_SHARED / (u64::from(TILE) * bytes);
    let depth = 1 << (numbers.saturating_sub(1) / 2).max(1).ilog2();
    depth.min(block)
}

/// Bytes of shared memory for panels.
const LU_SHARED: u64 = 40 << 10;

/// Elements that a lane of a reduction loads before it accumulates them.
fn elements_ahead(accumulate: &Circuit) -> u64 {
    let words: usize = accumulate.parameters()[1..].iter().sum();
    (BYTES_UNDER_WAY / (words as u64 * accumulate.word().bytes()).max(1)).clamp(2, 8)
}

/// The text as far as it is written.
struct Module {
    arithmetic: Arithmetic,
    text: String,
}

impl Module {
    fn new(program: &Program, lowering: &Lowering) -> Self {
        let arithmetic = Arithmetic::new(program.word(), lowering);
        Module { arithmetic, text: arithmetic.prelude() }
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }

    /// Everything that a skeleton names.
    fn definitions(&mut self, program: &Program) {
        self.line(format_args!("typedef unsigned long long size;"));
        self.line(format_args!("struct Arguments {{ unsigned value[8]; }};"));
        let circuits = program.circuits();
        for words in sizes(circuits.iter().map(|&(_, circuit)| circuit)) {
            self.text += &self.arithmetic.definition(words);
        }
        for (name, circuit) in circuits {
            self.text.push('\n');
            self.text += &self.arithmetic.function(name, circuit);
        }
        self.text.push('\n');
        match program {
            Program::Map { function, broadcast, .. } => {
                self.operands(function.parameters(), broadcast);
                let members = members(function.parameters().len());
                self.line(format_args!("#define APPLY(operands) function({members})"));
                self.alias("Result", output_words(function));
                let elements = elements_a_thread(function, broadcast);
                self.line(format_args!("#define ELEMENTS {elements}"));
            }
            Program::Reduce { identity, accumulate, lanes, .. } => {
                self.reduction(identity, accumulate, *lanes);
            }
            Program::Gemv { identity, accumulate, finish, .. } => {
                self.reduction(identity, accumulate, program.lanes());
                self.elements(&accumulate.parameters()[1..]);
                self.alias("Result", output_words(finish));
                self.line(format_args!("#define FINISH(state) finish(state)"));
            }
            Program::Gemm { identity, accumulate } => {
                self.elements(&accumulate.parameters()[1..]);
                self.identity(identity);
                self.line(format_args!("#define ACCUMULATE(state, a, b) accumulate(state, a, b)"));
                let widest = accumulate.parameters()[1..].iter().copied().max().unwrap_or(1);
                let depth = 128 / (widest as u64 * accumulate.word().bytes()).max(4);
                self.line(format_args!("#define DEPTH {}", depth.next_power_of_two().clamp(4, 32)));
            }
            Program::Chain { chain: Chain { begin, step, finish, unrolled, lanes }, broadcast } => {
                self.alias("Element", begin.parameters()[0]);
                self.alias("Constant", step.parameters()[1]);
                self.alias("State", step.parameters()[0]);
                self.alias("Result", output_words(finish));
                self.line(format_args!("#define BEGIN(x) begin(x)"));
                self.line(format_args!("#define STEP(state, constant) step(state, constant)"));
                self.line(format_args!("#define FINISH(state) finish(state)"));
                self.line(format_args!("#define UNROLLED {unrolled}"));
                self.line(format_args!("#define LANES {lanes}"));
                self.line(format_args!("#define BROADCAST {}", u8::from(*broadcast)));
            }
            Program::Fan1 { divide } => {
                self.alias("Number", output_words(divide));
                self.line(format_args!("#define DIVIDE(a, pivot) divide(a, pivot)"));
            }
            Program::Fan2 { update, block: [x, y] } => {
                self.alias("Number", output_words(update));
                self.line(format_args!(
                    "#define UPDATE(a, multiplier, b) update(a, multiplier, b)"
                ));
                self.line(format_args!("#define BLOCK_X {x}\n#define BLOCK_Y {y}"));
            }
            Program::LuDiagonal { update, block, .. }
            | Program::LuPerimeter { update, block, .. } => {
                self.update_of_lu(update, *block);
                self.line(format_args!("#define DIVIDE(a, pivot) divide(a, pivot)"));
                let lanes = program.lanes();
                self.line(format_args!("#define LANES {lanes}"));
                self.line(format_args!("#define ELEMENTS {}", (block * block).div_ceil(lanes)));
            }
            Program::LuInternal { update, block } => {
                self.update_of_lu(update, *block);
                self.line(format_args!("#define DEPTH {}", lu_depth(update, *block)));
                let unrolled = (512 / (16 * update.nodes().len())).clamp(1, 8).ilog2();
                self.line(format_args!("const unsigned UNROLL = {};", 1 << unrolled));
                // Wider numbers need all registers.
                let bytes = output_words(update) as u64 * update.word().bytes();
                self.line(format_args!("#define RESIDENT {}", if bytes > 16 { 1 } else { 2 }));
            }
        }
    }

    /// What the parts of an LU decomposition have in common.
    fn update_of_lu(&mut self, update: &Circuit, block: u32) {
        self.alias("Number", output_words(update));
        self.line(format_args!("#define UPDATE(a, l, u) update(a, l, u)"));
        self.line(format_args!("#define BLOCK {block}"));
    }

    /// What Reduce and Gemv have in common.
    fn reduction(&mut self, identity: &[u64], accumulate: &Circuit, lanes: u32) {
        let elements = &accumulate.parameters()[1..];
        self.operands(elements, &vec![false; elements.len()]);
        let pointers: Vec<String> = (0..elements.len()).map(|input| format!("in{input}")).collect();
        self.line(format_args!("#define POINTERS {}", pointers.join(", ")));
        self.identity(identity);
        let members = members(elements.len());
        self.line(format_args!("#define ACCUMULATE(state, operands) accumulate(state, {members})"));
        self.line(format_args!("#define MERGE(state, other) merge(state, other)"));
        self.line(format_args!("#define AHEAD {}", elements_ahead(accumulate)));
        self.line(format_args!("#define LANES {lanes}"));
    }

    /// INPUTS, Operands and LOAD: what one element of every input is, and how it is read.
    fn operands(&mut self, parameters: &[usize], broadcast: &[bool]) {
        let types: Vec<String> =
            parameters.iter().map(|&words| self.arithmetic.number(words)).collect();
        let each = |write: &dyn Fn(usize, &str) -> String, separator: &str| {
            let parts: Vec<String> =
                types.iter().enumerate().map(|(input, kind)| write(input, kind)).collect();
            parts.join(separator)
        };
        let inputs = each(&|input, kind| format!("const {kind}* __restrict__ in{input}"), ", ");
        let members = each(&|input, kind| format!("{kind} x{input};"), " ");
        let place = |input: usize| if broadcast[input] { "0" } else { "place" };
        let loads = each(&|input, _| format!("in{input}[{}]", place(input)), ", ");
        self.line(format_args!("#define INPUTS {inputs}"));
        self.line(format_args!("struct Operands {{ {members} }};"));
        self.line(format_args!("#define LOAD(place) Operands{{{loads}}}"));
    }

    /// Element0, Element1, …
    fn elements(&mut self, parameters: &[usize]) {
        for (input, &words) in parameters.iter().enumerate() {
            self.alias(&format!("Element{input}"), words);
        }
    }

    /// State and IDENTITY.
    fn identity(&mut self, identity: &[u64]) {
        self.alias("State", identity.len());
        let words: Vec<String> =
            identity.iter().map(|&bits| self.arithmetic.constant(f64::from_bits(bits))).collect();
        self.line(format_args!("#define IDENTITY {}", self.arithmetic.value(&words)));
    }

    fn alias(&mut self, name: &str, words: usize) {
        self.line(format_args!("typedef {} {name};", self.arithmetic.number(words)));
    }
}

/// The members of `operands`, as arguments of a function.
fn members(count: usize) -> String {
    let members: Vec<String> = (0..count).map(|input| format!("(operands).x{input}")).collect();
    members.join(", ")
}
