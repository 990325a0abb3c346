//! Work on all threads, in pieces. rayon's adapters are long code. They are compiled once here, and not for every kind of
//! work.

use rayon::prelude::*;
use std::sync::Mutex;

/// Does `work(0)` to `work(pieces - 1)` on all threads of the current pool. Pieces may take different times, and there may
/// be few.
fn each(pieces: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..pieces).into_par_iter().with_max_len(1).for_each(work);
}

/// The results of `work(0)` to `work(pieces - 1)`, in this order.
pub fn map<T: Send>(pieces: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Vec<_> = (0..pieces).map(|_| Mutex::new(None)).collect();
    each(pieces, &|piece| {
        let result = work(piece);
        *results[piece].lock().expect("nothing panics while it is locked") = Some(result);
    });
    let done = |result: Mutex<Option<T>>| result.into_inner().ok().flatten();
    results.into_iter().map(|result| done(result).expect("every piece is done")).collect()
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn results_come_in_order() {
        let squares = map(1000, |i| i * i);
        assert!(squares.iter().enumerate().all(|(i, &square)| square == i * i));
        assert!(map(0, |i| i).is_empty());
    }

    #[test]
    #[should_panic(expected = "the seventh")]
    fn a_panic_reaches_the_caller() {
        map(100, |i| assert!(i != 7, "the seventh"));
    }
}
