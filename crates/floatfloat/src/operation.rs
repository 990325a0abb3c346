//! The description of an operation, for tests, experiments, documentation and shader writers.

use crate::{double_word::DoubleWord, word::Word};

/// A double-word operation or an error-free transform, as a type without values, so that code that
/// runs over all of them ([`crate::registry::for_each`]) is compiled for each one.
pub trait Operation: Copy + Default + Send + Sync + 'static {
    /// Everything that is known of the operation.
    const INFO: Info;

    /// Computes the operation, exactly as its paper states it, without repair of special values. If an operand
    /// is a word (see [`Shape`]) only its high part is read; a unary operation reads only x.
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W>;
}

/// What is known of an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Info {
    /// Name in commands and tables: `add`, `add-sloppy`, `mul-accurate`, …
    pub name: &'static str,
    /// The algorithm's name in its paper.
    pub algorithm: &'static str,
    /// Other names, those of other papers among them.
    pub synonyms: &'static [&'static str],
    /// Paper and theorem.
    pub source: &'static str,
    /// The function that is computed.
    pub function: Function,
    /// Which operands are words and which double-words.
    pub shape: Shape,
    /// Floating-point operations; a fused multiply-add is one.
    pub flops: u32,
    /// The error bound.
    pub bound: Bound,
    /// Whether it uses a fused multiply-add.
    pub fma: Fma,
}

/// The exact function that an operation approximates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// x + y
    Add,
    /// x − y
    Sub,
    /// x · y
    Mul,
    /// x / y
    Div,
    /// √x
    Sqrt,
}

/// Which operands are words and which double-words. The result is a double-word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// word ∘ word
    WordWord,
    /// double-word ∘ word
    DoubleWordWord,
    /// double-word ∘ double-word
    DoubleWordDoubleWord,
    /// √double-word
    DoubleWord,
}

/// How an operation uses a fused multiply-add.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fma {
    /// Not used.
    Unused,
    /// Shortens 2Prod; Dekker's product gives the same numbers (an error of zero may have the other sign). The
    /// default division also fuses a step; without fma it rounds once more.
    Shortens,
    /// The algorithm requires it; without it another variant must be used.
    Required,
}

/// A bound on the error of the whole value hi + lo, u = 2^-p, without over- or underflow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// No error: an error-free transform.
    Exact,
    /// |error| ≤ (c2·u² + c3·u³) / (1 - d·u) · |exact result|
    Relative {
        /// Coefficient of u².
        c2: f64,
        /// Coefficient of u³.
        c3: f64,
        /// Coefficient of u in the denominator.
        d: f64,
    },
    /// |error| ≤ c2·u² · |exact result| for words of 24 and of 53 bits, for which the proof tool Gappa has checked it. For words of other precisions the bound derived by hand holds.
    Checked {
        /// Coefficient of u² for words of 24 and 53 bits.
        c2: f64,
        /// Coefficient of u² for others.
        by_hand_c2: f64,
        /// Coefficient of u³ for others.
        by_hand_c3: f64,
    },
    /// As `Relative` with only `c2`, but only where x and y have the same sign; there is no bound otherwise.
    RelativeSameSign {
        /// Coefficient of u².
        c2: f64,
    },
    /// |error| ≤ max(u·|x.lo + y.lo|, c·u²·|exact result|): the form of Da Graça & Defour's theorem 5.
    LowParts {
        /// Coefficient of u² in the relative part.
        c2: f64,
    },
}

impl Bound {
    /// `Relative` with a coefficient of u² alone.
    pub const fn u2(c2: f64) -> Self {
        Bound::Relative { c2, c3: 0.0, d: 0.0 }
    }

    /// The relative bound for a word of `precision` bits, if the operation has one.
    pub fn relative(&self, precision: u32) -> Option<f64> {
        let u = 1.0 / (1u64 << precision) as f64;
        match *self {
            Bound::Exact => Some(0.0),
            Bound::Relative { c2, c3, d } => Some((c2 + c3 * u) * u * u / (1.0 - d * u)),
            Bound::Checked { c2, .. } if matches!(precision, 24 | 53) => Some(c2 * u * u),
            Bound::Checked { by_hand_c2, by_hand_c3, .. } => {
                Some((by_hand_c2 + by_hand_c3 * u) * u * u)
            }
            Bound::RelativeSameSign { .. } | Bound::LowParts { .. } => None,
        }
    }
}

