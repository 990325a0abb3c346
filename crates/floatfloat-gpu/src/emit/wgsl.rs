//! Programs as compute shaders in WGSL, and circuits as a library for other shaders.
//!
//! Skeletons contain the loops; this module generates the text for their marked places. In group 0 of a
//! module, binding i is the i-th buffer of the program, of which the last is writable. The next binding is the
//! uniform `arguments`. If a module has [`constants`](Shader::constants), the binding after that is a storage
//! buffer with them. For `UniformBarrier` the last argument is the zero.

mod definitions;
mod function;
mod length;
mod library;
mod number;
mod protect;
mod rolled;
mod uints;

use crate::{
    circuit::Circuit,
    emit::calls::Calls,
    error::Error,
    lowering::{Lowering, MOST_INLINED, Protection},
    program::{Function, Program},
    word_type::WordType,
};
pub use definitions::{TILES, lanes, state, tile_depth};
use function::function;
pub use library::{Library, ZeroBinding};
pub use number::{component, type_name};
use protect::{Hiding, Place};
use rolled::Rolled;
use std::{collections::BTreeSet, fmt::Write};

/// The place of the generated declarations in a skeleton.
const DECLARATIONS: &str = "//% declarations\n";
/// The place of the first statements in the entry point of a skeleton.
const PROLOGUE: &str = "    //% prologue\n";
/// The same, in a skeleton that branches on the zero of a uniform buffer.
const BRANCHING_PROLOGUE: &str = "    //% prologue that branches\n";

/// A compute shader.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shader {
    /// The whole module, with the entry point `main`.
    pub text: String,
    /// The contents of the storage buffer that the shader reads besides those of the program. They are zeros if
    /// the protection [reads a zero](Protection::reads_zero), and the steps of functions with more operations of
    /// integers than [`Lowering::most_inlined`]. Empty if there is no such buffer.
    pub constants: Vec<u32>,
    /// The number of these steps, each of which is an iteration of a loop.
    pub steps: u64,
}

/// A whole compute shader.
///
/// # Errors
/// [`Error::Unsupported`] if WGSL cannot express the program: words of bf16, lowerings of other languages. Also if
/// the program is longer than the device's compiler accepts ([`Lowering::most_inlined`]).
pub fn module(program: &Program, lowering: &Lowering) -> Result<Shader, Error> {
    if lowering.protection == Protection::Integers {
        let Lowering { products, most_inlined, .. } = *lowering;
        let plain = Lowering { products, most_inlined, ..Lowering::exact(Protection::Plain, true) };
        return module(&program.of_integers(), &plain);
    }
    let word = program.word();
    number::word(word)?;
    protect::check(lowering)?;
    let circuits: Vec<_> = program
        .functions()
        .map(|(function, circuit)| {
            (function, uints::sayable(lowering.rewritten(circuit), lowering.products))
        })
        .collect();
    let mut hiding = Hiding::of(lowering, Place::Module);
    hiding.zeros &= circuits.iter().any(|(_, circuit)| function::has_hidden(circuit))
        || has_special_identity(program);
    // A map has only this circuit.
    let rolled =
        circuits.first().filter(|(_, circuit)| rolled::is_rolled(program, circuit, lowering));
    let rolled = rolled.map(|(_, circuit)| Rolled::new(circuit));
    let rolled = rolled.filter(|_| !lowering.protection.reads_zero());
    let module = Module { word, lowering, program, circuits, hiding, rolled };
    let prologue = |branches| match protect::prologue(lowering.protection, branches) {
        Some(statement) if hiding.results || hiding.zeros => format!("    {statement}\n"),
        _ => String::new(),
    };
    let text = program
        .skeleton()
        .wgsl
        .parts
        .join("\n")
        .replace(DECLARATIONS, &module.declarations())
        .replace(PROLOGUE, &prologue(false))
        .replace(BRANCHING_PROLOGUE, &prologue(true));
    let text = format!("{}{text}", enable(word));
    let Module { rolled, circuits, .. } = module;
    if rolled.is_none() && lowering.most_inlined < MOST_INLINED {
        let operations = |(function, circuit): &(&'static Function, Circuit)| {
            (function.name, circuit.uint_operations())
        };
        let operations = length::inlined(&text, &circuits.iter().map(operations).collect());
        if operations > lowering.most_inlined.into() {
            return Err(number::unsupported(format!(
                "a program of {operations} operations of integers, of which the compiler of this device takes {} \
                 easily; take a type of fewer words, or words that the device has itself",
                lowering.most_inlined
            )));
        }
    }
    let steps = rolled.as_ref().map_or(0, |rolled| rolled.count() as u64);
    let constants = match rolled {
        Some(rolled) => rolled.buffer(),
        None if lowering.protection.reads_zero() => vec![0; 4],
        None => Vec::new(),
    };
    Ok(Shader { text, constants, steps })
}

