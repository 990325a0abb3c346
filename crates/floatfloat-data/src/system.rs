//! Systems of linear equations: square ones, and those with more equations than unknowns.

use crate::{
    array::Dense,
    independence::{Failure, tolerance},
    least_squares::least_squares,
    number::{Number, scale_f64},
    scaling::{largest_exponent, underflow, underflow_of_words, unscaled},
};
use floatfloat_cpu::matrix::MatrixError;

/// The solution of A·x = b; the least-squares solution if there are more equations than unknowns.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<T> {
    /// Number of equations.
    pub equations: usize,
    /// One value for each unknown.
    pub values: Vec<T>,
    /// Number of decimal digits of each value that are certain, even if every element of A and b was rounded to
    /// the type when it was read. For a value of zero, certain digits after the decimal point.
    pub digits: Vec<f64>,
    /// ‖A‖·‖A⁺‖ in the Frobenius norm, after scaling (see [`solve`]).
    pub condition: f64,
    /// ‖b − A·x‖ / ‖b‖, after scaling; 0 for b = 0.
    pub residual: f64,
    /// A note on what was left out of the file of A; see [`Loaded::left_out`](crate::Loaded::left_out).
    pub left_out: Option<String>,
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq)]
pub enum Unsolvable {
    /// Columns, counted from 0, that depend on each other to within [`rank_tolerance`].
    Singular(Vec<usize>),
    /// The type cannot hold the value of this unknown, counted from 0.
    Range(usize),
    /// Anything else.
    Matrix(MatrixError),
}

/// If the other columns leave less than this part of a column, the remainder counts as zero.
pub fn rank_tolerance<T: Number>(matrix: &Dense<T>) -> f64 {
    tolerance::<T>(matrix.rows)
}

/// Solves A·x = b for A with at least as many rows as columns and b with as many elements as rows.
///
/// Columns, and in square systems also rows, are scaled by powers of two, which changes no digit. Householder
/// QR with refinement, in two words or in as many as the type has.
///
/// Let D = |row j of A⁺|, and let every element of A and b change by u of its size, where u is the unit
/// roundoff. To first order in u, value j changes by at most D·u·(‖|A|·|x| + |b|‖ + ‖A⁺‖·‖A‖·‖b − A·x‖).
/// `digits` states this bound as digits.
///
/// A number whose last word is below the range of the word changes, in addition, by half of the smallest number of
/// the word.
pub fn solve<T: Number>(matrix: &Dense<T>, b: &[T]) -> Result<Solution<T>, Unsolvable> {
    let scaled = Scaled::new(matrix, b);
    let solution = least_squares(&scaled.columns, &scaled.b).map_err(|failure| match failure {
        Failure::Dependent(dependent) => Unsolvable::Singular(dependent.columns),
        Failure::Matrix(error) => Unsolvable::Matrix(error),
    })?;
    let inverse_rows: Vec<f64> = solution.deviations.iter().map(|d| d.parts()[0]).collect();
    let size = norm(scaled.columns.iter().flatten().map(|value| value.parts()[0]));
    let inverse_size = norm(inverse_rows.iter().copied());
    let residual = solution.residual.parts()[0];
    let moved = scaled.magnitudes(&solution.coefficients) + inverse_size * size * residual;
    let lost = scaled.lost(&solution.coefficients);

    let (mut values, mut digits) = (Vec::new(), Vec::new());
    for (j, &value) in solution.coefficients.iter().enumerate() {
        let exponent = scaled.b_exponent - scaled.exponents[j];
        values.push(unscaled(value, exponent).ok_or(Unsolvable::Range(j))?);
        let error = inverse_rows[j] * (moved * T::UNIT_ROUNDOFF + lost);
        let error = error + underflow_of_words::<T>(exponent);
        let magnitude = value.abs().parts()[0];
        let error = if magnitude == 0.0 { scale_f64(error, exponent) } else { error / magnitude };
        digits.push((-error.log10()).clamp(0.0, T::DIGITS));
    }
    let right = norm(scaled.b.iter().map(|value| value.parts()[0]));
    let residual = if right == 0.0 { 0.0 } else { residual / right };
    let (equations, condition) = (matrix.rows, size * inverse_size);
    Ok(Solution { equations, values, digits, condition, residual, left_out: None })
}

