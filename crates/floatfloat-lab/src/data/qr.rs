//! Least squares by Householder QR with iterative refinement, in any number type.

use super::{
    expansion::Expansion,
    number::Number,
    upper::{Dependent, Upper},
};

/// The least-squares solution of a system with at least as many rows as columns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Solution<T> {
    /// One per column.
    pub(super) coefficients: Vec<T>,
    /// Square roots of the diagonal of (AᵀA)⁻¹.
    pub(super) deviations: Vec<T>,
    /// Euclidean norm of what the columns do not explain.
    pub(super) residual: T,
    /// How much larger than the relative errors of a column those of its coefficient can be: the largest
    /// ratio of a column's norm to its distance from the span of the others.
    pub(super) amplification: f64,
}

/// Minimises ‖A·c − y‖ for A given by columns, which should be of similar size and no larger than
/// about 1, so that squares neither overflow nor vanish.
///
/// Householder QR (Golub & Van Loan, Matrix Computations, algorithms 5.2.1 and 5.3.2), then
/// refinement of coefficients and residual together (Björck 1967): every residual is computed
/// exactly and rounded once. Columns keep their order; what they leave of each other decides the rank
/// (see [`Upper::extend`]).
pub(super) fn least_squares<T: Number>(
    columns: &[Vec<T>],
    y: &[T],
) -> Result<Solution<T>, Dependent> {
    let factors = Factors::new(columns, y.len())?;
    let mut state = factors.solve(y, &vec![T::from_f64(0.0); columns.len()]);
    let mut last = f64::INFINITY;
    for _ in 0..MOST_REFINEMENTS {
        let (rows, normal) = defects(columns, y, &state);
        let correction = factors.solve(&rows, &normal);
        let size = largest(&correction.coefficients).max(largest(&correction.residuals));
        // Corrections shrink until they are rounding errors themselves.
        if size >= last / 2.0 {
            break;
        }
        last = size;
        state.add(&correction);
    }
    let deviations = factors.upper.squares.iter().map(|&square| square.sqrt()).collect();
    let residual = norm(&state.residuals);
    let amplification = factors.upper.amplifications().fold(1.0, f64::max);
    Ok(Solution { coefficients: state.coefficients, deviations, residual, amplification })
}

/// Refinement stops by itself; this keeps a hopeless case from taking long.
const MOST_REFINEMENTS: usize = 20;

/// Coefficients c and residuals r, the solution of r + A·c = f, Aᵀ·r = g.
struct State<T> {
    coefficients: Vec<T>,
    residuals: Vec<T>,
}

impl<T: Number> State<T> {
    fn add(&mut self, correction: &Self) {
        let mine = self.coefficients.iter_mut().chain(&mut self.residuals);
        let theirs = correction.coefficients.iter().chain(&correction.residuals);
        mine.zip(theirs).for_each(|(value, &more)| *value = *value + more);
    }
}

/// What is missing in y = r + A·c, row by row, and in 0 = Aᵀ·r, column by column.
fn defects<T: Number>(columns: &[Vec<T>], y: &[T], state: &State<T>) -> (Vec<T>, Vec<T>) {
    let defect = |value: Option<T>, minus: T, x: &mut dyn Iterator<Item = (T, T)>| {
        let mut sum = Expansion::new();
        value.iter().chain([&-minus]).flat_map(|v| v.words()).for_each(|word| sum.add(word));
        x.for_each(|(a, b)| sum.add_product(&(-a).words(), &b.words()));
        sum.total().map_or(T::from_f64(0.0), T::round)
    };
    let zero = T::from_f64(0.0);
    let rows = (0..y.len()).map(|i| {
        let row = columns.iter().map(|column| column[i]);
        let mut products = row.zip(state.coefficients.iter().copied());
        defect(Some(y[i]), state.residuals[i], &mut products)
    });
    let normal = columns.iter().map(|column| {
        let mut products = column.iter().copied().zip(state.residuals.iter().copied());
        defect(None, zero, &mut products)
    });
    (rows.collect(), normal.collect())
}

/// A = Q·R; Q as reflections.
struct Factors<T> {
    reflections: Vec<Reflection<T>>,
    upper: Upper<T>,
}

impl<T: Number> Factors<T> {
    fn new(columns: &[Vec<T>], rows: usize) -> Result<Self, Dependent> {
        let mut upper = Upper::new(rows, columns.iter().map(|column| norm(column)).collect());
        let mut reflections: Vec<Reflection<T>> = Vec::new();
        for (k, column) in columns.iter().enumerate() {
            let mut column = column.clone();
            reflections.iter().for_each(|reflection| reflection.apply(&mut column));
            let (image, reflection) = Reflection::new(k, &column);
            upper.extend(column[..k].to_vec(), image)?;
            reflections.push(reflection);
        }
        Ok(Factors { reflections, upper })
    }

    /// Solves r + A·c = rows, Aᵀ·r = normal.
    fn solve(&self, rows: &[T], normal: &[T]) -> State<T> {
        let count = normal.len();
        let mut residuals = rows.to_vec();
        self.reflections.iter().for_each(|reflection| reflection.apply(&mut residuals));
        let explained = self.upper.solve_transposed(normal);
        let right: Vec<T> = residuals.iter().zip(&explained).map(|(&f, &h)| f - h).collect();
        let coefficients = self.upper.solve(&right);
        residuals[..count].copy_from_slice(&explained);
        self.reflections.iter().rev().for_each(|reflection| reflection.apply(&mut residuals));
        State { coefficients, residuals }
    }
}

/// I − 2·v·vᵀ/(vᵀ·v), v zero above `first`.
struct Reflection<T> {
    first: usize,
    v: Vec<T>,
    half_square: T,
}

impl<T: Number> Reflection<T> {
    /// The reflection that takes x from `first` on to a multiple of the unit vector, and that multiple,
    /// its sign chosen so that nothing cancels.
    fn new(first: usize, x: &[T]) -> (T, Self) {
        let mut v = x[first..].to_vec();
        let norm = norm(&v);
        let image = if v[0].parts()[0] < 0.0 { norm } else { -norm };
        v[0] = v[0] - image;
        let half_square = -(image * v[0]);
        (image, Reflection { first, v, half_square })
    }

    fn apply(&self, x: &mut [T]) {
        let x = &mut x[self.first..];
        let factor = dot(&self.v, x) / self.half_square;
        x.iter_mut().zip(&self.v).for_each(|(x, &v)| *x = *x - factor * v);
    }
}

/// The largest magnitude.
fn largest<T: Number>(x: &[T]) -> f64 {
    x.iter().map(|value| value.abs().parts()[0]).fold(0.0, f64::max)
}

fn dot<T: Number>(x: &[T], y: &[T]) -> T {
    x.iter().zip(y).fold(T::from_f64(0.0), |sum, (&a, &b)| sum + a * b)
}

fn norm<T: Number>(x: &[T]) -> T {
    dot(x, x).sqrt()
}
