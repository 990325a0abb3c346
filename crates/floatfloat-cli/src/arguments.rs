//! The commands and options of `floatfloat`.

mod advise;
mod boxes;
mod certify;
mod reports;
mod scope;
mod shader;
mod values;

pub use advise::Advise;
pub use boxes::{Boxes, Word};
pub use certify::{Certify, Words};
pub use reports::{PageOptions, Papers, Report};
pub use scope::{Quick, Scope};
pub use shader::{Lang, Lowering, Shader};

use crate::drivers::Processes;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use floatfloat_driver::{Limits, SERVE};
use floatfloat_lab::{
    SumType,
    devices::{Choice, Host},
    experiments,
    number_type::NumberType,
};
use std::{ffi::OsString, path::PathBuf, sync::Arc, time::Duration};
use values::{bytes, number_type, size, sum_type, time, whole_number};

/// Extended precision from several machine words: proves on your own machine that it works, and measures what it
/// costs
///
/// A float-float (ff) is the unevaluated sum of two f32 and has about 48 bits. A double-double (dd) is the sum of
/// two f64 and has about 106 bits. tf and qf are sums of three and four f32, td and qd of three and four f64.
#[derive(Parser)]
#[command(name = "floatfloat", version, after_help = EXAMPLES, propagate_version = true, arg_required_else_help = true)]
pub struct Arguments {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  floatfloat report                      examine this machine, write floatfloat-report/index.html
  floatfloat sum prices.csv --column eur add up a column with 31 digits
  floatfloat fit points.csv --degree 3   fit a polynomial with 31 digits
  floatfloat solve A.mtx b.npy           solve a system of equations with 31 digits
  floatfloat advise --workload dot --size 1e6 --tolerance 1e-12
                                         the cheapest precision that is good enough here
  floatfloat papers                      repeat the experiments of papers, judge their claims

Exit status: 0 success, 1 a check failed (such as an error bound), 2 error, 130 interrupted.
Results go to standard output, progress and errors to standard error.";

/// The hidden command that answers questions to a routine of a library.
pub const SERVE_ROUTINE: &str = "serve-routine";

/// Options of every command.
#[derive(Args)]
pub struct Common {
    /// Format of the results
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Devices to use: cpu, wgpu, cuda, a numbered one (wgpu:0), OpenGL (wgpu:gl), or all
    #[arg(long, global = true, value_name = "DEVICE", default_value_t = Choice::all())]
    pub device: Choice,
    /// Memory limit for a device's driver, beside its arrays, for example 500MB or 4GB; by default an eighth of the
    /// machine's memory, and at least 2 GB
    #[arg(long, global = true, value_name = "BYTES", value_parser = bytes)]
    pub device_memory: Option<u64>,
    /// Time after which a driver that does not answer is stopped
    #[arg(long, global = true, value_name = "TIME", default_value = "60s", value_parser = time)]
    pub device_timeout: Duration,
    /// Seed of the random operands
    #[arg(long, global = true, value_name = "N", default_value_t = experiments::Options::default().seed, allow_negative_numbers = true, value_parser = whole_number::<u64>)]
    pub seed: u64,
    /// What starts this command, for the processes of devices.
    #[arg(skip)]
    pub own: Vec<OsString>,
}

impl Common {
    /// Where devices run.
    pub fn host(&self) -> Arc<dyn Host> {
        Arc::new(Processes::new(&self.own, self.limits()))
    }

