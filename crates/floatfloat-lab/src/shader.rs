//! The arithmetic as text for the user's own shaders and kernels.

mod functions;
mod scripts;
mod types;

use crate::{error::Error, number_type::NumberType};
use floatfloat_gpu::{
    Circuit, Lowering, WordType,
    emit::{cuda, wgsl},
    integers,
    lowering::{Division, Protection, Root, Rounding},
};
use std::fmt;

use functions::Recordable;
pub use functions::{elementary, operations};
pub use scripts::scripts;
pub use types::ShaderType;

/// A language of shaders and kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// WGSL: WebGPU, wgpu.
    Wgsl,
    /// CUDA C++.
    Cuda,
}

/// How text keeps a compiler from rewriting sums and products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Plain operators.
    Plain,
    /// Plain operators, for SPIR-V in which every result is decorated.
    NoContraction,
    /// Every result of arithmetic is combined with a zero that the compiler cannot know.
    Barrier,
    /// Intrinsic functions that are never contracted.
    Intrinsics,
    /// Integers in the place of every word.
    Integers,
}

/// A request for text.
#[derive(Clone, Debug)]
pub struct Request {
    /// The language.
    pub language: Language,
    /// The types. `f32` and `f64` are made of integers, and so are all types that stand beside
    /// them.
    pub types: Vec<ShaderType>,
    /// The names of operations and elementary functions. `all` stands for all operations, `functions` for
    /// all functions. If there are none, the operations that number types use are written.
    pub operations: Vec<String>,
    /// How steps are written. Without it, they are written so that they are right on every device
    /// of the language.
    pub written: Option<Written>,
    /// Whether the device's multiply-add is trusted to be fused. Without it, the promise of the
    /// language counts.
    pub fused: Option<bool>,
    /// The bind group and the binding of the zeros that [`Written::Barrier`] needs.
    pub zero: (u32, u32),
    /// Whether an entry point follows that shows how to use the functions.
    pub example: bool,
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Language::Wgsl => "WGSL",
            Language::Cuda => "CUDA C++",
        })
    }
}

impl Request {
    /// The text.
    ///
    /// # Errors
    /// [`Error::Input`] for unknown operations and types, and for ways of writing that do not
    /// exist.
    pub fn text(&self) -> Result<String, Error> {
        let lowering = self.lowering()?;
        let mut functions = Vec::new();
        for &shader_type in &self.types {
            let fused = lowering.fused;
            let all = match shader_type {
                ShaderType::WideFloatFloat => f32::functions_of_wide_range(fused)?,
                ShaderType::WideDoubleDouble => f64::functions_of_wide_range(fused)?,
                ShaderType::Number(number_type) => match number_type {
                    NumberType::Ff => f32::functions(fused)?,
                    NumberType::Dd => f64::functions(fused)?,
                    NumberType::Tf => f32::functions_of_several_words(3, fused)?,
                    NumberType::Td => f64::functions_of_several_words(3, fused)?,
                    NumberType::Qf => f32::functions_of_several_words(4, fused)?,
                    NumberType::Qd => f64::functions_of_several_words(4, fused)?,
                    NumberType::F32 => {
                        functions.extend(self.of_integers(WordType::F32)?);
                        continue;
                    }
                    NumberType::F64 => {
                        functions.extend(self.of_integers(WordType::F64)?);
                        continue;
                    }
                },
            };
            functions.extend(self.functions(all, fused, shader_type)?);
        }
        match self.language {
            Language::Wgsl => {
                let (group, binding) = self.zero;
                let zero = wgsl::ZeroBinding { group, binding };
                let library = wgsl::Library::new(&functions, &lowering, zero)?;
                let example =
                    if self.example { format!("\n{}", library.example) } else { String::new() };
                Ok(library.text + &example)
            }
            Language::Cuda => {
                let example = if self.example { cuda::example(&functions) } else { String::new() };
                Ok(cuda::library(&functions, &lowering) + &example)
            }
        }
    }

    /// The lowering of the request. Without a choice of the user, it is exact on every device of the
    /// language: WGSL promises neither a fused multiply-add nor correctly rounded quotients and roots.
    fn lowering(&self) -> Result<Lowering, Error> {
        let word = self.types.iter().find(|shader_type| shader_type.is_word());
        if let (Language::Cuda, Some(word)) = (self.language, word) {
            return Err(Error::Input(format!(
                "CUDA C++ has {word} itself; take another type, for example ff or dd"
            )));
        }
        if let (Some(word), Some(written)) = (word, self.written)
            && written != Written::Integers
        {
            return Err(Error::Input(format!(
                "functions of {word} are made of integers; leave out --lowering"
            )));
        }
        let written = self.written.unwrap_or(match self.language {
            Language::Wgsl if word.is_some() => Written::Integers,
            Language::Wgsl => Written::Barrier,
            Language::Cuda => Written::Intrinsics,
        });
        let protection = match (self.language, written) {
            (Language::Wgsl, Written::Integers) => return Ok(Lowering::INTEGERS),
            (_, Written::Plain) => Protection::Plain,
            (Language::Wgsl, Written::NoContraction) => Protection::NoContraction,
            (Language::Wgsl, Written::Barrier) => Protection::Barrier,
            (Language::Cuda, Written::Intrinsics) => Protection::Intrinsics(Rounding::Nearest),
            (Language::Wgsl, Written::Intrinsics) => {
                return Err(Error::Input(
                    "WGSL has no intrinsics; take --lowering barrier, no-contraction or plain"
                        .into(),
                ));
            }
            (Language::Cuda, Written::NoContraction | Written::Barrier | Written::Integers) => {
                return Err(Error::Input(
                    "this lowering is for WGSL; for CUDA C++ take --lowering intrinsics or plain"
                        .into(),
                ));
            }
        };
        let fused = self.fused.unwrap_or(self.language == Language::Cuda);
        let exact = Lowering::exact(protection, fused);
        Ok(match self.language {
            Language::Wgsl => {
                Lowering { division: Division::Corrected, root: Root::Corrected, ..exact }
            }
            Language::Cuda => exact,
        })
    }

