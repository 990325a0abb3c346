//! Places of a program: where its steps are written.

use std::{collections::HashMap, panic::Location};

/// A step of the program as it is written: an operator or function at a line and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) file: &'static str,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) operation: &'static str,
}

/// All places that a program has reached, in the order in which it reached them first.
pub(crate) struct Places {
    list: Vec<Place>,
    /// The line of each place.
    lines: Vec<usize>,
    numbers: HashMap<Place, usize>,
    numbers_of_lines: HashMap<(&'static str, u32), usize>,
    /// Places by the addresses of their location and operation: the same place may have several locations.
    recent: Box<[Option<Recent>; RECENT]>,
}

const RECENT: usize = 1 << 10;

#[derive(Clone, Copy)]
struct Recent {
    key: [usize; 2],
    number: usize,
}

impl Places {
    pub(crate) fn new() -> Self {
        Places {
            list: Vec::new(),
            lines: Vec::new(),
            numbers: HashMap::new(),
            numbers_of_lines: HashMap::new(),
            recent: Box::new([None; RECENT]),
        }
    }

    /// The number of a place.
    #[inline]
    pub(crate) fn number(
        &mut self,
        location: &'static Location<'static>,
        operation: &'static str,
    ) -> usize {
        let key = [std::ptr::from_ref(location).addr(), operation.as_ptr().addr()];
        let slot = (key[0] / 8 + key[1] * 31) % RECENT;
        if let Some(recent) = self.recent[slot]
            && recent.key == key
        {
            return recent.number;
        }
        let (file, line, column) = (location.file(), location.line(), location.column());
        let number = self.number_of(Place { file, line, column, operation });
        self.recent[slot] = Some(Recent { key, number });
        number
    }

    /// The number of a place that has no location of Rust's.
    pub(crate) fn number_of(&mut self, place: Place) -> usize {
        let (list, lines) = (&mut self.list, &mut self.lines);
        let of_lines = &mut self.numbers_of_lines;
        *self.numbers.entry(place).or_insert_with(|| {
            let next = of_lines.len();
            list.push(place);
            lines.push(*of_lines.entry((place.file, place.line)).or_insert(next));
            list.len() - 1
        })
    }

    pub(crate) fn list(&self) -> &[Place] {
        &self.list
    }

    /// The number of the line of a place.
    pub(crate) fn line(&self, place: usize) -> usize {
        self.lines[place]
    }

    /// The number of the line of each place.
    pub(crate) fn lines(&self) -> &[usize] {
        &self.lines
    }

    /// How many lines have places.
    pub(crate) fn line_count(&self) -> usize {
        self.numbers_of_lines.len()
    }
}
