//! libqd over arrays, as Debian configures it and with its fused multiply-subtract.

use super::contest::{Contestant, Operation, Task};
use floatfloat::DoubleDouble;

#[repr(C)]
#[derive(Clone, Copy)]
struct Pair {
    high: f64,
    low: f64,
}

/// A loop over arrays of so many numbers; of a product of matrices, the side.
type Loop = unsafe extern "C" fn(*const Pair, *const Pair, *mut Pair, usize);

macro_rules! loops {
    ($($operation:ident, $who:literal: $plain:ident, $fused:ident;)*) => {
        unsafe extern "C" {
            $(
                fn $plain(x: *const Pair, y: *const Pair, out: *mut Pair, n: usize);
                fn $fused(x: *const Pair, y: *const Pair, out: *mut Pair, n: usize);
            )*
        }
        const LOOPS: &[(Operation, &str, [Loop; 2])] =
            &[$((Operation::$operation, $who, [$plain, $fused])),*];
    };
}

loops! {
    Add, "ieee": qd_plain_array_add, qd_fused_array_add;
    Add, "sloppy": qd_plain_array_add_sloppy, qd_fused_array_add_sloppy;
    Mul, "": qd_plain_array_mul, qd_fused_array_mul;
    Div, "": qd_plain_array_div, qd_fused_array_div;
    Sqrt, "": qd_plain_array_sqrt, qd_fused_array_sqrt;
    Axpy, "sloppy": qd_plain_array_axpy, qd_fused_array_axpy;
    Sum, "sloppy": qd_plain_array_sum, qd_fused_array_sum;
    Dot, "sloppy": qd_plain_array_dot, qd_fused_array_dot;
    Gemm, "sloppy": qd_plain_array_gemm, qd_fused_array_gemm;
}

pub fn contestants(task: &Task) -> Vec<Contestant> {
    let of_task = LOOPS.iter().filter(|(operation, ..)| *operation == task.operation);
    of_task
        .flat_map(|&(_, how, [plain, fused])| {
            [("libqd", how, plain), ("libqd with fma", how, fused)]
        })
        .map(|(who, how, run)| {
            let comma = if how.is_empty() { "" } else { ", " };
            contestant(format!("{who}{comma}{how}"), task, run)
        })
        .collect()
}

fn contestant(who: String, task: &Task, run: Loop) -> Contestant {
    let operation = task.operation;
    Contestant::of_slices(
        who,
        task,
        task.size(),
        |number| Pair { high: number.hi(), low: number.lo() },
        |pair| DoubleDouble::from_normalized(pair.high, pair.low),
        move |x, y, out| {
            let n = match operation {
                Operation::Gemm => x.len().isqrt(),
                _ => x.len(),
            };
            let (of_y, of_out) = match operation {
                Operation::Gemm => (n * n, n * n),
                Operation::Sum => (0, 1),
                Operation::Dot => (n, 1),
                Operation::Sqrt => (0, n),
                _ => (n, n),
            };
            assert!(y.len() >= of_y && out.len() >= of_out);
            // SAFETY: the C++ loop reads and writes so many pairs of each array.
            unsafe { run(x.as_ptr(), y.as_ptr(), out.as_mut_ptr(), n) }
        },
    )
}
