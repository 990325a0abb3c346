//! The watcher of a child process: it checks memory, silence and interruption, and kills the process.

use super::{Interrupted, lock, process::GRACE};
use crate::{ending::Cause, limits::Limits};
use std::{
    io, process,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

/// The period in which the watcher looks at the process.
const PERIOD: Duration = Duration::from_millis(50);

/// If the watcher has not looked for this long, it was stopped itself (Ctrl-Z), or the machine slept.
const STOPPED: Duration = Duration::from_secs(5);

/// The state of a child process that the watcher sees.
pub(crate) struct Watched {
    process: Mutex<process::Child>,
    limits: Limits,
    pub(super) interrupted: Interrupted,
    request: Mutex<Option<Asked>>,
    /// Bytes by which the process has grown during the last request, as far as the watcher has seen.
    pub(super) grown: AtomicU64,
    /// Bytes of the arrays that it keeps.
    pub(super) arrays: AtomicU64,
    /// Why it was killed, if it was.
    pub(super) verdict: Mutex<Option<Verdict>>,
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

#[derive(Clone)]
pub(super) enum Verdict {
    Cause(Cause),
    Interrupted,
}

/// Starts a thread that kills the process if it exceeds its limits. The thread ends when the process is no
/// longer used.
pub(super) fn watch(watched: &Arc<Watched>) -> io::Result<()> {
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
    pub(super) fn new(process: process::Child, limits: Limits, interrupted: Interrupted) -> Self {
        Watched {
            process: Mutex::new(process),
            limits,
            interrupted,
            request: Mutex::default(),
            grown: AtomicU64::new(0),
            arrays: AtomicU64::new(0),
            verdict: Mutex::default(),
        }
    }

    /// An answer is awaited until the returned guard is dropped.
    pub(crate) fn ask(self: &Arc<Self>, compiling: bool) -> Asking {
        self.grown.store(0, Ordering::Relaxed);
        let asked = Asked { since: Instant::now(), compiling, began_with: None };
        *lock(&self.request) = Some(asked);
        Asking(Arc::clone(self))
    }

    /// Whether the watcher has killed it.
    pub(crate) fn is_killed(&self) -> bool {
        lock(&self.verdict).is_some()
    }

    /// Records a sign of life.
    pub(crate) fn touch(&self) {
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
    pub(super) fn wait(&self, time: Duration) -> Option<process::ExitStatus> {
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
    pub(super) fn kill(&self) {
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
pub(crate) struct Asking(Arc<Watched>);

impl Drop for Asking {
    fn drop(&mut self) {
        *lock(&self.0.request) = None;
    }
}
