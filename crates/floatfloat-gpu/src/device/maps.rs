//! Functions of the elements of arrays.

use super::{
    AnyArray, Device, DeviceArray,
    array::segments,
    launch::{Piece, Prepared, invocations},
    task::Task,
};
use crate::{
    backend::Buffer,
    circuit::Circuit,
    error::Error,
    number::{DeviceNumber, Recorded},
    program::{Program, WORKGROUP},
    word_type::{DeviceWord, WordType},
};
use floatfloat::{DoubleWord, operation::Operation};
use std::sync::Arc;

impl Device {
    /// Applies `function` to every element. The function is recorded once, so it cannot branch on
    /// numbers; it chooses with [`Word::select`](floatfloat::Word::select). It may use elementary
    /// functions of double-words of `f32` and `f64`; over words of 16 bits they do not compile. The
    /// first program that uses an elementary function takes some tenths of a second longer, because the
    /// function is certified. An `f64` may stand on either
    /// side of `+ - * /`; it enters as the nearest number of the type.
    ///
    /// ```
    /// use floatfloat::FloatFloat;
    /// use floatfloat_gpu::{Device, Select};
    ///
    /// let device = Device::open(Select::Cpu)?;
    /// let x = device.upload(&[FloatFloat::from(0.5f32)])?;
    /// let y = device.download(&device.map1(&x, |x| (-x * x).exp() * 2.0 * x.sin())?)?;
    /// # let x = FloatFloat::from(0.5f32);
    /// assert_eq!(y[0], (-x * x).exp() * 2.0 * x.sin());
    /// # Ok::<(), floatfloat_gpu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ForeignWire`] if the closure uses numbers of another recording, and those of
    /// [`map_into`](Device::map_into).
    pub fn map1<A, R>(
        &self,
        a: &DeviceArray<A>,
        function: impl FnOnce(A::Recorded) -> R,
    ) -> Result<DeviceArray<R::Number>, Error>
    where
        A: DeviceNumber,
        R: Recorded,
        R::Number: DeviceNumber<Word = A::Word>,
    {
        let circuit = Circuit::record1(self.lowering(A::Word::TYPE)?.fused, function)?;
        self.map_recorded(circuit, &[a])
    }

    /// Applies `function` to every pair of elements. The arrays may hold different numbers with the
    /// same type of words.
    ///
    /// # Errors
    /// Those of [`map1`](Device::map1).
    pub fn map2<A, B, R>(
        &self,
        a: &DeviceArray<A>,
        b: &DeviceArray<B>,
        function: impl FnOnce(A::Recorded, B::Recorded) -> R,
    ) -> Result<DeviceArray<R::Number>, Error>
    where
        A: DeviceNumber,
        B: DeviceNumber<Word = A::Word>,
        R: Recorded,
        R::Number: DeviceNumber<Word = A::Word>,
    {
        let circuit = Circuit::record2(self.lowering(A::Word::TYPE)?.fused, function)?;
        self.map_recorded(circuit, &[a, b])
    }

    /// Applies `function` to every three elements.
    ///
    /// # Errors
    /// Those of [`map1`](Device::map1).
    pub fn map3<A, B, C, R>(
        &self,
        a: &DeviceArray<A>,
        b: &DeviceArray<B>,
        c: &DeviceArray<C>,
        function: impl FnOnce(A::Recorded, B::Recorded, C::Recorded) -> R,
    ) -> Result<DeviceArray<R::Number>, Error>
    where
        A: DeviceNumber,
        B: DeviceNumber<Word = A::Word>,
        C: DeviceNumber<Word = A::Word>,
        R: Recorded,
        R::Number: DeviceNumber<Word = A::Word>,
    {
        let circuit = Circuit::record3(self.lowering(A::Word::TYPE)?.fused, function)?;
        self.map_recorded(circuit, &[a, b, c])
    }

    /// Applies an operation of the registry, without the repair of special values.
    ///
    /// # Errors
    /// Those of [`map_into`](Device::map_into).
    pub fn apply<O, E>(
        &self,
        _: O,
        x: &DeviceArray<DoubleWord<E>>,
        y: &DeviceArray<DoubleWord<E>>,
    ) -> Result<DeviceArray<DoubleWord<E>>, Error>
    where
        O: Operation,
        E: DeviceWord,
        DoubleWord<E>: DeviceNumber<Word = E>,
    {
        self.map_recorded(Circuit::of_operation::<O, E>(self.lowering(E::TYPE)?.fused), &[x, y])
    }

    /// alpha · x + y
    ///
    /// # Errors
    /// Those of [`map_into`](Device::map_into).
    pub fn axpy<N: DeviceNumber>(
        &self,
        alpha: N,
        x: &DeviceArray<N>,
        y: &DeviceArray<N>,
    ) -> Result<DeviceArray<N>, Error> {
        let function = crate::accumulate::axpy::<N>(self.lowering(N::Word::TYPE)?.fused);
        let (alpha, result) = (self.upload(&[alpha])?, self.new_array(x.len())?);
        let program = Program::map(function, vec![true, false, false], false);
        self.run_map(&program, None, &[&alpha, x, y], &result)?;
        Ok(result)
    }

    /// Runs a function that was recorded for this call.
    fn map_recorded<R: DeviceNumber>(
        &self,
        function: Circuit,
        arrays: &[&dyn AnyArray],
    ) -> Result<DeviceArray<R>, Error> {
        let result = self.new_array(arrays.first().map_or(0, |array| array.elements()))?;
        self.run_map(&elementwise(function), None, arrays, &result)?;
        Ok(result)
    }

