//! Serialization without loss.
//!
//! In text formats (JSON, TOML) a number is the shortest string that reads back exactly (for multiple
//! precision, a string with at most a few digits more). Plain numbers can be read, too, with the precision of
//! the format: JSON's 0.1 is an `f64`. In binary formats a number is its words. Words that are read are
//! normalised; those of multiple precision must be a result of an operation.

use crate::{
    double_word::DoubleWord,
    multi_precision::MultiPrecision,
    multi_word::{MultiWord, QuadWord, TripleWord},
    native_word::NativeWord,
};
use core::{fmt, marker::PhantomData};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
};

/// Reads a number `N` in human-readable formats.
struct Text<N>(PhantomData<N>);

macro_rules! words {
    ($($number:ident: $words:literal;)*) => {$(
        impl<F: NativeWord + Serialize> Serialize for $number<F> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_str(&format_args!("{self:e}"))
                } else {
                    self.parts().serialize(serializer)
                }
            }
        }

        impl<'de, F: NativeWord + Deserialize<'de>> Deserialize<'de> for $number<F> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    return deserializer.deserialize_any(Text::<Self>(PhantomData));
                }
                let parts = <[F; $words]>::deserialize(deserializer)?;
                if parts[1..].iter().all(|&word| word == F::default()) {
                    return Ok(MultiWord::from_word(parts[0]));
                }
                Ok(MultiWord::from_parts(parts))
            }
        }

        impl<F: NativeWord> Visitor<'_> for Text<$number<F>> {
            type Value = $number<F>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or a string with a decimal number")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
                Ok($number::from_f64(number))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
                Ok($number::nearest_i128(number.into()))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
                Ok($number::nearest_u128(number.into()))
            }
        }
    )*};
}

words! {
    DoubleWord: 2;
    TripleWord: 3;
    QuadWord: 4;
}

macro_rules! limbs {
    ($($limbs:literal: $words:literal;)*) => {$(
        impl Serialize for MultiPrecision<u32, $limbs> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    return serializer.collect_str(&format_args!("{self:e}"));
                }
                let mut words = [self.head(); $words];
                words[1..].copy_from_slice(&self.limbs());
                words.serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for MultiPrecision<u32, $limbs> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    return deserializer.deserialize_any(Text::<Self>(PhantomData));
                }
                let words = <[u32; $words]>::deserialize(deserializer)?;
                let mut limbs = [0; $limbs];
                limbs.copy_from_slice(&words[1..]);
                let number = MultiPrecision::from_words(words[0], limbs);
                let highest = limbs[$limbs - 1] >> 31;
                let is_number = match number.exponent_of_two() {
                    Some(_) => highest == 1,
                    None => limbs == [0; $limbs] && (!number.is_nan() || words[0] == Self::NAN.head()),
                };
                is_number.then_some(number).ok_or_else(|| {
                    let bits = Self::BITS;
                    D::Error::custom(format_args!(
                        "the words {words:x?} are no number of {bits} bits: the first has the exponent, and of a finite \
                         number other than zero the last has its highest bit set; of others all but the first are 0"
                    ))
                })
            }
        }

        impl Visitor<'_> for Text<MultiPrecision<u32, $limbs>> {
            type Value = MultiPrecision<u32, $limbs>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or a string with a decimal number")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
                Ok(MultiPrecision::from_f64(number))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
                let size = self.visit_u64(number.unsigned_abs())?;
                Ok(if number < 0 { -size } else { size })
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
                Ok(MultiPrecision::from_integer([number as u32, (number >> 32) as u32]))
            }
        }
    )*};
}

limbs! {
    1: 2;
    2: 3;
    4: 5;
    8: 9;
}

#[cfg(test)]
mod tests {
    use crate::{
        DoubleDouble, FloatFloat, QuadDouble, TripleFloat,
        multi_precision::{Mp32, Mp64, Mp256},
    };

    use serde::de::value::SeqDeserializer;

    /// A binary format that holds words.
    struct Words<const N: usize, T>([T; N]);

