//! Operands of a function, with the exact results.

use crate::real::Scalar;
use floatfloat::{
    DoubleWord,
    elementary::{Function, Operands as Shape},
};
use floatfloat_exact::{
    Concrete, Pair,
    functions::{Arguments, Class, Reference},
};

/// Operands and enclosures of the exact results.
pub(super) struct Operands<W> {
    pub x: Vec<DoubleWord<W>>,
    pub y: Vec<DoubleWord<W>>,
    pub references: Vec<Reference>,
}

/// Classes whose operands and results are far from subnormal numbers, which a device may flush.
pub(super) const ORDINARY: &[Class] = &[Class::Natural, Class::NearOne, Class::Borders];

/// The integer for functions of a number and an integer that use one integer for all elements.
pub(super) const INTEGER: i32 = 5;

impl<W: Scalar + Concrete> Operands<W> {
    /// `each` operands of each class.
    pub fn new(function: Function, shape: Shape, classes: &[Class], each: u64, seed: u64) -> Self {
        let mut arguments = Arguments::new(function, W::FORMAT, seed);
        let mut operands = Operands { x: Vec::new(), y: Vec::new(), references: Vec::new() };
        for &class in classes {
            for _ in 0..each {
                let mut pair = arguments.draw(class);
                if shape == Shape::Integer {
                    pair.y = [INTEGER.into(), 0.0];
                }
                // The function may not be defined for an integer.
                if let Some(reference) = Reference::new(function, W::FORMAT, pair) {
                    operands.push(pair, reference);
                }
            }
        }
        operands
    }

    /// The parameters of a recorded function of such operands.
    pub fn parameters(&self, shape: Shape) -> Vec<Vec<W>> {
        let words = |numbers: &[DoubleWord<W>]| -> Vec<W> {
            numbers.iter().flat_map(|number| [number.hi(), number.lo()]).collect()
        };
        match shape {
            Shape::One => vec![words(&self.x)],
            Shape::Two => vec![words(&self.x), words(&self.y)],
            Shape::Integer => vec![words(&self.x), self.y.iter().map(|y| y.hi()).collect()],
        }
    }

    /// Removes the marked elements.
    pub fn leave_out(&mut self, marked: &[bool]) {
        fn kept<T>(elements: &mut Vec<T>, marked: &[bool]) {
            let mut marked = marked.iter();
            elements.retain(|_| !marked.next().expect("one for each element"));
        }
        kept(&mut self.x, marked);
        kept(&mut self.y, marked);
        kept(&mut self.references, marked);
    }

    fn push(&mut self, Pair { x, y }: Pair, reference: Reference) {
        self.x.push(number(x));
        self.y.push(number(y));
        self.references.push(reference);
    }
}

/// A double-word whose words are given as `f64`.
fn number<W: Scalar>([high, low]: [f64; 2]) -> DoubleWord<W> {
    DoubleWord::from_normalized(W::from_f64(high), W::from_f64(low))
}

/// Ordinary operands for timing, without exact results.
pub(super) fn ordinary<W: Scalar + Concrete>(
    function: Function,
    count: usize,
    seed: u64,
) -> [Vec<DoubleWord<W>>; 2] {
    let mut arguments = Arguments::new(function, W::FORMAT, seed);
    let pairs = (0..count).map(|_| arguments.draw(Class::Natural));
    let (x, y) = pairs.map(|pair| (number(pair.x), number(pair.y))).unzip();
    [x, y]
}
