//! The arithmetic as text for the user's own shaders.

use super::{
    enable,
    function::{self, function},
    number,
    protect::{self, Hiding, LIBRARY_ZERO, Place},
    uints,
};
use crate::{
    circuit::Circuit,
    emit::calls::Calls,
    error::Error,
    lowering::{Lowering, Protection},
    word_type::WordType,
};
use std::collections::{BTreeMap, BTreeSet};

/// The beginning of the names of functions of integers.
const LIBRARY_CALLS: &str = "floatfloat_";

/// The binding of the buffer of zeros in the user's shader, if it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZeroBinding {
    /// Bind group.
    pub group: u32,
    /// Binding in that group.
    pub binding: u32,
}

/// Circuits as functions of WGSL, and a shader that shows their use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// The functions, with a comment on their use. The text may stand before or after the user's
    /// text. Only a line `enable f16;` at its beginning must come first.
    pub text: String,
    /// An entry point `main` that follows `text` and applies the first function to arrays. Its
    /// operands are the bindings 0, 1, … of group 0, its result is the next binding.
    pub example: String,
    /// Whether the functions read the buffer of zeros.
    pub reads_zero: bool,
}

impl Library {
    /// Writes these circuits as functions with the given names, which should be `ff_add`, `dd_mul`
    /// and the like. `zero` is used if the lowering needs it.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if WGSL cannot express the library: words of bf16, lowerings of other
    /// languages, a zero in a uniform buffer, no function at all.
    pub fn new(
        functions: &[(String, Circuit)],
        lowering: &Lowering,
        zero: ZeroBinding,
    ) -> Result<Self, Error> {
        if lowering.protection == Protection::Integers {
            let circuits =
                functions.iter().map(|(name, circuit)| (name.clone(), circuit.of_integers()));
            let plain = Lowering::exact(Protection::Plain, true);
            let usage = usage_of_integers;
            return Library::written(&circuits.collect::<Vec<_>>(), &plain, zero, &usage);
        }
        let longest = longest(functions);
        let has_fast = functions.iter().any(|(_, circuit)| circuit.uncorrected);
        let usage = |reads_zero: bool, example: &str| {
            usage(lowering, longest, has_fast, reads_zero, example)
        };
        Library::written(functions, lowering, zero, &usage)
    }

    /// `usage` writes the comment at the beginning.
    fn written(
        functions: &[(String, Circuit)],
        lowering: &Lowering,
        zero: ZeroBinding,
        usage: &dyn Fn(bool, &str) -> String,
    ) -> Result<Self, Error> {
        protect::check(lowering)?;
        if lowering.protection == Protection::UniformBarrier {
            return Err(number::unsupported("drivers see through a uniform zero; take barrier"));
        }
        let functions: Vec<_> = functions
            .iter()
            .map(|(name, circuit)| {
                (name, uints::sayable(lowering.rewritten(circuit), lowering.products))
            })
            .collect();
        let Some((first_name, first)) = functions.first() else {
            return Err(number::unsupported("a library needs a function; name one"));
        };
        let mut words = BTreeMap::<WordType, Vec<&Circuit>>::new();
        for (_, circuit) in &functions {
            number::word(circuit.word())?;
            words.entry(circuit.word()).or_default().push(circuit);
        }
        let mut hiding = Hiding::of(lowering, Place::Library);
        hiding.zeros &= functions.iter().any(|(_, circuit)| function::has_hidden(circuit));
        let reads_zero = hiding.results || hiding.zeros;
        let example = example(first_name, first);
        let mut parts = vec![usage(reads_zero, &example)];
        if reads_zero {
            let ZeroBinding { group, binding } = zero;
            parts.push(format!(
                "@group({group}) @binding({binding}) var<storage, read> {LIBRARY_ZERO}: \
                 array<u32>;\n"
            ));
        }
        for (&word, circuits) in &words {
            parts.extend(types(word, circuits));
            parts.extend(protect::declarations(word, hiding));
            if circuits.iter().any(|circuit| function::has_special(circuit)) {
                parts.push(number::special(word, hiding));
            }
        }
        let calls = Calls::of(functions.iter().map(|(_, circuit)| circuit), LIBRARY_CALLS);
        for part in function::called(&calls, hiding) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        for (name, circuit) in &functions {
            let parameters = function::names(circuit.parameters().len());
            parts.push(function(name, &parameters, circuit, hiding, &calls, None));
        }
        let extensions: String = words.keys().map(|&word| enable(word)).collect();
        Ok(Library { text: extensions + &parts.join("\n"), example, reads_zero })
    }
}

/// Declarations of the types of numbers, where they need one.
fn types(word: WordType, circuits: &[&Circuit]) -> Vec<String> {
    let mut sizes = BTreeSet::new();
    for circuit in circuits {
        sizes.extend(circuit.parameters());
        sizes.insert(circuit.outputs().len());
    }
    sizes.into_iter().filter_map(|words| number::declaration(word, words)).collect()
}

