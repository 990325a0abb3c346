//! Loops in which each operation waits for the one before, for floatfloat and its peers, and, in
//! [`peers`], loops over arrays.

pub mod drivers;
pub mod limit;
pub mod peers;
pub mod plain;

use floatfloat::{DoubleDouble, dispatch};

/// `n` times `s = s ∘ step`.
pub type Loop = fn(DoubleDouble, DoubleDouble, usize) -> DoubleDouble;

/// One contestant: whose it is, which operation, and its loop.
pub struct Contestant {
    /// Operation: `add`, `mul`, `div`.
    pub operation: &'static str,
    /// Library and how it was built.
    pub who: &'static str,
    /// The loop.
    pub run: Loop,
}

macro_rules! ours {
    ($name:ident, $scalar:ident, $operator:tt) => {
        #[inline(never)]
        fn $name(start: DoubleDouble, step: DoubleDouble, n: usize) -> DoubleDouble {
            dispatch(#[inline(always)] || {
                let mut s = start;
                for _ in 0..n {
                    s $operator step;
                }
                s
            })
        }

        #[inline(never)]
        fn $scalar(start: DoubleDouble, step: DoubleDouble, n: usize) -> DoubleDouble {
            let mut s = start;
            for _ in 0..n {
                s $operator step;
            }
            s
        }
    };
}

ours!(add, add_scalar, +=);
ours!(mul, mul_scalar, *=);
ours!(div, div_scalar, /=);

const OURS: &str = "floatfloat, dispatched";
const SCALAR: &str = "floatfloat, plain call";

/// Every contestant that was built in; the first of each operation is ours.
pub fn contestants() -> Vec<Contestant> {
    let contestant = |operation, who, run| Contestant { operation, who, run };
    #[allow(unused_mut, reason = "peers are added by features")]
    let mut all = vec![
        contestant("add", OURS, add as Loop),
        contestant("add", SCALAR, add_scalar),
        contestant("mul", OURS, mul),
        contestant("mul", SCALAR, mul_scalar),
        contestant("div", OURS, div),
        contestant("div", SCALAR, div_scalar),
    ];
    #[cfg(feature = "libqd")]
    all.extend(qd::contestants());
    all
}

#[cfg(feature = "libqd")]
mod qd {
    use super::{Contestant, Loop};
    use floatfloat::DoubleDouble;

    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Pair {
        high: f64,
        low: f64,
    }

    macro_rules! peer {
        ($($name:ident),*) => {
            unsafe extern "C" {
                $(fn $name(start: Pair, step: Pair, n: usize) -> Pair;)*
            }
            mod safe {
                use super::{DoubleDouble, Pair};
                $(pub fn $name(start: DoubleDouble, step: DoubleDouble, n: usize) -> DoubleDouble {
                    let pair = |x: DoubleDouble| Pair { high: x.hi(), low: x.lo() };
                    // SAFETY: the C++ function takes and returns two doubles and touches no memory.
                    let r = unsafe { super::$name(pair(start), pair(step), n) };
                    DoubleDouble::from_normalized(r.high, r.low)
                })*
            }
        };
    }

    peer!(
        qd_plain_add,
        qd_plain_add_sloppy,
        qd_plain_mul,
        qd_plain_div,
        qd_fused_add,
        qd_fused_add_sloppy,
        qd_fused_mul,
        qd_fused_div
    );

    pub fn contestants() -> Vec<Contestant> {
        let plain = "libqd, as Debian builds it";
        let fused = "libqd, with fma";
        [
            ("add", "libqd, accurate (ieee_add)", safe::qd_plain_add as Loop),
            ("add", "libqd, accurate (ieee_add), with fma", safe::qd_fused_add),
            ("add", "libqd, sloppy", safe::qd_plain_add_sloppy),
            ("add", "libqd, sloppy, with fma", safe::qd_fused_add_sloppy),
            ("mul", plain, safe::qd_plain_mul),
            ("mul", fused, safe::qd_fused_mul),
            ("div", plain, safe::qd_plain_div),
            ("div", fused, safe::qd_fused_div),
        ]
        .map(|(operation, who, run)| Contestant { operation, who, run })
        .into()
    }
}

/// Start and step under which `n` operations neither overflow nor stop changing.
pub fn operands() -> (DoubleDouble, DoubleDouble) {
    (DoubleDouble::from_parts(1.0, 1e-20), DoubleDouble::from_parts(1.0 + 1e-9, -3e-20))
}
