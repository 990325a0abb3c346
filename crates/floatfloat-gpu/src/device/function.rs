//! Functions of the elements of arrays, recorded and compiled once and called often.

use super::{Device, DeviceArray, launch::Prepared, maps::elementwise};
use crate::{
    circuit::Circuit,
    error::Error,
    number::{DeviceNumber, Recorded},
    program::Program,
    word_type::DeviceWord,
};
use std::{marker::PhantomData, sync::Arc};

/// A function of one, two or three numbers, whose types are the tuple `P`, with results `R`.
/// [`Device::function1`], [`function2`](Device::function2) and [`function3`](Device::function3)
/// create it.
///
/// [`Device::map2`] records and hashes its closure in every call. A call of this function does
/// neither.
pub struct DeviceFunction<'d, P, R> {
    device: &'d Device,
    program: Program,
    prepared: Arc<Prepared>,
    numbers: PhantomData<fn(P) -> R>,
}

macro_rules! functions {
    ($($(#[doc = $doc:literal])* $name:ident, $record:ident: $first:ident: $A:ident $(, $other:ident: $B:ident)*;)*) => {
        impl Device {$(
            $(#[doc = $doc])*
            ///
            /// # Errors
            /// [`Error::ForeignWire`] if the closure uses numbers of another recording, and those of
            /// [`prepare`](Device::prepare).
            pub fn $name<$A, $($B,)* R>(
                &self,
                function: impl FnOnce($A::Recorded $(, $B::Recorded)*) -> R,
            ) -> Result<DeviceFunction<'_, ($A, $($B,)*), R::Number>, Error>
            where
                $A: DeviceNumber,
                $($B: DeviceNumber<Word = $A::Word>,)*
                R: Recorded,
                R::Number: DeviceNumber<Word = $A::Word>,
            {
                let fused = self.lowering(<$A::Word as DeviceWord>::TYPE)?.fused;
                let program = elementwise(Circuit::$record(fused, function)?);
                let prepared = self.prepare(&program)?;
                Ok(DeviceFunction { device: self, program, prepared, numbers: PhantomData })
            }
        )*}

        $(impl<$A: DeviceNumber, $($B: DeviceNumber,)* R: DeviceNumber> DeviceFunction<'_, ($A, $($B,)*), R> {
            /// Applies the function to every element and returns a new array.
            ///
            /// # Errors
            /// Those of [`Device::map_into`].
            pub fn call(
                &self,
                $first: &DeviceArray<$A>
                $(, $other: &DeviceArray<$B>)*
            ) -> Result<DeviceArray<R>, Error> {
                let result = self.device.new_array($first.len())?;
                self.call_into($first, $($other,)* &result)?;
                Ok(result)
            }

            /// Applies the function to every element and overwrites the elements of `result`.
            ///
            /// # Errors
            /// Those of [`Device::map_into`].
            pub fn call_into(
                &self,
                $first: &DeviceArray<$A>,
                $($other: &DeviceArray<$B>,)*
                result: &DeviceArray<R>,
            ) -> Result<(), Error> {
                self.device.run_map(&self.program, Some(&self.prepared), &[$first $(, $other)*], result)
            }
        })*
    };
}

functions! {
    /// Records a function of one number.
    ///
    /// ```
    /// use floatfloat::FloatFloat;
    /// use floatfloat_gpu::{Device, Select};
    ///
    /// let device = Device::open(Select::Cpu)?;
    /// let step = device.function1::<FloatFloat, _>(|x| x - x * x * x)?;
    /// let mut x = device.upload(&[FloatFloat::from(0.5f32)])?;
    /// for _ in 0..3 {
    ///     x = step.call(&x)?;
    /// }
    /// # assert!(device.download(&x)?[0] < FloatFloat::from(0.3f32));
    /// # Ok::<(), floatfloat_gpu::Error>(())
    /// ```
    function1, record1: a: A;
    /// Records a function of two numbers.
    function2, record2: a: A, b: B;
    /// Records a function of three numbers.
    function3, record3: a: A, b: B, c: C;
}