    /// The limits of the process of a device, a library or a program.
    pub fn limits(&self) -> Limits {
        let usual = Limits::default();
        let memory = self.device_memory.unwrap_or(usual.memory);
        Limits { memory, growth: usual.growth.min(memory), silence: self.device_timeout }
    }
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Tables for people
    Text,
    /// One JSON object
    Json,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Examine this machine and write a report to open in a browser
    ///
    /// Opens and certifies the devices and finds out how each rounds. Compares the error of every operation with
    /// its bound, measures the speed, and advises which number type to use. Writes DIR/index.html, a page with
    /// plots that needs no other file, and DIR/results.json, which holds every number of the page.
    ///
    /// The page is written as soon as there is a verdict, and grows from then on. Every experiment runs at small
    /// sizes first. Then experiments run at full sizes until 50 seconds have passed. --quick leaves out the full
    /// sizes. --full measures all of them. --papers adds the experiments of papers (see floatfloat papers).
    ///
    /// Ctrl-C writes a report of what is finished. Finished experiments are kept in DIR/unfinished until the report
    /// is complete. The same command then continues from there if the machine, its devices, the seed and the build
    /// of floatfloat are the same; otherwise it measures everything again. Only one run at a time can write to DIR.
    ///
    /// --from measures nothing: it judges the claims of papers by an earlier results.json and writes the page
    /// again.
    ///
    /// --compare measures nothing: it compares two results.json files, of two machines, or of one machine before
    /// and after a change. It writes DIR/compare.html and prints the comparison.
    #[command(
        after_help = "Examples:\n  floatfloat report\n  floatfloat report --quick --out look\n  floatfloat report --papers\n  floatfloat report --from old/results.json --out again\n  floatfloat report --compare here/results.json there/results.json"
    )]
    Report(Report),
    /// Repeat the experiments of papers and judge their claims
    ///
    /// Runs the experiments of the papers that floatfloat builds on: all of them, or those that you name. Shows the
    /// published tables beside the measured ones and judges every claim by these tables. Writes DIR/index.html and
    /// DIR/results.json as report does. Every experiment runs at small sizes first. Then experiments run at the
    /// published sizes until 100 seconds have passed. --full measures all of them (ten minutes or more).
    ///
    /// If you name experiments, their tables are also printed.
    #[command(
        after_help = "Examples:\n  floatfloat papers\n  floatfloat papers --list\n  floatfloat papers gauss lud --full\n  floatfloat papers leibniz --type ff --quick"
    )]
    Papers(Papers),
    /// List the devices and whether their arithmetic is exact
    ///
    /// A graphics processor is certified before it is used. Every operation runs on thousands of operands,
    /// straight-line and inside a loop, and each result is compared bit for bit with that of this machine's
    /// processor. Several lowerings (ways of writing the arithmetic) are tried, the fastest first, and the first
    /// exact one is used. The result is stored until device, driver or version change. The exit status is 1 if a
    /// device is refused.
    #[command(
        after_help = "Examples:\n  floatfloat devices\n  floatfloat devices --recertify --device wgpu:0\n  floatfloat devices --every-lowering"
    )]
    Devices {
        /// Certify again, even if a result is stored
        #[arg(long)]
        recertify: bool,
        /// Also try the lowerings that come after the first exact one; takes minutes
        #[arg(long)]
        every_lowering: bool,
    },
    /// Find out how this machine rounds, and whether float-float is safe on it
    ///
    /// Examines this machine's processor, its devices in every mode, and simulated machines. Prints the interval of
    /// errors of + - * / in units in the last place, and every fault that it finds.
    ///
    /// The same machine, driver and seed give the same JSON. Save it with --out, and after an upgrade of the driver
    /// compare with --diff (exit status 1 if anything changed).
    ///
    /// With --blas, --libm or --command it examines what others compute. It finds the order in which a library adds,
    /// the bits of its operands and of its accumulator, how it rounds, and the largest errors of functions. The
    /// library or program runs in a process of its own, with the limits --device-memory and --device-timeout.
    ///
    /// A program for --command reads a line of numbers, writes a line with the result, flushes its output, and goes
    /// on until its input ends. The numbers that it reads are hexadecimal (0x1.8p+1, inf, nan); those that it writes may
    /// be decimal. The line of a sum has its terms; that of a dot product the first vector and then the second; that
    /// of a matrix product the sizes m, k and n, then the first matrix by rows, then the second; that of a function
    /// its one or two operands. A parser reads a decimal and writes the number; a printer reads a number and writes a
    /// decimal.
    #[command(
        after_help = "Examples:\n  floatfloat paranoia\n  floatfloat paranoia --out before.json\n  floatfloat paranoia --diff before.json after.json\n  floatfloat paranoia --libm libm.so.6 --only sin,exp,powf\n  floatfloat paranoia --blas libopenblas.so.0 --out openblas.json\n  floatfloat paranoia --command './my-dot --gpu' --kind dot --type f32"
    )]
    Paranoia {
        #[command(flatten)]
        quick: Quick,
        /// Write the result to FILE as well, as JSON
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Compare two saved results; examines nothing
        #[arg(long, num_args = 2, value_names = ["BEFORE", "AFTER"], conflicts_with_all = ["quick", "out", "box"])]
        diff: Option<Vec<PathBuf>>,
        #[command(flatten)]
        boxes: Boxes,
    },
    /// Certify arithmetic that others wrote for a device
    ///
    /// Runs a function or kernel of your own, as it is, on every device (--device chooses), on operands that are
    /// chosen to give large errors. Compares the results with the error bound of an operation of floatfloat, or with
    /// --bits with its bits. The exit status is 1 if a driver or compiler breaks your arithmetic.
    ///
    /// A word is f32 or f64; a number has two, the high one first. two-sum and two-prod take two words and return
    /// the result and its error; add, sub, mul and div take two numbers; add-word, mul-word and div-word a number and
    /// a word; sqrt one number.
    #[command(
        after_help = "Examples:\n  floatfloat certify --wgsl df64.wgsl --function df64_add --as add\n  floatfloat certify --wgsl df64.wgsl --function two_prod --as two-prod --bits --device wgpu\n  floatfloat certify --spirv mul.spv --entry main --type ff --as mul\n  floatfloat certify --cuda dd.cu --entry add --option=--use_fast_math --type dd --as add"
    )]
    Certify(Certify),
    /// Compare the largest error of each operation with its proved bound
    #[command(after_help = "Example:\n  floatfloat accuracy --type ff,dd")]
    Accuracy(Scope),
    /// Measure the speed of each operation
    #[command(after_help = "Example:\n  floatfloat bench --quick --type dd")]
    Bench(Scope),
    /// Run one experiment by name, of papers or of the report, and print its tables
    #[command(hide = true)]
    Lab {
        /// Which experiment; without a name, all are listed
        #[arg(conflicts_with = "list")]
        name: Option<String>,
        /// Show the names of all experiments
        #[arg(long)]
        list: bool,
        /// Sizes to measure, for example 4096,2^20; only for experiments whose sizes can be chosen (see --list)
        #[arg(long = "size", value_name = "N", value_delimiter = ',', requires = "name", allow_negative_numbers = true, value_parser = size)]
        sizes: Option<Vec<u64>>,
        #[command(flatten)]
        scope: Scope,
    },
    /// Find the cheapest precision for a job on this machine
    ///
    /// Runs the job in every number type on every device. Names the cheapest type that meets the tolerance, its
    /// margin, what would change the answer, and the lines of the job that cost most digits. The exit status is 1 if
    /// no type meets the tolerance.
    ///
    /// Small sizes are measured first. What would take longer than the budget is extrapolated. With --input the job
    /// runs on your own numbers. With --out the result is also written as a page with a plot of accuracy against
    /// time.
    #[command(
        after_help = "Examples:\n  floatfloat advise --workload dot --size 1e6 --tolerance 1e-12\n  floatfloat advise --workload sum --input prices.csv:eur --tolerance 1e-15\n  floatfloat advise --workload solve --input A.mtx --input b.mtx --tolerance 1e-10\n  floatfloat advise --workload lud --size 2048 --tolerance 1e-9 --budget 1m --out advice"
    )]
    Advise(Advise),
    /// Add up your own numbers
    ///
    /// Reads one number per line, or a column of a CSV file whose first line names the columns (separated by
    /// commas, semicolons, tabs or blanks). Every decimal is read at the full precision of the type. The sum is
    /// exact and rounded once. Blank lines, and comment lines that begin with # and a space, are ignored. Numbers
    /// need decimal points, and no separators of thousands; 1.5D+02 is 150, as in Fortran. mp32, mp64, mp128 and
    /// mp256 have 32 to 256 bits and hold magnitudes up to 10^323228496.
    ///
    /// NumPy arrays (.npy, .npz) of floats, integers or booleans and Matrix Market files are read too; all their
    /// elements are added. An array of f4 or f8 whose last axis has length 2 holds pairs of high and low word.
    /// FILE:NAME chooses a column of a CSV file or an array of a .npz.
    #[command(
        after_help = "Examples:\n  floatfloat sum prices.csv --column eur\n  seq 1 100 | floatfloat sum -\n  floatfloat sum numbers.txt --type f64,dd,mp256\n  floatfloat sum results.npz:energy"
    )]
    Sum {
        /// File to read, - for standard input
        file: PathBuf,
        /// Column to add up, or array of a .npz; not needed if there is only one
        #[arg(long, value_name = "NAME")]
        column: Option<String>,
        /// Number types to add in; each gives a row
        #[arg(long = "type", value_name = "TYPE", value_delimiter = ',', default_value = "dd", value_parser = sum_type())]
        types: Vec<SumType>,
    },
    /// Fit your own data by least squares
    ///
    /// Reads a CSV file whose first line names the columns (separated by commas, semicolons, tabs or blanks), every
    /// decimal at the full precision of the type. Fits column y against all other columns and an intercept, or with
    /// --degree K against the powers 1 to K of the only other column and an intercept. A first column without a
    /// name, such as the index that pandas writes, is left out. The method is Householder QR, computed in two
    /// words, or in three or four if the type has them.
    ///
    /// In a matrix (.npy, .npz or Matrix Market) the last column is y; the columns before it are x1, x2 and so on.
    /// The vectors of a .npz are columns with their own names.
    #[command(
        after_help = "Examples:\n  floatfloat fit points.csv\n  floatfloat fit points.csv --degree 5 --type f64\n  floatfloat fit points.csv --degree 5 --exact solution.csv"
    )]
    Fit {
        /// File to read, - for standard input
        file: PathBuf,
        /// Fit a polynomial of this degree
        #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole_number::<usize>)]
        degree: Option<usize>,
        /// Number type to compute in
        #[arg(long = "type", value_name = "TYPE", default_value = "dd", value_parser = number_type())]
        number_type: NumberType,
        /// CSV file with columns coefficient,exact (b0 is the intercept, b1 the next, and so on), to show the
        /// number of correct digits of each coefficient
        #[arg(long, value_name = "FILE")]
        exact: Option<PathBuf>,
    },
    /// Inner product of two of your own vectors
    ///
    /// Reads the same kinds of files as sum. Every decimal is read at the full precision of the
    /// type; the products and their sum are exact, and the sum is rounded once.
    #[command(
        after_help = "Examples:\n  floatfloat dot x.npy y.npy\n  floatfloat dot data.csv:price data.csv:amount\n  floatfloat dot x.txt y.mtx --type f32,f64,dd"
    )]
    Dot {
        /// First vector: FILE or FILE:NAME, - for standard input
        x: PathBuf,
        /// Second vector: FILE or FILE:NAME, - for standard input
        y: PathBuf,
        /// Number types to compute in; each gives a row
        #[arg(long = "type", value_name = "TYPE", value_delimiter = ',', default_value = "dd", value_parser = sum_type())]
        types: Vec<SumType>,
    },
    /// Solve your own system of linear equations
    ///
    /// Finds x with A·x = b. A is a matrix: a NumPy array (.npy, or an array of a .npz), a Matrix Market file, or
    /// text with one row per line and values separated by commas, semicolons, tabs or blanks. b is a vector with one
    /// number for each row, in any of the formats that sum reads. If A has more rows than columns, x is the
    /// least-squares solution. For each value of x the number of reliable digits is printed. A first line of names
    /// is skipped, and with it a first column without a name.
    #[command(
        after_help = "Examples:\n  floatfloat solve A.csv b.csv\n  floatfloat solve system.npz:A system.npz:b --type f64\n  floatfloat solve A.mtx b.mtx --format json"
    )]
    Solve {
        /// The matrix: FILE or FILE:NAME, - for standard input
        a: PathBuf,
        /// The right-hand side: FILE or FILE:NAME, - for standard input
        b: PathBuf,
        /// Number type to compute in
        #[arg(long = "type", value_name = "TYPE", default_value = "dd", value_parser = number_type())]
        number_type: NumberType,
    },
    /// Write the arithmetic as a library for your own shaders and kernels
    ///
    /// Writes functions named ff_add, dd_mul_word, ff_exp and so on, with a comment on their use. By default they
    /// are exact on every device of the language. In WGSL they therefore use no fma, because WGSL does not promise
    /// that it is fused; they correct quotients and square roots; and they combine every result of arithmetic with
    /// a zero that the compiler does not know. Your shader binds a buffer that holds this zero (--zero).
    ///
    /// div-fast and sqrt-fast use the device's own quotients and square roots without correction. They take a sixth
    /// of the steps and are good to about 41 bits (ff). `floatfloat devices` says how good they are on your device.
    ///
    /// With --lang gappa it writes scripts for the proof tool Gappa, one after the other. They prove the error
    /// bounds of operations and of the kernels of functions.
    #[command(
        after_help = "Examples:\n  floatfloat shader --lang wgsl > floatfloat.wgsl\n  floatfloat shader --lang wgsl --ops add,mul --zero 0:3 --example\n  floatfloat shader exp ln --lang wgsl\n  floatfloat shader div-fast sqrt-fast --lang wgsl\n  floatfloat shader mul --lang gappa | gappa\n  floatfloat shader --lang cuda --type ff,dd --ops all > floatfloat.cuh"
    )]
    Shader(Shader),
    /// Write the page that examines the GPU of a browser
    ///
    /// The page needs no server: open it in a browser that has WebGPU. It shows whether float-float arithmetic is
    /// exact on the browser's GPU, how it must be written, what plain shaders get wrong, and how fast it is. It
    /// also examines the processor. You can save the results as JSON, which paranoia --diff reads. The page sends
    /// no data.
    #[command(after_help = "Example:\n  floatfloat web --out page.html")]
    Web {
        /// File to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Serve a device to the process that started this one
    #[command(hide = true, name = SERVE)]
    ServeDevice,
    /// Answer questions to a routine of a library, for the process that started this one
    #[command(hide = true, name = SERVE_ROUTINE)]
    ServeRoutine {
        library: OsString,
        routine: String,
        /// Ranges of numbers are asked for
        #[arg(long)]
        every: bool,
    },
    /// Write the completions for a shell
    #[command(
        after_help = "Example:\n  floatfloat completions bash > ~/.local/share/bash-completion/completions/floatfloat"
    )]
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// Write the manual page
    #[command(after_help = "Example:\n  floatfloat man | man -l -")]
    Man,
}
