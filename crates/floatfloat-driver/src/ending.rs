//! How the process of a driver ended.

use std::{fmt, process::ExitStatus, time::Duration};

/// A finding: a process of a driver that ended without being told to.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The id of the device, as in `--device`, or the family of devices that was looked for.
    pub device: String,
    /// The name of the device; empty if the process ended before it was known.
    pub name: String,
    /// The driver and its version.
    pub driver: String,
    /// The experiment that used it.
    pub experiment: String,
    /// What it was doing.
    pub doing: Doing,
    /// Why it ended.
    pub cause: Cause,
    /// The last messages of the driver.
    pub words: String,
}

/// What a driver was doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doing {
    /// It was asked which devices there are.
    Looking,
    /// It opened a device.
    Opening,
    /// It compiled this program.
    Compiling(String),
    /// It ran programs, of which this was the last, or moved arrays; the text is empty if no program ran
    /// before.
    Running(String),
}

/// Why a process of a driver ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It was killed because it took too much memory, in bytes besides its arrays.
    Memory {
        /// How many bytes it had, or by how many it had grown.
        had: u64,
        /// How many bytes were allowed.
        allowed: u64,
    },
    /// It was killed because it gave no sign of life for this time.
    Silence(Duration),
    /// It was killed because it wrote something that is not an answer.
    Garbage(String),
    /// A signal ended it.
    Signal(i32),
    /// It exited with this status, if the system reports one.
    Exit(Option<i32>),
}

impl Ending {
    /// Whether both endings are alike: the same device, and the same cause at the same kind of work.
    pub(crate) fn is_like(&self, other: &Ending) -> bool {
        use std::mem::discriminant;
        let signal = |cause: &Cause| if let Cause::Signal(signal) = cause { *signal } else { 0 };
        self.device == other.device
            && discriminant(&self.doing) == discriminant(&other.doing)
            && discriminant(&self.cause) == discriminant(&other.cause)
            && signal(&self.cause) == signal(&other.cause)
    }
}

impl Cause {
    /// The cause that an exit status means.
    pub(crate) fn of(status: Option<ExitStatus>) -> Self {
        #[cfg(unix)]
        if let Some(signal) = status.and_then(|s| std::os::unix::process::ExitStatusExt::signal(&s))
        {
            return Cause::Signal(signal);
        }
        Cause::Exit(status.and_then(|status| status.code()))
    }
}

impl fmt::Display for Doing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doing::Looking => f.write_str("while it looked for devices"),
            Doing::Opening => f.write_str("while it opened the device"),
            Doing::Compiling(program) => write!(f, "while it compiled {program}"),
            Doing::Running(program) if program.is_empty() => f.write_str("while it moved arrays"),
            Doing::Running(program) => write!(f, "while it ran {program}"),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let megabytes = |bytes: &u64| bytes >> 20;
        match self {
            Cause::Memory { had, allowed } => write!(
                f,
                "was ended because it took {} MB of memory (the limit is {} MB)",
                megabytes(had),
                megabytes(allowed)
            ),
            Cause::Silence(time) => {
                write!(f, "was ended after {} s without an answer", time.as_secs_f32())
            }
            Cause::Garbage(begin) => write!(f, "was ended because it wrote {begin} as an answer"),
            Cause::Signal(signal) => match name_of(*signal) {
                Some(name) => write!(f, "crashed with signal {signal} ({name})"),
                None => write!(f, "crashed with signal {signal}"),
            },
            // The exceptions of Windows.
            Cause::Exit(Some(status)) if cfg!(windows) && *status < -0x3000_0000 => {
                write!(f, "crashed with status {status:#x}")
            }
            Cause::Exit(Some(status)) => write!(f, "ended itself with status {status}"),
            Cause::Exit(None) => f.write_str("ended itself"),
        }
    }
}

/// The signals by which drivers usually end and whose numbers are the same on all systems.
fn name_of(signal: i32) -> Option<&'static str> {
    Some(match signal {
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL, which systems send when memory runs out",
        11 => "SIGSEGV",
        _ => return None,
    })
}

/// `the driver's process crashed with signal 11 (SIGSEGV) while it compiled …; it wrote: …`
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the driver's process {} {}", self.cause, self.doing)?;
        match self.words.trim() {
            "" => Ok(()),
            words => write!(f, "; it wrote: {words}"),
        }
    }
}
