//! Conversions from and to primitive numbers: `ToPrimitive`, `FromPrimitive` and `NumCast`.

use crate::{
    double_word::DoubleWord,
    multi_word::{QuadWord, TripleWord},
};
use num_traits::{FromPrimitive, NumCast, ToPrimitive};

macro_rules! primitives {
    ($($number:ident: $($float:ident)*;)*) => {$($(
        impl ToPrimitive for $number<$float> {
            fn to_i64(&self) -> Option<i64> {
                self.to_i128()?.try_into().ok()
            }
            fn to_u64(&self) -> Option<u64> {
                self.to_u128()?.try_into().ok()
            }
            fn to_i128(&self) -> Option<i128> {
                $number::to_i128(*self)
            }
            fn to_u128(&self) -> Option<u128> {
                $number::to_u128(*self)
            }
            fn to_f32(&self) -> Option<f32> {
                Some($number::<$float>::to_f32(*self))
            }
            fn to_f64(&self) -> Option<f64> {
                Some($number::<$float>::to_f64(*self))
            }
        }

        impl FromPrimitive for $number<$float> {
            fn from_i64(integer: i64) -> Option<Self> {
                Some($number::nearest_i128(integer.into()))
            }
            fn from_u64(integer: u64) -> Option<Self> {
                Some($number::nearest_u128(integer.into()))
            }
            fn from_i128(integer: i128) -> Option<Self> {
                Some($number::nearest_i128(integer))
            }
            fn from_u128(integer: u128) -> Option<Self> {
                Some($number::nearest_u128(integer))
            }
            fn from_f32(word: f32) -> Option<Self> {
                Some($number::from_f64(word.into()))
            }
            fn from_f64(word: f64) -> Option<Self> {
                Some($number::<$float>::from_f64(word))
            }
        }

        impl NumCast for $number<$float> {
            /// The nearest number, for every integer and every `f32` and `f64`. For other types the value comes
            /// from `to_f64` or `to_i128`: a fraction keeps only 53 bits.
            fn from<T: ToPrimitive>(value: T) -> Option<Self> {
                let word = value.to_f64()?;
                // An integer zero has no sign, so the sign must come from the `f64`.
                if word == 0.0 {
                    return Some($number::<$float>::from_f64(word));
                }
                if let Some(integer) = value.to_i128() {
                    let nearest = $number::<f64>::nearest_i128(integer);
                    if nearest.hi() == word {
                        return Some($number::nearest_i128(integer));
                    }
                }
                match value.to_u128() {
                    Some(integer) if $number::<f64>::nearest_u128(integer).hi() == word => {
                        Some($number::nearest_u128(integer))
                    }
                    _ => Some($number::<$float>::from_f64(word)),
                }
            }
        }
    )*)*};
}

primitives! {
    DoubleWord: f32 f64;
    TripleWord: f32 f64;
    QuadWord: f32 f64;
}

#[cfg(test)]
mod tests {
    use crate::{DoubleDouble, FloatFloat};
    use num_traits::{FromPrimitive, ToPrimitive};

    #[test]
    fn primitives_are_exact_where_they_can_be() {
        let big = i64::MAX;
        assert_eq!(DoubleDouble::from_i64(big).unwrap().to_i64(), Some(big));
        assert_eq!(DoubleDouble::from_u64(u64::MAX).unwrap().to_i64(), None);
        assert_eq!(
            <DoubleDouble as num_traits::NumCast>::from(u64::MAX).unwrap().to_u64(),
            Some(u64::MAX)
        );
        assert_eq!(<DoubleDouble as num_traits::NumCast>::from(0.75f32).unwrap(), 0.75);
        assert_eq!(<FloatFloat as num_traits::NumCast>::from(-2.5f64).unwrap(), -2.5);
        assert!(<FloatFloat as num_traits::NumCast>::from(f64::NAN).unwrap().is_nan());
    }
}
