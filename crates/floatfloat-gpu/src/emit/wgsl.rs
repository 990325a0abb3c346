//! Programs as compute shaders in WGSL, and circuits as a library for other shaders.
//!
//! The loops are in `kernels/*.wgsl`; what is put in their marked places is made here. Group 0 of a
//! module: binding i is the i-th buffer of the program, the last writable; the next is the uniform
//! `arguments`; where the protection [reads a zero](crate::lowering::Protection::reads_zero) one
//! more is a storage buffer of 16 zero bytes. For `UniformBarrier` the last argument is the zero.

mod connection;
mod function;
mod library;
mod number;
mod protect;

use crate::{
    circuit::Circuit,
    error::Error,
    lowering::Lowering,
    program::{Chain, Program},
    word_type::WordType,
};
use function::function;
pub use library::{Library, ZeroBinding};
use protect::{Hiding, Place};
use std::{collections::BTreeSet, fmt::Write};

/// Where a skeleton takes the generated declarations.
const DECLARATIONS: &str = "//% declarations\n";
/// Where the entry point of a skeleton takes what is to be done first.
const PROLOGUE: &str = "    //% prologue\n";

/// A whole compute shader, entry point `main`.
///
/// # Errors
/// [`Error::Unsupported`] where WGSL cannot say it: words of bf16, and lowerings of other languages.
pub fn module(program: &Program, lowering: &Lowering) -> Result<String, Error> {
    let word = program.word();
    number::word(word)?;
    protect::check(lowering)?;
    let circuits: Vec<_> = program
        .circuits()
        .into_iter()
        .map(|(name, circuit)| (name, lowering.rewritten(circuit)))
        .collect();
    let mut hiding = Hiding::of(lowering, Place::Module);
    hiding.zeros &= circuits.iter().any(|(_, circuit)| function::has_zero(circuit));
    let module = Module { word, lowering, program, circuits, hiding };
    let prologue = match protect::prologue(lowering.protection, program) {
        Some(statement) if hiding.results || hiding.zeros => format!("    {statement}\n"),
        _ => String::new(),
    };
    let text = skeleton(program)
        .replace(DECLARATIONS, &module.declarations())
        .replace(PROLOGUE, &prologue);
    Ok(format!("{}{text}", enable(word)))
}

/// The language extensions that words need.
fn enable(word: WordType) -> &'static str {
    match word {
        WordType::F16 => "enable f16;\n\n",
        _ => "",
    }
}

fn skeleton(program: &Program) -> String {
    let lanes = include_str!("../../kernels/lanes.wgsl");
    let tile = include_str!("../../kernels/tile.wgsl");
    match program {
        Program::Map { looped: false, .. } => include_str!("../../kernels/map.wgsl").to_owned(),
        Program::Map { looped: true, .. } => include_str!("../../kernels/map_loop.wgsl").to_owned(),
        Program::Reduce { .. } => format!("{}\n{lanes}", include_str!("../../kernels/reduce.wgsl")),
        Program::Gemv { .. } => format!("{}\n{lanes}", include_str!("../../kernels/gemv.wgsl")),
        Program::Gemm { .. } => format!("{}\n{tile}", include_str!("../../kernels/gemm.wgsl")),
        Program::Chain { .. } => include_str!("../../kernels/chain.wgsl").to_owned(),
        Program::Fan1 { .. } => include_str!("../../kernels/fan1.wgsl").to_owned(),
        Program::Fan2 { .. } => include_str!("../../kernels/fan2.wgsl").to_owned(),
        Program::LuDiagonal { .. } => include_str!("../../kernels/lu_diagonal.wgsl").to_owned(),
        Program::LuPerimeter { .. } => include_str!("../../kernels/lu_perimeter.wgsl").to_owned(),
        Program::LuInternal { .. } => {
            format!("{}\n{tile}", include_str!("../../kernels/lu_internal.wgsl"))
        }
    }
}