    /// Applies a recorded function to the elements of arrays and returns a new array.
    ///
    /// # Errors
    /// Those of [`map_into`](Device::map_into).
    pub fn map<R: DeviceNumber>(
        &self,
        function: &Circuit,
        arrays: &[&dyn AnyArray],
    ) -> Result<DeviceArray<R>, Error> {
        self.map_recorded(function.clone(), arrays)
    }

    /// Applies a recorded function to the elements of arrays and overwrites the elements of
    /// `result`, which must not be one of the arrays. If the device fails to write a result,
    /// `result` keeps the old element, and the failure is not detected. In a new array, as
    /// [`map`](Device::map) makes, it is detected.
    ///
    /// # Errors
    /// [`Error::Length`] if lengths, or the words of elements, do not fit; [`Error::NoWord`] and
    /// [`Error::NotCertified`] as [`lowering`](Device::lowering); [`Error::FunctionNotCertified`] if it
    /// uses an elementary function that the device computes wrong; [`Error::Unsupported`] if the function was recorded with fused multiply-adds and the device's lowering has none;
    /// [`Error::ForeignBuffer`], [`Error::OutOfMemory`], [`Error::Rejected`], [`Error::Lost`].
    pub fn map_into<R: DeviceNumber>(
        &self,
        function: &Circuit,
        arrays: &[&dyn AnyArray],
        result: &DeviceArray<R>,
    ) -> Result<(), Error> {
        self.run_map(&elementwise(function.clone()), None, arrays, result)
    }

    /// Runs a map over arrays. `prepared` is the compiled map, if there is one.
    pub(super) fn run_map(
        &self,
        program: &Program,
        prepared: Option<&Prepared>,
        arrays: &[&dyn AnyArray],
        result: &dyn AnyArray,
    ) -> Result<(), Error> {
        let broadcast = program.broadcast();
        check(&program.circuits()[0], arrays, broadcast, result)?;
        let same = |a: &Buffer, b: &Buffer| Arc::ptr_eq(&a.handle, &b.handle);
        let is_result = |array: &&dyn AnyArray| {
            array.buffers().iter().zip(result.buffers()).any(|(a, b)| same(a, b))
        };
        if arrays.iter().any(is_result) {
            return Err(self.unsupported("a result written over an operand; use another array"));
        }
        let compiled;
        let prepared = match prepared {
            Some(prepared) => prepared,
            None => {
                compiled = self.prepare(program)?;
                &compiled
            }
        };
        let task = self.task(result.elements() * steps(program));
        for (segment, count) in segments(result.elements()).enumerate() {
            let buffer = |(array, &broadcast): (&&dyn AnyArray, &bool)| {
                array.buffers()[if broadcast { 0 } else { segment }].clone()
            };
            let mut buffers: Vec<_> = arrays.iter().zip(broadcast).map(buffer).collect();
            buffers.push(result.buffers()[segment].clone());
            let buffers: Vec<_> = buffers.iter().collect();
            task.map_segment(prepared, steps(program), &buffers, count, 0)?;
        }
        Ok(())
    }
}

impl Task<'_> {
    /// Runs a map of `steps` steps on the elements 0 to `count` of a segment, and writes the
    /// results from place `to` on.
    pub(super) fn map_segment(
        &self,
        map: &Prepared,
        steps: u64,
        buffers: &[&Buffer],
        count: u64,
        to: u64,
    ) -> Result<(), Error> {
        let mut begin = 0;
        while begin < count {
            let now = map.units(steps, u64::from(WORKGROUP)).min(count - begin);
            let places = [begin, now, to + begin].map(|place| place as u32);
            let arguments = [places[0], places[1], places[2], 0, 0, 0, 0, 0];
            let piece = Piece { buffers, arguments, groups: invocations(now), steps: now * steps };
            self.launch(map, &piece, begin + now < count)?;
            begin += now;
        }
        Ok(())
    }
}

/// The program that applies a function to every element.
pub(super) fn elementwise(function: Circuit) -> Program {
    let arrays = function.parameters().len();
    Program::map(function, vec![false; arrays], false)
}

/// The number of steps of a map for one element.
pub(super) fn steps(program: &Program) -> u64 {
    program.circuits()[0].nodes().len() as u64
}

/// Checks that the function fits the arrays, and that the arrays fit each other.
pub(super) fn check(
    function: &Circuit,
    arrays: &[&dyn AnyArray],
    broadcast: &[bool],
    result: &dyn AnyArray,
) -> Result<(), Error> {
    let fits = |what, expected: u64, given: u64| {
        if expected == given { Ok(()) } else { Err(Error::Length { what, expected, given }) }
    };
    fits("arrays for a function", function.parameters().len() as u64, arrays.len() as u64)?;
    let parameters = function.parameters().iter().zip(arrays);
    for ((&words, array), &broadcast) in parameters.zip(broadcast) {
        fits("words of a parameter", words as u64, array.words() as u64)?;
        is_word(function, array.word())?;
        let length = if broadcast { 1 } else { result.elements() };
        fits("array", length, array.elements())?;
    }
    fits("words of a result", function.outputs().len() as u64, result.words() as u64)?;
    is_word(function, result.word())
}

pub(super) fn is_word(function: &Circuit, word: WordType) -> Result<(), Error> {
    if function.word() == word {
        return Ok(());
    }
    Err(Error::NoWord { device: format!("a function of {}", function.word()), word })
}
