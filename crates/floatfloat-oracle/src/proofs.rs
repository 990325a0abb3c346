//! The bounds that Gappa proves, as data: `proofs/operations.csv` for operations, `proofs/functions.csv` for
//! kernels of elementary functions. `cargo proofs` runs Gappa on every operation or kernel that has a script,
//! and writes the file. A test does this again and compares.

use floatfloat::{
    Word,
    elementary::kernels::{Error, Kernel, KernelVisitor, Range, for_each_kernel},
    operation::{Fma, Function, Operation},
    registry::{Visitor, for_each},
};
use floatfloat_gpu::{
    Circuit, DeviceWord,
    emit::gappa::{NoScript, Reciprocals, kernel_script, relative_error, script},
};
use rayon::prelude::*;
use std::{
    fmt, io,
    process::{Command, Stdio},
};

/// The subject of proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The operations of the registry.
    Operations,
    /// The kernels of elementary functions.
    Kernels,
}

impl Subject {
    /// The first line of the file.
    pub fn header(self) -> &'static str {
        match self {
            Subject::Operations => "operation,word,proved_u2",
            Subject::Kernels => "kernel,word,proved_u2",
        }
    }

    /// The proofs in the repository.
    pub fn committed(self) -> Vec<Proof> {
        let file = match self {
            Subject::Operations => include_str!("../../../proofs/operations.csv"),
            Subject::Kernels => include_str!("../../../proofs/functions.csv"),
        };
        file.lines().skip(1).map(Proof::parse).collect()
    }

    /// The bounds to prove.
    pub fn tasks(self) -> Vec<Task> {
        let mut tasks = Tasks(Vec::new());
        match self {
            Subject::Operations => for_each(&mut tasks),
            Subject::Kernels => for_each_kernel(&mut tasks),
        }
        tasks.0
    }
}

/// A bound that Gappa proves.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// Name of the operation or kernel.
    pub name: String,
    /// The name of the word, [`floatfloat_exact::Concrete::NAME`].
    pub word: String,
    /// Largest error in u², rounded up to hundredths. It is relative, except for kernels that state an absolute
    /// error.
    pub proved_u2: f64,
}

impl Proof {
    fn parse(line: &str) -> Self {
        let fields: Vec<&str> = line.split(',').collect();
        let [name, word, proved_u2] = fields[..] else {
            panic!("proofs: `{line}` has {} fields instead of 3", fields.len());
        };
        let proved_u2 =
            proved_u2.parse().unwrap_or_else(|_| panic!("proofs: `{proved_u2}` is not a number"));
        Proof { name: name.to_owned(), word: word.to_owned(), proved_u2 }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{:.2}", self.name, self.word, self.proved_u2)
    }
}

/// The largest bound in u² that is useful.
const SENSIBLE: f64 = 100.0;

/// An operation or a kernel on a word.
pub struct Task {
    /// Its name.
    pub name: &'static str,
    /// The name of the word, [`floatfloat_exact::Concrete::NAME`].
    pub word: &'static str,
    precision: u32,
    scripts: Scripts,
}

enum Scripts {
    /// Scripts of which one must succeed.
    Any(Function, Vec<String>),
    /// Scripts that must all succeed, one for each case of a kernel.
    Each(Range, Vec<String>),
}

/// Every operation on words of 24 and 53 bits, with and without fused multiply-add; every kernel with fused
/// multiply-add.
struct Tasks(Vec<Task>);

impl Visitor for Tasks {
    fn visit<O: Operation>(&mut self) {
        let tasks = [
            operation::<O, f32>("f32", true),
            operation::<O, f64>("f64", true),
            operation::<O, f32>("f32-no-fma", false),
            operation::<O, f64>("f64-no-fma", false),
        ];
        self.0.extend(tasks.into_iter().flatten());
    }
}

impl KernelVisitor for Tasks {
    fn visit<K: Kernel>(&mut self) {
        self.0.extend([kernel::<K, f32>("f32"), kernel::<K, f64>("f64")]);
    }
}

fn operation<O: Operation, E: DeviceWord + Word>(word: &'static str, fused: bool) -> Option<Task> {
    let info = O::INFO;
    if !fused && info.fma != Fma::Shortens {
        return None;
    }
    let circuit = Circuit::of_operation::<O, E>(fused);
    let of = |reciprocals| match script(&info, &circuit, reciprocals) {
        Ok(script) => Some(script),
        Err(NoScript::Sum | NoScript::Exact) => None,
        Err(reason) => panic!("{}: {reason}", info.name),
    };
    let mut scripts: Vec<String> = Reciprocals::ALL.into_iter().filter_map(of).collect();
    // A script is shorter where more terms cancel, and then its bound is usually smaller.
    scripts.sort_by_key(String::len);
    scripts.dedup();
    let precision = E::PRECISION;
    let is_none = scripts.is_empty();
    let scripts = Scripts::Any(info.function, scripts);
    (!is_none).then_some(Task { name: info.name, word, precision, scripts })
}

