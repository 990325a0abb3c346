//! The machine under test: anything that adds.

use crate::probe::Probe;
use floatfloat_paranoia::Format;
use thiserror::Error;

/// What a machine adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Numbers.
    Sum,
    /// Products of two vectors' elements.
    Dot,
    /// Products of the elements of a row and a column, for every row of one matrix and column of another.
    Matmul,
    /// Magnitudes of numbers.
    Magnitudes,
    /// Squares of numbers, of whose sum the square root is the result: the Euclidean norm.
    Norm,
}

impl Kind {
    /// Whether its terms are products of two operands.
    pub fn has_products(self) -> bool {
        matches!(self, Kind::Dot | Kind::Matmul)
    }

    /// Whether its terms have signs, so that they can cancel.
    pub fn has_signs(self) -> bool {
        !matches!(self, Kind::Magnitudes | Kind::Norm)
    }
}

/// Sizes of a call: an m × k matrix times a k × n matrix. A sum and a dot product have m = n = 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Rows of the first matrix.
    pub m: usize,
    /// Terms of each sum.
    pub k: usize,
    /// Columns of the second matrix.
    pub n: usize,
}

/// Anything that computes sums, dot products or products of matrices: a library, a driver, a simulation.
///
/// Operands and results are passed as `f64` carriers, which hold every number of the machine's formats exactly.
pub trait Operator {
    /// Its name.
    fn name(&self) -> String;

    /// What it adds.
    fn kind(&self) -> Kind;

    /// The format of the operands.
    fn operands(&self) -> Format;

    /// The format of the results.
    fn results(&self) -> Format;

    /// Computes a product of matrices stored by rows: `first` has m·k numbers, `second` k·n numbers, or none for a
    /// sum, and the result m·n numbers.
    ///
    /// # Errors
    /// What the machine says.
    fn run(&mut self, first: &[f64], second: &[f64], shape: Shape) -> Result<Vec<f64>, Failure>;

    /// Computes several sums or dot products. By default each is a call of its own.
    ///
    /// # Errors
    /// As [`run`](Operator::run).
    fn run_each(&mut self, probes: &[Probe], shape: Shape) -> Result<Vec<f64>, Failure> {
        let mut results = Vec::with_capacity(probes.len());
        for Probe { first, second } in probes {
            match self.run(first, second, shape)?[..] {
                [result] => results.push(result),
                ref other => return Err(Failure::Length { expected: 1, given: other.len() }),
            }
        }
        Ok(results)
    }

    /// Puts the first and the second operand of all later calls so many elements after a multiple of 64 bytes, and says whether
    /// the machine can do so. By default it cannot.
    fn shift(&mut self, elements: [usize; 2]) -> bool {
        let _ = elements;
        false
    }
}

/// Why the machine gave no results.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// The machine says so.
    #[error("{0}")]
    Refused(String),
    /// It gave another number of results than asked for.
    #[error("{given} results where {expected} are due")]
    Length {
        /// Results that the shape asks for.
        expected: usize,
        /// Results given.
        given: usize,
    },
}

/// A machine that is a function.
pub struct FromFn<F> {
    name: String,
    kind: Kind,
    operands: Format,
    results: Format,
    function: F,
}

impl<F: FnMut(&[f64], &[f64], Shape) -> Result<Vec<f64>, Failure>> FromFn<F> {
    /// A machine that computes with `function`, whose arguments are those of [`Operator::run`].
    pub fn new(name: impl Into<String>, kind: Kind, formats: [Format; 2], function: F) -> Self {
        let [operands, results] = formats;
        FromFn { name: name.into(), kind, operands, results, function }
    }
}

impl<F: FnMut(&[f64], &[f64], Shape) -> Result<Vec<f64>, Failure>> Operator for FromFn<F> {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn kind(&self) -> Kind {
        self.kind
    }
    fn operands(&self) -> Format {
        self.operands
    }
    fn results(&self) -> Format {
        self.results
    }
    fn run(&mut self, first: &[f64], second: &[f64], shape: Shape) -> Result<Vec<f64>, Failure> {
        (self.function)(first, second, shape)
    }
}

