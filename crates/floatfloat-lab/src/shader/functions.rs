//! The functions that there are: the operators of number types, and the operations and elementary functions
//! of the registry.

use crate::{devices::OnDevice, speed::elements::Registered};
use floatfloat::{
    DoubleWord,
    operation::{Fma, Operation},
    registry::{FUNCTIONS, OPERATIONS, Visitor, for_each},
};
use floatfloat_gpu::{Circuit, DeviceWord, Error, Wire};

/// The operators of a number type, right for infinities, NaN and zeros too. They have the names of
/// the operations that they use.
pub(super) const DEFAULTS: [&str; 8] =
    ["add", "sub", "mul", "div", "sqrt", "add-word", "mul-word", "div-word"];

/// The names of the operators, and of all operations of the registry.
pub fn operations() -> Vec<&'static str> {
    let others = OPERATIONS.iter().map(|info| info.name);
    DEFAULTS.into_iter().chain(others.filter(|name| !DEFAULTS.contains(name))).collect()
}

/// The names of all elementary functions.
pub fn elementary() -> Vec<&'static str> {
    FUNCTIONS.iter().map(|info| info.name).collect()
}

/// A word whose double-words can be recorded.
pub(crate) trait Recordable: OnDevice {
    /// Every function that there is with or without a fused multiply-add, and its name.
    fn functions(fused: bool) -> Result<Vec<(&'static str, Circuit)>, Error>;
}

/// The operations of the registry that are no defaults.
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

macro_rules! recordable {
    ($($word:ident),*) => {$(
        impl Recordable for $word {
            fn functions(fused: bool) -> Result<Vec<(&'static str, Circuit)>, Error> {
                type W = Wire<$word>;
                type D = DoubleWord<Wire<$word>>;
                let defaults = vec![
                    ("add", Circuit::record2(fused, |x: D, y: D| x + y)?),
                    ("sub", Circuit::record2(fused, |x: D, y: D| x - y)?),
                    ("mul", Circuit::record2(fused, |x: D, y: D| x * y)?),
                    ("div", Circuit::record2(fused, |x: D, y: D| x / y)?),
                    ("sqrt", Circuit::record1(fused, |x: D| x.sqrt())?),
                    ("add-word", Circuit::record2(fused, |x: D, y: W| x + y)?),
                    ("mul-word", Circuit::record2(fused, |x: D, y: W| x * y)?),
                    ("div-word", Circuit::record2(fused, |x: D, y: W| x / y)?),
                ];
                let word = std::marker::PhantomData;
                let mut others = Others::<$word> { fused, found: Ok(defaults), word };
                for_each(&mut others);
                let mut all = others.found?;
                all.extend(elementary().into_iter().filter_map(|name| {
                    Some((name, Circuit::of_named_function(name, $word::TYPE, fused)?))
                }));
                Ok(all)
            }
        }
    )*};
}

recordable!(f32, f64);
