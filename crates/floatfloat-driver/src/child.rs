//! A child process that serves a device, watched from here.

mod pipes;
mod process;
mod watcher;

pub(crate) use process::Process;

use crate::{
    ending::Cause,
    limits::Limits,
    wire::{self, Frame, Reply, Request},
};
use pipes::listen;
use process::GRACE;
use std::{
    ffi::OsString,
    io::{self, ErrorKind},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::Ordering,
        mpsc::{Receiver, RecvTimeoutError},
    },
};

/// A process that serves a device.
pub(crate) struct Child {
    process: Process,
    frames: Receiver<io::Result<Frame>>,
}

/// Why a process gives no more answers.
pub(crate) enum Stop {
    /// It ended: why, and its last messages.
    Ended(Cause, String),
    /// The caller does not wait for an answer any more.
    Interrupted,
}

/// Says whether the caller that waits for an answer wants to stop waiting.
pub(crate) type Interrupted = Arc<dyn Fn() -> bool + Send + Sync>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Child {
    /// Starts a process, without waiting for it.
    ///
    /// # Errors
    /// The system's error if the command cannot be started.
    pub(crate) fn start(
        command: &[OsString],
        limits: Limits,
        interrupted: Interrupted,
    ) -> io::Result<Self> {
        let (process, output) = Process::start(command, &[], limits, interrupted, true)?;
        let frames = listen(output, Arc::clone(&process.watched))?;
        Ok(Child { process, frames })
    }

    /// Sets how many bytes its arrays may have from now on, until it frees some.
    pub(crate) fn may_keep(&self, arrays: u64) {
        self.process.watched.arrays.fetch_max(arrays, Ordering::Relaxed);
    }

    /// Sets how many bytes its arrays have from now on.
    pub(crate) fn keeps(&self, arrays: u64) {
        self.process.watched.arrays.store(arrays, Ordering::Relaxed);
    }

    /// Bytes by which the process has grown during the last answered request, measured twenty times a second.
    pub(crate) fn grown(&self) -> u64 {
        self.process.watched.grown.load(Ordering::Relaxed)
    }

    /// Sends a request that has no answer. The request may be buffered here until the next request that has an
    /// answer.
    ///
    /// # Errors
    /// [`Stop`] if the process has ended.
    pub(crate) fn tell(&mut self, request: &Request<'_>) -> Result<(), Stop> {
        let _asking = self.process.watched.ask(false);
        wire::write(&mut self.process.input, request, &[], &|| self.process.watched.touch())
            .map_err(|_| self.unsent())
    }

    /// Sends a request and waits for its answer.
    ///
    /// # Errors
    /// [`Stop`] if the process ends before it answers.
    pub(crate) fn ask(
        &mut self,
        request: &Request<'_>,
        load: &[u8],
    ) -> Result<(Reply, Vec<u8>), Stop> {
        let _asking = self.process.watched.ask(matches!(request, Request::Compile { .. }));
        let watched = &self.process.watched;
        let sent = wire::write(&mut self.process.input, request, load, &|| watched.touch())
            .and_then(|()| io::Write::flush(&mut self.process.input));
        if sent.is_err() {
            return Err(self.unsent());
        }
        let frame = loop {
            match self.frames.recv_timeout(GRACE) {
                Ok(Ok(frame)) => break frame,
                Ok(Err(error)) => return Err(self.process.stop(garbage(&error))),
                // A process that waits inside the system cannot be killed, and keeps its pipes open.
                Err(RecvTimeoutError::Timeout) if !self.process.watched.is_killed() => {}
                Err(_) => return Err(self.process.stop(None)),
            }
        };
        match frame.parse::<Reply>() {
            Ok(reply) => Ok((reply, frame.load)),
            Err(error) => Err(self.process.stop(garbage(&error))),
        }
    }

    /// Why a request could not be sent. If the process wrote something in place of an answer, this says more
    /// than the fact that it ended.
    fn unsent(&self) -> Stop {
        loop {
            match self.frames.recv_timeout(GRACE) {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => return self.process.stop(garbage(&error)),
                Err(_) => return self.process.stop(None),
            }
        }
    }
}

/// The cause that an unreadable frame means; `None` if the pipe has ended.
fn garbage(error: &io::Error) -> Option<Cause> {
    (error.kind() == ErrorKind::InvalidData).then(|| Cause::Garbage(error.to_string()))
}
