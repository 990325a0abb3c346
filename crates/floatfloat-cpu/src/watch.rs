//! Progress and cancellation of long calls.

use core::{
    cell::RefCell,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};
use floatfloat::progress::Progress;
use std::sync::Arc;

thread_local! {
    /// The progress that watches the calls of this thread.
    static WATCH: RefCell<Option<Arc<Watch>>> = const { RefCell::new(None) };
}

/// A progress, and the call that it watches.
pub(crate) struct Watch {
    progress: Arc<dyn Progress>,
    /// The products that the call has computed so far.
    done: AtomicU64,
    /// The approximate number of products of the call; zero between calls.
    total: AtomicU64,
    /// Whether a part of the call was left out.
    cancelled: AtomicBool,
}

/// Long calls in `work` report to `progress` how far they are, and end early if it cancels them. Products
/// of matrices, factorisations and solutions then fail with
/// [`MatrixError::Cancelled`](crate::matrix::MatrixError::Cancelled). They ask before each block, on any
/// thread that computes it. Call this function on the thread from which `work` calls: not around the move
/// to a pool of threads, but inside the pool.
///
/// A step of progress is a product of two numbers. Where solutions are refined, the total is an
/// estimate. The last report has as many steps done as there are in all.
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

/// The progress that watches this thread.
pub(crate) fn watch() -> Option<Arc<Watch>> {
    WATCH.with_borrow(Option::clone)
}

/// Runs `work` on this thread, watched by the progress that watches another thread.
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

/// The error of a call that its progress cancelled.
#[derive(Debug)]
pub(crate) struct Cancelled;

/// Runs a call of about `products` products, or a part of a call. If a part was left out, the
/// result of `work` is discarded and the call fails.
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

/// Whether to do the next piece of work, which takes `products` products. If not, the call to which
/// the piece belongs fails.
pub(crate) fn proceed(products: u64) -> bool {
    // Calls that the progress itself makes are not watched.
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
        // The next piece is not done yet, and before the end of the call not all of it is done.
        self.progress.advance(done.min(total.saturating_sub(1)), total);
        true
    }
}
