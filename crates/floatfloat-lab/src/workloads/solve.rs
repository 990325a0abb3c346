//! Systems of linear equations by LU with partial pivoting, on the processor.

use super::{
    Place, Run, Workload,
    elimination::{eliminate_in_order, rows, substitute_back},
    multi_word::{self, with_multi_word},
    reference::largest,
    timed,
};
use crate::{
    arithmetic::{Arithmetic, Multiple, Plain},
    contender::Contender,
    devices::OnDevice,
    error::Error,
    number_type::NumberType,
    progress::Progress,
    real::Scalar,
    timing::stop_if_asked,
};
use floatfloat::{DoubleDouble, NativeWord, QuadDouble, TripleDouble, dispatch};
use floatfloat_data::{Dense, Expansion, Number, Unsolvable, solve};
use floatfloat_explain::Watched;
use std::convert::Infallible;

/// Up to this size the exact solution is computed in multiple precision. Beyond, it is the
/// library's refined solution in two `f64`, or in three if numbers of the system need more than two.
const REFERENCE_SIZE: usize = 96;

/// The bits of the exact solution.
const BITS: usize = 256;

/// A system of equations, and its solution.
pub struct Solve {
    size: usize,
    /// Row by row.
    matrix: Vec<Expansion>,
    right: Vec<Expansion>,
    solution: Vec<Multiple>,
    condition: f64,
}

impl Solve {
    /// The equations with this matrix, given row by row, and this right-hand side.
    ///
    /// # Errors
    /// [`Error::Input`] if there is no unique solution; [`Error::Interrupted`].
    pub fn new(
        matrix: Vec<Expansion>,
        right: Vec<Expansion>,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let size = right.len();
        let is_long = |x: &Expansion| x.parts()[2] != 0.0;
        let (mut solution, condition) = if size <= REFERENCE_SIZE {
            refined::<QuadDouble>(&matrix, &right)?
        } else if matrix.iter().chain(&right).any(is_long) {
            refined::<TripleDouble>(&matrix, &right)?
        } else {
            refined::<DoubleDouble>(&matrix, &right)?
        };
        if size <= REFERENCE_SIZE {
            let exactly = |x: &Expansion| Multiple::of_words(x.parts(), BITS);
            let mut rows = rows(&matrix, &right, exactly);
            let magnitude = |x: &Multiple| x.to_f64().abs();
            solution = solved(&mut rows, magnitude, &mut || stop_if_asked(progress))?;
        }
        Ok(Solve { size, matrix, right, solution, condition })
    }

    /// The run of a computation that found this solution.
    fn run_of(&self, found: &[impl AsRef<[f64]>], seconds: f64) -> Run {
        let pairs = found.iter().zip(&self.solution);
        let error = largest(pairs.map(|(x, exact)| exact.distance(x.as_ref())));
        Run { error, scale: largest(self.solution.iter().map(Multiple::to_f64)), seconds }
    }

    /// The result in machine words.
    fn in_plain<W: OnDevice>(&self, progress: &dyn Progress) -> Result<Run, Error> {
        let rows = rows(&self.matrix, &self.right, |x| Plain(x.words::<W>(1)[0]));
        let word = |x: &Plain<W>| <W as Scalar>::to_f64(x.0);
        let (found, seconds) = timed(Place::Processor, progress, || {
            let mut rows = rows.clone();
            dispatch(
                #[inline(always)]
                || solved(&mut rows, |x| word(x).abs(), &mut || stop_if_asked(progress)),
            )
        })?;
        let found: Vec<_> = found.iter().map(|x| [word(x)]).collect();
        Ok(self.run_of(&found, seconds))
    }

    /// The result in several words.
    fn in_words<T: multi_word::OnBoth>(&self, progress: &dyn Progress) -> Result<Run, Error> {
        let entry = |i: usize, j: usize| self.matrix[i * self.size + j];
        let right = |i: usize| self.right[i];
        let (found, seconds) = multi_word::solution::<T>(self.size, entry, right, progress)?;
        Ok(self.run_of(&found, seconds))
    }
}

impl Workload for Solve {
    /// Composite numbers have no quotients that are accurate enough for pivoting.
    fn run(
        &self,
        contender: Contender,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        use NumberType::{F32, F64, Qd, Td};
        match (contender, place) {
            (_, Place::Device(_)) => Ok(None),
            (Contender::Number(F32), _) => self.in_plain::<f32>(progress).map(Some),
            (Contender::Number(F64), _) => self.in_plain::<f64>(progress).map(Some),
            // The solution does not have enough digits.
            (Contender::Number(Td | Qd), _) if self.size > REFERENCE_SIZE => Ok(None),
            _ => with_multi_word!(contender, T => self.in_words::<T>(progress)).transpose(),
        }
    }

    fn operands(&self) -> Vec<f64> {
        self.matrix.iter().chain(&self.right).map(|x| x.words::<f64>(1)[0]).collect()
    }

    fn watched(&self, operands: Vec<Watched<f64>>) -> Vec<Watched<f64>> {
        let (matrix, right) = operands.split_at(self.size * self.size);
        let mut rows = rows(matrix, right, |&x| Plain(x));
        let magnitude = |x: &Plain<Watched<f64>>| x.0.value().abs();
        let Ok(x) = solved(&mut rows, magnitude, &mut || Ok::<_, Infallible>(()));
        x.into_iter().map(|x| x.0).collect()
    }

