//! Mathematical constants, each rounded to nearest.

use crate::{
    QuadDouble,
    double_word::DoubleWord,
    elementary::coefficients::{Words, constants as four_words},
    multi_word::{QuadWord, TripleWord},
    native_word::NativeWord,
};

/// 180/π.
pub(crate) const DEGREES: QuadDouble = QuadWord::from_normalized(four_words::DEGREES.wide);

/// π/180.
pub(crate) const RADIANS: QuadDouble = QuadWord::from_normalized(four_words::RADIANS.wide);

/// For each constant its name and its low words in `f32` and `f64`; the high words are the constants of the
/// standard library.
macro_rules! mathematical {
    ($($(#[$doc:meta])* $name:ident: $low32:literal, $low64:literal;)*) => {
        impl DoubleWord<f32> {
            $($(#[$doc])*
            pub const $name: Self =
                DoubleWord::from_normalized(core::f32::consts::$name, $low32);)*
        }
        impl DoubleWord<f64> {
            $($(#[$doc])*
            pub const $name: Self =
                DoubleWord::from_normalized(core::f64::consts::$name, $low64);)*
        }
    };
}

mathematical! {
    /// e.
    E: 8.2548404e-08, 1.4456468917292502e-16;
    /// 1/π.
    FRAC_1_PI: 1.28412765e-08, -1.9678676675182486e-17;
    /// 1/√2.
    FRAC_1_SQRT_2: 1.21016175e-08, -4.833646656726457e-17;
    /// 2/π.
    FRAC_2_PI: 2.5682553e-08, -3.935735335036497e-17;
    /// 2/√π.
    FRAC_2_SQRT_PI: -5.8635383e-08, 1.533545961316588e-17;
    /// π/2.
    FRAC_PI_2: -4.371139e-08, 6.123233995736766e-17;
    /// π/3.
    FRAC_PI_3: -2.9140926e-08, -1.072081766451091e-16;
    /// π/4.
    FRAC_PI_4: -2.1855694e-08, 3.061616997868383e-17;
    /// π/6.
    FRAC_PI_6: -1.4570463e-08, -5.360408832255455e-17;
    /// π/8.
    FRAC_PI_8: -1.0927847e-08, 1.5308084989341915e-17;
    /// ln 2.
    LN_2: -1.9046542e-09, 2.3190468138462996e-17;
    /// ln 10.
    LN_10: -3.1975436e-08, -2.1707562233822494e-16;
    /// log10 2.
    LOG10_2: -1.4320989e-08, -2.8037281277851704e-18;
    /// log10 e.
    LOG10_E: -1.010305e-08, 1.098319650216765e-17;
    /// log2 10.
    LOG2_10: 7.059537e-08, 1.661617516973592e-16;
    /// log2 e.
    LOG2_E: 1.925963e-08, 2.0355273740931033e-17;
    /// π, the circumference of a circle over its diameter.
    PI: -8.742278e-08, 1.2246467991473532e-16;
    /// √2.
    SQRT_2: 2.4203235e-08, -9.667293313452913e-17;
    /// τ = 2π.
    TAU: -1.7484555e-07, 2.4492935982947064e-16;
}

macro_rules! limits {
    ($float:ident, $largest_low:expr) => {
        impl DoubleWord<$float> {
            /// Zero.
            pub const ZERO: Self = DoubleWord::from_normalized(0.0, 0.0);
            /// One.
            pub const ONE: Self = DoubleWord::from_normalized(1.0, 0.0);
            /// Positive infinity.
            pub const INFINITY: Self = DoubleWord::from_normalized($float::INFINITY, 0.0);
            /// Negative infinity.
            pub const NEG_INFINITY: Self = DoubleWord::from_normalized($float::NEG_INFINITY, 0.0);
            /// Not a number.
            pub const NAN: Self = DoubleWord::from_normalized($float::NAN, 0.0);
            /// Largest finite number: the largest word, and the largest low word that it can have.
            pub const MAX: Self = DoubleWord::from_normalized($float::MAX, $largest_low);
            /// Most negative finite number.
            pub const MIN: Self = DoubleWord::from_normalized($float::MIN, -$largest_low);
            /// Smallest positive number with a normal high word. Numbers near it have no low word: the full
            /// precision begins at `MIN_POSITIVE / u`, u = 2^-p.
            pub const MIN_POSITIVE: Self = DoubleWord::from_normalized($float::MIN_POSITIVE, 0.0);
            /// 2^(1 − 2p): the unit of the last of 2p bits of a number from 1 to 2. The relative errors of the
            /// operators are a few of these at most. It does not bound the spacing of the numbers, because the
            /// low word may be arbitrarily small.
            pub const EPSILON: Self =
                DoubleWord::from_normalized($float::EPSILON * $float::EPSILON / 2.0, 0.0);
            /// The bits of two words, 2p, which every operation has.
            pub const MANTISSA_DIGITS: u32 = 2 * $float::MANTISSA_DIGITS;
            /// Number of decimal digits that always survive a round trip through this type: ⌊(2p − 1) · log10
            /// 2⌋.
            pub const DIGITS: u32 = (2 * $float::MANTISSA_DIGITS - 1) * 30103 / 100_000;
        }
    };
}

limits!(f32, f32::from_bits(((103 + 127) << 23) - 1));
limits!(f64, f64::from_bits(((970 + 1023) << 52) - 1));

/// The first words of a constant, as `f32` or `f64`.
macro_rules! first_words {
    ($words:ident $field:ident as $float:ident: $count:literal) => {{
        let Words { $field: all, .. } = $words;
        let mut first = [0.0; $count];
        let mut k = 0;
        while k < $count {
            first[k] = all[k] as $float;
            k += 1;
        }
        first
    }};
}

macro_rules! several_words {
    ($($number:ident $float:ident $field:ident $words:literal $others_of_largest:expr;)*) => {$(
        several_words! { @mathematical $number $float $field $words
            /// e.
            E,
            /// 1/π.
            FRAC_1_PI,
            /// 1/√2.
            FRAC_1_SQRT_2,
            /// 2/π.
            FRAC_2_PI,
            /// 2/√π.
            FRAC_2_SQRT_PI,
            /// π/2.
            FRAC_PI_2,
            /// π/3.
            FRAC_PI_3,
            /// π/4.
            FRAC_PI_4,
            /// π/6.
            FRAC_PI_6,
            /// π/8.
            FRAC_PI_8,
            /// ln 2.
            LN_2,
            /// ln 10.
            LN_10,
            /// log10 2.
            LOG10_2,
            /// log10 e.
            LOG10_E,
            /// log2 10.
            LOG2_10,
            /// log2 e.
            LOG2_E,
            /// π, the circumference of a circle over its diameter.
            PI,
            /// √2.
            SQRT_2,
            /// τ = 2π.
            TAU,
        }

        impl $number<$float> {
            /// Zero.
            pub const ZERO: Self = $number::from_normalized([0.0; $words]);
            /// One.
            pub const ONE: Self = Self::of_word(1.0);
            /// Positive infinity.
            pub const INFINITY: Self = Self::of_word($float::INFINITY);
            /// Negative infinity.
            pub const NEG_INFINITY: Self = Self::of_word($float::NEG_INFINITY);
            /// Not a number.
            pub const NAN: Self = Self::of_word($float::NAN);
            /// Largest finite number: the largest word, and behind each word the largest that may follow it.
            pub const MAX: Self = {
                let mut words = [$float::MAX; $words];
                let mut k = 1;
                while k < $words {
                    words[k] = $others_of_largest[k - 1];
                    k += 1;
                }
                $number::from_normalized(words)
            };
            /// Most negative finite number.
            pub const MIN: Self = {
                let mut words = Self::MAX.parts();
                let mut k = 0;
                while k < $words {
                    words[k] = -words[k];
                    k += 1;
                }
                $number::from_normalized(words)
            };
            /// Smallest positive number with a normal first word. Numbers near it have no other words: the full
            /// precision begins far above.
            pub const MIN_POSITIVE: Self = Self::of_word($float::MIN_POSITIVE);
            /// 2^(1 − np) for n words: the unit of the last of np bits of a number from 1 to 2. The relative
            /// errors of the operators are small multiples of it. It does not bound the spacing of the numbers,
            /// because the last word may be arbitrarily small.
            pub const EPSILON: Self = {
                let mut epsilon = $float::EPSILON;
                let mut k = 1;
                while k < $words {
                    epsilon *= $float::EPSILON / 2.0;
                    k += 1;
                }
                Self::of_word(epsilon)
            };
            /// The bits of n words, np. Every operation has them, except for the last few.
            pub const MANTISSA_DIGITS: u32 = $words * $float::MANTISSA_DIGITS;
            /// Number of decimal digits that always survive a round trip through this type: ⌊(np − 1) · log10
            /// 2⌋.
            pub const DIGITS: u32 = ($words * $float::MANTISSA_DIGITS - 1) * 30103 / 100_000;

            const fn of_word(word: $float) -> Self {
                let mut words = [0.0; $words];
                words[0] = word;
                $number::from_normalized(words)
            }
        }
    )*};
    (@mathematical $number:ident $float:ident $field:ident $words:literal
        $($(#[$doc:meta])* $name:ident,)*) => {
        impl $number<$float> {
            $($(#[$doc])*
            pub const $name: Self = {
                let words = four_words::$name;
                $number::from_normalized(first_words!(words $field as $float: $words))
            };)*
        }
    };
}

/// The word below 2^exponent.
const fn below32(exponent: u32) -> f32 {
    f32::from_bits(((exponent + 127) << 23) - 1)
}

/// The word below 2^exponent.
const fn below64(exponent: u64) -> f64 {
    f64::from_bits(((exponent + 1023) << 52) - 1)
}

/// The largest words that may follow the largest word, and then each other: below half an ulp.
const OTHERS_OF_LARGEST_32: [f32; 3] = [below32(103), below32(78), below32(53)];
const OTHERS_OF_LARGEST_64: [f64; 3] = [below64(970), below64(916), below64(862)];

several_words! {
    TripleWord f32 narrow 3 OTHERS_OF_LARGEST_32;
    QuadWord f32 narrow 4 OTHERS_OF_LARGEST_32;
    TripleWord f64 wide 3 OTHERS_OF_LARGEST_64;
    QuadWord f64 wide 4 OTHERS_OF_LARGEST_64;
}

macro_rules! zero {
    ($($number:ident)*) => {$(
        impl<F: NativeWord> Default for $number<F> {
            /// Zero.
            #[inline(always)]
            fn default() -> Self {
                $number::from_word(F::default())
            }
        }
    )*};
}

zero!(DoubleWord TripleWord QuadWord);
