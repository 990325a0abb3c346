//! libqd over arrays, as Debian configures it and with its fused multiply-subtract.

use super::contest::{Contestant, Operands};
use floatfloat::DoubleDouble;

#[repr(C)]
#[derive(Clone, Copy)]
struct Pair {
    high: f64,
    low: f64,
}

type Loop = unsafe extern "C" fn(*const Pair, *const Pair, *mut Pair, usize);

macro_rules! loops {
    ($($operation:literal, $who:literal: $name:ident;)*) => {
        unsafe extern "C" {
            $(fn $name(x: *const Pair, y: *const Pair, out: *mut Pair, n: usize);)*
        }
        const LOOPS: &[(&str, &str, Loop)] = &[$(($operation, $who, $name)),*];
    };
}

loops! {
    "add", "libqd, ieee": qd_plain_array_add;
    "add", "libqd, sloppy": qd_plain_array_add_sloppy;
    "mul", "libqd": qd_plain_array_mul;
    "div", "libqd": qd_plain_array_div;
    "sqrt", "libqd": qd_plain_array_sqrt;
    "axpy", "libqd, sloppy": qd_plain_array_axpy;
    "add", "libqd with fma, ieee": qd_fused_array_add;
    "add", "libqd with fma, sloppy": qd_fused_array_add_sloppy;
    "mul", "libqd with fma": qd_fused_array_mul;
    "div", "libqd with fma": qd_fused_array_div;
    "sqrt", "libqd with fma": qd_fused_array_sqrt;
    "axpy", "libqd with fma, sloppy": qd_fused_array_axpy;
}

pub fn contestants(operands: &Operands) -> Vec<Contestant> {
    LOOPS
        .iter()
        .map(|&(operation, who, run)| {
            Contestant::of_slices(
                operation,
                who,
                operands,
                |number| Pair { high: number.hi(), low: number.lo() },
                |pair| DoubleDouble::from_normalized(pair.high, pair.low),
                move |x, y, out| {
                    assert!(x.len() == out.len() && y.len() == out.len());
                    // SAFETY: the C++ loop reads and writes so many pairs of each array.
                    unsafe { run(x.as_ptr(), y.as_ptr(), out.as_mut_ptr(), out.len()) }
                },
            )
        })
        .collect()
}
