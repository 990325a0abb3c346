//! Arrays on a device.

use super::Device;
use crate::{
    backend::{Buffer, UNWRITTEN},
    error::Error,
    number::DeviceNumber,
    program::SEGMENT,
    word_type::{DeviceWord, WordType},
};
use std::marker::PhantomData;

/// Numbers on a device, in segments of [`SEGMENT`] elements with one buffer each. Their number is
/// not limited by the size of a buffer. Freed when the last clone is dropped.
#[derive(Clone)]
pub struct DeviceArray<N> {
    length: u64,
    segments: Vec<Buffer>,
    number: PhantomData<N>,
}

/// An array of numbers of any type.
pub trait AnyArray {
    /// The number of elements.
    fn elements(&self) -> u64;
    /// The number of words of an element.
    fn words(&self) -> usize;
    /// The type of the words.
    fn word(&self) -> WordType;
    /// The buffers, one for each segment.
    fn buffers(&self) -> &[Buffer];
}

impl<N: DeviceNumber> DeviceArray<N> {
    /// The number of elements.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Whether the array has no elements.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }
}

impl<N: DeviceNumber> AnyArray for DeviceArray<N> {
    fn elements(&self) -> u64 {
        self.length
    }
    fn words(&self) -> usize {
        N::WORDS
    }
    fn word(&self) -> WordType {
        N::Word::TYPE
    }
    fn buffers(&self) -> &[Buffer] {
        &self.segments
    }
}

/// The number of elements of each segment of an array.
pub(super) fn segments(length: u64) -> impl Iterator<Item = u64> {
    (0..length.div_ceil(SEGMENT)).map(move |segment| SEGMENT.min(length - segment * SEGMENT))
}

/// Returns an error unless `given` is `expected`.
pub(super) fn fits(what: &'static str, expected: u64, given: u64) -> Result<(), Error> {
    if expected == given { Ok(()) } else { Err(Error::Length { what, expected, given }) }
}

/// The number of bytes of `count` numbers.
pub(super) fn bytes<N>(count: u64) -> u64 {
    count.saturating_mul(size_of::<N>() as u64)
}

/// The index of the first word that no launch has written. Integers may have any bits, but the last integer of a number
/// begins with a 1, or all are zero.
pub(super) fn unwritten<E: DeviceWord>(words: &[E], of_number: usize) -> Option<usize> {
    if E::TYPE == WordType::U32 {
        let words: &[u32] = bytemuck::cast_slice(words);
        let mut last = words.chunks(of_number).map(|words| words[words.len() - 1]);
        return last.position(|word| word == UNWRITTEN).map(|number| number * of_number);
    }
    let twice = (u64::from(UNWRITTEN) << 32) | u64::from(UNWRITTEN);
    let bytes: &[u8] = bytemuck::cast_slice(words);
    match E::TYPE.bytes() {
        2 => bytemuck::cast_slice(bytes).iter().position(|&word: &u16| word == UNWRITTEN as u16),
        4 => bytemuck::cast_slice(bytes).iter().position(|&word: &u32| word == UNWRITTEN),
        _ => bytemuck::cast_slice(bytes).iter().position(|&word: &u64| word == twice),
    }
}

impl Device {
    /// Copies numbers to the device.
    ///
    /// # Errors
    /// [`Error::NoWord`], [`Error::NotCertified`], [`Error::OutOfMemory`], [`Error::Lost`].
    pub fn upload<N: DeviceNumber>(&self, numbers: &[N]) -> Result<DeviceArray<N>, Error> {
        let array = self.new_array(numbers.len() as u64)?;
        for (buffer, numbers) in array.segments.iter().zip(numbers.chunks(SEGMENT as usize)) {
            self.check_progress()?;
            self.backend.write(buffer, bytemuck::cast_slice(numbers))?;
        }
        Ok(array)
    }