/// A float of this machine, as an element of a function's arguments.
pub trait Element: Copy {
    /// Its format.
    const FORMAT: Format;
    /// The number `x`, which is one of the format.
    fn of(x: f64) -> Self;
    /// The number itself.
    fn to_f64(self) -> f64;
}

impl Element for f32 {
    const FORMAT: Format = Format::F32;
    fn of(x: f64) -> f32 {
        x as f32
    }
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
}

impl Element for f64 {
    const FORMAT: Format = Format::F64;
    fn of(x: f64) -> f64 {
        x
    }
    fn to_f64(self) -> f64 {
        self
    }
}

/// Elements that begin at a chosen distance from a multiple of 64 bytes.
pub(crate) struct Placed<T>(Vec<T>);

impl<T: Element> Placed<T> {
    pub(crate) fn new() -> Self {
        Placed(Vec::new())
    }

    /// Takes these numbers, `shift` elements after a multiple of 64 bytes.
    pub(crate) fn put(&mut self, x: &[f64], shift: usize) -> &[T] {
        const LINE: usize = 64;
        let spare = LINE / size_of::<T>() + shift;
        self.0.clear();
        self.0.resize(x.len() + spare, T::of(0.0));
        let first = (self.0.as_ptr().align_offset(LINE) + shift).min(spare);
        let place = &mut self.0[first..first + x.len()];
        for (element, &x) in place.iter_mut().zip(x) {
            *element = T::of(x);
        }
        place
    }
}

/// A machine that is a function of two slices and the sizes.
struct OfSlices<T, F> {
    name: String,
    kind: Kind,
    results: Format,
    operands: [Placed<T>; 2],
    shift: [usize; 2],
    function: F,
}

impl<T: Element, F: FnMut(&[T], &[T], Shape) -> Vec<f64>> OfSlices<T, F> {
    fn new<R: Element>(name: impl Into<String>, kind: Kind, function: F) -> Self {
        let operands = [Placed::new(), Placed::new()];
        OfSlices { name: name.into(), kind, results: R::FORMAT, operands, shift: [0, 0], function }
    }
}

impl<T: Element, F: FnMut(&[T], &[T], Shape) -> Vec<f64>> Operator for OfSlices<T, F> {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn kind(&self) -> Kind {
        self.kind
    }
    fn operands(&self) -> Format {
        T::FORMAT
    }
    fn results(&self) -> Format {
        self.results
    }
    fn run(&mut self, first: &[f64], second: &[f64], shape: Shape) -> Result<Vec<f64>, Failure> {
        let [a, b] = &mut self.operands;
        let (first, second) = (a.put(first, self.shift[0]), b.put(second, self.shift[1]));
        Ok((self.function)(first, second, shape))
    }
    fn shift(&mut self, elements: [usize; 2]) -> bool {
        self.shift = elements;
        true
    }
}

/// A function of one slice: a sum.
pub fn of_sum<T: Element, R: Element>(
    name: impl Into<String>,
    mut function: impl FnMut(&[T]) -> R,
) -> impl Operator {
    let sum = move |x: &[T], _: &[T], _| vec![function(x).to_f64()];
    OfSlices::new::<R>(name, Kind::Sum, sum)
}

/// A function of two slices: a dot product.
pub fn of_dot<T: Element, R: Element>(
    name: impl Into<String>,
    mut function: impl FnMut(&[T], &[T]) -> R,
) -> impl Operator {
    let dot = move |x: &[T], y: &[T], _| vec![function(x, y).to_f64()];
    OfSlices::new::<R>(name, Kind::Dot, dot)
}

/// A function of two matrices stored by rows and their sizes m, k, n: their product, stored by rows.
pub fn of_matmul<T: Element, R: Element>(
    name: impl Into<String>,
    mut function: impl FnMut(&[T], &[T], usize, usize, usize) -> Vec<R>,
) -> impl Operator {
    let product = move |a: &[T], b: &[T], Shape { m, k, n }| {
        function(a, b, m, k, n).into_iter().map(R::to_f64).collect()
    };
    OfSlices::new::<R>(name, Kind::Matmul, product)
}
