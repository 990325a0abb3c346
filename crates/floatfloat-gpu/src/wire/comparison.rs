//! Comparisons of a recorded word with a word or a constant: `x.less(1.0)`.

use super::{Flag, Wire};
use crate::{circuit::Comparison, word_type::DeviceWord};
use floatfloat::{OperandOf, Word};

impl<E: DeviceWord> OperandOf<Wire<E>> for f64 {
    fn like(self, x: Wire<E>) -> Wire<E> {
        x.constant(self)
    }
}

impl<E: DeviceWord> Wire<E> {
    /// `self < other`; false where either is NaN.
    pub fn less(self, other: impl OperandOf<Self>) -> Flag {
        self.compare(Comparison::Less, other.like(self))
    }

    /// `self <= other`; false where either is NaN.
    pub fn less_or_equal(self, other: impl OperandOf<Self>) -> Flag {
        self.compare(Comparison::LessOrEqual, other.like(self))
    }

    /// `self == other`; false where either is NaN.
    pub fn equal(self, other: impl OperandOf<Self>) -> Flag {
        self.compare(Comparison::Equal, other.like(self))
    }
}