    fn condition(&self) -> Option<f64> {
        Some(self.condition)
    }
}

/// The solution by the library, refined in numbers of this type, and the condition number.
fn refined<T: Number<Word: NativeWord>>(
    matrix: &[Expansion],
    right: &[Expansion],
) -> Result<(Vec<Multiple>, f64), Error> {
    let size = right.len();
    let entry = |k: usize| matrix[k % size * size + k / size].number();
    let dense = Dense { rows: size, columns: size, values: (0..size * size).map(entry).collect() };
    let right: Vec<T> = right.iter().map(Expansion::number).collect();
    let refined = solve(&dense, &right).map_err(|error| {
        Error::Input(match error {
            Unsolvable::Singular(columns) => format!(
                "the matrix is singular: column {} depends on others",
                columns.last().map_or(1, |column| column + 1)
            ),
            Unsolvable::Range(unknown) => {
                format!("the value of x{} is beyond the range of f64", unknown + 1)
            }
            Unsolvable::Matrix(error) => error.to_string(),
        })
    })?;
    let exactly = |x: &T| Multiple::of_words(&x.parts(), BITS);
    Ok((refined.values.iter().map(exactly).collect(), refined.condition))
}

/// The solution of a system by elimination with partial pivoting. Each row ends with its number of
/// the right-hand side.
#[inline(always)]
fn solved<T: Arithmetic, E>(
    rows: &mut [Vec<T>],
    magnitude: impl Fn(&T) -> f64,
    row_done: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Vec<T>, E> {
    let n = rows.len();
    eliminate_in_order(rows, |rows, k| {
        row_done()?;
        let size = |i: usize| magnitude(&rows[i][k]);
        Ok((k..n).max_by(|&i, &j| size(i).total_cmp(&size(j))).unwrap_or(k))
    })?;
    Ok(substitute_back(|i, j| rows[i][j].clone(), |i| rows[i][n].clone(), n))
}

#[cfg(test)]
mod tests {
    use super::{Place, Solve, Workload};
    use crate::{
        contender::Contender, number_type::NumberType, progress::Silent, random::Random,
        workloads::tests::relative_error,
    };
    use floatfloat_data::{Expansion, Readable};

    #[test]
    fn errors_are_ordered_as_the_types_are() {
        let mut random = Random::new(1, 0);
        let mut draw = |count: usize| -> Vec<Expansion> {
            let mut number = || f64::from(random.magnitude(0.5, 1.0) as f32);
            (0..count).map(|_| Expansion::of_word(number())).collect()
        };
        let system = Solve::new(draw(1600), draw(40), &Silent).unwrap();
        let condition = system.condition().unwrap();
        let error = |number_type: NumberType| relative_error(&system, number_type).unwrap();
        let errors = [NumberType::F32, NumberType::Ff, NumberType::F64, NumberType::Dd].map(error);
        for (error, unit) in errors.into_iter().zip([24, 47, 53, 104]) {
            let most = 40.0 * condition * 2f64.powi(-unit);
            assert!(error > 0.0 && error < most, "{error:e}, at most {most:e}");
        }
        assert!(errors.windows(2).all(|pair| pair[1] < pair[0]), "{errors:?}");
        for (number_type, bits) in [
            (NumberType::Tf, 72),
            (NumberType::Qf, 96),
            (NumberType::Td, 159),
            (NumberType::Qd, 212),
        ] {
            let most = 40.0 * condition * 2f64.powi(5 - bits);
            let error = error(number_type);
            assert!(error > 0.0 && error < most, "{number_type}: {error:e}, at most {most:e}");
        }
        assert!(relative_error(&system, Contender::Float2).is_none());
    }

    #[test]
    fn pivots_are_sought() {
        let numbers = |values: &[f64]| values.iter().map(|&v| Expansion::of_word(v)).collect();
        let system = Solve::new(numbers(&[0.0, 1.0, 1.0, 1.0]), numbers(&[2.0, 3.0]), &Silent);
        let run = system.unwrap().run(NumberType::F64.into(), Place::Processor, &Silent);
        let run = run.unwrap().unwrap();
        assert_eq!((run.error, run.scale), (0.0, 2.0));
        let singular = Solve::new(numbers(&[1.0, 2.0, 2.0, 4.0]), numbers(&[2.0, 3.0]), &Silent);
        assert!(singular.err().unwrap().to_string().contains("singular"));
    }

    #[test]
    fn types_solve_the_exact_system() {
        let numbers =
            |texts: &[&str]| texts.iter().map(|text| Expansion::of_text(text).unwrap()).collect();
        let matrix = numbers(&["0.7", "0.3", "0.7000000000000000000001", "0.3"]);
        let right = numbers(&["1", "1.0000000000000000000001"]);
        let system = Solve::new(matrix, right, &Silent).unwrap();
        assert!(system.condition().unwrap() > 1e21);
        let error = |number_type: NumberType| relative_error(&system, number_type).unwrap();
        let (dd, td) = (error(NumberType::Dd), error(NumberType::Td));
        assert!((1e-13..1e-8).contains(&dd), "{dd:e}");
        assert!((1e-32..1e-23).contains(&td), "{td:e}");
    }
}
