//! The description of an operation on numbers of three or four words.

use crate::{
    multi_word::MultiWord,
    operation::{Fma, Function},
    word::Word,
};

/// An operation on numbers of three or four words, as a type without values, so that code that runs over
/// all of them ([`crate::registry::for_each_of_several_words`]) is compiled for each one.
pub trait Operation: Copy + Default + Send + Sync + 'static {
    /// Everything that is known of the operation.
    const INFO: Info;

    /// The type of its operands and of its result.
    type Number<W: Word>: MultiWord<Word = W>;

    /// Computes the operation, without repair of special values. If an operand is a word (see [`Operand`]) only
    /// the first word is read; a root reads only x.
    fn apply<W: Word>(x: Self::Number<W>, y: Self::Number<W>) -> Self::Number<W>;
}

/// What is known of an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Info {
    /// Name in tables: `add3`, `mul-word4`, …
    pub name: &'static str,
    /// The kind of algorithm.
    pub algorithm: &'static str,
    /// Paper, or origin.
    pub source: &'static str,
    /// The function that is computed.
    pub function: Function,
    /// How many words the first operand and the result have.
    pub words: u32,
    /// What the second operand is.
    pub second: Operand,
    /// Floating-point operations with a fused multiply-add, which counts as one.
    pub flops: u32,
    /// The same without a fused multiply-add.
    pub flops_without_fma: u32,
    /// The error bound: |error| ≤ bound · u^words · |exact result|, u = 2^-p, for p ≥ 8, without over- or
    /// underflow.
    pub bound: f64,
    /// Who proves the bound.
    pub proof: Proof,
    /// Whether it uses a fused multiply-add.
    pub fma: Fma,
}

impl Info {
    /// The bound on the relative error for a word of `precision` bits.
    pub fn relative_bound(&self, precision: u32) -> f64 {
        let u = 1.0 / (1u64 << precision) as f64;
        (0..self.words).fold(self.bound, |bound, _| bound * u)
    }
}

/// The second operand of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// There is none.
    None,
    /// A word.
    Word,
    /// A number of as many words as the first.
    Number,
}

/// Where a bound comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// A paper states the bound and proves it by machine, for p ≥ 8.
    Published,
    /// The documentation of the function derives the bound.
    Derived,
}

/// Makes a function of this module an [`Operation`], with a page of documentation that states what is known of
/// it.
macro_rules! operation {
    (
        $function:ident as $name:ident of $number:ident,
        name: $text:literal,
        algorithm: $algorithm:literal,
        source: $source:literal,
        function: $kind:ident, $second:ident,
        flops: $flops:literal, $flops_without_fma:literal,
        bound: $bound:literal $proof:ident,
        fma: $fma:ident,
    ) => {
        #[doc = concat!("[`", stringify!($function), "`]: ", $algorithm, " (", $source, ").\n\n")]
        #[doc = concat!("Relative error ≤ ", $bound, "u³ of three words, ", $bound, "u⁴ of four. ")]
        #[doc = concat!($flops, " flops, ", $flops_without_fma, " without a fused multiply-add.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl $crate::multi_word::operation::Operation for $name {
            const INFO: $crate::multi_word::operation::Info = $crate::multi_word::operation::Info {
                name: $text,
                algorithm: $algorithm,
                source: $source,
                function: $crate::operation::Function::$kind,
                words: <$crate::multi_word::$number<f64> as $crate::multi_word::MultiWord>::WORDS
                    as u32,
                second: $crate::multi_word::operation::Operand::$second,
                flops: $flops,
                flops_without_fma: $flops_without_fma,
                bound: $bound as f64,
                proof: $crate::multi_word::operation::Proof::$proof,
                fma: $crate::operation::Fma::$fma,
            };

            type Number<W: $crate::Word> = $crate::multi_word::$number<W>;

            #[inline(always)]
            fn apply<W: $crate::Word>(
                x: $crate::multi_word::$number<W>,
                y: $crate::multi_word::$number<W>,
            ) -> $crate::multi_word::$number<W> {
                $crate::multi_word::$number::from_normalized(operation!(@apply $second $function x y))
            }
        }
    };
    (@apply None $function:ident $x:ident $y:ident) => {{
        let _ = $y;
        $function($x.parts())
    }};
    (@apply Word $function:ident $x:ident $y:ident) => {
        $function($x.parts(), $y.hi())
    };
    (@apply Number $function:ident $x:ident $y:ident) => {
        $function($x.parts(), $y.parts())
    };
}
pub(super) use operation;