    /// The requested functions of one type: `ff_add`, `dd_mul_word`.
    fn functions(
        &self,
        all: Vec<(&'static str, Circuit)>,
        fused: bool,
        shader_type: ShaderType,
    ) -> Result<Vec<(String, Circuit)>, Error> {
        let wanted = self.wanted(&all, fused, shader_type)?;
        let named = |name: &str| format!("{shader_type}_{}", name.replace('-', "_"));
        Ok(all
            .into_iter()
            .filter(|(name, _)| wanted.contains(name))
            .map(|(name, circuit)| (named(name), circuit))
            .collect())
    }

    /// The functions of a word made of integers: `f64_add`.
    fn of_integers(&self, word: WordType) -> Result<Vec<(String, Circuit)>, Error> {
        let all = integers::operations(word);
        for asked in &self.operations {
            if asked != "all" && !all.iter().any(|(name, _)| name == asked) {
                let names: Vec<_> = all.iter().map(|&(name, _)| name).collect();
                return Err(Error::Input(format!(
                    "{word} has no operation `{asked}`; its operations are {}; `all` takes all \
                     of them",
                    names.join(", ")
                )));
            }
        }
        let wanted = |name: &str| {
            self.operations.is_empty()
                || self.operations.iter().any(|asked| asked == "all" || current(asked) == name)
        };
        Ok(all
            .into_iter()
            .filter(|(name, _)| wanted(name))
            .map(|(name, circuit)| (format!("{word}_{name}"), circuit))
            .collect())
    }

    /// Selects the requested functions from those that exist.
    fn wanted(
        &self,
        all: &[(&'static str, Circuit)],
        fused: bool,
        shader_type: ShaderType,
    ) -> Result<Vec<&'static str>, Error> {
        let of_two_words = shader_type.is_pair();
        if self.operations.is_empty() {
            return Ok(functions::DEFAULTS.to_vec());
        }
        let mut wanted = Vec::with_capacity(self.operations.len());
        for asked in self.operations.iter().map(|asked| current(asked)) {
            let found = all.iter().find(|(name, _)| *name == asked);
            match found {
                Some((name, _)) => wanted.push(*name),
                None if asked == "all" && !of_two_words => {
                    wanted.extend(all.iter().map(|(name, _)| *name));
                }
                None if !of_two_words && known(asked) => {
                    let there = all.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
                    return Err(Error::Input(format!(
                        "{asked} does not exist for {shader_type}; the operations of {shader_type} are \
                         {there}; `all` takes all of them"
                    )));
                }
                None if asked == "all" => {
                    wanted.extend(operations());
                    wanted.extend(functions::FAST);
                    wanted.extend(functions::FURTHER);
                }
                None if asked == "functions" => wanted.extend(elementary()),
                None if !fused && operations().contains(&asked) => {
                    return Err(Error::Input(format!(
                        "{asked} needs a fused multiply-add; leave out --no-fma or, in WGSL, add \
                         --fma if the device's fma is fused (see floatfloat devices)"
                    )));
                }
                None => return Err(unknown(asked)),
            }
        }
        Ok(wanted)
    }
}

/// Whether there is a function of double-words with this name.
fn known(name: &str) -> bool {
    name == "functions"
        || operations().contains(&name)
        || functions::FAST.contains(&name)
        || functions::FURTHER.contains(&name)
        || elementary().contains(&name)
}

/// The current name of an operation.
fn current(name: &str) -> &str {
    if name == "mul-dw1" { "mul" } else { name }
}

/// Names of functions in C, GLSL, WGSL and NumPy, with the names used here.
const MEANT: [(&str, &str); 21] = [
    ("log", "ln"),
    ("log1p", "ln_1p"),
    ("expm1", "exp_m1"),
    ("pow", "powf"),
    ("arcsin", "asin"),
    ("arccos", "acos"),
    ("arctan", "atan"),
    ("arctan2", "atan2"),
    ("arsinh", "asinh"),
    ("arcosh", "acosh"),
    ("artanh", "atanh"),
    ("inverseSqrt", "rsqrt"),
    ("inversesqrt", "rsqrt"),
    ("tgamma", "gamma"),
    ("lgamma", "ln_gamma"),
    ("multiply", "mul"),
    ("mod", "rem"),
    ("fmod", "rem"),
    ("remainder", "rem"),
    ("lt", "less"),
    ("le", "less-or-equal"),
];

/// The error for an unknown name, with the names that exist.
fn unknown(name: &str) -> Error {
    if let Some((_, meant)) = MEANT.iter().find(|(other, _)| *other == name) {
        return Error::Input(format!(
            "no operation or function is called `{name}`; write `{meant}`"
        ));
    }
    Error::Input(format!(
        "no operation or function is called `{name}`. The operations are {}, {}, {}; `all` takes all \
         of them. The functions are {}; `functions` takes all of them",
        operations().join(", "),
        functions::FAST.join(", "),
        functions::FURTHER.join(", "),
        elementary().join(", ")
    ))
}
