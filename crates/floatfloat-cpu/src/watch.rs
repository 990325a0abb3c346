//! Progress and cancellation of long calls.

use core::{
    cell::RefCell,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};
use floatfloat::progress::Progress;
use std::sync::Arc;

thread_local! {
    /// Who watches what this thread does.
    static WATCH: RefCell<Option<Arc<Watch>>> = const { RefCell::new(None) };
}

/// One who watches, and the call that is watched.
pub(crate) struct Watch {
    progress: Arc<dyn Progress>,
    /// Products of the call so far.
    done: AtomicU64,
    /// Products that it takes, about; zero between calls.
    total: AtomicU64,
    /// Whether a part of the call was left out.
    cancelled: AtomicBool,
}

/// Has the long calls in `work` tell `progress` how far they are, and end early where it says so: products
/// of matrices, factorisations and solutions then fail with
/// [`MatrixError::Cancelled`](crate::matrix::MatrixError::Cancelled). They ask before each block, on
/// whatever thread it is computed. To be called on the thread that `work` then calls from: not around
/// what moves to a pool of threads, but in it.
///
/// A step of progress is a product of two numbers. How many there will be is known only about where
/// solutions are refined; the last call has as many done as there are.
///
/// ```
/// use floatfloat::{DoubleDouble, progress::Progress};
/// use floatfloat_cpu::{matrix::{Lu, Matrix, MatrixError}, with_progress};
/// use std::sync::{Arc, atomic::{AtomicBool, Ordering}};
///
/// #[derive(Default)]
/// struct Button(AtomicBool);
///
/// impl Progress for Button {
///     fn cancelled(&self) -> bool {
///         self.0.load(Ordering::Relaxed)
///     }
/// }
///
/// let button = Arc::new(Button::default());
/// let a = Matrix::<DoubleDouble>::identity(100);
/// assert!(with_progress(button.clone(), || Lu::new(a.view())).is_ok());
/// button.0.store(true, Ordering::Relaxed);
/// assert_eq!(with_progress(button, || Lu::new(a.view())).unwrap_err(), MatrixError::Cancelled);
/// ```
pub fn with_progress<R>(progress: Arc<dyn Progress>, work: impl FnOnce() -> R) -> R {
    let watch = Watch {
        progress,
        done: AtomicU64::new(0),
        total: AtomicU64::new(0),
        cancelled: AtomicBool::new(false),
    };
    watched_by(Some(Arc::new(watch)), work)
}

/// Who watches this thread.
pub(crate) fn watch() -> Option<Arc<Watch>> {
    WATCH.with_borrow(Option::clone)
}

/// Has this thread watched by who watches another one while `work` runs.
pub(crate) fn watched_by<R>(watch: Option<Arc<Watch>>, work: impl FnOnce() -> R) -> R {
    struct Restore(Option<Arc<Watch>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            WATCH.set(self.0.take());
        }
    }
    let _restore = Restore(WATCH.replace(watch));
    work()
}

/// Of a call that somebody watched, and told to end.
#[derive(Debug)]
pub(crate) struct Cancelled;

/// A call of about so many products, or a part of one. What `work` returns is of no use to anybody
/// if a part was left out.
pub(crate) fn call<T, E: From<Cancelled>>(
    products: u64,
    work: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    let Some(watch) = watch() else { return work() };
    let whole = watch.total.load(Ordering::Relaxed) == 0;
    if whole {
        watch.total.store(products.max(1), Ordering::Relaxed);
        watch.done.store(0, Ordering::Relaxed);
        watch.cancelled.store(false, Ordering::Relaxed);
    }
    let result = work();
    let cancelled = watch.cancelled.load(Ordering::Relaxed);
    if whole {
        let total = watch.total.swap(0, Ordering::Relaxed);
        if result.is_ok() && !cancelled {
            watched_by(None, || watch.progress.advance(total, total));
        }
    }
    if cancelled { Err(Cancelled.into()) } else { result }
}

/// Whether the next piece of work is to be done, which takes so many products. If it is not, the call
/// that it is a part of fails.
pub(crate) fn proceed(products: u64) -> bool {
    // What the progress itself computes is not watched.
    watch().is_none_or(|watch| watched_by(None, || watch.proceed(products)))
}

impl Watch {
    #[cold]
    fn proceed(&self, products: u64) -> bool {
        if self.cancelled.load(Ordering::Relaxed) || self.progress.cancelled() {
            self.cancelled.store(true, Ordering::Relaxed);
            return false;
        }
        let done = self.done.fetch_add(products, Ordering::Relaxed);
        let total = self.total.load(Ordering::Relaxed);
        // What is about to be done is not done yet, nor is all of it before the end.
        self.progress.advance(done.min(total.saturating_sub(1)), total);
        true
    }
}
