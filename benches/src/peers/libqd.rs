//! libqd over arrays, as Debian configures it and with its fused multiply-subtract.

use super::contest::{Contestant, Operation, Task};
use floatfloat::{DoubleDouble, elementary::Function};

#[repr(C)]
#[derive(Clone, Copy)]
struct Pair {
    high: f64,
    low: f64,
}

/// A loop over arrays of so many numbers; of a product of matrices, the side.
type Loop = unsafe extern "C" fn(*const Pair, *const Pair, *mut Pair, usize);

macro_rules! loops {
    ($($operation:expr, $who:literal: $plain:ident, $fused:ident;)*) => {
        unsafe extern "C" {
            $(
                fn $plain(x: *const Pair, y: *const Pair, out: *mut Pair, n: usize);
                fn $fused(x: *const Pair, y: *const Pair, out: *mut Pair, n: usize);
            )*
        }
        const LOOPS: &[(Operation, &str, [Loop; 2])] =
            &[$(($operation, $who, [$plain, $fused])),*];
    };
}

loops! {
    Operation::Add, "ieee": qd_plain_array_add, qd_fused_array_add;
    Operation::Add, "sloppy": qd_plain_array_add_sloppy, qd_fused_array_add_sloppy;
    Operation::Mul, "": qd_plain_array_mul, qd_fused_array_mul;
    Operation::Div, "": qd_plain_array_div, qd_fused_array_div;
    Operation::Sqrt, "": qd_plain_array_sqrt, qd_fused_array_sqrt;
    Operation::Axpy, "sloppy": qd_plain_array_axpy, qd_fused_array_axpy;
        Operation::Of(Function::Exp), "": qd_plain_array_exp, qd_fused_array_exp;
    Operation::Of(Function::Ln), "": qd_plain_array_ln, qd_fused_array_ln;
    Operation::Of(Function::Sin), "": qd_plain_array_sin, qd_fused_array_sin;
    Operation::Of(Function::Cos), "": qd_plain_array_cos, qd_fused_array_cos;
    Operation::Of(Function::Atan2), "": qd_plain_array_atan2, qd_fused_array_atan2;
    Operation::Of(Function::Powf), "": qd_plain_array_powf, qd_fused_array_powf;
    Operation::Sum, "sloppy": qd_plain_array_sum, qd_fused_array_sum;
    Operation::Dot, "sloppy": qd_plain_array_dot, qd_fused_array_dot;
    Operation::Gemm, "sloppy": qd_plain_array_gemm, qd_fused_array_gemm;
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
        106,
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