/// The number of words of the longest number.
fn longest<N>(functions: &[(N, Circuit)]) -> usize {
    let sizes = functions.iter().flat_map(|(_, circuit)| circuit.parameters());
    sizes.copied().max().unwrap_or(0)
}

fn usage(
    lowering: &Lowering,
    longest: usize,
    has_fast: bool,
    reads_zero: bool,
    example: &str,
) -> String {
    let mut text = format!(
        "\
// floatfloat {}: numbers of twice the precision of the machine's, for WGSL.
//
// A number is the unevaluated sum of two words, high and low, where high is the sum rounded to
// nearest: vec2<f32> has 48 bits (ff), vec2<f64> 106 bits (dd). A word x becomes a number by
// vec2(x, 0).
//
",
        env!("CARGO_PKG_VERSION")
    );
    if longest > 2 {
        text += "\
// Of three words (tf, td) it is a struct, of four (qf, qd) a vec4; each word is the sum of itself and the
// next, rounded to nearest. With a wide range (wff, wdd) it is that struct, too: high and low word of the
// significand, from 1 to below 2, and a word whose highest 32 bits are the exponent plus 2^30.
//
";
    }
    text += &format!("// Written for: {lowering}.\n");
    text += match lowering.protection {
        Protection::Plain => {
            "\
// Nothing keeps a driver from rewriting sums, and many do: use this only on devices on which
// `floatfloat devices` finds plain text exact. Elsewhere take --lowering barrier.
"
        }
        Protection::NoContraction => {
            "\
// Exact only if this is compiled to SPIR-V in which every arithmetic result is decorated
// NoContraction, and handed to Vulkan as it is. WGSL cannot say that: in a browser, or where you
// hand over WGSL, take --lowering barrier.
"
        }
        _ => {
            "\
// Every result of arithmetic is combined with a zero that no compiler knows, so that none rewrites
// sums.
"
        }
    };
    if has_fast {
        text += "\
// Functions whose names end in _fast take the device's own quotients and roots of words as they are. Where
// those are within 3 and 5 ulps, as WebGPU and Vulkan promise for divisors below 2^126, their relative
// errors are at most 70u² and 142u², u = 2^-24 (ff); their bits differ from one device to another.
";
    }
    if !lowering.fused {
        text += "// The device's fma() is not used; it need not be fused.\n";
    }
    if reads_zero {
        text += "\
//
// The zero must be read from a storage buffer: bind one of 16 bytes, all zero, where the
// declaration below says, or change the declaration. In a uniform buffer it would not do: drivers
// compile shaders for the values they find there.
";
    }
    text + &shown(example)
}

/// The comment of a library whose arithmetic is made of integers.
fn usage_of_integers(_: bool, example: &str) -> String {
    let text = format!(
        "\
// floatfloat {}: IEEE 754 arithmetic made of 32-bit integers, for WGSL.
//
// A number of f32 is a u32, the bits of the number; a number of f64 is a vec2<u32>, the low half of
// its bits first. A number of several words has those of one after another: ff is a vec2<u32>, dd
// a vec4<u32>. Results are rounded to nearest, ties to even; subnormal numbers, infinities, signed
// zeros and NaN are as IEEE 754 has them. Comparisons give 1 or 0; an i32 is the u32 of the same bits.
//
// Integers are exact on every device: no driver can make anything else of this text.
",
        env!("CARGO_PKG_VERSION")
    );
    text + &shown(example)
}

fn shown(example: &str) -> String {
    let mut text = String::from("//\n// An example:\n//\n");
    for line in example.lines() {
        text += format!("//     {line}").trim_end();
        text.push('\n');
    }
    text
}

/// An entry point that applies a function to arrays.
fn example(name: &str, circuit: &Circuit) -> String {
    let word = circuit.word();
    let parameters = function::names(circuit.parameters().len());
    let mut text = String::new();
    for (binding, (parameter, &words)) in parameters.iter().zip(circuit.parameters()).enumerate() {
        let element = number::type_name(word, words);
        text += &format!(
            "@group(0) @binding({binding}) var<storage, read> all_{parameter}: array<{element}>;\n"
        );
    }
    let arguments: Vec<_> =
        parameters.iter().map(|parameter| format!("all_{parameter}[i]")).collect();
    let result = number::type_name(word, circuit.outputs().len());
    text += &format!(
        "\
@group(0) @binding({}) var<storage, read_write> results: array<{result}>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
    let i = id.x;
    if i < arrayLength(&results) {{
        results[i] = {name}({});
    }}
}}
",
        parameters.len(),
        arguments.join(", ")
    );
    text
}
