//! A child process that serves a device, watched from here.

use crate::{
    ending::Cause,
    limits::Limits,
    wire::{self, Frame, GREETING, Reply, Request, shown},
};
use std::{
    env,
    ffi::OsString,
    io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read},
    process::{self, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

/// Set for child processes. A process with this variable starts no children: if the command is wrong and starts
/// the program itself, the program would otherwise start itself without end.
const SERVES: &str = "FLOATFLOAT_SERVES_A_DEVICE";

/// The period in which the watcher looks at the process.
const PERIOD: Duration = Duration::from_millis(50);

/// If the watcher has not looked for this long, it was stopped itself (Ctrl-Z), or the machine slept.
const STOPPED: Duration = Duration::from_secs(5);

/// `CREATE_NEW_PROCESS_GROUP`.
#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x200;

/// Most bytes that a driver may write before the greeting.
const PREAMBLE: u64 = 1 << 16;

/// Most bytes of the driver's own messages that are kept.
const WORDS: usize = 4096;

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

/// What the driver wrote to standard error.
#[derive(Default)]
struct Words {
    last: Vec<u8>,
    complete: bool,
}

/// The state of a child process that the watcher sees.
struct Watched {
    process: Mutex<process::Child>,
    limits: Limits,
    interrupted: Interrupted,
    request: Mutex<Option<Asked>>,
    /// Bytes by which the process has grown during the last request, as far as the watcher has seen.
    grown: AtomicU64,
    /// Bytes of the arrays that it keeps.
    arrays: AtomicU64,
    /// Why it was killed, if it was.
    verdict: Mutex<Option<Verdict>>,
}

/// A request that is not answered yet.
#[derive(Clone, Copy)]
struct Asked {
    /// The time of its last sign of life.
    since: Instant,
    compiling: bool,
    /// Resident bytes at its beginning, once the watcher has looked.
    began_with: Option<u64>,
}

/// Says whether the caller that waits for an answer wants to stop waiting.
pub(crate) type Interrupted = Arc<dyn Fn() -> bool + Send + Sync>;

#[derive(Clone)]
enum Verdict {
    Cause(Cause),
    Interrupted,
}

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
        let watched = Arc::new(Watched {
            process: Mutex::new(process),
            limits,
            interrupted,
            request: Mutex::default(),
            grown: AtomicU64::new(0),
            arrays: AtomicU64::new(0),
            verdict: Mutex::default(),
        });
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

/// Starts a thread that reads answers.
fn listen(output: ChildStdout, watched: Arc<Watched>) -> io::Result<Receiver<io::Result<Frame>>> {
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
fn gather(mut errors: impl Read + Send + 'static, words: Arc<Mutex<Words>>) -> io::Result<()> {
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

/// Starts a thread that kills the process if it exceeds its limits. The thread ends when the process is no
/// longer used.
fn watch(watched: &Arc<Watched>) -> io::Result<()> {
    let watched = Arc::downgrade(watched);
    let mut system = System::new().map_err(io::Error::other)?;
    thread::Builder::new().name("floatfloat-watcher".to_owned()).spawn(move || {
        let mut looked = Instant::now();
        while let Some(watched) = watched.upgrade() {
            if looked.elapsed() > STOPPED {
                watched.touch();
            }
            looked = Instant::now();
            if lock(&watched.verdict).is_some() {
                return;
            }
            if let Some(verdict) = watched.judge(&mut system) {
                *lock(&watched.verdict) = Some(verdict);
                watched.kill();
                return;
            }
            drop(watched);
            thread::sleep(PERIOD);
        }
    })?;
    Ok(())
}

impl Watched {
    /// An answer is awaited until the returned guard is dropped.
    fn ask(self: &Arc<Self>, compiling: bool) -> Asking {
        self.grown.store(0, Ordering::Relaxed);
        let asked = Asked { since: Instant::now(), compiling, began_with: None };
        *lock(&self.request) = Some(asked);
        Asking(Arc::clone(self))
    }

    /// Records a sign of life.
    fn touch(&self) {
        if let Some(asked) = &mut *lock(&self.request) {
            asked.since = Instant::now();
        }
    }

    /// Whether to kill the process, and why.
    fn judge(&self, system: &mut System) -> Option<Verdict> {
        let had = self.resident(system);
        let arrays = self.arrays.load(Ordering::Relaxed);
        let beside = had.saturating_sub(arrays.saturating_mul(2));
        let Limits { memory, growth, silence } = self.limits;
        let too_much = |had, allowed| Some(Verdict::Cause(Cause::Memory { had, allowed }));
        if beside > memory {
            return too_much(beside, memory);
        }
        let mut request = lock(&self.request);
        let asked = request.as_mut()?;
        if (self.interrupted)() {
            return Some(Verdict::Interrupted);
        }
        let grown = had.saturating_sub(*asked.began_with.get_or_insert(had));
        self.grown.fetch_max(grown, Ordering::Relaxed);
        let allowed = match asked.compiling {
            true => growth,
            // A running program may temporarily hold copies of arrays.
            false => growth.saturating_add(arrays.saturating_mul(2)),
        };
        if grown > allowed {
            return too_much(grown, allowed);
        }
        let silent = asked.since.elapsed() > silence;
        silent.then_some(Verdict::Cause(Cause::Silence(silence)))
    }

    /// Resident bytes of the process; 0 if it has ended.
    fn resident(&self, system: &mut System) -> u64 {
        let id = Pid::from_u32(lock(&self.process).id());
        let memory = ProcessRefreshKind::nothing().with_memory().without_tasks();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[id]), true, memory);
        system.process(id).map_or(0, sysinfo::Process::memory)
    }

    /// The exit status of a process, if it ends within this time.
    fn wait(&self, time: Duration) -> Option<process::ExitStatus> {
        let until = Instant::now() + time;
        loop {
            match lock(&self.process).try_wait() {
                Ok(None) if Instant::now() < until => {}
                status => return status.ok().flatten(),
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Kills the process and everything that it started.
    fn kill(&self) {
        let mut process = lock(&self.process);
        // After a process has been waited for, the system may have given its number to another process.
        if !matches!(process.try_wait(), Ok(None)) {
            return;
        }
        #[cfg(unix)]
        if let Some(group) =
            i32::try_from(process.id()).ok().and_then(rustix::process::Pid::from_raw)
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = process.kill();
        drop(process);
        let _ = self.wait(GRACE);
    }
}

/// Exists while an answer is awaited.
struct Asking(Arc<Watched>);

impl Drop for Asking {
    fn drop(&mut self) {
        *lock(&self.0.request) = None;
    }
}
