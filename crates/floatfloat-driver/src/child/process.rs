//! A process with limits: its pipes, its watcher, and how it ended.

use super::{
    Interrupted, Stop, lock,
    pipes::{Words, gather},
    watcher::{Verdict, Watched, watch},
};
use crate::{ending::Cause, limits::Limits};
use std::{
    env,
    ffi::OsString,
    io::{self, BufWriter, ErrorKind},
    process::{ChildStdin, ChildStdout, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

/// Set for child processes. A process with this variable starts no children: if the command is wrong and starts
/// the program itself, the program would otherwise start itself without end.
const SERVES: &str = "FLOATFLOAT_SERVES_A_DEVICE";

/// `CREATE_NEW_PROCESS_GROUP`.
#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x200;

/// Longest wait for the exit status of a process whose standard output has ended.
pub(super) const GRACE: Duration = Duration::from_millis(500);

/// Longest wait for the last messages of a process that has ended.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// A process. It is killed when this is dropped.
pub(crate) struct Process {
    pub(crate) watched: Arc<Watched>,
    pub(crate) input: BufWriter<ChildStdin>,
    words: Arc<Mutex<Words>>,
}

impl Process {
    /// Starts a process, without waiting for it, and returns its standard output beside it. `serves` says whether it serves
    /// a device, so that it must not start such processes itself. `variables` are added to those of this process.
    ///
    /// # Errors
    /// The system's error if the command cannot be started.
    pub(crate) fn start(
        command: &[OsString],
        variables: &[(&str, &str)],
        limits: Limits,
        interrupted: Interrupted,
        serves: bool,
    ) -> io::Result<(Self, ChildStdout)> {
        let [program, arguments @ ..] = command else {
            return Err(io::Error::new(ErrorKind::NotFound, "no command is known"));
        };
        if serves && env::var_os(SERVES).is_some() {
            let said = "this is such a process itself, with a command that does not serve a device";
            return Err(io::Error::other(said));
        }
        let mut process = Command::new(program);
        process.args(arguments).envs(variables.iter().copied());
        if serves {
            process.env(SERVES, "1");
        }
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
        gather(errors, Arc::clone(&words))?;
        watch(&watched)?;
        Ok((Process { watched, input: BufWriter::new(input), words }, output))
    }

    /// Waits for the end of a process that does not answer any more, and kills it if it does not end.
    pub(crate) fn stop(&self, garbage: Option<Cause>) -> Stop {
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

impl Drop for Process {
    fn drop(&mut self) {
        self.watched.kill();
    }
}