    /// Copies numbers whose words lie in slices of their own, as in the vectors of `floatfloat-cpu`:
    /// `gpu.upload_parts::<DoubleDouble>(&[x.hi(), x.lo()])`. The call needs host memory for the
    /// numbers of one segment.
    ///
    /// # Errors
    /// [`Error::Length`] if the number of slices is not the number of words of a number, or if the
    /// slices have different lengths, and those of [`upload`](Device::upload).
    pub fn upload_parts<N: DeviceNumber>(
        &self,
        parts: &[&[N::Word]],
    ) -> Result<DeviceArray<N>, Error> {
        let length = parts.first().map_or(0, |words| words.len());
        fits("slices of words", N::WORDS as u64, parts.len() as u64)?;
        for words in parts {
            fits("words of a slice", length as u64, words.len() as u64)?;
        }
        let array = self.new_array(length as u64)?;
        for (buffer, begin) in array.segments.iter().zip((0..length).step_by(SEGMENT as usize)) {
            self.check_progress()?;
            let end = length.min(begin + SEGMENT as usize);
            let mut numbers = self.host_memory::<N>((end - begin) as u64)?;
            let words: &mut [N::Word] = bytemuck::cast_slice_mut(&mut numbers);
            for (place, part) in parts.iter().enumerate() {
                let of_part = words.iter_mut().skip(place).step_by(N::WORDS);
                of_part.zip(&part[begin..end]).for_each(|(to, &word)| *to = word);
            }
            self.backend.write(buffer, bytemuck::cast_slice(&numbers))?;
        }
        Ok(array)
    }

    /// Copies numbers back to the host: all first words, all second words, and so on.
    ///
    /// # Errors
    /// Those of [`download`](Device::download).
    pub fn download_parts<N: DeviceNumber>(
        &self,
        array: &DeviceArray<N>,
    ) -> Result<Vec<Vec<N::Word>>, Error> {
        let numbers = self.download(array)?;
        let words: &[N::Word] = bytemuck::cast_slice(&numbers);
        let part = |place| words.iter().skip(place).step_by(N::WORDS).copied().collect();
        Ok((0..N::WORDS).map(part).collect())
    }

    /// An array that is not written yet. Downloading it returns [`Error::Unwritten`].
    ///
    /// # Errors
    /// Those of [`upload`](Device::upload).
    pub fn new_array<N: DeviceNumber>(&self, length: u64) -> Result<DeviceArray<N>, Error> {
        self.lowering(N::Word::TYPE)?;
        let segments = segments(length)
            .map(|count| self.backend.allocate(bytes::<N>(count)))
            .collect::<Result<_, _>>()?;
        Ok(DeviceArray { length, segments, number: PhantomData })
    }

    /// Copies numbers back to the host.
    ///
    /// # Errors
    /// [`Error::Unwritten`] if no launch has written a number, which is a fault of the device or
    /// its driver. A word equal to [`UNWRITTEN`], a NaN that arithmetic does not produce, counts as
    /// unwritten. [`Error::OutOfMemory`] if the host lacks the memory, [`Error::ForeignBuffer`],
    /// [`Error::Lost`], and errors of earlier launches.
    pub fn download<N: DeviceNumber>(&self, array: &DeviceArray<N>) -> Result<Vec<N>, Error> {
        let mut numbers = self.host_memory(array.length)?;
        for (segment, (buffer, numbers)) in
            array.segments.iter().zip(numbers.chunks_mut(SEGMENT as usize)).enumerate()
        {
            self.read(buffer, segment as u64 * SEGMENT, numbers)?;
        }
        Ok(numbers)
    }

    /// `length` zeros on the host.
    pub(super) fn host_memory<N: DeviceNumber>(&self, length: u64) -> Result<Vec<N>, Error> {
        let mut numbers = Vec::new();
        let length_here = usize::try_from(length).unwrap_or(usize::MAX);
        numbers.try_reserve_exact(length_here).map_err(|_| Error::OutOfMemory {
            device: "the host".into(),
            bytes: bytes::<N>(length),
        })?;
        numbers.resize(length_here, N::zeroed());
        Ok(numbers)
    }

    /// Reads the beginning of a buffer. Its first number has the index `first` in the whole array.
    pub(super) fn read<N: DeviceNumber>(
        &self,
        buffer: &Buffer,
        first: u64,
        numbers: &mut [N],
    ) -> Result<(), Error> {
        self.check_progress()?;
        self.backend.read(buffer, bytemuck::cast_slice_mut(numbers))?;
        match unwritten::<N::Word>(bytemuck::cast_slice(numbers), N::WORDS) {
            None => Ok(()),
            Some(word) => Err(self.unwritten(first + (word / N::WORDS) as u64)),
        }
    }

    pub(super) fn unwritten(&self, index: u64) -> Error {
        Error::Unwritten { device: self.description().id.clone(), index }
    }
}
