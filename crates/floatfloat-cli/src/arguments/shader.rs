//! The options of `shader`.

use super::values::{binding, shader_type};
use clap::{Args, ValueEnum};
use floatfloat_lab::shader::ShaderType;

/// Which functions, in which language, and how they are written.
#[derive(Args)]
pub struct Shader {
    /// Language to write
    #[arg(long, value_enum)]
    pub lang: Lang,
    /// Number types. f32 and f64 are written in WGSL with integers, for devices that lack them; wff and wdd are ff
    /// and dd with a separate exponent and a wide range
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',', default_value = "ff", value_parser = shader_type())]
    pub types: Vec<ShaderType>,
    /// Operations and elementary functions by name, for example mul, floor, less, rem, exp, atan2. `all` means all
    /// operations, `functions` all elementary functions; by default add, sub, mul, div, sqrt, add-word, mul-word
    /// and div-word
    #[arg(value_name = "NAME", value_delimiter = ',')]
    pub names: Vec<String>,
    /// The same names as an option
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub ops: Vec<String>,
    /// How sums are protected from a compiler that rewrites them; by default barrier in WGSL and intrinsics in CUDA
    #[arg(long, value_enum)]
    pub lowering: Option<Lowering>,
    /// Use fma in WGSL; only for devices on which it is fused
    #[arg(long, conflicts_with = "no_fma")]
    pub fma: bool,
    /// Use no fused multiply-add
    #[arg(long)]
    pub no_fma: bool,
    /// Bind group and binding of the buffer of zeros in WGSL; by default 1:0
    #[arg(long, value_name = "GROUP:BINDING", value_parser = binding)]
    pub zero: Option<(u32, u32)>,
    /// Add an entry point that applies the first function to arrays
    #[arg(long)]
    pub example: bool,
}

/// A language of shaders and kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Lang {
    /// WebGPU, wgpu
    Wgsl,
    /// CUDA C++
    Cuda,
    /// Scripts for the proof tool Gappa: bounds of operations and of the kernels of functions
    Gappa,
}

/// What prevents a compiler from rewriting sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Lowering {
    /// Not protected
    Plain,
    /// WGSL for SPIR-V in which you decorate every result with NoContraction
    NoContraction,
    /// WGSL: every result is combined with a zero that the compiler cannot know
    Barrier,
    /// CUDA: intrinsics, which compilers never contract
    Intrinsics,
    /// WGSL: 32-bit integers instead of floating-point numbers; exact everywhere and slow
    Integers,
}
