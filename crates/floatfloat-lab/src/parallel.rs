//! Work on all threads, in pieces whose results do not depend on the number of threads.

use crate::{error::Error, progress::Progress};
use floatfloat_data::parallel;

pub use floatfloat_data::parallel::for_each;

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