/// The language extensions that a word type needs.
fn enable(word: WordType) -> &'static str {
    match word {
        WordType::F16 => "enable f16;\n\n",
        _ => "",
    }
}

/// A module that is being written.
struct Module<'a> {
    word: WordType,
    lowering: &'a Lowering,
    program: &'a Program,
    /// The circuits of the program, as they are written.
    circuits: Vec<(&'static Function, Circuit)>,
    hiding: Hiding,
    /// The circuit of a map, if it is written as a loop over steps.
    rolled: Option<Rolled>,
}

impl Module<'_> {
    /// The declarations that the skeleton of the program uses.
    fn declarations(&self) -> String {
        let mut parts = vec![self.bindings()];
        parts.extend(self.types());
        if self.hiding.results || self.hiding.zeros {
            parts.push(protect::zero_of_module());
        }
        parts.extend(protect::declarations(self.word, self.hiding));
        if self.has_special() {
            parts.push(number::special(self.word, self.hiding));
        }
        let circuits = self.circuits.iter().map(|(_, circuit)| circuit);
        let calls = Calls::of(circuits, "");
        for part in function::called(&calls, self.hiding) {
            // Numbers made of integers use the types of several integers.
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        for (of, circuit) in &self.circuits {
            let names = parameters(of, circuit);
            let rolled = self.rolled.as_ref();
            if let Some(rolled) = rolled {
                parts.push(rolled.declarations(self.program.bindings() + 1, &calls));
            }
            parts.push(function(of.name, &names, circuit, self.hiding, &calls, rolled));
        }
        parts.push((self.program.skeleton().wgsl.definitions)(self.program));
        parts.join("\n")
    }

    fn bindings(&self) -> String {
        let elements = self.program.elements();
        let inputs = elements.len() - 1;
        let mut text = String::new();
        for (binding, &words) in elements.iter().enumerate() {
            let (access, name) = match binding == inputs {
                true => ("read_write", "output".to_owned()),
                false => ("read", format!("input{binding}")),
            };
            let element = match binding == inputs && self.program.skeleton().adds_to_output {
                true => "atomic<u32>".to_owned(),
                false => type_name(self.word, words),
            };
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

    /// Declarations of the types of all numbers in the program, where they need one.
    fn types(&self) -> Vec<String> {
        let mut sizes = BTreeSet::new();
        sizes.extend(self.program.elements());
        for (_, circuit) in &self.circuits {
            sizes.extend(circuit.parameters());
            sizes.insert(circuit.results().iter().sum());
        }
        sizes.into_iter().filter_map(|words| number::declaration(self.word, words)).collect()
    }

    fn has_special(&self) -> bool {
        self.circuits.iter().any(|(_, circuit)| function::has_special(circuit))
            || has_special_identity(self.program)
    }
}

/// Whether a word of the empty state is infinite or NaN.
fn has_special_identity(program: &Program) -> bool {
    program.identity().iter().any(|&bits| !f64::from_bits(bits).is_finite())
}

/// The names of the parameters of a circuit.
fn parameters(function: &Function, circuit: &Circuit) -> Vec<String> {
    let named = function.parameters.iter().map(|&name| name.to_owned());
    let others = circuit.parameters().len().saturating_sub(function.parameters.len());
    named.chain(function::names(others)).take(circuit.parameters().len()).collect()
}