/// Words of each buffer's elements, the output last.
fn elements(program: &Program) -> Vec<usize> {
    match program {
        Program::Map { function, .. } => {
            let results = function.results().iter().sum();
            function.parameters().iter().copied().chain([results]).collect()
        }
        Program::Reduce { identity, accumulate, .. } => {
            accumulate.parameters()[1..].iter().copied().chain([identity.len()]).collect()
        }
        Program::Gemv { accumulate, finish, .. } => {
            let result = finish.results().iter().sum();
            accumulate.parameters()[1..].iter().copied().chain([result]).collect()
        }
        Program::Gemm { identity, accumulate } => {
            accumulate.parameters()[1..].iter().copied().chain([identity.len()]).collect()
        }
        Program::Chain { chain: Chain { begin, step, finish, .. }, .. } => {
            vec![begin.parameters()[0], step.parameters()[1], finish.results().iter().sum()]
        }
        Program::Fan1 { divide } => vec![divide.parameters()[0]; 2],
        Program::Fan2 { update, .. } => vec![update.parameters()[0]; 2],
        Program::LuDiagonal { update, .. }
        | Program::LuPerimeter { update, .. }
        | Program::LuInternal { update, .. } => vec![update.parameters()[0]],
    }
}

/// A module being written.
struct Module<'a> {
    word: WordType,
    lowering: &'a Lowering,
    program: &'a Program,
    /// The circuits of the program as they are written.
    circuits: Vec<(&'static str, Circuit)>,
    hiding: Hiding,
}

impl Module<'_> {
    /// Everything that the skeleton of the program uses.
    fn declarations(&self) -> String {
        let mut parts = vec![self.bindings()];
        parts.extend(self.types());
        if self.hiding.results || self.hiding.zeros {
            parts.push(protect::zero_of_module());
        }
        parts.extend(protect::declarations(self.word, self.hiding));
        if self.has_special() {
            parts.push(number::special(self.word, Place::Module));
        }
        for (name, circuit) in &self.circuits {
            let parameters = self.parameters(name, circuit);
            parts.push(function(name, &parameters, circuit, self.hiding));
        }
        parts.push(self.connection());
        parts.join("\n")
    }

    /// Names for the parameters of a circuit of the program.
    fn parameters(&self, circuit_name: &str, circuit: &Circuit) -> Vec<String> {
        let count = circuit.parameters().len();
        match circuit_name {
            "accumulate" => {
                ["state".to_owned()].into_iter().chain(function::names(count - 1)).collect()
            }
            "merge" => vec!["state".to_owned(), "other".to_owned()],
            "finish" => vec!["state".to_owned()],
            "step" => vec!["state".to_owned(), "c".to_owned()],
            _ => function::names(count),
        }
    }

    fn bindings(&self) -> String {
        let elements = elements(self.program);
        let inputs = elements.len() - 1;
        let mut text = String::new();
        for (binding, &words) in elements.iter().enumerate() {
            let (access, name) = match binding == inputs {
                true => ("read_write", "output".to_owned()),
                false => ("read", format!("input{binding}")),
            };
            let element = number::number(self.word, words);
            writeln!(
                text,
                "@group(0) @binding({binding}) var<storage, {access}> {name}: array<{element}>;"
            )
            .expect("strings take all");
        }
        let next = elements.len();
        writeln!(text, "@group(0) @binding({next}) var<uniform> arguments: array<vec4<u32>, 2>;")
            .expect("strings take all");
        if self.lowering.protection.reads_zero() {
            writeln!(
                text,
                "@group(0) @binding({}) var<storage, read> always_zero: array<u32>;",
                next + 1
            )
            .expect("strings take all");
        }
        text
    }

    /// Declarations of types for all numbers of the program that need one.
    fn types(&self) -> Vec<String> {
        let mut sizes: BTreeSet<usize> = elements(self.program).into_iter().collect();
        for (_, circuit) in &self.circuits {
            sizes.extend(circuit.parameters());
            sizes.insert(circuit.results().iter().sum());
        }
        sizes.into_iter().filter_map(|words| number::declaration(self.word, words)).collect()
    }

    fn has_special(&self) -> bool {
        self.circuits.iter().any(|(_, circuit)| function::has_special(circuit))
            || self.identity().iter().any(|&bits| !f64::from_bits(bits).is_finite())
    }

    /// The words of the empty state, none where the program has no state.
    fn identity(&self) -> &[u64] {
        match self.program {
            Program::Reduce { identity, .. }
            | Program::Gemv { identity, .. }
            | Program::Gemm { identity, .. } => identity,
            _ => &[],
        }
    }
}
