//! Vectors and matrices of other libraries.
//!
//! Other libraries keep the two words of a number together, or have numbers of one word. This crate
//! keeps high and low words in separate arrays. A pair of arrays of words can therefore be viewed
//! as double-words without a copy, and double-words as a pair of arrays. Everything else is copied.

#[cfg(feature = "faer")]
pub mod faer;
#[cfg(feature = "ndarray")]
pub mod ndarray;

/// Why two arrays of words cannot be viewed as double-words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// The numbers of high parts and of low parts differ.
    #[error("there are {high} high parts and {low} low parts; the numbers must be equal")]
    LengthsDiffer {
        /// The number of high parts.
        high: usize,
        /// The number of low parts.
        low: usize,
    },
    /// High parts and low parts are matrices of different shapes.
    #[error(
        "the high parts are {} × {}, the low parts {} × {}; they must have one shape",
        high.0, high.1, low.0, low.1
    )]
    ShapesDiffer {
        /// Rows and columns of the high parts.
        high: (usize, usize),
        /// Rows and columns of the low parts.
        low: (usize, usize),
    },
    /// High parts and low parts are matrices of different layouts.
    #[error(
        "the strides of rows and columns are {high:?} words in the high parts and {low:?} in the low parts; a view needs the same layout for both, a copy does not"
    )]
    StridesDiffer {
        /// Strides of rows and columns of the high parts, in words.
        high: (isize, isize),
        /// Strides of rows and columns of the low parts, in words.
        low: (isize, isize),
    },
    /// The rows or columns are in memory in reverse order.
    #[error(
        "the strides of rows and columns are {strides:?} words; a view cannot have negative strides, a copy can"
    )]
    Backwards {
        /// Strides of rows and columns, in words.
        strides: (isize, isize),
    },
    /// The words of a vector are not next to each other.
    #[error(
        "the {parts} parts are {stride} words apart; a view needs them next to each other, a copy does not"
    )]
    Apart {
        /// The part that is spread out: high or low.
        parts: &'static str,
        /// The distance from one word to the next, in words.
        stride: isize,
    },
}

/// Refuses vectors of different lengths.
fn check_lengths(high: usize, low: usize) -> Result<(), LayoutError> {
    if high == low { Ok(()) } else { Err(LayoutError::LengthsDiffer { high, low }) }
}

/// Refuses matrices of different shapes.
pub(crate) fn check_shapes(high: (usize, usize), low: (usize, usize)) -> Result<(), LayoutError> {
    if high == low { Ok(()) } else { Err(LayoutError::ShapesDiffer { high, low }) }
}
