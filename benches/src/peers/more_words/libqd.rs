//! libqd's four words over arrays, as Debian configures it and with its fused multiply-subtract.

use super::super::contest::{Contestant, Operation, Task};
use floatfloat::{MultiWord, QuadDouble};

/// A loop over arrays of so many numbers; of a product of matrices, the side.
type Loop = unsafe extern "C" fn(*const [f64; 4], *const [f64; 4], *mut [f64; 4], usize);

macro_rules! loops {
    ($($operation:ident, $who:literal: $plain:ident, $fused:ident;)*) => {
        unsafe extern "C" {
            $(
                fn $plain(x: *const [f64; 4], y: *const [f64; 4], out: *mut [f64; 4], n: usize);
                fn $fused(x: *const [f64; 4], y: *const [f64; 4], out: *mut [f64; 4], n: usize);
            )*
        }
        const LOOPS: &[(Operation, &str, [Loop; 2])] =
            &[$((Operation::$operation, $who, [$plain, $fused])),*];
    };
}

loops! {
    Add, ", ieee": qd_plain_four_add, qd_fused_four_add;
    Add, ", sloppy": qd_plain_four_add_sloppy, qd_fused_four_add_sloppy;
    Mul, ", accurate": qd_plain_four_mul, qd_fused_four_mul;
    Mul, ", sloppy": qd_plain_four_mul_sloppy, qd_fused_four_mul_sloppy;
    Div, ", accurate": qd_plain_four_div, qd_fused_four_div;
    Div, ", sloppy": qd_plain_four_div_sloppy, qd_fused_four_div_sloppy;
    Sqrt, "": qd_plain_four_sqrt, qd_fused_four_sqrt;
    Dot, ", sloppy": qd_plain_four_dot, qd_fused_four_dot;
    Gemm, ", sloppy": qd_plain_four_gemm, qd_fused_four_gemm;
}

pub fn contestants(task: &Task<QuadDouble>) -> Vec<Contestant<QuadDouble>> {
    let of_task = LOOPS.iter().filter(|(operation, ..)| *operation == task.operation);
    of_task
        .flat_map(|&(_, how, [plain, fused])| {
            [("libqd", how, plain), ("libqd with fma", how, fused)]
        })
        .map(|(who, how, run)| contestant(format!("{who}{how}"), task, run))
        .collect()
}

fn contestant(who: String, task: &Task<QuadDouble>, run: Loop) -> Contestant<QuadDouble> {
    let operation = task.operation;
    Contestant::of_slices(
        who,
        212,
        task,
        task.size(),
        MultiWord::parts,
        |&words| QuadDouble::from_normalized(words),
        move |x, y, out| {
            let n = match operation {
                Operation::Gemm => x.len().isqrt(),
                _ => x.len(),
            };
            let of_out = if operation == Operation::Dot { 1 } else { x.len() };
            assert!(y.len() >= x.len() && out.len() >= of_out);
            // SAFETY: the C++ loop reads and writes so many numbers of each array.
            unsafe { run(x.as_ptr(), y.as_ptr(), out.as_mut_ptr(), n) }
        },
    )
}
