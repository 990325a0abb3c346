//! Matrices in a layout for registers.

use crate::{arithmetic::Family, devices::OnDevice};
use std::marker::PhantomData;

/// A square matrix with right-hand sides beside it, row by row. The words of a row are separate: all
/// high words come first. The matrix and the right-hand sides are filled up with zeros to whole
/// [strips](Grid::STRIP).
pub struct Grid<F, W> {
    size: usize,
    padded: usize,
    stride: usize,
    words: Vec<W>,
    family: PhantomData<F>,
}

impl<F, W: Clone> Clone for Grid<F, W> {
    fn clone(&self) -> Self {
        Grid { words: self.words.clone(), ..*self }
    }
}

impl<F: Family, W: OnDevice> Grid<F, W> {
    /// The columns of a strip: two of the widest registers.
    pub const STRIP: usize = 128 / size_of::<W>();

    /// A square matrix with `size` rows and `sides` right-hand sides, whose columns follow those of
    /// the matrix.
    pub fn new(size: usize, sides: usize, entry: impl Fn(usize, usize) -> F::Of<W>) -> Self {
        let padded = size.next_multiple_of(Self::STRIP);
        let stride = padded + sides.next_multiple_of(Self::STRIP);
        let zero = W::default();
        let words = vec![zero; size * stride * F::WORDS];
        let mut grid = Grid { size, padded, stride, words, family: PhantomData };
        for i in 0..size {
            for j in 0..size + sides {
                let number = F::words(entry(i, j));
                for (word, &value) in number[..F::WORDS].iter().enumerate() {
                    let place = grid.place(i, j, word);
                    grid.words[place] = value;
                }
            }
        }
        grid
    }

    fn place(&self, i: usize, j: usize, word: usize) -> usize {
        let column = if j < self.size { j } else { j - self.size + self.padded };
        (i * F::WORDS + word) * self.stride + column
    }

    /// The number of rows, which is that of columns without the right-hand sides.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of high words of a row, which is that of its low words.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// All words.
    pub(super) fn words(&self) -> &[W] {
        &self.words
    }

    /// All words, for writing.
    pub(super) fn words_mut(&mut self) -> &mut [W] {
        &mut self.words
    }

    /// The number in row i and column j. Right-hand sides are the columns after those of the
    /// matrix.
    #[inline(always)]
    pub fn at(&self, i: usize, j: usize) -> F::Of<W> {
        let high = self.words[self.place(i, j, 0)];
        if F::WORDS == 1 {
            F::from_words(&[high])
        } else {
            F::from_words(&[high, self.words[self.place(i, j, 1)]])
        }
    }
}
