//! The options of `certify`.

use super::scope::Quick;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Whose arithmetic is certified, and as what.
#[derive(Args)]
pub struct Certify {
    /// File of WGSL with the function
    #[arg(long, value_name = "FILE", group = "program", requires = "function", required_unless_present_any = ["spirv", "cuda"])]
    pub wgsl: Option<PathBuf>,
    /// The function of the WGSL file; it takes and returns f32 or f64, vectors or structs of them
    #[arg(long, value_name = "NAME", requires = "wgsl")]
    pub function: Option<String>,
    /// The number that fills every buffer and uniform that the WGSL function reads, such as a zero that the compiler
    /// cannot know; as a float of the function's type
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 0.0,
        requires = "wgsl",
        allow_negative_numbers = true
    )]
    pub fill: f64,
    /// File of SPIR-V; the driver gets it unchanged. Its entry point reads an array at binding 0 of set 0 and writes
    /// one at binding 1
    #[arg(long, value_name = "FILE", group = "program", requires = "entry")]
    pub spirv: Option<PathBuf>,
    /// File of CUDA C++ with a kernel: extern "C" __global__ void NAME(const T *operands, T *results, unsigned n)
    #[arg(long, value_name = "FILE", group = "program", requires = "entry")]
    pub cuda: Option<PathBuf>,
    /// The entry point of the SPIR-V, or the CUDA kernel. Invocation i computes results 2·i and 2·i + 1
    #[arg(long, value_name = "NAME", conflicts_with = "wgsl")]
    pub entry: Option<String>,
    /// Option of the CUDA compiler, for example --use_fast_math; may be given several times
    #[arg(long = "option", value_name = "OPTION", requires = "cuda", allow_hyphen_values = true)]
    pub options: Vec<String>,
    /// The words of SPIR-V or CUDA: two f32 (ff) or two f64 (dd)
    #[arg(long = "type", value_name = "TYPE", value_enum, default_value_t = Words::Ff, conflicts_with = "wgsl")]
    pub words: Words,
    /// The operation that it must be, for example two-sum, two-prod, add, mul, div, sqrt
    #[arg(long = "as", value_name = "OPERATION")]
    pub operation: String,
    /// Demand the bits of floatfloat's operation, with or without a fused multiply-add, instead of its error bound
    #[arg(long)]
    pub bits: bool,
    #[command(flatten)]
    pub quick: Quick,
}

/// A type of two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Words {
    Ff,
    Dd,
}
