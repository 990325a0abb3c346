//! What keeps a driver's compiler from rewriting the arithmetic: the function `hold`.

use super::number::unsupported;
use crate::{
    error::Error,
    lowering::{Division, Lowering, Protection, Relaxed},
    word_type::WordType,
};

/// Which words are kept from the compiler's sight.
#[derive(Clone, Copy)]
pub(super) struct Hiding {
    /// Those that a step computes.
    pub results: bool,
    /// Zeros that are constants: drivers take x + 0 for x and 0 · x for 0 even where arithmetic is
    /// decorated NoContraction, against the signs of zeros and against NaN.
    pub zeros: bool,
}

impl Hiding {
    pub(super) fn of(lowering: &Lowering) -> Self {
        match lowering.protection {
            Protection::Barrier | Protection::UniformBarrier => {
                Hiding { results: true, zeros: true }
            }
            Protection::NoContraction => Hiding { results: false, zeros: true },
            _ => Hiding { results: false, zeros: false },
        }
    }
}

/// Whether WGSL can say this.
pub(super) fn check(lowering: &Lowering) -> Result<(), Error> {
    if let Protection::Intrinsics(_) | Protection::Native = lowering.protection {
        return Err(unsupported(format!(
            "it has no {lowering}; take plain, NoContraction or barrier"
        )));
    }
    if let Division::Approximate | Division::Reciprocal = lowering.division {
        return Err(unsupported("it has no choice of divisions; take native or corrected"));
    }
    if lowering.relaxed != Relaxed::default() {
        return Err(unsupported("it has no compiler options; take none"));
    }
    Ok(())
}

/// Declares the zero and a function of it: `hold`, which gives back its argument in a way that no
/// compiler can know, by exclusive or, if `results` are to be hidden; and `hidden_zero` if `zeros`
/// are. The zero is in a variable, which is set first thing, so that it is read once.
pub(super) fn declarations(word: WordType, Hiding { results, zeros }: Hiding) -> Vec<String> {
    let mut parts = Vec::new();
    if results || zeros {
        parts.push("// Always 0, which only the host knows.\nvar<private> zero: u32;\n".to_owned());
    }
    if results {
        let hold = match word {
            // Exact through f32, and f16 cannot be combined with an integer everywhere.
            WordType::F16 | WordType::Bf16 => "f16(bitcast<f32>(bitcast<u32>(f32(x)) ^ zero))",
            WordType::F32 => "bitcast<f32>(bitcast<u32>(x) ^ zero)",
            WordType::F64 => "bitcast<f64>(bitcast<u64>(x) ^ u64(zero))",
        };
        parts.push(format!(
            "// x, in a way that no compiler can see through.\n\
             fn hold(x: {word}) -> {word} {{\n    return {hold};\n}}\n"
        ));
    }
    if zeros {
        parts.push(format!(
            "// 0 with a sign, in a way that no compiler can see through.\n\
             fn hidden_zero(sign: u32) -> {word} {{\n    \
                 return {word}(bitcast<f32>(zero ^ sign));\n}}\n"
        ));
    }
    parts
}

/// A zero out of the function of [`declarations`].
pub(super) fn hidden_zero(value: f64) -> String {
    let sign = if value.is_sign_negative() { "0x80000000u" } else { "0u" };
    format!("hidden_zero({sign})")
}

/// Sets the zero of [`declarations`].
pub(super) fn prologue(protection: Protection) -> Option<&'static str> {
    match protection {
        Protection::Barrier | Protection::NoContraction => Some("zero = always_zero[0];"),
        Protection::UniformBarrier => Some("zero = arguments[1].w;"),
        _ => None,
    }
}
