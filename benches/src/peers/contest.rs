//! What takes part: a library's loop over arrays in that library's own layout.

use floatfloat::DoubleDouble;

/// The operations, in the order of the table.
pub const OPERATIONS: [&str; 5] = ["add", "mul", "div", "sqrt", "axpy"];

/// The operands of every contestant: x, and y for an operation of two.
pub struct Operands {
    pub x: Vec<DoubleDouble>,
    pub y: Vec<DoubleDouble>,
}

/// The factor of `axpy`, x + factor · y.
pub fn factor() -> DoubleDouble {
    DoubleDouble::from(1.0) / 3.0
}

pub struct Contestant {
    pub operation: &'static str,
    pub who: String,
    work: Box<dyn Work>,
}

trait Work {
    fn run(&mut self);
    fn results(&self) -> Vec<DoubleDouble>;
}

/// A loop with its state: operands and output.
struct Loop<T, R, G> {
    state: T,
    run: R,
    results: G,
}

impl<T, R: Fn(&mut T), G: Fn(&T) -> Vec<DoubleDouble>> Work for Loop<T, R, G> {
    fn run(&mut self) {
        (self.run)(&mut self.state);
    }
    fn results(&self) -> Vec<DoubleDouble> {
        (self.results)(&self.state)
    }
}

impl Contestant {
    /// A loop over whatever `state` is.
    pub fn new<T: 'static>(
        operation: &'static str,
        who: impl Into<String>,
        state: T,
        run: impl Fn(&mut T) + 'static,
        results: impl Fn(&T) -> Vec<DoubleDouble> + 'static,
    ) -> Self {
        Contestant { operation, who: who.into(), work: Box::new(Loop { state, run, results }) }
    }

    /// A loop over slices of the library's numbers: x, y and the output.
    pub fn of_slices<T: Clone + 'static>(
        operation: &'static str,
        who: impl Into<String>,
        operands: &Operands,
        write: fn(DoubleDouble) -> T,
        read: fn(&T) -> DoubleDouble,
        run: impl Fn(&[T], &[T], &mut [T]) + 'static,
    ) -> Self {
        let x: Vec<T> = operands.x.iter().copied().map(write).collect();
        let y: Vec<T> = operands.y.iter().copied().map(write).collect();
        let out = x.clone();
        Contestant::new(
            operation,
            who,
            (x, y, out),
            move |(x, y, out)| run(x, y, out),
            move |(_, _, out)| out.iter().map(read).collect(),
        )
    }

    pub fn run(&mut self) {
        self.work.run();
    }

    pub fn results(&self) -> Vec<DoubleDouble> {
        self.work.results()
    }
}
