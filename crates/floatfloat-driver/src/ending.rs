//! How the process of a driver ended.

use std::{fmt, process::ExitStatus, time::Duration};

/// A process of a driver that ended before it was told to: a finding.
#[derive(Clone, Debug)]
pub struct Ending {
    /// What `--device` calls the device, or the kind of devices that was looked for.
    pub device: String,
    /// Its name, and its driver; empty where it had not come so far.
    pub name: String,
    /// The driver and its version.
    pub driver: String,
    /// What it was used for: the experiment.
    pub experiment: String,
    /// What it was doing.
    pub doing: Doing,
    /// Why it ended.
    pub cause: Cause,
    /// The last that the driver wrote.
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
    /// It ran programs, of which this was the last, or moved arrays: then the text is empty where none ran before.
    Running(String),
}

/// Why a process of a driver ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It was ended because it took too much memory: bytes beside arrays, and those allowed.
    Memory {
        /// How many it had, or by how many it had grown.
        had: u64,
        /// How many were allowed.
        allowed: u64,
    },
    /// It was ended because nothing came of it for so long.
    Silence(Duration),
    /// It was ended because it wrote what nobody understands.
    Garbage(String),
    /// A signal ended it.
    Signal(i32),
    /// It ended itself with this status, if the system tells.
    Exit(Option<i32>),
}

impl Ending {
    /// Whether it is the same as another: the same device, the same cause at the same kind of work.
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
    /// By what its process says when it has ended.
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

/// The signals with which drivers end, as systems number them alike.
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
