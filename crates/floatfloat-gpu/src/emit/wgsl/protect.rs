//! What prevents a driver's compiler from rewriting the arithmetic: the function `hold`.

use super::number::unsupported;
use crate::{
    error::Error,
    lowering::{Division, Lowering, Protection, Relaxed},
    word_type::WordType,
};

/// Which words are kept from the compiler's sight.
#[derive(Clone, Copy)]
pub(super) struct Hiding {
    /// Those that a step computes, but for magnitudes, which lose nothing, whatever a compiler makes of them; and one of two that
    /// are compared, of which the larger or the smaller is chosen.
    pub results: bool,
    /// Zeros that are constants: drivers take x + 0 for x and 0 · x for 0 even where arithmetic is
    /// decorated NoContraction, against the signs of zeros and against NaN. With them constants that
    /// are infinite or NaN, which drivers may assume that nothing is.
    pub zeros: bool,
    /// For whom the text is.
    pub place: Place,
}

/// For whom text is written.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// A whole module. The zero is in a variable, which is set first thing, so that it is read once.
    Module,
    /// Part of a module of the user's. Names begin with `ff_` and the like, and the zero is read
    /// wherever it is needed: a variable that somebody forgets to set would be a zero that the
    /// compiler knows.
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
    /// With what the names of functions begin.
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

/// Whether WGSL can say this.
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

/// Declares functions of the zero: `hold`, which gives back its argument in a way that no compiler
/// can know, if results are to be hidden; and `hidden_zero` if zeros are.
///
/// The bits are combined by or. By exclusive or, a second time would undo the first: where a driver
/// leaves out the step between, as it may with x · 1 or −(−x), nothing would be hidden any more.
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
/// A driver may compile a program anew for the values of those uniforms on which branches depend,
/// as Mesa does, and then it knows a zero that is one of them. A user's kernel may have such a
/// branch; where it `branches`, so has this one, to show what comes of trusting a uniform.
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
