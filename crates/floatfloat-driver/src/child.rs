//! A child process that serves a device, watched from here.

mod pipes;
mod watcher;

use crate::{
    ending::Cause,
    limits::Limits,
    wire::{self, Frame, Reply, Request},
};
use pipes::{Words, gather, listen};
use std::{
    env,
    ffi::OsString,
    io::{self, BufWriter, ErrorKind},
    process::{ChildStdin, Command, Stdio},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::Ordering,
        mpsc::{Receiver, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};
use watcher::{Verdict, Watched, watch};

/// Set for child processes. A process with this variable starts no children: if the command is wrong and starts
/// the program itself, the program would otherwise start itself without end.
const SERVES: &str = "FLOATFLOAT_SERVES_A_DEVICE";

/// `CREATE_NEW_PROCESS_GROUP`.
#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x200;

/// Longest wait for the exit status of a process whose standard output has ended.
const GRACE: Duration = Duration::from_millis(500);

/// Longest wait for the last messages of a process that has ended.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// A child process. It is killed when this is dropped.
pub(crate) struct Child {
    watched: Arc<Watched>,
    input: BufWriter<ChildStdin>,
    frames: Receiver<io::Result<Frame>>,
    words: Arc<Mutex<Words>>,
}

/// Why a child process gives no more answers.
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
        let [program, arguments @ ..] = command else {
            return Err(io::Error::new(ErrorKind::NotFound, "no command is known"));
        };
        if env::var_os(SERVES).is_some() {
            let said = "this is such a process itself, with a command that does not serve a device";
            return Err(io::Error::other(said));
        }
        let mut process = Command::new(program);
        process.args(arguments).env(SERVES, "1");
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A process group of its own: Ctrl-C reaches only this process, which then ends the child, and
        // processes that the driver starts are killed with the child.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut process, NEW_PROCESS_GROUP);
        let mut process = process.spawn()?;
        let taken = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (Some(input), Some(output), Some(errors)) = taken else {
            return Err(io::Error::other("the system has given no pipes"));
        };
        let watched = Arc::new(Watched::new(process, limits, interrupted));
        let words = Arc::default();
        let frames = listen(output, Arc::clone(&watched))?;
        gather(errors, Arc::clone(&words))?;
        watch(&watched)?;
        Ok(Child { watched, input: BufWriter::new(input), frames, words })
    }

    /// Sets how many bytes its arrays may have from now on, until it frees some.
    pub(crate) fn may_keep(&self, arrays: u64) {
        self.watched.arrays.fetch_max(arrays, Ordering::Relaxed);
    }

    /// Sets how many bytes its arrays have from now on.
    pub(crate) fn keeps(&self, arrays: u64) {
        self.watched.arrays.store(arrays, Ordering::Relaxed);
    }

    /// Bytes by which the process has grown during the last answered request, measured twenty times a second.
    pub(crate) fn grown(&self) -> u64 {
        self.watched.grown.load(Ordering::Relaxed)
    }

    /// Sends a request that has no answer. The request may be buffered here until the next request that has an
    /// answer.
    ///
    /// # Errors
    /// [`Stop`] if the process has ended.
    pub(crate) fn tell(&mut self, request: &Request<'_>) -> Result<(), Stop> {
        let _asking = self.watched.ask(false);
        wire::write(&mut self.input, request, &[], &|| self.watched.touch())
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
        let _asking = self.watched.ask(matches!(request, Request::Compile { .. }));
        let watched = &self.watched;
        let sent = wire::write(&mut self.input, request, load, &|| watched.touch())
            .and_then(|()| io::Write::flush(&mut self.input));
        if sent.is_err() {
            return Err(self.unsent());
        }
        let frame = loop {
            match self.frames.recv_timeout(GRACE) {
                Ok(Ok(frame)) => break frame,
                Ok(Err(error)) => return Err(self.stop(garbage(&error))),
                // A process that waits inside the system cannot be killed, and keeps its pipes open.
                Err(RecvTimeoutError::Timeout) if lock(&self.watched.verdict).is_none() => {}
                Err(_) => return Err(self.stop(None)),
            }
        };
        match frame.parse::<Reply>() {
            Ok(reply) => Ok((reply, frame.load)),
            Err(error) => Err(self.stop(garbage(&error))),
        }
    }

    /// Why a request could not be sent. If the process wrote something in place of an answer, this says more
    /// than the fact that it ended.
    fn unsent(&self) -> Stop {
        loop {
            match self.frames.recv_timeout(GRACE) {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => return self.stop(garbage(&error)),
                Err(_) => return self.stop(None),
            }
        }
    }

    /// Waits for the end of a process that does not answer any more, and kills it if it does not end.
    fn stop(&self, garbage: Option<Cause>) -> Stop {
        let status = match &garbage {
            Some(_) => None,
            None => self.watched.wait(GRACE),
        };
        self.watched.kill();
        // An interruption by the user may have reached the child process, too.
        if (self.watched.interrupted)() {
            return Stop::Interrupted;
        }
        let killed = lock(&self.watched.verdict).clone();
        match killed.or(garbage.map(Verdict::Cause)) {
            Some(Verdict::Interrupted) => Stop::Interrupted,
            Some(Verdict::Cause(cause)) => Stop::Ended(cause, self.last_words()),
            None => Stop::Ended(Cause::of(status), self.last_words()),
        }
    }

    /// The last messages of the driver.
    fn last_words(&self) -> String {
        let until = Instant::now() + LAST_WORDS;
        while !lock(&self.words).complete && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        String::from_utf8_lossy(&lock(&self.words).last).into_owned()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.watched.kill();
    }
}

/// The cause that an unreadable frame means; `None` if the pipe has ended.
fn garbage(error: &io::Error) -> Option<Cause> {
    (error.kind() == ErrorKind::InvalidData).then(|| Cause::Garbage(error.to_string()))
}
