//! The threads that read what a child process writes: answers, and the driver's own messages.

use super::{lock, watcher::Watched};
use crate::wire::{Frame, GREETING, shown};
use std::{
    io::{self, BufRead, BufReader, ErrorKind, Read},
    process::ChildStdout,
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, channel},
    },
    thread,
};

/// Most bytes that a driver may write before the greeting.
const PREAMBLE: u64 = 1 << 16;

/// Most bytes of the driver's own messages that are kept.
const WORDS: usize = 4096;

/// What the driver wrote to standard error.
#[derive(Default)]
pub(super) struct Words {
    pub(super) last: Vec<u8>,
    pub(super) complete: bool,
}

/// Starts a thread that reads answers.
pub(super) fn listen(
    output: ChildStdout,
    watched: Arc<Watched>,
) -> io::Result<Receiver<io::Result<Frame>>> {
    let (sender, frames) = channel();
    thread::Builder::new().name("floatfloat-answers".to_owned()).spawn(move || {
        let mut output = BufReader::new(output);
        if let Err(error) = skip_greeting(&mut output) {
            let _ = sender.send(Err(error));
            return;
        }
        while let Some(frame) = Frame::read(&mut output, &|| watched.touch()).transpose() {
            let ended = frame.is_err();
            if sender.send(frame).is_err() || ended {
                return;
            }
        }
    })?;
    Ok(frames)
}

/// Reads to the end of the greeting.
fn skip_greeting(output: &mut impl BufRead) -> io::Result<()> {
    let mut line = Vec::new();
    let mut first = Vec::new();
    let mut output = output.take(PREAMBLE);
    loop {
        line.clear();
        if output.read_until(b'\n', &mut line)? == 0 {
            return match first.is_empty() {
                true => Err(ErrorKind::UnexpectedEof.into()),
                false => Err(io::Error::new(ErrorKind::InvalidData, shown(&first))),
            };
        }
        if line.ends_with(GREETING) {
            return Ok(());
        }
        if first.is_empty() {
            first.clone_from(&line);
        }
    }
}

/// Starts a thread that keeps the driver's last messages.
pub(super) fn gather(
    mut errors: impl Read + Send + 'static,
    words: Arc<Mutex<Words>>,
) -> io::Result<()> {
    thread::Builder::new().name("floatfloat-words".to_owned()).spawn(move || {
        let mut read = [0; WORDS];
        while let Ok(count @ 1..) = errors.read(&mut read) {
            let last = &mut lock(&words).last;
            last.extend_from_slice(&read[..count]);
            let surplus = last.len().saturating_sub(WORDS);
            last.drain(..surplus);
        }
        lock(&words).complete = true;
    })?;
    Ok(())
}
