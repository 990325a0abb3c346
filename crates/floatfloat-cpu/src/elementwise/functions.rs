//! The elementary functions of [`DoubleWord`](floatfloat::DoubleWord) as operations on every
//! element. Methods, bounds, ranges and special values are those of [`floatfloat::elementary`], whose
//! functions, types without values, are what is run here: `map(Exp, x, [])`.

use super::{Elementwise, Run, methods::unary};
use crate::{
    compiled::compiled,
    dispatch::dispatch,
    element::Element,
    error::Error,
    forwards::forward,
    vector::DoubleWordVec,
    view::{DoubleWordSlice, DoubleWordSliceMut},
};
use floatfloat::{
    DoubleWord, Word,
    elementary::{
        Elementary,
        exp::{Exp, Exp2, Exp10, ExpM1},
    },
};

/// What to do with each function; see [`for_each`].
pub trait Visitor {
    /// Called for a function of one operand.
    fn one<F: Elementary + Elementwise<0>>(&mut self, function: F);
}

/// Functions of one operand: a line each.
macro_rules! of_one {
    ($($name:ident: $what:literal, $method:ident, $into:ident, $in_place:ident;)*) => {
        $(
            impl Elementwise<0> for $name {
                const NAME: &str = <$name as Elementary>::INFO.name;
                const LONG: bool = true;

                fn launch<E: Element>(run: Run<'_, E, Self, 0>) {
                    compiled! { fn launch<'a, W>(Run<'a, W, $name, 0>) -> () = dispatch; }
                    launch(run);
                }

                #[inline(always)]
                fn apply<W: Word>(self, x: DoubleWord<W>, []: [DoubleWord<W>; 0]) -> DoubleWord<W> {
                    <$name as Elementary>::apply(x, x)
                }
            }
        )*

        unary! {$($name, (): $what, $method, $into, $in_place;)*}

        forward! {
            read {$(
                $method() -> DoubleWordVec<E>;
                $into(out: DoubleWordSliceMut<'_, E>) -> Result<(), Error>;
            )*}
            write {$($in_place();)*}
        }

        /// Calls the visitor with every function, of one operand first.
        pub fn for_each(visitor: &mut impl Visitor) {
            $(visitor.one($name);)*
        }
    };
}

of_one! {
    Exp: "eˣ", exp, exp_into, exp_in_place;
    Exp2: "2ˣ", exp2, exp2_into, exp2_in_place;
    Exp10: "10ˣ", exp10, exp10_into, exp10_in_place;
    ExpM1: "eˣ − 1", exp_m1, exp_m1_into, exp_m1_in_place;
}