    impl<'de, const N: usize, T> serde::Deserializer<'de> for Words<N, T>
    where
        T: serde::de::IntoDeserializer<'de, serde::de::value::Error>,
    {
        type Error = serde::de::value::Error;
        fn deserialize_any<V: serde::de::Visitor<'de>>(
            self,
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            visitor.visit_seq(SeqDeserializer::new(self.0.into_iter()))
        }
        fn is_human_readable(&self) -> bool {
            false
        }
        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
            option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum
            identifier ignored_any
        }
    }

    #[test]
    fn json_keeps_multiple_precision() {
        let third = Mp256::ONE / Mp256::from(3.0);
        let numbers = [third, Mp256::MAX, -Mp256::MIN_POSITIVE, Mp256::INFINITY, -Mp256::ZERO];
        let json = serde_json::to_string(&numbers).unwrap();
        let read = serde_json::from_str::<[Mp256; 5]>(&json).unwrap();
        assert_eq!(read.map(|x| (x.head(), x.limbs())), numbers.map(|x| (x.head(), x.limbs())));
        assert_eq!(serde_json::from_str::<Mp64>("-3").unwrap(), Mp64::from(-3.0));
        let error = serde_json::from_str::<Mp32>("\"12 apples\"").unwrap_err();
        assert!(error.to_string().contains("at byte 2"), "{error}");
    }

    #[test]
    fn binary_words_of_multiple_precision_must_be_a_number() {
        use serde::Deserialize;
        let read = |of: [u32; 2]| Mp32::deserialize(Words(of));
        for x in [Mp32::ONE, -Mp32::MAX, Mp32::ZERO, -Mp32::INFINITY] {
            assert_eq!(read([x.head(), x.limbs()[0]]), Ok(x));
        }
        assert!(read([Mp32::NAN.head(), 0]).unwrap().is_nan());
        for words in [[Mp32::ONE.head(), 1], [0, 1], [u32::MAX, 0]] {
            let error = read(words).unwrap_err();
            assert!(error.to_string().contains("no number of 32 bits"), "{error}");
        }
    }

    #[test]
    fn json_keeps_three_and_four_words() {
        let numbers = [QuadDouble::PI, QuadDouble::MAX, -QuadDouble::E, QuadDouble::NEG_INFINITY];
        let json = serde_json::to_string(&numbers).unwrap();
        let read = serde_json::from_str::<[QuadDouble; 4]>(&json).unwrap();
        assert_eq!(read.map(|x| x.parts()), numbers.map(|x| x.parts()));
        let third = TripleFloat::from(1.0) / 3.0;
        let json = serde_json::to_string(&third).unwrap();
        assert_eq!(serde_json::from_str::<TripleFloat>(&json).unwrap().parts(), third.parts());
        assert_eq!(serde_json::from_str::<QuadDouble>("-3").unwrap(), -3.0);
    }

    #[test]
    fn json_keeps_every_bit() {
        let numbers = [
            DoubleDouble::PI,
            DoubleDouble::MAX,
            DoubleDouble::from(5e-324),
            DoubleDouble::NEG_INFINITY,
        ];
        let json = serde_json::to_string(&numbers).unwrap();
        assert!(json.starts_with("[\"3.1415926535897932384626433832795e0\""), "{json}");
        assert_eq!(serde_json::from_str::<[DoubleDouble; 4]>(&json).unwrap(), numbers);
        let nan = serde_json::to_string(&FloatFloat::NAN).unwrap();
        assert!(serde_json::from_str::<FloatFloat>(&nan).unwrap().is_nan());
    }

    #[test]
    fn json_numbers_are_read() {
        let numbers: Vec<DoubleDouble> =
            serde_json::from_str("[0.5, -3, 18446744073709551615]").unwrap();
        assert_eq!(numbers[0], 0.5);
        assert_eq!(numbers[1], -3.0);
        assert_eq!(numbers[2].to_string(), "18446744073709551615");
        let error = serde_json::from_str::<DoubleDouble>("\"12 apples\"").unwrap_err();
        assert!(error.to_string().contains("at byte 2"), "{error}");
    }

    #[test]
    fn binary_is_the_words() {
        use serde::Deserialize;
        let x = FloatFloat::deserialize(Words([1.0, 1.0])).unwrap();
        assert_eq!((x.hi(), x.lo()), (2.0, 0.0));
        let zero = FloatFloat::deserialize(Words([-0.0, 0.0])).unwrap();
        assert!(zero == 0.0 && zero.is_sign_negative());
        let x = TripleFloat::deserialize(Words([1e-20, 1.0, 1.0])).unwrap();
        assert_eq!(x.parts(), [2.0, 1e-20, 0.0]);
    }
}
