//! The description of a function of three and four words, and the macro that makes it a method of both types.

use super::SeveralWords;
use crate::elementary::{Function, Operands};

/// What is known of a function of three and four words.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Name in tables: the name of the method.
    pub name: &'static str,
    /// Which function.
    pub function: Function,
    /// Its operands.
    pub operands: Operands,
    /// How it is computed, in a line.
    pub method: &'static str,
    /// Largest relative error: for three words in units of u³, for four in units of u⁴, u = 2^-p.
    pub bounds: [f64; 2],
    /// Flops with a fused multiply-add, for three words of 53 bits and for four; rare paths included.
    pub flops: [u32; 2],
}

impl Info {
    /// The bound for this number of words, in units of u^words.
    pub const fn bound(&self, words: usize) -> f64 {
        self.bounds[words - 3]
    }
}

/// A function of three and four words, as a type without values.
pub trait Elementary: Copy + Send + Sync + 'static {
    /// What is known of it.
    const INFO: Info;

    /// Computes the function. Functions of one operand ignore `y`.
    fn apply<N: SeveralWords>(x: N, y: N) -> N;
}

/// Functions of this module as [`Elementary`], and as methods of numbers of three and four words.
macro_rules! several_words {
    ($(
        $(#[$doc:meta])*
        $function:ident as $name:ident of $operands:ident $(($other:ident))?,
        method: $method:literal,
        flops: [$of_three:literal, $of_four:literal],
        bounds: [$three:literal u3, $four:literal u4],
    )*) => {$(
        #[doc = concat!("[`", stringify!($function), "`]: ", $method, ".\n\n")]
        #[doc = concat!("Relative error ≤ ", $three, "u³ of three words, ", $four, "u⁴ of four. ")]
        #[doc = concat!($of_three, " and ", $of_four, " flops of `f64`.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl $crate::elementary::several_words::Elementary for $name {
            const INFO: $crate::elementary::several_words::Info =
                $crate::elementary::several_words::Info {
                    name: stringify!($function),
                    function: $crate::elementary::Function::$name,
                    operands: $crate::elementary::Operands::$operands,
                    method: $method,
                    bounds: [$three as f64, $four as f64],
                    flops: [$of_three, $of_four],
                };

            #[inline(always)]
            fn apply<N: $crate::elementary::several_words::SeveralWords>(x: N, y: N) -> N {
                several_words!(@apply $operands $function x y)
            }
        }

        impl<W: $crate::Word> $crate::multi_word::TripleWord<W> {
            several_words! { @method $function ($($other)?) $three "u³" $(#[$doc])* }
        }

        impl<W: $crate::Word> $crate::multi_word::QuadWord<W> {
            several_words! { @method $function ($($other)?) $four "u⁴" $(#[$doc])* }
        }
    )*};
    (@apply One $function:ident $x:ident $y:ident) => {{
        let _ = $y;
        $function($x)
    }};
    (@apply Two $function:ident $x:ident $y:ident) => {
        $function($x, $y)
    };
    (@method $function:ident ($($other:ident)?) $bound:literal $unit:literal $(#[$doc:meta])*) => {
        $(#[$doc])*
        #[doc = concat!("\n\nRelative error ≤ ", $bound, $unit, ".")]
        #[inline]
        pub fn $function(self $(, $other: Self)?) -> Self {
            W::dispatch(
                #[inline(always)]
                || $function(self $(, $other)?),
            )
        }
    };
}
pub(super) use several_words;
