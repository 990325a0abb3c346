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

/// Set for child processes, which start none: a command that is not what it should be would start itself without end.
const SERVES: &str = "FLOATFLOAT_SERVES_A_DEVICE";

/// How often the watcher looks.
const PERIOD: Duration = Duration::from_millis(50);

/// A watcher that has not looked for so long was stopped itself (Ctrl-Z), or the machine slept.
const STOPPED: Duration = Duration::from_secs(5);

/// `CREATE_NEW_PROCESS_GROUP`.
#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x200;

/// What a driver may write before the greeting.
const PREAMBLE: u64 = 1 << 16;

/// How much of a driver's own words is kept.
const WORDS: usize = 4096;

/// How long a process whose standard output has ended gets to tell its exit status.
const GRACE: Duration = Duration::from_millis(500);

/// How long the last words of a process that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// A child process. Dropped, it is killed.
pub(crate) struct Child {
    watched: Arc<Watched>,
    input: BufWriter<ChildStdin>,
    frames: Receiver<io::Result<Frame>>,
    words: Arc<Mutex<Words>>,
}

/// Why nothing more comes of a child process.
pub(crate) enum Stop {
    /// It ended, and what it wrote last.
    Ended(Cause, String),
    /// Whoever asked wants no answer any more.
    Interrupted,
}

/// What the driver wrote to standard error.
#[derive(Default)]
struct Words {
    last: Vec<u8>,
    complete: bool,
}

/// What the watcher sees of a child process.
struct Watched {
    process: Mutex<process::Child>,
    limits: Limits,
    interrupted: Interrupted,
    request: Mutex<Option<Asked>>,
    /// By how many bytes it has grown during the last request, as far as the watcher has seen.
    grown: AtomicU64,
    /// Bytes of the arrays that it keeps.
    arrays: AtomicU64,
    /// Why it was killed, if it was.
    verdict: Mutex<Option<Verdict>>,
}

/// A request that is not answered yet.
#[derive(Clone, Copy)]
struct Asked {
    /// Its last sign of life.
    since: Instant,
    compiling: bool,
    /// Resident bytes when it began, once the watcher has looked.
    began_with: Option<u64>,
}

/// Whether whoever waits for an answer wants none any more.
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
    /// Starts a process and waits for nothing.
    ///
    /// # Errors
    /// What the system says where the command cannot be started.
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
        // Ctrl-C is for this process, which ends the other; and what the driver starts ends with it.
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

    /// How many bytes its arrays may have from now on, beside those that it gives back.
    pub(crate) fn may_keep(&self, arrays: u64) {
        self.watched.arrays.fetch_max(arrays, Ordering::Relaxed);
    }

    /// How many bytes its arrays have from now on.
    pub(crate) fn keeps(&self, arrays: u64) {
        self.watched.arrays.store(arrays, Ordering::Relaxed);
    }

    /// By how many bytes it has grown during the last request that was answered, looked at twenty times a second.
    pub(crate) fn grown(&self) -> u64 {
        self.watched.grown.load(Ordering::Relaxed)
    }

    /// Sends a request that has no answer. It may stay here until the next one that has.
    ///
    /// # Errors
    /// [`Stop`] where the process has ended.
    pub(crate) fn tell(&mut self, request: &Request<'_>) -> Result<(), Stop> {
        let _asking = self.watched.ask(false);
        wire::write(&mut self.input, request, &[], &|| self.watched.touch())
            .map_err(|_| self.unsent())
    }

    /// Sends a request and waits for its answer.
    ///
    /// # Errors
    /// [`Stop`] where the process ends before.
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
                // A process that waits inside the system cannot be killed, and keeps its pipes.
                Err(RecvTimeoutError::Timeout) if lock(&self.watched.verdict).is_none() => {}
                Err(_) => return Err(self.stop(None)),
            }
        };
        match frame.parse::<Reply>() {
            Ok(reply) => Ok((reply, frame.load)),
            Err(error) => Err(self.stop(garbage(&error))),
        }
    }

    /// What keeps a process from being told something. What it wrote in place of an answer says more than that it ended.
    fn unsent(&self) -> Stop {
        loop {
            match self.frames.recv_timeout(GRACE) {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => return self.stop(garbage(&error)),
                Err(_) => return self.stop(None),
            }
        }
    }

    /// Waits for the end of a process that answers no more; kills it where it does not end.
    fn stop(&self, garbage: Option<Cause>) -> Stop {
        let status = match &garbage {
            Some(_) => None,
            None => self.watched.wait(GRACE),
        };
        self.watched.kill();
        // What ends this process for the user may have reached the other, too.
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

    /// What the driver wrote last.
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

/// What a frame that is none means; nothing where the pipe has ended.
fn garbage(error: &io::Error) -> Option<Cause> {
    (error.kind() == ErrorKind::InvalidData).then(|| Cause::Garbage(error.to_string()))
}

/// A thread that reads answers.
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

/// Reads up to the end of the greeting.
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

/// A thread that keeps the driver's last words.
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

/// A thread that kills the process where it goes beyond its limits, until nobody uses it any more.
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
    /// From now until the guard is dropped, an answer is awaited.
    fn ask(self: &Arc<Self>, compiling: bool) -> Asking {
        self.grown.store(0, Ordering::Relaxed);
        let asked = Asked { since: Instant::now(), compiling, began_with: None };
        *lock(&self.request) = Some(asked);
        Asking(Arc::clone(self))
    }

    /// A sign of life.
    fn touch(&self) {
        if let Some(asked) = &mut *lock(&self.request) {
            asked.since = Instant::now();
        }
    }

    /// Whether the process is to be killed, and why.
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
            // What runs may keep copies of arrays meanwhile.
            false => growth.saturating_add(arrays.saturating_mul(2)),
        };
        if grown > allowed {
            return too_much(grown, allowed);
        }
        let silent = asked.since.elapsed() > silence;
        silent.then_some(Verdict::Cause(Cause::Silence(silence)))
    }

    /// Resident bytes of the process; none where it has ended.
    fn resident(&self, system: &mut System) -> u64 {
        let id = Pid::from_u32(lock(&self.process).id());
        let memory = ProcessRefreshKind::nothing().with_memory().without_tasks();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[id]), true, memory);
        system.process(id).map_or(0, sysinfo::Process::memory)
    }

    /// The status of a process that ends within some time.
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
        // The number of one that has been waited for may belong to another by now.
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

/// An answer is awaited.
struct Asking(Arc<Watched>);

impl Drop for Asking {
    fn drop(&mut self) {
        *lock(&self.0.request) = None;
    }
}
