//! What keeps a driver's compiler from rewriting the arithmetic: the function `hold`.

use super::number::unsupported;
use crate::{
    error::Error,
    lowering::{Division, Lowering, Protection, Relaxed},
    word_type::WordType,
};

/// Whether results pass through `hold`.
pub(super) fn holds(lowering: &Lowering) -> bool {
    matches!(lowering.protection, Protection::Barrier | Protection::UniformBarrier)
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

/// Declares `hold`, which gives back its argument in a way that no compiler can know: combined by
/// exclusive or with a zero that was read from memory. The zero is in a variable, which is set
/// first thing, so that it is read once.
pub(super) fn declarations(word: WordType) -> String {
    let hold = match word {
        // Exact through f32, and f16 cannot be combined with an integer everywhere.
        WordType::F16 | WordType::Bf16 => "f16(bitcast<f32>(bitcast<u32>(f32(x)) ^ zero))",
        WordType::F32 => "bitcast<f32>(bitcast<u32>(x) ^ zero)",
        WordType::F64 => "bitcast<f64>(bitcast<u64>(x) ^ zero)",
    };
    let bits = match word {
        WordType::F64 => "u64",
        _ => "u32",
    };
    format!(
        "// Always 0, which only the host knows.\nvar<private> zero: {bits};\n\n\
         // x, in a way that no compiler can see through.\n\
         fn hold(x: {word}) -> {word} {{\n    return {hold};\n}}\n"
    )
}

/// Sets the zero of [`declarations`].
pub(super) fn prologue(word: WordType, protection: Protection) -> Option<String> {
    let read = match protection {
        Protection::Barrier => "always_zero[0]",
        Protection::UniformBarrier => "arguments[1].w",
        _ => return None,
    };
    Some(match word {
        WordType::F64 => format!("zero = u64({read});"),
        _ => format!("zero = {read};"),
    })
}
