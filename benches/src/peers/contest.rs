//! What takes part: a library's loop over arrays in that library's own layout.

use floatfloat::{DoubleDouble, elementary::Function};
use floatfloat_cpu::Level;

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Add,
    Mul,
    Div,
    Sqrt,
    /// x + a · y, with [`factor`] for a.
    Axpy,
    /// An elementary function.
    Of(Function),
    Sum,
    Dot,
    /// The product of two square matrices, row by row.
    Gemm,
}

/// An operation with its operands, which are numbers N.
pub struct Task<N = DoubleDouble> {
    pub operation: Operation,
    pub title: String,
    pub x: Vec<N>,
    /// Of an operation of two operands.
    pub y: Vec<N>,
}

impl<N> Task<N> {
    /// The side of the matrices of a product.
    pub fn size(&self) -> usize {
        self.x.len().isqrt()
    }

    /// Numbers in the result.
    pub fn results(&self) -> usize {
        match self.operation {
            Operation::Sum | Operation::Dot => 1,
            _ => self.x.len(),
        }
    }

    /// Operations of plain numbers that a number of the result takes: additions, or multiplications
    /// with an addition.
    pub fn steps_of_a_result(&self) -> usize {
        match self.operation {
            Operation::Sum | Operation::Dot => self.x.len(),
            Operation::Gemm => self.size(),
            _ => 1,
        }
    }
}

/// The factor of `axpy`.
pub fn factor() -> DoubleDouble {
    DoubleDouble::from(1.0) / 3.0
}

/// A library's way to do the operation of a task, with results as numbers N.
pub struct Contestant<N = DoubleDouble> {
    pub who: String,
    /// Bits of its numbers.
    pub bits: u32,
    /// If it is ours: additions and multiplications of words, fused where that is possible, for one
    /// operation; and what the processor can do of them a second.
    pub flops: Option<Flops>,
    work: Box<dyn Work<N>>,
}

/// Flops of one operation, and the instruction set and bits of the words that do them.
#[derive(Clone, Copy)]
pub struct Flops {
    pub count: f64,
    pub level: Level,
    pub bits_of_word: usize,
}

trait Work<N> {
    fn run(&mut self);
    fn results(&self) -> Vec<N>;
}

/// A loop with its state: operands and output.
struct Loop<T, R, G> {
    state: T,
    run: R,
    results: G,
}

impl<N, T, R: Fn(&mut T), G: Fn(&T) -> Vec<N>> Work<N> for Loop<T, R, G> {
    fn run(&mut self) {
        (self.run)(&mut self.state);
    }
    fn results(&self) -> Vec<N> {
        (self.results)(&self.state)
    }
}

impl<N: Copy + 'static> Contestant<N> {
    /// A loop over whatever `state` is.
    pub fn new<T: 'static>(
        who: impl Into<String>,
        bits: u32,
        state: T,
        run: impl Fn(&mut T) + 'static,
        results: impl Fn(&T) -> Vec<N> + 'static,
    ) -> Self {
        let work = Box::new(Loop { state, run, results });
        Contestant { who: who.into(), bits, flops: None, work }
    }

    /// A loop over slices of the library's numbers: x, y and the output. `rows` are computed of a
    /// product of matrices.
    #[cfg_attr(
        not(any(feature = "libqd", feature = "qd", feature = "twofloat", feature = "mpfr")),
        expect(dead_code, reason = "the peers that need it are optional")
    )]
    #[allow(clippy::too_many_arguments, reason = "a task, and what a library does with it")]
    pub(super) fn of_slices<T: Clone + 'static>(
        who: impl Into<String>,
        bits: u32,
        task: &Task<N>,
        rows: usize,
        write: impl Fn(N) -> T,
        read: impl Fn(&T) -> N + 'static,
        run: impl Fn(&[T], &[T], &mut [T]) + 'static,
    ) -> Self {
        let convert = |numbers: &[N]| numbers.iter().copied().map(&write).collect();
        let (x, y): (Vec<T>, Vec<T>) = (convert(&task.x), convert(&task.y));
        let results = match task.operation {
            Operation::Gemm => rows * task.size(),
            _ => task.results(),
        };
        let out = x[..results].to_vec();
        Contestant::new(
            who,
            bits,
            (x, y, out),
            move |(x, y, out)| run(x, y, out),
            move |(_, _, out)| out.iter().map(&read).collect(),
        )
    }

    /// It does so many flops of an operation.
    pub fn with_flops(mut self, flops: Option<Flops>) -> Self {
        self.flops = flops;
        self
    }

    pub fn run(&mut self) {
        self.work.run();
    }

    /// The first results of the last run, all of them unless a part of the work was enough to see
    /// how long it takes.
    pub fn results(&self) -> Vec<N> {
        self.work.results()
    }
}
