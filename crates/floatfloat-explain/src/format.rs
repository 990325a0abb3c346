//! The formats in which a run computes its steps.

use crate::number::Number;
use floatfloat::{DoubleDouble, QuadDouble, TripleDouble};
use std::rc::Rc;

/// How a step is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Exactly.
    Exact,
    /// Exactly, and rounded to the program's format.
    Own,
    /// From operands that are rounded to a format, in this format.
    F32,
    F64,
    DoubleDouble,
    TripleDouble,
}

impl Format {
    /// The formats that a program may be changed to, from cheap to dear.
    pub(crate) const ALL: [Format; 4] =
        [Format::F32, Format::F64, Format::DoubleDouble, Format::TripleDouble];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Exact => "exact",
            Format::Own => "the program's format",
            Format::F32 => f32::NAME,
            Format::F64 => f64::NAME,
            Format::DoubleDouble => DoubleDouble::NAME,
            Format::TripleDouble => TripleDouble::NAME,
        }
    }

    /// A result in this format, in a program that computes with `T`.
    pub(crate) fn rounded<T: Number>(self, x: QuadDouble) -> QuadDouble {
        match self {
            Format::Exact => x,
            Format::Own => T::nearest(x).widened(),
            Format::F32 => f32::nearest(x).widened(),
            Format::F64 => f64::nearest(x).widened(),
            Format::DoubleDouble => DoubleDouble::nearest(x).widened(),
            Format::TripleDouble => TripleDouble::nearest(x).widened(),
        }
    }

    /// An operand as a step in this format takes it.
    pub(crate) fn operand<T: Number>(self, x: QuadDouble) -> QuadDouble {
        if self == Format::Own { x } else { self.rounded::<T>(x) }
    }
}

/// The format of each place.
#[derive(Clone)]
pub(crate) struct Formats {
    places: Rc<[Format]>,
    /// That of places which no run has reached before.
    otherwise: Format,
}

impl Formats {
    /// Those that a function gives to `count` places, and to one that there is not.
    pub(crate) fn new(count: usize, format: impl Fn(Option<usize>) -> Format) -> Self {
        let places = (0..count).map(|place| format(Some(place))).collect();
        Formats { places, otherwise: format(None) }
    }

    /// Every place is exact.
    pub(crate) fn exact() -> Self {
        Formats::new(0, |_| Format::Exact)
    }

    /// How many places have a format of their own.
    pub(crate) fn count(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn of(&self, place: usize) -> Format {
        *self.places.get(place).unwrap_or(&self.otherwise)
    }
}
