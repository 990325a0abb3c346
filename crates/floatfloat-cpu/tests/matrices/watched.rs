//! Long calls tell how far they are, and end where they are told to.

use crate::{
    data::{random_matrix, word},
    on_threads,
};
use floatfloat::{DoubleDouble, progress::Progress};
use floatfloat_cpu::{
    matrix::{
        Cholesky, Lu, Matrix, MatrixError, Qr, Triangle, gemm, gemm_accurate, gemm_into,
        least_squares, residual, solve, solve_triangular, syrk,
    },
    with_progress,
};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

/// Writes down what it is told, and stops after so many steps.
struct Record {
    told: Mutex<Vec<(u64, u64)>>,
    left: AtomicUsize,
    stopped: AtomicBool,
}

impl Record {
    fn until(steps: usize) -> Arc<Self> {
        let (left, stopped) = (AtomicUsize::new(steps), AtomicBool::new(steps == 0));
        Arc::new(Record { told: Mutex::default(), left, stopped })
    }
}

impl Progress for Record {
    fn advance(&self, done: u64, total: u64) {
        self.told.lock().unwrap().push((done, total));
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stopped.store(true, Ordering::Relaxed);
        }
    }
    fn cancelled(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

const NEVER: usize = usize::MAX;

/// A call with its name.
type Call = (&'static str, Box<dyn Fn() -> Result<(), MatrixError> + Send + Sync>);

/// Every call that can be cancelled, on matrices of several blocks and panels.
fn calls() -> Vec<Call> {
    let size = 150;
    let a = Arc::new(Matrix::from_fn(size, size, |i, j| {
        let number = random_matrix::<f64>(1, 1, 3, (i * size + j) as u64).get(0, 0).unwrap();
        if i == j { number + 1e4 } else { number }
    }));
    let symmetric = Arc::new(gemm(a.view(), a.transpose()).unwrap());
    let b = Arc::new(random_matrix::<f64>(size, 2, 3, 2));
    let lu = Lu::new(a.view()).unwrap();
    let cholesky = Cholesky::new(symmetric.view()).unwrap();
    let qr = Qr::new(a.view()).unwrap();
    let mut all: Vec<Call> = Vec::new();
    macro_rules! call {
        ($name:literal, [$($of:ident),*] $call:expr) => {{
            $(let $of = $of.clone();)*
            all.push(($name, Box::new(move || $call.map(drop))));
        }};
    }
    call!("gemm", [a] gemm(a.view(), a.view()));
    call!("gemm_into", [a] {
        let mut c = Matrix::zeros(size, size);
        gemm_into(word(2.0), a.view(), a.view(), word(0.0), c.view_mut())
    });
    call!("gemm_accurate", [a] gemm_accurate(a.view(), a.view()));
    call!("syrk", [a] syrk(a.view()));
    call!("lu", [a] Lu::new(a.view()));
    call!("cholesky", [symmetric] Cholesky::new(symmetric.view()));
    call!("qr", [a] Qr::new(a.view()));
    call!("solve", [a, b] solve(a.view(), b.view()));
    call!("least_squares", [a, b] least_squares(a.view(), b.view()));
    call!("residual", [a, b] residual(a.view(), b.view(), b.view()));
    call!("triangle", [a, b] {
        solve_triangular(Triangle::Lower, a.view(), b.as_ref().clone().view_mut())
    });
    call!("lu.solve", [lu, b] lu.solve_in_place(b.as_ref().clone().view_mut()));
    call!("lu.transposed", [lu, b] {
        lu.solve_transposed_in_place(b.as_ref().clone().view_mut())
    });
    call!("lu.condition", [lu, a] lu.reciprocal_condition(a.view()));
    call!("cholesky.solve", [cholesky, b] {
        cholesky.solve_in_place(b.as_ref().clone().view_mut())
    });
    call!("qr.apply", [qr, b] qr.apply_q(true, b.as_ref().clone().view_mut()));
    all
}

/// A call that nobody stops does what it does when nobody watches, and ends with all done; one that is
/// stopped before it begins, or at any of its first steps, fails.
#[test]
fn every_call_can_be_cancelled() {
    for (name, call) in calls() {
        let record = Record::until(NEVER);
        with_progress(record.clone(), &call).unwrap();
        let told = record.told.lock().unwrap().clone();
        let &(done, total) = told.last().unwrap();
        assert!(done == total && total > 0, "{name}: {told:?}");
        assert!(told.iter().all(|step| step.1 == total), "{name}: {told:?}");
        assert!(told[..told.len() - 1].iter().all(|step| step.0 < total), "{name}: {told:?}");
        // The last step told of is the end of the call.
        for steps in 0..(told.len() - 1).min(6) {
            let outcome = with_progress(Record::until(steps), &call);
            let last = steps > 0 && steps == told.len() - 1;
            assert!(outcome == Err(MatrixError::Cancelled) || last, "{name}, {steps}: {outcome:?}");
        }
    }
}

/// The same with the pieces on several threads, and the bits of a call that is only watched.
/// A progress may compute, with what it watches, too.
#[test]
fn a_progress_calls_what_is_watched() {
    struct Computes(AtomicUsize);
    impl Progress for Computes {
        fn advance(&self, _: u64, _: u64) {
            self.0.fetch_add(1, Ordering::Relaxed);
            let small = Matrix::<DoubleDouble>::identity(20);
            assert_eq!(gemm(small.view(), small.view()).unwrap(), small);
        }
        fn cancelled(&self) -> bool {
            Lu::new(Matrix::<DoubleDouble>::identity(3).view()).is_err()
        }
    }
    let computes = Arc::new(Computes(AtomicUsize::new(0)));
    let a = Matrix::<DoubleDouble>::identity(300);
    let product = with_progress(computes.clone(), || gemm(a.view(), a.view())).unwrap();
    assert_eq!(product, a);
    assert!(computes.0.load(Ordering::Relaxed) > 1);
}

#[test]
fn threads_of_a_call_are_watched() {
    let a = random_matrix::<f64>(260, 260, 3, 9);
    let expected = gemm(a.view(), a.view()).unwrap();
    let record = Record::until(NEVER);
    let found = on_threads(3, || with_progress(record.clone(), || gemm(a.view(), a.view())));
    assert!(found.unwrap() == expected);
    assert!(record.told.lock().unwrap().len() > 3);
    let stopped = on_threads(3, || with_progress(Record::until(2), || gemm(a.view(), a.view())));
    assert_eq!(stopped.unwrap_err(), MatrixError::Cancelled);
}

/// Another thread stops a call; what nobody watches goes on, on the same pool.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "needs threads")]
fn another_thread_cancels() {
    let a = Arc::new(random_matrix::<f64>(200, 200, 3, 11));
    let record = Record::until(NEVER);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let (watcher, seen) = (record.clone(), a.clone());
    let outcome = std::thread::scope(|scope| {
        scope.spawn(move || {
            while watcher.told.lock().unwrap().is_empty() {
                std::thread::sleep(Duration::from_millis(1));
            }
            watcher.stopped.store(true, Ordering::Relaxed);
        });
        let unwatched = scope.spawn(|| pool.install(|| Lu::new(seen.view()).is_ok()));
        let outcome = pool.install(|| {
            with_progress(record, || {
                loop {
                    gemm(a.view(), a.view())?;
                }
            })
        });
        assert!(unwatched.join().unwrap(), "a call that nobody watches was cancelled");
        outcome
    });
    let outcome: Result<(), MatrixError> = outcome;
    assert_eq!(outcome, Err(MatrixError::Cancelled));
}
