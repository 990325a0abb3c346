//! Work on all threads, in pieces whose results do not depend on the number of threads.

use crate::{error::Error, progress::Progress};
use floatfloat_data::parallel;
use rayon::prelude::*;
use std::{panic::resume_unwind, thread};

/// Runs work in one thread, including work that would use several.
pub fn alone<T: Send>(work: impl FnOnce() -> Result<T, Error> + Send) -> Result<T, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.map_err(|error| Error::Thread(error.to_string()))?.install(work)
}

/// The results of `work(0)` to `work(pieces - 1)`, in this order, computed on all threads. The
/// progress advances by one for each piece. A piece should take well under 100 ms, since requests
/// to stop are checked between pieces.
pub fn map<T: Send>(
    pieces: usize,
    progress: &dyn Progress,
    work: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, Error> {
    let results = parallel::map(pieces, |piece| {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let result = work(piece);
        progress.advance(1);
        Ok(result)
    });
    results.into_iter().collect()
}

/// Runs work on each of several parts of arrays, on all threads. Workloads that are timed use it, with parts as short as a
/// row: rayon gives many of them to a thread at once.
pub fn for_each<T: Send>(parts: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
    for_each_of(parts.collect(), &work);
}

/// The same as [`for_each`], compiled once for all work on such parts.
fn for_each_of<T: Send>(parts: Vec<T>, work: &(dyn Fn(T) + Sync)) {
    parts.into_par_iter().for_each(work);
}

/// The results of work on each item, each in a thread of its own: for work that waits for a driver.
pub fn in_threads<I: Send, T: Send>(
    items: impl IntoIterator<Item = I>,
    work: impl Fn(I) -> T + Sync,
) -> Vec<T> {
    let work = &work;
    thread::scope(|scope| {
        let items = items.into_iter();
        let begun: Vec<_> = items.map(|item| scope.spawn(move || work(item))).collect();
        let ended = begun.into_iter().map(|thread| thread.join());
        ended.map(|result| result.unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::{for_each, map};
    use crate::{
        error::Error,
        progress::{Progress, Silent},
    };

    #[test]
    fn every_part_is_worked_on_once() {
        let mut numbers: Vec<usize> = (0..1000).collect();
        for_each(numbers.iter_mut(), |number| *number += 1);
        assert!(numbers.into_iter().eq(1..=1000));
    }

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
