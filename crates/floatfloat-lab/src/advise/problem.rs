//! The computation of a question, at one size.

use super::question::{Kind, Question, Range};
use crate::{
    error::Error,
    progress::Progress,
    random::Random,
    workloads::{
        Dot, Numbers, Solve, Sum, Workload,
        chain::{Chain, factors},
        gauss::Gauss,
        gemm::Gemm,
        leibniz::Leibniz,
        lud::Lud,
    },
};
use floatfloat_data::{Dense, Expansion, Input, Loaded, read_system};
use std::path::Path;

/// The ranges of the factors of chains. Factors are drawn so that the products stay near 1.
const FACTORS: [[f64; 2]; 2] = [[0.5, 1.0], [1.0, 2.0]];

/// The work of this size, with random operands.
///
/// # Errors
/// [`Error::Input`] if there is no solution, and [`Error::Interrupted`].
pub(super) fn random(
    question: &Question,
    size: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Box<dyn Workload>, Error> {
    let (n, ranges) = (size as usize, question.ranges());
    let mut random = Random::new(seed, n);
    let mut number = || {
        // A single range uses no random number.
        let place = if ranges.len() > 1 { random.next() % ranges.len() as u64 } else { 0 };
        let Range { low, high } = ranges[place as usize];
        random.magnitude(low, high)
    };
    let mut draw = |count| -> Vec<f64> { (0..count).map(|_| number()).collect() };
    let numbers = |words| Numbers::of_words(words);
    Ok(match question.kind {
        Kind::Sum => Box::new(Sum::new(numbers(draw(n)))),
        Kind::Dot => Box::new(Dot::new(numbers(draw(n)), numbers(draw(n)))?),
        Kind::Solve => {
            let exactly = |words: Vec<f64>| words.into_iter().map(Expansion::of_word).collect();
            Box::new(Solve::new(exactly(draw(n * n)), exactly(draw(n)), progress)?)
        }
        Kind::Gemm => Box::new(Gemm::new(n, draw(n * n), draw(n * n), seed)),
        Kind::Gauss => Box::new(Gauss::new(draw(n * n), draw(n), progress)?),
        Kind::Lud => Box::new(Lud::new(n, draw(n * n))),
        Kind::Leibniz => Box::new(Leibniz::new(n as u32)),
        Kind::Chain => Box::new(Chain::of(factors(&mut random, n, FACTORS, |word| word))),
    })
}

/// The work with the user's operands, and its size.
///
/// # Errors
/// Errors of reading the user's files, [`Error::Input`] if the files do not fit together, and
/// [`Error::Interrupted`].
pub(super) fn of_input(
    question: &Question,
    progress: &dyn Progress,
) -> Result<(Box<dyn Workload>, u64), Error> {
    let files: Vec<Loaded> =
        question.input.iter().map(|file| load(file)).collect::<Result<_, _>>()?;
    let numbers = |file: &Loaded| Ok::<_, Error>(Numbers::of_expansions(&file.vector()?));
    let (workload, size) = match (question.kind, &files[..]) {
        (Kind::Sum, [x]) => {
            let sum = Sum::new(numbers(x)?);
            in_range(sum.is_out_of_range(), "the sum", &files)?;
            let size = sum.len();
            (Box::new(sum) as Box<dyn Workload>, size)
        }
        (Kind::Dot, [x, y]) => {
            let dot = Dot::new(numbers(x)?, numbers(y)?)?;
            in_range(dot.is_out_of_range(), "the sum of products", &files)?;
            let size = dot.len();
            (Box::new(dot) as _, size)
        }
        (Kind::Solve, [a, b]) => {
            let (matrix, right) = read_system::<Expansion>(a, b)?;
            let by_rows = square(&matrix, right.len())?;
            let size = right.len();
            (Box::new(Solve::new(by_rows, right, progress)?) as _, size)
        }
        (kind, _) => return Err(Error::Input(format!("{kind} takes no input files"))),
    };
    Ok((workload, size as u64))
}

/// Returns an error for operands whose result is out of the range in which types can be compared.
fn in_range(is_out_of_range: bool, what: &str, files: &[Loaded]) -> Result<(), Error> {
    let sources: Vec<&str> = files.iter().map(Loaded::source).collect();
    match is_out_of_range {
        false => Ok(()),
        true => Err(Error::Input(format!(
            "{what} of {} is beyond the range of f64, or so small that digits are lost; scale the numbers",
            sources.join(" and ")
        ))),
    }
}

/// A note on what was left out of the user's matrix.
pub(super) fn left_out(question: &Question) -> Option<String> {
    let matrix = question.input.first().filter(|_| question.kind == Kind::Solve)?;
    load(matrix).ok()?.left_out()
}

fn load(file: &Path) -> Result<Loaded, Error> {
    Ok(Input::open(file)?.load()?)
}

/// The elements of a square matrix, row by row. The matrix must have as many rows as the right-hand
/// side.
fn square(matrix: &Dense<Expansion>, right: usize) -> Result<Vec<Expansion>, Error> {
    let Dense { rows, columns, values } = matrix;
    if rows != columns || right != *rows {
        return Err(Error::Input(format!(
            "the advisor solves square systems: the matrix is {rows} × {columns}, and the right-hand \
             side has {right} numbers"
        )));
    }
    Ok((0..rows * rows).map(|k| values[k % rows * rows + k / rows]).collect())
}
