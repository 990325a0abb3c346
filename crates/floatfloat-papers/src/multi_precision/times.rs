//! The times of operations, the number of their steps, and the number of values that are alive at
//! the same time.

use super::{
    Measuring,
    subject::{Field, Subject},
};
use floatfloat_gpu::{Circuit, Device, DeviceArray, DeviceNumber, Program};
use floatfloat_lab::{
    devices::OnDevice,
    error::Error,
    random::Random,
    table::row,
    timing::stop_if_asked,
    workloads::{Place, timed},
};

/// The number of elements for which every result of a device is compared with that of its
/// interpreted recording.
const VERIFIED: usize = 1 << 10;

/// The number of elements of a sum that is compared.
const COMPARED: usize = 1 << 14;

/// An operation on two numbers, or a reduction, counted for each element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Add,
    Mul,
    Div,
    Sqrt,
    Sum,
    Dot,
}

impl Operation {
    const ALL: [Operation; 6] = [Self::Add, Self::Mul, Self::Sum, Self::Dot, Self::Div, Self::Sqrt];

    fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Mul => "mul",
            Self::Div => "div",
            Self::Sqrt => "sqrt",
            Self::Sum => "sum",
            Self::Dot => "dot",
        }
    }

    fn apply<F: Field>(self, x: F, y: F) -> F {
        match self {
            Self::Add | Self::Sum => x + y,
            Self::Mul => x * y,
            Self::Div => x / y,
            Self::Sqrt => x.root(),
            Self::Dot => x * y + y,
        }
    }

    fn is_reduction(self) -> bool {
        matches!(self, Self::Sum | Self::Dot)
    }
}

/// Operands of one type, and the properties of its operations.
struct Work<T> {
    x: Vec<T>,
    y: Vec<T>,
    is_fused: bool,
}

impl Measuring<'_> {
    /// Measures words or pairs of words, if the device has the word type.
    pub(super) fn times_of_words<W: OnDevice, T: Subject<Word = W>>(
        &mut self,
    ) -> Result<(), Error> {
        if self.place.has::<W>() {
            return self.times_of::<T>(self.place.fused::<W>(), |_| Operation::ALL.len());
        }
        self.progress.advance(1);
        Ok(())
    }

    /// Measures multiple precision.
    pub(super) fn times_of_limbs<T: Subject>(&mut self) -> Result<(), Error> {
        // Quotients and roots of many numbers would take long and show nothing new.
        self.times_of::<T>(true, |elements| if elements <= COMPARED { 6 } else { 4 })
    }

    /// Measures a type. `here` is the number of operations that the processor computes on an array.
    fn times_of<T: Subject>(
        &mut self,
        is_fused: bool,
        here: fn(usize) -> usize,
    ) -> Result<(), Error> {
        for &elements in self.sizes() {
            let work = self.work::<T>(elements, is_fused);
            match self.place {
                Place::Processor => self.sequential(&work, &Operation::ALL[..here(elements)])?,
                Place::Device(opened) => self.on_device(&work, &opened.device)?,
            }
        }
        self.progress.advance(1);
        Ok(())
    }

    fn work<T: Subject>(&self, elements: usize, is_fused: bool) -> Work<T> {
        let mut random = Random::new(self.options.seed, elements);
        let [x, y] = [(); 2].map(|()| (0..elements).map(|_| T::draw(&mut random)).collect());
        Work { x, y, is_fused }
    }

    /// Computes one number after the other.
    fn sequential<T: Subject>(
        &mut self,
        work: &Work<T>,
        operations: &[Operation],
    ) -> Result<(), Error> {
        let mut out = work.x.clone();
        for &operation in operations {
            let zero = T::of(0.0);
            let ((), seconds) = timed(self.place, self.progress, || {
                let pairs = work.x.iter().zip(&work.y);
                match operation {
                    Operation::Sum => out[0] = work.x.iter().fold(zero, |sum, &x| sum + x),
                    Operation::Dot => out[0] = pairs.fold(zero, |sum, (&x, &y)| sum + x * y),
                    _ => {
                        pairs.zip(&mut out).for_each(|((&x, &y), out)| *out = operation.apply(x, y))
                    }
                }
                std::hint::black_box(&mut out);
                Ok(())
            })?;
            self.push(work, operation, seconds, None, None)?;
        }
        Ok(())
    }

    fn on_device<T: Subject>(&mut self, work: &Work<T>, device: &Device) -> Result<(), Error> {
        let reference = device.reference();
        let count = VERIFIED.min(work.x.len());
        let [x, y] = [device.upload(&work.x)?, device.upload(&work.y)?];
        let few = [reference.upload(&work.x[..count])?, reference.upload(&work.y[..count])?];
        let is_compared = work.x.len() <= COMPARED;
        // A quick run compiles little.
        let operations = &Operation::ALL[..if self.options.quick { 3 } else { 6 }];
        for &operation in operations {
            let mut registers = None;
            let (seconds, verified) = if operation.is_reduction() {
                let of = |device: &Device, x: &DeviceArray<T>, y: &DeviceArray<T>| match operation {
                    Operation::Sum => device.sum::<T>(x),
                    _ => device.dot::<T>(x, y),
                };
                let run = || Ok(of(device, &x, &y)?);
                let (found, seconds) = timed(self.place, self.progress, run)?;
                let all = is_compared.then(|| -> Result<bool, Error> {
                    let all = [reference.upload(&work.x)?, reference.upload(&work.y)?];
                    Ok(found.is_same(of(&reference, &all[0], &all[1])?))
                });
                (seconds, all.transpose()?)
            } else {
                let circuit = recorded::<T>(operation, work.is_fused)?;
                let run = || Ok(device.map::<T>(&circuit, &[&x, &y])?);
                let (found, seconds) = timed(self.place, self.progress, run)?;
                let found = device.download(&found)?;
                let expected = reference.map::<T>(&circuit, &[&few[0], &few[1]])?;
                let expected = reference.download(&expected)?;
                let is_same = expected.iter().zip(&found).all(|(x, y)| x.is_same(*y));
                registers = device.registers(&Program::map(circuit, vec![false; 2], false))?;
                (seconds, Some(is_same))
            };
            self.push(work, operation, seconds, registers, verified)?;
        }
        Ok(())
    }

    fn push<T: Subject>(
        &mut self,
        work: &Work<T>,
        operation: Operation,
        seconds: f64,
        registers: Option<u32>,
        verified: Option<bool>,
    ) -> Result<(), Error> {
        stop_if_asked(self.progress)?;
        let circuit = recorded::<T>(operation, work.is_fused)?;
        let operations = match circuit.flops() {
            0 => circuit.uint_operations(),
            of_words => of_words.into(),
        };
        let elements = work.x.len();
        self.times.push(row![
            self.place.id(),
            T::NAME,
            operation.name(),
            elements as u64,
            seconds,
            1e9 * seconds / elements as f64,
            operations,
            circuit.most_alive() as u64,
            registers.map(u64::from),
            verified,
        ]);
        Ok(())
    }
}

fn recorded<T: Subject>(operation: Operation, is_fused: bool) -> Result<Circuit, Error> {
    type R<T> = <T as DeviceNumber>::Recorded;
    Ok(Circuit::record2(is_fused, |x: R<T>, y: R<T>| operation.apply(x, y))?)
}
