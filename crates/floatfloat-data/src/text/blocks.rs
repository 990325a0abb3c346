//! Long texts, one block of whole lines at a time.

use super::{
    beginning::Beginning,
    lines::{LONGEST_LINE, Lines},
};
use crate::{error::Error, input::unreadable, parallel};
use std::{io::Read, path::Path};

/// Approximate size of a block in bytes. It must exceed the longest line.
const BLOCK: usize = 2 * LONGEST_LINE;

/// Whole lines of a text.
struct Block {
    bytes: Vec<u8>,
    /// Number of bytes already read.
    start: usize,
    /// Number of lines before them.
    lines_before: u64,
}

impl Block {
    fn lines<'a>(&'a self, source: &'a str) -> Lines<'a> {
        Lines::behind(self.lines_before, &self.bytes[self.start..], source)
    }
}

/// The lines of an input, in blocks that several threads read.
pub(crate) struct Blocks<R> {
    reader: R,
    source: String,
    /// The beginning of a line whose end is not read yet.
    rest: Vec<u8>,
    /// Number of lines before it.
    lines: u64,
    /// The block from which the first line was taken.
    begun: Option<Block>,
}

impl<R: Read> Blocks<R> {
    pub(crate) fn new(reader: R, source: &str) -> Self {
        let (source, rest) = (source.to_owned(), Vec::new());
        Blocks { reader, source, rest, lines: 0, begun: None }
    }

    /// Takes the first line with data.
    pub(crate) fn beginning(&mut self) -> Result<Option<Beginning>, Error> {
        let mut declared = None;
        while let Some(mut block) = self.block()? {
            let mut lines = block.lines(&self.source);
            if let Some(beginning) = Beginning::take(&mut lines, &mut declared)? {
                let (start, number) = (block.bytes.len() - lines.rest().len(), lines.number());
                (block.start, block.lines_before) = (start, number);
                self.begun = Some(block);
                return Ok(Some(beginning));
            }
        }
        Ok(None)
    }

    /// Passes the other lines to `read`, block by block and several blocks at a time, and the results of `read`
    /// to `take`, in order.
    pub(crate) fn each<S: Send>(
        mut self,
        read: impl Fn(Lines<'_>) -> Result<S, Error> + Sync,
        mut take: impl FnMut(S) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut blocks: Vec<Block> = self.begun.take().into_iter().collect();
        loop {
            // If the input fails, the blocks read before come first.
            let mut failed = Ok(());
            while blocks.len() < rayon::current_num_threads() && failed.is_ok() {
                match self.block() {
                    Ok(Some(block)) => blocks.push(block),
                    Ok(None) => break,
                    Err(error) => failed = Err(error),
                }
            }
            if blocks.is_empty() {
                return failed;
            }
            let source = &self.source;
            let results = parallel::map(blocks.len(), |i| read(blocks[i].lines(source)));
            blocks.clear();
            results.into_iter().try_for_each(|result| take(result?))?;
            failed?;
        }
    }

    fn block(&mut self) -> Result<Option<Block>, Error> {
        let mut bytes = std::mem::take(&mut self.rest);
        let missing = (BLOCK - bytes.len()) as u64;
        bytes.reserve_exact(missing as usize);
        self.reader
            .by_ref()
            .take(missing)
            .read_to_end(&mut bytes)
            .map_err(|error| unreadable(Path::new(&self.source), error))?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.len() == BLOCK {
            self.rest = bytes.split_off(end_of_lines(&bytes));
        }
        let lines_before = self.lines;
        self.lines += line_ends(&bytes);
        Ok(Some(Block { bytes, start: 0, lines_before }))
    }
}

/// The end of the last line. If there is none, the whole length: such a line is too long.
fn end_of_lines(bytes: &[u8]) -> usize {
    let feed = memchr::memrchr(b'\n', bytes);
    // A carriage return at the end may be followed by a line feed that belongs to it.
    let end = feed.or_else(|| memchr::memrchr(b'\r', &bytes[..bytes.len() - 1]));
    end.map_or(bytes.len(), |end| end + 1)
}

fn line_ends(bytes: &[u8]) -> u64 {
    let count = |byte| memchr::memchr_iter(byte, bytes).count();
    let returns = count(b'\r');
    let both = if returns == 0 { 0 } else { memchr::memmem::find_iter(bytes, b"\r\n").count() };
    (count(b'\n') + returns - both) as u64
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Blocks};
    use crate::Error;

    /// Every line with its number.
    fn lines(text: &[u8]) -> Result<Vec<(u64, String)>, Error> {
        let mut found = Vec::new();
        let read = |mut lines: super::Lines<'_>| {
            let mut read = Vec::new();
            while let Some(line) = lines.next()? {
                read.push((lines.number(), line.to_owned()));
            }
            Ok(read)
        };
        Blocks::new(text, "test").each(read, |read| {
            found.extend(read);
            Ok(())
        })?;
        Ok(found)
    }

    #[test]
    fn lines_are_numbered_across_blocks_whatever_ends_them() {
        for end in ["\n", "\r\n", "\r"] {
            let count = 3 * BLOCK / 8;
            let text: String = (1..=count).map(|i| format!("{i:07}{end}")).collect();
            let found = lines(text.as_bytes()).unwrap();
            assert_eq!(found.len(), count);
            for (i, (number, line)) in (1..).zip(&found) {
                assert_eq!((*number, line), (i, &format!("{i:07}")), "{end:?}");
            }
        }
    }

    #[test]
    fn a_line_across_blocks_is_one() {
        let text = [vec![b'1'; BLOCK - 10], b"\n".to_vec()].concat();
        assert!(matches!(lines(&text), Err(Error::LongLine { .. })));
        let text = [b"#\n".repeat(BLOCK / 2 - 3), vec![b'2'; 100]].concat();
        assert_eq!(lines(&text).unwrap(), [(BLOCK as u64 / 2 - 2, "2".repeat(100))]);
        let text = [b"#\n".repeat(BLOCK / 2 - 1), b"#\r\n3".to_vec()].concat();
        assert_eq!(lines(&text).unwrap(), [(BLOCK as u64 / 2 + 1, "3".into())]);
    }

    #[test]
    fn an_error_names_the_line_of_the_text() {
        let text = [b"1\n".repeat(BLOCK), b"\xff".to_vec()].concat();
        let error = lines(&text).unwrap_err().to_string();
        assert!(error.starts_with(&format!("test, line {}:", BLOCK + 1)), "{error}");
    }

    #[test]
    fn the_first_line_is_taken_from_the_others() {
        let text = [b"#\n".repeat(BLOCK), b"x\n1\n2\n".to_vec()].concat();
        let mut blocks = Blocks::new(&text[..], "test");
        let first = blocks.beginning().unwrap().unwrap();
        let place = format!("test, line {}", BLOCK + 1);
        assert_eq!((first.first.as_str(), first.place.to_string()), ("x", place));
        let mut others = Vec::new();
        let read = |mut lines: super::Lines<'_>| {
            Ok([lines.next()?.map(str::to_owned), lines.next()?.map(str::to_owned)])
        };
        blocks
            .each(read, |read| {
                others.extend(read);
                Ok(())
            })
            .unwrap();
        assert_eq!(others, [Some("1".to_owned()), Some("2".to_owned())]);
    }
}
