//! NumPy arrays of any length, one block of numbers at a time.

use super::{
    Input, Kind, Loaded, Wanted, at_byte,
    format_error::FormatError,
    npy::{self, Elements},
    npy_header::{self, Header},
    unreadable,
};
use crate::{error::Error, number::Number, parallel, readable::Readable, words::Words};
use floatfloat::Word;
use std::{
    io::{Cursor, Read},
    ops::Range,
    path::{Path, PathBuf},
};

/// How many numbers a block has.
const BLOCK: usize = 1 << 18;

/// Number of first bytes in which the header must lie.
const BEGINNING: u64 = 1 << 16;

/// An input that is read block by block, or one that must be held in memory.
pub(crate) enum Numbers {
    Stream(Stream),
    Loaded(Loaded),
}

impl Numbers {
    /// Reads an array block by block if the words of each number are contiguous. All other inputs are held in
    /// memory: arrays whose words are not contiguous, long doubles whose form only all of them show, and files that
    /// are no .npy.
    ///
    /// # Errors
    /// If the input cannot be read, or its header is not valid.
    pub(crate) fn open(mut input: Input, wanted: Wanted) -> Result<Self, Error> {
        if input.kind != Kind::Npy || input.part.is_some() {
            return Ok(Numbers::Loaded(input.load()?));
        }
        let mut beginning = Vec::new();
        let failed = |error| unreadable(Path::new(&input.source), error);
        input.reader.by_ref().take(BEGINNING).read_to_end(&mut beginning).map_err(failed)?;
        if let Ok(header) = npy_header::read(&beginning, &input.source) {
            if let Some(file) = &input.file {
                let length = std::fs::metadata(file).map_err(failed)?.len();
                npy::check_length(&header, length, &input.source)?;
            }
            if let Some(words) = words_together(&header, wanted, input.file.as_ref())? {
                let rest = Cursor::new(beginning.split_off(header.data));
                input.reader = Box::new(rest.chain(input.reader));
                return Ok(Numbers::Stream(Stream::new(input, beginning, header, words)?));
            }
        }
        let reader = Box::new(Cursor::new(beginning).chain(input.reader));
        Ok(Numbers::Loaded(Input { reader, ..input }.load()?))
    }

    /// Reads the rest of the input into memory.
    pub(crate) fn load(self) -> Result<Loaded, Error> {
        match self {
            Numbers::Stream(Stream { input, beginning, .. }) => {
                let reader = Box::new(Cursor::new(beginning).chain(input.reader));
                Input { reader, ..input }.load()
            }
            Numbers::Loaded(loaded) => Ok(loaded),
        }
    }
}

/// The number of words of a number, if they are contiguous.
fn words_together(
    header: &Header,
    wanted: Wanted,
    file: Option<&PathBuf>,
) -> Result<Option<usize>, Error> {
    let is_vector = wanted == Wanted::Vector;
    if !header.element.is_known() {
        return Ok(None);
    }
    Ok(match (header.shape.as_slice(), file) {
        ([rows, columns], _) if !header.element.is_word() => {
            (!is_vector || *rows == 1 || *columns == 1).then_some(1)
        }
        ([_], _) => Some(1),
        ([_, 2], _) if header.is_fortran => None,
        ([_, 2], _) if is_vector => Some(2),
        ([_, 2], Some(file)) => Some(if all_are_pairs(file, header)? { 2 } else { 1 }),
        ([_, 2], None) => None,
        ([rows, columns], _) => (!is_vector || *rows == 1 || *columns == 1).then_some(1),
        ([_, _, 2], _) if !is_vector && !header.is_fortran && header.element.is_word() => Some(2),
        _ => None,
    })
}