fn norm(values: impl Iterator<Item = f64>) -> f64 {
    values.map(|value| value * value).sum::<f64>().sqrt()
}

/// A system whose largest elements are about 1: A[i, j] = 2^(r[i] + exponents[j]) · columns[j][i] and b[i] =
/// 2^(r[i] + b_exponent) · b[i].
struct Scaled<T> {
    /// r
    rows: Vec<i32>,
    columns: Vec<Vec<T>>,
    exponents: Vec<i32>,
    b: Vec<T>,
    b_exponent: i32,
}

impl<T: Number> Scaled<T> {
    fn new(matrix: &Dense<T>, b: &[T]) -> Self {
        let rows: Vec<i32> = if matrix.rows == matrix.columns {
            (0..matrix.rows)
                .map(|i| {
                    largest_exponent(
                        &matrix.by_columns().map(|column| column[i]).collect::<Vec<_>>(),
                    )
                })
                .collect()
        } else {
            // In a least-squares problem the weights of the equations are part of the problem.
            vec![0; matrix.rows]
        };
        let scale = |values: &[T]| {
            let exponents = values.iter().zip(&rows).filter(|(value, _)| value.parts()[0] != 0.0);
            let exponent = exponents.map(|(value, row)| value.exponent() - row).max().unwrap_or(0);
            let scaled = values.iter().zip(&rows).map(|(value, row)| value.scale(-exponent - row));
            (scaled.collect::<Vec<T>>(), exponent)
        };
        let (columns, exponents) = matrix.by_columns().map(scale).unzip();
        let (b, b_exponent) = scale(b);
        Scaled { rows, columns, exponents, b, b_exponent }
    }

    /// The same for what elements other than zero lose by a last word below the range.
    fn lost(&self, x: &[T]) -> f64 {
        let is_there = |value: &T| value.parts()[0] != 0.0;
        let of_element =
            |value: &T, exponent| if is_there(value) { underflow::<T>(exponent) } else { 0.0 };
        let row = |i: usize| {
            let of_a =
                self.columns.iter().zip(&self.exponents).zip(x).map(|((column, exponent), x)| {
                    of_element(&column[i], exponent + self.rows[i]) * x.abs().parts()[0]
                });
            of_a.sum::<f64>() + of_element(&self.b[i], self.b_exponent + self.rows[i])
        };
        norm((0..self.b.len()).map(row))
    }

    /// ‖|A|·|x| + |b|‖.
    fn magnitudes(&self, x: &[T]) -> f64 {
        let mut rows: Vec<f64> = self.b.iter().map(|b| b.abs().parts()[0]).collect();
        for (column, x) in self.columns.iter().zip(x) {
            let x = x.abs().parts()[0];
            for (row, a) in rows.iter_mut().zip(column) {
                *row += a.abs().parts()[0] * x;
            }
        }
        norm(rows.into_iter())
    }
}

#[cfg(test)]
mod tests {
    use super::{Dense, Unsolvable, solve};
    use crate::number::Number;
    use floatfloat::{DoubleDouble, FloatFloat, QuadDouble, QuadFloat, TripleDouble, TripleFloat};

    fn hilbert<T: Number>(order: usize) -> Dense<T> {
        let denominator = |k: usize| T::from_f64((k / order + k % order + 1) as f64);
        let element = |k: usize| T::from_f64(1.0) / denominator(k);
        Dense { rows: order, columns: order, values: (0..order * order).map(element).collect() }
    }

    fn check_digits<T: Number>(orders: &[usize]) {
        for &order in orders {
            // b is the sum of the columns, so x is 1 but for the rounding of A and b.
            let a = hilbert::<T>(order);
            let zero = T::from_f64(0.0);
            let b: Vec<_> = (0..order)
                .map(|i| a.by_columns().fold(zero, |sum, column| sum + column[i]))
                .collect();
            let solved = solve(&a, &b).unwrap();
            let what = format!("{}, order {order}", T::TYPE);
            for (x, digits) in solved.values.iter().zip(&solved.digits) {
                let error = (*x - T::from_f64(1.0)).parts()[0].abs();
                assert!(error <= 10f64.powf(-digits), "{what}: {error:e}, {digits} digits");
                let hopeful = -T::UNIT_ROUNDOFF.log10() + 0.6 - solved.condition.log10();
                assert!(*digits >= hopeful - 2.0, "{what}: {digits} of {hopeful} digits");
            }
        }
    }

