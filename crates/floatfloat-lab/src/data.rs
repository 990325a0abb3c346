//! The commands on the user's own data: results of `floatfloat-data`, as tables.

use crate::{
    error::Error,
    number_type::NumberType,
    results::{Cell, Table},
    table::{IntoCell, chosen, measured, row},
};
use floatfloat::progress::Progress;
use floatfloat_data::{
    Fit, Input, Naive, Number, Solution, SumType, Value, fit_file, solve_files, with_number_type,
};
use std::{path::Path, sync::Arc};

/// The sum of the numbers of a file in each of the types; see [`floatfloat_data::sum`]. The table has the
/// columns type and value.
pub fn sum(
    file: &Path,
    column: Option<&str>,
    types: &[SumType],
    progress: Arc<dyn Progress>,
) -> Result<Table, Error> {
    let sum = floatfloat_data::sum(Input::open(file)?.watched_by(progress), column, types)?;
    let of = sum.column.map_or(String::new(), |name| format!("column `{name}` of "));
    let (count, source) = (sum.count, sum.source);
    let mut table = values("sum", &sum.values)
        .note(format!("{count} number{} in {of}{source}.", plural(count)));
    if let Some(naive) = sum.naive {
        table.add_note(judged("Added", naive));
    }
    Ok(table)
}

/// The inner product of two vectors from files in each of the types; see [`floatfloat_data::dot`]. The table
/// has the columns type and value. If two files are read together, progress follows the first.
pub fn dot(
    x: &Path,
    y: &Path,
    types: &[SumType],
    progress: Arc<dyn Progress>,
) -> Result<Table, Error> {
    let (x, y) = Input::open_both(x, y)?;
    let dot = floatfloat_data::dot(x.watched_by(progress), y, types)?;
    let (count, [x, y]) = (dot.count, dot.sources);
    let mut table = values("dot", &dot.values)
        .note(format!("Sum of {count} product{} of {x} and {y}.", plural(count)));
    if let Some(naive) = dot.naive {
        table.add_note(judged("Computed", naive));
    }
    if let Some(condition) = dot.condition {
        table.add_note(format!("Condition number 2·Σ|x·y| / |Σx·y| = {condition:.1e}."));
    }
    Ok(table)
}

/// The least-squares fit of a file's data in a type; see [`fit_file`]. The table has the columns
/// coefficient, term, value, digits and standard_error.
pub fn fit(
    file: &Path,
    degree: Option<usize>,
    number_type: NumberType,
    exact: Option<&Path>,
) -> Result<Table, Error> {
    with_number_type!(number_type, T => Ok(coefficients(&fit_file::<T>(file, degree, exact)?)))
}

/// The solution of A·x = b from files in a type; see [`solve_files`]. The table has the columns
/// coefficient, value and digits.
pub fn solve(a: &Path, b: &Path, number_type: NumberType) -> Result<Table, Error> {
    with_number_type!(number_type, T => Ok(unknowns(&solve_files::<T>(a, b)?)))
}

fn values(id: &str, values: &[Value]) -> Table {
    let mut table = Table::new(id, "cpu", [chosen("type"), measured("value", "")]);
    for value in values {
        table.push(row![value.sum_type().name(), value.digits()]);
    }
    table
}

fn judged(what: &str, naive: Naive) -> String {
    format!(
        "{what} in f64 one after the other: {}, of which {:.1} digits are correct.",
        naive.value.digits(),
        naive.correct_digits
    )
}

fn coefficients<T: Number>(fit: &Fit<T>) -> Table {
    let columns = [
        chosen("coefficient"),
        chosen("term"),
        measured("value", ""),
        measured("digits", ""),
        measured("standard_error", ""),
    ];
    let mut table = Table::new("fit", "cpu", columns);
    for (i, (&value, term)) in fit.coefficients.iter().zip(&fit.terms).enumerate() {
        let digits = fit.correct_digits.as_ref().map(|digits| digits[i]);
        let standard_error = fit.standard_errors.as_ref().map(|errors| six_digits(errors[i]));
        table.push(row![
            format!("b{i}"),
            term.as_str(),
            value.digits(),
            digits.map_or(Cell::Empty, IntoCell::into_cell),
            standard_error,
        ]);
    }
    let (observations, freedom) = (fit.observations, fit.degrees_of_freedom());
    let deviation = fit.residual_deviation.map_or(
        "There are as many observations as coefficients: no residual standard deviation.".into(),
        |deviation| {
            let deviation = deviation.digits();
            let plural = if freedom == 1 { "degree" } else { "degrees" };
            format!("Residual standard deviation {deviation}, {freedom} {plural} of freedom.")
        },
    );
    table = table
        .note(format!(
            "{observations} observation{}, Householder QR and refinement in {} words of type {}.",
            plural(observations),
            words_in_use::<T>(),
            T::Word::TYPE
        ))
        .note(deviation);
    if let Some(left_out) = &fit.left_out {
        table.add_note(left_out.clone());
    }
    if fit.sure_digits < T::DIGITS / 2.0 {
        table = table.note(format!(
            "The terms are nearly dependent: when the decimals of the data are rounded to type \
             {}, about {:.0} digits of the coefficients are reliable. Fewer terms{} give more \
             digits.",
            T::TYPE,
            fit.sure_digits.floor(),
            T::TYPE.more_digits().map_or_else(String::new, |more| format!(" or --type {more}")),
        ));
    }
    table
}

/// The number of words in which systems are solved, as text.
fn words_in_use<T: Number>() -> &'static str {
    match T::WORDS {
        3 => "three",
        4 => "four",
        _ => "two",
    }
}

/// Six digits are enough for a standard error; more would pretend precision.
fn six_digits<T: Number>(value: T) -> String {
    if value.parts()[0] == 0.0 { "0".into() } else { format!("{value:.5e}") }
}

fn unknowns<T: Number>(solution: &Solution<T>) -> Table {
    let columns = [chosen("coefficient"), measured("value", ""), measured("digits", "")];
    let mut table = Table::new("solve", "cpu", columns);
    for (i, (value, &digits)) in solution.values.iter().zip(&solution.digits).enumerate() {
        table.push(row![format!("x{}", i + 1), value.digits(), digits]);
    }
    let (equations, unknowns) = (solution.equations, solution.values.len());
    table = table.note(format!(
        "{equations} equation{} in {unknowns} unknown{}, Householder QR and refinement in {} words \
         of type {}; condition number {:.1e}.",
        plural(equations),
        plural(unknowns),
        words_in_use::<T>(),
        T::Word::TYPE,
        solution.condition
    ));
    if equations > unknowns {
        table = table.note(format!(
            "Least squares: the norm of the residual b − A·x is {:.5e} times the norm of b \
             (Euclidean norms).",
            solution.residual
        ));
    }
    if let Some(left_out) = &solution.left_out {
        table.add_note(left_out.clone());
    }
    table.note(
        "digits is the number of reliable decimal digits of each value. It allows for the \
             rounding of every number of the input when it was read.",
    )
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