/// Reads a file of two columns to its end, to find out whether all its rows are pairs hi, lo.
fn all_are_pairs(file: &Path, header: &Header) -> Result<bool, Error> {
    let mut input = Input::open(file)?;
    let mut beginning = Vec::new();
    (input.reader.by_ref().take(header.data as u64))
        .read_to_end(&mut beginning)
        .map_err(|error| unreadable(file, error))?;
    let mut stream = Stream::new(input, beginning, header.clone(), 2)?;
    while let Some(block) = stream.next()? {
        if !block.are_pairs() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The numbers of an array in the order of the file.
pub(crate) struct Stream {
    /// The input after the header.
    input: Input,
    /// The header and the bytes before it.
    beginning: Vec<u8>,
    header: Header,
    /// Number of words of a number; they are contiguous.
    words: usize,
    count: usize,
    next: usize,
    bytes: Vec<u8>,
}

impl Stream {
    fn new(input: Input, beginning: Vec<u8>, header: Header, words: usize) -> Result<Self, Error> {
        let count =
            (npy::end(&header, &input.source)? - header.data) / (header.element.width * words);
        Ok(Stream { input, beginning, header, words, count, next: 0, bytes: Vec::new() })
    }

    /// The file as the user named it.
    pub(crate) fn source(&self) -> &str {
        &self.input.source
    }

    /// How many numbers there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The next block; all streams have blocks of the same size, except for the last.
    pub(crate) fn next(&mut self) -> Result<Option<Block<'_>>, Error> {
        let size = self.header.element.width * self.words;
        let begin = self.header.data + self.next * size;
        let failed = |error| unreadable(Path::new(&self.input.source), error);
        let wrong = |byte: usize, problem| {
            let place = at_byte(&self.input.source, byte as u64);
            Err(Error::Format { place, problem: Box::new(problem) })
        };
        if self.next == self.count {
            let extra =
                std::io::copy(&mut self.input.reader, &mut std::io::sink()).map_err(failed)?;
            return if extra == 0 {
                Ok(None)
            } else {
                wrong(begin, FormatError::Trailing { extra })
            };
        }
        let (first, count) = (self.next, BLOCK.min(self.count - self.next));
        self.bytes.clear();
        let read = (self.input.reader.by_ref().take((count * size) as u64))
            .read_to_end(&mut self.bytes)
            .map_err(failed)?;
        if read < count * size {
            let what = "the array that its header describes";
            let missing = ((self.count - first) * size - read) as u64;
            return wrong(begin + read, FormatError::Truncated { what, missing });
        }
        self.next += count;
        let elements =
            Elements::of_block(&self.header, &self.bytes, begin, &self.input.source, self.words);
        Ok(Some(Block { elements, first, count }))
    }
}

/// A block of consecutive numbers of a file.
pub(crate) struct Block<'a> {
    elements: Elements<'a>,
    /// The index of the first number in the file, counted from 0.
    first: usize,
    count: usize,
}

impl Block<'_> {
    /// The numbers, each rounded once to the type.
    ///
    /// # Errors
    /// For the first number that is not finite or not a pair, or that the type cannot hold.
    pub(crate) fn words<T: Number>(&self) -> Result<Words, Error> {
        // Pairs of f32 are no pairs of f64.
        let needs_rounding = if T::Word::PRECISION < f64::PRECISION {
            !self.elements.are_narrow()
        } else {
            self.elements.are_narrow_pairs()
        };
        if !needs_rounding && let Some(words) = self.elements.exact_words(T::WORDS) {
            return Ok(words);
        }
        Ok(self.numbers::<T>()?.into_iter().collect())
    }

    /// The numbers of the block.
    pub(crate) fn numbers<T: Readable>(&self) -> Result<Vec<T>, Error> {
        let number = |i: usize| self.elements.number_at::<T>(self.first + i);
        let pieces = self.in_pieces(|piece| piece.map(number).collect::<Result<Vec<T>, Error>>());
        Ok(pieces.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// Whether every two consecutive words are a pair hi, lo.
    fn are_pairs(&self) -> bool {
        let is_pair = |i: usize| self.elements.is_pair_at(self.first + i);
        self.in_pieces(|mut piece| piece.all(is_pair)).into_iter().all(|are_pairs| are_pairs)
    }

    /// The results of work on the numbers, which several threads do.
    fn in_pieces<R: Send>(&self, work: impl Fn(Range<usize>) -> R + Sync) -> Vec<R> {
        const PIECE: usize = 4096;
        parallel::map(self.count.div_ceil(PIECE), |piece| {
            let first = piece * PIECE;
            work(first..self.count.min(first + PIECE))
        })
    }
}
