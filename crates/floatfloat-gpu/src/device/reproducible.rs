//! Exact sums and dot products of arrays: the same bits in any order, on any device.

use super::{
    AnyArray, Device, DeviceArray, LaunchShape,
    array::{fits, segments},
    examined::Sample,
    launch::{Piece, grid},
};
use crate::{
    backend::Buffer,
    certificate::of_class,
    error::Error,
    kernels::{MOST_GROUPS, reduction_groups},
    number::DeviceNumber,
    program::{Program, WORKGROUP},
    word_type::DeviceWord,
};
use floatfloat::ReproducibleSum;
use floatfloat_exact::Random;

/// # Reproducible sums
///
/// The sums are exact until they are rounded once: terms become digits of a long accumulator, which integer additions
/// sum. The results depend neither on the order nor on how the work is divided. They equal the sums of the processor,
/// with which they can be [merged](ReproducibleSum::merge). Words, including subnormal ones, are split by their bits,
/// so the device needs no arithmetic on them. Arrays of `f64` can therefore be summed on a device without `f64`.
///
/// On Mesa's driver for the processor (two cores of a Xeon, `floatfloat bench`), a reproducible sum takes 1.2 times as
/// long as a plain sum for `f32`, ff and `f64`, and 1.7 times for dd. A dot product takes 1.4 times as long for `f32`,
/// 1.8 for `f64`, 2.6 for ff and 4.9 for dd.
impl Device {
    /// The exact sum of the numbers.
    ///
    /// ```
    /// use floatfloat_gpu::{Device, Select};
    ///
    /// let device = Device::open(Select::Cpu)?;
    /// let x = device.upload(&[1.0, 1e300, -1e300])?;
    /// assert_eq!(device.sum(&x)?, 0.0);
    /// assert_eq!(device.reproducible_sum(&x)?.to_word::<f64>(), 1.0);
    /// # Ok::<(), floatfloat_gpu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`] for words of 16 bits; [`Error::FunctionNotCertified`] if the device splits terms
    /// wrongly; [`Error::ForeignBuffer`], [`Error::OutOfMemory`], [`Error::Rejected`], [`Error::Lost`].
    pub fn reproducible_sum<N: DeviceNumber>(
        &self,
        x: &DeviceArray<N>,
    ) -> Result<ReproducibleSum, Error> {
        self.reproducible_sum_with(x, None)
    }

    /// The exact sum of the products of the numbers. Otherwise the same as
    /// [`reproducible_sum`](Device::reproducible_sum).
    ///
    /// # Errors
    /// [`Error::Length`] if `y` does not have as many elements as `x`, and those of
    /// [`reproducible_sum`](Device::reproducible_sum).
    pub fn reproducible_dot<N: DeviceNumber>(
        &self,
        x: &DeviceArray<N>,
        y: &DeviceArray<N>,
    ) -> Result<ReproducibleSum, Error> {
        self.reproducible_dot_with(x, y, None)
    }

    /// [`reproducible_sum`](Device::reproducible_sum) with workgroups of your choice, which change only the speed.
    /// If each workgroup would have more terms than fit, there are more workgroups.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if the device has no such workgroups, and those of
    /// [`reproducible_sum`](Device::reproducible_sum).
    pub fn reproducible_sum_with<N: DeviceNumber>(
        &self,
        x: &DeviceArray<N>,
        shape: Option<LaunchShape>,
    ) -> Result<ReproducibleSum, Error> {
        self.add_up::<N, 1>([x], shape)
    }

    /// [`reproducible_dot`](Device::reproducible_dot) with workgroups of your choice, as in
    /// [`reproducible_sum_with`](Device::reproducible_sum_with).
    ///
    /// # Errors
    /// Those of [`reproducible_dot`](Device::reproducible_dot) and of
    /// [`reproducible_sum_with`](Device::reproducible_sum_with).
    pub fn reproducible_dot_with<N: DeviceNumber>(
        &self,
        x: &DeviceArray<N>,
        y: &DeviceArray<N>,
        shape: Option<LaunchShape>,
    ) -> Result<ReproducibleSum, Error> {
        fits("y", x.len(), y.len())?;
        self.add_up::<N, 2>([x, y], shape)
    }

    fn add_up<N: DeviceNumber, const ARRAYS: usize>(
        &self,
        arrays: [&DeviceArray<N>; ARRAYS],
        shape: Option<LaunchShape>,
    ) -> Result<ReproducibleSum, Error> {
        let word = N::Word::TYPE;
        let lanes = shape.map_or(WORKGROUP, |shape| shape.lanes);
        let program = match ARRAYS {
            1 => Program::exact_sum::<N>(lanes),
            _ => Program::exact_dot::<N>(lanes),
        };
        let program = program
            .ok_or_else(|| self.unsupported(format!("exact sums of {word}; take f32 or f64")))?;
        let layout = program.layout();
        let ready = self.prepare(&program)?;
        self.compare_once(&program, &ready, ("digits of exact sums", word), || {
            vec![sample(&program)]
        })?;
        let counts: Vec<u64> = segments(arrays[0].len()).collect();
        let total = layout.total();
        let output = self.backend.allocate((counts.len() * total * 4) as u64)?;
        self.backend.write(&output, &vec![0; counts.len() * total * 4])?;
        let steps = program.circuits()[0].nodes().len() as u64;
        let task = self.task(steps * arrays[0].len());
        for (segment, &count) in counts.iter().enumerate() {
            let groups = shape.map_or(reduction_groups(count), |shape| shape.groups);
            let groups = groups.max(count.div_ceil(program.most_elements().into()) as u32);
            let share = count.div_ceil(groups.clamp(1, MOST_GROUPS).into());
            self.check_iterations(share.div_ceil(lanes.max(1).into()))?;
            let groups = count.div_ceil(share);
            let mut buffers: Vec<&Buffer> =
                arrays.iter().map(|array| &array.buffers()[segment]).collect();
            buffers.push(&output);
            let to = (segment * total) as u32;
            let mut group = 0;
            while group < groups {
                let now = ready.units(steps * share, 1).min(groups - group);
                let arguments = [count as u32, share as u32, group as u32, to, 0, 0, 0, 0];
                let pieces = grid(now);
                let steps = now * share * steps;
                let piece = Piece { buffers: &buffers, arguments, groups: pieces, steps };
                task.launch(&ready, &piece, group + now < groups)?;
                group += now;
            }
        }
        let mut digits = vec![0u32; counts.len() * total];
        self.check_progress()?;
        self.backend.read(&output, bytemuck::cast_slice_mut(&mut digits))?;
        let mut sum = ReproducibleSum::new();
        for digits in digits.chunks(total) {
            for (place, &digit) in digits.iter().enumerate() {
                layout.add_to(&mut sum, place, i64::from(digit as i32));
            }
        }
        Ok(sum)
    }
}

/// The number of groups among which the operands of all classes are divided.
const GROUPS: u32 = 3;

/// Operands of all classes.
fn sample(program: &Program) -> Sample {
    let mut random = Random::new(31);
    let share = (2 * program.lanes() + 5).min(program.most_elements());
    let count = GROUPS * share - 1;
    let operands = |&width: &usize| -> Vec<u32> {
        (0..count as usize * width).map(|_| of_class(&mut random)).collect()
    };
    Sample {
        inputs: program.circuits()[0].parameters().iter().map(operands).collect(),
        output: vec![0; program.constants()[0] as usize],
        arguments: [count, share, 0, 0, 0, 0, 0, 0],
        groups: grid(GROUPS.into()),
    }
}
