//! The options of `paranoia` for what others compute.

use super::values::sizes;
use clap::{Args, ValueEnum};
use floatfloat_blackbox::{Format, Shape};
use std::ffi::OsString;

/// What is examined instead of this machine, besides a program.
const OTHERS: [&str; 3] = ["blas", "libm", "units"];

/// What is examined instead of this machine, and with which operands.
#[derive(Args)]
pub struct Boxes {
    /// Examine the matrix products, dot products, sums of magnitudes and norms of this BLAS library (by the C interface
    /// CBLAS) instead of this machine: a path, or a name that the system's loader finds, such as libopenblas.so.0
    #[arg(long, value_name = "LIBRARY", group = "box")]
    pub blas: Option<OsString>,
    /// Examine the functions of this C library instead of this machine, such as libm.so.6
    #[arg(long, value_name = "LIBRARY", group = "box")]
    pub libm: Option<OsString>,
    /// Examine the units of devices that WGSL reaches instead of their rounding: dot products, sums of subgroups, loops of
    /// additions, functions, in every type of the device
    #[arg(long, group = "box")]
    pub units: bool,
    /// Examine this program, which answers each line of numbers with a line, instead of this machine
    #[arg(long = "command", value_name = "COMMAND", group = "box", requires = "kind")]
    pub program: Option<OsString>,
    /// What the program computes: sum, dot, matmul, magnitudes (a sum of |x|), norm, parser (text to number),
    /// printer (number to text), or the name of a function such as exp or pow
    #[arg(long, value_name = "KIND", requires = "program", conflicts_with_all = OTHERS)]
    pub kind: Option<String>,
    /// The type of the program's operands and results, by default f32
    #[arg(
        long = "type",
        value_name = "TYPE",
        value_enum,
        requires = "program",
        conflicts_with_all = OTHERS
    )]
    pub word: Option<Word>,
    /// What the results call the program, by default its command. --diff compares results of the same name
    #[arg(long, value_name = "NAME", requires = "program", conflicts_with_all = OTHERS)]
    pub name: Option<String>,
    /// The routines of the library to examine, by default all: sgemm, sdot, sasum, snrm2, dgemm
    /// and so on; sin, sinf and so on. With --units the units, such as 'dot of vec4 of f32'
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        conflicts_with = "program",
        requires = "box"
    )]
    pub only: Vec<String>,
    /// Compare functions of one number for every number of f16, bf16 and f32, too: takes minutes for each function of f32
    #[arg(long, requires = "box", conflicts_with = "blas")]
    pub exhaustive: bool,
    /// Draw the order of summation, too
    #[arg(long, requires = "box", conflicts_with = "libm")]
    pub draw: bool,
    /// Sizes of matrix products: m × k times k × n, by default 16,32,16. Sums and dot products have k terms
    #[arg(long, value_name = "M,K,N", value_parser = sizes, requires = "box", conflicts_with = "units", allow_negative_numbers = true)]
    pub sizes: Option<Shape>,
}

/// Types of the numbers of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Word {
    F16,
    Bf16,
    F32,
    F64,
}

impl Word {
    pub fn format(self) -> Format {
        match self {
            Word::F16 => Format::F16,
            Word::Bf16 => Format::BF16,
            Word::F32 => Format::F32,
            Word::F64 => Format::F64,
        }
    }
}

impl Boxes {
    /// Whether one of them is to be examined.
    pub fn is_any(&self) -> bool {
        self.blas.is_some() || self.libm.is_some() || self.units || self.program.is_some()
    }
}
