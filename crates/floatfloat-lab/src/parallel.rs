//! Work on all threads, in pieces whose results do not depend on how many threads there are.

use crate::{error::Error, progress::Progress};
use std::{
    num::NonZero,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

/// Threads that can run at once.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Runs work in one thread, that which would use several included.
pub(crate) fn alone<T: Send>(work: impl FnOnce() -> Result<T, Error> + Send) -> Result<T, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.map_err(|error| Error::Thread(error.to_string()))?.install(work)
}

/// `work(0)` to `work(pieces - 1)`, in this order, computed on all threads. Advances the progress
/// by one for each piece. A piece should take well under 100 ms, since a request to stop is heard
/// between pieces.
pub(crate) fn map<T: Send>(
    pieces: usize,
    progress: &dyn Progress,
    work: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, Error> {
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let run = || {
        let mut done = Vec::new();
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces || stopped.load(Ordering::Relaxed) {
                return done;
            }
            if progress.interrupted() {
                stopped.store(true, Ordering::Relaxed);
                return done;
            }
            done.push((piece, work(piece)));
            progress.advance(1);
        }
    };
    let mut done: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads().min(pieces)).map(|_| scope.spawn(run)).collect();
        workers
            .into_iter()
            .flat_map(|worker| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    });
    if stopped.into_inner() {
        return Err(Error::Interrupted);
    }
    done.sort_unstable_by_key(|&(piece, _)| piece);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::map;
    use crate::{
        error::Error,
        progress::{Progress, Silent},
    };

    struct Stop;
    impl Progress for Stop {
        fn begin(&self, _: &str, _: u64) {}
        fn advance(&self, _: u64) {}
        fn interrupted(&self) -> bool {
            true
        }
    }

    #[test]
    fn results_come_in_order() {
        let squares = map(1000, &Silent, |i| i * i).unwrap();
        assert!(squares.iter().enumerate().all(|(i, &square)| square == i * i));
        assert!(map(0, &Silent, |i| i).unwrap().is_empty());
    }

    #[test]
    fn a_request_to_stop_is_heard() {
        assert!(matches!(map(10, &Stop, |i| i), Err(Error::Interrupted)));
    }
}
