//! A program that answers every line with a line, in a process with limits.

use crate::{
    child::{Interrupted, Process, Stop},
    ending::Cause,
    limits::Limits,
    wire::shown,
};
use std::{
    ffi::OsString,
    io::{self, BufRead, BufReader, Read, Write},
    process::ChildStdout,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    thread,
    time::Duration,
};

/// Longest line of an answer. A program that writes more does not answer.
const LONGEST: u64 = 1 << 28;

/// Most lines that wait here: more than a question has. A program that writes more waits.
const MOST_ANSWERS: usize = 1 << 20;

/// Time after which it is looked whether a process without an answer has ended.
const PATIENCE: Duration = Duration::from_millis(500);

/// A program that answers every line on its standard input with a line on its standard output. It is killed when
/// this is dropped.
pub struct Answering {
    process: Process,
    answers: Receiver<io::Result<String>>,
}

/// Why a program gives no more answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silent {
    /// It ended, or was ended: why, and the last of what it wrote to standard error.
    Ended(Cause, String),
    /// The caller does not wait any more.
    Interrupted,
}

impl Answering {
    /// Starts a program and its arguments, with further environment variables. `interrupted` says whether the caller does not
    /// want to wait any more.
    ///
    /// # Errors
    /// The system's error if the program cannot be started.
    pub fn start(
        command: &[OsString],
        variables: &[(&str, &str)],
        limits: Limits,
        interrupted: impl Fn() -> bool + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let interrupted: Interrupted = Arc::new(interrupted);
        let (process, output) = Process::start(command, variables, limits, interrupted, false)?;
        let answers = listen(output, &process)?;
        Ok(Answering { process, answers })
    }

    /// Sends lines, each with its end, and waits for as many answers.
    ///
    /// # Errors
    /// [`Silent`] if the program ends before it has answered.
    pub fn ask(&mut self, lines: &str) -> Result<Vec<String>, Silent> {
        let _asking = self.process.watched.ask(false);
        // Every later answer would be taken for the one before.
        match self.answers.try_recv() {
            Ok(Ok(line)) => {
                let garbage = format!("{}, before it was asked,", shown(line.as_bytes()));
                return Err(self.silent(Some(Cause::Garbage(garbage))));
            }
            Ok(Err(error)) => return Err(self.silent(Some(Cause::Garbage(error.to_string())))),
            Err(_) => {}
        }
        let sent = self
            .process
            .input
            .write_all(lines.as_bytes())
            .and_then(|()| self.process.input.flush());
        if sent.is_err() {
            // What it wrote in place of an answer says more than that it ended.
            let wrote = self.answers.recv_timeout(PATIENCE).ok().and_then(Result::err);
            return Err(self.silent(wrote.map(|error| Cause::Garbage(error.to_string()))));
        }
        let answers = lines.lines().map(|_| self.answer());
        answers.collect()
    }

    fn answer(&self) -> Result<String, Silent> {
        loop {
            match self.answers.recv_timeout(PATIENCE) {
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(error)) => {
                    return Err(self.silent(Some(Cause::Garbage(error.to_string()))));
                }
                Err(RecvTimeoutError::Timeout) if !self.process.watched.is_killed() => {}
                Err(_) => return Err(self.silent(None)),
            }
        }
    }

    fn silent(&self, garbage: Option<Cause>) -> Silent {
        match self.process.stop(garbage) {
            Stop::Ended(cause, words) => Silent::Ended(cause, words),
            Stop::Interrupted => Silent::Interrupted,
        }
    }
}

/// Starts a thread that reads answers.
fn listen(output: ChildStdout, process: &Process) -> io::Result<Receiver<io::Result<String>>> {
    let (sender, answers) = sync_channel(MOST_ANSWERS);
    let watched = Arc::clone(&process.watched);
    thread::Builder::new().name("floatfloat-answers".to_owned()).spawn(move || {
        let mut output = BufReader::new(output);
        while let Some(line) = line(&mut output).transpose() {
            watched.touch();
            let ended = line.is_err();
            if sender.send(line).is_err() || ended {
                return;
            }
        }
    })?;
    Ok(answers)
}

/// The next line without its end; `None` after the last.
fn line(output: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if output.take(LONGEST).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    match String::from_utf8(line) {
        Ok(line) if line.ends_with('\n') => Ok(Some(line.trim_end().to_owned())),
        Ok(line) => Err(io::Error::other(shown(line.as_bytes()))),
        Err(error) => Err(io::Error::other(shown(error.as_bytes()))),
    }
}
