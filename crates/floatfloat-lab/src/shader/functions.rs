//! The available functions: the operators of number types, and the operations and elementary functions
//! of the registry.

use crate::{devices::OnDevice, speed::elements::Registered};
use floatfloat::{
    DoubleWord, QuadWord, TripleWord, WideRange, Word,
    multi_word::operation::Operation as SeveralWords,
    operation::{Fma, Operation},
    registry::{
        FUNCTIONS, OPERATIONS, SeveralWordsVisitor, Visitor, for_each, for_each_of_several_words,
    },
};
use floatfloat_gpu::{Circuit, DeviceWord, Error, Wire, uncorrected};

/// The operators of a number type, which are right for infinities, NaN and zeros, too. Each has the
/// name of the operation that it uses.
pub(super) const DEFAULTS: [&str; 8] =
    ["add", "sub", "mul", "div", "sqrt", "add-word", "mul-word", "div-word"];

/// The names of the operators, and of all operations of the registry.
pub fn operations() -> Vec<&'static str> {
    let others = OPERATIONS.iter().map(|info| info.name);
    DEFAULTS.into_iter().chain(others.filter(|name| !DEFAULTS.contains(name))).collect()
}

/// The names of the quotients and roots that use the device's own uncorrected.
pub(super) const FAST: [&str; 2] = [uncorrected::QUOTIENT.name, uncorrected::SQUARE_ROOT.name];

/// The names of rounding to integers, comparisons and the remainder. The remainder is for two words only.
pub(super) const FURTHER: [&str; 10] =
    ["floor", "ceil", "trunc", "round", "min", "max", "less", "less-or-equal", "equal", "rem"];

/// The names of all elementary functions.
pub fn elementary() -> Vec<&'static str> {
    FUNCTIONS.iter().map(|info| info.name).collect()
}

