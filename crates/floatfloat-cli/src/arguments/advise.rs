//! The options of `advise`.

use super::values::{contender, size, time, tolerance, workload};
use clap::Args;
use floatfloat_lab::{
    advise::{Kind, Range},
    contender::Contender,
};
use std::{path::PathBuf, time::Duration};

/// A job, and how good its result must be.
#[derive(Args)]
pub struct Advise {
    /// The job: sum, dot, gemm, gauss, lud, solve, leibniz or chain
    #[arg(long, value_name = "JOB", value_parser = workload())]
    pub workload: Kind,
    /// Size of the job: the number of numbers, rows, terms or steps; by default a usual size, with --input the size
    /// of the files
    #[arg(long, value_name = "N", value_parser = size, conflicts_with = "input")]
    #[arg(allow_negative_numbers = true)]
    pub size: Option<u64>,
    /// Smallest and largest magnitude of the random numbers, by default 0.5:1. With several ranges, for example
    /// 1e-2:1e-1,1e1:1e2, each number is drawn from one of them
    #[arg(long = "range", value_name = "LO:HI", value_delimiter = ',', conflicts_with = "input")]
    #[arg(allow_hyphen_values = true)]
    pub ranges: Vec<Range>,
    /// Largest acceptable relative error
    #[arg(long, value_name = "ERROR", value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: f64,
    /// Your own numbers in CSV, text, .npy, .npz or Matrix Market; for dot and solve give it twice, for x
    /// and y or A and b. FILE:NAME chooses a column or an array
    #[arg(long, value_name = "FILE")]
    pub input: Vec<PathBuf>,
    /// About how long measuring may take, for example 500ms, 20s or 2m. The lines that cost most digits are sought
    /// in an eighth of it more
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = time)]
    pub budget: Duration,
    /// Number types to compare, by default all
    ///
    /// f32 and f64 are machine words. ff and dd have two words, tf and td three, qf and qd four. float2 and double2
    /// are composite arithmetic as a thesis prints it: two words, but products with the precision of one. They are
    /// shown for comparison and never chosen. f32-compensated and f64-compensated are sums in one word with a
    /// second word for the rounding errors. dd-accurate and others that end so are products of matrices by integers.
    /// mp32 to mp256 are multiple precision.
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',', value_parser = contender())]
    pub types: Vec<Contender>,
    /// Folder for a page with tables and plot; created if it does not exist
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}