    #[test]
    fn stated_digits_are_right_and_not_timid() {
        check_digits::<DoubleDouble>(&[2, 5, 8, 11]);
        check_digits::<TripleFloat>(&[2, 5, 8]);
        check_digits::<QuadFloat>(&[2, 5, 8, 11]);
        check_digits::<TripleDouble>(&[2, 8, 20]);
        check_digits::<QuadDouble>(&[2, 8, 20, 30]);
    }

    /// A matrix that is singular to double-doubles.
    #[test]
    fn more_words_solve_what_two_cannot() {
        let ones = |count: usize| vec![DoubleDouble::from(1.0); count];
        assert!(matches!(solve(&hilbert(30), &ones(30)), Err(Unsolvable::Singular(_))));
        let values = solve(&hilbert::<QuadDouble>(30), &[QuadDouble::ONE; 30]).unwrap().values;
        // The first element is −n for right-hand sides of ones.
        assert!((values[0] + 30.0).abs().hi() < 1e-15, "{}", values[0]);
    }

    #[test]
    fn rows_and_columns_may_be_of_any_size() {
        let values = [1.0, 1e-200, 1.0, 2e-200].map(DoubleDouble::from).to_vec();
        let matrix = Dense { rows: 2, columns: 2, values };
        let b = [3.0, 5e-200].map(DoubleDouble::from);
        let solved = solve(&matrix, &b).unwrap();
        for (x, exact) in solved.values.iter().zip([1.0, 2.0]) {
            assert!((*x - exact).hi().abs() < 1e-15, "{x}");
        }
        assert!(solved.digits.iter().all(|&digits| digits > 28.0), "{:?}", solved.digits);
    }

    /// Reads a/x = b/1 in a type, and compares the digits that are called sure with those of the quotient of the texts.
    fn check_quotient<T: Number>(a: &str, b: &str, quotient: &str) {
        let [a, b] = [a, b].map(|text| T::read(text).unwrap());
        let matrix = Dense { rows: 1, columns: 1, values: vec![a] };
        let solved = solve(&matrix, &[b]).unwrap();
        let right = crate::digits::Exact::read(quotient).unwrap().correct_digits(solved.values[0]);
        let sure = solved.digits[0];
        assert!(sure <= right + 0.01, "{}: {sure} digits of {right}", T::TYPE);
        assert!(sure >= right - 4.0, "{}: {sure} digits of {right}", T::TYPE);
    }

    #[test]
    fn digits_below_the_range_are_not_called_sure() {
        let constant = "0.159154942994378047748256936277681877545470900274124";
        check_quotient::<TripleFloat>("6.62607015e-34", "1.054571817e-34", constant);
        check_quotient::<QuadFloat>("6.62607015e-34", "1.054571817e-34", constant);
        let ratio = "0.515151515151515151515151515151515151515151515151515";
        check_quotient::<f64>("3.3e-320", "1.7e-320", ratio);
        check_quotient::<DoubleDouble>("3.3e-310", "1.7e-310", ratio);
        let third = "5.66666666666666666666666666666666666666666666667e-39";
        check_quotient::<FloatFloat>("3", "1.7e-38", third);
        check_quotient::<f32>(
            "3",
            "1.7e-43",
            "5.66666666666666666666666666666666666666666666667e-44",
        );
    }

    #[test]
    fn dependent_columns_are_named() {
        let values = vec![1.0, 2.0, 3.0, 5.0, 4.0, 1.0, 6.0, 6.0, 4.0];
        let matrix = Dense { rows: 3, columns: 3, values };
        assert_eq!(solve(&matrix, &[1.0; 3]), Err(Unsolvable::Singular(vec![0, 1, 2])));
        let zero = Dense { rows: 1, columns: 1, values: vec![0.0] };
        assert_eq!(solve(&zero, &[1.0]), Err(Unsolvable::Singular(vec![0])));
    }

    #[test]
    fn more_equations_than_unknowns_are_met_on_average() {
        let matrix = Dense { rows: 3, columns: 1, values: vec![1.0, 1.0, 1.0] };
        let solved = solve(&matrix, &[1.0, 2.0, 6.0]).unwrap();
        assert!((solved.values[0] - 3.0f64).abs() < 1e-15);
        assert!((solved.residual - (14.0f64 / 41.0).sqrt()).abs() < 1e-15);
    }
}
