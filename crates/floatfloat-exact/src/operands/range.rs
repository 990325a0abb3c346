//! The range of exponents for which an operation's bound holds.

use crate::format::Format;
use floatfloat::operation::{Bound, Fma, Function, Info};

/// The exponents that operands may have so that nothing overflows and no low word underflows.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    function: Function,
    x: (i32, i32),
    y: (i32, i32),
    /// Exponents of the product or quotient.
    result: (i32, i32),
}

impl Range {
    /// The range of an operation for words of `format`; `fused` says whether 2Prod uses a fused multiply-add.
    pub fn new(info: &Info, format: Format, fused: bool) -> Self {
        let (emin, emax, p) = (format.emin, format.emax, format.p());
        let dekker = !fused || (info.function == Function::Mul && info.fma == Fma::Unused);
        // Dekker's split multiplies each factor, a quotient among them, by 2^s + 1, s = ⌈p/2⌉.
        let top = if dekker { emax - (p + 1) / 2 - 1 } else { emax };
        // An error-free product only needs its low word to be a word. For other operations the error of
        // underflow must not dominate.
        let lowest = if info.bound == Bound::Exact { emin + p - 1 } else { emin + 2 * p };
        let highest = if info.function == Function::Div { top.min(emax - 2) } else { emax - 2 };
        let result = (lowest, highest);
        let function = info.function;
        let (x, y) = match function {
            Function::Add | Function::Sub => {
                let all = (format.smallest(), emax - 1);
                (all, all)
            }
            Function::Mul => ((emin, top), (emin, top)),
            // These compute 1/y. A format without subnormal numbers has a larger emin.
            Function::Div if matches!(info.name, "div-accurate" | "div-three-words") => {
                ((lowest, top.min(emax - 2)), (emin.max(2 - emax), top.min(-lowest)))
            }
            Function::Div => ((lowest, top.min(emax - 2)), (emin, top)),
            Function::Sqrt => ((lowest, if dekker { emax - 2 } else { emax }), (0, 0)),
        };
        Range { function, x, y, result }
    }

    /// Lowest and highest exponent that x may have.
    pub fn x(&self) -> (i32, i32) {
        self.x
    }

    /// Lowest and highest exponent that y may have.
    pub fn y(&self) -> (i32, i32) {
        self.y
    }

    /// The exponents within the range that are nearest to these. x's exponent is moved only if moving y's is
    /// not enough.
    pub fn clamp(&self, x: i32, y: i32) -> (i32, i32) {
        let x = x.clamp(self.x.0, self.x.1);
        let y = y.clamp(self.y.0, self.y.1);
        let (low, high) = self.result;
        match self.function {
            Function::Add | Function::Sub | Function::Sqrt => (x, y),
            Function::Mul => {
                let y = y.clamp(low - x, high - x).clamp(self.y.0, self.y.1);
                (x.clamp(low - y, high - y), y)
            }
            Function::Div => {
                let y = y.clamp(x - high, x - low).clamp(self.y.0, self.y.1);
                (x.clamp(low + y, high + y), y)
            }
        }
    }

    /// Whether these exponents are within the range.
    pub fn contains(&self, x: i32, y: i32) -> bool {
        self.clamp(x, y) == (x, y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use floatfloat::registry::OPERATIONS;

    /// Also of a format that ends so far above the subnormal numbers of a machine that none arises.
    #[test]
    fn operands_in_range_are_normal_numbers() {
        for format in [Format::F32, Format::F64] {
            for lost in [0, format.p() - 1] {
                let format = Format { emin: format.emin + lost, ..format };
                for info in OPERATIONS {
                    let range = Range::new(info, format, true);
                    let sums = matches!(info.function, Function::Add | Function::Sub);
                    let lowest = if sums { format.smallest() } else { format.emin };
                    let y = if info.function == Function::Sqrt { lowest } else { range.y().0 };
                    assert!(range.x().0 >= lowest && y >= lowest, "{}, {format:?}", info.name);
                }
            }
        }
    }
}