/// A word whose numbers can be recorded.
pub trait Recordable: OnDevice {
    /// Every function of double-words for a device with or without a fused multiply-add, with its name.
    fn functions(fused: bool) -> Result<Vec<(&'static str, Circuit)>, Error>;

    /// Every function of three or four words, with its name.
    fn functions_of_several_words(
        words: u32,
        fused: bool,
    ) -> Result<Vec<(&'static str, Circuit)>, Error>;

    /// Every function of two words with a wide range, with its name.
    fn functions_of_wide_range(fused: bool) -> Result<Vec<(&'static str, Circuit)>, Error>;
}

/// The operations of the registry on a certain number of words.
struct OnSeveralWords<E> {
    words: u32,
    fused: bool,
    found: Vec<(&'static str, Circuit)>,
    word: std::marker::PhantomData<E>,
}

impl<E: Recordable> SeveralWordsVisitor for OnSeveralWords<E> {
    fn visit<O: SeveralWords>(&mut self) {
        let runs = self.fused || O::INFO.fma != Fma::Required;
        if runs && O::INFO.words == self.words {
            let circuit = Circuit::of_operation_on_several_words::<O, E>(self.fused);
            self.found.push((O::INFO.name, circuit));
        }
    }
}

/// The operations of the registry that are not defaults.
struct Others<E> {
    fused: bool,
    found: Result<Vec<(&'static str, Circuit)>, Error>,
    word: std::marker::PhantomData<E>,
}

impl<E: Recordable> Visitor for Others<E> {
    fn visit<O: Operation>(&mut self) {
        let runs = self.fused || O::INFO.fma != Fma::Required;
        let Ok(found) = &mut self.found else { return };
        if runs && !DEFAULTS.contains(&O::INFO.name) {
            match E::record::<Registered<O>>(self.fused) {
                Ok((circuit, _)) => found.push((O::INFO.name, circuit)),
                Err(error) => self.found = Err(error),
            }
        }
    }
}

/// The operators of a number type.
macro_rules! defaults {
    ($number:ty, $word:ty, $fused:expr) => {
        vec![
            ("add", Circuit::record2($fused, |x: $number, y: $number| x + y)?),
            ("sub", Circuit::record2($fused, |x: $number, y: $number| x - y)?),
            ("mul", Circuit::record2($fused, |x: $number, y: $number| x * y)?),
            ("div", Circuit::record2($fused, |x: $number, y: $number| x / y)?),
            ("sqrt", Circuit::record1($fused, |x: $number| x.sqrt())?),
            ("add-word", Circuit::record2($fused, |x: $number, y: $word| x + y)?),
            ("mul-word", Circuit::record2($fused, |x: $number, y: $word| x * y)?),
            ("div-word", Circuit::record2($fused, |x: $number, y: $word| x / y)?),
        ]
    };
}

/// The operators, rounding to integers and comparisons. A comparison gives a word: 1 where it holds, 0 elsewhere.
macro_rules! operators {
    ($number:ty, $word:ty, $fused:expr) => {{
        fn truth(holds: <$word as Word>::Mask, like: $word) -> $word {
            Word::select(holds, like.constant(1.0), like.constant(0.0))
        }
        let mut all = defaults!($number, $word, $fused);
        all.extend([
            ("floor", Circuit::record1($fused, |x: $number| x.floor())?),
            ("ceil", Circuit::record1($fused, |x: $number| x.ceil())?),
            ("trunc", Circuit::record1($fused, |x: $number| x.trunc())?),
            ("round", Circuit::record1($fused, |x: $number| x.round())?),
            ("min", Circuit::record2($fused, |x: $number, y: $number| x.min(y))?),
            ("max", Circuit::record2($fused, |x: $number, y: $number| x.max(y))?),
            ("less", Circuit::record2($fused, |x: $number, y: $number| truth(x.less(y), x.hi()))?),
            (
                "less-or-equal",
                Circuit::record2($fused, |x: $number, y: $number| {
                    truth(x.less_or_equal(y), x.hi())
                })?,
            ),
            (
                "equal",
                Circuit::record2($fused, |x: $number, y: $number| truth(x.equal(y), x.hi()))?,
            ),
        ]);
        all
    }};
}

macro_rules! recordable {
    ($($word:ident: $uints:literal),*) => {$(
        impl Recordable for $word {
            fn functions_of_several_words(
                words: u32,
                fused: bool,
            ) -> Result<Vec<(&'static str, Circuit)>, Error> {
                let found = match words {
                    3 => operators!(TripleWord<Wire<$word>>, Wire<$word>, fused),
                    _ => operators!(QuadWord<Wire<$word>>, Wire<$word>, fused),
                };
                let word = std::marker::PhantomData;
                let mut all = OnSeveralWords::<$word> { words, fused, found, word };
                for_each_of_several_words(&mut all);
                Ok(all.found)
            }

            fn functions_of_wide_range(
                fused: bool,
            ) -> Result<Vec<(&'static str, Circuit)>, Error> {
                type Wide = WideRange<Wire<$word>, $uints>;
                let mut all = defaults!(Wide, Wire<$word>, fused);
                let widened = Circuit::record1(fused, |x: DoubleWord<Wire<$word>>| {
                    Wide::from_double_word(x)
                })?;
                all.push(("from-double-word", widened));
                Ok(all)
            }

            fn functions(fused: bool) -> Result<Vec<(&'static str, Circuit)>, Error> {
                type Number = DoubleWord<Wire<$word>>;
                let mut defaults = operators!(Number, Wire<$word>, fused);
                let rem = Circuit::record2(fused, |x: Number, y: Number| x.rem_bounded(y))?;
                defaults.push(("rem", rem));
                let word = std::marker::PhantomData;
                let mut others = Others::<$word> { fused, found: Ok(defaults), word };
                for_each(&mut others);
                let mut all = others.found?;
                let fast = uncorrected::recorded::<$word>(fused);
                all.extend(fast.map(|(info, circuit)| (info.name, circuit)));
                all.extend(elementary().into_iter().filter_map(|name| {
                    Some((name, Circuit::of_named_function(name, $word::TYPE, fused)?))
                }));
                Ok(all)
            }
        }
    )*};
}

recordable!(f32: 1, f64: 2);
