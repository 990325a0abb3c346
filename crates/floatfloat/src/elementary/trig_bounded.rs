//! sin x, cos x and tan x for |x| ≤ 2^(p-3), without the reduction of huge arguments. A processor skips this
//! reduction where no argument is huge, but a recording, and therefore a program for a device, always contains
//! it.

use super::{reduction::reduced_bounded, trig::special};
use crate::{double_word::DoubleWord, word::Word};

/// sin x for |x| ≤ 2^(p-3).
#[inline(always)]
pub fn sin_bounded<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    reduced_bounded(x).sine().fix_special_cases(special(x))
}

/// cos x for |x| ≤ 2^(p-3).
#[inline(always)]
pub fn cos_bounded<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    reduced_bounded(x).cosine().fix_special_cases(special(x))
}

/// sin x and cos x for |x| ≤ 2^(p-3).
#[inline(always)]
pub fn sin_cos_bounded<W: Word>(x: DoubleWord<W>) -> (DoubleWord<W>, DoubleWord<W>) {
    let (sine, cosine) = reduced_bounded(x).sine_and_cosine();
    (sine.fix_special_cases(special(x)), cosine.fix_special_cases(special(x)))
}

/// tan x for |x| ≤ 2^(p-3).
#[inline(always)]
pub fn tan_bounded<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    reduced_bounded(x).tangent().fix_special_cases(special(x))
}

impl<W: Word> DoubleWord<W> {
    /// The sine for |x| ≤ 2^50 (`f64`) or 2^21 (`f32`). It has the bits of [`sin`](Self::sin); in a program for
    /// a device it takes a third of the steps. For a larger finite x the result is meaningless.
    #[inline(always)]
    pub fn sin_bounded(self) -> Self {
        W::function(
            "sin",
            #[inline(always)]
            || sin_bounded(self),
        )
    }

    /// The cosine in the range of [`sin_bounded`](Self::sin_bounded).
    #[inline(always)]
    pub fn cos_bounded(self) -> Self {
        W::function(
            "cos",
            #[inline(always)]
            || cos_bounded(self),
        )
    }

    /// Sine and cosine in the range of [`sin_bounded`](Self::sin_bounded).
    #[inline(always)]
    pub fn sin_cos_bounded(self) -> (Self, Self) {
        W::function(
            "sin",
            #[inline(always)]
            || {
                W::function(
                    "cos",
                    #[inline(always)]
                    || sin_cos_bounded(self),
                )
            },
        )
    }

    /// The tangent in the range of [`sin_bounded`](Self::sin_bounded).
    #[inline(always)]
    pub fn tan_bounded(self) -> Self {
        W::function(
            "tan",
            #[inline(always)]
            || tan_bounded(self),
        )
    }
}
