//! Prevents a driver's compiler from rewriting the arithmetic, by the function `hold`.

use super::number::unsupported;
use crate::{
    error::Error,
    lowering::{Division, Lowering, Protection, Relaxed},
    word_type::WordType,
};

/// The words that are hidden from the compiler.
#[derive(Clone, Copy)]
pub(super) struct Hiding {
    /// The results of steps, except magnitudes, which cannot lose anything in a compiler. Also one of two words that
    /// are compared to choose the larger or the smaller.
    pub results: bool,
    /// Zeros that are constants. Drivers replace x + 0 by x and 0 · x by 0 even in arithmetic with
    /// NoContraction, which is wrong for signs of zeros and for NaN. Infinite and NaN constants are
    /// hidden with them, since drivers may assume that nothing is infinite or NaN.
    pub zeros: bool,
    /// The place for which the text is written.
    pub place: Place,
}

/// The place for which text is written.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// A whole module. The zero is in a variable that is set first, so that it is read once.
    Module,
    /// A part of the user's module. Names begin with `ff_` and the like. The zero is read wherever
    /// it is needed: if the user forgot to set a variable, the compiler would know its zero.
    Library,
}

/// The variable of the library that holds the zero.
pub(super) const LIBRARY_ZERO: &str = "floatfloat_zero";

impl Hiding {
    pub(super) fn of(lowering: &Lowering, place: Place) -> Self {
        let (results, zeros) = match lowering.protection {
            Protection::Barrier | Protection::UniformBarrier => (true, true),
            Protection::NoContraction => (false, true),
            _ => (false, false),
        };
        Hiding { results, zeros, place }
    }

    pub(super) fn zero(self) -> String {
        match self.place {
            Place::Module => "zero".to_owned(),
            Place::Library => format!("{LIBRARY_ZERO}[0]"),
        }
    }

    /// A word that no compiler can see through.
    pub(super) fn hold(self, word: WordType, value: &str) -> String {
        format!("{}hold({value})", self.place.prefix(word))
    }

    /// A zero that no compiler can see.
    pub(super) fn hidden_zero(self, word: WordType, value: f64) -> String {
        let sign = if value.is_sign_negative() { "0x80000000u" } else { "0u" };
        format!("{}hidden_zero({sign})", self.place.prefix(word))
    }
}

impl Place {
    /// The beginning of the names of functions.
    pub(super) fn prefix(self, word: WordType) -> &'static str {
        match (self, word) {
            (Place::Module, _) => "",
            (Place::Library, WordType::F16 | WordType::Bf16) => "hh_",
            (Place::Library, WordType::F32) => "ff_",
            (Place::Library, WordType::F64) => "dd_",
            (Place::Library, WordType::U32) => "floatfloat_",
        }
    }
}

/// Returns an error unless WGSL can express this lowering.
pub(super) fn check(lowering: &Lowering) -> Result<(), Error> {
    if let Protection::Intrinsics(_) | Protection::Native | Protection::Integers =
        lowering.protection
    {
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

/// Declares functions of the zero. `hold` returns its argument in a way that hides it from every
/// compiler; it is declared if results are hidden. `hidden_zero` is declared if zeros are hidden.
///
/// The bits are combined by or. With exclusive or, a second `hold` would undo the first: if a
/// driver leaves out the step between the two, as it may with x · 1 or −(−x), nothing would be
/// hidden.
pub(super) fn declarations(word: WordType, hiding: Hiding) -> Vec<String> {
    let zero = hiding.zero();
    let mut parts = Vec::new();
    if hiding.results {
        let held = match word {
            // Exact through f32, and f16 cannot be combined with an integer everywhere.
            WordType::F16 | WordType::Bf16 => {
                format!("f16(bitcast<f32>(bitcast<u32>(f32(x)) | {zero}))")
            }
            WordType::F32 => format!("bitcast<f32>(bitcast<u32>(x) | {zero})"),
            WordType::U32 => format!("x | {zero}"),
            WordType::F64 => format!("bitcast<f64>(bitcast<u64>(x) | u64({zero}))"),
        };
        parts.push(format!(
            "// x, in a way that no compiler can see through.\n\
             fn {}hold(x: {word}) -> {word} {{\n    return {held};\n}}\n",
            hiding.place.prefix(word)
        ));
    }
    if hiding.zeros {
        parts.push(format!(
            "// 0 with a sign, in a way that no compiler can see through.\n\
             fn {}hidden_zero(sign: u32) -> {word} {{\n    \
                 return {word}(bitcast<f32>({zero} | sign));\n}}\n",
            hiding.place.prefix(word)
        ));
    }
    parts
}

/// Declares the zero of a module.
pub(super) fn zero_of_module() -> String {
    "// Always 0, which only the host knows.\nvar<private> zero: u32;\n".to_owned()
}

/// Sets the zero of a module.
///
/// A driver may compile a program again for the values of uniforms on which branches depend, as
/// Mesa does. It then knows a zero that is such a uniform. A user's kernel may have such a branch.
/// If `branches` is set, this prologue has one, too, to show the effect of a zero in a uniform.
pub(super) fn prologue(protection: Protection, branches: bool) -> Option<&'static str> {
    match (protection, branches) {
        (Protection::Barrier | Protection::NoContraction, _) => Some("zero = always_zero[0];"),
        (Protection::UniformBarrier, true) => {
            Some("zero = arguments[1].w;\n    if zero != 0u {\n        return;\n    }")
        }
        (Protection::UniformBarrier, false) => Some("zero = arguments[1].w;"),
        _ => None,
    }
}