/// Makes a function of [`crate::double_word`] an [`Operation`]: a type without values, with a page of
/// documentation that states what is known of the function.
macro_rules! operation {
    (
        $function:ident as $name:ident,
        name: $text:literal,
        algorithm: $algorithm:literal,
        synonyms: [$($synonym:literal),*],
        source: $source:literal,
        function: $kind:ident of $shape:ident,
        flops: $flops:literal,
        bound: $($bound:tt)+
    ) => {
        operation! { @bound $function $name $shape $flops
            [$text, $algorithm, [$($synonym),*], $source, $kind] $($bound)+ }
    };

    // The bound, both as documentation and as data.
    (@bound $function:ident $name:ident $shape:ident $flops:literal $info:tt
        exact, fma: $fma:ident,
    ) => {
        operation! { @item $function $name $shape $flops $info "Exact", Exact, $fma }
    };
    (@bound $function:ident $name:ident $shape:ident $flops:literal $info:tt
        $c2:literal u2, fma: $fma:ident,
    ) => {
        operation! { @item $function $name $shape $flops $info
            concat!("Relative error ≤ ", $c2, "u²"),
            Relative { c2: $c2 as f64, c3: 0.0, d: 0.0 }, $fma }
    };
    (@bound $function:ident $name:ident $shape:ident $flops:literal $info:tt
        $c2:literal u2 + $c3:literal u3, fma: $fma:ident,
    ) => {
        operation! { @item $function $name $shape $flops $info
            concat!("Relative error ≤ ", $c2, "u² + ", $c3, "u³"),
            Relative { c2: $c2 as f64, c3: $c3 as f64, d: 0.0 }, $fma }
    };
    (@bound $function:ident $name:ident $shape:ident $flops:literal $info:tt
        $c2:literal u2 by Gappa, else $hand2:literal u2 + $hand3:literal u3, fma: $fma:ident,
    ) => {
        operation! { @item $function $name $shape $flops $info
            concat!("Relative error ≤ ", $c2, "u² for words of 24 and 53 bits, checked by Gappa; ≤ ",
                $hand2, "u² + ", $hand3, "u³ for others"),
            Checked { c2: $c2 as f64, by_hand_c2: $hand2 as f64, by_hand_c3: $hand3 as f64 }, $fma }
    };
    (@bound $function:ident $name:ident $shape:ident $flops:literal $info:tt
        $c2:literal u2 / (1 - $d:literal u), fma: $fma:ident,
    ) => {
        operation! { @item $function $name $shape $flops $info
            concat!("Relative error ≤ ", $c2, "u²/(1 − ", $d, "u)"),
            Relative { c2: $c2 as f64, c3: 0.0, d: $d as f64 }, $fma }
    };
    (@bound $function:ident $name:ident $shape:ident $flops:literal $info:tt
        $c2:literal u2 for equal signs, fma: $fma:ident,
    ) => {
        operation! { @item $function $name $shape $flops $info
            concat!("Relative error ≤ ", $c2, "u² for operands of the same sign, **no bound** for others"),
            RelativeSameSign { c2: $c2 as f64 }, $fma }
    };
    (@bound $function:ident $name:ident $shape:ident $flops:literal $info:tt
        $c2:literal u2 or u of the low parts, fma: $fma:ident,
    ) => {
        operation! { @item $function $name $shape $flops $info
            concat!("Error ≤ max(u·|x.lo + y.lo|, ", $c2, "u²·|exact result|)"),
            LowParts { c2: $c2 as f64 }, $fma }
    };

    (@item $function:ident $name:ident $shape:ident $flops:literal
        [$text:literal, $algorithm:literal, $synonyms:tt, $source:literal, $kind:ident]
        $bound_text:expr, $bound:ident $({ $($field:tt)* })?, $fma:ident
    ) => {
        #[doc = concat!("[`", stringify!($function), "`]: ", $algorithm, " (", $source, ").\n\n")]
        #[doc = concat!($bound_text, ". ", $flops, " flops.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl $crate::operation::Operation for $name {
            const INFO: $crate::operation::Info = $crate::operation::Info {
                name: $text,
                algorithm: $algorithm,
                synonyms: &$synonyms,
                source: $source,
                function: $crate::operation::Function::$kind,
                shape: $crate::operation::Shape::$shape,
                flops: $flops,
                bound: $crate::operation::Bound::$bound $({ $($field)* })?,
                fma: $crate::operation::Fma::$fma,
            };

            #[inline(always)]
            fn apply<W: $crate::Word>(
                x: $crate::DoubleWord<W>,
                y: $crate::DoubleWord<W>,
            ) -> $crate::DoubleWord<W> {
                operation!(@apply $shape $function x y)
            }
        }
    };

    (@apply WordWord $function:ident $x:ident $y:ident) => {
        $crate::DoubleWord::from_transform($function($x.hi(), $y.hi()))
    };
    (@apply DoubleWordWord $function:ident $x:ident $y:ident) => {
        $function($x, $y.hi())
    };
    (@apply DoubleWordDoubleWord $function:ident $x:ident $y:ident) => {
        $function($x, $y)
    };
    (@apply DoubleWord $function:ident $x:ident $y:ident) => {{
        let _ = $y;
        $function($x)
    }};
}
pub(crate) use operation;