fn kernel<K: Kernel, E: DeviceWord + Word>(word: &'static str) -> Task {
    let circuit = Circuit::of_kernel::<K, E>(true);
    let script = |case| {
        kernel_script::<K>(&circuit, case)
            .unwrap_or_else(|reason| panic!("{}: {reason}", K::INFO.name))
    };
    let scripts = Scripts::Each(K::INFO.result, (0..K::CASES).map(script).collect());
    Task { name: K::INFO.name, word, precision: E::PRECISION, scripts }
}

impl Task {
    /// Runs Gappa.
    ///
    /// # Errors
    /// If Gappa is not installed, or proves nothing.
    pub fn prove(&self) -> io::Result<Proof> {
        let u2 = 0.5f64.powi(2 * self.precision as i32);
        let rounded = |error: f64| (error / u2 * 100.0).ceil() / 100.0;
        let mut proved_u2;
        let sensible = match &self.scripts {
            Scripts::Any(function, scripts) => {
                proved_u2 = f64::INFINITY;
                for script in scripts {
                    let error = relative_error(*function, largest(script)?);
                    proved_u2 = proved_u2.min(rounded(error));
                    if proved_u2 < SENSIBLE {
                        break;
                    }
                }
                SENSIBLE
            }
            Scripts::Each(result, scripts) => {
                proved_u2 = 0.0;
                for script in scripts {
                    proved_u2 = f64::max(proved_u2, rounded(largest(script)?));
                }
                let (Error::Absolute(stated) | Error::Relative(stated)) = result.error;
                stated
            }
        };
        if proved_u2 > sensible {
            let what = format!("{} on {}: Gappa proves {proved_u2}u² alone", self.name, self.word);
            return Err(io::Error::other(what));
        }
        Ok(Proof { name: self.name.to_owned(), word: self.word.to_owned(), proved_u2 })
    }
}

/// Proves everything, on as many threads as there are processors.
///
/// # Errors
/// Those of [`Task::prove`].
pub fn prove_all(tasks: &[Task]) -> io::Result<Vec<Proof>> {
    // Tasks take different times; all of them run before the first error is returned.
    let proofs: Vec<_> = tasks.par_iter().with_max_len(1).map(Task::prove).collect();
    proofs.into_iter().collect()
}

/// Whether Gappa is installed.
pub fn is_installed() -> bool {
    let quiet = || {
        Command::new("gappa").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status()
    };
    quiet().is_ok()
}

/// The larger end, in magnitude, of the interval that Gappa finds.
fn largest(script: &str) -> io::Result<f64> {
    use io::Write;
    let mut gappa = Command::new("gappa")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| {
            io::Error::other(format!("gappa cannot be run ({error}); apt-get install gappa"))
        })?;
    if let Some(mut stdin) = gappa.stdin.take() {
        stdin.write_all(script.as_bytes())?;
    }
    let output = gappa.wait_with_output()?;
    let answer = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    let found = ends(&answer).filter(|_| output.status.success());
    found.ok_or_else(|| io::Error::other(format!("gappa says:\n{answer}\nof\n{script}")))
}

/// The larger magnitude of the two ends in `… in [-4b-106 {…}, 5b-106 {…}]`, exactly.
fn ends(answer: &str) -> Option<f64> {
    let (_, interval) = answer.split_once(" in [")?;
    let (interval, _) = interval.split_once(']')?;
    let magnitude = |end: &str| {
        let number = end.trim().split(' ').next()?;
        let (integer, exponent) = number.split_once('b').unwrap_or((number, "0"));
        let (integer, exponent): (f64, i32) = (integer.parse().ok()?, exponent.parse().ok()?);
        Some(integer.abs() * 2f64.powi(exponent))
    };
    let (low, high) = interval.split_once("}, ").or_else(|| interval.split_once(", "))?;
    let ends = [low, high].map(magnitude);
    Some(ends[0]?.max(ends[1]?))
}

#[cfg(test)]
mod tests {
    use super::ends;

    #[test]
    fn answers_are_read() {
        let answer = "Results:\n  r / x in [-331014572611731493b-160 {-2.26489e-31, -2^(-101.8)}, \
                      5b-106 {2.26489e-31, 2^(-101.8)}]\n";
        assert_eq!(ends(answer), Some(331014572611731493.0 * 2f64.powi(-160)));
        assert_eq!(ends("Results:\n  r in [0, 0]\n"), Some(0.0));
        assert_eq!(ends("Error: nothing"), None);
    }
}
